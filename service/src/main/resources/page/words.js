// A job in plain words, and back:
//   "4 servers, 2 hours of work, ready now, done by tomorrow 9:00, at most 40"
// Parts are divided by commas, in any order. What is not understood is said, with what would be.

import { DAY, HOUR, MINUTE, fromWall, iso, isoDuration, toWall } from './time.js';

const NUMBERS = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12 };
const NUMBER = '(\\d+|' + Object.keys(NUMBERS).join('|') + ')';
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const UNITS = [
  [/^w(eeks?)?$/, 7 * DAY], [/^d(ays?)?$/, DAY], [/^h(ours?|rs?)?$/, HOUR], [/^m(in(ute)?s?)?$/, MINUTE], [/^s(ec(ond)?s?)?$/, 1000],
];

function number(text) {
  return NUMBERS[text] ?? Number(text);
}

/** Milliseconds of "2 hours", "1h30", "90 min", "half an hour", "1 day and 6 hours"; null if it is none. */
export function duration(text) {
  const plain = text.trim().toLowerCase().replace(/\band\b/g, ' ').replace(/^half (an|a) (\w+)$/, '0.5 $2');
  const short = /^(\d+)h(\d\d?)$/.exec(plain);
  if (short) {
    return Number(short[1]) * HOUR + Number(short[2]) * MINUTE;
  }
  const pattern = new RegExp(`^\\s*(?:(\\d+(?:\\.\\d+)?)|(${Object.keys(NUMBERS).join('|')})\\b)\\s*([a-z]+)`);
  let rest = plain;
  let sum = 0;
  while (rest.trim() !== '') {
    const match = pattern.exec(rest);
    const unit = match && UNITS.find(([name]) => name.test(match[3]));
    if (!unit) {
      return null;
    }
    sum += (match[1] ? Number(match[1]) : number(match[2])) * unit[1];
    rest = rest.slice(match[0].length);
  }
  return sum > 0 ? Math.round(sum) : null;
}

function timeOfDay(text) {
  if (text === 'noon') {
    return 12 * HOUR;
  }
  if (text === 'midnight') {
    return 0;
  }
  const match = /^(?:at )?(\d{1,2})(?:[:.](\d\d))?\s*(am|pm|h)?$/.exec(text);
  if (!match || (match[2] === undefined && match[3] === undefined && !text.startsWith('at '))) {
    return null;
  }
  let hour = Number(match[1]);
  if (match[3] === 'pm' && hour < 12) {
    hour += 12;
  }
  if (match[3] === 'am' && hour === 12) {
    hour = 0;
  }
  const minute = Number(match[2] ?? 0);
  return hour > 24 || minute > 59 || hour * 60 + minute > 24 * 60 ? null : hour * HOUR + minute * MINUTE;
}

/**
 * The instant of "now", "in 2 hours", "tomorrow 9:00", "friday 17:30", "2026-11-20 09:00", "14:00" (the next one); null
 * if it is none.
 */
export function instant(text, zone, now) {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (plain === 'now' || plain === 'at once') {
    return now;
  }
  const ahead = /^(?:in |now ?\+ ?)(.+)$/.exec(plain) ?? /^(.+) from now$/.exec(plain);
  if (ahead) {
    const length = duration(ahead[1]);
    return length === null ? null : now + length;
  }
  const today = Math.floor(toWall(zone, now) / DAY) * DAY;
  const alone = timeOfDay(plain);
  if (alone !== null) {
    const next = fromWall(zone, today + alone);
    return next > now ? next : fromWall(zone, today + DAY + alone);
  }
  const dated = /^(\d{4})-(\d\d)-(\d\d)(?:[t ]+(.+))?$/.exec(plain);
  if (dated) {
    const day = Date.UTC(Number(dated[1]), Number(dated[2]) - 1, Number(dated[3]));
    const time = dated[4] === undefined ? 0 : timeOfDay(dated[4]);
    return time === null || new Date(day).getUTCDate() !== Number(dated[3]) ? null : fromWall(zone, day + time);
  }
  const named = /^(?:on |next )?(today|tonight|tomorrow|[a-z]{3,9})(?: (.+))?$/.exec(plain);
  if (!named) {
    return null;
  }
  const time = named[2] === undefined ? (named[1] === 'tonight' ? 20 * HOUR : 0) : timeOfDay(named[2]);
  if (time === null) {
    return null;
  }
  if (named[1] === 'today' || named[1] === 'tonight') {
    return fromWall(zone, today + time);
  }
  if (named[1] === 'tomorrow') {
    return fromWall(zone, today + DAY + time);
  }
  const weekday = DAYS.findIndex((day) => day === named[1] || day.slice(0, 3) === named[1]);
  if (weekday < 0) {
    return null;
  }
  const days = (weekday - new Date(today).getUTCDay() + 7) % 7;
  const next = fromWall(zone, today + days * DAY + time);
  return next > now ? next : fromWall(zone, today + (days + 7) * DAY + time);
}

