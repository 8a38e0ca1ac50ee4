// The promises that are not kept, for whoever watches the site.

import { loss, plural } from '../explain.js';
import { html, nothing } from '../lit.js';

/**
 * Nothing where all are kept.
 *
 * @param classes of the section, which depend on where it stands
 */
export function losses(site, classes) {
  return site.losses.length === 0 ? nothing : html`<section class="losses ${classes}" aria-label="Promises not kept">
    <h2>Promises not kept</h2>
    <ul>${site.losses.map((each) => html`<li class="wrong" data-id=${each.id}><span aria-hidden="true">(!)</span>
      <strong>${each.name}</strong> (${each.id}${each.user === site.account.name ? '' : `, ${each.user}`}): ${loss(each, site.zone, site.now()) || `Without ${plural(each.unit)}.`}</li>`)}</ul>
  </section>`;
}
