// Fees for a late cancellation in words: until when it is free, and what share of the price it costs from when on.

import { hundredths } from './explain.js';
import { fromIsoDuration, moment } from './time.js';

const percent = (share) => `${hundredths(String(Number(share) * 100))}%`;

/**
 * @param lateness as a tariff or a reservation has it; undefined for none
 * @param start from which lateness counts
 * @returns a sentence; empty where cancelling costs nothing that was agreed
 */
export function cancelling(lateness, start, zone, now) {
  if (!lateness) {
    return '';
  }
  const steps = lateness.steps.map(({ before, share }) => [start - fromIsoDuration(before), share]);
  const words = steps.map(([from, share]) => `${percent(share)} from ${moment(zone, from, now)}`);
  if (steps.length === 0) {
    words.push('free');
  } else if (steps[0][0] > now) {
    words.unshift(`free until ${moment(zone, steps[0][0], now)}`);
  }
  if (lateness.linear) {
    words.push('rising evenly in between');
  }
  if (lateness.reached) {
    words.push(`since the last change at least ${percent(lateness.reached)}`);
  }
  if (Number(lateness.noShow) > 0) {
    words.push(`${percent(lateness.noShow)} more if nobody comes`);
  }
  return `Cancelling: ${words.join(', ')}.`;
}
