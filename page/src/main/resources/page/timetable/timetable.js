// The timetable: bars on a canvas, axis and focus in SVG, a table beside it for whoever does not see it.
//
// Fires window-drawn {pool, servers, parts, isWhole, start, end}, reservation-picked {id} and reservation-moved {id, by}.

import { html, nothing, render, svg } from '../lit.js';
import { DAY, HOUR, MINUTE, inWords, moment, span } from '../time.js';
import { plural, stateName } from '../explain.js';
import { amount, held, where } from '../parts.js';
import { View } from '../view.js';
import { AXIS, axis } from './axis.js';
import { byColour, colouring, palette, poolColour } from './colours.js';
import { afterKey, drawing, firstDrawing, firstLane, label, wish } from './drawing.js';
import { Gestures } from './gestures.js';
import { placeAt, takenAt } from './hosts.js';
import { neighbour } from './keys.js';
import { HEADER, freeAt, ghostBars, layout, planBars, skyline } from './layout.js';
import { paintBars, paintSkyline, prepared } from './paint.js';
import { table } from './table.js';
import { days, ticks } from './ticks.js';
import { toolbar } from './toolbar.js';

const SKYLINE = 92;
const LIST_AFTER = 200;
const MOST_NAMED = 8;

export class Timetable extends View {
  #frame = 0;
  #later = null;
  #known = null;
  #colours = null;
  #gestures = null;
  #focused = null;
  #drawing = null;
  #moving = null;
  #press = null;
  /** By pool, the hosts that were opened or closed. */
  #opened = new Map();
  #width = 0;
  #height = 0;
  #isListed = false;
  #areAllZones = false;

