// The first thing a stranger sees.

import { Problem, get, post } from '../api.js';
import { html, nothing } from '../lit.js';
import { forget, keep } from '../session.js';
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

export class SignIn extends View {
  static properties = { note: {}, providers: { state: true }, problem: { state: true }, isBusy: { state: true } };

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
    const wrong = this.problem ? this.problem.message : '';
    return html`<main class="sign-in" id="content">
      <h1>Berth books compute ahead of time</h1>
      <p class="lead">Say what you need and by when. Berth answers at once: a reservation it will keep, or a refusal that
        says why and what would fit.</p>
      ${this.note ? html`<p class="note">${this.note}</p>` : nothing}
      ${this.refusal ? html`<p class="trouble" role="alert">${this.refusal}</p>` : nothing}
      ${this.providers.length ? html`<div class="card providers">${this.providers.map((way) => html`<button type="button" class="primary"
        @click=${() => location.assign(`/api/v1/sign-in/openid/${way.name}`)}>Sign in with ${way.name}</button>`)}</div>` : nothing}
      <form class="card" @submit=${this.signIn}>
        ${field('sign-in', 'token', 'Token', ({ id, described, invalid }) => html`<input id=${id} name="token" type="password"
          required autocomplete="current-password" aria-describedby=${described} aria-invalid=${invalid}>`, {
          wrong,
          hint: 'berth serve and berth demo print one when they start; else ask whoever runs this site.',
        })}
        <label class="check"><input type="checkbox" name="keep"> Stay signed in on this browser</label>
        <button class="primary" ?disabled=${this.isBusy}>Sign in</button>
      </form>
      <p class="help"><a href="docs/" target="_blank" rel="noopener">Guide</a></p>
    </main>`;
  }

  async signIn(event) {
    event.preventDefault();
    const form = event.target;
    const token = form.token.value.trim();
    this.isBusy = true;
    this.problem = null;
    try {
      keep(await this.exchanged(token), form.keep.checked);
      this.dispatchEvent(new CustomEvent('signed-in', { bubbles: true }));
    } catch (problem) {
      forget();
      this.problem = problem.status === 401 || problem.status === 422
        ? new Problem({ detail: 'This token is invalid, used or expired. Ask for a new one.' }, 401)
        : problem;
    }
    this.isBusy = false;
  }

  /** A token that signs in once becomes one that lasts; any other is used as it is. */
  async exchanged(token) {
    try {
      return (await post('/sign-in', { token }, { once: false })).token;
    } catch (problem) {
      if (problem.status !== 401) {
        throw problem;
      }
    }
    keep(token, false);
    await get('/accounts/me');
    return token;
  }
}

customElements.define('berth-sign-in', SignIn);
