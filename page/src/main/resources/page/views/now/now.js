// Who is at work now, server by server: until when, what comes next, and whether it is used.

import { get, query } from '../../api.js';
import { counted, onlyUnit } from '../../explain.js';
import { html, nothing, repeat } from '../../lit.js';
import { amount, taken } from '../../parts.js';
import { person, shadeClass } from '../../people.js';
import { DAY, inWords, iso, moment } from '../../time.js';
import { View } from '../../view.js';
import { trouble } from '../field.js';
import { byHost } from './servers.js';

const AHEAD = 7 * DAY;
const MOST_WINDOWS = 20_000;
const MOST_SERVERS = 200;
const EVERY = 15_000;

const USES = { used: 'in use', unclear: 'in use by root, perhaps a container', idle: 'idle' };

class Now extends View {
  static properties = { pools: { state: true }, problem: { state: true } };

  #seen = null;
  #tick = null;

  connectedCallback() {
    super.connectedCallback();
    this.siteChanged();
    this.#tick = setInterval(() => this.requestUpdate(), EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#tick);
  }

  /** Whatever happens on the site makes it read the timetable anew: so is this one. */
  siteChanged() {
    this.requestUpdate();
    if (this.site.timetable !== this.#seen) {
      this.#seen = this.site.timetable;
      this.load();
    }
  }

  async load() {
    const now = this.site.now();
    try {
      this.pools = (await get(query('/timetable', { by: 'server', from: iso(now), to: iso(now + AHEAD), limit: MOST_WINDOWS }))).pools;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
  }

  render() {
    const { site } = this;
    const groups = byHost(this.pools ?? [], site, site.now());
    return html`<div class="dashboard at-work"><h1>Who is at work now</h1>
      ${trouble(this.problem)}
      ${groups.map((group) => this.group(group))}
    </div>`;
  }

  group({ name, pools, units, servers }) {
    const free = servers.filter((each) => !each.current && !each.out).length;
    const others = [...pools].filter((each) => each !== name);
    return html`<section class="card" data-host=${name} aria-label=${name}>
      <header><h2>${name}${others.length > 0 ? html` <span class="faint">${others.join(', ')}</span>` : nothing}</h2>
        <span class="badge ${free > 0 ? 'running' : ''}">${free} of ${counted(servers.length, onlyUnit(units))} free</span></header>
      <ul class="at-work-list">${repeat(servers.slice(0, MOST_SERVERS), (each) => each.key, (each) => this.one(each))}</ul>
      ${servers.length > MOST_SERVERS ? html`<p class="faint">And ${servers.length - MOST_SERVERS} more; <a href="#/timetable">the timetable</a> has all of them.</p>` : nothing}
    </section>`;
  }

  one(server) {
    return server.parts ? this.host(server) : this.server(server);
  }

  /** A host in parts: everybody who has some of it, and what is free. */
  host({ label, out, owners, free, parts, next, idle, uses, intruders }) {
    const left = parts.map(({ name }) => amount(name, free?.[name] ?? 0)).join(', ');
    return html`<li data-server=${label}>
      <strong class="server">${label}</strong>
      <div>
        ${out ? html`<p class="holder">${this.out(out)}</p>` : nothing}
        ${owners.map((each) => {
          const use = uses.find(({ reservation }) => reservation === each.reservation);
          return html`<p class="holder" data-reservation=${each.reservation}>${this.holder(each)} <span>${taken(each) || 'all of it'}</span>
            ${use ? html`<span class="use ${use.use}">${USES[use.use]}</span>` : nothing}
            <span class="faint">until ${this.when(each.end)}</span></p>`;
        })}
        ${out ? nothing : html`<p><span class="free">free</span> ${left}</p>`}
        ${idle ? this.opportunist(idle) : nothing}
        ${next ? html`<p class="next faint">next: ${next.user ?? 'busy'} from ${this.when(next.start)}</p>` : nothing}
        ${intruders.map((each) => html`<p class="wrong">${each.user ? `${each.user} (${each.process})` : 'somebody'} uses it without a reservation since ${this.when(each.since)}</p>`)}
      </div>
    </li>`;
  }

  server({ label, out, current, next, idle, use, intruders }) {
    return html`<li class=${shadeClass(current?.user)} data-server=${label}>
      <strong class="server">${label}</strong>
      <div>
        <p class="holder">${out ? this.out(out) : current ? this.holder(current) : html`<span class="free">free</span>`}
          ${use ? html`<span class="use ${use.use}">${USES[use.use]}${use.use === 'idle' ? ` since ${this.when(use.since)}` : ''}</span>` : nothing}</p>
        ${current ? html`<p>until ${this.when(current.end)} <span class="faint">(in ${inWords(Date.parse(current.end) - this.site.now())})</span></p>` : nothing}
        ${idle ? this.opportunist(idle) : nothing}
        ${next ? html`<p class="next faint">next: ${next.user ?? 'busy'} from ${this.when(next.start)}</p>` : nothing}
        ${intruders.map((each) => html`<p class="wrong">${each.user ? `${each.user} (${each.process})` : 'somebody'} uses it without a reservation since ${this.when(each.since)}</p>`)}
      </div>
    </li>`;
  }

  holder(window) {
    return html`${person(window.user)}
      <a href="#/timetable" class="faint" @click=${() => { this.site.selected = window.reservation; }}>${window.name ?? window.reservation}</a>`;
  }

  /** It makes way for whoever books the server. */
  opportunist({ user, name, opportunist, until }) {
    return html`<p class="opportunist">${user ? html`${person(user)} ${name ?? opportunist}` : 'somebody'}, opportunistic
      <span class="faint">${until ? `makes way ${this.when(until)}` : 'makes way if somebody books it'}</span></p>`;
  }

  out({ end, cause }) {
    return html`<span class="wrong">${cause === 'failure' ? 'failed' : 'out of service'}</span>${end ? html` <span class="faint">until ${this.when(end)}</span>` : nothing}`;
  }

  when(time) {
    return moment(this.site.zone, Date.parse(time), this.site.now());
  }
}

customElements.define('berth-now', Now);

export const now = {
  id: 'now', title: 'Now', role: 'viewer', isWide: true, draw: (site) => html`<berth-now .site=${site}></berth-now>`,
};
