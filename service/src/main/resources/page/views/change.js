// One change to a reservation: what exactly, what it would cost, and then in earnest or not.

import { request } from '../api.js';
import { cost, counted, localised, plural } from '../explain.js';
import { html, nothing } from '../lit.js';
import { duration, fromField, inWords, iso, isoDuration, span, toField } from '../time.js';
import { View } from '../view.js';
import { field, input, trouble } from './field.js';

const TITLES = { fix: 'Fix the time of', relax: 'Relax the terms of', move: 'Move', extend: 'Extend', cancel: 'Cancel' };
const MEANING = {
  fix: 'Keeps the reservation at its present time; Berth no longer moves it.',
  relax: 'Widens the window in which Berth may place it; this can lower the price.',
  move: 'Moves the start; earliest start and deadline move with it.',
  extend: 'Adds work for each of its servers, or servers for the same time.',
  cancel: 'Gives the servers back.',
};

export class Change extends View {
  static properties = {
    reservation: { state: true }, values: { state: true }, quote: { state: true }, problem: { state: true }, isBusy: { state: true },
  };

  #etag = null;
  #for = null;

  siteChanged() {
    this.requestUpdate();
    if (this.site.change !== this.#for) {
      this.begin();
    }
  }

  connectedCallback() {
    super.connectedCallback();
    this.begin();
  }

  async begin() {
    const change = this.site.change;
    this.#for = change;
    this.reservation = this.quote = this.problem = null;
    if (!change) {
      return;
    }
    try {
      const { answer, etag } = await request('GET', `/reservations/${change.id}`);
      this.#etag = etag;
      this.reservation = answer;
      const start = Date.parse(answer.start);
      this.values = {
        start: toField(this.site.zone, start + (change.by ?? 0)),
        ready: toField(this.site.zone, Date.parse(answer.ready ?? answer.start)),
        deadline: toField(this.site.zone, Date.parse(answer.deadline ?? answer.end)),
        work: '1 hour', servers: '0',
      };
      if (['fix', 'cancel'].includes(change.kind) || change.by) {
        await this.ask();
      }
    } catch (problem) {
      this.problem = problem;
    }
    await this.updateComplete;
    this.querySelector('input, button')?.focus();
    this.scrollIntoView({ block: 'nearest' });
  }

  render() {
    const { change, zone } = this.site;
    if (!change) {
      return nothing;
    }
    const { reservation, quote, problem } = this;
    return html`<section class="card change" aria-label="Change a reservation">
      <h2>${TITLES[change.kind]} ${reservation?.name ?? change.id}</h2>
      <p class="faint">${MEANING[change.kind]}</p>
      <form @submit=${(event) => { event.preventDefault(); quote ? this.act() : this.ask(); }}>
        ${reservation ? this.fields(change.kind) : nothing}
        ${trouble(problem, (text) => localised(text, zone, this.site.now()))}
        ${quote ? html`<p class="quote" role="status">${this.outcome(change.kind)}</p>` : nothing}
        <div class="actions">
          ${quote
            ? html`<button class="primary" ?disabled=${this.isBusy}>${change.kind === 'cancel' ? 'Cancel reservation' : `Yes, ${change.kind} it`}</button>`
            : html`<button class="primary" ?disabled=${this.isBusy || !reservation}>Show the price</button>`}
          <button type="button" @click=${this.leave}>Keep it</button>
        </div>
      </form>
    </section>`;
  }

  fields(kind) {
    const set = (name) => (value) => {
      this.values = { ...this.values, [name]: value };
      this.quote = null;
      this.site.ghosts = [];
      this.site.changed();
    };
    const wrong = (name) => this.problem?.about?.(name) ?? '';
    switch (kind) {
      case 'move':
        return field('change', 'start', 'New start', input(this.values.start, set('start'), { type: 'datetime-local' }), { wrong: wrong('by') });
      case 'relax':
        return html`${field('change', 'ready', 'Not before', input(this.values.ready, set('ready'), { type: 'datetime-local' }), { wrong: wrong('ready') })}
          ${field('change', 'deadline', 'Done by', input(this.values.deadline, set('deadline'), { type: 'datetime-local' }), { wrong: wrong('deadline') })}`;
      case 'extend':
        return html`${field('change', 'work', 'Additional work', input(this.values.work, set('work'), { placeholder: '30 minutes' }), { wrong: wrong('work') })}
          ${this.reservation.state === 'running' ? nothing
            : field('change', 'servers', `Additional ${plural(this.reservation.unit)}`, input(this.values.servers, set('servers'), { type: 'number', min: 0 }), { wrong: wrong('servers') })}`;
      default:
        return nothing;
    }
  }

