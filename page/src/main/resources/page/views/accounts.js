// Accounts, their roles and their quotas.

import { get, post, request } from '../api.js';
import { hundredths, oneOf } from '../explain.js';
import { html, nothing } from '../lit.js';
import { duration, fromIsoDuration, inField, isoDuration, period } from '../time.js';
import { View } from '../view.js';
import { field, input, select, trouble } from './field.js';

const ROLES = ['guard', 'viewer', 'user', 'operator', 'administrator'].map((role) => [role, role]);

class Accounts extends View {
  static properties = { accounts: { state: true }, edited: { state: true }, isNew: { state: true }, problem: { state: true }, secret: { state: true }, invitation: { state: true }, left: { state: true } };

  constructor() {
    super();
    this.accounts = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  siteChanged() {}

  async load() {
    await this.attempt(async () => (this.accounts = (await get('/accounts?all=true')).accounts));
  }

  async attempt(work) {
    this.problem = null;
    try {
      await work();
    } catch (problem) {
      this.problem = problem;
    }
  }

  render() {
    return html`
      <div class="scrolls" tabindex="0" role="region" aria-label="Accounts"><table class="stacks">
        <thead><tr><th scope="col">Account</th><th scope="col">Role</th><th scope="col">Quota</th><th scope="col">Used</th><th scope="col">Priority</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
        <tbody>${this.accounts.map((account) => html`<tr data-account=${account.name}>
          <td>${account.name}</td><td data-head="Role">${account.role}${this.isDisabled(account) ? ' (disabled)' : ''}</td>
          <td data-head="Quota">${account.quota ? `${hundredths(account.quota.serverHours)} ${this.site.unit}-hours per ${period(fromIsoDuration(account.quota.window))}` : 'none'}</td>
          <td data-head="Used">${account.booked === undefined ? '–' : hundredths(account.booked)}</td>
          <td data-head="Priority">${this.priority(account)}</td>
          <td><div class="actions"><button type="button" class="small" aria-label="Change ${account.name}" @click=${() => this.edit(account)}>Change</button>
            ${this.isDisabled(account) ? nothing : html`<button type="button" class="small" aria-label="Sign-in token for ${account.name}" @click=${() => this.token(account)}>Sign-in token</button>
              <button type="button" class="small" aria-label="Invite ${account.name}" @click=${() => this.invite(account)}>Invite</button>`}
            <button type="button" class="small" aria-label="${this.isDisabled(account) ? 'Enable' : 'Disable'} ${account.name}" @click=${() => this.activate(account)}>${this.isDisabled(account) ? 'Enable' : 'Disable'}</button></div></td>
        </tr>`)}</tbody>
      </table></div>
      ${this.left ? html`<p role="status">${this.left.name} is disabled and still has booked ${this.left.reservations.join(', ')}</p>
        <div class="actions"><button type="button" class="danger" @click=${() => this.cancelLeft(this.left)}>Cancel what ${this.left.name} has booked</button></div>` : nothing}
      ${this.secret ? html`<p role="status">${this.secret.account} can sign in once within an hour with <code class="secret">${this.secret.token}</code></p>` : nothing}
      ${this.invitation ? html`<p role="status">${this.invitation.account} can choose a password once within 7 days at <code class="secret">${this.invitation.link}</code></p>
        <div class="actions"><button type="button" class="copy" @click=${() => this.copy(this.invitation.link)}>Copy the link</button></div>` : nothing}
      ${this.edited ? this.form() : html`${trouble(this.problem)}<div class="actions"><button type="button" @click=${() => this.edit(null)}>Add an account</button></div>`}`;
  }

  edit(account) {
    this.isNew = account === null;
    this.problem = null;
    this.edited = {
      name: account?.name ?? '',
      role: account?.role ?? 'user',
      hours: account?.quota?.serverHours ?? '',
      paying: account?.standing?.paying ?? '',
      rank: account?.standing?.rank ?? '',
      window: account?.quota ? inField(fromIsoDuration(account.quota.window)) : '7 days',
    };
  }

  form() {
    const set = (name) => (value) => (this.edited = { ...this.edited, [name]: value });
    const wrong = (...names) => names.map((name) => this.problem?.about?.(name) ?? '').filter(Boolean).join('; ');
    const { edited } = this;
    return html`<form @submit=${this.save} novalidate aria-label="An account">
      <h3>${this.isNew ? 'A new account' : edited.name}</h3>
      <div class="grid">
        ${this.isNew ? field('account', 'name', 'Name', input(edited.name, set('name')), { wrong: wrong('name') }) : nothing}
        ${field('account', 'role', 'Role', select(ROLES, edited.role, set('role')), { wrong: wrong('role') })}
        ${field('account', 'hours', `${oneOf(this.site.unit)}-hours`, input(edited.hours, set('hours'), { mode: 'decimal', placeholder: 'no quota' }), { wrong: wrong('quota.serverHours', 'quota') })}
        ${field('account', 'window', 'Per period', input(edited.window, set('window')), { wrong: wrong('quota.window') })}
        ${field('account', 'paying', 'Paying capacity', input(edited.paying, set('paying'), { mode: 'numeric', placeholder: '1 to 1000' }), { wrong: wrong('standing.paying', 'standing') })}
        ${field('account', 'rank', 'Rank', input(edited.rank, set('rank'), { mode: 'numeric', placeholder: '1 to 1000' }), { wrong: wrong('standing.rank') })}
      </div>
      ${trouble(this.problem)}
      <div class="actions"><button class="primary">${this.isNew ? 'Add' : 'Save'}</button><button type="button" @click=${() => (this.edited = null)}>Cancel</button></div>
    </form>`;
  }

  async save(event) {
    event.preventDefault();
    const { name, role, hours, window } = this.edited;
    const standing = this.standing();
    await this.attempt(async () => {
      const quota = hours.trim() ? { serverHours: hours.trim(), window: isoDuration(duration(window) ?? 0) } : null;
      if (this.isNew) {
        await post('/accounts', { name: name.trim(), role, ...(quota ? { quota } : {}), ...(standing ? { standing } : {}) });
      } else {
        await request('PATCH', `/accounts/${name}`, { json: { role, quota, standing } });
      }
      this.edited = null;
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `Account ${name} was ${this.isNew ? 'added' : 'changed'}` }));
    });
    if (!this.problem) {
      await this.load();
    }
  }

  /** Paying capacity and rank as they are in the form, null without either; the service says what is wrong with them. */
  standing() {
    const number = (text) => (text === '' ? null : /^\d+$/.test(text) ? Number(text) : text);
    const [paying, rank] = ['paying', 'rank'].map((name) => number(String(this.edited[name]).trim()));
    return paying === null && rank === null ? null : { paying, rank };
  }

  /** The priority of what the account queues, where it has one of its own. */
  priority(account) {
    const { standing } = account;
    const from = standing ? ` (paying capacity ${standing.paying}, rank ${standing.rank})` : '';
    return (account.computedPriority ?? account.priority ?? 'default') + from;
  }

  isDisabled(account) {
    return account.active === false;
  }

  /** A disabled account keeps its reservations, and can be enabled again. */
  async activate(account) {
    const active = this.isDisabled(account);
    await this.attempt(async () => {
      const changed = await request('PATCH', `/accounts/${account.name}`, { json: { active } });
      this.left = changed?.reservations ? changed : undefined;
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `Account ${account.name} was ${active ? 'enabled' : 'disabled'}` }));
    });
    if (!this.problem) {
      await this.load();
    }
  }

  async cancelLeft({ name }) {
    await this.attempt(async () => {
      await request('PATCH', `/accounts/${name}`, { json: { active: false, cancelReservations: true } });
      this.left = undefined;
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `The reservations of ${name} were cancelled` }));
    });
  }

  /** The link is good without being signed in, so that it can be sent to somebody. */
  async invite(account) {
    await this.attempt(async () => {
      const { link } = await post(`/accounts/${account.name}/invitation`, {}, { once: false });
      this.invitation = { account: account.name, link: new URL(link, location.href).href };
    });
  }

  copy(link) {
    return this.attempt(async () => {
      await navigator.clipboard.writeText(link);
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: 'The link was copied' }));
    });
  }

  async token(account) {
    await this.attempt(async () => {
      const { token } = await post('/tokens', { account: account.name, note: 'sign-in', oneTime: true }, { once: false });
      this.secret = { account: account.name, token };
    });
  }
}

customElements.define('berth-accounts', Accounts);
