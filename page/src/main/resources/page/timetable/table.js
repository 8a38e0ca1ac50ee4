// The timetable as a table, for whoever reads rather than looks.

import { html } from '../lit.js';
import { stateName, unitLabel } from '../explain.js';
import { held, taken, where } from '../parts.js';
import { moment, span } from '../time.js';

const MOST = 100;

export function table(site) {
  const { from, to } = site.view;
  const rows = site.timetable
    .flatMap((pool) => pool.windows.map((window) => ({ pool: pool.name, names: pool.names, isInParts: pool.parts !== undefined, unit: pool.unit, window })))
    .filter(({ window }) => window.end > from && window.start < to)
    .sort((a, b) => a.window.start - b.window.start);
  const outages = site.timetable.flatMap((pool) => pool.outages.map((outage) => ({ pool: pool.name, unit: pool.unit, name: pool.names.get(outage.server) ?? outage.server, ...outage })))
    .filter((outage) => outage.end > from && outage.start < to);
  const idle = site.timetable.flatMap((pool) => pool.opportunists.map((job) => ({ pool: pool.name, ...job })));
  return html`
    <div class="scrolls" tabindex="0" role="region" aria-label="Reservations as a table">
    <table>
      <caption>Reservations ${span(site.zone, from, to, site.now())}, by start${rows.length > MOST ? `; the first ${MOST} of ${rows.length}` : ''}</caption>
      <thead><tr><th scope="col">Name</th><th scope="col">User</th><th scope="col">Pool</th><th scope="col">${unitLabel(site.unit)}</th><th scope="col">When</th><th scope="col">State</th></tr></thead>
      <tbody>
        ${rows.slice(0, MOST).map(({ pool, names, isInParts, unit, window }) => html`<tr>
          <td>${window.name ?? (window.user ? 'private' : 'busy')}</td><td>${window.user ?? '–'}</td><td>${pool}${isInParts && window.numbers ? `: ${where(names, window)}` : ''}</td><td class="number">${taken(window) ? held(window, unit) : window.servers}</td>
          <td>${span(site.zone, window.start, window.end, site.now())}</td><td>${stateName(window.state, unit)}</td></tr>`)}
        ${rows.length === 0 ? html`<tr><td colspan="6">Nothing is booked in this time.</td></tr>` : ''}
      </tbody>
    </table>
    ${idle.length === 0 ? '' : html`<p>Opportunistic jobs on free servers: ${idle.slice(0, MOST).map((job, place) => `${place ? '; ' : ''}${job.user ? `${job.name} of ${job.user}` : job.id} on ${job.numbers.length} of ${job.pool}${job.until ? `, makes way ${moment(site.zone, job.until, site.now())}` : ''}`)}.</p>`}
    ${outages.length === 0 ? '' : html`<p>Out of service: ${outages.slice(0, MOST).map((outage, place) => `${place ? '; ' : ''}${outage.unit ?? 'server'} ${outage.name} of ${outage.pool} from ${moment(site.zone, outage.start, site.now())}${ending(site, outage)}${outage.reason ? `, blocked by ${outage.reason}` : ''}`)}.</p>`}
    </div>`;
}

function ending(site, { end, isFailure, repair }) {
  const at = (time) => moment(site.zone, time, site.now());
  if (!isFailure) {
    return end < Number.MAX_SAFE_INTEGER ? ` to ${at(end)}` : '';
  }
  return repair === null ? ', failed' : `, failed, repair expected ${at(repair)}${end > repair ? `, overdue; planned from ${at(end)} on` : ''}`;
}
