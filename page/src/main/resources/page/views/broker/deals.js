// My deals: how they stand, and what is booked where.

import { get, query } from '../../api.js';
import { STATES as RESERVED, money, price } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { moment, span } from '../../time.js';
import { BookedList } from '../booked-list.js';
import { count, tasks } from '../provision/plan.js';
import { newsList } from './news.js';
import { reasonList } from './reasons.js';
import { reservationTable } from './table.js';
import { taken } from './units.js';

export const deals = { id: 'mine', title: 'Mine', role: 'user', isWide: true, draw: (site) => html`<h1 class="hidden">Mine</h1><berth-deals .site=${site}></berth-deals>` };

const SHOWN = 20;
const LOOK_EVERY = 2000;
const UNDER_WAY = ['holding', 'decided', 'releasing', 'undoing', 'replacing'];
const CANCELLABLE = ['holding', 'decided', 'booked', 'running', 'broken', 'replacing'];
const OPEN = ['holding', 'decided', 'booked', 'running', 'replacing'];
const LOST = ['degraded', 'cancelled', 'displaced', 'no-show'];
/** What is cancelled has no price any more; fees are told for the whole deal. */
const GONE = ['cancelled', 'displaced'];
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

/** What becomes of a reservation and is worth a word beside it; that it is booked is said above. */
const NOTABLE = ['running', 'degraded', 'ended', 'finished-early', 'no-show', 'cancelled', 'displaced'];

class Deals extends BookedList {
  static properties = { whole: { state: true } };

  kind = 'deal';
  heading = 'My deals';
  none = html`You have no deals yet. <a href="#/book">Say what you need</a>.`;
  older = 'berth deals';

  #watch = null;
  #hear = ({ detail }) => detail.kind === 'deal-changed' && this.load();

  constructor() {
    super();
    /** Those of which all is shown, by id. */
    this.whole = new Map();
  }

  connectedCallback() {
    super.connectedCallback();
    this.site.addEventListener('news', this.#hear);
    this.#watch = setInterval(() => this.all.some((deal) => UNDER_WAY.includes(deal.state)) && this.load(), LOOK_EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.site.removeEventListener('news', this.#hear);
    clearInterval(this.#watch);
  }

  /** What is open is read anew with the list. */
  loaded() {
    [...this.whole.keys()].forEach((id) => this.open(id));
  }

  async open(id) {
    try {
      const deal = await get(`/deals/${id}`);
      if (this.whole.has(id)) {
        this.whole = new Map(this.whole).set(id, deal);
      }
    } catch (problem) {
      this.problem = problem;
    }
  }

  toggle(id, isOpen) {
    if (isOpen) {
      this.whole = new Map(this.whole).set(id, null);
      this.open(id);
    } else {
      this.whole = new Map([...this.whole].filter(([each]) => each !== id));
    }
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
      <p class="facts">${Number(deal.price) > 0 ? `Price ${money(deal.price)}` : price(deal.price)}${Number(deal.fees) > 0 ? ` · fees ${money(deal.fees)}` : ''}
        · <span class="faint">${deal.id}, made ${moment(site.zone, Date.parse(deal.made), now)}</span></p>
      ${deal.replace && OPEN.includes(deal.state) ? html`<p class="faint">A part that its site cannot keep is booked at another one${deal.move ? ', or all parts at another time' : ''}.</p>` : nothing}
      ${deal.waits.length > 0 ? html`<div class="note"><h4>Waits for</h4>${reasonList(deal.waits)}</div>` : nothing}
      ${newsList(site, deal.news)}
      ${deal.state === 'broken' ? html`<p class="wrong">The other parts still stand. Book what is missing, or cancel the rest.</p>` : nothing}
      ${deal.reasons.length > 0 ? html`<details ?open=${deal.state === 'released' || deal.state === 'broken'}><summary>${deal.state === 'booked' ? 'What was refused before' : 'Reasons'}</summary>${reasonList(deal.reasons)}</details>` : nothing}
      ${deal.parts.some(({ reservations }) => reservations.length > 0) ? this.details(deal) : nothing}
      ${CANCELLABLE.includes(deal.state) ? this.actions(deal, this.cancelButton(deal)) : nothing}
    </article>`;
  }

  /** A site with many reservations, such as for a workflow, is a line. */
  part({ site: name, reservations }) {
    const { site } = this;
    const now = site.now();
    if (reservations.length === 0) {
      return html`<li data-site=${name}><strong>${name}</strong></li>`;
    }
    const from = Math.min(...reservations.map((each) => Date.parse(each.start)));
    const to = Math.max(...reservations.map((each) => Date.parse(each.end)));
    const [first] = reservations;
    const states = NOTABLE.map((state) => [state, reservations.filter((each) => each.state === state).length]).filter(([, number]) => number > 0);
    const told = states.map(([state, number]) => (number === reservations.length ? RESERVED[state] : `${RESERVED[state]}: ${number}`)).join(', ');
    return html`<li data-site=${name}><strong>${name}</strong> <span>${span(site.zone, from, to, now)}</span>
      <span class="faint">${reservations.length > 1 ? count(reservations.length, 'reservation') : `${taken(site, name, first)} · ${first.id}`}${GONE.includes(first.state) ? '' : ` · ${price(reservations.reduce((sum, each) => sum + Number(each.price), 0))}`}</span>
      ${told ? html`<span class="standing ${states.some(([state]) => LOST.includes(state)) ? 'wrong' : ''}">${told}</span>` : nothing}</li>`;
  }

  /** All reservations and tasks; lists of deals leave the tasks out, so it is read when somebody looks. */
  details({ id, name }) {
    const whole = this.whole.get(id);
    return html`<details class="whole" @toggle=${(event) => this.toggle(id, event.target.open)}><summary aria-label="All reservations of ${name}">All reservations</summary>
      ${whole ? html`${reservationTable(this.site, whole.parts.flatMap((part) => part.reservations.map((reservation) => ({ site: part.site, reservation }))), `Reservations of ${name}`)}
        ${whole.parts.some((part) => part.tasks?.length > 0) ? tasks(this.site, { tasks: whole.parts.flatMap((part) => part.tasks ?? []) }) : nothing}` : nothing}
    </details>`;
  }
}

customElements.define('berth-deals', Deals);