  connectedCallback() {
    super.connectedCallback();
    this.resize = new ResizeObserver(() => this.schedule());
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.dark.addEventListener('change', this.#recolour);
    // The now-line moves.
    this.tick = setInterval(() => this.schedule(), 15_000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.resize.disconnect();
    this.dark.removeEventListener('change', this.#recolour);
    clearInterval(this.tick);
  }

  #recolour = () => {
    this.#colours = null;
    this.#known = null;
    this.schedule();
  };

  siteChanged() {
    this.schedule();
    // Toolbar and table can wait until a pan or zoom is over.
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.requestUpdate(), LIST_AFTER);
  }

  schedule() {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.paint();
      });
    }
  }

  render() {
    const { site } = this;
    const act = {
      zoomTo: (length) => this.zoomTo(length),
      pan: (share) => this.site.show(site.view.from + share * this.#length(), site.view.to + share * this.#length()),
      toNow: () => this.toNow(),
      listZones: () => {
        this.#areAllZones = true;
        this.requestUpdate();
      },
      draw: () => {
        this.#gestures.draws = !this.#gestures.draws;
        this.parts.bars.classList.toggle('draws', this.#gestures.draws);
        this.requestUpdate();
      },
    };
    return html`
      ${toolbar(site, act, this.#gestures?.draws ?? false, this.#areAllZones)}
      <div class="stage">
        <svg class="axis" height=${AXIS} aria-hidden="true"></svg>
        <div class="scroller" tabindex="0" role="application" aria-roledescription="timetable"
          aria-label="Timetable of ${site.name}" aria-describedby="timetable-keys"
          @keydown=${this.keyed} @scroll=${() => this.schedule()} @blur=${() => this.blurred()}>
          <div class="spacer"><div class="glass"><canvas class="bars"></canvas><svg class="overlay" aria-hidden="true"></svg></div></div>
        </div>
        <canvas class="skyline" height=${SKYLINE} aria-hidden="true"
          @pointermove=${(event) => this.hoverSkyline(event.offsetX)} @pointerleave=${() => this.tip(null)}></canvas>
        <div class="tip" hidden></div>
      </div>
      <p id="timetable-keys" class="hidden">Left and right arrows go through the reservations of a pool, up and down to
        another pool or host, Enter opens one, O opens or closes its host, plus and minus zoom, page up and page down move in time, home goes to
        now.${site.is('user') ? ' N begins a new window: arrows move it, with shift they change its end, Enter asks for it, Escape gives it up.' : ''}</p>
      <p class="hidden" aria-live="polite" id="timetable-says"></p>
      <div class="under">
        <ul class="legend" aria-label="Colours">${this.#known?.colouring.legend.slice(0, 12).map(({ label, colour }) => html`<li>
          <svg width="12" height="12" aria-hidden="true"><rect width="12" height="12" rx="3" fill=${colour.fill} stroke=${colour.edge}></rect></svg>${label}</li>`)}${this.hostLegend()}</ul>
        ${site.truncated ? html`<p class="note">There are more reservations than can be shown at once; zoom in.</p>` : nothing}
        <details @toggle=${(event) => { this.#isListed = event.target.open; this.requestUpdate(); }}>
          <summary>As a table</summary>
          ${this.#isListed ? table(site) : nothing}
        </details>
      </div>`;
  }

  /** What the rows of hosts show. */
  hostLegend() {
    const hosts = this.#known?.layout.pools.filter(({ rows }) => rows) ?? [];
    const amounts = [...new Set(hosts.flatMap(({ rows }) => rows.flatMap(({ levels }) => levels.map(({ part }) => part))))];
    const hasCards = hosts.some(({ rows }) => rows.some(({ cards }) => cards.length > 0));
    return html`${amounts.length > 0 ? html`<li><svg width="12" height="12" aria-hidden="true"><rect class="track" width="12" height="12"></rect><rect class="level" y="5" width="12" height="7"></rect></svg>${listed(amounts)} taken</li>` : nothing}
      ${hasCards ? html`<li>a lane is a card, a part of its height a share</li>` : nothing}`;
  }

  firstUpdated() {
    this.parts = Object.fromEntries(['axis', 'scroller', 'spacer', 'bars', 'overlay', 'skyline', 'tip'].map((name) => [name, this.querySelector('.' + name)]));
    this.#gestures = new Gestures(this.parts.bars, this.parts.axis, this);
    this.resize.observe(this.parts.scroller);
    this.schedule();
  }

  updated() {
    this.schedule();
  }

  #length() {
    return this.site.view.to - this.site.view.from;
  }

  get gutter() {
    return this.#width < 600 ? 74 : 116;
  }

  x = (instant) => this.gutter + ((instant - this.site.view.from) / this.#length()) * (this.#width - this.gutter);

  instant = (x) => this.site.view.from + ((x - this.gutter) / (this.#width - this.gutter)) * this.#length();

  /** What only changes when the data or the colours do. */
  prepare() {
    const { site } = this;
    this.#colours ??= palette(this);
    const { timetable, colour, plannedServers } = site;
    if (this.#known?.timetable !== timetable || this.#known.colour !== colour || this.#known.plannedServers !== plannedServers) {
      const pools = timetable.map((pool) => ({ ...pool, servers: pool.servers + (plannedServers[pool.name] ?? 0) }));
      this.#known = {
        timetable,
        colour,
        plannedServers,
        layout: layout(pools, site.timetableBy, this.#opened),
        skylines: pools.map(skyline),
        colouring: colouring(site.colour, site.timetable, this.#colours, site.unit),
        poolColour: poolColour(site.colour, site.timetable, this.#colours),
      };
      for (const pool of this.#known.layout.pools) {
        pool.painted = byColour(pool, this.#known.colouring);
      }
      // The legend is new.
      this.requestUpdate();
    }
    if (this.#known.drawn !== site.ghosts) {
      this.#known.drawn = site.ghosts;
      this.#known.ghosts = ghostBars(this.#known.layout.pools, site.ghosts);
    }
    if (this.#known.plan !== site.plan) {
      this.#known.plan = site.plan;
      for (const pool of this.#known.layout.pools) {
        pool.planned = planBars(pool, site.plan.filter((task) => task.pool === pool.name));
      }
    }
    return this.#known;
  }

  paint() {
    if (!this.parts || !this.isConnected) {
      return;
    }
    const { site, parts } = this;
    const known = this.prepare();
    this.#width = parts.scroller.clientWidth;
    this.#height = parts.scroller.clientHeight;
    parts.spacer.style.height = `${Math.max(known.layout.height, this.#height)}px`;
    const { from, to } = site.view;
    const gutter = this.gutter;
    const room = this.#width - gutter;
    const scale = room / (to - from);
    const scene = {
      ...known,
      colours: this.#colours,
      x: (instant) => gutter + (instant - from) * scale,
      instant: (x) => from + (x - gutter) / scale,
      width: this.#width,
      height: this.#height,
      gutter,
      scroll: parts.scroller.scrollTop,
      now: site.now(),
      ticks: ticks(site.zone, from, to, Math.max(2, room / 90)),
      days: days(site.zone, from, to),
      hurt: site.hurt,
      selected: site.selected,
      plannedOutages: site.plannedOutages,
      pointed: site.pointed,
      lines: site.lines,
      me: site.account?.name,
      units: plural(site.unit),
      freeNow: (pool) => freeAt(known.skylines.find((line) => line.name === pool), site.now()),
      drawn: 0,
    };
    paintBars(prepared(parts.bars, this.#width, this.#height), scene);
    this.drawn = scene.drawn;
    paintSkyline(prepared(parts.skyline, this.#width, SKYLINE), { ...scene, height: SKYLINE });
    render(axis(scene, site), parts.axis);
    render(this.overlay(known), parts.overlay);
  }

  #box(pool, bar) {
    const left = Math.max(this.gutter, this.x(bar.start));
    return {
      left,
      width: Math.max(2, Math.min(this.#width, this.x(bar.end)) - left),
      top: pool.top + HEADER + bar.lane * pool.lane - this.parts.scroller.scrollTop,
      height: bar.lanes * pool.lane,
    };
  }

  overlay({ ghosts }) {
    const shapes = [];
    const add = (pool, bar, name, label, indent = 0) => {
      if (bar.end > this.site.view.from && bar.start < this.site.view.to) {
        const { left, top, width, height } = this.#box(pool, bar);
        shapes.push(svg`<g class=${name}><rect x=${left} y=${top} width=${width} height=${height} rx="3"></rect>
          ${label ? svg`<text x=${left + 6 + indent} y=${top + Math.min(height / 2 + 4, 16)}>${label}</text>` : nothing}</g>`);
      }
    };
    ghosts.forEach(({ pool, bar, label, indent }) => add(pool, bar, 'ghost', label, indent));
    if (this.#drawing) {
      const { pool, start, end, lane, lanes } = this.#drawing;
      add(pool, { start, end, lane, lanes }, 'drawing', label(this.site.zone, this.#drawing));
    }
    if (this.#moving) {
      const { pool, bar, by } = this.#moving;
      for (const each of pool.bars.filter((other) => other.window.id === bar.window.id)) {
        add(pool, { ...each, start: each.start + by, end: each.end + by }, 'drawing', moment(this.site.zone, bar.start + by, this.site.now()));
      }
    }
    if (this.#focused) {
      const at = this.#find(this.#focused);
      if (at) {
        at.pool.bars.filter(({ window }) => window === at.bar.window).forEach((bar) => add(at.pool, bar, 'focus', ''));
      }
    }
    return svg`${shapes}`;
  }

  // ---- gestures

  #at(x, y) {
    const deep = y + this.parts.scroller.scrollTop;
    const pool = this.#known.layout.pools.findLast((each) => each.top <= deep);
    if (!pool) {
      return {};
    }
    // Rows of hosts have parts of lanes.
    const lane = (deep - pool.top - HEADER) / pool.lane;
    const isInside = lane >= 0 && lane < pool.servers;
    const place = pool.rows && isInside ? placeAt(pool, lane) : {};
    if (x < this.gutter) {
      return { pool, named: place.row };
    }
    const time = this.instant(x);
    const isHere = (each) => each.lane <= lane && lane < each.lane + each.lanes && each.start <= time && time < each.end;
    return {
      pool, time, isInside, ...place, lane: Math.max(0, Math.min(pool.servers - 1, lane)),
      bar: pool.bars.find(isHere), planned: pool.planned?.find(isHere), outage: pool.outages.find(isHere),
    };
  }

  /** Times that are drawn are whole ones of this length. */
  get #grain() {
    const length = this.#length();
    return length <= 3 * HOUR ? 5 * MINUTE : length <= 2 * DAY ? 15 * MINUTE : length <= 10 * DAY ? HOUR : 6 * HOUR;
  }

  #snap(time) {
    return Math.round(time / this.#grain) * this.#grain;
  }

  mayMove(window) {
    return window.state === 'waiting' && (window.user === this.site.account.name || this.site.is('operator'));
  }

  begin(x, y) {
    const { pool, lane, isInside, time, bar } = this.#at(x, y);
    this.tip(null);
    if (bar) {
      this.#moving = this.mayMove(bar.window) ? { pool, bar, by: 0, from: time } : null;
      return this.#moving !== null;
    }
    if (!pool || time === undefined || !isInside || !this.site.is('user')) {
      return false;
    }
    this.#press = { pool, lane, time };
    return true;
  }

  drag(x, y) {
    if (this.#moving) {
      const { bar, from } = this.#moving;
      this.#moving.by = Math.max(this.#snap(bar.start + this.instant(x) - from), this.site.now()) - bar.start;
    } else if (this.#press) {
      const { pool, lane, time } = this.#press;
      const here = this.#at(x, y);
      const there = here.pool === pool && here.lane !== undefined ? here.lane : lane;
      const [start, end] = [time, this.instant(x)].sort((a, b) => a - b).map((each) => this.#snap(each));
      this.#drawing = drawing(pool, lane, there, Math.max(start, this.site.now()), end);
    }
    this.schedule();
  }

  drop() {
    if (this.#moving && this.#moving.by !== 0) {
      this.#say('reservation-moved', { id: this.#moving.bar.window.id, by: this.#moving.by });
    } else if (this.#drawing && this.#drawing.end > this.#drawing.start) {
      this.#say('window-drawn', wish(this.#drawing));
    }
    this.cancel();
  }

  cancel() {
    this.#moving = null;
    this.#drawing = null;
    this.#press = null;
    this.schedule();
  }

  click(x, y) {
    const { bar, pool, named: row } = this.#at(x, y);
    if (row) {
      this.#toggle(pool, row);
      return;
    }
    this.#say('reservation-picked', { id: bar?.window.id ?? null });
  }

  /** Opens a host, or closes it. */
  #toggle(pool, { host, isOpen }) {
    this.#opened.set(pool.name, new Map(this.#opened.get(pool.name)).set(host, !isOpen));
    this.#known = null;
    this.schedule();
  }

  #say(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  pan(pixels) {
    const by = (pixels / (this.#width - this.gutter)) * this.#length();
    this.site.show(this.site.view.from + by, this.site.view.to + by);
  }

  zoom(factor, x) {
    const at = this.instant(x);
    const length = Math.min(62 * DAY, Math.max(HOUR / 2, this.#length() * factor));
    const share = (at - this.site.view.from) / this.#length();
    this.site.show(at - share * length, at + (1 - share) * length);
  }

  zoomTo(length) {
    const now = this.site.now();
    const { from, to } = this.site.view;
    const isNowShown = from <= now && now <= to;
    const start = isNowShown ? now - length / 24 : (from + to) / 2 - length / 2;
    this.site.show(start, start + length);
  }

  toNow() {
    const start = this.site.now() - this.#length() / 24;
    this.site.show(start, start + this.#length());
  }

  hover(x, y) {
    const { bar, pool, planned, outage, level, row, time, named: name } = this.#at(x, y);
    if (this.site.plan.length > 0) {
      this.site.point(planned ? [planned.task.key] : []);
    }
    this.parts.bars.classList.toggle('point', name !== undefined);
    this.parts.bars.classList.toggle('grab', bar !== undefined && this.mayMove(bar.window));
    this.tip(planned ? this.task(planned) : bar ? this.words(pool, bar.window) : outage ? this.outage(outage) : level ? this.level(row, level, time) : null, x, y + AXIS);
  }

  leave() {
    this.site.point([]);
    this.tip(null);
  }

  hoverSkyline(x) {
    if (x < this.gutter || !this.#known) {
      this.tip(null);
      return;
    }
    const time = this.instant(x);
    const each = this.#known.skylines.map((line) => `${line.name} ${freeAt(line, time)}`);
    this.tip(`${moment(this.site.zone, time, this.site.now())}: free ${each.join(', ')}`, x, AXIS + this.#height);
  }

  words(pool, window) {
    const whose = window.user ? `${window.name ?? 'Private'} by ${window.user}` : 'Busy';
    const when = `${span(this.site.zone, window.start, window.end, this.site.now())} (${inWords(window.end - window.start)})`;
    const tentative = window.tentative ? `; which ${plural(pool.unit)} is tentative` : '';
    return `${whose}, ${held(window, pool.unit)} on ${pool.name}${named(pool, window)}, ${when}, ${stateName(window.state, pool.unit).toLowerCase()}${tentative}`;
  }

  level({ name }, level, time) {
    const taken = takenAt(level, time);
    return `${name}, ${moment(this.site.zone, time, this.site.now())}: ${amount(level.part, taken)} taken, ${amount(level.part, level.count - taken)} free`;
  }

  outage({ start, end, reason }) {
    const { zone } = this.site;
    const when = end < Number.MAX_SAFE_INTEGER ? span(zone, start, end, this.site.now()) : `from ${moment(zone, start, this.site.now())} on`;
    return `${reason ? `Blocked by ${reason}` : 'Out of service'}, ${when}`;
  }

  task({ task, start, runs, end }) {
    const { zone } = this.site;
    const spare = end > runs ? `, then ${inWords(end - runs)} to spare` : '';
    return `${task.key} on ${task.pool}, ${span(zone, start, runs, this.site.now())}${spare}`;
  }

  tip(text, x = 0, y = 0) {
    const { tip } = this.parts;
    tip.hidden = text === null;
    if (text !== null) {
      tip.textContent = text;
      const left = Math.max(4, Math.min(x + 12, this.#width - 270));
      tip.style.transform = `translate(${left}px, ${y + 16}px)`;
    }
  }

  // ---- keyboard

  #find(id) {
    for (const pool of this.#known.layout.pools) {
      const bar = pool.bars.find((each) => each.window.id === id);
      if (bar) {
        return { pool, bar };
      }
    }
    return null;
  }

  focusOn(at) {
    this.#focused = at?.bar.window.id ?? null;
    if (at) {
      const { bar, pool } = at;
      if (bar.end < this.site.view.from || bar.start > this.site.view.to) {
        this.site.show(bar.start - this.#length() / 3, bar.start + (2 * this.#length()) / 3);
      }
      this.#reveal(pool, bar.lane);
      this.querySelector('#timetable-says').textContent = this.words(pool, bar.window);
    }
    this.schedule();
  }

  #reveal(pool, lane) {
    const { scroller } = this.parts;
    const top = pool.top + HEADER + lane * pool.lane;
    if (top < scroller.scrollTop || top + pool.lane > scroller.scrollTop + this.#height) {
      scroller.scrollTop = top - this.#height / 3;
    }
  }

  blurred() {
    if (!this.#press) {
      this.#drawing = null;
    }
    this.focusOn(null);
  }

  #step(along, across) {
    const current = this.#focused && this.#find(this.#focused);
    return neighbour(this.#known.layout.pools, current, along, across, this.site.view.from);
  }

  /** Begins to draw where the focus is, or in the first pool, now or where the view begins. */
  #draw() {
    const { site } = this;
    const at = this.#focused && this.#find(this.#focused);
    const pool = at?.pool ?? this.#known.layout.pools[0];
    if (pool && site.is('user')) {
      const start = Math.ceil(Math.max(site.now(), site.view.from) / this.#grain) * this.#grain;
      this.#drawn(firstDrawing(pool, at ? at.bar.lane + Math.min(0.5, at.bar.lanes / 2) : firstLane(pool), start, this.#grain));
    }
  }

  #drawn(drawing) {
    this.#drawing = drawing;
    const { pool, lane, start, end } = drawing;
    if (end < this.site.view.from || end > this.site.view.to) {
      this.site.show(start - this.#length() / 6, start + (5 * this.#length()) / 6);
    }
    this.#reveal(pool, lane);
    this.querySelector('#timetable-says').textContent = `New window on ${pool.name}, ${label(this.site.zone, drawing)}`;
    this.schedule();
  }

  /** Keys while a window is drawn by them. */
  #keyedDrawing(event) {
    const next = afterKey(this.#drawing, event, this.#grain, this.site.now());
    if (next) {
      this.#drawn(next);
    } else if (event.key === 'Enter') {
      this.drop();
    } else if (event.key === 'Escape') {
      this.cancel();
    } else {
      return;
    }
    event.preventDefault();
  }

  keyed(event) {
    if (this.#drawing && !this.#press) {
      this.#keyedDrawing(event);
      return;
    }
    const half = this.#length() / 2;
    const act = {
      ArrowRight: () => this.focusOn(this.#step(1, 0)),
      ArrowLeft: () => this.focusOn(this.#step(-1, 0)),
      ArrowDown: () => this.focusOn(this.#step(0, 1)),
      ArrowUp: () => this.focusOn(this.#step(0, -1)),
      Enter: () => this.#focused && this.#say('reservation-picked', { id: this.#focused }),
      PageDown: () => this.site.show(this.site.view.from + half, this.site.view.to + half),
      PageUp: () => this.site.show(this.site.view.from - half, this.site.view.to - half),
      Home: () => this.toNow(),
      n: () => this.#draw(),
      o: () => {
        const at = this.#focused && this.#find(this.#focused);
        if (at?.pool.rows) {
          this.#toggle(at.pool, at.pool.rows[at.bar.row]);
        }
      },
      '+': () => this.zoom(1 / 1.5, this.#width / 2),
      '=': () => this.zoom(1 / 1.5, this.#width / 2),
      '-': () => this.zoom(1.5, this.#width / 2),
    }[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act();
    }
  }
}

/** "cores and memory". */
function listed(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Which servers, if they have names; of hosts with parts also which cards. */
function named(pool, window) {
  if (pool.isInParts) {
    return window.numbers?.length > 0 && window.numbers.length <= MOST_NAMED ? `: ${where(pool.names, window)}` : '';
  }
  const names = (window.numbers ?? []).map((number) => pool.names.get(number)).filter((name) => name !== undefined);
  return names.length > 0 && names.length <= MOST_NAMED ? ` (${names.join(', ')})` : '';
}

customElements.define('berth-timetable', Timetable);
