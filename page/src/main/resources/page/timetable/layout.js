// Where everything goes on the timetable, without pixels of time: lanes from top to bottom, one for each server.
//
// By server a reservation lies on the servers it has or tentatively has. By pool servers are not named, so lanes are
// handed out first come, first served; they mean nothing but how many.

import { shares } from '../parts.js';
import { CARD_LANE, ghostRows, hostRows } from './hosts.js';

export const HEADER = 26;
const POOL_HEIGHT = 130;
const SERVER_LANE = 22;

/**
 * @returns height, pools: [{name, servers, top, lane (height of one), bars, outages}] where a bar is {lane, lanes, start,
 *   end, window} and an outage {lane, lanes, start, end, reason}; pools of hosts with parts also have their rows
 */
export function layout(pools, by, opened = new Map()) {
  let top = 0;
  const laid = pools.map((pool) => {
    if (pool.parts) {
      const hosts = by === 'server' ? inRows(pool, top, opened.get(pool.name)) : inParts(pool, top);
      top += HEADER + hosts.servers * hosts.lane + 8;
      return hosts;
    }
    const lane = by === 'server' ? SERVER_LANE : Math.min(18, Math.max(2, Math.floor(POOL_HEIGHT / pool.servers)));
    const placed = by === 'server' ? named(pool) : unnamed(pool);
    const result = { name: pool.name, servers: pool.servers, unit: pool.unit, names: pool.names, top, lane, ...placed };
    top += HEADER + pool.servers * lane + 8;
    return result;
  });
  return { pools: laid, height: top, by };
}

function inRows(pool, top, opened = new Map()) {
  return { name: pool.name, count: pool.servers, isInParts: true, unit: pool.unit, names: pool.names, top, lane: CARD_LANE, ...hostRows(pool, opened) };
}

/** Hosts by pool. Reservations of parts at the same time are in as few lanes as keep them apart, so a lane is no server. */
function inParts(pool, top) {
  const until = [];
  const bars = pool.windows.map((window) => {
    const free = until.findIndex((end) => end <= window.start);
    const lane = free < 0 ? until.length : free;
    until[lane] = window.end;
    return { lane, lanes: 1, start: window.start, end: window.end, window };
  });
  const lanes = Math.max(1, until.length);
  const lane = Math.min(18, Math.max(2, Math.floor(POOL_HEIGHT / lanes)));
  return { name: pool.name, servers: lanes, count: pool.servers, isInParts: true, unit: pool.unit, names: pool.names, top, lane, bars, idle: [], outages: [] };
}

function named(pool) {
  const bars = [];
  const spare = new Free(pool.servers);
  for (const window of pool.windows) {
    bars.push(...runs(window.numbers ?? spare.take(window), window));
  }
  const idle = (pool.opportunists ?? []).flatMap((job) => runs(job.numbers, job));
  return { bars, idle, outages: pool.outages.map(({ server, start, end, reason }) => ({ lane: server, lanes: 1, start, end, reason })) };
}

function unnamed(pool) {
  const outages = [];
  const blocked = new Map();
  for (const group of grouped(pool.outages)) {
    const lanes = lowest(pool.servers, blocked, group);
    outages.push(...runs(lanes, group).map(({ lane, lanes: high }) => ({ lane, lanes: high, start: group.start, end: group.end, reason: group.reason })));
    lanes.forEach((lane) => blocked.set(lane, [...(blocked.get(lane) ?? []), group]));
  }
  const free = new Free(pool.servers, blocked);
  const bars = pool.windows.flatMap((window) => runs(free.take(window), window));
  return { bars, idle: [], outages };
}

/** The lowest lanes that no other outage has then; any if there are too few, as a server may be out for several reasons. */
function lowest(servers, blocked, { start, end, count }) {
  const free = [];
  const taken = [];
  for (let lane = servers - 1; lane >= 0 && free.length < count; lane--) {
    const isTaken = (blocked.get(lane) ?? []).some((other) => other.start < end && start < other.end);
    (isTaken ? taken : free).push(lane);
  }
  return [...free, ...taken].slice(0, count).sort((a, b) => a - b);
}

/** Outages of the same time for the same reason are drawn as one. */
function grouped(outages) {
  const groups = new Map();
  for (const { start, end, reason } of outages) {
    const key = `${start} ${end} ${reason ?? ''}`;
    const group = groups.get(key) ?? { start, end, reason, count: 0 };
    group.count++;
    groups.set(key, group);
  }
  return groups.values();
}

/** Hands out lanes to windows that come in the order of their starts. */
class Free {
  constructor(lanes, blocked = new Map()) {
    this.until = new Array(lanes).fill(-Infinity);
    this.blocked = blocked;
  }

  take(window) {
    const free = [];
    const poor = [];
    for (let lane = 0; lane < this.until.length && free.length < window.servers; lane++) {
      if (this.until[lane] <= window.start) {
        const isBlocked = (this.blocked.get(lane) ?? []).some((group) => group.start < window.end && window.start < group.end);
        (isBlocked ? poor : free).push(lane);
      }
    }
    const lanes = [...free, ...poor].slice(0, window.servers).sort((a, b) => a - b);
    lanes.forEach((lane) => (this.until[lane] = window.end));
    return lanes;
  }
}

/** Neighbouring lanes are one bar. */
function runs(lanes, window) {
  const bars = [];
  for (const lane of lanes) {
    const last = bars.at(-1);
    if (last && last.lane + last.lanes === lane) {
      last.lanes++;
    } else {
      bars.push({ lane, lanes: 1, start: window.start, end: window.end, window });
    }
  }
  return bars;
}

