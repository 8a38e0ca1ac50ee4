// What the page knows of the site, and keeps up to date. Views show it; whoever changes it says so with changed().

import { get, health, query } from './api.js';
import { onlyUnit } from './explain.js';
import { remember, remembered } from './session.js';
import { follow } from './stream.js';
import { DAY, HOUR, browserZone, iso } from './time.js';

const MOST_WINDOWS = 20_000;
/** Most servers that are shown in rows of their own unless somebody asks for it. */
const MOST_ROWS = 40;
const SOON = 80;
const HEALTH_EVERY = 10_000;
const ROLES = ['viewer', 'user', 'operator', 'administrator'];

export class Site extends EventTarget {
  name = '';
  /** Whether a cluster keeps what is booked. */
  hasCluster = false;
  /** Whether it has no servers of its own, and books at other sites. */
  isBroker = false;
  /** Those other sites with their pools. */
  sites = [];
  account = null;
  pools = [];
  /** Licences of the site: name, count, free. */
  licences = [];
  /** Pools with windows and outages, their times as numbers. */
  timetable = [];
  /** Whether the timetable that was read is by pool or by server; `by` is what is wanted. */
  timetableBy = 'pool';
  truncated = false;
  isLoaded = false;
  isLive = false;
  /** The reservations of whoever is signed in; kept up to date while somebody wants them. */
  mine = [];
  /** My requests that are still queued. */
  requests = [];
  /** Asks for flexibility that are open, and that one may see. */
  asks = [];
  /** Entries of the waiting list that wait or can still be declined. */
  waiting = [];
  /** How many of mine ended recently. */
  ended = 0;
  wantsMine = false;
  /** Who uses servers without a reservation, as the guards of hosts have seen. */
  sightings = [];
  /** Which reservations they see in use. */
  uses = [];
  /** Reservations whose promise is not kept: those of all users for operators, otherwise the own. */
  losses = [];
  trouble = null;
  /** What is wrong with the service as a whole, in its own words; empty if nothing is. */
  warning = '';

  zone = remembered('zone', browserZone());
  /** Empty until it is known what suits the site. */
  by = remembered('rows', '');
  colour = remembered('colour', 'user');
  view = { from: 0, to: 0 };

  /** When those that start early were promised to start, by id: what the page has heard since it was opened. */
  early = new Map();

  /** The id of the reservation that is looked at. */
  selected = null;
  /** A change that is thought about: {id, kind} and, if it was dragged, by. */
  change = null;
  /** Not booked, but drawn: {pool, servers, start, end, label}, and isBeside if all of them are to be had together. */
  ghosts = [];
  /** The id of the workflow that is looked at. */
  workflow = null;
  /** Tasks of one plan: {key, pool, start, end, slotEnd} with spare time from end to slotEnd; reservation if it is booked. */
  plan = [];
  /** Keys of the tasks that are pointed at, be it on the timetable or beside it. */
  pointed = new Set();
  /** Servers that might be drained: {pool, servers: numbers, start, end}. */
  plannedOutages = [];
  /** Servers that might be added, by pool. */
  plannedServers = {};
  /** Ids of reservations that something would hurt. */
  hurt = new Set();
  /** Times worth a line: {at, label}. */
  lines = [];
  /** The id of the search for plans that is looked at, and what was last asked of one. */
  search = null;
  searchTerms = null;

  #skew = 0;
  #covered = null;
  #timer = null;
  #cost = 0;
  #loading = false;
  #again = false;
  #end = null;
  #watch = null;
  #status = '';

  /** The time of the service. */
  now() {
    return Date.now() + this.#skew;
  }

  is(role) {
    return this.account !== null && ROLES.indexOf(this.account.role) >= ROLES.indexOf(role);
  }

  /** Whether anything costs anything here; a broker does not know the tariffs of its sites. */
  get hasPrices() {
    return this.isBroker || this.pools.some(({ tariff }) => Number(tariff?.base) > 0);
  }

  /** Whether it is worth saying what something costs. */
  costs(amount) {
    return this.hasPrices || Number(amount ?? 0) !== 0;
  }

  /** What all pools call their servers. */
  get unit() {
    return onlyUnit((this.isBroker ? this.sites.flatMap(({ pools }) => pools) : this.pools).map(({ unit }) => unit));
  }

