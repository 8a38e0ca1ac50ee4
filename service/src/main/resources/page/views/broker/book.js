// Booking at the sites of a broker: a job at the best of them, or a window at several at once. Offers first, then in earnest.

import { post } from '../../api.js';
import { html, nothing } from '../../lit.js';
import { HOUR, clock, duration, fromField, inField, iso, isoDuration, toField } from '../../time.js';
import { View } from '../../view.js';
import { choice, field, input, select, trouble } from '../field.js';
import { ranked, refusals, together } from './offers.js';
import { partFields } from './parts.js';

export const bookDeal = { id: 'book', title: 'Book', role: 'user', isWide: true, draw: (site) => html`<berth-book-deal .site=${site}></berth-book-deal>` };

const KINDS = [
  ['job', 'One job at the best site', 'All sites are asked; you choose among their offers.'],
  ['window', 'Several sites at once', 'The earliest window in which every part has its servers: all of them or none.'],
];

class BookDeal extends View {
  static properties = { kind: { state: true }, values: { state: true }, parts: { state: true }, found: { state: true }, problem: { state: true }, isBusy: { state: true } };

  constructor() {
    super();
    this.kind = 'job';
    this.values = { by: 'end', counted: 'work', length: 2 * HOUR, servers: 1 };
    this.parts = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.parts = this.site.sites.slice(0, 2).map(({ name }) => ({ site: name, servers: 1, pool: '' }));
  }

  /** What was found before stays until it is asked anew: a field is left with the click on the button, which must not move. */
  set(values) {
    this.values = { ...this.values, ...values };
  }

  choose(kind) {
    this.kind = kind;
    this.found = this.problem = null;
  }

  render() {
    const { site } = this;
    const isJob = this.kind === 'job';
    return html`<div class="dashboard"><h1>Book</h1>
      <section class="card">
        <form @submit=${(event) => { event.preventDefault(); this.ask(); }} novalidate aria-label="What do you need?">
          ${choice('deal', 'kind', 'What do you need?', KINDS, this.kind, (kind) => this.choose(kind))}
          ${isJob ? nothing : partFields(site, this.parts, (parts) => (this.parts = parts), (name) => this.wrong(name))}
          <div class="grid">${this.fields(isJob)}</div>
          ${isJob ? this.where() : nothing}
          ${trouble(this.elsewhere())}
          <div class="actions"><button class="primary" ?disabled=${this.isBusy}>See offers</button></div>
        </form>
      </section>
      <section class="offers" aria-label="Offers" aria-live="polite">${this.found ? this.offers(site, isJob) : html`<p class="empty">Offers are shown here. Nothing is booked before you say so.</p>`}</section>
    </div>`;
  }

  fields(isJob) {
    const { values, site } = this;
    const now = site.now();
    const of = (name) => (isJob ? `job.${name}` : `window.${name}`);
    const text = (name) => (value) => this.set({ [name]: value || undefined });
    const time = (name) => (value) => this.set({ [name]: value ? fromField(site.zone, value) : undefined });
    const when = (name) => input(values[name] ? toField(site.zone, values[name]) : '', time(name), { type: 'datetime-local' });
    return html`
      ${field('deal', 'name', 'Name', input(values.name ?? '', text('name'), { placeholder: this.defaultName() }), { wrong: this.wrong('name', 'job.name') })}
      ${isJob ? field('deal', 'servers', 'Servers', input(values.servers ?? '', (value) => this.set({ servers: Number(value) || undefined }), { type: 'number', min: 1 }), { wrong: this.wrong('job.servers') }) : nothing}
      ${field('deal', 'length', 'For', input(values.length ? inField(values.length) : '', (value) => this.set({ length: duration(value) ?? undefined }), { placeholder: '2 hours' }),
        { wrong: this.wrong('job.work', 'job.stay', 'window.duration', ...this.parts.map((part, at) => `parts[${at}].jobs[0].stay`)) })}
      ${isJob ? field('deal', 'counted', 'Counted as', select([['work', 'work at full speed'], ['stay', 'time, whatever the speed']], values.counted, text('counted'))) : nothing}
      ${field('deal', 'ready', 'Not before', when('ready'), { wrong: this.wrong(of('ready')), hint: values.ready && values.ready > now ? '' : 'empty is as soon as possible' })}
      ${field('deal', 'deadline', 'Done by', when('deadline'), { wrong: this.wrong(of('deadline')) })}
      ${field('deal', 'budget', 'At most', input(values.budget ?? '', text('budget'), { mode: 'decimal', placeholder: 'any price' }),
        { wrong: this.wrong('budget'), hint: isJob ? '' : 'for all parts together' })}
      ${isJob ? field('deal', 'by', 'Best is', select([['end', 'what is done first'], ['price', 'what is cheapest']], values.by, text('by')), { wrong: this.wrong('by') }) : nothing}`;
  }

