// Hosts of a pool with parts as rows of the timetable: a lane for each card, and a thin bar for each amount, such as cores and memory.
//
// A share of a card is a part of the height of its lane. Whoever takes no cards has a lane below them. A closed host is one thin row
// with the same lanes, and without bars for amounts.

import { portion } from '../parts.js';

export const CARD_LANE = 14;
const THIN = 0.75;
const PLAIN = 1.5;
const GAP = 0.5;
const CLOSED = 1.5;
/** More hosts of a pool are closed at first. */
const MOST_OPEN = 16;

/**
 * @param isOpen by host, what was chosen; others are open unless they are many
 * @returns rows, from top to bottom, in lanes: {host, name, at, lanes, isOpen, cards: [{part, number, at, lanes}], levels: [{part, count,
 *   at, lanes, steps}]}; bars and outages with the number of their row; servers: how many lanes all rows take
 */
export function hostRows(pool, isOpen) {
  const windows = byHost(pool.windows, ({ numbers }) => numbers ?? []);
  const outages = byHost(pool.outages, ({ server }) => [server]);
  const blocks = byHost(pool.blocks ?? [], ({ server }) => [server]);
  const opportunists = byHost(pool.opportunists ?? [], ({ numbers }) => numbers);
  const all = { rows: [], bars: [], outages: [], idle: [], servers: 0 };
  for (let host = 0; host < pool.servers; host++) {
    const here = windows.get(host) ?? [];
    const out = outages.get(host) ?? [];
    const row = rowOf(pool, host, here, isOpen.get(host) ?? pool.servers <= MOST_OPEN, all.servers);
    if (row.isOpen) {
      addLevels(pool, row, [...here, ...out, ...(blocks.get(host) ?? [])]);
    }
    const whole = { row: host, lane: row.at, lanes: row.lanes };
    all.rows.push(row);
    here.forEach((window) => all.bars.push(...barsOf(row, window)));
    out.forEach(({ start, end, reason }) => all.outages.push({ ...whole, start, end, reason }));
    (opportunists.get(host) ?? []).forEach((window) => all.idle.push({ ...whole, start: window.start, end: window.end, window }));
    all.servers += row.lanes + GAP;
  }
  return all;
}

function byHost(all, hostsOf) {
  const found = new Map();
  for (const each of all) {
    for (const host of hostsOf(each)) {
      found.has(host) ? found.get(host).push(each) : found.set(host, [each]);
    }
  }
  return found;
}

function rowOf(pool, host, windows, isOpen, at) {
  const kinds = pool.parts.filter(({ devices }) => devices);
  const numbered = kinds.flatMap((part) => Array.from({ length: part.count }, (_, number) => ({ part, number })));
  const plain = packed(windows.filter((window) => !takesCards(window, host) && !(isWhole(window) && numbered.length > 0)));
  const below = numbered.length > 0 ? plain.lanes : Math.max(1, plain.lanes);
  const high = numbered.length + below * PLAIN;
  const scale = isOpen ? 1 : CLOSED / high;
  const cards = numbered.map(({ part, number }, place) => ({ part: part.name, memory: part.memory, number, at: at + place * scale, lanes: scale }));
  const plainAt = (lane) => ({ at: at + (numbered.length + lane * PLAIN) * scale, lanes: PLAIN * scale });
  return {
    host, isOpen, at, lanes: high * scale, cards, levels: [], name: pool.names.get(host) ?? String(host),
    plain: new Map([...plain.of].map(([window, lane]) => [window, plainAt(lane)])), shared: new Map(),
  };
}

const isWhole = ({ parts, share }) => parts === undefined && share === undefined;

const takesCards = ({ devices }, host) => (devices ?? []).some(({ server }) => server === host);

/** Windows in as few lanes as keep them apart. */
function packed(windows) {
  const until = [];
  const of = new Map();
  for (const window of windows) {
    const free = until.findIndex((end) => end <= window.start);
    const lane = free < 0 ? until.length : free;
    until[lane] = window.end;
    of.set(window, lane);
  }
  return { of, lanes: until.length };
}

/** The bars of a window on a host: one for neighbouring cards, and one for a share. */
function barsOf(row, window) {
  const { start, end } = window;
  const bar = ({ at, lanes }) => ({ row: row.host, lane: at, lanes, start, end, window });
  if (row.plain.has(window)) {
    return [bar(row.plain.get(window))];
  }
  const taken = row.cards.filter(({ part, number }) => isWhole(window)
    || window.devices.some((each) => each.server === row.host && each.part === part && each.numbers.includes(number)));
  const { share } = window;
  const [ofShare, whole] = [taken.filter(({ part }) => part === share?.part), taken.filter(({ part }) => part !== share?.part)];
  return [...neighbours(whole).map(bar), ...ofShare.map((card) => bar(inShare(row, card, window)))];
}

/** Lanes beside each other as one. */
export function neighbours(cards) {
  const found = [];
  for (const { at, lanes } of cards) {
    const last = found.at(-1);
    if (last && Math.abs(last.at + last.lanes - at) < 1e-6) {
      last.lanes += lanes;
    } else {
      found.push({ at, lanes });
    }
  }
  return found;
}

