// What notices are about, as the API calls it and in words that follow "when a reservation".

export const KINDS = [
  ['confirmed', 'is confirmed'],
  ['starts-soon', 'starts soon'],
  ['moved', 'moves or is pulled forward'],
  ['degraded', 'loses its servers'],
  ['recovered', 'has servers again'],
  ['ends-soon', 'ends soon'],
  ['turned-away', 'is turned away'],
  ['released', 'is released'],
];

export function kindNames(kinds) {
  return kinds.length === KINDS.length ? 'everything' : kinds.join(', ');
}