  /** What a pool calls its servers, or all of them where none is named. */
  unitOf(pool) {
    return this.pools.find(({ name }) => name === pool)?.unit ?? this.unit;
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  async open() {
    const [state, account] = await Promise.all([health(), get('/accounts/me')]);
    this.#learn(state);
    this.name = state.site;
    this.hasCluster = state.cluster === true;
    this.isBroker = state.broker === true;
    this.account = account;
    this.#watch = setInterval(() => this.#look(), HEALTH_EVERY);
    const now = this.now();
    this.view = { from: now - HOUR, to: now + DAY };
    // Listen first, then read: nothing falls between the two.
    this.#end = follow((event) => this.#heard(event), (isLive) => this.#line(isLive));
    await Promise.all([this.load(), this.#look()]);
  }

  close() {
    this.#end?.();
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
  }

  #learn(state) {
    this.#skew = Date.parse(state.time) - Date.now();
    if (state.status !== this.#status) {
      this.#status = state.status;
      this.warning = state.detail ?? '';
      this.changed();
    }
  }

  async #look() {
    try {
      this.#learn(await health());
      if (!this.isBroker) {
        await this.#lookAtUse();
      } else if (!document.hidden) {
        // No event tells what happens at other sites.
        this.refresh();
      }
    } catch {
      // That it cannot be reached is said by the line of events.
    }
  }

  /** Guards of hosts say what they see in rounds, and no event tells of it. */
  async #lookAtUse() {
    // An older instance does not tell of uses.
    const { sightings, uses = [] } = await get('/sightings');
    if (JSON.stringify([sightings, uses]) !== JSON.stringify([this.sightings, this.uses])) {
      this.sightings = sightings;
      this.uses = uses;
      this.changed();
    }
  }

