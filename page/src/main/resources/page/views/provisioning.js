// Provisioning: a workflow on slots that are advertised; all plans worth a thought, one chosen with the eyes, booked.

import { get } from '../api.js';
import { atPrice, spoken } from '../explain.js';
import { html, nothing } from '../lit.js';
import { View } from '../view.js';
import { count } from './provision/plan.js';
import { Search, isOver } from './provision/search.js';
import { USUAL, elsewhere, fields, isFolded, request } from './provision/terms.js';
import './provision/booked.js';
import './provision/choice.js';
import './workflow/upload.js';

export const provisioning = {
  id: 'provisioning', title: 'Provisioning', role: 'user', draw: (site) => html`<berth-provisioning .site=${site}></berth-provisioning>`,
};

class Provisioning extends View {
  static properties = {
    workflow: { state: true }, terms: { state: true }, problem: { state: true }, booked: { state: true },
    isBusy: { state: true }, isChoosing: { state: true }, isAsking: { state: true }, isMore: { state: true },
  };

  #search = new Search(this);
  #seen = null;
  #isAwaited = false;

  constructor() {
    super();
    this.isChoosing = this.isAsking = true;
  }

  /** Once there is something to choose from, what was asked is folded away. */
  willUpdate(changes) {
    super.willUpdate(changes);
    const { known } = this.#search;
    if (known !== this.#seen) {
      this.#seen = known;
      this.isAsking = !known || (isOver(known) ? !(known.points?.length > 0) : this.isAsking);
      if (this.#isAwaited && known && isOver(known)) {
        this.#isAwaited = false;
        this.updateComplete.then(() => this.look());
      }
    }
  }

  /** What comes of it is in view; whoever goes by keyboard goes on there, unless they have gone elsewhere. */
  look() {
    const outcome = this.querySelector('.outcome-of-search');
    outcome?.scrollIntoView({ block: matchMedia('(max-width: 900px)').matches ? 'start' : 'nearest' });
    if (this.contains(document.activeElement) || document.activeElement === document.body) {
      outcome?.querySelector('[tabindex="-1"]')?.focus({ preventScroll: true });
    }
  }

