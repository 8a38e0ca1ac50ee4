// Addresses that the service posts notices to.

import { get, post, request } from '../api.js';
import { html, nothing } from '../lit.js';
import { moment } from '../time.js';
import { View } from '../view.js';
import { field, input, trouble } from './field.js';
import { KINDS, kindChecks, kindNames } from './notice-kinds.js';

class Webhooks extends View {
  static properties = { webhooks: { state: true }, failures: { state: true }, draft: { state: true }, made: { state: true }, said: { state: true }, problem: { state: true } };

  constructor() {
    super();
    this.webhooks = [];
    this.draft = this.nothingYet();
  }

  nothingYet() {
    return { address: '', all: false, kinds: new Set(KINDS.map(([kind]) => kind)) };
  }

  connectedCallback() {
    super.connectedCallback();
    this.attempt(() => this.load());
  }

  siteChanged() {}

  async load() {
    this.webhooks = (await get('/webhooks')).webhooks;
  }

  async attempt(work) {
    this.problem = null;
    this.said = '';
    try {
      await work();
    } catch (problem) {
      this.problem = problem;
    }
  }

  render() {
    return html`<p>The service posts a signed message to an address whenever something happens to your reservations. <a href="docs/users#be-told-by-a-webhook" target="_blank" rel="noopener">How to check the signature</a></p>
      ${this.webhooks.length === 0 ? nothing : this.table()}
      ${this.failures ? this.failed(this.failures) : nothing}
      ${this.said ? html`<p role="status">${this.said}</p>` : nothing}
      ${this.made ? html`<p role="status">The secret of ${this.made.id}, shown only once: <code class="secret">${this.made.secret}</code></p>` : nothing}
      <form @submit=${this.add} novalidate aria-label="New webhook">
        ${field('webhook', 'address', 'Address', input(this.draft.address, (address) => (this.draft = { ...this.draft, address }), { type: 'url', placeholder: 'https://example.org/berth' }), { wrong: this.problem?.about?.('address') ?? '' })}
        ${kindChecks('Tell it when a reservation', this.draft.kinds, (kinds) => (this.draft = { ...this.draft, kinds }))}
        ${this.problem?.about?.('kinds') ? html`<p class="wrong" role="alert">${this.problem.about('kinds')}</p>` : nothing}
        ${this.site.is('operator') ? html`<label class="check"><input type="checkbox" name="all" .checked=${this.draft.all} @change=${(event) => (this.draft = { ...this.draft, all: event.target.checked })}> Reservations of all users</label>` : nothing}
        ${trouble(this.problem)}
        <div class="actions"><button>Add webhook</button></div>
      </form>`;
  }

  table() {
    return html`<div class="scrolls" tabindex="0" role="region" aria-label="Webhooks"><table class="stacks">
      <thead><tr><th scope="col">Address</th><th scope="col">Told of</th><th scope="col">State</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
      <tbody>${this.webhooks.map((webhook) => html`<tr data-webhook=${webhook.id}>
        <td>${webhook.address}</td><td data-head="Told of">${kindNames(webhook.kinds)}${webhook.all ? ', all users' : ''}</td><td data-head="State">${webhook.disabled ? 'off: failed too often' : 'on'}</td>
        <td><div class="actions">
          ${this.action(webhook, 'Test', () => this.test(webhook))}
          ${this.action(webhook, 'Not delivered', () => this.look(webhook))}
          ${this.action(webhook, 'Remove', () => this.remove(webhook))}
        </div></td></tr>`)}</tbody></table></div>`;
  }

  action(webhook, name, work) {
    return html`<button type="button" class="small" aria-label="${name} ${webhook.address}" @click=${() => this.attempt(work)}>${name}</button>`;
  }

  failed({ webhook, list }) {
    return html`<section aria-label="Not delivered"><h3>Not delivered to ${webhook.address}</h3>
      ${list.length === 0 ? html`<p class="empty">Everything was delivered, or is still being tried.</p>` : html`<ul>${list.map(({ notice, reason }) => html`<li>${moment(this.site.zone, Date.parse(notice.time), this.site.now())}: ${notice.name} (${notice.reservation}) ${notice.kind}: ${reason}</li>`)}</ul>`}
      <div class="actions"><button type="button" class="small" @click=${() => this.attempt(() => this.retry(webhook))}>Deliver again</button>
        <button type="button" class="small quiet" @click=${() => (this.failures = null)}>Close</button></div></section>`;
  }

  async test(webhook) {
    const { delivered, reason } = await post(`/webhooks/${webhook.id}/test`, undefined, { once: false });
    this.said = delivered ? `${webhook.address} accepted the test message.` : `${webhook.address} did not accept the test message: ${reason}.`;
  }

  async look(webhook) {
    this.failures = { webhook, list: (await get(`/webhooks/${webhook.id}/failures`)).failures };
  }

  async retry(webhook) {
    const { resent } = await post(`/webhooks/${webhook.id}/resend`, undefined, { once: false });
    this.said = resent === 0 ? 'Nothing to deliver again.' : `Delivering again: ${resent}.`;
    this.failures = null;
    await this.load();
  }

  async remove(webhook) {
    await request('DELETE', `/webhooks/${webhook.id}`, { once: false });
    this.made = null;
    this.failures = null;
    this.said = `${webhook.address} was removed.`;
    await this.load();
  }

  add(event) {
    event.preventDefault();
    return this.attempt(async () => {
      const { address, all, kinds } = this.draft;
      this.made = await post('/webhooks', { address: address.trim(), ...(kinds.size < KINDS.length ? { kinds: [...kinds] } : {}), ...(all ? { all } : {}) }, { once: false });
      this.draft = this.nothingYet();
      await this.load();
    });
  }
}

customElements.define('berth-webhooks', Webhooks);
