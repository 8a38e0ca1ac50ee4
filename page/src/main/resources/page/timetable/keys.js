// Where the arrow keys lead: along the reservations of a pool in time, and across to another pool, or to another host where hosts have rows.

/**
 * @param current {pool, bar}, or null to begin with the first that is in view
 * @returns {pool, bar}; the current one at an end, null if there is nothing at all
 */
export function neighbour(pools, current, along, across, from) {
  if (!current) {
    const pool = pools.find((each) => each.bars.length > 0);
    const first = pool && inTime(pool).find((window) => window.end > from);
    return pool ? at(pool, first ?? inTime(pool)[0]) : null;
  }
  if (along !== 0) {
    const windows = inTime(current.pool);
    const next = windows[windows.indexOf(current.bar.window) + along];
    return next ? at(current.pool, next) : current;
  }
  const order = pools.flatMap(groups);
  const place = order.findIndex(({ pool, row }) => pool === current.pool && row === current.bar.row);
  const group = order[place + across];
  if (!group) {
    return current;
  }
  const away = (bar) => Math.abs(bar.start - current.bar.start);
  return { pool: group.pool, bar: group.bars.reduce((best, bar) => (away(bar) < away(best) ? bar : best)) };
}

/** The bars of a pool, or of each of its hosts if they have rows; those without any are left out. */
function groups(pool) {
  const byRow = new Map();
  pool.bars.forEach((bar) => (byRow.has(bar.row) ? byRow.get(bar.row).push(bar) : byRow.set(bar.row, [bar])));
  return [...byRow].sort(([one], [other]) => one - other).map(([row, bars]) => ({ pool, row, bars }));
}

function inTime(pool) {
  return [...new Set(pool.bars.map((bar) => bar.window))].sort((a, b) => a.start - b.start || a.id.localeCompare(b.id));
}

function at(pool, window) {
  return { pool, bar: pool.bars.find((bar) => bar.window === window) };
}
