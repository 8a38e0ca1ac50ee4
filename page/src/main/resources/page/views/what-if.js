// Draining, adding and failed servers: what would happen is shown before it is done.

import { post } from '../api.js';
import { atPrice, counted, plural, spoken, unitLabel } from '../explain.js';
import { html, nothing } from '../lit.js';
import { DAY, fromField, iso, moment, span, toField } from '../time.js';
import { View } from '../view.js';
import { request, understand } from '../words.js';
import { card } from './card.js';
import { field, input, select, trouble } from './field.js';

export const whatIf = { id: 'what-if', title: 'What if', role: 'operator', draw: (site) => html`<berth-what-if .site=${site}></berth-what-if>` };

class WhatIf extends View {
  static properties = {
    kind: { state: true }, values: { state: true }, outcomes: { state: true }, failed: { state: true }, decisions: { state: true }, problem: { state: true }, isBusy: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    const now = this.site.now();
    this.kind = 'drain';
    this.values = {
      pool: this.site.pools[0]?.name ?? '', servers: 'all', count: '4', words: '', repair: '',
      from: toField(this.site.zone, now), to: toField(this.site.zone, now + DAY),
    };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.site.clearPlans();
  }

  forget() {
    this.outcomes = this.failed = this.decisions = this.problem = null;
    this.site.clearPlans();
  }

  render() {
    const { site, values, kind } = this;
    const set = (name) => (value) => {
      this.values = { ...this.values, [name]: value };
    };
    const wrong = (...names) => names.map((name) => this.problem?.about?.(name) ?? '').filter(Boolean).join('; ');
    const time = { type: 'datetime-local' };
    return html`<section>
      <h2>What if</h2>
      <p class="faint">${kind === 'fail' ? `Takes effect at once: affected reservations are rescheduled. The ${plural(this.unit())} are out of service until they are restored.`
        : 'Try it on a copy of the site: nothing changes until you say so.'}</p>
      <div class="choice" role="group" aria-label="What">
        ${[['drain', `Drain ${plural(this.unit())}`], ['add', `Add ${plural(this.unit())}`], ['fail', 'Report a failure']].map(([key, label]) => html`<button type="button" aria-pressed=${String(kind === key)}
          @click=${() => { this.kind = key; this.forget(); }}>${label}</button>`)}
      </div>
      <form @submit=${(event) => { event.preventDefault(); ({ drain: () => this.drain({ dryRun: true }), add: () => this.add(), fail: () => this.fail() })[kind](); }} novalidate>
        <div class="grid">
          ${field('what-if', 'pool', 'Pool', select(site.pools.map((pool) => [pool.name, pool.name]), values.pool, set('pool')))}
          ${kind === 'add'
            ? html`${field('what-if', 'count', 'How many', input(values.count, set('count'), { type: 'number', min: 1 }), { wrong: wrong('commands[0].count', 'count') })}
              ${field('what-if', 'words', 'Would this fit then?', input(values.words, set('words'), { placeholder: `12 ${plural(this.unit())}, 4 hours of work, done by tomorrow 9:00` }),
                { hint: 'in plain words, if you like', wrong: wrong('words') })}`
            : field('what-if', 'servers', unitLabel(this.unit()), input(values.servers, set('servers'), { placeholder: '0-3, 7' }), { wrong: wrong('servers'), hint: 'all, or numbers such as 0‑3, 7' })}
          ${kind === 'drain' ? html`${field('what-if', 'from', 'From', input(values.from, set('from'), time), { wrong: wrong('from') })}
              ${field('what-if', 'to', 'To', input(values.to, set('to'), time), { wrong: wrong('to'), hint: 'empty: until restored' })}` : nothing}
          ${kind === 'fail' ? field('what-if', 'repair', 'Repair expected', input(values.repair, set('repair'), time), { wrong: wrong('until'), hint: 'empty: unknown' }) : nothing}
        </div>
        ${trouble(this.problem, spoken)}
        <div class="actions"><button class="primary" ?disabled=${this.isBusy}>${{ drain: 'Show affected reservations', add: 'Show what would change', fail: 'Mark as failed' }[kind]}</button></div>
      </form>
      ${this.outcomes ? this.drained() : nothing}
      ${this.failed ? this.reported() : nothing}
      ${this.decisions ? this.added() : nothing}
    </section>`;
  }

