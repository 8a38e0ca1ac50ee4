// For administrators: what waits for delivery and what was given up, of all accounts.

import { get, post } from '../api.js';
import { html, nothing } from '../lit.js';
import { moment } from '../time.js';
import { View } from '../view.js';
import { trouble } from './field.js';

class NoticeQueue extends View {
  static properties = { queue: { state: true }, problem: { state: true }, said: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.attempt(() => this.load());
  }

  siteChanged() {}

  async load() {
    this.queue = await get('/notices/queue');
  }

  async attempt(work) {
    this.problem = null;
    try {
      await work();
    } catch (problem) {
      this.problem = problem;
    }
  }

  when(time) {
    return moment(this.site.zone, Date.parse(time), this.site.now());
  }

  render() {
    const { queue } = this;
    return html`${trouble(this.problem)}
      ${queue ? html`<p class="waiting">${queue.waiting === 0 ? 'Nothing waits for delivery.' : `Waiting for delivery: ${queue.waiting}.`}</p>
        ${queue.lanes.length === 0 ? nothing : html`<div class="scrolls" tabindex="0" role="region" aria-label="Waiting for delivery"><table>
          <thead><tr><th scope="col">By</th><th scope="col">User</th><th scope="col">Waiting</th><th scope="col">Since</th></tr></thead>
          <tbody>${queue.lanes.map((lane) => html`<tr data-lane=${lane.way}><td>${lane.way}</td><td>${lane.user}</td><td>${lane.waiting}</td><td>${this.when(lane.oldest)}</td></tr>`)}</tbody></table></div>`}
        ${queue.failures.length === 0 ? nothing : html`<h3>Not delivered</h3><div class="scrolls" tabindex="0" role="region" aria-label="Not delivered"><table>
          <thead><tr><th scope="col">Time</th><th scope="col">By</th><th scope="col">User</th><th scope="col">What</th><th scope="col">Reason</th></tr></thead>
          <tbody>${queue.failures.map(({ way, reason, notice }) => html`<tr data-failure=${notice.id}><td>${this.when(notice.time)}</td><td>${way}</td><td>${notice.user}</td><td>${notice.name} (${notice.reservation}) ${notice.kind}</td><td>${reason}</td></tr>`)}</tbody></table></div>`}` : nothing}
      ${this.said ? html`<p role="status">${this.said}</p>` : nothing}
      <div class="actions">${queue?.failures.length ? html`<button type="button" @click=${() => this.attempt(() => this.retry())}>Deliver again</button>` : nothing}
        <button type="button" class="quiet" @click=${() => this.attempt(() => this.load())}>Look again</button></div>`;
  }

  async retry() {
    const { resent } = await post('/notices/queue/resend', undefined, { once: false });
    this.said = `Delivering again: ${resent}.`;
    await this.load();
  }
}

customElements.define('berth-notice-queue', NoticeQueue);
