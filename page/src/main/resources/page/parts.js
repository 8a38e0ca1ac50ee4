// Parts of hosts: what each server of a pool has and what a job takes of it, in words and as fields of a booking.

import { counted } from './explain.js';

const GIB = 1024;

/** "64 GiB": from MiB. */
function size(mebibytes) {
  return mebibytes % GIB === 0 ? `${mebibytes / GIB} GiB` : `${mebibytes} MiB`;
}

/** "2 gpus", "16 cores", "64 GiB of memory". */
export function amount(name, count) {
  return name === 'memory' ? `${size(count)} of memory` : counted(count, name.replace(/s$/, ''));
}

const isCard = (name) => name === 'gpu' || name.startsWith('gpu-');

/** Parts in the order in which people say them: cards, others, memory. */
function inOrder(parts) {
  const rank = (name) => (isCard(name) ? 0 : name === 'memory' ? 2 : 1);
  return Object.entries(parts ?? {}).sort(([one], [other]) => rank(one) - rank(other) || one.localeCompare(other));
}

function listed(all) {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

function shared({ part, thousandths, memory }) {
  return `${memory ? size(memory) : thousandths / 1000} of ${isCard(part) ? 'a' : 'one'} ${part}`;
}

/** "2 gpus, 16 cores and 64 GiB of memory": what is taken of each server; empty for whole servers. */
export function taken({ parts, share }) {
  return listed([...(share ? [shared(share)] : []), ...inOrder(parts).map(([name, count]) => amount(name, count))]);
}

/** What a reservation or an offer has, with parts where it takes them: "2 gpus", "8 gpus on each of 2 servers", "4 servers". */
export function held(one, unit = one.unit) {
  const parts = taken(one);
  if (parts === '') {
    return counted(one.servers, unit);
  }
  return one.servers > 1 ? `${parts} on each of ${counted(one.servers, unit)}` : parts;
}

/** "gpu 0, 1": which devices; empty if none are settled. */
export function devices(one) {
  return (one.devices ?? []).map(({ part, numbers, server }) => `${part} ${numbers.join(', ')}${one.servers > 1 ? ` of server ${server}` : ''}`).join('; ');
}

/** "dgx1 (gpu 0, 1)": which hosts of a pool a window has, and which of their devices; empty if it has none. */
export function where(names, { numbers = [], devices: all = [] }) {
  return numbers.map((number) => {
    const own = all.filter(({ server }) => server === number).map(({ part, numbers: which }) => `${part} ${which.join(', ')}`);
    return `${names.get(number) ?? number}${own.length > 0 ? ` (${own.join('; ')})` : ''}`;
  }).join(', ');
}

/** How much of one device a share is, from 0 to 1. */
export function portion(share, memory) {
  return share.memory ? share.memory / memory : share.thousandths / 1000;
}

/** "with 1 licence of matlab"; empty without licences. */
export function licences({ licences: all }) {
  const named = Object.entries(all ?? {}).map(([name, count]) => `${counted(count, 'licence')} of ${name}`);
  return named.length > 0 ? `with ${listed(named)}` : '';
}

/** What a job takes in plain words, as the service reads them. */
export function written({ parts, share, licences: all }) {
  return [
    ...inOrder(parts).map(([name, count]) => (name === 'memory' ? `${count % GIB === 0 ? `${count / GIB} GB` : `${count} MB`} of memory` : `${count} ${name}`)),
    ...(share ? [share.memory ? `${share.memory} MB of a ${share.part}` : `${share.thousandths / 1000} of a ${share.part}`] : []),
    ...Object.entries(all ?? {}).map(([name, count]) => `${counted(count, 'licence')} of ${name}`),
  ];
}

/** The parts that can be asked for: those of the pool that was chosen, or of all pools, each once. */
export function offered(site, pool) {
  const found = new Map();
  for (const each of site.pools) {
    if (pool === undefined || each.name === pool) {
      for (const part of each.parts ?? []) {
        const known = found.get(part.name);
        found.set(part.name, { ...part, count: Math.max(part.count, known?.count ?? 0), shares: part.shares ?? known?.shares });
      }
    }
  }
  return [...found.values()];
}

/** Of each part of a pool, the share that a window takes of all hosts together. */
export function shares(pool, { parts, share: some, servers }) {
  const all = pool.parts.map(({ name, count, memory }) => {
    const whole = parts === undefined && some === undefined ? count : parts?.[name] ?? 0;
    const piece = some?.part === name ? portion(some, memory) : 0;
    return ((whole + piece) * servers) / (count * pool.servers);
  });
  return all;
}
