// Who has each server at a moment, who is next, what runs there while it is idle, and what guards see there.

/** Those that a guard could not tell apart, such as the parts of one card, are all named. */
function intrudersOf(sightings, { name, host }) {
  return host && name ? sightings.filter((each) => each.host === host && each.servers?.includes(name)) : [];
}

/** The servers of a pool by number: those with names, or as many as there are. */
function listed({ serverList, servers, unit }) {
  return serverList ?? Array.from({ length: servers }, (_, number) => ({ number, label: `${unit ?? 'server'} ${number}` }));
}

function oneServer(pool, server, windows, { sightings, uses }, now) {
  const out = pool.outages.find((each) => each.server === server.number && Date.parse(each.start) <= now && !(Date.parse(each.end) <= now));
  const current = windows.find((each) => Date.parse(each.start) <= now && now < Date.parse(each.end));
  const next = windows.find((each) => Date.parse(each.start) > now);
  const idle = current || out ? undefined : (pool.opportunists ?? []).find((each) => each.serverNumbers.includes(server.number));
  return {
    /** Hosts in parts may have several owners. */
    owners: pool.parts ? windows.filter((each) => Date.parse(each.start) <= now && now < Date.parse(each.end)) : [],
    free: pool.freeNow?.find((each) => each.server === server.number)?.parts,
    parts: pool.parts,
    uses,
    key: `${pool.pool} ${server.number}`,
    label: server.name ?? server.label,
    pool: pool.pool,
    out,
    current,
    next,
    idle,
    use: current && uses.find((each) => each.reservation === current.reservation),
    intruders: intrudersOf(sightings, server),
  };
}

/** By number, each in the order of time, as the service tells them. */
function windowsByServer(pool) {
  const found = new Map();
  for (const window of pool.windows) {
    for (const number of window.serverNumbers ?? []) {
      found.has(number) ? found.get(number).push(window) : found.set(number, [window]);
    }
  }
  return found;
}

/**
 * Servers by host, or by pool where hosts are not known.
 *
 * @param pools of a timetable by server
 * @param seen sightings and uses, as the guards tell them
 */
export function byHost(pools, seen, now) {
  const groups = new Map();
  for (const pool of pools) {
    const windows = windowsByServer(pool);
    for (const server of listed(pool)) {
      const name = server.host ?? pool.pool;
      const key = server.host ? `host ${name}` : `pool ${name}`;
      const group = groups.get(key) ?? { name, pools: new Set(), units: new Set(), servers: [] };
      groups.set(key, group);
      group.pools.add(pool.pool);
      group.units.add(pool.unit ?? 'server');
      group.servers.push(oneServer(pool, server, windows.get(server.number) ?? [], seen, now));
    }
  }
  return [...groups.values()];
}
