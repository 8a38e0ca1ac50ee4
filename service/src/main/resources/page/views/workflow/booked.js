// Plans that are booked: where their tasks stand, and giving one up, with what that costs before it is done.

import { get, query, request } from '../../api.js';
import { cost, localised } from '../../explain.js';
import { html, nothing, repeat } from '../../lit.js';
import { inWords, moment } from '../../time.js';
import { View } from '../../view.js';
import { trouble } from '../field.js';
import { schedulerName, spareName } from './names.js';

const SHOWN = 10;
const COUNTED = 2000;
const STATES = {
  waiting: 'booked', running: 'running', ended: 'over', finished: 'finished early', failed: 'failed', degraded: 'lost servers', cancelled: 'cancelled', released: 'given up',
};

/** Fires plan-shown with the whole plan to show, or with null, and plan-changed when the one that is shown may have. */
class Booked extends View {
  static properties = {
    shown: { attribute: false }, plans: { state: true }, more: { state: true }, quote: { state: true }, problem: { state: true }, isBusy: { state: true },
  };

  #seen = null;
  #turn = 0;

  constructor() {
    super();
    this.plans = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#seen = this.site.timetable;
    this.load();
  }

  /** Whatever happens on the site makes it read the timetable anew: so are plans. */
  siteChanged() {
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
        const page = await get(query('/plans', { after: next, limit: 1000 }));
        all.push(...page.plans);
        next = page.next;
      }
      const newest = all.reverse().slice(0, SHOWN);
      const plans = await Promise.all(newest.map((each) => (each.taskCount <= COUNTED && !each.released ? get(`/plans/${each.plan}`) : each)));
      if (turn === this.#turn) {
        this.plans = plans;
        this.more = all.length - plans.length;
        const shown = plans.find((each) => each.plan === this.shown && each.tasks);
        if (shown) {
          this.say('plan-changed', shown);
        }
      }
    } catch (problem) {
      this.problem = problem;
    }
  }

  render() {
    return html`<section class="booked" aria-label="Booked plans">
      <h2>Booked plans</h2>
      ${trouble(this.problem, (text) => localised(text, this.site.zone, this.site.now()))}
      ${this.plans.length === 0 ? html`<p class="empty">None yet. A plan that is booked is listed here until a month after its deadline.</p>` : nothing}
      ${repeat(this.plans, (each) => each.plan, (each) => this.one(each))}
      ${this.more > 0 ? html`<p class="hint">And ${this.more} older ones; <code>berth workflow plans</code> lists all.</p>` : nothing}
    </section>`;
  }

  one(plan) {
    const { site, quote } = this;
    const now = site.now();
    const [finish, deadline] = [Date.parse(plan.finish), Date.parse(plan.deadline)];
    const states = Object.entries(plan.states ?? {}).map(([state, count]) => `${count} ${STATES[state] ?? state}`);
    const isOver = plan.released || finish <= now;
    return html`<article class="card reservation" data-plan=${plan.plan}>
      <header><h3>${plan.name || plan.plan}</h3><span class="badge ${isOver ? '' : 'waiting'}">${plan.released ? 'Given up' : isOver ? 'Over' : 'Booked'}</span></header>
      <p class="when">Done by ${moment(site.zone, finish, now)} <span class="faint">(${finish < deadline ? `${inWords(deadline - finish)} before` : 'at'} the deadline ${moment(site.zone, deadline, now)})</span></p>
      <p class="facts">${plan.taskCount} tasks${states.length > 0 ? `: ${states.join(', ')}` : ''}
        <span class="faint"> · ${schedulerName(plan.scheduler)}, ${spareName(plan.spare)}${plan.user === site.account.name ? '' : ` · ${plan.user}`} · ${plan.plan}</span></p>
      ${quote?.plan === plan.plan ? this.priced(plan, quote.quote) : html`<div class="actions">
        ${plan.released ? nothing : html`<button type="button" class="small" aria-pressed=${String(this.shown === plan.plan)} aria-label="Show ${plan.name} on the timetable" @click=${() => this.show(plan)}>Show</button>`}
        ${isOver ? nothing : html`<button type="button" class="small" ?disabled=${this.isBusy} aria-label="Cancel ${plan.name}" @click=${() => this.ask(plan)}>Cancel</button>`}
      </div>`}
    </article>`;
  }

  priced(plan, quote) {
    return html`<p class="quote" role="status">If you cancel it all, ${cost(quote)}.</p>
      <div class="actions">
        <button type="button" class="primary small" ?disabled=${this.isBusy} @click=${() => this.cancel(plan)}>Cancel it all</button>
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

  say(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { bubbles: true, detail }));
  }

  show(plan) {
    return this.attempt(async () => {
      const whole = this.shown === plan.plan ? null : await get(`/plans/${plan.plan}`);
      this.say('plan-shown', whole);
    });
  }

  ask(plan) {
    return this.attempt(async () => {
      const { answer } = await request('DELETE', `/plans/${plan.plan}?dryRun=true`, { once: false });
      this.quote = answer;
      await this.updateComplete;
      this.querySelector(`[data-plan=${plan.plan}] button.primary`)?.focus();
    });
  }

  cancel(plan) {
    return this.attempt(async () => {
      await request('DELETE', `/plans/${plan.plan}`);
      this.quote = null;
      if (this.shown === plan.plan) {
        this.say('plan-shown', null);
      }
      this.say('done', `${plan.name || plan.plan} is cancelled`);
      await this.load();
      this.site.refresh();
    });
  }
}

customElements.define('berth-booked-plans', Booked);
