// One's own account: the password, where one is signed in, and tokens for scripts.

import { get, post, request } from '../api.js';
import { html, nothing } from '../lit.js';
import { DAY, isoDuration, moment } from '../time.js';
import { field, input, select, trouble } from './field.js';
import { OwnView } from './own-view.js';

const SCOPES = [['all', 'all that I may do'], ['book', 'look and book'], ['read', 'look only']];
const TERMS = [['90', '90 days'], ['365', '1 year'], ['', 'never']];

class OwnAccount extends OwnView {
  static properties = { sessions: { state: true }, tokens: { state: true }, link: { state: true }, endTokens: { state: true }, made: { state: true }, draft: { state: true } };

  constructor() {
    super();
    this.sessions = [];
    this.tokens = [];
    this.link = {};
    this.endTokens = false;
    this.draft = { note: '', scope: 'all', days: '90', password: '' };
  }

  load() {
    return this.attempt('', async () => {
      this.sessions = (await get('/sessions')).sessions;
      this.tokens = (await get('/tokens')).tokens;
      this.link = await get('/calendar/link');
    });
  }

  render() {
    const { site } = this;
    return html`<div class="dashboard"><h1>Account ${site.account.name}</h1>
      ${this.at === '' ? trouble(this.problem) : nothing}
      <section class="card"><h2>Password</h2>${this.password()}</section>
      <section class="card wide"><h2>Where you are signed in</h2>${this.sessionList()}</section>
      <section class="card wide"><h2>Tokens for scripts</h2>${this.tokenList()}</section>
    </div>`;
  }

  when(time) {
    return moment(this.site.zone, Date.parse(time), this.site.now());
  }

  password() {
    const wrong = (name) => (this.at === 'password' ? this.problem?.about?.(name) ?? '' : '');
    const secret = (name, label, autocomplete, options) => field('own', name, label, ({ id, described, invalid }) => html`<input id=${id}
      name=${name} type="password" autocomplete=${autocomplete} aria-describedby=${described} aria-invalid=${invalid}>`, options);
    return html`<form @submit=${this.change} novalidate aria-label="Password">
      <input class="hidden" name="username" autocomplete="username" aria-label="Account" tabindex="-1" readonly .value=${this.site.account.name}>
      ${secret('old', 'Present password', 'current-password', { wrong: wrong('old'), hint: 'Leave empty if you have none yet.' })}
      ${secret('password', 'New password', 'new-password', { wrong: wrong('password'), hint: 'At least 12 characters. You are signed out everywhere else.' })}
      ${this.at === 'password' ? trouble(this.problem) : nothing}
      ${this.stays('password')}
      <div class="actions"><button class="primary">Change password</button></div>
    </form>`;
  }

  /** What a new password and signing out leave valid, and the offer to end it as well. */
  stays(where) {
    const count = this.tokens.length;
    const valid = [...(count ? [count === 1 ? '1 token for scripts' : `${count} tokens for scripts`] : []), ...(this.link.made ? ['your calendar link'] : [])];
    return valid.length === 0 ? nothing : html`<label class="check"><input type="checkbox" name="endTokens" data-ends=${where} .checked=${this.endTokens}
      @change=${(event) => (this.endTokens = event.target.checked)}> Also end ${valid.join(' and ')}</label>`;
  }

  async change(event) {
    event.preventDefault();
    const form = event.target;
    const json = { password: form.password.value, ...(form.old.value ? { old: form.old.value } : {}), ...(this.endTokens ? { endTokens: true } : {}) };
    if (await this.attempt('password', () => request('PUT', '/password', { json, once: false }))) {
      form.reset();
      this.endTokens = false;
      this.say('The password was changed');
      await this.load();
    }
  }

