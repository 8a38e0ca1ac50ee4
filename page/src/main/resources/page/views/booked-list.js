// What was booked as a whole, the newest first: read anew when the site changes, and given up for a price told before.

import { get, query, request } from '../api.js';
import { cost, spoken } from '../explain.js';
import { html, nothing, repeat } from '../lit.js';
import { View } from '../view.js';
import { trouble } from './field.js';

const SHOWN = 10;

/** Whoever extends it says what is listed (`kind`, `heading`, `none`, `older`) and draws one (`one`). */
export class BookedList extends View {
  static properties = {
    all: { state: true }, more: { state: true }, quote: { state: true }, problem: { state: true }, isBusy: { state: true },
  };

  #seen = null;
  #turn = 0;

  constructor() {
    super();
    this.all = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#seen = this.site.timetable;
    this.load();
  }

  /** Whatever happens on the site makes it read the timetable anew: so are these. */
  siteChanged() {
    this.requestUpdate();
    if (this.site.timetable !== this.#seen) {
      this.#seen = this.site.timetable;
      this.load();
    }
  }

  id(each) {
    return each[this.kind];
  }

  path(each) {
    return `/${this.kind}s/${this.id(each)}`;
  }

  /** Whether more of it is wanted than a line of the list says. */
  isReadWhole(each) {
    return !each.released;
  }

  /** For whoever has to know when they were read, or one was given up. */
  loaded() {}

  givenUp() {}

  async load() {
    const turn = ++this.#turn;
    try {
      const { all, more } = await this.read();
      if (turn === this.#turn) {
        this.all = all;
        this.more = more;
        this.loaded();
      }
    } catch (problem) {
      this.problem = problem;
    }
  }

  /** The newest, and how many more there are. */
  async read() {
    const lines = [];
    for (let next = ''; next !== undefined;) {
      const page = await get(query(`/${this.kind}s`, { after: next, limit: 1000 }));
      lines.push(...page[`${this.kind}s`]);
      next = page.next;
    }
    const newest = lines.reverse().slice(0, SHOWN);
    const all = await Promise.all(newest.map((each) => (this.isReadWhole(each) ? get(this.path(each)) : each)));
    return { all, more: lines.length - all.length };
  }

  /** What giving it up costs, from the answer to a dry run. */
  price({ quote }) {
    return cost(quote);
  }

  render() {
    return html`<section class="booked" aria-label=${this.heading}>
      <h2>${this.heading}</h2>
      ${trouble(this.problem, spoken)}
      ${this.all.length === 0 ? html`<p class="empty">${this.none}</p>` : nothing}
      ${repeat(this.all, (each) => this.id(each), (each) => this.one(each))}
      ${this.more ? html`<p class="hint">And ${this.more} older; <code>${this.older}</code> lists all.</p>` : nothing}
    </section>`;
  }

  /** What giving it up costs, once that was asked; before, what else can be done. */
  actions(each, others) {
    const { quote } = this;
    return quote && this.id(quote) === this.id(each) ? html`<p class="quote" role="status">If you cancel what is left of it, ${this.price(quote)}.</p>
      <div class="actions">
        <button type="button" class="primary small" ?disabled=${this.isBusy} @click=${() => this.cancel(each)}>Cancel ${this.kind}</button>
        <button type="button" class="small" @click=${() => (this.quote = null)}>Keep it</button>
      </div>` : html`<div class="actions">${others}</div>`;
  }

  cancelButton(each) {
    return html`<button type="button" class="small" aria-label="Cancel ${each.name || this.id(each)}" ?disabled=${this.isBusy} @click=${() => this.ask(each)}>Cancel</button>`;
  }

  say(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { bubbles: true, detail }));
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

  async ask(each) {
    await this.attempt(async () => {
      this.quote = (await request('DELETE', `${this.path(each)}?dryRun=true`, { once: false })).answer;
    });
    // Not before: a button takes no focus while it is disabled.
    await this.updateComplete;
    this.querySelector(`[data-${this.kind}=${this.id(each)}] button.primary`)?.focus();
  }

  cancel(each) {
    return this.attempt(async () => {
      await request('DELETE', this.path(each));
      this.quote = null;
      this.givenUp(each);
      this.say('done', `${each.name || this.id(each)} is cancelled`);
      await this.load();
      this.site.refresh();
    });
  }
}