  body() {
    const { zone, change } = this.site;
    const { reservation, values } = this;
    switch (change.kind) {
      case 'move':
        return { kind: 'move', by: isoDuration(change.by ?? ((fromField(zone, values.start) ?? 0) - this.shownStart())) };
      case 'relax':
        return { kind: 'relax', ready: iso(fromField(zone, values.ready)), deadline: iso(fromField(zone, values.deadline)) };
      case 'extend':
        return {
          kind: 'extend',
          ...(values.work.trim() || !Number(values.servers) ? { work: isoDuration(duration(values.work) ?? 0) } : {}),
          ...(Number(values.servers) ? { servers: Number(values.servers) } : {}),
        };
      default:
        return { kind: change.kind, reservation: reservation.id };
    }
  }

  /** A field shows whole minutes; what is not changed there must not move by the seconds it does not show. */
  shownStart() {
    return fromField(this.site.zone, toField(this.site.zone, Date.parse(this.reservation.start)));
  }

  async send(dryRun) {
    const path = `/reservations/${this.reservation.id}`;
    if (this.site.change.kind === 'cancel') {
      return request('DELETE', dryRun ? `${path}?dryRun=true` : path, { match: this.#etag, once: !dryRun });
    }
    const { reservation: ignored, ...json } = this.body();
    return request('POST', `${path}/changes`, { json: { ...json, dryRun }, match: this.#etag, once: !dryRun });
  }

  /** What it would be and cost. */
  async ask() {
    await this.attempt(async () => {
      const { answer } = await this.send(true);
      this.quote = answer;
      const then = answer.reservation;
      if (then) {
        this.site.ghosts = [{ pool: then.pool, servers: then.servers, start: Date.parse(then.start), end: Date.parse(then.end), label: 'would be' }];
        this.site.changed();
      }
    });
  }

  async act() {
    await this.attempt(async () => {
      const { kind } = this.site.change;
      await this.send(false);
      this.dispatchEvent(new CustomEvent('done', {
        bubbles: true,
        detail: { cancel: `${this.reservation.name} is cancelled`, fix: `${this.reservation.name} is fixed`, relax: `${this.reservation.name} is relaxed`, move: `${this.reservation.name} is moved`, extend: `${this.reservation.name} is extended` }[kind],
      }));
      this.leave();
    });
  }

  async attempt(work) {
    this.isBusy = true;
    this.problem = null;
    try {
      await work();
    } catch (problem) {
      this.problem = problem;
      this.quote = null;
      if (problem.status === 412) {
        // Somebody was faster: look at what it is now.
        const change = this.site.change;
        await this.begin();
        this.#for = change;
        this.problem = problem;
      }
    }
    this.isBusy = false;
  }

  outcome(kind) {
    const { quote, reservation } = this.quote;
    const sentence = cost(quote);
    const where = reservation && (reservation.start !== this.reservation.start || reservation.end !== this.reservation.end || reservation.servers !== this.reservation.servers)
      ? ` It would be ${span(this.site.zone, Date.parse(reservation.start), Date.parse(reservation.end), this.site.now())} (${inWords(Date.parse(reservation.end) - Date.parse(reservation.start))}) on ${counted(reservation.servers, reservation.unit)} of ${reservation.pool}.`
      : '';
    return `If you ${kind} it, ${sentence}.${where}`;
  }

  leave() {
    this.site.change = null;
    this.site.clearPlans();
  }
}

customElements.define('berth-change', Change);