  sessionList() {
    return html`<div class="scrolls" tabindex="0" role="region" aria-label="Sessions"><table class="stacks">
        <thead><tr><th scope="col">Browser</th><th scope="col">Address</th><th scope="col">Signed in</th><th scope="col">Last used</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
        <tbody>${this.sessions.map((session) => html`<tr data-session=${session.id}>
          <td>${session.browser}${session.current ? ' (this one)' : ''}</td><td data-head="Address">${session.address}</td>
          <td data-head="Signed in">${this.when(session.made)}</td><td data-head="Last used">${this.when(session.used)}</td>
          <td>${session.current ? nothing : html`<button type="button" class="small" aria-label="Sign out ${session.browser}, ${session.address}" @click=${() => this.end(`/sessions/${session.id}`, 'That session was ended')}>Sign out</button>`}</td>
        </tr>`)}</tbody>
      </table></div>
      ${this.stays('sessions')}
      <div class="actions"><button type="button" @click=${() => this.dispatchEvent(new CustomEvent('sign-out-everywhere', { bubbles: true, detail: { endTokens: this.endTokens } }))}>Sign out everywhere</button></div>`;
  }

  async end(path, said) {
    if (await this.attempt('', () => request('DELETE', path, { once: false }))) {
      this.say(said);
      await this.load();
    }
  }

  tokenList() {
    const set = (name) => (value) => (this.draft = { ...this.draft, [name]: value });
    return html`<div class="scrolls" tabindex="0" role="region" aria-label="Tokens"><table class="stacks">
        <thead><tr><th scope="col">Name</th><th scope="col">Allows</th><th scope="col">Made</th><th scope="col">Expires</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
        <tbody>${this.tokens.map((token) => html`<tr data-token=${token.id}>
          <td>${token.note || token.id}${token.oneTime ? ' (works once)' : ''}</td><td data-head="Allows">${token.scope}</td><td data-head="Made">${this.when(token.made)}</td>
          <td data-head="Expires">${token.expires ? this.when(token.expires) : 'never'}</td>
          <td><button type="button" class="small" aria-label="End ${token.note || token.id}" @click=${() => this.end(`/tokens/${token.id}`, 'The token was ended')}>End</button></td>
        </tr>`)}</tbody>
      </table></div>
      <form @submit=${this.make} novalidate aria-label="New token"><div class="grid">
        ${field('token', 'note', 'Name', input(this.draft.note, set('note'), { placeholder: 'nightly script' }))}
        ${field('token', 'scope', 'Allows to', select(SCOPES, this.draft.scope, set('scope')))}
        ${field('token', 'days', 'Expires after', select(TERMS, this.draft.days, set('days')))}
        ${this.draft.days ? nothing : field('token', 'password', 'Your password', ({ id, described, invalid }) => html`<input id=${id} name="password" type="password"
          autocomplete="current-password" aria-describedby=${described} aria-invalid=${invalid} .value=${this.draft.password}
          @input=${(event) => set('password')(event.target.value)}>`, { hint: 'A token that never expires needs it, if you have one.' })}
      </div>
      ${this.at === 'token' ? html`${this.problem ? html`<p class="trouble" role="alert">${this.problem.message}</p>` : nothing}` : nothing}
      ${this.made ? html`<p role="status">The new token, shown only once: <code class="secret">${this.made}</code></p>` : nothing}
      <div class="actions"><button>Make token</button></div></form>`;
  }

  async make(event) {
    event.preventDefault();
    const { note, scope, days, password } = this.draft;
    const json = { scope, ...(note.trim() ? { note: note.trim() } : {}), ...(days ? { lifetime: isoDuration(Number(days) * DAY) } : password ? { password } : {}) };
    let token;
    if (await this.attempt('token', async () => ({ token } = await post('/tokens', json, { once: false })))) {
      this.draft = { ...this.draft, password: '' };
      await this.load();
      this.made = token;
    }
  }
}

customElements.define('berth-own-account', OwnAccount);

export const ownAccount = {
  id: 'account',
  title: 'Account',
  role: 'viewer',
  isWide: true,
  draw: (site) => html`<berth-own-account .site=${site}></berth-own-account>`,
};