  /** Whoever is interested hears of it too. How far a search is changes nothing on the timetable. */
  #heard(event) {
    if (!event.kind.startsWith('search-')) {
      this.refresh();
    }
    if (event.kind === 'starts-early') {
      this.early.set(event.id, Date.parse(event.promised));
    }
    this.dispatchEvent(new CustomEvent('news', { detail: event }));
  }

  #line(isLive) {
    this.isLive = isLive;
    if (isLive) {
      this.refresh();
    }
    this.changed();
  }

  /** Reads anew, soon, and not more often than the service can take. */
  refresh() {
    if (this.#timer === null) {
      this.#timer = setTimeout(() => {
        this.#timer = null;
        this.load();
      }, Math.max(SOON, 3 * this.#cost));
    }
  }

  async load() {
    if (this.#loading) {
      this.#again = true;
      return;
    }
    this.#loading = true;
    const begun = performance.now();
    try {
      await (this.isBroker ? this.#readSites() : this.#read());
      this.trouble = null;
      this.isLoaded = true;
    } catch (problem) {
      this.trouble = problem;
    } finally {
      this.#cost = performance.now() - begun;
      this.#loading = false;
    }
    this.changed();
    if (this.#again) {
      this.#again = false;
      await this.load();
    }
  }

  /** Whoever follows the timetable follows these. */
  async #readSites() {
    this.sites = (await get('/sites')).sites;
    this.timetable = [];
  }

  async #read() {
    const length = this.view.to - this.view.from;
    const range = { from: Math.max(0, this.view.from - length), to: Math.min(this.view.to + length, this.view.from + 390 * DAY) };
    const [pools, timetable, losses, mine, asks, waiting] = await Promise.all([
      get('/pools'),
      get(query('/timetable', { from: iso(range.from), to: iso(range.to), by: this.by || 'pool', limit: MOST_WINDOWS })),
      this.is('user') ? get('/losses') : { reservations: [] },
      this.wantsMine && this.is('user') ? get('/reservations?user=me&limit=1000&summary=true') : { reservations: this.mine, requests: this.requests, hidden: { ended: this.ended } },
      // An older instance knows no asks.
      this.wantsMine && this.is('user') ? get('/asks?state=open&limit=1000').catch(() => ({ asks: [] })) : { asks: this.asks },
      this.wantsMine && this.is('user') ? get('/waiting?state=open&limit=1000').catch(() => ({ entries: [] })) : { entries: this.waiting },
    ]);
    this.pools = pools.pools;
    this.licences = pools.licences ?? [];
    this.timetable = timetable.pools.map((pool) => numbered(pool, pools.pools.find((each) => each.name === pool.pool)));
    this.timetableBy = timetable.by;
    if (this.by === '') {
      this.by = this.#usualRows();
      if (this.by !== timetable.by) {
        await this.#read();
        return;
      }
    }
    this.truncated = timetable.truncated;
    this.losses = losses.reservations;
    this.mine = mine.reservations;
    this.requests = mine.requests;
    this.asks = asks.asks;
    this.waiting = waiting.entries;
    this.ended = mine.hidden.ended;
    this.#covered = { ...range, by: this.by };
  }

  /** Hosts with parts have rows of their own unless they are many. */
  #usualRows() {
    const servers = this.pools.reduce((sum, pool) => sum + pool.servers, 0);
    return servers <= MOST_ROWS && this.pools.some(({ parts }) => parts?.length > 0) ? 'server' : 'pool';
  }

  /** Shows other times; what is not known of them is read. */
  show(from, to) {
    const length = Math.min(Math.max(to - from, HOUR / 2), 62 * DAY);
    const middle = (from + to) / 2;
    this.view = { from: Math.max(0, middle - length / 2), to: Math.max(length, middle + length / 2) };
    const known = this.#covered;
    if (known && (this.view.from < known.from || this.view.to > known.to || known.by !== this.by)) {
      this.refresh();
    }
    this.changed();
  }

  set(name, value) {
    this[name] = value;
    remember({ by: 'rows' }[name] ?? name, value);
    if (name === 'by') {
      this.load();
    }
    this.changed();
  }

  clearPlans() {
    this.ghosts = [];
    this.plan = [];
    this.pointed = new Set();
    this.plannedOutages = [];
    this.plannedServers = {};
    this.hurt = new Set();
    this.lines = [];
    this.changed();
  }

  point(keys) {
    if (keys.length !== this.pointed.size || keys.some((key) => !this.pointed.has(key))) {
      this.pointed = new Set(keys);
      this.changed();
    }
  }

  find(id) {
    for (const pool of this.timetable) {
      const window = pool.windows.find((each) => each.id === id);
      if (window) {
        return { ...window, pool: pool.name };
      }
    }
    return null;
  }
}

function numbered(pool, details) {
  return {
    name: pool.pool,
    servers: pool.servers,
    unit: pool.unit,
    /** Of each server, if it is booked in parts. */
    parts: pool.parts,
    /** Names by number, where servers have any. */
    names: new Map((details?.serverList ?? []).map(({ number, name }) => [number, name])),
    windows: pool.windows.map((window) => ({
      id: window.reservation,
      state: window.state,
      start: Date.parse(window.start),
      end: Date.parse(window.end),
      servers: window.servers,
      parts: window.parts,
      share: window.share,
      devices: window.devices,
      numbers: window.serverNumbers,
      tentative: window.tentative === true,
      name: window.name,
      user: window.user,
    })),
    /** Opportunistic jobs that run now, on servers that are free all the same. */
    opportunists: (pool.opportunists ?? []).map((job) => ({
      id: job.opportunist,
      start: Date.parse(job.start),
      until: job.until ? Date.parse(job.until) : null,
      numbers: job.serverNumbers,
      name: job.name,
      user: job.user,
    })),
    // Blocks of some parts leave the rest of a host in service.
    blocks: pool.outages.filter(({ parts, share }) => parts || share).map(({ server, start, end, parts, share }) => ({
      server, parts, share, start: Date.parse(start), end: end ? Date.parse(end) : Number.MAX_SAFE_INTEGER,
    })),
    outages: pool.outages.filter(({ parts, share }) => !parts && !share).map((outage) => ({
      server: outage.server,
      start: Date.parse(outage.start),
      end: outage.end ? Date.parse(outage.end) : Number.MAX_SAFE_INTEGER,
      isFailure: outage.cause === 'failure',
      reason: outage.reason,
      repair: outage.repair ? Date.parse(outage.repair) : null,
    })),
  };
}
