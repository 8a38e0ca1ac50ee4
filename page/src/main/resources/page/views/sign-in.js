// The first thing a stranger sees, and what an invitation leads to.

import { Problem, get, openSession, post } from '../api.js';
import { html, nothing } from '../lit.js';
import { View } from '../view.js';
import { field } from './field.js';

/** What the service tells this page alone, once: why a provider has signed nobody in. */
function takenCookie(name) {
  const found = document.cookie.split('; ').find((each) => each.startsWith(name + '='));
  if (!found) {
    return '';
  }
  document.cookie = `${name}=; Max-Age=0; Path=/`;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return '';
  }
}

class Door extends View {
  static properties = { note: {}, problem: { state: true }, isBusy: { state: true } };

  secret(form, name, label, autocomplete, options) {
    return field(form, name, label, ({ id, described, invalid }) => html`<input id=${id} name=${name} type="password" required
      autocomplete=${autocomplete} aria-describedby=${described} aria-invalid=${invalid}>`, options);
  }

  async enter(work) {
    this.isBusy = true;
    this.problem = null;
    try {
      await work();
      this.dispatchEvent(new CustomEvent('signed-in', { bubbles: true }));
    } catch (problem) {
      this.problem = problem;
    }
    this.isBusy = false;
  }
}

class SignIn extends Door {
  static properties = { providers: { state: true }, by: { state: true } };

  constructor() {
    super();
    this.providers = [];
    this.refusal = takenCookie('berth-sign-in-problem');
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      this.providers = (await get('/sign-in/ways')).ways.filter((way) => way.kind === 'openid');
    } catch {
      this.providers = [];
    }
  }

  render() {
    const wrong = (by) => (this.problem && this.by === by ? this.problem.message : '');
    return html`<main class="sign-in" id="content">
      <h1>Berth books compute ahead of time</h1>
      <p class="lead">Say what you need and by when. Berth answers at once: a reservation it will keep, or a refusal that
        says why and what would fit.</p>
      ${this.note ? html`<p class="note">${this.note}</p>` : nothing}
      ${this.refusal ? html`<p class="trouble" role="alert">${this.refusal}</p>` : nothing}
      ${this.providers.length ? html`<div class="card providers">${this.providers.map((way) => html`<button type="button" class="primary"
        @click=${() => location.assign(`/api/v1/sign-in/openid/${way.name}`)}>Sign in with ${way.name}</button>`)}</div>` : nothing}
      <form class="card" @submit=${this.byPassword}>
        ${field('sign-in', 'account', 'Account', ({ id }) => html`<input id=${id} name="account" type="text" required
          autocomplete="username" autocapitalize="none" spellcheck="false">`)}
        ${this.secret('sign-in', 'password', 'Password', 'current-password', { wrong: wrong('password') })}
        <button class="primary" ?disabled=${this.isBusy}>Sign in</button>
        <p class="hint">No account or password yet, or forgotten? Ask the administrator of this site for an invitation.</p>
      </form>
      <details class="card">
        <summary>I have a sign-in token</summary>
        <form @submit=${this.byToken}>
          ${this.secret('sign-in', 'token', 'Token', 'off', {
            wrong: wrong('token'),
            hint: 'berth serve and berth demo print one when they start.',
          })}
          <button class="primary" ?disabled=${this.isBusy}>Sign in with this token</button>
        </form>
      </details>
      <p class="help"><a href="docs/" target="_blank" rel="noopener">Guide</a></p>
    </main>`;
  }

  byPassword(event) {
    event.preventDefault();
    const { account, password } = event.target;
    this.by = 'password';
    return this.enter(() => post('/sign-in', { account: account.value.trim(), password: password.value, browser: true }, { once: false }));
  }

  byToken(event) {
    event.preventDefault();
    const token = event.target.token.value.trim();
    this.by = 'token';
    return this.enter(() => this.exchanged(token));
  }

  /** A token that signs in once is used up; one of a program opens a session beside it. */
  async exchanged(token) {
    try {
      await post('/sign-in', { token, browser: true }, { once: false });
    } catch (problem) {
      if (problem.status !== 401 && problem.status !== 422) {
        throw problem;
      }
      if (!/^[!-~]+$/.test(token) || !(await openSession(token))) {
        throw new Problem({ detail: 'This token is invalid, used or expired. Ask for a new one.' }, 401);
      }
    }
  }
}

/** Somebody follows an invitation: to choose a password is to sign in. */
class Welcome extends Door {
  static properties = { invitation: {} };

  render() {
    return html`<main class="sign-in" id="content">
      <h1>Welcome to Berth</h1>
      <p class="lead">Choose a password for your account. You are signed in afterwards, on this browser.</p>
      <form class="card" @submit=${this.choose}>
        ${this.secret('welcome', 'password', 'New password', 'new-password', {
          wrong: this.problem ? this.problem.about?.('password') || this.problem.message : '',
          hint: 'At least 12 characters; several words are easy to remember.',
        })}
        <button class="primary" ?disabled=${this.isBusy}>Choose password</button>
      </form>
      <p class="help"><a href="#/timetable">Sign in with a password that you have</a></p>
    </main>`;
  }

  choose(event) {
    event.preventDefault();
    const password = event.target.password.value;
    return this.enter(() => post('/sign-in', { invitation: this.invitation, password, browser: true }, { once: false }));
  }
}

customElements.define('berth-sign-in', SignIn);
customElements.define('berth-welcome', Welcome);
