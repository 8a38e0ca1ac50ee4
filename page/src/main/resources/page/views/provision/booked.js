// What was booked from searches: where it stands, and giving it up.

import { money } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { moment } from '../../time.js';
import { BookedList } from '../booked-list.js';
import { count } from './plan.js';

const STATES = { waiting: 'to come', running: 'running', ended: 'over', finished: 'finished early', degraded: 'lost servers', cancelled: 'cancelled' };

class Provisions extends BookedList {
  kind = 'provision';
  heading = 'Booked';
  none = 'Nothing yet. What is booked here is listed until a month after its end.';
  older = 'berth workflow provisions';

  one(provision) {
    const { site } = this;
    const now = site.now();
    const finish = Date.parse(provision.finish);
    const reservations = provision.allocations ?? [];
    const states = [...new Set(reservations.map((each) => each.state))];
    const isOpen = !provision.released && states.some((state) => ['waiting', 'running', 'degraded'].includes(state));
    const badge = provision.released ? ['', 'Given up'] : !isOpen ? ['', 'Over'] : states.includes('degraded') ? ['degraded', 'Lost servers']
      : states.includes('running') ? ['running', 'Running'] : ['waiting', 'Booked'];
    const name = provision.name || provision.provision;
    return html`<article class="card reservation" data-provision=${provision.provision}>
      <header><h3>${name}</h3><span class="badge ${badge[0]}">${badge[1]}</span></header>
      <p class="when">${finish > now ? 'Done' : 'Was done'} ${moment(site.zone, finish, now)} <span class="faint">(from ${moment(site.zone, Date.parse(provision.ready), now)})</span></p>
      <p class="facts">${reservations.length > 0 ? html`${count(reservations.length, 'reservation')}: ${states.map((state) => `${reservations.filter((each) => each.state === state).length} ${STATES[state] ?? state}`).join(', ')} · ` : nothing}
        <span class="faint">${!site.costs(provision.cost) ? '' : Number(provision.cost) === 0 ? 'No charge · ' : `${money(provision.cost)} without surcharges · `}${provision.user === site.account.name ? '' : `${provision.user} · `}${provision.provision}</span></p>
      ${isOpen ? this.actions(provision, html`
        <button type="button" class="small" aria-label="Show ${name} on the timetable" @click=${() => this.show(provision)}>Show</button>
        ${this.cancelButton(provision)}`) : nothing}
    </article>`;
  }

  /** The first of its reservations is looked at, and its times are in view. */
  show({ allocations }) {
    const { site } = this;
    const starts = allocations.map((each) => Date.parse(each.start));
    const from = Math.min(...starts);
    const to = Math.max(...allocations.map((each) => Date.parse(each.end)));
    site.selected = allocations[starts.indexOf(from)].reservation;
    site.show(from - (to - from) / 8, to + (to - from) / 8);
    document.querySelector('berth-timetable')?.scrollIntoView({ block: 'nearest' });
  }
}

customElements.define('berth-provisions', Provisions);
