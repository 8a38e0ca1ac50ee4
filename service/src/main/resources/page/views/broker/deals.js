// My deals: how they stand, and what is booked where.

import { get, query } from '../../api.js';
import { counted, money } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { moment, span } from '../../time.js';
import { BookedList } from '../booked-list.js';
import { newsList } from './news.js';
import { reasonList } from './reasons.js';

export const deals = { id: 'mine', title: 'Mine', role: 'user', isWide: true, draw: (site) => html`<h1 class="hidden">Mine</h1><berth-deals .site=${site}></berth-deals>` };

const SHOWN = 20;
const LOOK_EVERY = 2000;
const UNDER_WAY = ['holding', 'decided', 'releasing', 'undoing', 'replacing'];
const CANCELLABLE = ['holding', 'decided', 'booked', 'running', 'broken', 'replacing'];
const STATES = {
  holding: ['Asking the sites', 'held'],
  decided: ['Being confirmed', 'held'],
  booked: ['Booked', 'waiting'],
  releasing: ['Being released', ''],
  released: ['Not booked', 'degraded'],
  undoing: ['Being cancelled', ''],
  undone: ['Cancelled', ''],
  running: ['Running', 'running'],
  done: ['Done', ''],
  broken: ['A part is missing', 'degraded'],
  replacing: ['A part is being replaced', 'held'],
};

/** The words for a state, and the class of its badge. */
function state(deal) {
  const isCancelled = deal.state === 'released' && deal.reasons.some(({ code }) => code === 'cancelled');
  return STATES[isCancelled ? 'undone' : deal.state] ?? [deal.state, ''];
}

class Deals extends BookedList {
  kind = 'deal';
  heading = 'My deals';
  none = html`You have no deals yet. <a href="#/book">Say what you need</a>.`;
  older = 'berth deals';

  #watch = null;

  connectedCallback() {
    super.connectedCallback();
    this.#watch = setInterval(() => this.all.some((deal) => UNDER_WAY.includes(deal.state)) && this.load(), LOOK_EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#watch);
  }

  id(deal) {
    return deal.id;
  }

  async read() {
    const page = await get(query('/deals', { user: 'me', newest: true, limit: SHOWN }));
    return { all: page.deals, more: page.next ? 'some' : 0 };
  }

  price({ fees }) {
    return Number(fees) > 0 ? `a fee of ${money(fees)} is due` : 'no fee is due';
  }

  one(deal) {
    const { site } = this;
    const now = site.now();
    const [words, badge] = state(deal);
    return html`<article class="card deal" data-deal=${deal.id}>
      <header><h3>${deal.name}</h3><span class="badge ${badge}">${words}</span></header>
      <ul class="parts" aria-label="Parts of ${deal.name}">${deal.parts.map((part) => this.part(part))}</ul>
      <p class="facts">${Number(deal.price) > 0 ? `Price ${money(deal.price)}` : 'No charge'}${Number(deal.fees) > 0 ? ` · fees ${money(deal.fees)}` : ''}
        · <span class="faint">${deal.id}, made ${moment(site.zone, Date.parse(deal.made), now)}</span></p>
      ${deal.reasons.length > 0 ? html`<details><summary>${deal.state === 'booked' ? 'What was refused before' : 'Reasons'}</summary>${reasonList(site, deal.reasons)}</details>` : nothing}
      ${deal.waits.length > 0 ? html`<div class="note"><h4>Waits for</h4>${reasonList(site, deal.waits)}</div>` : nothing}
      ${deal.news.length > 0 ? html`<details ?open=${deal.state === 'broken'}><summary>News since it was booked</summary>${newsList(site, deal.news)}</details>` : nothing}
      ${deal.state === 'broken' ? html`<p class="wrong">The other parts still stand. Book what is missing, or cancel the rest.</p>` : nothing}
      ${CANCELLABLE.includes(deal.state) ? this.actions(deal, this.cancelButton(deal)) : nothing}
    </article>`;
  }

  part({ site: name, reservations }) {
    const { site } = this;
    return reservations.length === 0 ? html`<li data-site=${name}><strong>${name}</strong></li>`
      : reservations.map((each) => html`<li data-site=${name}><strong>${name}</strong>
          <span>${span(site.zone, Date.parse(each.start), Date.parse(each.end), site.now())}</span>
          <span class="faint">${counted(each.servers)} on ${each.pool} · ${money(each.price)} · ${each.id}</span></li>`);
  }
}

customElements.define('berth-deals', Deals);
