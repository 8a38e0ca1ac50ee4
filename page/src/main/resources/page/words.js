// A job in plain words. The service reads them, by the one grammar that the shell uses as well; this page writes them, so that
// what is changed in a field is also said:
//   "4 servers, 2 hours of work, ready now, done by tomorrow 9:00, at most 40"

import { post } from './api.js';
import { counted } from './explain.js';
import { written } from './parts.js';
import { fromApi, toApi, writeTable } from './table.js';
import { DAY, HOUR, MINUTE, fromIsoDuration, iso, isoDuration, toWall } from './time.js';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const WEEKDAYS = 'MO,TU,WE,TH,FR';

/**
 * Asks the service what the words mean.
 *
 * @returns job: what was understood (times as instants and milliseconds), understood: the same in a sentence, unclear and
 *   missing: sentences about what was not understood and what has to be said as well
 */
export async function understand(text, zone) {
  const { job, understood, unclear, missing } = await post('/words', { text, zone }, { once: false });
  return { job: spoken(job), understood, unclear: unclear.map(({ message }) => message), missing };
}

function spoken({ table, work, stay, ready, deadline, notice, recurrence, ...rest }) {
  const job = { ...rest, ...recurring(recurrence), ...(table && { table: fromApi(table) }) };
  for (const [field, length] of Object.entries({ work, stay, notice })) {
    if (length !== undefined) {
      job[field] = fromIsoDuration(length);
    }
  }
  for (const [field, time] of Object.entries({ ready, deadline })) {
    if (time !== undefined) {
      job[field] = Date.parse(time);
    }
  }
  return job;
}

function recurring(recurrence) {
  if (!recurrence) {
    return {};
  }
  const parts = Object.fromEntries(recurrence.rule.split(';').map((part) => part.split('=')));
  const often = parts.FREQ === 'DAILY' ? 'day' : 'week';
  return { every: parts.BYDAY === WEEKDAYS ? 'weekday' : parts.BYDAY ?? often, times: Number(parts.COUNT) };
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

/** The words for a job; the service reads them as the job again, to the minute. */
export function write(job, zone, now, unit = 'server') {
  const parts = [];
  if (job.servers) {
    const called = job.pool === undefined ? job.unit ?? unit : unit;
    parts.push(job.mostServers ? `${job.servers} to ${counted(job.mostServers, called)}` : counted(job.servers, called));
  }
  parts.push(...written(job));
  if (job.table?.length > 0) {
    parts.push(writeTable(job.table));
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
  if (job.host) {
    parts.push(`on host ${job.host}`);
  } else if (job.spread) {
    parts.push('on several hosts');
  }
  Object.entries(job.attributes ?? {}).forEach(([name, value]) => parts.push(`${name}=${value}`));
  if (job.starts) {
    parts.push(job.starts === 'when-free' ? 'start when free' : 'start as promised');
  }
  if (job.notice) {
    parts.push(`${lengthInWords(job.notice)} notice`);
  }
  if (job.every) {
    parts.push(`every ${['day', 'week', 'weekday'].includes(job.every) ? job.every : weekdays(job.every)}`);
    parts.push(`${job.times} times`);
  }
  if (job.name) {
    parts.push(`named "${job.name}"`);
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
    : job.every === 'weekday' ? `FREQ=WEEKLY;BYDAY=${WEEKDAYS}`
    : `FREQ=WEEKLY;BYDAY=${job.every}`;
  return `${freq};COUNT=${job.times}`;
}

/** A job as the API takes it; what is not said is left out, and ready in the past is now. */
export function request(job, name, now) {
  return JSON.parse(JSON.stringify({
    name: job.name ?? name,
    servers: job.servers,
    mostServers: job.mostServers,
    table: job.table && toApi(job.table),
    work: job.work && isoDuration(job.work),
    stay: job.stay && isoDuration(job.stay),
    ready: job.ready && job.ready > now ? iso(job.ready) : undefined,
    deadline: job.deadline && iso(job.deadline),
    budget: job.budget,
    pool: job.pool,
    unit: job.pool === undefined ? job.unit : undefined,
    host: job.host,
    spread: job.spread,
    attributes: job.attributes,
    parts: job.parts,
    share: job.share,
    licences: job.licences,
    starts: job.starts,
    notice: job.notice && isoDuration(job.notice),
  }));
}
