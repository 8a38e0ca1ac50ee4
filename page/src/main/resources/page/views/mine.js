// My reservations, my series, and my calendar.

import { get, post, request } from '../api.js';
import { held } from '../parts.js';
import { html, nothing, repeat } from '../lit.js';
import { moment } from '../time.js';
import { View } from '../view.js';
import { askCards, ownAsks } from './asks.js';
import { card } from './card.js';
import { trouble } from './field.js';
import { ownEntries, waitingCards } from './waiting-list.js';

export const mine = { id: 'mine', title: 'Mine', role: 'user', draw: (site) => html`<berth-mine .site=${site}></berth-mine>` };

/** How often the use of reservations that run is asked for, and of how many. */
const USE_EVERY = 60_000;
const MOST_USES = 20;

class Mine extends View {
  static properties = { series: { state: true }, uses: { state: true }, past: { state: true }, shared: { state: true }, problem: { state: true }, secret: { state: true } };

  #seen = null;

  #looks;

  constructor() {
    super();
    this.series = new Map();
    this.shared = [];
    this.uses = new Map();
  }

  connectedCallback() {
    super.connectedCallback();
    this.site.wantsMine = true;
    this.site.load();
    this.#looks = setInterval(() => this.loadUses(), USE_EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.site.wantsMine = false;
    clearInterval(this.#looks);
  }

  siteChanged() {
    this.requestUpdate();
    if (this.site.mine !== this.#seen) {
      this.#seen = this.site.mine;
      this.loadSeries();
      this.loadShared();
      this.loadUses();
    }
  }

  /** How those that run are used; nothing is said of one that has ended meanwhile, or where an older service does not know. */
  async loadUses() {
    const running = this.site.mine.filter((each) => each.state === 'running').slice(0, MOST_USES);
    this.uses = new Map(await Promise.all(running.map(async ({ id }) => [id, await get(`/reservations/${id}/use`).catch(() => undefined)])));
  }

  async loadSeries() {
    const ids = [...new Set(this.site.mine.map((each) => each.series).filter(Boolean))];
    this.series = new Map(await Promise.all(ids.map(async (id) => [id, await get(`/series/${id}`)])));
  }

  /** Reservations in which others let me run commands. */
  async loadShared() {
    this.shared = (await get('/reservations?guest=me&limit=100')).reservations.filter((each) => each.user !== this.site.account.name);
  }

  render() {
    const { site } = this;
    const single = site.mine.filter((each) => !each.series).sort((a, b) => a.start.localeCompare(b.start));
    return html`
      <section>
        <h2>My reservations</h2>
        ${trouble(this.problem)}
        ${askCards(site, this)}
        ${waitingCards(site, this)}
        ${site.mine.length + site.requests.length + ownAsks(site).length + ownEntries(site).length === 0 ? html`<p class="empty">You have booked nothing yet. <a href="#/book">Say what you need</a>, or drag on the timetable.</p>` : nothing}
        ${repeat(single, (each) => each.id, (each) => this.one(each))}
        ${repeat(site.requests, (each) => each.id, (each) => this.queued(each))}
        ${site.ended === 0 ? nothing : html`<p class="faint">${site.ended} ended recently. <button type="button" class="small quiet ended"
          @click=${() => this.past ? (this.past = null) : this.attempt(async () => { this.past = (await get('/reservations?user=me&limit=1000&ended=true')).reservations; })}>${this.past ? 'Hide' : 'Show'}</button></p>`}
        ${(this.past ?? []).map((each) => card(site, each, { show: () => this.show(each) }))}
      </section>
      ${this.shared.length === 0 ? nothing : html`<section class="shared">
        <h2>Shared with me</h2>
        ${repeat(this.shared, (each) => each.id, (each) => card(site, each, { show: () => this.show(each) }))}
      </section>`}
      ${[...this.series.values()].map((series) => this.oneSeries(series))}
      ${this.calendar()}`;
  }

  one(reservation) {
    const { site } = this;
    return card(site, reservation, {
      change: (kind) => { site.change = { id: reservation.id, kind }; site.changed(); },
      confirm: () => this.attempt(() => post(`/reservations/${reservation.id}/confirm`)),
      use: this.uses.get(reservation.id),
      keep: () => this.attempt(async () => {
        const { keptUntil } = await post(`/reservations/${reservation.id}/keep`, {});
        await this.loadUses();
        this.say(`${reservation.name} is kept until ${moment(site.zone, Date.parse(keptUntil), site.now())}`);
      }),
      show: () => this.show(reservation),
    });
  }

  queued(request) {
    const { site } = this;
    return html`<article class="card reservation" data-id=${request.id}>
      <header><h3>${request.name}</h3><span class="badge waiting">Queued</span></header>
      <p class="when">Decided at ${moment(site.zone, Date.parse(request.decision), site.now())}</p>
      <p class="facts">${held(request)}, done by ${moment(site.zone, Date.parse(request.deadline), site.now())}
        · <span class="faint">${request.id}</span></p>
      <div class="actions"><button type="button" class="small" aria-label="Withdraw ${request.name}"
        @click=${() => this.attempt(async () => { await remove(`/reservations/${request.id}`); this.say(`${request.name} is withdrawn`); })}>Withdraw</button></div>
    </article>`;
  }

  show(reservation) {
    const { site } = this;
    const length = site.view.to - site.view.from;
    const start = Date.parse(reservation.start);
    site.selected = reservation.id;
    site.show(start - length / 4, start + (3 * length) / 4);
    document.querySelector('berth-timetable')?.scrollIntoView({ block: 'nearest' });
  }

  oneSeries(series) {
    const { site } = this;
    const booked = series.occurrences.filter((each) => each.state === 'booked');
    return html`<section class="card series" data-series=${series.series}>
      <header><h3>${series.name}</h3><span class="badge">${booked.length} to come</span></header>
      <p class="faint">${inWords(series.rule)}, at the same time in ${series.zone} · ${series.series}</p>
      <ul>${series.occurrences.map((each) => html`<li class=${each.state}>
        <span>${moment(site.zone, Date.parse(each.ready), site.now())}${each.reservation ? html` <span class="faint">on ${each.reservation.pool}</span>` : nothing}</span>
        ${each.state === 'booked'
          ? html`<button type="button" class="small" aria-label="Skip ${series.name} ${moment(site.zone, Date.parse(each.ready), site.now())}"
              @click=${() => this.skip(series, each)}>Skip</button>`
          : html`<span class="badge">${{ refused: 'did not fit', skipped: 'skipped', gone: 'over' }[each.state]}</span>`}
      </li>`)}</ul>
      <div class="actions"><button type="button" class="small" @click=${() => this.cancelSeries(series)}>Cancel the whole series</button></div>
    </section>`;
  }

  async attempt(work) {
    this.problem = null;
    try {
      await work();
      await this.site.load();
    } catch (problem) {
      this.problem = problem;
    }
  }

  skip(series, occurrence) {
    return this.attempt(async () => {
      const now = await post(`/series/${series.series}/skip`, { occurrence: occurrence.ready });
      this.series = new Map(this.series).set(series.series, now);
      this.say(`${series.name} skips ${moment(this.site.zone, Date.parse(occurrence.ready), this.site.now())}`);
    });
  }

  cancelSeries(series) {
    return this.attempt(async () => {
      await request('DELETE', `/series/${series.series}`);
      this.say(`${series.name} is cancelled`);
    });
  }

  say(message) {
    this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: message }));
  }

  calendar() {
    const address = `${location.origin}/api/v1/calendar/${this.site.account.name}.ics`;
    return html`<section class="card">
      <h3>In your calendar</h3>
      <p>Subscribe to <a class="address" href=${address}>${address}</a> with the user name <code>${this.site.account.name}</code>
        and a token of its own as password.</p>
      ${this.secret
        ? html`<p role="status">Password (shown only once, for one year): <code class="secret">${this.secret}</code></p>`
        : html`<button type="button" class="small" @click=${() => this.attempt(async () => {
            this.secret = (await post('/tokens', { note: 'calendar', scope: 'read', lifetime: 'P365D' }, { once: false })).token;
          })}>Create a token</button>`}
    </section>`;
  }
}

/** Withdraws or cancels. */
function remove(path) {
  return request('DELETE', path);
}

/** A rule as far as words are short. */
function inWords(rule) {
  const parts = Object.fromEntries(rule.split(';').map((part) => part.split('=')));
  const every = parts.BYDAY ? `every ${parts.BYDAY.split(',').map((day) => ({ MO: 'Mon', TU: 'Tue', WE: 'Wed', TH: 'Thu', FR: 'Fri', SA: 'Sat', SU: 'Sun' })[day] ?? day).join(', ')}`
    : { DAILY: 'every day', WEEKLY: 'every week', MONTHLY: 'every month', YEARLY: 'every year' }[parts.FREQ];
  return every && !parts.INTERVAL ? every.charAt(0).toUpperCase() + every.slice(1) : rule;
}

customElements.define('berth-mine', Mine);
