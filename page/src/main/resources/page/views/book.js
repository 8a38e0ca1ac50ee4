// Booking: in plain words or by fields, offers before anything is booked, and why not if not.

import { Problem, post } from '../api.js';
import { concerns, counted, oneOf, plural, spoken, unitLabel } from '../explain.js';
import { html, nothing } from '../lit.js';
import { held, licences, offered } from '../parts.js';
import { readTable, writeTable } from '../table.js';
import { HOUR, clock, duration, fromField, inField, iso, toField } from '../time.js';
import { View } from '../view.js';
import { request, rule, understand, write } from '../words.js';
import { choice, field, input, select, trouble } from './field.js';
import { offerList } from './offers.js';

export const book = { id: 'book', title: 'Book', role: 'user', draw: (site) => html`<berth-book .site=${site}></berth-book>` };

/** Milliseconds without a key before what is typed is read. */
const PAUSE = 250;
const MOST_OFFERS = 4;

/** No more than there are. */
function example(site) {
  const most = Math.max(1, ...site.pools.map(({ servers }) => servers));
  return `${counted(Math.min(4, most), site.unit)} tomorrow 9:00 for 8 hours`;
}

/** As the service decides it if a job does not say: a cluster runs what waits there, people come at the promised time. */
function usualStart(job, site) {
  const fitting = site.pools.filter((pool) => (job.pool === undefined || pool.name === job.pool)
    && Object.entries(job.attributes ?? {}).every(([name, value]) => pool.attributes?.[name] === value));
  return site.hasCluster && fitting.length > 0 && fitting.every((pool) => pool.attributes?.partition) ? 'when-free' : 'as-promised';
}

class Book extends View {
  static properties = {
    text: { state: true }, job: { state: true }, heard: { state: true }, found: { state: true }, problem: { state: true },
    isBusy: { state: true }, asked: { state: true }, isOpen: { state: true }, project: { state: true }, forUser: { state: true },
    unreadTable: { state: true }, prefer: { state: true },
  };

  constructor() {
    super();
    this.text = '';
    this.job = {};
    this.heard = null;
    this.reading = null;
    this.isOpen = true;
    this.unreadTable = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.drawn();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.site.clearPlans();
  }

  siteChanged() {
    this.requestUpdate();
    this.drawn();
  }

  /** A window that was drawn on the timetable is asked for at once. */
  drawn() {
    const { drawn } = this.site;
    if (drawn) {
      this.site.drawn = null;
      const { pool, servers, parts, isWhole, start, end } = drawn;
      const { share } = this.job;
      const taken = isWhole ? { parts: undefined, share: undefined }
        : parts ? { parts: { ...this.job.parts, ...parts }, share: share && parts[share.part] ? undefined : share } : {};
      this.set({ pool, servers, ...taken, ready: start, deadline: end, stay: end - start, work: undefined }).then(() => this.ask());
    }
  }

  /** The service reads what is typed, once there is a pause. */
  typed(text) {
    this.text = text;
    this.forget();
    clearTimeout(this.timer);
    this.reading = null;
    if (text.trim() === '') {
      this.job = {};
      this.heard = null;
      return;
    }
    const reading = { text, begin: () => (reading.answer ??= this.read(reading)) };
    this.reading = reading;
    this.timer = setTimeout(reading.begin, PAUSE);
  }

  async read(reading) {
    let heard;
    try {
      heard = await understand(reading.text, this.site.zone);
    } catch (problem) {
      heard = { job: {}, unclear: [], missing: [], failure: problem.about?.('text') || problem.message };
    }
    if (this.reading === reading) {
      this.reading = null;
      this.heard = heard;
      const { name, ...job } = heard.job;
      this.job = name === undefined || name === this.defaultName() ? job : heard.job;
    }
  }

  /** Waits until what was typed is read. */
  async settled() {
    clearTimeout(this.timer);
    while (this.reading) {
      await this.reading.begin();
    }
  }

