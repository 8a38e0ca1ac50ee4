// A window that is being drawn on the timetable, by dragging or by keys: what it covers, and what it asks for.

import { counted } from '../explain.js';
import { taken } from '../parts.js';
import { HOUR, MINUTE, clock } from '../time.js';
import { drawnOn } from './hosts.js';

const LEAST = 5 * MINUTE;

/** @param from, to heights in lanes; end may be before start */
export function drawing(pool, from, to, start, end) {
  const when = { start, end: Math.max(end, start + LEAST) };
  if (pool.rows) {
    return { pool, from, to, ...drawnOn(pool, from, to), ...when };
  }
  const [low, high] = [from, to].map(Math.floor).sort((a, b) => a - b);
  return { pool, from, to, lane: low, lanes: high - low + 1, servers: pool.isInParts ? 1 : high - low + 1, ...when };
}

/** What it asks for: a drawn pool of hosts says how many of them at most, by host also which parts. */
export function wish({ pool, servers, parts, start, end }) {
  return { pool: pool.name, servers, parts, isWhole: parts === undefined && (pool.rows !== undefined || !pool.isInParts), start, end };
}

/** "10:00–12:00 · 2 gpus". */
export function label(zone, { pool, servers, parts, lanes, start, end }) {
  const what = parts ? taken({ parts }) : pool.rows ? counted(servers, pool.unit) : lanes;
  return `${clock(zone, start)}–${clock(zone, end)} · ${what}`;
}

/**
 * The same drawing after a key: arrows move it in time and across lanes, with shift they move its end alone. Null if the key means
 * nothing here.
 *
 * @param step how far in time
 */
export function afterKey(drawn, { key, shiftKey }, step, now) {
  const { pool, from, to, start, end } = drawn;
  const along = { ArrowRight: step, ArrowLeft: -step }[key];
  const across = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (along !== undefined) {
    const begin = shiftKey ? start : Math.max(now, start + along);
    return drawing(pool, from, to, begin, shiftKey ? end + along : begin + (end - start));
  }
  if (across !== undefined) {
    return drawing(pool, shiftKey ? from : stepped(pool, from, across), stepped(pool, shiftKey ? to : from, across), start, end);
  }
  return null;
}

/** A drawing to begin with: two hours, or as long as can be seen, on a lane. */
export function firstDrawing(pool, lane, now, step) {
  return drawing(pool, lane, lane, now, now + Math.max(2 * HOUR, step));
}

/** The next lane: on hosts the next card, or the next host where it is closed or has no cards. */
function stepped(pool, from, across) {
  if (!pool.rows) {
    return Math.max(0, Math.min(pool.servers - 1, from + across));
  }
  const stops = pool.rows.flatMap((row) => (row.isOpen && row.cards.length > 0 ? row.cards : [row])).map(({ at, lanes }) => at + lanes / 2);
  const here = stops.findLastIndex((stop) => stop <= from + 1e-6);
  return stops[Math.max(0, Math.min(stops.length - 1, here + across))];
}

/** The first lane of a pool, in its middle. */
export function firstLane(pool) {
  const first = pool.rows?.[0];
  const { at, lanes } = first ? (first.isOpen ? first.cards[0] ?? first : first) : { at: 0, lanes: 0 };
  return at + lanes / 2;
}
