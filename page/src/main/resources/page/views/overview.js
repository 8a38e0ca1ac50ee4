// Beside the timetable: the reservation that is looked at, or the pools as they are now.

import { get } from '../api.js';
import { html, nothing } from '../lit.js';
import { freeAt, skyline } from '../timetable/layout.js';
import { moment } from '../time.js';
import { View } from '../view.js';
import { card } from './card.js';
import { trouble } from './field.js';
import { losses } from './losses.js';
import { poolNow } from './pool.js';

export const overview = { id: 'timetable', title: 'Timetable', role: 'viewer', draw: (site) => html`<berth-overview .site=${site}></berth-overview>` };

class Overview extends View {
  static properties = { reservation: { state: true }, problem: { state: true } };

  #shown = null;
  #seen = null;

  siteChanged() {
    this.requestUpdate();
    const { selected, timetable } = this.site;
    if (selected !== this.#shown || (selected && timetable !== this.#seen)) {
      this.#shown = selected;
      this.#seen = timetable;
      this.load();
    }
  }

  connectedCallback() {
    super.connectedCallback();
    this.siteChanged();
  }

  async load() {
    const { selected } = this.site;
    try {
      this.problem = null;
      this.reservation = selected ? await get(`/reservations/${selected}`) : null;
    } catch (problem) {
      this.reservation = null;
      this.problem = problem;
    }
  }

  render() {
    const { site, reservation } = this;
    return html`
      ${site.selected ? html`<section aria-label="The reservation">
        <div class="row"><h2>Reservation</h2><button type="button" class="quiet" @click=${this.close}>Close</button></div>
        ${trouble(this.problem)}
        ${reservation ? card(site, reservation, {
          change: (kind) => { site.change = { id: reservation.id, kind }; site.changed(); },
        }) : nothing}
      </section>` : nothing}
      ${losses(site, '')}
      <section>
        <h2>Pools now</h2>
        <ul class="pools">${site.pools.map((pool) => this.pool(pool))}</ul>
      </section>
      ${site.sightings.length === 0 ? nothing : html`<section aria-label="Use without a reservation">
        <h2>Without a reservation</h2>
        <ul class="intruders">${site.sightings.map((each) => html`<li class="wrong">${intruder(site, each)}</li>`)}</ul>
      </section>`}
      ${site.is('user') ? html`<p class="faint tip-line">Drag on a free place of the timetable to book it, or <a href="#/book">say what you need</a>.</p>` : nothing}`;
  }

  pool(pool) {
    const seen = this.site.timetable.find((each) => each.name === pool.name);
    const free = seen ? Math.max(0, freeAt(skyline(seen), this.site.now())) : 0;
    return poolNow(pool, free);
  }

  close() {
    this.site.selected = null;
    this.site.changed();
  }
}

function intruder(site, { user, pid, process, servers, host, since }) {
  const who = user ? `${user} (process ${pid}, ${process})` : 'Somebody';
  return `${who} uses ${servers?.join(' or ') ?? 'cores'} on ${host}, since ${moment(site.zone, Date.parse(since), site.now())}`;
}

customElements.define('berth-overview', Overview);
