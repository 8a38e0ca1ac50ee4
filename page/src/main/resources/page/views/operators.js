// For whoever runs the site: how it goes, who did what, and who may do what.

import { get, query } from '../api.js';
import { plural } from '../explain.js';
import { html, nothing } from '../lit.js';
import { DAY, HOUR, MINUTE, fromIsoDuration, iso, isoDuration, moment } from '../time.js';
import { View } from '../view.js';
import { refusals, utilisation } from './charts.js';
import { trouble } from './field.js';
import { losses } from './losses.js';
import './accounts.js';
import './pool-form.js';

export const operators = {
  id: 'operators', title: 'Operators', role: 'operator', isWide: true, draw: (site) => html`<berth-operators .site=${site}></berth-operators>`,
};

const RANGES = [['6 hours', 6 * HOUR, 15 * MINUTE], ['24 hours', DAY, HOUR], ['7 days', 7 * DAY, 6 * HOUR], ['31 days', 31 * DAY, DAY]];
const PAGE = 15;
const MOST = 500;
const AUDIT_EVERY = 5_000;

class Operators extends View {
  static properties = { history: { state: true }, range: { state: true }, audit: { state: true }, next: { state: true }, actor: { state: true }, problem: { state: true } };

  #seen = null;
  #watch = null;
  #done = () => this.loadAudit();

  constructor() {
    super();
    this.range = '24 hours';
    this.audit = [];
    this.actor = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
    // Not everything that is audited is told to those who listen to the site: accounts and tokens are not.
    this.addEventListener('done', this.#done);
    this.#watch = setInterval(() => this.loadAudit(), AUDIT_EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.removeEventListener('done', this.#done);
    clearInterval(this.#watch);
  }

  siteChanged() {
    this.requestUpdate();
    if (this.site.timetable !== this.#seen) {
      this.#seen = this.site.timetable;
      this.load();
    }
  }

  async load() {
    const [, length, step] = RANGES.find(([name]) => name === this.range);
    try {
      const now = this.site.now();
      const [history] = await Promise.all([
        this.site.isBroker ? null : get(query('/history', { from: iso(Math.floor((now - length) / step) * step + step), step: isoDuration(step) })),
        this.loadAudit(),
      ]);
      this.history = history;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
  }

  /** As many lines as are shown, so that those that were asked for stay. */
  async loadAudit() {
    try {
      const { entries, next } = await get(query('/audit', { limit: Math.min(MOST, Math.max(PAGE, this.audit.length)), actor: this.actor }));
      this.audit = entries;
      this.next = next;
    } catch (problem) {
      this.problem = problem;
    }
  }

  async more() {
    const page = await get(query('/audit', { limit: PAGE, actor: this.actor, before: this.next }));
    this.audit = [...this.audit, ...page.entries];
    this.next = page.next;
  }

  render() {
    const { site, history } = this;
    return html`<div class="dashboard">
      <h1>Operators</h1>
      ${trouble(this.problem)}
      ${losses(site, 'card wide')}
      ${site.isBroker ? nothing : this.charts(history)}
      ${site.is('administrator') ? html`<section class="card wide"><h2>${site.isBroker ? 'Accounts' : 'Accounts and quotas'}</h2><berth-accounts .site=${site}></berth-accounts></section>` : nothing}
      <section class="card wide">
        <div class="row"><h2>Audit log</h2>
          <label class="inline">Who <input type="search" size="12" placeholder="everybody" .value=${this.actor}
            @change=${(event) => { this.actor = event.target.value.trim(); this.audit = []; this.load(); }}></label></div>
        <div class="scrolls" tabindex="0" role="region" aria-label="Audit log"><table class="stacks">
          <thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">Which</th><th scope="col">Details</th></tr></thead>
          <tbody>${this.audit.map((line) => html`<tr><td>${moment(site.zone, Date.parse(line.time), site.now())}</td><td data-head="Who">${line.actor || '–'}</td>
            <td data-head="What">${line.what}</td><td data-head="Which">${line.subject}</td><td data-head=${line.detail ? 'Details' : nothing}>${line.detail ?? ''}</td></tr>`)}</tbody>
        </table></div>
        ${this.next ? html`<button type="button" class="small" @click=${this.more}>Older</button>` : nothing}
      </section>
      ${site.isBroker ? nothing : html`<section class="card wide"><h2>Add a pool</h2><berth-pool-form .site=${site}></berth-pool-form></section>`}
    </div>`;
  }

  /** How much of the servers is used; a broker has none. */
  charts(history) {
    const { site } = this;
    return html`<section class="card">
        <div class="row"><h2>Utilisation</h2>
          <div class="choice" role="group" aria-label="How far back">${RANGES.map(([name]) => html`<button type="button" aria-pressed=${String(name === this.range)}
            @click=${() => { this.range = name; this.load(); }}>${name}</button>`)}</div></div>
        ${history ? html`${utilisation(site.zone, history.stretches, fromIsoDuration(history.step))}
          <p class="faint">Share of all ${plural(site.unit)} that reservations used; known since ${moment(site.zone, Date.parse(history.since), site.now())}, when the service started.</p>` : nothing}
      </section>
      <section class="card">
        <h2>Refusals by reason</h2>
        ${history ? refusals(site.zone, history.stretches, fromIsoDuration(history.step)) : nothing}
      </section>`;
  }
}

customElements.define('berth-operators', Operators);
