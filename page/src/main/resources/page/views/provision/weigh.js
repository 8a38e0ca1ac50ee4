// Ways to choose among plans beside the scatter: a slider that weighs cost against time, and a table.

import { price } from '../../explain.js';
import { html, nothing, repeat } from '../../lit.js';
import { inWords, moment } from '../../time.js';
import { STEPS, havePrices } from './pareto.js';
import { words } from './scatter.js';

/** Why there are no other plans. */
export function verdict(points) {
  return points.length > 1 ? 'None of them is beaten in both cost and time.' : `No other was found that is ${havePrices(points) ? 'cheaper or ' : ''}done earlier.`;
}

/** @param alpha null if the plan was chosen by hand, and no weight would choose it */
export function slider(site, points, alpha, chosen, weigh) {
  if (points.length < 2) {
    return nothing;
  }
  const told = alpha === null ? 'chosen by hand' : alpha.toFixed(2);
  return html`<div class="field alpha" data-field="alpha">
    <div class="row"><label for="alpha">What counts</label><output for="alpha">${alpha === null ? told : `alpha ${told}`}</output></div>
    <input id="alpha" type="range" min="0" max="1" step=${1 / STEPS} .value=${String(alpha ?? 0.5)} aria-describedby="alpha-ends"
      aria-valuetext="${told}${points[chosen] ? `: plan ${chosen + 1}, ${words(site, points[chosen])}` : ''}"
      @input=${(event) => weigh(Number(event.target.value))}>
    <p class="hint row" id="alpha-ends"><span>as early as possible</span><span>as cheap as possible</span></p>
  </div>`;
}

/** What the same would take without reservations; nothing without an estimate. */
export function queueLine(site, queue) {
  return queue ? html`<p class="in-the-queue">Without reservations, in the queue of ${queue.pool}: takes ${inWords(queue.millis)}, done ${moment(site.zone, queue.done, site.now())}${site.costs(queue.cost) ? `, cost ${price(queue.cost)}` : ''}.
    <span class="faint">An estimate; it takes longer if others submit jobs meanwhile.</span></p>` : nothing;
}

export function pointTable(site, points, chosen, pick) {
  const isPriced = havePrices(points);
  return html`<div class="scrolls tall" tabindex="0" role="region" aria-label="Plans to choose from"><table>
    <thead><tr>${isPriced ? html`<th scope="col">Cost</th>` : nothing}<th scope="col">Makespan</th><th scope="col">Done</th><th scope="col">Slots</th><th scope="col"><span class="hidden">Choose</span></th></tr></thead>
    <tbody>${repeat(points, (_, place) => place, (point, place) => html`<tr class=${place === chosen ? 'is-chosen' : ''}>
      ${isPriced ? html`<td class="number">${price(point.cost)}</td>` : nothing}<td>${inWords(point.millis)}</td><td>${moment(site.zone, point.done, site.now())}</td><td class="number">${point.slots}</td>
      <td><button type="button" class="small" aria-pressed=${String(place === chosen)} aria-label="Choose plan ${place + 1}: ${words(site, point)}"
        @click=${() => pick(place)}>Choose</button></td></tr>`)}</tbody>
  </table></div>`;
}
