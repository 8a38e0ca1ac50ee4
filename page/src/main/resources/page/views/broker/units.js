// What the pools of the sites call their servers.

import { counted } from '../../explain.js';

export function unitOf(site, name, pool) {
  return site.sites.find((each) => each.name === name)?.pools.find((each) => each.name === pool)?.unit;
}

/** "4 gpus on h100". */
export function taken(site, name, { servers, pool }) {
  return `${counted(servers, unitOf(site, name, pool))} on ${pool}`;
}
