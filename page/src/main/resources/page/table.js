// A table of how long a job takes on each number of servers, as people write it: "2:4h, 4:2h30m". ServerTable.java reads and
// writes the same for service and shell.

import { DAY, HOUR, MINUTE, duration, fromIsoDuration, inWords, isoDuration } from './time.js';

/** Rows of {servers, duration in milliseconds}; null if the text is no table. */
export function readTable(text) {
  const rows = text.split(',').map((row) => {
    const [, servers, length] = /^\s*(\d{1,8}):(.+)$/.exec(row) ?? [];
    return { servers: Number(servers), duration: length ? duration(length) : null };
  });
  return rows.every((row) => row.servers > 0 && row.duration) ? rows : null;
}

export function writeTable(rows) {
  return rows.map((row) => `${row.servers}:${short(row.duration)}`).join(', ');
}

function short(millis) {
  let left = millis;
  return [[DAY, 'd'], [HOUR, 'h'], [MINUTE, 'm'], [1000, 's']].map(([unit, letter]) => {
    const count = Math.floor(left / unit);
    left -= count * unit;
    return count > 0 ? `${count}${letter}` : '';
  }).join('');
}

/** "2 for 4 h or 4 for 2 h 30 min". */
export function tableInWords(rows) {
  return rows.map((row) => `${row.servers} for ${inWords(row.duration, 4)}`).join(' or ');
}

export function fromApi(rows) {
  return rows.map((row) => ({ ...row, duration: fromIsoDuration(row.duration) }));
}

export function toApi(rows) {
  return rows.map((row) => ({ ...row, duration: isoDuration(row.duration) }));
}
