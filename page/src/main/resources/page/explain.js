// What the service says, in words for people.

import { MINUTE, clock, inWords, moment, startOfDay } from './time.js';

const FAMILIES = {
  'as-asked': 'As you asked',
  later: 'Later than asked',
  'fewer-servers': 'With fewer servers',
  'fewer-parts': 'With fewer parts of each server',
  'other-hosts': 'On hosts of another pool',
  'slower-pool': 'On slower servers',
  'other-window': 'In another window',
};

/** "gpus", "boxes": what a pool calls its servers. */
export function plural(unit = 'server') {
  return /(s|x|z|ch|sh)$/.test(unit) ? `${unit}es` : /[^aeiou]y$/.test(unit) ? `${unit.slice(0, -1)}ies` : `${unit}s`;
}

/** "1 gpu", "4 gpus", "2 boxes": how many of them. */
export function counted(count, unit = 'server') {
  return `${count} ${count === 1 ? unit : plural(unit)}`;
}

/** What several pools call their servers, if they all say the same. */
export function onlyUnit(units) {
  const all = new Set([...units].map((unit) => unit ?? 'server'));
  return all.size === 1 ? [...all][0] : 'server';
}

/** "Gpu": at the beginning of a label. */
export function oneOf(unit = 'server') {
  return unit.charAt(0).toUpperCase() + unit.slice(1);
}

/** "Gpus": the label of a field that says how many. */
export function unitLabel(unit) {
  return oneOf(plural(unit));
}

export function family(name, unit) {
  return inUnits(FAMILIES[name] ?? name, unit);
}

/** Words about servers in those of a pool. */
function inUnits(words, unit) {
  return words.replace('servers', plural(unit));
}

/** In which way an offer departs from what was asked, with the numbers. */
export function reason(offer, asked) {
  const start = Date.parse(offer.start);
  const end = Date.parse(offer.end);
  const parts = [];
  if (asked.servers && offer.servers < asked.servers) {
    parts.push(`${counted(offer.servers, offer.unit)} instead of ${asked.servers}`);
  }
  if (asked.deadline && end > asked.deadline) {
    parts.push(`done ${inWords(end - asked.deadline)} after your deadline`);
  }
  if (asked.ready && start < asked.ready) {
    parts.push(`starts ${inWords(asked.ready - start)} before you are ready`);
  }
  if (parts.length > 0) {
    return parts.join(', ');
  }
  if (offer.family === 'slower-pool') {
    return `takes ${inWords(end - start)} there`;
  }
  return asked.deadline ? `done ${inWords(asked.deadline - end)} before your deadline`.replace('done 0 min before', 'done just at') : '';
}

/** That an offer is on slow servers although nobody asked for them, and where it would be faster. */
export function slower({ pool, start, end, faster }, hasPrice, zone, now) {
  const length = (from, to) => inWords(Date.parse(to) - Date.parse(from));
  const [here, there] = [length(start, end), length(faster.start, faster.end)];
  return `${pool} is slower than ${faster.pool} (rate ${hundredths(faster.insteadOf)} instead of ${hundredths(faster.rate)})${here === there ? '' : `: ${here} instead of ${there}`}. `
    + `${faster.pool} would be done ${moment(zone, Date.parse(faster.end), now)}${hasPrice ? `, ${atPrice(faster.price)}` : ''}.`;
}

/** The terms of a reservation or an offer that may start earlier than promised; empty if it may not. */
export function earlyStart({ starts, notice, unit }) {
  if (starts !== 'when-free') {
    return '';
  }
  return `Starts earlier if ${plural(unit)} are free${notice ? `, with ${inWords(notice)} notice` : ''}.`;
}

/** What the live feed says of a reservation that starts early: "render starts now instead of 19:52". */
export function startsEarly(name, start, promised, zone, now) {
  const sameDay = startOfDay(zone, promised) === startOfDay(zone, now);
  const instead = sameDay ? clock(zone, promised) : moment(zone, promised, now);
  const begins = Math.abs(start - now) < MINUTE ? 'starts now' : `${start > now ? 'starts' : 'started'} at ${clock(zone, start)}`;
  return `${name} ${begins} instead of ${instead}`;
}

