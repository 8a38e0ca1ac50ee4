// Where the time axis has its marks, and what they say, in a zone.

import { d3 } from '../d3.js';
import { DAY, fromWall, toWall } from '../time.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function dayLabel(wall) {
  const day = new Date(wall);
  return `${DAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
}

/** Marks between two instants, about `count` of them, at round times of the zone's clocks: {at, label, isDay, isWeekend}. */
export function ticks(zone, from, to, count) {
  const shown = d3.utcTicks(new Date(toWall(zone, from)), new Date(toWall(zone, to)), count);
  return shown.map((date) => {
    const wall = date.getTime();
    const isDay = wall % DAY === 0;
    return { at: fromWall(zone, wall), label: isDay ? dayLabel(wall) : date.toISOString().slice(11, 16), isDay };
  });
}

/** The days between two instants, for bands behind the bars: {from, to, label, isWeekend}. */
export function days(zone, from, to) {
  const list = [];
  const first = Math.floor(toWall(zone, from) / DAY) * DAY;
  const last = toWall(zone, to);
  for (let wall = first; wall < last; wall += DAY) {
    const weekday = new Date(wall).getUTCDay();
    list.push({
      from: fromWall(zone, wall),
      to: fromWall(zone, wall + DAY),
      label: dayLabel(wall),
      isWeekend: weekday === 0 || weekday === 6,
      isOdd: Math.floor(wall / DAY) % 2 !== 0,
    });
  }
  return list;
}
