// The waiting list: jobs that found no room and wait for what comes free, and what they were served.

import { post, request } from '../api.js';
import { html, nothing, repeat } from '../lit.js';
import { moment } from '../time.js';

const WORTH_IT = ['no-capacity', 'over-budget'];

function when(site, time) {
  return moment(site.zone, Date.parse(time), site.now());
}

/** One's own entries that wait, or that can still be declined. */
export function ownEntries(site) {
  return site.waiting.filter((entry) => entry.user === site.account.name);
}

/** @param view does things with attempt(work), and says what was done with say(words) */
export function waitingCards(site, view) {
  return repeat(ownEntries(site), (entry) => entry.id, (entry) => (entry.state === 'waiting' ? waits(site, view, entry) : served(site, view, entry)));
}

function waits(site, view, entry) {
  const withdraw = async () => {
    await request('DELETE', `/waiting/${entry.id}`);
    view.say(`${entry.name} waits no longer`);
  };
  return html`<article class="card reservation entry" data-entry=${entry.id}>
    <header><h3>${entry.name}</h3><span class="badge waiting">On the waiting list</span></header>
    <p class="when">Place ${entry.place} of ${entry.waiting}, until ${when(site, entry.until)}</p>
    <p class="facts">${entry.tell ? 'What comes free is held for you, and you are told.' : 'It is booked once there is room, and you are told.'}
      ${entry.budget ? html`At most ${entry.budget}. ` : nothing}<span class="faint">· ${entry.id}</span></p>
    <div class="actions"><button type="button" class="small" aria-label="Stop waiting for ${entry.name}" @click=${() => view.attempt(withdraw)}>Stop waiting</button></div>
  </article>`;
}

function served(site, view, entry) {
  const decline = async () => {
    await post(`/waiting/${entry.id}/decline`);
    view.say(`${entry.name} is declined, free of charge`);
  };
  return html`<article class="card reservation entry" data-entry=${entry.id}>
    <header><h3>${entry.name} came free</h3><span class="badge held">${entry.state === 'booked' ? 'Booked' : 'Held for you'}</span></header>
    <p class="when">${entry.state === 'booked'
      ? html`Booked as ${entry.reservation}. Until ${when(site, entry.declineBy)} you may give it back free of charge.`
      : html`Held as ${entry.reservation} until ${when(site, entry.declineBy)}. Confirm it below.`}</p>
    <p class="faint">Declined, it goes to the next who waits. · ${entry.id}</p>
    <div class="actions"><button type="button" class="small" aria-label="Decline ${entry.name}" @click=${() => view.attempt(decline)}>Decline</button></div>
  </article>`;
}

/** What a refusal offers that time may change. */
export function waitOffer(refusal, isBusy, wait) {
  return WORTH_IT.includes(refusal.code) ? html`<p>Or wait until something comes free, up to your deadline:</p>
    <div class="actions">
      <button type="button" class="small" ?disabled=${isBusy} @click=${() => wait(false)}>Book it then</button>
      <button type="button" class="small" ?disabled=${isBusy} @click=${() => wait(true)}>Hold it and tell me</button>
    </div>` : nothing;
}
