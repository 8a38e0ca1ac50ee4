// A reservation with what can be done about it.

import { cancelling } from '../cancelling.js';
import { html, nothing } from '../lit.js';
import { earlyStart, loss, money, price, startsEarly, stateName } from '../explain.js';
import { devices, held, licences } from '../parts.js';
import { person, shadeClass } from '../people.js';
import { fromApi, tableInWords } from '../table.js';
import { fromIsoDuration, inWords, moment, span } from '../time.js';
import { useOf } from './use.js';

const CHANGES = [['fix', 'Fix'], ['relax', 'Relax'], ['move', 'Move'], ['extend', 'Extend'], ['share', 'Share'], ['give', 'Hand over'], ['cancel', 'Cancel']];

const POSSIBLE = {
  held: ['cancel'],
  waiting: ['fix', 'relax', 'move', 'extend', 'share', 'give', 'cancel'],
  running: ['extend', 'share', 'give', 'cancel'],
  degraded: ['relax', 'cancel'],
};

/** What an outage made of a reservation, if the promise is not kept. */
const UNKEPT = ['degraded', 'displaced'];

export function mayChange(site, reservation) {
  return reservation.user !== undefined && (reservation.user === site.account.name || site.is('operator'));
}

/** When it may begin, in the words of the choice that was made when it was booked. */
function agreement(site, reservation, now) {
  const done = `Done by ${moment(site.zone, Date.parse(reservation.deadline), now)} at the latest.`;
  if (reservation.state !== 'waiting' && reservation.state !== 'held') {
    return done;
  }
  const early = reservation.expectedStart
    ? `Expected to start ${moment(site.zone, Date.parse(reservation.expectedStart), now)}, as it looks now; the promised time is the latest.`
    : earlyStart({ ...reservation, notice: reservation.notice && fromIsoDuration(reservation.notice) });
  return `${early || 'Starts at the promised time, not earlier.'} ${done}`;
}

/** The command that runs in it or has run. */
function run(site, { state, host, command, since, ended, exitCode }, now) {
  const when = (time) => moment(site.zone, Date.parse(time), now);
  const how = {
    running: () => `Runs ${command} on ${host} since ${when(since)}.`,
    exited: () => `Ran ${command} on ${host} until ${when(ended)}; exit code ${exitCode}.`,
    'cut-short': () => `Ran ${command} on ${host} and was stopped at ${when(ended)}; exit code ${exitCode}.`,
    'out-of-memory': () => `Ran ${command} on ${host} until ${when(ended)}, when it had no memory left; exit code ${exitCode}.`,
    lost: () => `Ran ${command} on ${host}; nobody has told how it ended.`,
  }[state];
  return html`<p class="run ${state === 'lost' || exitCode ? 'wrong' : 'faint'}">${how()}</p>`;
}

/** @param act change(kind), confirm(), keep() and show(), and the measured use; those that are left out are not offered */
export function card(site, reservation, act) {
  const start = Date.parse(reservation.start);
  const end = Date.parse(reservation.end);
  const now = site.now();
  const early = site.early.get(reservation.id);
  const slack = reservation.ready ? Date.parse(reservation.deadline) - Date.parse(reservation.ready) - (end - start) : 0;
  return html`<article class="card reservation ${shadeClass(reservation.user)}" data-id=${reservation.id}>
    <header>
      <h3>${reservation.name ?? (reservation.user ? 'Private' : 'Busy')}</h3>
      <span class="badge ${reservation.state}">${stateName(reservation.state, reservation.unit)}</span>
    </header>
    <p class="when">${span(site.zone, start, end, now)} <span class="faint">(${inWords(end - start)})</span></p>
    <p class="facts">
      ${held(reservation)} on ${reservation.pool}${reservation.serverNames ? `: ${reservation.serverNames.join(', ')}` : ''}${devices(reservation) ? ` (${devices(reservation)})` : ''} ${licences(reservation)}
      ${reservation.user && reservation.user !== site.account.name ? html` · ${person(reservation.user)}` : nothing}
      ${reservation.bookedBy ? html` · booked by ${person(reservation.bookedBy)}` : nothing}
      ${reservation.price !== undefined && site.costs(reservation.price) ? html` · ${price(reservation.price)}` : nothing}
      ${reservation.fees && Number(reservation.fees) !== 0 ? html` · fees ${money(reservation.fees)}` : nothing}
      ${reservation.grams ? html` · ${reservation.grams} g CO₂ expected` : nothing}
      · <span class="faint">${reservation.id}${reservation.series ? ` of series ${reservation.series}` : ''}</span>
    </p>
    ${reservation.guests ? html`<p class="guests">Shared with ${reservation.guests.join(', ')}</p>` : nothing}
    ${reservation.ready ? html`<p class="faint">${slack > 0 ? agreement(site, reservation, now) : 'The time is fixed.'}</p>` : nothing}
    ${reservation.lateness && site.costs(reservation.price) ? html`<p class="faint cancelling">${cancelling(reservation.lateness, Date.parse(reservation.lateness.start), site.zone, now)}</p>` : nothing}
    ${reservation.table ? html`<p class="faint">Can run on ${tableInWords(fromApi(reservation.table))}.</p>` : nothing}
    ${early === undefined ? nothing : html`<p class="early">${startsEarly(reservation.name ?? 'It', start, early, site.zone, now)}.</p>`}
    ${reservation.run ? run(site, reservation.run, now) : nothing}
    ${reservation.state === 'running' ? useOf(site, reservation, act.use, act.keep) : nothing}
    ${reservation.loss ? html`<p class="loss ${UNKEPT.includes(reservation.loss.outcome) ? 'wrong' : 'faint'}">${loss(reservation, site.zone, now)}</p>`
      : reservation.degraded ? html`<p class="wrong">${reservation.degraded}</p>` : nothing}
    ${mayChange(site, reservation) ? html`<div class="actions">
      ${reservation.state === 'held' && act.confirm ? html`<button type="button" class="primary small" @click=${act.confirm}>Confirm</button>` : nothing}
      ${CHANGES.filter(([kind]) => POSSIBLE[reservation.state]?.includes(kind)).map(([kind, label]) => html`<button type="button" class="small"
        aria-label="${label} ${reservation.name}" @click=${() => act.change(kind)}>${label}</button>`)}
      ${act.show ? html`<button type="button" class="small quiet" aria-label="Show ${reservation.name} on the timetable" @click=${act.show}>Show</button>` : nothing}
    </div>` : nothing}
  </article>`;
}