  servers() {
    const pool = this.site.pools.find((each) => each.name === this.values.pool);
    const text = this.values.servers.trim();
    if (text === 'all' || text === '') {
      return Array.from({ length: pool.servers }, (_, server) => server);
    }
    return [...new Set(text.split(',').flatMap((part) => {
      const match = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part);
      if (!match) {
        throw wrongField('servers', part, 'numbers such as 0-3, 7, or all');
      }
      const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
      return Array.from({ length: Math.max(0, Math.min(last, 100_000) - first + 1) }, (_, place) => first + place);
    }))];
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

  async drain({ dryRun = false, move = false }) {
    await this.attempt(async () => {
      const { site, values } = this;
      this.forget();
      const servers = this.servers();
      const start = fromField(site.zone, values.from);
      const end = values.to ? fromField(site.zone, values.to) : null;
      const body = {
        servers, dryRun, ...(move ? { move } : {}), ...(start && start > site.now() ? { from: iso(start) } : {}), ...(end ? { to: iso(end) } : {}),
      };
      const { inTheWay, outcomes } = await post(`/pools/${encodeURIComponent(values.pool)}/drain`, body, { once: !dryRun });
      if (!dryRun) {
        const moved = outcomes.filter(({ outcome }) => outcome === 'moves').length;
        this.forget();
        this.dispatchEvent(new CustomEvent('done', {
          bubbles: true,
          detail: `${counted(servers.length, this.unit())} of ${values.pool} ${servers.length === 1 ? 'is' : 'are'} drained${moved ? `; ${counted(moved, 'reservation')} moved` : ''}`,
        }));
        site.refresh();
        return;
      }
      this.outcomes = outcomes;
      site.hurt = new Set(inTheWay);
      const from = Math.max(start ?? 0, site.now());
      site.plannedOutages = [{ pool: values.pool, servers, start: from, end: end ?? Number.MAX_SAFE_INTEGER }];
      site.ghosts = outcomes.filter(({ to }) => to).map(({ reservation, to }) => ({
        pool: to.pool, servers: to.servers, start: Date.parse(to.start), end: Date.parse(to.end), label: reservation.name ?? reservation.id,
      }));
      if (from < site.view.from || from > site.view.to) {
        const length = site.view.to - site.view.from;
        site.show(from - length / 12, from + (11 * length) / 12);
      }
      site.changed();
    });
  }

  drained() {
    const { site, outcomes } = this;
    const inTheWay = outcomes.filter(({ outcome }) => outcome !== 'takes-other-servers');
    const others = outcomes.length - inTheWay.length;
    const keep = others === 0 ? '' : `${counted(others, 'reservation')} ${others === 1 ? 'keeps its time' : 'keep their times'} on other ${plural(this.unit())}.`;
    if (inTheWay.length === 0) {
      return html`<div class="good" role="status"><p><strong>No reservation has to move.</strong> ${keep}</p>
        <button type="button" class="primary" ?disabled=${this.isBusy} @click=${() => this.drain({})}>Drain them</button></div>`;
    }
    const stuck = inTheWay.filter(({ outcome }) => outcome === 'cannot-move').length;
    const users = [...new Set(inTheWay.map(({ reservation }) => reservation.user).filter(Boolean))];
    return html`<div class=${stuck > 0 ? 'refusal' : 'good'} role="status">
        <h3>${counted(inTheWay.length, 'reservation')} would be affected</h3>
        <p>${users.length > 0 ? `Of ${users.join(', ')}. ` : ''}${stuck > 0
          ? `${stuck} of them cannot move: change or cancel ${stuck === 1 ? 'it' : 'them'}, or drain at another time.`
          : 'All of them can move within their agreements.'} The timetable marks them with a red line. ${keep}</p>
        ${stuck > 0 ? nothing : html`<button type="button" class="primary" ?disabled=${this.isBusy} @click=${() => this.drain({ move: true })}>Move and drain</button>`}
      </div>
      ${inTheWay.map((each) => html`<p class=${each.outcome === 'moves' ? 'outcome' : 'outcome wrong'}>${this.outcome(each)}</p>
        ${card(site, each.reservation, { change: (kind) => { site.change = { id: each.reservation.id, kind }; site.changed(); } })}`)}`;
  }

  outcome({ reservation, to, code }) {
    const { zone } = this.site;
    const now = this.site.now();
    const name = reservation.name ?? reservation.id;
    if (to) {
      return `${name} would move to ${span(zone, Date.parse(to.start), Date.parse(to.end), now)} on ${to.pool}.`;
    }
    const why = {
      'already-bound': `its ${plural(this.unit())} are being made ready for it`,
      'already-started': `it runs until ${moment(zone, Date.parse(reservation.end), now)}`,
      'not-confirmed': 'it is held and not yet confirmed',
    }[code] ?? 'its agreement leaves it no other place';
    return `${name} cannot move: ${why}.`;
  }

