// Reservations at sites, a row for each.

import { counted, price, stateName } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { moment } from '../../time.js';
import { unitOf } from './units.js';

/** @param rows {site, reservation} each; those that are booked have an id and a state */
export function reservationTable(site, rows, caption) {
  const now = site.now();
  const isBooked = rows.some(({ reservation }) => reservation.id);
  return html`<div class="scrolls tall" tabindex="0" role="region" aria-label=${caption}><table class="allocations">
    <caption>${caption}</caption>
    <thead><tr><th scope="col">Site</th>${isBooked ? html`<th scope="col">Reservation</th><th scope="col">State</th>` : nothing}<th scope="col">Pool</th><th scope="col">Takes</th>
      <th scope="col">From</th><th scope="col">To</th><th scope="col">Price</th></tr></thead>
    <tbody>${rows.map(({ site: name, reservation }) => html`<tr>
      <th scope="row">${name}</th>${isBooked ? html`<td>${reservation.id}</td><td>${stateName(reservation.state, unitOf(site, name, reservation.pool))}</td>` : nothing}<td>${reservation.pool}</td>
      <td class="one-line">${counted(reservation.servers, unitOf(site, name, reservation.pool))}</td>
      <td>${moment(site.zone, Date.parse(reservation.start), now)}</td><td>${moment(site.zone, Date.parse(reservation.end), now)}</td><td class="number">${price(reservation.price)}</td></tr>`)}</tbody>
  </table></div>`;
}
