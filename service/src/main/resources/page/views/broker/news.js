// What has become of a deal since it was booked, a line for each.

import { html } from '../../lit.js';
import { moment, span } from '../../time.js';

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

export function newsList(site, news) {
  return html`<ul class="reasons">${news.map((each) => html`<li><strong>${each.site}</strong> ${each.now.id} ${happened(site, each)}
    <span class="faint">(${moment(site.zone, Date.parse(each.seen), site.now())})</span></li>`)}</ul>`;
}
