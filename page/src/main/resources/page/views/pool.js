// A pool in a line or two: how much of it is free now, and what its servers are.

import { hundredths, money, plural } from '../explain.js';
import { html, nothing } from '../lit.js';
import { amount } from '../parts.js';

/** @param free how many servers are free now; undefined if that is not known */
export function poolNow({ name, servers, unit, rate, tariff, hours, carbon, parts = [], attributes = {} }, free) {
  const qualities = Object.entries(attributes).map(([key, value]) => `${key} ${value}`).join(', ');
  return html`<li data-pool=${name}>
    <div class="row"><strong>${name}</strong><span>${free === undefined ? `${servers} ${plural(unit)}` : `${free} of ${servers} free`}</span></div>
    ${free === undefined ? nothing : html`<meter min="0" max=${servers} .value=${servers - free} aria-label="${plural(unit)} of ${name} in use"></meter>`}
    ${parts.length > 0 ? html`<p class="faint">each with ${parts.map((part) => amount(part.name, part.count)).join(', ')}</p>` : nothing}
    <p class="faint">speed ${hundredths(rate)}${Number(tariff?.base) > 0 ? ` · ${money(tariff.base)} for a ${unit ?? 'server'}-hour at full speed${hours ? `, times ${hours.factor} now` : ''}` : ''}${carbon ? ` · ${carbon.grams} g CO₂ a kWh now` : ''}${qualities ? ` · ${qualities}` : ''}</p>
  </li>`;
}
