// The time axis.

import { nothing, svg } from '../lit.js';
import { month } from '../time.js';

export const AXIS = 44;

/** Days above, times below; if the marks are days, the month above. */
export function axis({ ticks, days, x, gutter, width, now }, { zone, view }) {
  const areDays = ticks.every((mark) => mark.isDay);
  const above = areDays
    ? [svg`<text class="day" x=${gutter + 6} y="16">${month(zone, view.from)}</text>`]
    : days.map((day) => {
        const left = Math.max(gutter, x(day.from));
        return x(day.to) - left < 70 ? nothing : svg`<text class="day" x=${left + 6} y="16">${day.label}</text>`;
      });
  return svg`
    ${above}
    ${ticks.map((mark) => {
      const at = x(mark.at);
      return at < gutter - 1 || at > width - 10 ? nothing : svg`
        <line x1=${Math.round(at) + 0.5} x2=${Math.round(at) + 0.5} y1="36" y2=${AXIS}></line>
        <text x=${at + 6} y="35">${mark.isDay && !areDays ? '00:00' : mark.label}</text>`;
    })}
    ${x(now) > gutter && x(now) < width ? svg`<circle class="now" cx=${x(now)} cy=${AXIS - 4} r="4"></circle>` : nothing}`;
}