/**
 * Bars for what is not booked, on lanes that are free then; on any if there are too few. Offers may overlap, as one of them
 * is taken at most; what is to be had together (isBeside) lies side by side.
 *
 * @returns {pool, bar, label, indent} with the label on the first bar of each
 */
export function ghostBars(pools, ghosts) {
  const beside = new Map(pools.map((pool) => [pool, []]));
  return ghosts.flatMap((ghost, rank) => {
    const pool = pools.find((each) => each.name === ghost.pool);
    if (!pool) {
      return [];
    }
    const bars = pool.rows ? ghostRows(pool, ghost) : runs(freeLanes(pool, ghost, ghost.isBeside ? beside.get(pool) : []), ghost);
    beside.get(pool).push(...bars);
    // Where offers overlap, their numbers must not.
    return bars.map((bar, place) => ({ pool, bar, label: place === 0 ? ghost.label : '', indent: ghost.isBeside ? 0 : 12 * rank }));
  });
}

function freeLanes(pool, ghost, others) {
  const used = new Set();
  for (const bar of [...pool.bars, ...pool.outages, ...others]) {
    if (bar.start < ghost.end && ghost.start < bar.end) {
      for (let lane = bar.lane; lane < bar.lane + bar.lanes; lane++) {
        used.add(lane);
      }
    }
  }
  const all = Array.from({ length: pool.servers }, (_, lane) => lane);
  const lanes = [...all.filter((lane) => !used.has(lane)), ...all.filter((lane) => used.has(lane))];
  return lanes.slice(0, ghost.servers).sort((a, b) => a - b);
}

/**
 * Bars for the tasks of a plan, side by side: where their reservations are if they are booked, else on lanes that nothing
 * and nobody of the plan has then. A bar ends with its slot; its task runs until `runs`.
 */
export function planBars(pool, tasks) {
  const places = pool.rows?.map(({ at }) => at) ?? Array.from({ length: pool.servers }, (_, lane) => lane);
  const lanes = places.map(() => []);
  const booked = new Map();
  for (const bar of [...pool.bars, ...pool.outages]) {
    const first = bar.row ?? bar.lane;
    for (let lane = first; lane < first + (pool.rows ? 1 : bar.lanes); lane++) {
      lanes[lane]?.push(bar);
    }
    if (bar.window) {
      booked.set(bar.window.id, first);
    }
  }
  const busy = lanes.map(byStart);
  const all = [...lanes.keys()];
  const until = new Array(places.length).fill(-Infinity);
  return [...tasks].sort((a, b) => a.start - b.start).map((task) => {
    const isOpen = (lane) => until[lane] <= task.start;
    const lane = booked.get(task.reservation)
      ?? all.find((each) => isOpen(each) && !overlaps(busy[each], task.start, task.slotEnd)) ?? all.find(isOpen) ?? 0;
    until[lane] = Math.max(until[lane], task.slotEnd);
    return { lane: places[lane], lanes: 1, start: task.start, runs: task.end, end: task.slotEnd, task };
  });
}

/** In the order of their starts, and until when at the latest one of those so far takes. */
function byStart(bars) {
  let latest = -Infinity;
  return bars.sort((a, b) => a.start - b.start).map((bar) => ({ start: bar.start, end: (latest = Math.max(latest, bar.end)) }));
}

/** Whether something in the order of byStart is in a time. */
function overlaps(bars, start, end) {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bars[middle].start < end) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low > 0 && bars[low - 1].end > start;
}

/** Free servers over time: times[i] is from when on free[i] servers are free. */
export function skyline(pool) {
  if (pool.parts) {
    return ofParts(pool);
  }
  const changes = [];
  for (const window of pool.windows) {
    changes.push([window.start, window.servers], [window.end, -window.servers]);
  }
  for (const outage of pool.outages) {
    changes.push([outage.start, 1], [outage.end, -1]);
  }
  changes.sort((a, b) => a[0] - b[0]);
  const times = [-Infinity];
  const free = [pool.servers];
  for (const [time, count] of changes) {
    if (times.at(-1) === time) {
      free[free.length - 1] -= count;
    } else {
      times.push(time);
      free.push(free.at(-1) - count);
    }
  }
  return { name: pool.name, servers: pool.servers, times, free };
}

/** The same of hosts in parts: as many as are left of the part that is used most. */
function ofParts(pool) {
  const changes = [];
  const whole = pool.parts.map(() => 1 / pool.servers);
  for (const window of pool.windows) {
    const taken = shares(pool, window);
    changes.push([window.start, taken, 1], [window.end, taken, -1]);
  }
  for (const outage of pool.outages) {
    changes.push([outage.start, whole, 1], [outage.end, whole, -1]);
  }
  changes.sort((a, b) => a[0] - b[0]);
  const used = pool.parts.map(() => 0);
  const left = () => Math.max(0, Math.round((1 - Math.max(...used)) * pool.servers * 100) / 100);
  const times = [-Infinity];
  const free = [pool.servers];
  for (const [time, taken, sign] of changes) {
    taken.forEach((part, place) => (used[place] += sign * part));
    if (times.at(-1) === time) {
      free[free.length - 1] = left();
    } else {
      times.push(time);
      free.push(left());
    }
  }
  return { name: pool.name, servers: pool.servers, times, free };
}

/** How many are free at a time. */
export function freeAt(line, time) {
  let low = 0;
  let high = line.times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (line.times[middle] <= time) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return line.free[low];
}