/** The lowest place on a card that no other share has at that time. */
function inShare(row, card, window) {
  const part = portion(window.share, card.memory);
  const others = row.shared.get(card) ?? [];
  const beside = others.filter((each) => each.start < window.end && window.start < each.end);
  const isFree = (from) => from + part <= 1 + 1e-6 && beside.every((each) => from + part <= each.from + 1e-6 || each.from + each.part <= from + 1e-6);
  const from = [0, ...beside.map((each) => each.from + each.part)].sort((a, b) => a - b).find(isFree) ?? 1 - part;
  row.shared.set(card, [...others, { from, part, start: window.start, end: window.end }]);
  return { at: card.at + from * card.lanes, lanes: part * card.lanes };
}

function addLevels(pool, row, takers) {
  for (const part of pool.parts.filter(({ devices }) => !devices)) {
    row.levels.push({ part: part.name, count: part.count, at: row.at + row.lanes, lanes: THIN, steps: steps(part, takers) });
    row.lanes += THIN;
  }
}

/** How much of an amount is taken: from each of the times on. */
function steps(part, takers) {
  const changes = new Map();
  const change = (time, by) => changes.set(time, (changes.get(time) ?? 0) + by);
  for (const each of takers) {
    const amount = isWhole(each) ? part.count : each.parts?.[part.name] ?? 0;
    if (amount > 0) {
      change(each.start, amount);
      change(each.end, -amount);
    }
  }
  let taken = 0;
  return [...changes].sort((a, b) => a[0] - b[0]).map(([from, by]) => ({ from, taken: Math.min(part.count, taken += by) }));
}

/** How much of the amount of a level is taken at a time. */
export function takenAt({ steps: all }, time) {
  return all.findLast(({ from }) => from <= time)?.taken ?? 0;
}

/** The row at a height in lanes, and what is there: a card or a level. */
export function placeAt(pool, deep) {
  const row = pool.rows.findLast(({ at }) => at <= deep);
  const isThere = ({ at, lanes }) => at <= deep && deep < at + lanes;
  return { row, card: row?.isOpen ? row.cards.find(isThere) : undefined, level: row?.levels.find(isThere) };
}

/**
 * What a drag from one height to another asks for: on the cards of one open host that many of them, anywhere else whole hosts.
 *
 * @returns {lane, lanes, servers, parts}; without parts whole hosts
 */
export function drawnOn(pool, from, to) {
  const one = placeAt(pool, from);
  const other = placeAt(pool, to);
  if (one.card && one.row === other.row) {
    const kind = one.row.cards.filter(({ part }) => part === one.card.part);
    const last = kind.includes(other.card) ? other.card : to > from ? kind.at(-1) : kind[0];
    const [low, high] = [one.card, last].sort((a, b) => a.number - b.number);
    return { lane: low.at, lanes: high.at + high.lanes - low.at, servers: 1, parts: { [low.part]: high.number - low.number + 1 } };
  }
  const [low, high] = [one.row, other.row].sort((a, b) => a.at - b.at);
  return { lane: low.at, lanes: high.at + high.lanes - low.at, servers: high.host - low.host + 1 };
}

/** Where an offer could lie: on hosts whose cards are free then, as far as there are enough. */
export function ghostRows(pool, { servers, start, end, parts, share }) {
  const used = new Map();
  for (const bar of [...pool.bars, ...pool.outages]) {
    if (bar.start < end && start < bar.end) {
      used.has(bar.row) ? used.get(bar.row).push(bar) : used.set(bar.row, [bar]);
    }
  }
  const wanted = { ...parts, ...(share && { [share.part]: 1 }) };
  const fitting = (row) => {
    const taken = used.get(row.host) ?? [];
    const free = row.cards.filter((card) => taken.every((bar) => bar.lane >= card.at + card.lanes - 1e-6 || bar.lane + bar.lanes <= card.at + 1e-6));
    const cards = row.cards.length > 0 && Object.keys(wanted).length > 0
      ? [...new Set(row.cards.map(({ part }) => part))].flatMap((part) => free.filter((card) => card.part === part).slice(0, wanted[part] ?? 0)) : [];
    const asked = row.cards.reduce((sum, card) => sum + (card.number < (wanted[card.part] ?? 0) ? 1 : 0), 0);
    const isEnough = Object.keys(wanted).length > 0 ? cards.length === asked : taken.length === 0;
    return { row, isEnough, places: cards.length > 0 ? neighbours(cards) : [row] };
  };
  const all = pool.rows.map(fitting);
  return [...all.filter(({ isEnough }) => isEnough), ...all.filter(({ isEnough }) => !isEnough)].slice(0, servers)
    .sort((a, b) => a.row.at - b.row.at)
    .flatMap(({ row, places }) => places.map(({ at, lanes }) => ({ row: row.host, lane: at, lanes, start, end })));
}