  async fail() {
    await this.attempt(async () => {
      const { site, values } = this;
      this.forget();
      const servers = this.servers();
      const until = values.repair ? { until: iso(fromField(site.zone, values.repair)) } : {};
      this.failed = await post(`/pools/${encodeURIComponent(values.pool)}/fail`, { servers, ...until });
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `${counted(servers.length, this.unit())} of ${values.pool} marked as failed` }));
      site.refresh();
    });
  }

  reported() {
    const { site } = this;
    const { moved, degraded, displaced, affected } = this.failed;
    const parts = [[moved, `moved to other ${plural(this.unit())}`], [degraded, `without ${plural(this.unit())}, waiting for replacements`], [displaced, 'ended']]
      .filter(([ids]) => ids.length > 0).map(([ids, what]) => `${counted(ids.length, 'reservation')} ${what}`);
    return html`<div class="good" role="status"><p>${parts.length > 0 ? `${parts.join('; ')}.` : 'No reservation is affected.'}</p></div>
      ${affected.map((each) => card(site, each, { change: (kind) => { site.change = { id: each.id, kind }; site.changed(); } }))}`;
  }

  async add() {
    await this.attempt(async () => {
      this.forget();
      const { site, values } = this;
      const add = { kind: 'add-servers', pool: values.pool, count: Number(values.count) };
      const job = await this.tried();
      const reserve = job && { kind: 'reserve', job };
      const [after, before] = await Promise.all([
        post('/whatif', { commands: reserve ? [add, reserve] : [add] }, { once: false }),
        reserve ? post('/whatif', { commands: [reserve] }, { once: false }) : null,
      ]);
      this.decisions = { add: after.decisions[0], after: after.decisions[1], before: before?.decisions[0] };
      site.plannedServers = { [values.pool]: Number(values.count) };
      site.ghosts = (this.decisions.after?.reservations ?? []).map((each) => ({
        pool: each.pool, servers: each.servers, start: Date.parse(each.start), end: Date.parse(each.end), label: 'would fit',
      }));
      site.changed();
    });
  }

  unit() {
    return this.site.pools.find(({ name }) => name === this.values.pool)?.unit;
  }

  async tried() {
    const { values, site } = this;
    if (values.words.trim() === '') {
      return null;
    }
    const { job, unclear, missing } = await understand(values.words, site.zone);
    if (unclear.length + missing.length > 0) {
      throw wrongField('words', values.words, [...unclear, ...missing].join(' '));
    }
    if (job.host || job.unit || job.spread) {
      throw wrongField('words', values.words, 'A question about what would happen names pools, not hosts or kinds of servers: add “on” and the name of a pool.');
    }
    return request(job, 'what if', site.now());
  }

  added() {
    const { add, before, after } = this.decisions;
    if (!add.accepted) {
      return html`<div class="refusal" role="status"><p>${spoken(add.refusal.detail)}</p></div>`;
    }
    return html`<div class="good" role="status">
      <p><strong>${counted(Number(this.values.count), this.unit()).replace(' ', ' more ')} of ${this.values.pool}</strong> can be added; the timetable and its skyline show them. No reservation is affected.</p>
      ${before ? html`<dl><dt>Now</dt><dd>${this.decided(before)}</dd><dt>With the new ${plural(this.unit())}</dt><dd>${this.decided(after)}</dd></dl>` : nothing}
      <button type="button" class="primary" ?disabled=${this.isBusy} @click=${this.addInEarnest}>Add them</button></div>`;
  }

  decided(decision) {
    if (!decision.accepted) {
      return `Refused: ${spoken(decision.refusal.detail)}`;
    }
    const [made] = decision.reservations;
    return `${span(this.site.zone, Date.parse(made.start), Date.parse(made.end), this.site.now())} on ${made.pool}${this.site.costs(made.price) ? `, ${atPrice(made.price ?? 0)}` : ''}`;
  }

  async addInEarnest() {
    await this.attempt(async () => {
      const { pool, count } = this.values;
      await post(`/pools/${encodeURIComponent(pool)}/servers`, { count: Number(count) });
      this.forget();
      this.site.refresh();
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `${pool} has ${counted(Number(count), this.unit()).replace(' ', ' more ')}` }));
    });
  }
}

/** Like a problem of the API, of a field that is not sent as it is. */
function wrongField(field, value, rule) {
  return { message: rule, errors: [{ field, value, rule }], about: (name) => (name === field ? rule : '') };
}

customElements.define('berth-what-if', WhatIf);
