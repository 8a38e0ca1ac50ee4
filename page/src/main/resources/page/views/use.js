// How a reservation is used: a small chart of the time, and a button for what is idle and needed all the same.

import { html, nothing, svg } from '../lit.js';
import { fromIsoDuration, inWords, moment } from '../time.js';

const FULL = 14;
const HEIGHT = 14;

const MEASURES = [['cards', 'Cards'], ['cardMemory', 'Card memory'], ['cores', 'Cores'], ['memory', 'Memory']];

/** One bar for each digit; where nothing is known there is none. */
function bars(levels) {
  return [...levels].map((digit, i) => {
    const level = parseInt(digit, 16);
    return level > FULL ? nothing : svg`<rect x=${i} y=${HEIGHT - Math.max(level, 0.5)} width="1" height=${Math.max(level, 0.5)}></rect>`;
  });
}

function chart(site, each, now) {
  const every = inWords(fromIsoDuration(each.every));
  const start = moment(site.zone, Date.parse(each.start), now);
  return MEASURES.filter(([field]) => each[field]).map(([field, label]) => html`<div class="use-line">
    <span class="faint">${label}</span>
    <svg class="use" role="img" aria-label="${label} in use from ${start}, a bar for ${every}" viewBox="0 0 ${each[field].length} ${HEIGHT}" preserveAspectRatio="none">${bars(each[field])}</svg>
  </div>`);
}

function idle(site, each, now) {
  const since = moment(site.zone, Date.parse(each.since), now);
  const what = each.then === 'shrink' ? 'Its idle servers are given back' : 'It is given back';
  return each.until
    ? html`<p class="wrong" role="status">Idle since ${since} (use below ${each.below}%). ${what} at ${moment(site.zone, Date.parse(each.until), now)}.</p>`
    : html`<p class="faint">Idle since ${since} (use below ${each.below}%).</p>`;
}

/**
 * Use of a reservation that runs.
 *
 * @param use as the service tells it; undefined if it is not known
 * @param keep says that it is needed; left out if one may not
 */
export function useOf(site, reservation, use, keep) {
  if (!use || (!use.chart && !use.idle && !use.keptUntil)) {
    return nothing;
  }
  const now = site.now();
  const { used, idle: unused, hours } = use.measured;
  return html`<div class="measured">
    ${use.chart ? chart(site, use.chart, now) : nothing}
    ${Number(hours) > 0 ? html`<p class="faint">Measured ${hours} server-hours: used ${used}, idle ${unused}.</p>` : nothing}
    ${use.idle ? idle(site, use.idle, now) : nothing}
    ${use.keptUntil ? html`<p class="faint">Kept until ${moment(site.zone, Date.parse(use.keptUntil), now)}, idle or not.</p>` : nothing}
    ${use.idle && keep ? html`<button type="button" class="small keep" aria-label="I need ${reservation.name}" @click=${keep}>I need it</button>` : nothing}
  </div>`;
}
