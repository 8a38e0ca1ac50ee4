// Booking at the sites of a broker: a job at the best of them, a window at several at once, or a workflow over all of them.
// Offers first, then in earnest.

import { get, post } from '../../api.js';
import { spoken } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { HOUR, clock, duration } from '../../time.js';
import { View } from '../../view.js';
import { choice, trouble } from '../field.js';
import { USUAL, isFolded } from '../provision/terms.js';
import './asking.js';
import { afterwards, jobFields, where, windowFields } from './fields.js';
import { ranked, refusals, together } from './offers.js';
import { newPart, partFields } from './parts.js';
import './plans.js';
import { jobRequest, windowRequest, workflowRequest } from './request.js';
import { workflowFields } from './workflow.js';

export const bookDeal = { id: 'book', title: 'Book', role: 'user', isWide: true, draw: (site) => html`<berth-book-deal .site=${site}></berth-book-deal>` };

const KINDS = [
  ['job', 'One job at the best site', 'All sites are asked; you choose among their offers.'],
  ['window', 'Several sites at once', 'The earliest window in which every part has its servers: all of them or none.'],
  ['workflow', 'A workflow', 'Tasks that depend on each other, on the servers of all sites: all of it or nothing.'],
];
/** How long sites may take to answer, and a deal to be booked, before the answer says that it is under way. */
const ANSWER = 10_000;
const BOOKING = 20_000;

class BookDeal extends View {
  static properties = {
    kind: { state: true }, values: { state: true }, parts: { state: true }, workflow: { state: true }, terms: { state: true }, isChoosing: { state: true },
    isMore: { state: true }, found: { state: true }, problem: { state: true }, asking: { state: true },
  };

  /** What the fields that are shown are about, as the API calls it. */
  #shown = new Set();
  #end = null;

  constructor() {
    super();
    this.kind = 'job';
    this.values = { by: 'end', counted: 'work', length: 2 * HOUR, servers: 1 };
    this.parts = [];
    this.terms = USUAL;
    this.isChoosing = true;
  }

  connectedCallback() {
    super.connectedCallback();
    this.parts = this.site.sites.slice(0, 2).map(({ name }) => newPart(name));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#end?.abort();
  }

  choose(kind) {
    this.kind = kind;
    this.giveUp();
    this.found = this.problem = null;
  }

  giveUp() {
    this.#end?.abort();
    this.asking = null;
  }

  async chooseWorkflow(id) {
    this.found = null;
    await this.attempt(null, async () => {
      const { workflows } = id ? await get('/workflows') : { workflows: [] };
      this.workflow = workflows.find((each) => each.id === id) ?? null;
      this.isChoosing = !this.workflow;
    });
    await this.updateComplete;
    this.querySelector(this.workflow ? '[data-field=name] input' : 'berth-upload input')?.focus();
  }

  /** What the fields need. What was found before stays until it is asked anew: a field is left with the click on the button, which must not move. */
  get form() {
    const set = (values) => (this.values = { ...this.values, ...values });
    return {
      site: this.site, kind: this.kind, values: this.values, parts: this.parts, set, wrong: (...names) => this.wrong(...names), defaultName: this.defaultName(),
      workflow: this.workflow, terms: this.terms, setTerms: (values) => (this.terms = { ...this.terms, ...values }),
      choose: (id) => this.chooseWorkflow(id), isChoosing: this.isChoosing, setChoosing: (isOpen) => (this.isChoosing = isOpen),
      isMore: this.isMore, setMore: (isOpen) => (this.isMore = isOpen),
    };
  }

  render() {
    const { site, kind, form } = this;
    this.#shown.clear();
    const isReady = kind !== 'workflow' || this.workflow;
    return html`<div class="dashboard"><h1>Book</h1>
      <section class="card">
        <form @submit=${(event) => { event.preventDefault(); this.ask(); }} novalidate aria-label="What do you need?">
          ${choice('deal', 'kind', 'What do you need?', KINDS, kind, (chosen) => this.choose(chosen))}
          ${kind === 'window' ? partFields(site, this.parts, (parts) => (this.parts = parts), form.wrong) : nothing}
          ${kind === 'workflow' ? workflowFields(form) : html`<div class="grid">${(kind === 'job' ? jobFields : windowFields)(form)}</div>`}
          ${isReady && kind !== 'window' ? where(form) : nothing}
          ${isReady ? afterwards(form) : nothing}
          ${trouble(this.elsewhere(), spoken)}
          ${isReady ? html`<div class="actions"><button class="primary" ?disabled=${Boolean(this.asking)}>${kind === 'workflow' ? 'Search for plans' : 'See offers'}</button></div>` : nothing}
        </form>
      </section>
      <section class="offers" aria-label="Offers" aria-live="polite">${this.outcome()}</section>
    </div>`;
  }

