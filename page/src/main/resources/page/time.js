// Times of day in a time zone, and durations. Instants are milliseconds since the epoch, as numbers.

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const formats = new Map();

function format(zone, name, options) {
  const key = zone + '|' + name;
  if (!formats.has(key)) {
    formats.set(key, new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options }));
  }
  return formats.get(key);
}

export function browserZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** UTC first, then all that the browser knows. */
export function zones() {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
}

/** How far the clocks of a zone are ahead of UTC at an instant. */
export function offset(zone, instant) {
  if (zone === 'UTC') {
    return 0;
  }
  const parts = {};
  for (const part of format(zone, 'parts', {
    year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
  }).formatToParts(instant)) {
    parts[part.type] = Number(part.value);
  }
  const wall = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return wall - Math.floor(instant / 1000) * 1000;
}

/** What the clocks of a zone show, as if it were UTC. */
export function toWall(zone, instant) {
  return instant + offset(zone, instant);
}

/** The inverse. A time that the clocks skip becomes the one an offset later; of one they show twice it is the first. */
export function fromWall(zone, wall) {
  const before = wall - offset(zone, wall - DAY);
  const after = wall - offset(zone, wall + DAY);
  const fitting = [before, after].filter((instant) => toWall(zone, instant) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : before;
}

export function startOfDay(zone, instant) {
  const wall = toWall(zone, instant);
  return fromWall(zone, wall - (((wall % DAY) + DAY) % DAY));
}

export function clock(zone, instant) {
  return format(zone, 'clock', { hour: '2-digit', minute: '2-digit' }).format(instant);
}

export function date(zone, instant) {
  return format(zone, 'date', { weekday: 'short', day: 'numeric', month: 'short' }).format(instant);
}

export function month(zone, instant) {
  return format(zone, 'month', { month: 'long', year: 'numeric' }).format(instant);
}

/** "today 14:00", "tomorrow 09:00", "Tue, 17 Nov 09:00". */
export function moment(zone, instant, now) {
  const days = Math.round((startOfDay(zone, instant) - startOfDay(zone, now)) / DAY);
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : days === -1 ? 'yesterday' : date(zone, instant);
  return `${day} ${clock(zone, instant)}`;
}

export function span(zone, start, end, now) {
  const sameDay = startOfDay(zone, start) === startOfDay(zone, end - 1);
  return `${moment(zone, start, now)} – ${sameDay ? clock(zone, end) : moment(zone, end, now)}`;
}

/** The value of a datetime-local field. */
export function toField(zone, instant) {
  return new Date(toWall(zone, instant)).toISOString().slice(0, 16);
}

export function fromField(zone, value) {
  const wall = Date.parse(value + (value.length === 16 ? ':00Z' : 'Z'));
  return Number.isNaN(wall) ? null : fromWall(zone, wall);
}

export function iso(instant) {
  return new Date(instant).toISOString();
}

export function isoDuration(millis) {
  const minus = millis < 0 ? '-' : '';
  return `${minus}PT${Math.abs(millis) / 1000}S`;
}

/** Milliseconds of an ISO-8601 duration without years and months. */
export function fromIsoDuration(text) {
  const match = /^(-)?P(?:(\d+)W)?(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?$/.exec(text);
  if (!match) {
    return null;
  }
  const [, minus, weeks, days, hours, minutes, seconds] = match;
  const sum = Number(weeks ?? 0) * 7 * DAY + Number(days ?? 0) * DAY + Number(hours ?? 0) * HOUR
    + Number(minutes ?? 0) * MINUTE + Number(seconds ?? 0) * 1000;
  return minus ? -sum : sum;
}

/** "2 h 30 min", "1 d 4 h", "45 s": its two largest units, or more of them. */
export function inWords(millis, most = 2) {
  let left = Math.abs(Math.round(millis / 1000));
  const parts = [];
  for (const [unit, name] of [[86_400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']]) {
    const count = Math.floor(left / unit);
    left -= count * unit;
    if (count > 0) {
      parts.push(`${count} ${name}`);
    }
  }
  return (millis < 0 ? '−' : '') + (parts.slice(0, most).join(' ') || '0 min');
}

/** For "120 server-hours per": "7 days", "day", "12 h". */
export function period(millis) {
  const days = millis / DAY;
  return days === 1 ? 'day' : Number.isInteger(days) ? `${days} days` : inWords(millis);
}

/** For a field that duration() reads back: nothing is left out. */
export function inField(millis) {
  return inWords(millis, 4);
}

const NUMBERS = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12 };
const UNITS = [
  [/^w(eeks?)?$/, 7 * DAY], [/^d(ays?)?$/, DAY], [/^h(ours?|rs?)?$/, HOUR], [/^m(in(ute)?s?)?$/, MINUTE], [/^s(ec(ond)?s?)?$/, 1000],
];
const PART = new RegExp(`^( *)(?:(\\d{1,9}(?:\\.\\d{1,6})?)|(${Object.keys(NUMBERS).join('|')})(?= )) ?([a-z]+)`);
/** Two hundred years, as in the service. */
const MOST = 73_000 * DAY;

/**
 * Milliseconds of a field for a duration: "2 hours", "1h30", "90 min", "half an hour", "1 day and 6 hours"; null if it is none. Spans.java
 * reads the same for service and shell; durations.csv has examples on which both must agree.
 */
export function duration(text) {
  const plain = halves(text.trim().toLowerCase().replace(/^(\d{1,9})h([0-5]?\d)$/, '$1h$2m')).replaceAll(' and ', ' ');
  const sum = plain.startsWith('p') ? fromIsoDuration(plain.toUpperCase()) : onClock(plain) ?? inParts(plain);
  return sum > 0 && sum <= MOST ? sum : null;
}

/** "half an hour", "an hour and a half" and "two and a half hours" with a decimal. */
function halves(plain) {
  const half = (number, unit) => `${NUMBERS[number] ?? number}.5 ${unit}`;
  return plain
    .replace(/^half an? ([a-z]+)$/, '0.5 $1')
    .replace(/^([a-z0-9]+) and a half ([a-z]+)$/, (all, number, unit) => half(number, unit))
    .replace(/^([a-z0-9]+) ([a-z]+) and a half$/, (all, number, unit) => half(number, unit));
}

/** Days, hours, minutes and seconds, as Slurm has them. */
function onClock(plain) {
  const [, days, hours, minutes, seconds] = /^(?:(\d{1,9})-)?(\d{1,9}):([0-5]\d):([0-5]\d)$/.exec(plain) ?? [];
  return hours && Number(days ?? 0) * DAY + Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * 1000;
}

function inParts(plain) {
  let rest = plain;
  let sum = 0;
  let before = null;
  while (rest !== '') {
    const [all, space, digits, name, word] = PART.exec(rest) ?? [];
    const unit = word && UNITS.find(([form]) => form.test(word))?.[1];
    // Without a space, as in 1d2h: whole numbers, the largest unit first, and no weeks.
    const glued = before && space === '';
    if (!unit || (glued && (before.isDecimal || unit >= before.unit || before.unit > DAY || digits?.includes('.')))) {
      return null;
    }
    sum += Math.ceil(Number(((digits ? Number(digits) : NUMBERS[name]) * unit).toFixed(3)));
    before = { unit, isDecimal: Boolean(digits?.includes('.')) };
    rest = rest.slice(all.length);
  }
  return sum;
}