  /**
   * What was found or wrong before stays until it is asked anew: a field is left with the click on the button, which must
   * not move away under it.
   */
  async set(values) {
    await this.settled();
    this.job = { ...this.job, ...values };
    this.text = write(this.job, this.site.zone, this.site.now(), this.site.unitOf(this.job.pool));
    this.heard = null;
  }

  forget() {
    this.found = this.problem = null;
    if (this.site.ghosts.length > 0) {
      this.site.clearPlans();
    }
  }

  render() {
    const { site } = this;
    const now = site.now();
    return html`<section>
      <h2>What do you need?</h2>
      <form @submit=${(event) => { event.preventDefault(); this.submit(); }} novalidate>
        <div class="field">
          <label for="words">In plain words</label>
          <textarea id="words" rows="3" placeholder=${example(site)} .value=${this.text} aria-describedby="words-understood"
            @input=${(event) => this.typed(event.target.value)} @keydown=${this.entered}></textarea>
          <p class="hint" id="words-understood" role="status">${this.understood()}</p>
        </div>
        <details class="as-fields" ?open=${this.isOpen} @toggle=${(event) => (this.isOpen = event.target.open)}>
          <summary>Details</summary>
          <div class="grid">${this.fields(site, now)}</div>
        </details>
        ${this.start()}
        ${trouble(this.problem, spoken)}
        <div class="actions">
          <button class="primary" ?disabled=${this.isBusy}>${this.job.every ? 'Book the series' : 'See offers'}</button>
          <button type="button" class="quiet" @click=${() => this.typed('')}>Clear</button>
        </div>
      </form>
      ${this.found ? offerList(site, this.found, this.asked, (offer) => this.take(offer), this.isBusy, (pool) => this.set({ pool }).then(() => this.ask()), (tell) => this.wait(tell)) : nothing}
    </section>`;
  }

  understood() {
    const { heard } = this;
    if (heard?.failure) {
      return html`<span class="wrong">${heard.failure}</span> The fields below can be filled in all the same.`;
    }
    if (heard?.unclear.length > 0) {
      return html`<span class="wrong">${heard.unclear.join(' ')}</span>`;
    }
    if (heard) {
      return `Understood: ${heard.understood}. ${heard.missing.join(' ')}`;
    }
    return this.text === '' ? `Such as: ${example(this.site)}.` : '';
  }

