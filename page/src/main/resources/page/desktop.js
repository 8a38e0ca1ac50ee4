// Notifications on the desktop about one's own reservations, from the live feed.
//
// Several tabs may be open, and each event is to be shown once: the tab that holds a lock shows them, and when it is closed another
// tab gets the lock. Whether they are wanted is remembered by this browser, for each account.

import { get } from './api.js';
import { counted, plural } from './explain.js';
import { remember, remembered } from './session.js';
import { fromIsoDuration, moment, span } from './time.js';

const LOCK = 'berth-desktop';
const LOOK_EVERY = 10_000;
const REMINDED = 'reminded';
const WANTED = 'berth-desktop-wanted';

/** Whether this browser can show them: only where the page came encrypted, or from this machine. */
export function canNotify() {
  return 'Notification' in globalThis && 'locks' in navigator;
}

export function isWanted(account) {
  return remembered(`desktop.${account}`, 'off') === 'on';
}

/** Other tabs hear of it by the change of what is remembered. */
export function want(account, isOn) {
  remember(`desktop.${account}`, isOn ? 'on' : 'off');
  dispatchEvent(new Event(WANTED));
}

export class Desktop {
  #site;
  #known = new Map();
  /** What an event without a reservation is about: a reservation may have ended before it was ever read. */
  #heard = new Map();
  #leads = { start: 0, end: 0 };
  #end = new AbortController();

  /** Shows what happens on a site, once this tab has the lock, until it is closed. */
  constructor(site) {
    this.#site = site;
    if (canNotify() && site.is('user')) {
      navigator.locks.request(LOCK, { signal: this.#end.signal }, () => this.#lead()).catch(() => {
        // Closed before it had its turn.
      });
    }
  }

  close() {
    this.#end.abort();
  }

  /** Keeps the lock until this is closed. */
  #lead() {
    const hear = ({ detail }) => this.#hear(detail);
    this.#site.addEventListener('news', hear);
    const { signal } = this.#end;
    addEventListener(WANTED, () => this.#read(), { signal });
    addEventListener('storage', ({ key }) => key?.startsWith('berth.desktop.') && this.#read(), { signal });
    const timer = setInterval(() => this.#remind(), LOOK_EVERY);
    this.#read();
    return new Promise((release) => {
      signal.addEventListener('abort', () => {
        this.#site.removeEventListener('news', hear);
        clearInterval(timer);
        release();
      });
    });
  }

  get #isOn() {
    return isWanted(this.#site.account.name) && Notification.permission === 'granted';
  }

  async #read() {
    if (!this.#isOn) {
      this.#known.clear();
      this.#heard.clear();
      return;
    }
    try {
      const [mine, choice] = await Promise.all([get('/reservations?user=me&limit=1000&summary=true'), get('/notices')]);
      this.#known = new Map([...mine.reservations, ...mine.requests].map((each) => [each.id, each]));
      this.#known.forEach((each, id) => this.#heard.set(id, each));
      this.#leads = { start: fromIsoDuration(choice.startLead), end: fromIsoDuration(choice.endLead) };
      this.#remind();
    } catch {
      // Read again with the next event.
    }
  }

  async #hear(event) {
    const site = this.#site;
    const isMine = event.reservation ? event.reservation.user === site.account.name : event.user ? event.user === site.account.name : this.#heard.has(event.id) || event.kind === 'queued';
    if (event.kind === 'reset') {
      await this.#read();
    } else if (isMine && this.#isOn) {
      const said = words(event, this.#heard.get(event.id), site);
      if (event.kind === 'closed') {
        this.#heard.delete(event.id);
      } else if (event.reservation) {
        this.#heard.set(event.id, event.reservation);
      }
      if (said) {
        this.#show(`${event.kind} ${event.id} ${event.time}`, said, event.id);
      }
      await this.#read();
    }
  }

  /** What was shown is remembered beyond this tab: the next one that leads must not repeat it. */
  #remind() {
    const now = this.#site.now();
    if (!this.#isOn || this.#known.size === 0) {
      return;
    }
    const shown = JSON.parse(remembered(REMINDED, '{}'));
    for (const each of this.#known.values()) {
      const isRunning = each.state === 'running';
      const point = Date.parse(isRunning ? each.end : each.start);
      const lead = isRunning ? this.#leads.end : this.#leads.start;
      const key = `${isRunning ? 'ends' : 'starts'} ${each.id} ${point}`;
      if ((isRunning || each.state === 'waiting') && now >= point - lead && now < point && !shown[key]) {
        shown[key] = point;
        const minutes = Math.max(1, Math.round((point - now) / 60_000));
        this.#show(key, `${each.name} ${isRunning ? 'ends' : 'starts'} in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`, each.id);
      }
    }
    remember(REMINDED, JSON.stringify(Object.fromEntries(Object.entries(shown).filter(([, point]) => point > now))));
  }

  #show(tag, title, id) {
    try {
      const notification = new Notification(title, { tag, body: `${id} · ${this.#site.name}` });
      notification.onclick = () => {
        focus();
        location.hash = '#/mine';
        notification.close();
      };
    } catch {
      // Some phones allow them to service workers only.
    }
  }
}

/** What an event means to the owner of a reservation; empty if nothing. */
function words(event, before, site) {
  const { kind, cause, reservation } = event;
  const name = reservation?.name ?? before?.name ?? event.id;
  const when = () => span(site.zone, Date.parse(reservation.start), Date.parse(reservation.end), site.now());
  switch (kind) {
    case 'reserved':
      return `${name} is confirmed: ${counted(reservation.servers)} of ${reservation.pool}, ${when()}`;
    case 'confirmed':
      return `${name} is confirmed`;
    case 'moved':
    case 'changed':
      return before && (before.start !== reservation.start || before.end !== reservation.end || before.pool !== reservation.pool)
        ? `${name} has moved: ${reservation.pool}, ${when()}` : '';
    case 'starts-early':
      return `${name} is pulled forward: it starts ${moment(site.zone, Date.parse(reservation.start), site.now())}`;
    case 'degraded':
      return `${name} has lost its ${plural(reservation?.unit)}`;
    case 'recovered':
      return `${name} has ${plural(reservation?.unit)} again: ${when()}`;
    case 'asked':
      return `May ${name} end as late as ${moment(site.zone, Date.parse(event.deadline), site.now())}, for ${event.discount} less?`;
    case 'idle':
      return event.until ? `${name} is idle; what is idle is given back at ${moment(site.zone, Date.parse(event.until), site.now())}` : `${name} is idle`;
    case 'turned-away':
      return `${name} was turned away`;
    case 'closed':
      return { 'no-show': `${name} was released: nobody used it`, displaced: `${name} was given up: its ${plural(before?.unit)} failed`, cancelled: `${name} was cancelled` }[cause] ?? '';
    default:
      return '';
  }
}
