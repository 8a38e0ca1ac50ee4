// All schedulers with all ways to spread spare time, the one that leaves every task the most first.

import { html, nothing } from '../../lit.js';
import { moment } from '../../time.js';
import { WHOLE_SERVERS, schedulerName, spareName } from './names.js';

/** Whole servers come after slots, because they book more than the tasks need. */
function rank({ feasible, spare }) {
  return feasible ? (spare === WHOLE_SERVERS ? 1 : 0) : 2;
}

export function comparison(site, { rows }, terms, choose) {
  const now = site.now();
  const sorted = [...rows].sort((a, b) => rank(a) - rank(b)
    || (b.sparePercent?.least ?? 0) - (a.sparePercent?.least ?? 0)
    || (b.sparePercent?.mean ?? 0) - (a.sparePercent?.mean ?? 0)
    || Date.parse(a.finish) - Date.parse(b.finish));
  return html`<div class="scrolls tall" tabindex="0" role="region" aria-label="Comparison">
    <table class="comparison">
      <caption>The most spare time for every task first; the end is without spare time</caption>
      <thead><tr><th scope="col">Scheduler and spare time</th><th scope="col">Ends</th><th scope="col">Spare: least, mean</th><td></td></tr></thead>
      <tbody>${sorted.map((row) => {
        const isChosen = row.scheduler === terms.scheduler && row.spare === terms.spare;
        const name = `${schedulerName(row.scheduler)}, ${spareName(row.spare)}`;
        return html`<tr class=${isChosen ? 'is-chosen' : ''} data-row="${row.scheduler} ${row.spare}">
          <th scope="row">${schedulerName(row.scheduler)} <span class="faint">${spareName(row.spare)}</span></th>
          <td>${moment(site.zone, Date.parse(row.finish), now)}</td>
          <td>${row.feasible ? `${Math.round(row.sparePercent.least)} %, ${Math.round(row.sparePercent.mean)} %` : html`<span class="wrong">too late</span>`}</td>
          <td>${isChosen ? html`<span class="badge">chosen</span>`
            : row.feasible ? html`<button type="button" class="small" aria-label="Use ${name}" @click=${() => choose({ scheduler: row.scheduler, spare: row.spare })}>Use</button>` : nothing}</td>
        </tr>`;
      })}</tbody>
    </table>
  </div>`;
}