  fields(site, now) {
    const { job } = this;
    const length = job.stay ?? job.work;
    const wrong = (...names) => names.map((name) => this.problem?.about?.(name) ?? '').filter(Boolean).join('; ')
      || (names.includes(concerns(this.found?.refusal?.code)) ? 'This is the reason; see below.' : '');
    const time = (name) => (value) => this.set({ [name]: value ? fromField(site.zone, value) : undefined });
    return html`
      ${job.table ? this.table(wrong('table', 'table[0].duration', 'table[0].servers', 'work')) : html`
        ${field('book', 'servers', unitLabel(site.unitOf(job.pool)), input(job.servers ?? '', (value) => this.set({ servers: Number(value) || undefined }), { type: 'number', min: 1, placeholder: '1' }),
          { wrong: wrong('servers', 'mostServers'), hint: job.mostServers ? `up to ${job.mostServers}` : '' })}
        ${field('book', 'length', 'For', input(length ? inField(length) : '', (value) => this.set({ [job.stay ? 'stay' : 'work']: duration(value) ?? undefined }), { placeholder: '2 hours' }),
          { wrong: wrong('work', 'stay') })}`}
      ${field('book', 'kind', 'Counted as', select([['work', 'work at full speed'], ['stay', 'time, whatever the speed'], ['table', `a time for each number of ${plural(site.unitOf(job.pool))}`]],
        job.table ? 'table' : job.stay ? 'stay' : 'work', (kind) => this.count(kind, length)))}
      ${this.partFields(site, wrong)}
      ${field('book', 'pool', 'Pool', select([['', 'any'], ...site.pools.map((pool) => [pool.name, pool.name])], job.pool ?? '', (value) => this.set({ pool: value || undefined })), { wrong: wrong('pool', 'attributes') })}
      ${field('book', 'ready', 'Not before', input(job.ready && job.ready > now ? toField(site.zone, job.ready) : '', time('ready'), { type: 'datetime-local' }),
        { wrong: wrong('ready'), hint: job.ready && job.ready > now ? '' : 'empty is now' })}
      ${field('book', 'deadline', 'Done by', input(job.deadline ? toField(site.zone, job.deadline) : '', time('deadline'), { type: 'datetime-local' }),
        { wrong: wrong('deadline'), hint: job.stay && !job.deadline ? 'empty is as soon as it is over' : '' })}
      ${site.hasPrices || job.budget ? field('book', 'budget', 'At most', input(job.budget ?? '', (value) => this.set({ budget: value || undefined }), { mode: 'decimal', placeholder: 'any price' }), { wrong: wrong('budget') }) : nothing}
      ${this.preference(site, wrong('prefer'))}
      ${field('book', 'name', 'Name', input(job.name ?? '', (value) => this.set({ name: value || undefined }), { placeholder: this.defaultName() }), { wrong: wrong('name') })}
      ${this.projects(wrong('project'))}
      ${this.owner(wrong('user'))}
      ${field('book', 'every', 'Repeat', select([['', 'once'], ['day', 'every day'], ['weekday', 'every weekday'], ['week', 'every week'],
        ...(job.every && !['day', 'weekday', 'week'].includes(job.every) ? [[job.every, `every ${job.every}`]] : [])], job.every ?? '',
        (every) => this.set({ every: every || undefined, times: every ? job.times ?? 5 : undefined })), { wrong: wrong('recurrence.rule', 'recurrence') })}
      ${job.every ? field('book', 'times', 'Times', input(job.times, (value) => this.set({ times: Number(value) || 1 }), { type: 'number', min: 1 })) : nothing}`;
  }

  /** How many of each part of one server; empty fields are the whole server. */
  partFields(site, wrong) {
    const { job } = this;
    const parts = offered(site, job.pool);
    const change = (group, name, count) => {
      const { [name]: before, ...others } = job[group] ?? {};
      const all = count ? { ...others, [name]: count } : others;
      return this.set({ [group]: Object.keys(all).length > 0 ? all : undefined });
    };
    const each = ({ name, count }) => (name === 'memory'
      ? field('book', 'part-memory', 'Memory of each (GiB)', input(job.parts?.memory ? job.parts.memory / 1024 : '', (value) => change('parts', name, Math.ceil(Number(value) * 1024)), { type: 'number', min: 0, step: 'any', placeholder: 'all' }),
        { wrong: wrong('parts.memory'), hint: `at most ${Math.floor(count / 1024)}` })
      : field('book', `part-${name}`, `${oneOf(name)} of each`, input(job.parts?.[name] ?? '', (value) => change('parts', name, Math.floor(Number(value))), { type: 'number', min: 0, placeholder: 'all' }),
        { wrong: wrong(`parts.${name}`), hint: `at most ${count}` }));
    const shared = ({ name, shares }) => (shares ? field('book', `share-${name}`, `Or a share of one ${name}`, input(job.share?.part === name && job.share.thousandths ? job.share.thousandths / 1000 : '', (value) => {
      const thousandths = Math.round(Number(value) * 1000);
      return this.set({ share: thousandths > 0 ? { part: name, thousandths } : undefined });
    }, { type: 'number', min: 0, step: '0.05', placeholder: 'none' }), { wrong: wrong('share', 'share.thousandths', 'share.memory'), hint: 'such as 0.5' }) : nothing);
    return html`${parts.map(each)}${parts.map(shared)}
      ${site.licences.map(({ name, count }) => field('book', `licence-${name}`, `Licences of ${name}`, input(job.licences?.[name] ?? '', (value) => change('licences', name, Math.floor(Number(value))), { type: 'number', min: 0, placeholder: 'none' }),
        { wrong: wrong(`licences.${name}`), hint: `of ${count}` }))}`;
  }

