// What is asked of a broker, as the API takes it. What is not said is left out.

import { iso, isoDuration } from '../../time.js';
import { request } from '../provision/terms.js';

/** The start of a plan if none is given, as the broker has it: said, so that later requests are about the same plans. */
const LEAD = 10 * 60_000;
const MINUTE = 60_000;

function plain(object) {
  return JSON.parse(JSON.stringify(object));
}

/** @param at the site where it is to be booked; without it, all that are not left out are asked */
export function jobRequest(site, values, name, at) {
  const isMoldable = values.counted === 'work' && values.mostServers !== undefined;
  const job = {
    name,
    servers: values.servers,
    mostServers: isMoldable ? values.mostServers : undefined,
    serial: isMoldable && values.serial ? share(values.serial) : undefined,
    [values.counted]: values.length && isoDuration(values.length),
    ...times(site, values),
  };
  const { budget, by } = values;
  // A job for some sites stays at these; a part of a site may be replaced at any other.
  return plain(at && isReplaced(values) ? { name, budget, replace: true, parts: [{ site: at, jobs: [job] }] }
    : { budget, by, sites: at ? [at] : asked(site, values), job });
}

export function windowRequest(site, values, parts, name) {
  const length = values.length && isoDuration(values.length);
  const job = ({ takes, servers, mostServers, work, pool }) => (takes === 'work'
    ? { name, servers, mostServers, work: work && isoDuration(work), pool: pool || undefined }
    : { name, servers, stay: length, pool: pool || undefined });
  return plain({
    name,
    budget: values.budget,
    replace: values.replace === 'yes' || undefined,
    move: values.replace === 'move' || undefined,
    window: { ...times(site, values), duration: length },
    parts: parts.map((part) => ({ site: part.site, jobs: [job(part)] })),
  });
}

export function workflowRequest(site, values, terms, id) {
  const ready = terms.ready ?? Math.ceil((site.now() + LEAD) / MINUTE) * MINUTE;
  return plain({ name: values.name, budget: values.budget, sites: asked(site, values), workflow: { ...request({ ...terms, ready }), id } });
}

function asked(site, { leftOut = [] }) {
  return site.sites.map((each) => each.name).filter((name) => !leftOut.includes(name));
}

function isReplaced({ replace = 'no' }) {
  return replace !== 'no';
}

function times(site, { ready, deadline }) {
  return { ready: ready > site.now() ? iso(ready) : undefined, deadline: deadline && iso(deadline) };
}

/** What is no number is sent as it is: the service says what is wrong with it. */
function share(percent) {
  const number = Number(percent.replace('%', '').replace(',', '.'));
  return Number.isNaN(number) ? percent : String(number / 100);
}