const RULES = [
  [new RegExp(`^${NUMBER}(?: (?:to|or|-) ${NUMBER}|-(\\d+))? (?:servers?|nodes?|machines?)$`), (job, match) => {
    job.servers = number(match[1]);
    const most = match[2] ?? match[3];
    if (most !== undefined) {
      job.mostServers = number(most);
    }
    return job.servers > 0;
  }],
  [/^(?:named|called|name) ["']?(.+?)["']?$/, (job, match) => ((job.name = match[1]), true)],
  [/^(?:for )?(?:at most|no more than|max(?:imum)?|budget(?: of)?|up to) \$?€?(\d+(?:\.\d{1,2})?)(?: ?€| ?\$)?$/, (job, match) => ((job.budget = match[1]), true)],
  [/^(?:done|finished|ready) by (.+)$|^(?:by|before|until|due|deadline) (.+)$/, (job, match, at) => (job.deadline = at(match[1] ?? match[2])) !== null],
  [/^(?:done )?within (.+)$/, (job, match, at) => (job.deadline = at('in ' + match[1])) !== null],
  [/^(?:starts?|starting) (?:early|earlier|when(?:ever)? free|as soon as (?:possible|servers are free)|(?:earlier )?if servers are free)$/, (job) => ((job.starts = 'when-free'), true)],
  [/^(?:starts?|starting) (?:as promised|at the promised time)$/, (job) => (delete job.starts, delete job.notice, true)],
  [/^(?:with )?(.+?)(?:'s)? notice$|^(?:with a )?notice(?: of)? (.+)$/, (job, match) => {
    job.starts = 'when-free';
    return (job.notice = duration(match[1] ?? match[2])) !== null;
  }],
  [/^(?:ready|from|starting|start|not before|after) (.+)$/, (job, match, at) => (job.ready = at(match[1])) !== null],
  [/^(?:(?:on|in) )?(?:the )?pool (\S.*)$|^(?:on|in) (?:the )?(\S+)(?: pool)?$/, (job, match) => ((job.pool = match[1] ?? match[2]), true)],
  [/^(?:with )?([\w.-]+)=([\w.-]+)$/, (job, match) => ((job.attributes = { ...job.attributes, [match[1]]: match[2] }), true)],
  [/^every (day|week|weekday|[a-z]+days?)(?: and ([a-z]+days?))?$/, (job, match) => {
    const weekdays = [match[1], match[2]].filter(Boolean).map((day) => DAYS.indexOf(day.replace(/s$/, '')));
    if (match[1] === 'day' || match[1] === 'week') {
      job.every = match[1];
    } else if (match[1] === 'weekday') {
      job.every = 'weekday';
    } else if (weekdays.every((day) => day >= 0)) {
      job.every = weekdays.map((day) => DAYS[day].slice(0, 2).toUpperCase()).join(',');
    } else {
      return false;
    }
    job.times ??= 10;
    return true;
  }],
  [new RegExp(`^${NUMBER} times$`), (job, match) => ((job.times = number(match[1])), true)],
  [/^(?:stay(?:ing)?(?: for)?|for) (.+)$/, (job, match) => (job.stay = duration(match[1])) !== null],
  [/^(.+?)(?: of)?(?: work)$|^work(?: of)? (.+)$|^(.+)$/, (job, match) => (job.work = duration(match[1] ?? match[2] ?? match[3])) !== null],
];

/**
 * @returns job: what was understood (times as instants and milliseconds), unclear: the parts that were not
 */
export function parse(text, zone, now) {
  const job = {};
  const unclear = [];
  for (const part of text.split(/[,;\n]/).map((each) => each.trim().replace(/\s+/g, ' ')).filter(Boolean)) {
    const at = (words) => instant(words, zone, now);
    const understood = RULES.some(([pattern, read]) => {
      const match = pattern.exec(part) ?? pattern.exec(part.toLowerCase());
      const before = { ...job };
      if (match && read(job, match, at)) {
        return true;
      }
      for (const key of Object.keys(job)) {
        delete job[key];
      }
      Object.assign(job, before);
      return false;
    });
    if (!understood) {
      unclear.push(part);
    }
  }
  return { job, unclear };
}

function lengthInWords(millis) {
  for (const [unit, one, many] of [[DAY, 'day', 'days'], [HOUR, 'hour', 'hours'], [MINUTE, 'minute', 'minutes'], [1000, 'second', 'seconds']]) {
    if (millis % unit === 0) {
      return `${millis / unit} ${millis === unit ? one : many}`;
    }
  }
  return `${millis / 1000} seconds`;
}

function instantInWords(at, zone, now) {
  const wall = toWall(zone, at);
  const clock = new Date(wall).toISOString().slice(11, 16);
  const days = Math.floor(wall / DAY) - Math.floor(toWall(zone, now) / DAY);
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : new Date(wall).toISOString().slice(0, 10);
  return `${day} ${clock}`;
}

/** The words for a job; parsing them gives the job again, to the minute. */
export function write(job, zone, now) {
  const parts = [];
  if (job.servers) {
    parts.push(`${job.servers}${job.mostServers ? ` to ${job.mostServers}` : ''} server${job.servers === 1 && !job.mostServers ? '' : 's'}`);
  }
  if (job.work) {
    parts.push(`${lengthInWords(job.work)} of work`);
  }
  if (job.stay) {
    parts.push(`for ${lengthInWords(job.stay)}`);
  }
  if (job.ready) {
    parts.push(`ready ${job.ready <= now ? 'now' : instantInWords(job.ready, zone, now)}`);
  }
  if (job.deadline) {
    parts.push(`done by ${instantInWords(job.deadline, zone, now)}`);
  }
  if (job.budget) {
    parts.push(`at most ${job.budget}`);
  }
  if (job.pool) {
    parts.push(/^\S+$/.test(job.pool) ? `on ${job.pool}` : `pool ${job.pool}`);
  }
  Object.entries(job.attributes ?? {}).forEach(([name, value]) => parts.push(`${name}=${value}`));
  if (job.starts === 'when-free') {
    parts.push('start when free');
  }
  if (job.notice) {
    parts.push(`${lengthInWords(job.notice)} notice`);
  }
  if (job.every) {
    parts.push(`every ${['day', 'week', 'weekday'].includes(job.every) ? job.every : weekdays(job.every)}`);
    parts.push(`${job.times} times`);
  }
  if (job.name) {
    parts.push(`named ${job.name}`);
  }
  return parts.join(', ');
}

function weekdays(codes) {
  return codes.split(',').map((code) => DAYS.find((day) => day.slice(0, 2).toUpperCase() === code)).join(' and ');
}

/** The RFC 5545 rule of a job that recurs. */
export function rule(job) {
  const freq = job.every === 'day' ? 'FREQ=DAILY'
    : job.every === 'week' ? 'FREQ=WEEKLY'
    : job.every === 'weekday' ? 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
    : `FREQ=WEEKLY;BYDAY=${job.every}`;
  return `${freq};COUNT=${job.times}`;
}

/** A job as the API takes it; what is not said is left out, and ready in the past is now. */
export function request(job, name, now) {
  return JSON.parse(JSON.stringify({
    name: job.name ?? name,
    servers: job.servers,
    mostServers: job.mostServers,
    work: job.work && isoDuration(job.work),
    stay: job.stay && isoDuration(job.stay),
    ready: job.ready && job.ready > now ? iso(job.ready) : undefined,
    deadline: job.deadline && iso(job.deadline),
    budget: job.budget,
    pool: job.pool,
    attributes: job.attributes,
    starts: job.starts,
    notice: job.notice && isoDuration(job.notice),
  }));
}
