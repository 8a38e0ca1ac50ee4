// How schedulers and spare-time policies are called, and what they do, in a few words.

export const SCHEDULERS = [
  ['heft', 'HEFT', 'the longest way to the end first'],
  ['hbmct', 'HBMCT', 'group by group, balanced'],
  ['fcp', 'FCP', 'critical path, quick to plan'],
  ['dls', 'DLS', 'the best pair of task and server'],
  ['cpop', 'CPOP', 'the critical path on one server'],
  ['min-min', 'Min-Min', 'short tasks first'],
  ['max-min', 'Max-Min', 'long tasks first'],
  ['greedy', 'Greedy', 'each where it ends first'],
];

export const SPARES = [
  ['r_even_percent1', 'in proportion, to every task'],
  ['r_even_percent2', 'in proportion, gaps counted'],
  ['cp_even_percent', 'in proportion, path by path'],
  ['cp_even_time', 'the same time, path by path'],
  ['r_even_time', 'the same time, gaps counted'],
  ['r_cp_first', 'in proportion, critical path first'],
  ['dag_reserve', 'whole servers until the deadline'],
];

/** Plans with it book whole servers, so that they cost the most. */
export const WHOLE_SERVERS = 'dag_reserve';

/** Whether a policy works in rounds until less than a threshold is left. */
export function hasThreshold(spare) {
  return spare.startsWith('r_');
}

export function schedulerName(id) {
  return SCHEDULERS.find(([key]) => key === id)?.[1] ?? id;
}

export function spareName(id) {
  return SPARES.find(([key]) => key === id)?.[1] ?? id;
}
