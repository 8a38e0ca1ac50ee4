// What could be had, the best first, and why not what was asked.

import { cancelling } from '../cancelling.js';
import { atPrice, earlyStart, family, plural, price, reason, slower, spoken } from '../explain.js';
import { held, licences } from '../parts.js';
import { html, nothing } from '../lit.js';
import { inWords, span } from '../time.js';
import { waitOffer } from './waiting-list.js';

/** Fees for a late cancellation, which are those of the pool until it is booked. */
function late(site, offer, start, now) {
  const terms = cancelling(site.pools.find(({ name }) => name === offer.pool)?.tariff?.lateness, start, site.zone, now);
  return terms && site.costs(offer.price) ? html`<p class="faint cancelling">${terms}</p>` : nothing;
}

export function offerList(site, { offers, refusal }, asked, take, isBusy, only, wait) {
  const now = site.now();
  return html`<section class="offers" aria-label="Offers" aria-live="polite">
    ${refusal ? html`<div class="refusal" role="alert">
      <h3>Cannot be booked as asked</h3>
      <p>${spoken(refusal.detail)}</p>
      ${offers.length > 0 ? html`<p><strong>These alternatives fit:</strong></p>` : html`<p>No alternative fits either. Try a later deadline, fewer ${plural(site.unit)} or another pool.</p>`}
      ${waitOffer(refusal, isBusy, wait)}
    </div>` : nothing}
    <ol>${offers.map((offer, place) => {
      const start = Date.parse(offer.start);
      const end = Date.parse(offer.end);
      return html`<li class="card offer ${offer.family}">
        <header><span class="rank" aria-hidden="true">${place + 1}</span><h3>${family(offer.family, offer.unit)}</h3>${site.costs(offer.price) ? html`<span class="price">${price(offer.price)}</span>` : nothing}</header>
        <p class="when">${span(site.zone, start, end, now)} <span class="faint">(${inWords(end - start)})${offer.grams ? ` · ${offer.grams} g CO₂ expected` : ''}</span></p>
        ${asked.starts === 'when-free' ? html`<p class="early">${earlyStart({ ...asked, unit: offer.unit })}</p>` : nothing}
        ${late(site, offer, start, now)}
        ${offer.faster ? html`<p class="slower">${slower(offer, site.costs(offer.price), site.zone, now)}
          <button type="button" class="small" ?disabled=${isBusy} @click=${() => only(offer.faster.pool)}>Only on ${offer.faster.pool}</button></p>` : nothing}
        <div class="take"><p class="facts">${[held(offer), licences(offer)].filter(Boolean).join(' ')} on ${offer.pool}<span class="faint"> · ${reason(offer, asked)}</span></p>
        <button type="button" class=${place === 0 ? 'primary' : ''} ?disabled=${isBusy} aria-label="Book offer ${place + 1}${site.costs(offer.price) ? ` ${atPrice(offer.price)}` : ''}"
          @click=${() => take(offer)}>Book</button></div>
      </li>`;
    })}</ol>
  </section>`;
}
