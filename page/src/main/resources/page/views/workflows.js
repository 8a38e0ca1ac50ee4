// Workflows: one that is sent or chosen, drawn; a plan for it on the timetable, anew with every change; booked whole.

import { get, post } from '../api.js';
import { atPrice, spoken } from '../explain.js';
import { html, nothing } from '../lit.js';
import { fromIsoDuration, inWords } from '../time.js';
import { View } from '../view.js';
import { comparison } from './workflow/compare.js';
import { slots, summary, taskTable } from './workflow/plan.js';
import { asked, elsewhere, fields, request, usual } from './workflow/terms.js';
import './workflow/booked.js';
import './workflow/graph.js';
import './workflow/upload.js';

export const workflows = { id: 'workflows', title: 'Workflows', role: 'user', draw: (site) => html`<berth-workflows .site=${site}></berth-workflows>` };

const SOON = 250;
const MOST_COMPARED = 2000;

class Workflows extends View {
  static properties = {
    workflow: { state: true }, terms: { state: true }, plan: { state: true }, problem: { state: true }, isPlanning: { state: true }, isBusy: { state: true },
    isChoosing: { state: true }, rows: { state: true }, areTasksListed: { state: true }, booked: { state: true }, shown: { state: true },
  };

  #timer = null;
  #turn = 0;
  #asking = null;
  #known = '';
  #slots = [];

  constructor() {
    super();
    this.isChoosing = true;
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.site.workflow) {
      this.open(this.site.workflow);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stop();
    this.site.clearPlans();
  }

  siteChanged() {
    this.requestUpdate();
    // Somebody else has booked or given up servers in the time of the plan.
    if (this.plan && !this.isPlanning && !this.shown && this.#known !== this.neighbours()) {
      this.planSoon();
    }
  }

  /** What is booked in the time of the plan, as far as that can change it. */
  neighbours() {
    const { timetable } = this.site;
    const [from, to] = [Date.parse(this.plan.ready), Date.parse(this.plan.deadline)];
    return timetable.map((pool) => pool.windows.filter((each) => each.end > from && each.start < to)
      .reduce((sum, each) => sum + each.servers * (each.end % 1e9) + (each.start % 1e9), pool.servers + pool.outages.length)).join();
  }

  async choose(id) {
    await this.open(id);
    await this.updateComplete;
    this.querySelector(this.workflow ? '.workflow h2' : 'berth-upload input')?.focus();
  }

  async open(id) {
    this.stop();
    this.site.workflow = id;
    this.workflow = this.plan = this.problem = this.rows = this.booked = this.shown = null;
    this.site.clearPlans();
    this.isChoosing = id === null;
    if (id === null) {
      return;
    }
    try {
      const workflow = await get(`/workflows/${id}`);
      if (this.site.workflow === id) {
        this.workflow = workflow;
        this.terms = usual(this.site, workflow);
        await this.planNow();
      }
    } catch (problem) {
      this.problem = problem;
      this.isChoosing = true;
    }
  }

  set(values) {
    this.terms = { ...this.terms, ...values };
    this.booked = this.shown = null;
    if (!('scheduler' in values || 'spare' in values)) {
      this.rows = null;
    }
    this.planSoon(true);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#turn++;
    this.isPlanning = false;
  }

  /** Not with every stroke of a key; what was asked for before is no longer of interest. */
  planSoon(isShown = false) {
    this.stop();
    this.isPlanning = true;
    this.#timer = setTimeout(() => this.planNow(isShown), SOON);
  }

