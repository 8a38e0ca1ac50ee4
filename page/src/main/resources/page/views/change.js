// One change to a reservation: what exactly, what it would cost, and then in earnest or not.

import { Problem, request } from '../api.js';
import { cost, plural, spoken } from '../explain.js';
import { held } from '../parts.js';
import { html, nothing } from '../lit.js';
import { duration, fromField, inWords, iso, isoDuration, span, toField } from '../time.js';
import { View } from '../view.js';
import { field, input, trouble } from './field.js';

const TITLES = { fix: 'Fix the time of', relax: 'Relax the terms of', move: 'Move', extend: 'Extend', cancel: 'Cancel', share: 'Share', give: 'Hand over' };
const MEANING = {
  fix: 'Keeps the reservation at its present time; Berth no longer moves it.',
  relax: 'Widens the window in which Berth may place it.',
  move: 'Moves the start; earliest start and deadline move with it.',
  extend: 'Adds time at its end, or servers for the same time.',
  cancel: 'Gives back what it has reserved.',
  share: 'Guests see it and run commands in it. A project means its members at any time. You alone change it.',
  give: 'It belongs to somebody else from then on, and counts against their quota. Its time and price stay.',
};
/** Changes of people, which cost nothing: they are done at once. */
const OF_PEOPLE = { share: 'Share it', give: 'Hand it over' };
const LOWER = ' This can lower the price.';

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
        work: '1 hour', servers: '', guests: (answer.guests ?? []).join(', '), to: '',
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
    const { change } = this.site;
    if (!change) {
      return nothing;
    }
    const { reservation, quote, problem } = this;
    return html`<section class="card change" aria-label="Change a reservation">
      <h2>${TITLES[change.kind]} ${reservation?.name ?? change.id}</h2>
      <p class="faint">${MEANING[change.kind].replace('servers', plural(reservation?.unit))}${change.kind === 'relax' && this.site.hasPrices ? LOWER : ''}</p>
      <form @submit=${(event) => { event.preventDefault(); this.quote || OF_PEOPLE[change.kind] ? this.act() : this.ask(); }} novalidate>
        ${reservation ? this.fields(change.kind) : nothing}
        ${trouble(problem, spoken)}
        ${quote ? html`<p class="quote" role="status">${this.outcome(change.kind)}</p>` : nothing}
        <div class="actions">
          ${OF_PEOPLE[change.kind]
            ? html`<button class="primary" ?disabled=${this.isBusy || !reservation}>${OF_PEOPLE[change.kind]}</button>`
            : quote
            ? html`<button class="primary" ?disabled=${this.isBusy}>${change.kind === 'cancel' ? 'Cancel reservation' : `Yes, ${change.kind} it`}</button>`
            : html`<button class="primary" ?disabled=${this.isBusy || !reservation}>${this.site.hasPrices ? 'Show the price' : 'Check'}</button>`}
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
    const wrong = (name) => (name === 'guests' ? this.wrongGuest() : this.problem?.about?.(name)) ?? '';
    const one = (name, label, options, about = name) => field('change', name, label, input(this.values[name], set(name), { ...options, isLive: true }), { wrong: wrong(about) });
    const time = { type: 'datetime-local' };
    switch (kind) {
      case 'move':
        return one('start', 'New start', time, 'by');
      case 'relax':
        return html`${one('ready', 'Not before', time)}${one('deadline', 'Done by', time)}`;
      case 'extend':
        return html`${one('work', this.reservation.stay ? 'Additional time' : 'Additional work at full speed', { placeholder: 'none' })}
          ${this.reservation.state === 'running' ? nothing : one('servers', `Additional ${plural(this.reservation.unit)}`, { type: 'number', min: 0, placeholder: 'none' })}`;
      case 'share':
        return one('guests', 'Guests (accounts or projects)', { placeholder: 'ana, project:climate' });
      case 'give':
        return one('to', 'New owner (account)', {});
      default:
        return nothing;
    }
  }

  /** With the name that is wrong: the field has several. */
  wrongGuest() {
    const error = this.problem?.errors?.find(({ field: name }) => name === 'guests' || name === 'add');
    return error && (error.value ? `“${error.value}” ${error.rule}` : error.rule);
  }

  /** What the list of guests says, as names to add and to remove. */
  guests() {
    const before = this.reservation.guests ?? [];
    const names = [...new Set(this.values.guests.split(',').map((name) => name.trim()).filter(Boolean))];
    return { add: names.filter((name) => !before.includes(name)), remove: before.filter((name) => !names.includes(name)) };
  }

  async sendPeople(path) {
    if (this.site.change.kind === 'give') {
      return request('POST', `${path}/give`, { json: { to: this.values.to.trim() }, match: this.#etag });
    }
    const { add, remove } = this.guests();
    return add.length + remove.length === 0 ? null
      : request('POST', `${path}/guests`, { json: { ...(add.length ? { add } : {}), ...(remove.length ? { remove } : {}) }, match: this.#etag });
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
        return { kind: 'extend', ...this.more() };
      default:
        return { kind: change.kind, reservation: reservation.id };
    }
  }

  /** What the fields of an extension say, and nothing that they do not. */
  more() {
    const { work, servers } = this.values;
    const length = duration(work);
    if (work.trim() && !length) {
      throw wrongField('work', `Cannot read “${work.trim()}” as a duration; try 30 minutes or 1 h 30 min`);
    }
    const count = Number(servers);
    if (!length && !count) {
      throw wrongField('work', `Say how much to add, such as 30 minutes${this.reservation.state === 'running' ? '' : `, or how many ${plural(this.reservation.unit)}`}`);
    }
    return { ...(length ? { work: isoDuration(length) } : {}), ...(count ? { servers: count } : {}) };
  }

  /** A field shows whole minutes; what is not changed there must not move by the seconds it does not show. */
  shownStart() {
    return fromField(this.site.zone, toField(this.site.zone, Date.parse(this.reservation.start)));
  }

  async send(dryRun) {
    const path = `/reservations/${this.reservation.id}`;
    if (OF_PEOPLE[this.site.change.kind]) {
      return this.sendPeople(path);
    }
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
        detail: { cancel: `${this.reservation.name} is cancelled`, fix: `${this.reservation.name} is fixed`, relax: `${this.reservation.name} is relaxed`, move: `${this.reservation.name} is moved`, extend: `${this.reservation.name} is extended`, share: `The guests of ${this.reservation.name} are changed`, give: `${this.reservation.name} belongs to ${this.values.to.trim()} now` }[kind],
      }));
      if (kind === 'share') {
        // No event tells of guests.
        await this.site.load();
      }
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
    const { zone } = this.site;
    const when = ({ start, end }) => span(zone, Date.parse(start), Date.parse(end), this.site.now());
    const hasPrice = [quote.before, quote.after, quote.fee].some((each) => this.site.costs(each));
    const isOther = reservation && (reservation.start !== this.reservation.start || reservation.end !== this.reservation.end || reservation.servers !== this.reservation.servers);
    const where = isOther
      ? `It would be ${when(reservation)} (${inWords(Date.parse(reservation.end) - Date.parse(reservation.start))}) on ${held(reservation)} of ${reservation.pool}.`
      : hasPrice ? ''
      : kind === 'cancel' ? `If you cancel it, ${held(this.reservation)} of ${this.reservation.pool} become free: ${when(this.reservation)}.` : `It stays ${when(this.reservation)}.`;
    return [hasPrice ? `If you ${kind} it, ${cost(quote)}.` : '', where].filter(Boolean).join(' ');
  }

  leave() {
    this.site.change = null;
    this.site.clearPlans();
  }
}

/** Like a problem of the API, of a field that cannot be sent as it is. */
function wrongField(name, rule) {
  return new Problem({ detail: rule, errors: [{ field: name, rule }] }, 0);
}

customElements.define('berth-change', Change);
