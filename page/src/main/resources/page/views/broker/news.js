// What has become of a deal since it was booked, a line for each.

import { get } from '../../api.js';
import { html, nothing } from '../../lit.js';
import { moment, span } from '../../time.js';

const SHOWN = 3;
const ENDS = { 'finished-early': 'finished early', 'no-show': 'ended: nobody used its servers', forgotten: 'ended; its site no longer knows how' };

function happened(site, { what, before, now, detail }) {
  const place = (each) => `${each.pool}, ${span(site.zone, Date.parse(each.start), Date.parse(each.end), site.now())}`;
  const words = {
    moved: () => `moved from ${place(before)} to ${place(now)}`,
    'pulled-forward': () => `starts earlier: ${place(now)}`,
    started: () => 'started',
    lost: () => `lost: ${detail}`,
    recovered: () => `has servers again: ${place(now)}`,
    ended: () => ENDS[now.state] ?? 'ended',
    cancelled: () => 'was cancelled at its site',
    replaced: () => `replaces what was lost: ${place(now)}`,
  }[what];
  return words ? words() : what;
}

function line(site, each) {
  return html`<li><strong>${each.site}</strong> ${each.now.id} ${happened(site, each)}
    <span class="faint">(${moment(site.zone, Date.parse(each.seen), site.now())})</span></li>`;
}

/** The latest first; those before are folded away. */
export function newsList(site, news) {
  if (news.length === 0) {
    return nothing;
  }
  const latest = [...news].reverse();
  const [shown, folded] = [latest.slice(0, SHOWN), latest.slice(SHOWN)];
  return html`<div class="news" aria-live="polite"><h4>News since it was booked</h4>
    <ul class="reasons">${shown.map((each) => line(site, each))}</ul>
    ${folded.length > 0 ? html`<details><summary>${folded.length} before</summary><ul class="reasons">${folded.map((each) => line(site, each))}</ul></details>` : nothing}
  </div>`;
}

/** Tells the news of one's own deals as they come, whatever view is open. */
export class DealNews {
  #site;
  #say;
  /** Until when the news of a deal was told, by its id. */
  #told = new Map();
  #since;

  constructor(site, say) {
    this.#site = site;
    this.#say = say;
    this.#since = site.now();
  }

  async hear({ deal: id, user }) {
    if (user !== this.#site.account?.name) {
      return;
    }
    try {
      const deal = await get(`/deals/${id}`);
      const news = deal.news.filter(({ seen }) => Date.parse(seen) > (this.#told.get(id) ?? this.#since));
      if (news.length > 0) {
        this.#told.set(id, Date.parse(news.at(-1).seen));
        this.#say(news.map((each) => `${deal.name}: ${each.site} ${each.now.id} ${happened(this.#site, each)}`).slice(-SHOWN).join('. '));
      }
    } catch {
      // Mine shows it all the same.
    }
  }
}
