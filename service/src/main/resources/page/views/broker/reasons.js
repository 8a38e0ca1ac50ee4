// What sites have said, a line for each.

import { localised } from '../../explain.js';
import { html } from '../../lit.js';

export function reasonList(site, reasons) {
  return html`<ul class="reasons">${reasons.map((each) => html`<li>${each.site ? html`<strong>${each.site}</strong> ` : ''}${localised(each.detail, site.zone, site.now())}</li>`)}</ul>`;
}
