// What would happen if servers were drained or added; nothing is done until it is said so.

import { post } from '../api.js';
import { localised, money } from '../explain.js';
import { html, nothing } from '../lit.js';
import { DAY, fromField, iso, span, toField } from '../time.js';
import { View } from '../view.js';
import { parse, request } from '../words.js';
import { card } from './card.js';
import { field, input, select, trouble } from './field.js';

export const whatIf = { id: 'what-if', title: 'What if', role: 'operator', draw: (site) => html`<berth-what-if .site=${site}></berth-what-if>` };

class WhatIf extends View {
  static properties = {
    kind: { state: true }, values: { state: true }, hurt: { state: true }, decisions: { state: true }, problem: { state: true }, isBusy: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    const now = this.site.now();
    this.kind = 'drain';
    this.values = {
      pool: this.site.pools[0]?.name ?? '', servers: 'all', count: '4', words: '',
      from: toField(this.site.zone, now), to: toField(this.site.zone, now + DAY),
    };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.site.clearPlans();
  }

  forget() {
    this.hurt = this.decisions = this.problem = null;
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
      <p class="faint">Try it on a copy of the site: nothing changes until you say so.</p>
      <div class="choice" role="group" aria-label="What">
        ${[['drain', 'Drain servers'], ['add', 'Add servers']].map(([key, label]) => html`<button type="button" aria-pressed=${String(kind === key)}
          @click=${() => { this.kind = key; this.forget(); }}>${label}</button>`)}
      </div>
      <form @submit=${(event) => { event.preventDefault(); kind === 'drain' ? this.drain(true) : this.add(); }} novalidate>
        <div class="grid">
          ${field('what-if', 'pool', 'Pool', select(site.pools.map((pool) => [pool.name, pool.name]), values.pool, set('pool')))}
          ${kind === 'drain'
            ? html`${field('what-if', 'servers', 'Servers', input(values.servers, set('servers'), { placeholder: '0-3, 7' }), { wrong: wrong('servers'), hint: 'all, or numbers such as 0-3, 7' })}
              ${field('what-if', 'from', 'From', input(values.from, set('from'), time), { wrong: wrong('from') })}
              ${field('what-if', 'to', 'To', input(values.to, set('to'), time), { wrong: wrong('to'), hint: 'empty: until restored' })}`
            : html`${field('what-if', 'count', 'How many', input(values.count, set('count'), { type: 'number', min: 1 }), { wrong: wrong('commands[0].count', 'count') })}
              ${field('what-if', 'words', 'Would this fit then?', input(values.words, set('words'), { placeholder: '12 servers, 4 hours of work, done by tomorrow 9:00' }),
                { hint: 'in plain words, if you like', wrong: wrong('words') })}`}
        </div>
        ${trouble(this.problem, (text) => localised(text, site.zone, site.now()))}
        <div class="actions"><button class="primary" ?disabled=${this.isBusy}>${kind === 'drain' ? 'Show affected reservations' : 'Show what would change'}</button></div>
      </form>
      ${this.hurt ? this.drained() : nothing}
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

  async drain(dryRun) {
    await this.attempt(async () => {
      const { site, values } = this;
      this.forget();
      const servers = this.servers();
      const start = fromField(site.zone, values.from);
      const end = values.to ? fromField(site.zone, values.to) : null;
      const body = {
        servers, dryRun, ...(start && start > site.now() ? { from: iso(start) } : {}), ...(end ? { to: iso(end) } : {}),
      };
      const { inTheWay, affected } = await post(`/pools/${encodeURIComponent(values.pool)}/drain`, body, { once: !dryRun });
      if (!dryRun) {
        this.forget();
        this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `${servers.length === 1 ? '1 server' : `${servers.length} servers`} of ${values.pool} ${servers.length === 1 ? 'is' : 'are'} drained` }));
        site.refresh();
        return;
      }
      this.hurt = affected;
      site.hurt = new Set(inTheWay);
      const from = Math.max(start ?? 0, site.now());
      site.plannedOutages = [{ pool: values.pool, servers, start: from, end: end ?? Number.MAX_SAFE_INTEGER }];
      if (from < site.view.from || from > site.view.to) {
        const length = site.view.to - site.view.from;
        site.show(from - length / 12, from + (11 * length) / 12);
      }
      site.changed();
    });
  }

  drained() {
    const { site, hurt } = this;
    if (hurt.length === 0) {
      return html`<div class="good" role="status"><p><strong>No reservation is affected.</strong> Other servers can take all of them.</p>
        <button type="button" class="primary" ?disabled=${this.isBusy} @click=${() => this.drain(false)}>Drain them</button></div>`;
    }
    const users = [...new Set(hurt.map((each) => each.user).filter(Boolean))];
    return html`<div class="refusal" role="status">
        <h3>${hurt.length} reservation${hurt.length === 1 ? '' : 's'} would be affected</h3>
        <p>${users.length > 0 ? `Of ${users.join(', ')}. ` : ''}The other servers cannot take them; the timetable marks them with a red line. Move or cancel them, or drain at another time.</p>
      </div>
      ${hurt.map((each) => card(site, each, { change: (kind) => { site.change = { id: each.id, kind }; site.changed(); } }))}`;
  }

  async add() {
    await this.attempt(async () => {
      this.forget();
      const { site, values } = this;
      const add = { kind: 'add-servers', pool: values.pool, count: Number(values.count) };
      const job = this.tried();
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

  tried() {
    const { values, site } = this;
    if (values.words.trim() === '') {
      return null;
    }
    const { job, unclear } = parse(values.words, site.zone, site.now());
    if (unclear.length > 0) {
      throw wrongField('words', values.words, `not understood: ${unclear.join(', ')}`);
    }
    return request(job, 'what if', site.now());
  }

  added() {
    const { add, before, after } = this.decisions;
    if (!add.accepted) {
      return html`<div class="refusal" role="status"><p>${localised(add.refusal.detail, this.site.zone, this.site.now())}</p></div>`;
    }
    return html`<div class="good" role="status">
      <p><strong>${this.values.count} more servers of ${this.values.pool}</strong> can be added; the timetable and its skyline show them. No reservation is affected.</p>
      ${before ? html`<dl><dt>Now</dt><dd>${this.decided(before)}</dd><dt>With the new servers</dt><dd>${this.decided(after)}</dd></dl>` : nothing}
      <button type="button" class="primary" ?disabled=${this.isBusy} @click=${this.addInEarnest}>Add them</button></div>`;
  }

  decided(decision) {
    if (!decision.accepted) {
      return `Refused: ${localised(decision.refusal.detail, this.site.zone, this.site.now())}`;
    }
    const [made] = decision.reservations;
    return `${span(this.site.zone, Date.parse(made.start), Date.parse(made.end), this.site.now())} on ${made.pool}, for ${money(made.price ?? 0)}`;
  }

  async addInEarnest() {
    await this.attempt(async () => {
      const { pool, count } = this.values;
      await post(`/pools/${encodeURIComponent(pool)}/servers`, { count: Number(count) });
      this.forget();
      this.site.refresh();
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `${pool} has ${count} more servers` }));
    });
  }
}

/** Like a problem of the API, of a field that is not sent as it is. */
function wrongField(field, value, rule) {
  return { message: rule, errors: [{ field, value, rule }], about: (name) => (name === field ? rule : '') };
}

customElements.define('berth-what-if', WhatIf);
