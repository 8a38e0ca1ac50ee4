// The plans of a workflow over several sites: one is chosen, by weight or by hand, its price asked of the sites, and booked if wanted.

import { post } from '../../api.js';
import { price, spoken } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { inWords, moment } from '../../time.js';
import { View } from '../../view.js';
import { trouble } from '../field.js';
import { alphaOf, choose, numbered } from '../provision/pareto.js';
import { count, tasks } from '../provision/plan.js';
import { scatter } from '../provision/scatter.js';
import { pointTable, slider, verdict } from '../provision/weigh.js';
import './asking.js';
import { reasonList } from './reasons.js';
import { reservationTable } from './table.js';

const SOON = 250;
const ANSWER = 20_000;

/** <berth-deal-plans .found .isBusy> found: the answer to a search, and what was `asked`. Fires search-again, and deal-wanted with what to book. */
class Plans extends View {
  static properties = {
    found: { attribute: false }, isBusy: { attribute: false }, alpha: { state: true }, chosen: { state: true }, plan: { state: true }, problem: { state: true },
    isReading: { state: true }, areTasksListed: { state: true }, arePointsListed: { state: true },
  };

  #points = [];
  #timer = null;
  #end = null;

  willUpdate(changes) {
    super.willUpdate(changes);
    if (changes.has('found')) {
      this.stop();
      const { found } = this;
      this.#points = numbered(found.points);
      this.plan = found;
      this.problem = null;
      this.chosen = found.chosen ?? null;
      this.alpha = this.chosen === null ? null : alphaOf(this.#points, this.chosen);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stop();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#end?.abort();
    this.isReading = false;
  }

  weigh(alpha) {
    this.alpha = alpha;
    this.take(choose(this.#points, alpha));
  }

  /** By hand; the slider goes where it would choose the same, if it can. */
  pick(place) {
    this.alpha = alphaOf(this.#points, place);
    this.take(place);
  }

  take(place) {
    if (place !== this.chosen) {
      this.chosen = place;
      this.stop();
      this.isReading = true;
      this.#timer = setTimeout(() => this.read(), SOON);
    }
  }

  /** Of the plans that end no later, a chosen one is the cheapest: so every one of them can be asked for. */
  body() {
    const { asked } = this.found;
    const point = this.#points[this.chosen];
    return point ? { ...asked, workflow: { ...asked.workflow, deadline: point.finish, alpha: '1' } } : asked;
  }

  async read() {
    this.stop();
    const end = new AbortController();
    this.#end = end;
    this.isReading = true;
    this.problem = null;
    try {
      const plan = await post('/deals', { ...this.body(), dryRun: true }, { once: false, signal: end.signal });
      if (!end.signal.aborted) {
        this.plan = plan;
      }
    } catch (problem) {
      if (!end.signal.aborted) {
        this.plan = null;
        this.problem = problem;
      }
    }
    if (!end.signal.aborted) {
      this.isReading = false;
    }
  }

  render() {
    const { site, found } = this;
    const points = this.#points;
    return html`<section class="card" aria-label="Choice">
      <h2>${count(points.length, 'plan')} to choose from</h2>
      <p class="faint">${verdict(points)}
        ${found.exact ? 'Every choice of slots was tried.' : `${count(found.slots, 'slot')} to choose from${found.slotsLeftOut ? `, ${count(found.slotsLeftOut, 'later one')} left out` : ''}.`}</p>
      ${scatter(site, points, this.chosen, (place) => this.pick(place))}
      ${slider(site, points, this.alpha, this.chosen, (alpha) => this.weigh(alpha))}
      <details class="as-fields points" @toggle=${(event) => (this.arePointsListed = event.target.open)}>
        <summary>All plans as a table</summary>${this.arePointsListed ? pointTable(site, points, this.chosen, (place) => this.pick(place)) : nothing}</details>
    </section>
    <section class="card plan" aria-label="Chosen plan" aria-busy=${String(Boolean(this.isReading))}>
      <h2>${this.chosen === null ? 'The plan' : `Plan ${this.chosen + 1}`}</h2>
      ${this.isReading ? html`<berth-asking .words=${'Asking the sites for this plan …'} .most=${ANSWER} .isFinal=${true}></berth-asking>` : nothing}
      ${this.plan ? html`<div class=${this.isReading ? 'is-old' : ''}>${this.onePlan(this.plan)}</div>` : nothing}
      ${this.wrong()}
    </section>`;
  }

  onePlan(plan) {
    const { site } = this;
    const now = site.now();
    if (!plan.possible) {
      return html`<div class="refusal" role="alert"><h3>This plan cannot be booked</h3>${reasonList(plan.reasons)}
        <p>Choose another plan, or search again.</p>${this.again()}</div>`;
    }
    const finish = Math.max(...plan.tasks.map((task) => Date.parse(task.end)));
    const total = plan.offers.reduce((sum, offer) => sum + Number(offer.price), 0);
    const at = [...new Set(plan.offers.map((offer) => offer.site))];
    return html`
      ${this.isOther(plan) ? html`<p class="note">The sites no longer offer exactly the plan that you have chosen; this is the best one that is done no later.</p>` : nothing}
      <dl class="facts-list">
        <dt>Done</dt><dd>${moment(site.zone, finish, now)} <span class="faint">(${inWords(finish - Date.parse(this.found.asked.workflow.ready))} after ${moment(site.zone, Date.parse(this.found.asked.workflow.ready), now)})</span></dd>
        <dt>Takes</dt><dd>${count(plan.offers.length, 'reservation')} at ${at.join(', ')} for ${count(plan.tasks.length, 'task')}</dd>
        <dt>Price</dt><dd><strong class="price">${price(total)}</strong>${total > 0 ? html` <span class="faint">and surcharges of busy pools, if any</span>` : nothing}</dd>
      </dl>
      <div class="actions"><button type="button" class="primary book-plan" ?disabled=${this.isBusy || this.isReading} @click=${this.book}>Book this plan</button></div>
      <p class="hint">If a site refuses its part, the next best plan that is done no later is booked. A maximum price counts with all surcharges.</p>
      ${plan.reasons.length > 0 ? html`<div class="note"><h3>Sites that cannot do it</h3>${reasonList(plan.reasons)}</div>` : nothing}
      ${reservationTable(site, plan.offers.map((offer) => ({ site: offer.site, reservation: offer })), 'What the plan books')}
      <details class="as-fields tasks" @toggle=${(event) => (this.areTasksListed = event.target.open)}>
        <summary>Where its tasks run</summary>${this.areTasksListed ? tasks(site, plan) : nothing}</details>`;
  }

  /** Whether it is another plan than the one that was chosen here. */
  isOther({ points, chosen }) {
    const wanted = this.#points[this.chosen];
    const got = points[chosen];
    return !this.isReading && wanted !== undefined && (got === undefined || got.finish !== wanted.finish || got.cost !== wanted.cost);
  }

  again() {
    return html`<div class="actions"><button type="button" @click=${() => this.dispatchEvent(new CustomEvent('search-again', { bubbles: true }))}>Search again</button></div>`;
  }

  /** A plan that begins too soon by now cannot be had any more. */
  wrong() {
    const { problem } = this;
    if (problem?.about?.('workflow.ready')) {
      return html`<div class="refusal" role="alert"><h3>These plans are too old</h3><p>By now they begin too soon to be booked.</p>${this.again()}</div>`;
    }
    return trouble(problem && { message: problem.message }, spoken);
  }

  book() {
    this.dispatchEvent(new CustomEvent('deal-wanted', { bubbles: true, detail: this.body() }));
  }
}

customElements.define('berth-deal-plans', Plans);