  count(kind, length) {
    this.unreadTable = '';
    return this.set(kind === 'table' ? { table: [], servers: undefined, mostServers: undefined, serial: undefined, work: undefined, stay: undefined }
      : { table: undefined, work: kind === 'work' ? length : undefined, stay: kind === 'stay' ? length ?? HOUR : undefined });
  }

  /** Numbers of servers and a time for each: the service chooses one of the numbers. */
  table(wrong) {
    const { job, site } = this;
    const change = (value) => {
      const rows = readTable(value);
      this.unreadTable = rows ? '' : value;
      return this.set({ table: rows ?? [] });
    };
    return field('book', 'table', `${unitLabel(site.unitOf(job.pool))} and time`, input(this.unreadTable || writeTable(job.table), change, { placeholder: '2:4h, 4:2h30m' }), {
      wrong: this.unreadTable ? 'Write each number with its time, such as 2:4h, 4:2h30m.' : wrong,
      hint: 'the service chooses one of the numbers',
    });
  }

  /** Kept beside the job: what is typed next is most likely for the same project. */
  projects(wrong) {
    const { project, projects = [] } = this.site.account;
    const options = [...(project ? [] : [['', 'none']]), ...projects.map((each) => [each, each])];
    return projects.length === 0 ? nothing
      : field('book', 'project', 'Project', select(options, this.project ?? project ?? '', (chosen) => (this.project = chosen)), { wrong });
  }

  /** Which of the free windows is taken; kept beside the job, as the project is. Only what the site can tell apart is offered. */
  preference(site, wrong) {
    const { job } = this;
    const pools = site.pools.filter(({ name }) => job.pool === undefined || name === job.pool);
    const options = [['', 'as the site decides'], ['soon', 'the earliest end'],
      ...(site.hasPrices ? [['cheap', 'the lowest price']] : []),
      ...(pools.some(({ carbon }) => carbon) ? [['clean', 'the least CO₂']] : [])];
    const chosen = options.some(([key]) => key === this.prefer) ? this.prefer : '';
    return field('book', 'prefer', 'Preferred window', select(options, chosen, (value) => (this.prefer = value || undefined)), { wrong });
  }

  /** Operators book for others; for whom is kept, as the project is. */
  owner(wrong) {
    return this.site.is('operator')
      ? field('book', 'user', 'For account', input(this.forUser ?? '', (value) => (this.forUser = value.trim() || undefined), { placeholder: this.site.account.name }), { wrong })
      : nothing;
  }

  /** Stated next to the fields, so that nobody who allows an early start is surprised by it. */
  start() {
    const { job, site } = this;
    const starts = job.starts ?? usualStart(job, site);
    const units = plural(site.unitOf(job.pool));
    return html`<div class="start">
      ${choice('book', 'starts', 'When may it start?', [
        ['as-promised', 'Start at the promised time', `Never earlier, even if ${units} are free.`],
        ['when-free', `Start earlier if ${units} are free`, `The promised time is then the latest${site.hasPrices ? '; the price stays the same' : ''}.`],
      ], starts, (chosen) => this.set(chosen === 'when-free' ? { starts: chosen } : { starts: chosen, notice: undefined }))}
      ${starts === 'when-free' ? field('book', 'notice', 'Notice before an early start', input(job.notice ? inField(job.notice) : '',
        (value) => this.set({ notice: duration(value) ?? undefined }), { placeholder: 'none' }), { wrong: this.problem?.about?.('notice') ?? '', hint: 'such as 15 minutes' }) : nothing}
    </div>`;
  }

  defaultName() {
    return `${this.site.account.name}-${clock(this.site.zone, this.site.now()).replace(':', '')}`;
  }

