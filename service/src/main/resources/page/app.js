// The page as a whole: who is signed in, which view is shown, and what all views share.
//
// A view is a module in views/ that exports {id, title, role, draw(site)}; below it is imported and listed in VIEWS. It is
// drawn beside the timetable, or over the whole width if it says isWide; with isFor(site) only for the sites that it is for.

import { get, onSignedOut, request } from './api.js';
import { startsEarly } from './explain.js';
import { html, nothing } from './lit.js';
import { forget, token } from './session.js';
import { Site } from './site.js';
import { View } from './view.js';
import './timetable/timetable.js';
import './views/change.js';
import './views/sign-in.js';
import './views/tour.js';
import { book } from './views/book.js';
import { cluster } from './views/cluster.js';
import { mine } from './views/mine.js';
import { operators } from './views/operators.js';
import { overview } from './views/overview.js';
import { emptySite } from './views/pool-form.js';
import { provisioning } from './views/provisioning.js';
import { whatIf } from './views/what-if.js';
import { workflows } from './views/workflows.js';

const VIEWS = [overview, book, mine, workflows, provisioning, whatIf, operators, cluster];
const SAID_FOR = 6000;
const TRY_AGAIN = 3000;

function isShown(view, site) {
  return site.is(view.role) && (view.isFor?.(site) ?? true);
}

class App extends View {
  static properties = { note: { state: true }, said: { state: true }, shown: { state: true } };

  #forgetting = null;
  #current = null;

  connectedCallback() {
    super.connectedCallback();
    this.replaceChildren();
    onSignedOut(() => this.signOut('You are signed out: the token has expired or was revoked.'));
    addEventListener('hashchange', () => this.route());
    this.addEventListener('done', (event) => this.say(event.detail));
    this.route();
    this.comeIn();
  }

  /** With a token of this page, or with a session that the browser keeps in a cookie. */
  async comeIn() {
    try {
      this.isCookie = !token() && (await get('/session')).signedIn;
    } catch {
      this.isCookie = false;
    }
    if (token() || this.isCookie) {
      this.open();
    }
  }

  route() {
    this.shown = VIEWS.find((view) => location.hash === `#/${view.id}`) ?? overview;
    document.title = `${this.shown.title} – Berth`;
  }

  async open() {
    this.note = '';
    const site = new Site();
    this.site = site;
    site.addEventListener('news', ({ detail }) => this.hear(site, detail));
    try {
      await site.open();
    } catch (problem) {
      site.trouble = problem;
      site.changed();
      if (problem.status === 0) {
        setTimeout(() => this.site === site && this.open(), TRY_AGAIN);
      }
    }
  }

  /** On a narrow screen the names of the views are a line that scrolls. */
  updated() {
    const current = this.querySelector('nav [aria-current]');
    if (current && current !== this.#current) {
      this.#current = current;
      const line = current.parentElement;
      line.scrollLeft += current.getBoundingClientRect().left - line.getBoundingClientRect().left - (line.clientWidth - current.clientWidth) / 2;
    }
  }

  signOut(note = '') {
    if (this.isCookie && !note) {
      request('DELETE', '/session', { once: false }).catch(() => {});
    }
    this.isCookie = false;
    forget();
    this.site?.close();
    this.site = undefined;
    this.note = note;
  }

  /** That one's own starts early or is released must not be missed, whatever view is open. */
  hear(site, event) {
    const { kind, cause, id, promised, reservation } = event;
    if (kind === 'closed' && cause === 'no-show') {
      const released = site.mine.find((each) => each.id === id);
      if (released) {
        this.say(`${released.name} was released: nobody used it`);
      }
    }
    if (kind === 'starts-early' && reservation.user === site.account?.name) {
      this.say(startsEarly(reservation.name, Date.parse(reservation.start), Date.parse(promised), site.zone, site.now()));
    }
  }

  say(message) {
    this.said = message;
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => (this.said = ''), SAID_FOR);
  }

  render() {
    const { site } = this;
    if (!site) {
      return html`<berth-sign-in .note=${this.note} @signed-in=${this.open}></berth-sign-in>`;
    }
    if (!site.isLoaded) {
      return html`<p class="loading" role="status">${site.trouble ? site.trouble.message : 'Reading the timetable …'}</p>`;
    }
    return html`
      <a class="skip" href="#content" @click=${this.skip}>Skip to the content</a>
      ${this.header(site)}
      ${site.warning ? html`<p class="trouble warning" role="alert">${site.warning}</p>` : nothing}
      ${site.pools.length === 0 ? emptySite(site) : this.body(site)}
      <div class="said" role="status">${this.said ? html`<p>${this.said}.</p>` : nothing}</div>
      ${site.name === 'demo' && site.pools.length > 0 ? html`<berth-tour .site=${site}></berth-tour>` : nothing}`;
  }

  header(site) {
    const views = VIEWS.filter((view) => isShown(view, site));
    return html`<header class="top">
      <a class="brand" href="#/timetable"><svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="7"></rect><path d="M7 10h11v4H7zM12 16h13v4H12zM7 22h8v3H7z"></path><path class="mark" d="M21.5 6v21"></path></svg>Berth <span class="faint">${site.name}</span></a>
      <nav aria-label="Views">${views.map((view) => html`<a href="#/${view.id}" aria-current=${view === this.shown ? 'page' : nothing}>${view.title}</a>`)}</nav>
      <div class="who">
        <span class="live ${site.isLive ? 'is-live' : ''}" title=${site.isLive ? 'Changes are shown as they happen' : 'Not connected; trying again'}>${site.isLive ? 'live' : 'offline'}</span>
        <span class="account">${site.account.name}</span>
        ${site.name === 'demo' ? html`<button type="button" class="quiet" @click=${() => this.querySelector('berth-tour')?.begin()}>Tour</button>` : nothing}
        <a class="help" href="docs/" target="_blank" rel="noopener">Help</a>
        <button type="button" class="quiet" @click=${() => this.signOut()}>Sign out</button>
      </div>
    </header>`;
  }

  body(site) {
    const view = isShown(this.shown, site) ? this.shown : overview;
    const trouble = site.trouble ? html`<p class="trouble" role="alert">${site.trouble.message}</p>` : nothing;
    if (view.isWide) {
      return html`<main class="wide-view" id="content" tabindex="-1">${trouble}${view.draw(site)}</main>`;
    }
    return html`<main class="split" id="content" tabindex="-1">
      <h1 class="hidden">${view.title}</h1>
      <div class="left">${trouble}<berth-timetable .site=${site} @window-drawn=${(event) => this.draw(event.detail)}
        @reservation-picked=${(event) => this.pick(event.detail.id)} @reservation-moved=${(event) => this.move(event.detail)}></berth-timetable></div>
      <div class="panel">
        ${site.change ? html`<berth-change .site=${site}></berth-change>` : nothing}
        ${view.draw(site)}
      </div>
    </main>`;
  }

  skip(event) {
    event.preventDefault();
    this.querySelector('#content')?.focus();
  }

  draw(window) {
    this.site.drawn = window;
    location.hash = '#/book';
    this.site.changed();
  }

  pick(id) {
    this.site.selected = id;
    if (id && this.shown.id !== 'mine') {
      location.hash = '#/timetable';
    }
    this.site.changed();
  }

  move({ id, by }) {
    this.site.change = { id, kind: 'move', by };
    this.site.changed();
  }
}

customElements.define('berth-app', App);
