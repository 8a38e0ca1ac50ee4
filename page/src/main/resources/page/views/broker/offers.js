// What the sites of a broker offer, and why the others do not.

import { atPrice, plural, price } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { inWords, span } from '../../time.js';
import { reasonList } from './reasons.js';
import { taken } from './units.js';

function terms(site, offer) {
  const [start, end] = [Date.parse(offer.start), Date.parse(offer.end)];
  return html`<p class="when">${span(site.zone, start, end, site.now())} <span class="faint">(${inWords(end - start)})</span></p>`;
}

/** A job: the best site first, and one of them is taken. */
export function ranked(site, { offers }, take, isBusy) {
  return html`<ol>${offers.map((offer, place) => html`<li class="card offer" data-site=${offer.site}>
    <header><span class="rank" aria-hidden="true">${place + 1}</span><h3>${offer.site}</h3><span class="price">${price(offer.price)}</span></header>
    ${terms(site, offer)}
    <div class="take"><p class="facts">${taken(site, offer.site, offer)}</p>
      <button type="button" class=${place === 0 ? 'primary' : ''} ?disabled=${isBusy} aria-label="Book at ${offer.site} ${atPrice(offer.price)}"
        @click=${() => take(offer.site)}>Book</button></div>
  </li>`)}</ol>`;
}

/** Parts: all of them are taken, or none. */
export function together(site, { offers }, take, isBusy) {
  const total = offers.reduce((sum, offer) => sum + Number(offer.price), 0);
  return html`<div class="card offer">
    <header><h3>All parts in one window</h3><span class="price">${price(total)}</span></header>
    ${terms(site, offers[0])}
    <ul class="parts">${offers.map((offer) => html`<li data-site=${offer.site}><strong>${offer.site}</strong>
      <span>${taken(site, offer.site, offer)}</span> <span class="faint">${price(offer.price)}</span></li>`)}</ul>
    ${total > 0 ? html`<p class="faint">Before discounts and surcharges of the sites.</p>` : nothing}
    <div class="actions"><button type="button" class="primary" ?disabled=${isBusy} aria-label="Book all parts ${atPrice(total)}" @click=${() => take()}>Book all parts</button></div>
  </div>`;
}

/** @param reasons what sites have said that offer nothing */
export function refusals(site, reasons, isPossible) {
  return reasons.length === 0 ? nothing : html`<div class=${isPossible ? 'note' : 'refusal'} role=${isPossible ? nothing : 'alert'}>
    <h3>${isPossible ? 'Sites that cannot do it' : 'Cannot be booked as asked'}</h3>
    ${reasonList(reasons)}
    ${isPossible ? nothing : html`<p>Nothing was booked. Change what you ask for, such as a later end, fewer ${plural(site.unit)} or other sites, and try again.</p>`}
  </div>`;
}
