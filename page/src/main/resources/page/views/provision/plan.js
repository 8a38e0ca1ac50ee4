// The plan that is chosen: what it comes to, what it takes from the pools, and where its tasks run.

import { money, price, unitLabel } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { fromIsoDuration, inWords, moment, span } from '../../time.js';

const MOST_ROWS = 300;

export function count(number, word) {
  return `${number.toLocaleString('en-GB')} ${word}${number === 1 ? '' : 's'}`;
}

export function summary(site, search, plan) {
  const now = site.now();
  const finish = Date.parse(plan.finish);
  const spare = search.deadline ? Date.parse(search.deadline) - finish : null;
  return html`<dl class="facts-list">
    <dt>Done</dt><dd>${moment(site.zone, finish, now)} <span class="faint">(${inWords(fromIsoDuration(plan.makespan))} after ${moment(site.zone, Date.parse(search.ready), now)}${spare === null
      ? '' : spare > 0 ? `, ${inWords(spare)} before the deadline` : ', just at the deadline'})</span></dd>
    <dt>Takes</dt><dd>${count(plan.allocations.length, 'allocation')} for ${count(plan.tasks.length, 'task')}</dd>
    ${plan.price !== undefined && !site.costs(plan.price) ? nothing : html`<dt>Price</dt><dd>${plan.price === undefined ? 'can no longer be booked' : html`<strong class="price">${price(plan.price)}</strong> if booked now`}
      ${Number(plan.cost) === 0 ? nothing : html`<span class="faint">(${money(plan.cost)} without surcharges)</span>`}</dd>`}
  </dl>`;
}

/** The numbers are those on the timetable. */
export function allocations(site, plan) {
  const now = site.now();
  return html`<div class="scrolls tall" tabindex="0" role="region" aria-label="Allocations of the plan"><table class="allocations">
    <caption>Allocations, numbered as on the timetable</caption>
    <thead><tr><th scope="col"><span class="hidden">Number</span></th><th scope="col">Pool</th><th scope="col">${unitLabel(site.unit)}</th><th scope="col">From</th><th scope="col">To</th>${site.hasPrices ? html`<th scope="col">Cost</th>` : nothing}</tr></thead>
    <tbody>${plan.allocations.slice(0, MOST_ROWS).map((each, place) => html`<tr>
      <td class="number">${place + 1}</td><th scope="row">${each.pool}</th><td class="number">${each.servers}</td>
      <td>${moment(site.zone, Date.parse(each.start), now)}</td><td>${moment(site.zone, Date.parse(each.end), now)}</td>${site.hasPrices ? html`<td class="number">${money(each.cost)}</td>` : nothing}</tr>`)}</tbody>
  </table></div>${left(plan.allocations)}`;
}

export function tasks(site, plan) {
  const now = site.now();
  const rows = [...plan.tasks].sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
  return html`<div class="scrolls tall" tabindex="0" role="region" aria-label="Tasks of the plan"><table>
    <caption>Tasks by start</caption>
    <thead><tr><th scope="col">Task</th><th scope="col">Pool</th><th scope="col">${unitLabel(site.unit)}</th><th scope="col">Runs</th></tr></thead>
    <tbody>${rows.slice(0, MOST_ROWS).map((each) => html`<tr><th scope="row">${each.task}</th><td>${each.pool}${each.site ? ` at ${each.site}` : ''}</td><td class="number">${each.servers}</td>
      <td>${span(site.zone, Date.parse(each.start), Date.parse(each.end), now)}</td></tr>`)}</tbody>
  </table></div>${left(rows)}`;
}

function left(rows) {
  return rows.length > MOST_ROWS ? html`<p class="hint">The first ${MOST_ROWS} of ${count(rows.length, 'row')}; the API has them all.</p>` : nothing;
}