  /** All sites, unless some are left out. */
  where() {
    const { values, site } = this;
    const left = values.leftOut ?? [];
    const toggle = (name, isIn) => this.set({ leftOut: isIn ? left.filter((each) => each !== name) : [...left, name] });
    return html`<fieldset class="radios" data-field="sites"><legend>Sites to ask</legend>
      ${site.sites.map(({ name }) => html`<div class="check"><input id="deal-at-${name}" type="checkbox" .checked=${!left.includes(name)}
        @change=${(event) => toggle(name, event.target.checked)}><label for="deal-at-${name}">${name}</label></div>`)}
      ${this.wrong('sites') ? html`<p class="wrong" role="alert">${this.wrong('sites')}</p>` : nothing}
    </fieldset>`;
  }

  wrong(...names) {
    return names.map((name) => this.problem?.about?.(name) ?? '').filter(Boolean).join('; ');
  }

  /** What is wrong with something that has no field here is said as a whole. */
  elsewhere() {
    const { problem } = this;
    const known = /^(name|budget|by|sites|job\.(name|servers|work|stay|ready|deadline)|window\.(ready|deadline|duration)|parts\[\d+\]\.(site|jobs\[0\]\.(servers|pool|stay)))$/;
    const rest = (problem?.errors ?? []).filter(({ field: name }) => !known.test(name));
    return rest.length > 0 ? { message: rest.map(({ field: name, rule }) => `${name} ${rule}`).join('; ') } : problem;
  }

  offers(site, isJob) {
    const { found, isBusy } = this;
    const take = (at) => this.take(at);
    return html`${found.possible && found.offers.length > 0 ? (isJob ? ranked : together)(site, found, take, isBusy) : nothing}
      ${refusals(site, found.reasons, found.possible)}`;
  }

  defaultName() {
    return `${this.site.account.name}-${clock(this.site.zone, this.site.now()).replace(':', '')}`;
  }

  /** @param at the sites that may be asked; all that are not left out by default */
  body(at) {
    const { values } = this;
    const name = values.name ?? this.defaultName();
    const times = { ...(values.ready > this.site.now() ? { ready: iso(values.ready) } : {}), ...(values.deadline ? { deadline: iso(values.deadline) } : {}) };
    const length = values.length ? isoDuration(values.length) : undefined;
    const budget = values.budget ? { budget: values.budget } : {};
    if (this.kind === 'job') {
      const sites = at ?? this.site.sites.map((each) => each.name).filter((each) => !(values.leftOut ?? []).includes(each));
      return { ...budget, by: values.by, sites, job: { name, servers: values.servers, [values.counted]: length, ...times } };
    }
    const job = ({ servers, pool }) => ({ name, servers, stay: length, ...(pool ? { pool } : {}) });
    return { ...budget, name, window: { ...times, duration: length }, parts: this.parts.map((part) => ({ site: part.site, jobs: [job(part)] })) };
  }

  async attempt(work) {
    this.isBusy = true;
    this.problem = null;
    try {
      await work();
    } catch (problem) {
      const { reasons } = problem.numbers ?? {};
      if (problem.code === 'deal-refused' && reasons) {
        this.found = { possible: false, offers: [], reasons };
      } else {
        this.problem = problem;
      }
    }
    this.isBusy = false;
  }

  ask() {
    return this.attempt(async () => {
      this.found = null;
      this.found = await post('/deals', { ...this.body(), dryRun: true }, { once: false });
      await this.updateComplete;
      this.querySelector('.offers')?.scrollIntoView({ block: 'nearest' });
    });
  }

  take(at) {
    return this.attempt(async () => {
      const deal = await post('/deals', this.body(at));
      const said = { booked: 'is booked', undone: 'could not be kept: a site let its hold lapse' }[deal.state] ?? 'is under way';
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `${deal.name} ${said}` }));
      location.hash = '#/mine';
    });
  }
}

customElements.define('berth-book-deal', BookDeal);
