// The choice among the plans a search has found: by weight or by hand, on the timetable at once, and booked if wanted.

import { get, post } from '../../api.js';
import { atPrice, spoken } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { MINUTE, inWords, moment } from '../../time.js';
import { View } from '../../view.js';
import { trouble } from '../field.js';
import { alphaOf, choose, numbered } from './pareto.js';
import { allocations, count, summary, tasks } from './plan.js';
import { scatter } from './scatter.js';
import { pointTable, queueLine, slider, verdict } from './weigh.js';

const SOON = 120;

/** Fires search-again; and provision-booked with what was booked. */
class Choice extends View {
  static properties = {
    search: { attribute: false }, alpha: { state: true }, chosen: { state: true }, plan: { state: true }, problem: { state: true },
    isBusy: { state: true }, isReading: { state: true }, areTasksListed: { state: true }, arePointsListed: { state: true },
  };

  #points = [];
  #queue = null;
  #timer = null;
  #expiry = null;
  #turn = 0;
  #asking = null;
  #known = '';
  #compared = null;

  willUpdate(changes) {
    super.willUpdate(changes);
    if (changes.has('search')) {
      this.begin();
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stop();
    clearTimeout(this.#expiry);
    this.site.clearPlans();
  }

  begin() {
    const { search, site } = this;
    this.#points = numbered(search.points);
    this.#queue = search.queue ? numbered([search.queue])[0] : null;
    this.plan = this.problem = null;
    this.weigh(0.5);
    clearTimeout(this.#expiry);
    // From then on it cannot be booked; that is said as soon as it is so.
    const left = Date.parse(search.expires) - site.now();
    if (left > 0 && left < 2 ** 31) {
      this.#expiry = setTimeout(() => this.readSoon(), left + SOON);
    }
  }

  siteChanged() {
    this.requestUpdate();
    this.compare();
  }

  /** If others have booked or given up something where and while the plan is, it may cost otherwise, or be gone. */
  compare() {
    const { timetable } = this.site;
    if (this.plan && !this.isReading && timetable !== this.#compared) {
      this.#compared = timetable;
      if (neighbours(this.plan, timetable) !== this.#known) {
        this.readSoon();
      }
    }
  }

  weigh(alpha) {
    this.alpha = alpha;
    this.take(choose(this.#points, alpha));
  }

  /** By hand; the slider goes where it would choose the same, if it can. */
  pick(place) {
    if (place !== this.chosen) {
      this.alpha = alphaOf(this.#points, place);
      this.take(place);
    }
  }

  take(place) {
    if (place !== this.chosen || !this.plan) {
      this.chosen = place;
      this.readSoon();
    }
  }

  stop() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#turn++;
    this.isReading = false;
  }

  readSoon() {
    this.stop();
    this.isReading = true;
    this.#timer = setTimeout(() => this.read(), SOON);
  }

  async read() {
    this.stop();
    const turn = this.#turn;
    this.isReading = true;
    this.#asking = new AbortController();
    const { search, chosen } = this;
    // What is read now is at least as new.
    const { timetable } = this.site;
    try {
      const plan = await get(`/searches/${search.search}/plan?point=${chosen}`, { signal: this.#asking.signal });
      if (turn === this.#turn) {
        this.plan = plan;
        this.problem = null;
        this.#known = neighbours(plan, timetable);
        this.draw(plan);
      }
    } catch (problem) {
      if (turn === this.#turn) {
        this.plan = null;
        this.problem = problem;
        this.site.clearPlans();
      }
    }
    if (turn === this.#turn) {
      this.isReading = false;
      this.compare();
    }
  }

  draw(plan) {
    const { site, search } = this;
    site.ghosts = plan.allocations.map((each, place) => ({
      pool: each.pool, servers: each.servers, start: Date.parse(each.start), end: Date.parse(each.end), label: String(place + 1), isBeside: true,
    }));
    site.lines = search.deadline ? [{ at: Date.parse(search.deadline), label: 'deadline' }] : [];
    const [from, to] = extent(plan);
    const length = to - from;
    if (from < site.view.from || to > site.view.to || length < (site.view.to - site.view.from) / 6) {
      site.show(from - length / 8, to + length / 6);
    }
    site.changed();
  }

  render() {
    const { site, search } = this;
    const points = this.#points;
    const left = Date.parse(search.expires) - site.now();
    return html`<section aria-label="Choice">
      <h2 tabindex="-1">${count(points.length, 'plan')} to choose from</h2>
      ${site.now() - Date.parse(search.advertised) >= MINUTE ? html`<p class="advertised">These slots were advertised ${inWords(site.now() - Date.parse(search.advertised))} ago; a plan on one that was booked since is refused.</p>` : nothing}
      <p class="faint">${verdict(points)}
        ${search.exact ? 'Every choice of slots was tried.' : ''} ${left > 0 ? `Choose before ${moment(site.zone, Date.parse(search.expires), site.now())}.` : ''}</p>
      ${scatter(site, points, this.chosen, (place) => this.pick(place), this.#queue)}
      ${queueLine(site, this.#queue)}
      ${slider(site, points, this.alpha, this.chosen, (alpha) => this.weigh(alpha))}
    </section>
    <section aria-label="Chosen plan">
      <h2>Plan ${this.chosen + 1}</h2>
      <div class="outcome ${this.isReading && this.plan ? 'is-old' : ''}" aria-live="polite" aria-busy=${String(Boolean(this.isReading))}>
        ${this.plan ? summary(site, search, this.plan) : this.isReading ? html`<p class="faint">Reading the plan …</p>` : nothing}
      </div>
      ${this.wrong()}
      ${this.plan?.price !== undefined && !this.plan.limit && !this.isGone ? html`<div class="actions"><button type="button" class="primary book-plan" ?disabled=${this.isBusy || this.isReading}
        @click=${this.book}>Book it${site.costs(this.plan.price) ? ` ${atPrice(this.plan.price)}` : ''}</button></div>` : nothing}
      ${this.plan ? html`${allocations(site, this.plan)}
        <details class="as-fields tasks" @toggle=${(event) => (this.areTasksListed = event.target.open)}>
          <summary>Where its tasks run</summary>${this.areTasksListed ? tasks(site, this.plan) : nothing}</details>` : nothing}
      <details class="as-fields points" @toggle=${(event) => (this.arePointsListed = event.target.open)}>
        <summary>All plans as a table</summary>${this.arePointsListed ? pointTable(site, points, this.chosen, (place) => this.pick(place)) : nothing}</details>
    </section>`;
  }

  /** Why it cannot be booked, be it known before or only now; only a search may help then, or trying again. */
  wrong() {
    const { problem } = this;
    if (!this.isGone) {
      const limit = this.plan?.limit;
      return problem || !limit ? trouble(problem, spoken) : html`<p class="trouble" role="alert">${spoken(limit.detail)}</p>`;
    }
    return html`<div class="refusal" role="alert">
      <h3>It cannot be booked any more</h3>
      <p>${spoken(problem?.message ?? this.plan.reason)}</p>
      <div class="actions"><button type="button" @click=${() => this.dispatchEvent(new CustomEvent('search-again', { bubbles: true }))}>Search again</button></div>
    </div>`;
  }

  get isGone() {
    return this.problem ? [404, 409].includes(this.problem.status) : this.plan?.reason !== undefined;
  }

  async book() {
    const { search, plan } = this;
    this.isBusy = true;
    this.problem = null;
    try {
      const booked = await post(`/searches/${search.search}/book`, { point: plan.point });
      this.dispatchEvent(new CustomEvent('provision-booked', { bubbles: true, detail: booked }));
    } catch (problem) {
      this.problem = problem;
    }
    this.isBusy = false;
  }
}

/** From the start of the first slot to the end of the last. */
function extent(plan) {
  const starts = plan.allocations.map((each) => Date.parse(each.start));
  const ends = plan.allocations.map((each) => Date.parse(each.end));
  return [Math.min(...starts), Math.max(...ends)];
}

/** What is booked in the pools and the time of a plan. */
function neighbours(plan, timetable) {
  const names = new Set(plan.allocations.map((each) => each.pool));
  const [from, to] = extent(plan);
  return timetable.filter((pool) => names.has(pool.name)).map((pool) => `${pool.servers}/${pool.outages.length}:${pool.windows
    .filter((each) => each.start < to && from < each.end).map((each) => `${each.id}@${each.start}-${each.end}`).join()}`).join(' ');
}

customElements.define('berth-choice', Choice);
