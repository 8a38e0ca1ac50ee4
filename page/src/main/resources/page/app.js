// The page as a whole: who is signed in, which view is shown, and what all views share.
//
// A view is a module in views/ that exports {id, title, role, draw(site)}; below it is imported and listed in VIEWS. It is
// drawn beside the timetable, or over the whole width if it says isWide; with isFor(site) only for the sites that it is for. A
// broker has no timetable, and views of its own.

import { isSignedIn, onSignedOut, request } from './api.js';
import { Desktop } from './desktop.js';
import { startsEarly } from './explain.js';
import { html, nothing } from './lit.js';
import { onTold, tell } from './session.js';
import { Site } from './site.js';
import { View } from './view.js';
import './timetable/timetable.js';
import './views/change.js';
import './views/sign-in.js';
import './views/tour.js';
import { book } from './views/book.js';
import { bookDeal } from './views/broker/book.js';
import { deals } from './views/broker/deals.js';
import { DealNews } from './views/broker/news.js';
import { sites } from './views/broker/sites.js';
import { cluster } from './views/cluster.js';
import { mine } from './views/mine.js';
import { notices } from './views/notices.js';
import { now } from './views/now/now.js';
import { operators } from './views/operators.js';
import { overview } from './views/overview.js';
import { ownAccount } from './views/own-account.js';
import { emptySite } from './views/pool-form.js';
import { projects } from './views/projects.js';
import { provisioning } from './views/provisioning.js';
import { whatIf } from './views/what-if.js';
import { workflows } from './views/workflows.js';

const VIEWS = [overview, now, book, mine, workflows, provisioning, whatIf, projects, operators, cluster, notices, ownAccount];
const BROKER_VIEWS = [sites, bookDeal, deals, operators, ownAccount];
const SAID_FOR = 6000;
const TRY_AGAIN = 3000;

/** Those that the one who is signed in may see, the first of which is shown at first. */
function viewsOf(site) {
  return (site.isBroker ? BROKER_VIEWS : VIEWS).filter((view) => site.is(view.role) && (view.isFor?.(site) ?? true));
}

class App extends View {
  static properties = { note: { state: true }, isStranger: { state: true }, invitation: { state: true }, said: { state: true }, shown: { state: true } };

  #forgetting = null;
  #current = null;
  #desktop = null;
  #deals = null;

  connectedCallback() {
    super.connectedCallback();
    this.replaceChildren();
    onSignedOut(() => this.leave('You are signed out: the session has expired or was ended.'));
    onTold((what) => this.hearTab(what));
    addEventListener('hashchange', () => this.route());
    this.addEventListener('done', (event) => this.say(event.detail));
    this.addEventListener('sign-out-everywhere', ({ detail }) => this.signOut(detail?.endTokens ? '/sessions?endTokens=true' : '/sessions'));
    this.route();
    this.begin();
  }

  /** Nobody knows yet whether somebody is signed in. If the service cannot be asked, that is said, and tried again. */
  async begin() {
    if (await isSignedIn().catch(() => true)) {
      this.open();
    } else {
      this.isStranger = true;
    }
  }

  /** Another tab of this browser has signed in or out. */
  hearTab(what) {
    if (what === 'signed-out') {
      this.leave('You have signed out in another tab.');
    } else if (!this.site) {
      this.begin();
    }
  }

  signedIn() {
    tell('signed-in');
    if (this.invitation) {
      // The link must not stay in the history of the browser.
      history.replaceState(null, '', '#/timetable');
      this.route();
    }
    this.site?.close();
    this.open();
  }

  route() {
    this.invitation = /^#\/welcome\/([\w-]+)$/.exec(location.hash)?.[1] ?? null;
    this.shown = location.hash.slice(2);
  }

  async open() {
    this.note = '';
    this.isStranger = false;
    this.#desktop?.close();
    const site = new Site();
    this.site = site;
    site.addEventListener('news', ({ detail }) => this.hear(site, detail));
    try {
      await site.open();
      if (this.site === site) {
        this.#desktop = new Desktop(site);
        this.#deals = new DealNews(site, (message) => this.say(message));
      }
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
    document.title = `${(this.view ?? overview).title} – Berth`;
    const current = this.querySelector('nav [aria-current]');
    if (current && current !== this.#current) {
      this.#current = current;
      const line = current.parentElement;
      line.scrollLeft += current.getBoundingClientRect().left - line.getBoundingClientRect().left - (line.clientWidth - current.clientWidth) / 2;
    }
  }

  /** @param path what to end: this session, or all of them */
  async signOut(path = '/session') {
    try {
      await request('DELETE', path, { once: false });
    } catch (problem) {
      if (problem.status !== 401) {
        this.say(`You are still signed in: ${problem.message}`);
        return;
      }
    }
    tell('signed-out');
    this.leave('');
  }

  leave(note) {
    this.#desktop?.close();
    this.site?.close();
    this.site = undefined;
    this.isStranger = true;
    this.note = note;
  }

  /** That one's own starts early or is released must not be missed, whatever view is open. */
  hear(site, event) {
    const { kind, cause, id, promised, reservation } = event;
    if (kind === 'deal-changed') {
      this.#deals?.hear(event);
    }
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
    if (this.invitation) {
      return html`<berth-welcome .invitation=${this.invitation} @signed-in=${this.signedIn}></berth-welcome>`;
    }
    if (!site && this.isStranger) {
      return html`<berth-sign-in .note=${this.note} @signed-in=${this.signedIn}></berth-sign-in>`;
    }
    if (!site?.isLoaded) {
      return html`<p class="loading" role="status">${site?.trouble ? site.trouble.message : 'Reading the timetable …'}</p>`;
    }
    return html`
      <a class="skip" href="#content" @click=${this.skip}>Skip to the content</a>
      ${this.header(site)}
      ${site.warning ? html`<p class="trouble warning" role="alert">${site.warning}</p>` : nothing}
      ${site.pools.length === 0 && !site.isBroker ? emptySite(site) : this.body(site)}
      <div class="said" role="status">${this.said ? html`<p>${this.said}.</p>` : nothing}</div>
      ${site.name === 'demo' && site.pools.length > 0 ? html`<berth-tour .site=${site}></berth-tour>` : nothing}`;
  }

  /** The view that the address asks for, if it may be seen. */
  get view() {
    const views = this.site?.isLoaded ? viewsOf(this.site) : [];
    return views.find((each) => each.id === this.shown) ?? views[0];
  }

  header(site) {
    const views = viewsOf(site);
    return html`<header class="top">
      <a class="brand" href="#/${views[0]?.id ?? ''}"><svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="7"></rect><path d="M7 10h11v4H7zM12 16h13v4H12zM7 22h8v3H7z"></path><path class="mark" d="M21.5 6v21"></path></svg>Berth <span class="faint">${site.name}</span></a>
      <nav aria-label="Views">${views.map((view) => html`<a href="#/${view.id}" aria-current=${view === this.view ? 'page' : nothing}>${view.title}</a>`)}</nav>
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
    const { view } = this;
    const trouble = site.trouble ? html`<p class="trouble" role="alert">${site.trouble.message}</p>` : nothing;
    if (view.isWide) {
      return html`<main class="wide-view" id="content" tabindex="-1">${trouble}${view.draw(site)}</main>`;
    }
    return html`<main class="split ${view === overview ? '' : 'content-first'}" id="content" tabindex="-1">
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
    if (id && this.shown !== 'mine') {
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
