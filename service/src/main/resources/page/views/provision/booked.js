// What was booked from searches: where it stands, and giving it up, with what that costs before it is done.

import { get, query, request } from '../../api.js';
import { cost, localised, money } from '../../explain.js';
import { html, nothing, repeat } from '../../lit.js';
import { moment } from '../../time.js';
import { View } from '../../view.js';
import { trouble } from '../field.js';
import { count } from './plan.js';

const SHOWN = 10;
const STATES = { waiting: 'to come', running: 'running', ended: 'over', finished: 'finished early', degraded: 'lost servers', cancelled: 'cancelled' };

class Provisions extends View {
  static properties = {
    provisions: { state: true }, more: { state: true }, quote: { state: true }, problem: { state: true }, isBusy: { state: true },
  };

  #seen = null;
  #turn = 0;

  constructor() {
    super();
    this.provisions = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#seen = this.site.timetable;
    this.load();
  }

  /** Whatever happens on the site makes it read the timetable anew: so are these. */
  siteChanged() {
    this.requestUpdate();
    if (this.site.timetable !== this.#seen) {
      this.#seen = this.site.timetable;
      this.load();
    }
  }

  async load() {
    const turn = ++this.#turn;
    try {
      const all = [];
      for (let next = ''; next !== undefined;) {
        const page = await get(query('/provisions', { after: next, limit: 1000 }));
        all.push(...page.provisions);
        next = page.next;
      }
      const newest = all.reverse().slice(0, SHOWN);
      const provisions = await Promise.all(newest.map((each) => (each.released ? each : get(`/provisions/${each.provision}`))));
      if (turn === this.#turn) {
        this.provisions = provisions;
        this.more = all.length - provisions.length;
      }
    } catch (problem) {
      this.problem = problem;
    }
  }

  render() {
    return html`<section class="booked" aria-label="Booked">
      <h2>Booked</h2>
      ${trouble(this.problem, (text) => localised(text, this.site.zone, this.site.now()))}
      ${this.provisions.length === 0 ? html`<p class="empty">Nothing yet. What is booked here is listed until a month after its end.</p>` : nothing}
      ${repeat(this.provisions, (each) => each.provision, (each) => this.one(each))}
      ${this.more > 0 ? html`<p class="hint">And ${this.more} older.</p>` : nothing}
    </section>`;
  }

  one(provision) {
    const { site, quote } = this;
    const now = site.now();
    const finish = Date.parse(provision.finish);
    const reservations = provision.allocations ?? [];
    const states = [...new Set(reservations.map((each) => each.state))];
    const isOpen = !provision.released && states.some((state) => ['waiting', 'running', 'degraded'].includes(state));
    const badge = provision.released ? ['', 'Given up'] : !isOpen ? ['', 'Over'] : states.includes('degraded') ? ['degraded', 'Lost servers']
      : states.includes('running') ? ['running', 'Running'] : ['waiting', 'Booked'];
    const name = provision.name || provision.provision;
    return html`<article class="card reservation" data-provision=${provision.provision}>
      <header><h3>${name}</h3><span class="badge ${badge[0]}">${badge[1]}</span></header>
      <p class="when">${finish > now ? 'Done' : 'Was done'} ${moment(site.zone, finish, now)} <span class="faint">(from ${moment(site.zone, Date.parse(provision.ready), now)})</span></p>
      <p class="facts">${reservations.length > 0 ? html`${count(reservations.length, 'reservation')}: ${states.map((state) => `${reservations.filter((each) => each.state === state).length} ${STATES[state] ?? state}`).join(', ')} · ` : nothing}
        <span class="faint">${money(provision.cost)} at base prices${provision.user === site.account.name ? '' : ` · ${provision.user}`} · ${provision.provision}</span></p>
      ${quote?.provision === provision.provision ? this.priced(provision, quote.quote) : isOpen ? html`<div class="actions">
        <button type="button" class="small" aria-label="Show ${name} on the timetable" @click=${() => this.show(provision)}>Show</button>
        <button type="button" class="small" aria-label="Cancel ${name}" ?disabled=${this.isBusy} @click=${() => this.ask(provision)}>Cancel</button>
      </div>` : nothing}
    </article>`;
  }

  priced(provision, quote) {
    return html`<p class="quote" role="status">If you cancel what is left of it, ${cost(quote)}.</p>
      <div class="actions">
        <button type="button" class="primary small" ?disabled=${this.isBusy} @click=${() => this.cancel(provision)}>Cancel it</button>
        <button type="button" class="small" @click=${() => (this.quote = null)}>Leave it</button>
      </div>`;
  }

  async attempt(work) {
    this.isBusy = true;
    this.problem = null;
    try {
      await work();
    } catch (problem) {
      this.problem = problem;
    }
    this.isBusy = false;
  }

  /** The first of its reservations is looked at, and its times are in view. */
  show({ allocations }) {
    const { site } = this;
    const starts = allocations.map((each) => Date.parse(each.start));
    const from = Math.min(...starts);
    const to = Math.max(...allocations.map((each) => Date.parse(each.end)));
    site.selected = allocations[starts.indexOf(from)].reservation;
    site.show(from - (to - from) / 8, to + (to - from) / 8);
    document.querySelector('berth-timetable')?.scrollIntoView({ block: 'nearest' });
  }

  ask(provision) {
    return this.attempt(async () => {
      this.quote = (await request('DELETE', `/provisions/${provision.provision}?dryRun=true`, { once: false })).answer;
      await this.updateComplete;
      this.querySelector(`[data-provision=${provision.provision}] button.primary`)?.focus();
    });
  }

  cancel(provision) {
    return this.attempt(async () => {
      await request('DELETE', `/provisions/${provision.provision}`);
      this.quote = null;
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `${provision.name || provision.provision} is cancelled` }));
      await this.load();
      this.site.refresh();
    });
  }
}

customElements.define('berth-provisions', Provisions);
