// Plans of which none is better in both cost and makespan, and which of them a weight chooses.

import { fromIsoDuration } from '../../time.js';

/** Weights are hundredths: as fine as a slider can be moved. */
export const STEPS = 100;

/** Points as the API gives them, by ascending cost, with exact numbers to compare. */
export function numbered(points) {
  return points.map((point) => ({
    ...point,
    millionths: Math.round(Number(point.cost) * 1e6),
    millis: Math.round(fromIsoDuration(point.makespan)),
    done: Date.parse(point.finish),
  }));
}

/** Whether any plan costs something. Without prices one plan is left, the one that is done first. */
export function havePrices(points) {
  return points.some(({ millionths }) => millionths > 0);
}

/**
 * The place of the point with the least alpha * cost + (1 - alpha) * makespan, both from 0 for the least to 1 for the
 * greatest of all; the earlier done of equals. The service chooses in the same way, which the tests hold against it.
 */
export function choose(points, alpha) {
  const [cheapest, earliest] = [points[0], points.at(-1)];
  let best = 0;
  let least = Infinity;
  points.forEach((point, place) => {
    const cost = share(point.millionths, cheapest.millionths, earliest.millionths);
    const time = share(point.millis, earliest.millis, cheapest.millis);
    const value = alpha * cost + (1 - alpha) * time;
    if (value <= least) {
      least = value;
      best = place;
    }
  });
  return best;
}

function share(value, least, most) {
  return most === least ? 0 : (value - least) / (most - least);
}

/** A weight that chooses this point, in the middle of those that do; null if none does, as others always weigh less. */
export function alphaOf(points, place) {
  const choosing = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS).filter((alpha) => choose(points, alpha) === place);
  return choosing.length === 0 ? null : choosing[Math.floor(choosing.length / 2)];
}