  /** What is being asked, and what came of it before. */
  outcome() {
    const { asking, found, site } = this;
    if (!asking && !found) {
      return html`<p class="empty">${this.kind === 'workflow' ? 'Plans' : 'Offers'} are shown here. Nothing is booked before you say so.</p>`;
    }
    return html`${asking ? html`<berth-asking .words=${asking.words} .most=${asking.most} .isFinal=${asking.isFinal} @given-up=${this.giveUp}></berth-asking>` : nothing}
      ${found ? this.offers(site, found, Boolean(asking)) : nothing}`;
  }

  offers(site, found, isBusy) {
    const isPossible = found.possible && found.offers.length > 0;
    if (isPossible && this.kind === 'workflow') {
      return html`<berth-deal-plans .site=${site} .found=${found} .isBusy=${isBusy} @search-again=${this.ask} @deal-wanted=${(event) => this.take(event.detail)}></berth-deal-plans>`;
    }
    const draw = this.kind === 'job' ? ranked : together;
    return html`${isPossible ? draw(site, found, (at) => this.take(this.body(at)), isBusy) : nothing}
      ${refusals(site, found.reasons, isPossible)}`;
  }

  wrong(...names) {
    names.forEach((name) => this.#shown.add(name));
    return names.map((name) => this.problem?.about?.(name) ?? '').filter(Boolean).join('; ');
  }

  /** What is wrong with something that has no field here is said as a whole. */
  elsewhere() {
    const { problem } = this;
    const rest = (problem?.errors ?? []).filter(({ field }) => !this.#shown.has(field));
    return rest.length > 0 ? { message: rest.map(({ field, rule }) => `${field} ${rule}`).join('; ') } : problem;
  }

  defaultName() {
    return `${this.site.account.name}-${clock(this.site.zone, this.site.now()).replace(':', '')}`;
  }

  /** @param at the site where a job is to be booked */
  body(at) {
    const { site, values } = this;
    const name = values.name ?? this.defaultName();
    return this.kind === 'job' ? jobRequest(site, values, name, at)
      : this.kind === 'window' ? windowRequest(site, values, this.parts, name)
      : workflowRequest(site, values, this.terms, this.workflow.id);
  }

  /** @param asking what is said meanwhile; null if it takes but a moment */
  async attempt(asking, work) {
    const end = new AbortController();
    this.#end = end;
    this.asking = asking;
    this.problem = null;
    try {
      await work(end.signal);
    } catch (problem) {
      if (end.signal.aborted) {
        return;
      }
      const { reasons } = problem.numbers ?? {};
      if (problem.code === 'deal-refused' && reasons) {
        this.found = { possible: false, offers: [], reasons };
      } else {
        this.problem = problem;
        this.isMore ||= isFolded({ errors: problem.errors?.map(({ field }) => ({ field: field.replace('workflow.', '') })) });
      }
    }
    this.asking = null;
  }

  async ask() {
    const isWorkflow = this.kind === 'workflow';
    const search = isWorkflow ? duration(this.terms.limit) ?? ANSWER : 0;
    const words = isWorkflow ? 'Searching for plans …' : `Asking ${this.site.sites.length === 1 ? 'the site' : 'the sites'} …`;
    await this.attempt({ words, most: ANSWER + search }, async (signal) => {
      this.found = null;
      const asked = this.body();
      this.found = { ...(await post('/deals', { ...asked, dryRun: true }, { once: false, signal })), asked };
    });
    await this.updateComplete;
    this.querySelector(this.problem ? '[aria-invalid=true], .trouble' : '.offers')?.scrollIntoView({ block: 'nearest' });
  }

  take(body) {
    return this.attempt({ words: 'Booking: every site holds its part, then all are confirmed …', most: BOOKING, isFinal: true }, async () => {
      const deal = await post('/deals', body);
      const said = { booked: 'is booked', undone: 'could not be kept: a site let its hold lapse' }[deal.state] ?? 'is under way';
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `${deal.name} ${said}` }));
      location.hash = '#/mine';
    });
  }
}

customElements.define('berth-book-deal', BookDeal);