export const STATES = {
  held: 'Held',
  waiting: 'Booked',
  running: 'Running',
  degraded: 'Lost its servers',
  ended: 'Over',
  'finished-early': 'Finished early',
  'no-show': 'Released: nobody used it',
  cancelled: 'Cancelled',
  expired: 'Expired',
  displaced: 'Displaced',
};

/** A state as a badge has it. */
export function stateName(state, unit) {
  return inUnits(STATES[state] ?? '', unit);
}

/** What an outage of servers did to a reservation; empty if none ever did anything. */
export function loss({ loss: lost, latestStart, kept, unit }, zone, now) {
  if (!lost) {
    return '';
  }
  const { outcome, since, changed, why, tried, startsOver } = lost;
  const reason = tried ? `. ${tried}` : '';
  const units = plural(unit);
  const when = (instant) => moment(zone, Date.parse(instant), now);
  const text = {
    moved: () => `Moved, ${when(since)}: ${why}${startsOver ? '; its work starts over' : ''}`,
    degraded: () => `${kept ? `Has only ${kept.join(', ')}` : `Without ${units}`} since ${when(since)}: ${why}${reason}${latestStart ? `. It is given up if no ${units} are found to start by ${when(latestStart)}` : ''}`,
    recovered: () => `Had no ${units} from ${when(since)} to ${when(changed)}: ${why}`,
    displaced: () => `Given up, ${when(changed)}; without ${units} since ${when(since)}: ${why}${reason}`,
    withdrawn: () => `No longer held since ${when(since)}: ${why}`,
  }[outcome]();
  return spoken(text);
}

/** Which field of a booking a refusal is about. */
export function concerns(code) {
  return {
    'deadline-impossible': 'deadline',
    'over-budget': 'budget',
    'too-many-servers': 'servers',
    'no-matching-pool': 'pool',
    'unknown-pool': 'pool',
    quota: 'servers',
  }[code] ?? null;
}

/** A sentence of the service as it is, with a full stop. Its times are in the zone that the request named. */
export function spoken(sentence) {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** "6.97", "6.5" or "200": server-hours as people read them. What is less than a hundredth is not nothing. */
export function hundredths(text) {
  const rounded = Number(Number(text).toFixed(2));
  return rounded === 0 && Number(text) > 0 ? '<0.01' : String(rounded);
}

/** "4.00": with both places. */
export function money(text) {
  const rounded = Number(text).toFixed(2);
  return Number(rounded) === 0 && Number(text) > 0 ? '<0.01' : rounded;
}

/** "4.00", or that it costs nothing. */
export function price(text) {
  return Number(text) === 0 ? 'No charge' : money(text);
}

/** "for 4.00", or that it costs nothing: the end of a sentence. */
export function atPrice(text) {
  return Number(text) === 0 ? 'at no charge' : `for ${money(text)}`;
}

/** What a change costs, from its quote. */
export function cost(quote) {
  const fee = Number(quote.fee);
  const difference = Number(quote.after) - Number(quote.before);
  const parts = [];
  if (Number(quote.before) === 0 && difference === 0) {
    parts.push('there is no charge');
  } else if (difference !== 0) {
    parts.push(`the price goes from ${money(quote.before)} to ${money(quote.after)}`);
  } else {
    parts.push(`the price stays ${money(quote.after)}`);
  }
  if (fee > 0) {
    parts.push(`a fee of ${money(quote.fee)} is due`);
  } else if (fee < 0) {
    parts.push(`you get ${money(-fee)} back`);
  }
  return parts.join(', and ');
}


export const REASONS = {
  'no-capacity': 'no capacity',
  'deadline-impossible': 'deadline impossible',
  'over-budget': 'over budget',
  'too-many-servers': 'too many servers',
  'too-costly': 'too costly to decide',
  'no-matching-pool': 'no matching pool',
  'reservations-in-the-way': 'reservations in the way',
};