  entered(event) {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      event.target.form.requestSubmit();
    }
  }

  body() {
    const job = request({ ...this.job, starts: this.job.starts ?? usualStart(this.job, this.site) }, this.defaultName(), this.site.now());
    return { ...job, ...(this.prefer ? { prefer: this.prefer } : {}), ...(this.project ? { project: this.project } : {}), ...(this.forUser ? { user: this.forUser } : {}) };
  }

  async submit() {
    await this.settled();
    if (this.heard?.unclear.length > 0) {
      this.problem = new Problem({ detail: this.heard.unclear.join(' ') }, 0);
    } else if (this.job.every) {
      this.bookSeries();
    } else {
      this.ask();
    }
  }

  async attempt(work) {
    this.isBusy = true;
    this.problem = null;
    try {
      await work();
    } catch (problem) {
      this.problem = problem;
      this.isOpen ||= problem.errors?.length > 0;
    }
    this.isBusy = false;
  }

  async ask() {
    await this.attempt(async () => {
      this.forget();
      this.asked = { ...this.job };
      this.show(await post('/offers', { ...this.body(), wish: { most: MOST_OFFERS } }, { once: false }));
    });
  }

  /** Offers as ghosts on the timetable, in view. */
  show(found) {
    const { site } = this;
    this.found = found;
    site.ghosts = found.offers.map((offer, place) => ({
      pool: offer.pool, servers: offer.servers, parts: offer.parts, share: offer.share, start: Date.parse(offer.start), end: Date.parse(offer.end), label: String(place + 1),
    }));
    site.lines = this.asked.deadline && found.offers.some((offer) => offer.family !== 'as-asked') ? [{ at: this.asked.deadline, label: 'your deadline' }] : [];
    const [best] = site.ghosts;
    if (best && (best.start < site.view.from || best.end > site.view.to)) {
      const length = Math.max(site.view.to - site.view.from, (best.end - best.start) * 1.5);
      site.show(best.start - length / 6, best.start + (5 * length) / 6);
    }
    site.changed();
    this.isOpen = concerns(found.refusal?.code) !== null;
    this.updateComplete.then(() => this.querySelector('.offers')?.scrollIntoView({ block: 'nearest' }));
  }

  async take(offer) {
    await this.attempt(async () => {
      try {
        const booked = await post('/reservations', { offer: offer.id });
        this.done(`${booked.name} is booked: ${[held(booked), licences(booked)].filter(Boolean).join(' ')} on ${booked.pool}`, booked.id);
      } catch (problem) {
        if (problem.code === 'unknown-offer') {
          await this.ask();
          this.problem = new Problem({ detail: 'That offer has expired; these are the current ones.' }, 0);
          return;
        }
        if (problem.offers.length > 0) {
          this.show({ offers: problem.offers, refusal: { code: problem.code, detail: problem.message } });
          return;
        }
        throw problem;
      }
    });
  }

  /** Waits as long as the job could still be done. */
  async wait(tell) {
    await this.attempt(async () => {
      const job = this.body();
      const from = job.ready ? Date.parse(job.ready) : this.site.now();
      const until = job.deadline ?? iso(from + (this.job.stay ?? HOUR));
      const made = await post('/waiting', { job, until, tell });
      this.done(made.place ? `${made.name} waits, as ${made.place} of ${made.waiting}` : `${made.name} is booked`, made.place ? undefined : made.id);
    });
  }

  async bookSeries() {
    await this.attempt(async () => {
      const { zone } = this.site;
      const series = await post('/reservations', { ...this.body(), recurrence: { rule: rule(this.job), zone } });
      const booked = series.occurrences.filter((each) => each.state === 'booked').length;
      this.done(`${series.name} is booked ${booked} times`, series.occurrences[0]?.reservation?.id);
    });
  }

  done(message, id) {
    this.typed('');
    this.site.clearPlans();
    this.site.selected = id ?? null;
    this.site.refresh();
    this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: message }));
  }
}

customElements.define('berth-book', Book);
