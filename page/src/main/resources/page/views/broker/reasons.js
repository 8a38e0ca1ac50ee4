// What sites have said, a line for each.

import { spoken } from '../../explain.js';
import { html } from '../../lit.js';

export function reasonList(reasons) {
  return html`<ul class="reasons">${reasons.map((each) => html`<li>${each.site ? html`<strong>${each.site}</strong> ` : ''}${spoken(each.detail)}</li>`)}</ul>`;
}