  /** @param isShown whether the timetable is to show the times of the plan */
  async planNow(isShown = true) {
    this.stop();
    const turn = this.#turn;
    this.isPlanning = true;
    this.#asking = new AbortController();
    const { site, workflow, terms } = this;
    try {
      const plan = await post(`/workflows/${workflow.id}/plan`, request(site, terms), { once: false, signal: this.#asking.signal });
      if (turn === this.#turn) {
        this.plan = plan;
        this.#slots = slots(plan);
        this.problem = null;
        this.#known = this.neighbours();
        this.draw(this.#slots, terms.deadline, isShown);
      }
    } catch (problem) {
      if (turn === this.#turn) {
        this.plan = null;
        problem.madeAt = site.now();
        this.problem = problem;
        const earliest = problem.numbers?.earliestFinish;
        this.draw([], terms.deadline, false, earliest ? [{ at: Date.parse(earliest), label: 'earliest end' }] : []);
      }
    }
    if (turn === this.#turn) {
      this.isPlanning = false;
    }
  }

  draw(tasks, deadline, isShown, lines = []) {
    const { site } = this;
    site.plan = tasks;
    site.lines = [...(deadline ? [{ at: deadline, label: 'deadline' }] : []), ...lines];
    const from = tasks.reduce((first, each) => Math.min(first, each.start), deadline);
    const length = deadline - from;
    const isInView = from >= site.view.from && deadline <= site.view.to && length > (site.view.to - site.view.from) / 4;
    if (isShown && tasks.length > 0 && !isInView) {
      site.show(from - length / 16, deadline + length / 6);
    }
    site.changed();
  }

  render() {
    const { workflow } = this;
    return html`
      <section>
        ${workflow ? nothing : html`<h2>Workflows</h2>
          <p class="faint">Plans and books all tasks of a workflow together: every task gets a ${this.site.unit} and spare time.</p>
          ${this.trouble()}`}
        <details class="chooser as-fields" ?open=${this.isChoosing} @toggle=${(event) => (this.isChoosing = event.target.open)}>
          <summary>${workflow ? 'Another workflow' : 'Send or choose one'}</summary>
          <berth-upload .site=${this.site} .chosen=${this.site.workflow} @workflow-chosen=${(event) => this.choose(event.detail)}></berth-upload>
        </details>
      </section>
      ${workflow ? html`${this.drawn(workflow)}${this.planned(workflow)}` : nothing}
      <berth-booked-plans .site=${this.site} .shown=${this.shown} @plan-shown=${(event) => this.showBooked(event.detail)}
        @plan-changed=${({ detail }) => this.draw(slots(detail), Date.parse(detail.deadline), false)}></berth-booked-plans>`;
  }

  trouble() {
    const words = elsewhere(this.problem);
    return words ? html`<p class="trouble" role="alert">${spoken(words)}</p>` : nothing;
  }

  drawn(workflow) {
    const isOfThis = this.shown ? this.shown === this.booked?.plan : this.plan;
    const planned = isOfThis ? new Map(this.site.plan.map((each) => [each.key, each])) : undefined;
    return html`<section class="workflow">
      <h2 tabindex="-1">${workflow.name || 'unnamed'}</h2>
      <p class="facts">${count(workflow.taskCount, 'task')}, ${count(workflow.edgeCount, 'edge')}, ${count(workflow.levels, 'level')}
        · ${inWords(fromIsoDuration(workflow.work))} of work, ${inWords(fromIsoDuration(workflow.criticalWork))} of it one after the other
        <span class="faint">· ${workflow.format}</span></p>
      ${workflow.notes.length > 0 ? html`<details class="as-fields"><summary>${count(workflow.notes.length, 'thing')} the file does not say</summary>
        <ul class="notes">${workflow.notes.map((note) => html`<li>${note}</li>`)}</ul></details>` : nothing}
      <berth-graph .site=${this.site} .workflow=${workflow} .slots=${planned}></berth-graph>
    </section>`;
  }

  planned(workflow) {
    const { site, terms, plan, problem } = this;
    return html`<section class="plan" aria-label="Plan">
      <h2>Plan</h2>
      <form novalidate @submit=${(event) => event.preventDefault()}>${fields(site, terms, problem, (values) => this.set(values))}</form>
      ${this.trouble()}
      ${this.booked ? this.wasBooked() : html`
        <div class="outcome ${this.isPlanning ? 'is-old' : ''}" aria-live="polite" aria-busy=${String(Boolean(this.isPlanning))}>
          ${plan ? summary(site, plan, this.#slots) : this.isPlanning ? html`<p class="faint">Planning …</p>` : nothing}
        </div>
        <div class="actions">
          ${plan?.limit && !this.isPlanning ? html`<p class="trouble" role="alert">${spoken(plan.limit.detail)}</p>` : nothing}
          ${plan && !plan.limit ? html`<button type="button" class="primary book-whole" ?disabled=${this.isBusy || this.isPlanning}
            @click=${this.book}>Book ${workflow.taskCount === 1 ? 'it' : `all ${workflow.taskCount} tasks`}${this.site.costs(plan.price) ? ` ${atPrice(plan.price)}` : ''}</button>` : nothing}
          ${workflow.taskCount <= MOST_COMPARED ? html`<button type="button" ?disabled=${this.isBusy} @click=${this.compare}>Compare all schedulers</button>` : nothing}
        </div>`}
      ${this.rows ? comparison(site, this.rows, terms, (values) => this.set(values)) : nothing}
      ${plan ? html`<details class="as-fields tasks" @toggle=${(event) => (this.areTasksListed = event.target.open)}>
        <summary>Tasks as a table</summary>${this.areTasksListed ? taskTable(site, this.#slots) : nothing}</details>` : nothing}
    </section>`;
  }

  wasBooked() {
    return html`<div class="good" role="status">
      <p><strong>${this.booked.name || this.booked.plan} is booked</strong> ${atPrice(this.booked.quote.after)}; below you can cancel it.</p>
      <button type="button" class="small" @click=${() => this.set({})}>Plan again</button></div>`;
  }

  async attempt(work) {
    this.isBusy = true;
    try {
      await work();
    } catch (problem) {
      problem.madeAt = this.site.now();
      this.problem = problem;
    }
    this.isBusy = false;
  }

  compare() {
    return this.attempt(async () => {
      const { workflow, terms } = this;
      const rows = await post(`/workflows/${workflow.id}/compare`, asked(this.site, terms), { once: false });
      if (this.workflow === workflow && this.terms === terms) {
        this.rows = rows;
      }
    });
  }

  book() {
    this.problem = null;
    return this.attempt(async () => {
      const { workflow, terms, site } = this;
      const booked = await post(`/workflows/${workflow.id}/book`, request(site, terms));
      this.stop();
      this.plan = this.rows = null;
      this.booked = booked;
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `${workflow.name || booked.plan} is booked: ${count(workflow.taskCount, 'task')} ${atPrice(booked.quote.after)}` }));
      await site.load();
      this.showBooked(await get(`/plans/${booked.plan}`));
    });
  }

  /** A booked plan in place of the one that is thought about, or that one again. */
  showBooked(plan) {
    this.shown = plan?.plan ?? null;
    if (plan) {
      this.stop();
      this.draw(slots(plan), Date.parse(plan.deadline), true);
    } else if (this.plan) {
      this.planNow();
    } else {
      this.site.clearPlans();
    }
  }
}

function count(number, word) {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

customElements.define('berth-workflows', Workflows);
