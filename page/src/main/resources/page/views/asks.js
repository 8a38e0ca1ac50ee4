// Asks for flexibility: the provider asks the owner of a reservation for a later deadline, at a discount.

import { post, request } from '../api.js';
import { money } from '../explain.js';
import { html, nothing, repeat } from '../lit.js';
import { person } from '../people.js';
import { moment } from '../time.js';

/** Those that concern whoever is signed in, and can still be answered. */
export function ownAsks(site) {
  const { name } = site.account;
  return site.asks.filter((ask) => (ask.user === name || ask.by === name || ask.room?.user === name) && Date.parse(ask.expires) > site.now());
}

/** @param view does things with attempt(work), and says what was done with say(words) */
export function askCards(site, view) {
  return repeat(ownAsks(site), (ask) => ask.id, (ask) => {
    if (ask.user === site.account.name) {
      return asked(site, view, ask);
    }
    return ask.by === site.account.name ? asking(site, view, ask) : waiting(site, view, ask);
  });
}

function when(site, time) {
  return moment(site.zone, Date.parse(time), site.now());
}

function changes(site, ask) {
  return html`<p class="when">Done by ${when(site, ask.deadline)} at the latest, instead of ${when(site, ask.deadlineBefore)}</p>
    <p class="facts">${site.costs(ask.price) ? html`${money(ask.priceAfter)} instead of ${money(ask.price)} · ` : nothing}answer
      by ${when(site, ask.expires)} · <span class="faint">${ask.id} about ${ask.reservation}</span></p>
    ${ask.reason ? html`<p>${ask.reason}</p>` : nothing}`;
}

/** The owner answers, or does not. */
function asked(site, view, ask) {
  const accept = async () => {
    await post(`/asks/${ask.id}/accept`);
    view.say(`${ask.name} may end as late as ${when(site, ask.deadline)}`);
  };
  const decline = async () => {
    await post(`/asks/${ask.id}/decline`);
    view.say(`${ask.name} stays as it is`);
  };
  return html`<article class="card reservation ask" data-ask=${ask.id}>
    <header><h3>May ${ask.name} be more flexible?</h3><span class="badge held">Asked</span></header>
    ${changes(site, ask)}
    <p class="faint">${ask.room ? html`It makes room for a job${ask.room.user ? html` of ${person(ask.room.user)}` : nothing} that found none. ` : nothing}Nothing
      changes if you decline or do not answer.</p>
    <div class="actions">
      <button type="button" class="primary small" aria-label="Accept the later deadline of ${ask.name}" @click=${() => view.attempt(accept)}>Accept</button>
      <button type="button" class="small" aria-label="Decline the later deadline of ${ask.name}" @click=${() => view.attempt(decline)}>Decline</button>
    </div>
  </article>`;
}

/** Whoever asked waits for the answer. */
function asking(site, view, ask) {
  return html`<article class="card reservation ask" data-ask=${ask.id}>
    <header><h3>You asked ${person(ask.user)} about ${ask.name}</h3><span class="badge waiting">Open</span></header>
    ${changes(site, ask)}
    ${withdrawal(view, ask, `Withdraw ${ask.id}`, `${ask.id} is withdrawn`)}
  </article>`;
}

/** Somebody is asked for room for a job of one's own. */
function waiting(site, view, ask) {
  return html`<article class="card reservation ask" data-ask=${ask.id}>
    <header><h3>${ask.room.name}</h3><span class="badge waiting">No room yet</span></header>
    <p class="when">An owner is asked to make room until ${when(site, ask.expires)}</p>
    <p class="faint">If the owner accepts, ${ask.room.name} is held for you, and you are told. · ${ask.id}</p>
    ${withdrawal(view, ask, `I no longer need room for ${ask.room.name}`, `Nobody is asked about ${ask.room.name} any more`)}
  </article>`;
}

function withdrawal(view, ask, label, done) {
  const withdraw = async () => {
    await request('DELETE', `/asks/${ask.id}`);
    view.say(done);
  };
  return html`<div class="actions"><button type="button" class="small" aria-label=${label} @click=${() => view.attempt(withdraw)}>Withdraw</button></div>`;
}