  async connectedCallback() {
    super.connectedCallback();
    this.terms = this.site.searchTerms ?? USUAL;
    try {
      await this.#search.resume(this.site.search);
      // Another workflow may have been chosen elsewhere since.
      await this.open(this.site.workflow ?? this.#search.known?.workflow);
    } catch (problem) {
      this.problem = problem;
    }
  }

  /** @param id of the workflow; the search of another one is of no interest any more */
  async open(id) {
    this.site.workflow = id ?? null;
    this.booked = null;
    const { known } = this.#search;
    if (known && known.workflow !== id) {
      this.#search.forget();
    }
    const { workflows } = id ? await get('/workflows') : { workflows: [] };
    this.workflow = workflows.find((each) => each.id === id) ?? null;
    this.isChoosing = !this.workflow;
  }

  async choose(id) {
    this.problem = null;
    try {
      await this.open(id);
    } catch (problem) {
      this.problem = problem;
    }
    await this.updateComplete;
    this.querySelector(this.workflow ? '.workflow h2' : 'berth-upload input')?.focus();
  }

  async start() {
    this.isBusy = this.#isAwaited = true;
    this.problem = this.booked = null;
    this.site.clearPlans();
    try {
      await this.#search.start(this.site.workflow, request(this.terms));
    } catch (problem) {
      this.problem = problem;
      this.isMore ||= isFolded(problem);
    }
    this.isBusy = false;
    await this.updateComplete;
    if (this.problem) {
      this.isAsking = true;
      await this.updateComplete;
      this.querySelector('[aria-invalid=true], .trouble')?.scrollIntoView({ block: 'nearest' });
    } else {
      this.look();
    }
  }

  async cancel() {
    await this.#search.cancel();
    await this.updateComplete;
    this.querySelector('form button:not([type])')?.focus();
  }

  render() {
    const { workflow, site } = this;
    return html`
      <section>
        ${workflow ? nothing : html`<h2>Provisioning</h2>
          <p class="faint">Buys slots for a whole workflow: the earlier it ends, the more it costs. Search to see the choices.</p>`}
        <details class="chooser as-fields" ?open=${this.isChoosing} @toggle=${(event) => (this.isChoosing = event.target.open)}>
          <summary>${workflow ? 'Another workflow' : 'Send or choose a workflow'}</summary>
          <berth-upload .site=${site} .chosen=${workflow?.id ?? null} @workflow-chosen=${(event) => this.choose(event.detail)}></berth-upload>
        </details>
        ${workflow ? nothing : this.trouble()}
      </section>
      ${workflow ? this.form(workflow) : nothing}
      ${this.booked ? this.wasBooked() : this.found()}
      <berth-provisions .site=${site}></berth-provisions>`;
  }

  form(workflow) {
    const set = (values) => (this.terms = this.site.searchTerms = { ...this.terms, ...values });
    return html`<section class="workflow" aria-label="Search">
      <h2 tabindex="-1">${workflow.name || 'unnamed'} <span class="faint">${count(workflow.taskCount, 'task')}</span></h2>
      <details class="as-fields terms" ?open=${this.isAsking} @toggle=${(event) => (this.isAsking = event.target.open)}>
        <summary>What to search for</summary>
        <form novalidate @submit=${(event) => { event.preventDefault(); this.start(); }}>
          ${fields(this.site, this.terms, this.problem, this.isMore, set, (isOpen) => (this.isMore = isOpen))}
          ${this.trouble()}
          <div class="actions"><button class=${this.#search.known ? '' : 'primary'} ?disabled=${this.isBusy || this.#search.isUnderWay}>
            ${this.#search.known || this.booked ? 'Search again' : 'Search'}</button></div>
        </form>
      </details>
    </section>`;
  }

  trouble() {
    const text = elsewhere(this.problem ?? this.#search.problem);
    return text ? html`<p class="trouble" role="alert">${spoken(text)}</p>` : nothing;
  }

  found() {
    const { known } = this.#search;
    if (!known) {
      return nothing;
    }
    if (!isOver(known)) {
      return this.progress(known);
    }
    if (known.points?.length > 0) {
      return html`<berth-choice class="outcome-of-search" .site=${this.site} .search=${known} @search-again=${this.start} @provision-booked=${(event) => this.done(event.detail)}></berth-choice>`;
    }
    return html`<div class="refusal outcome-of-search" role="alert"><h3 tabindex="-1">No plan</h3>
      <p>${spoken(known.reason ? `None was found: ${known.reason}` : 'The search has failed; search again, and tell an operator if it fails again')}</p></div>`;
  }

  progress({ state, done, of, slots, slotsLeftOut }) {
    return html`<section class="card searching outcome-of-search" aria-label="Progress">
      <div class="row"><h3 tabindex="-1">${state === 'waiting' ? 'Waiting for its turn …' : 'Searching …'}</h3>
        <span class="faint">${count(slots, 'slot')} to choose from${slotsLeftOut ? `, ${slotsLeftOut} later ones left out` : ''}</span></div>
      <progress max=${of} value=${state === 'waiting' ? nothing : done} aria-label="Plans tried"></progress>
      <p class="faint">${done.toLocaleString('en-GB')} of at most ${count(of, 'plan')} tried</p>
      <div class="actions">
        <button type="button" @click=${() => this.#search.stop()}>Stop: best so far</button>
        <button type="button" class="quiet" @click=${this.cancel}>Cancel</button>
      </div>
    </section>`;
  }

  done(booked) {
    this.#search.forget();
    this.booked = booked;
    this.site.refresh();
    this.updateComplete.then(() => this.look());
    this.dispatchEvent(new CustomEvent('done', {
      bubbles: true, detail: `${booked.name || booked.provision} is booked: ${count(booked.allocations.length, 'reservation')} ${atPrice(booked.quote.after)}`,
    }));
  }

  wasBooked() {
    const { booked } = this;
    return html`<div class="good outcome-of-search" role="status">
      <p tabindex="-1"><strong>${booked.name || booked.provision} is booked.</strong> ${count(booked.allocations.length, 'reservation')} ${atPrice(booked.quote.after)}; below you can cancel them together.</p></div>`;
  }
}

customElements.define('berth-provisioning', Provisioning);
