// The parts of a window: one for each site.

import { plural } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { field, input, select } from '../field.js';

/** @param change is told all parts anew; wrong says what is wrong with a field of the request */
export function partFields(site, parts, change, wrong) {
  const unused = site.sites.map(({ name }) => name).filter((name) => !parts.some((part) => part.site === name));
  const set = (at, values) => change(parts.map((part, each) => (each === at ? { ...part, ...values } : part)));
  return html`<fieldset class="part-list"><legend>Parts</legend>
    ${parts.map((part, at) => {
      const pools = site.sites.find(({ name }) => name === part.site)?.pools ?? [];
      const unit = pools.find(({ name }) => name === part.pool)?.unit;
      return html`<div class="part" data-part=${part.site} role="group" aria-label="Part at ${part.site}">
        ${field('part', `site-${at}`, 'Site', select([part.site, ...unused].map((name) => [name, name]), part.site, (name) => set(at, { site: name, pool: '' })), { wrong: wrong(`parts[${at}].site`) })}
        ${field('part', `pool-${at}`, 'Pool', select([['', 'the cheapest'], ...pools.map(({ name }) => [name, name])], part.pool, (pool) => set(at, { pool })), { wrong: wrong(`parts[${at}].jobs[0].pool`) })}
        ${field('part', `servers-${at}`, unit ? `${plural(unit).charAt(0).toUpperCase()}${plural(unit).slice(1)}` : 'Servers', input(part.servers, (value) => set(at, { servers: Number(value) || undefined }), { type: 'number', min: 1 }),
          { wrong: wrong(`parts[${at}].jobs[0].servers`) })}
        ${parts.length > 1 ? html`<button type="button" class="small quiet" aria-label="Remove the part at ${part.site}" @click=${() => change(parts.filter((each) => each !== part))}>Remove</button>` : nothing}
      </div>`;
    })}
    ${unused.length > 0 ? html`<div class="actions"><button type="button" class="small" @click=${() => change([...parts, { site: unused[0], servers: 1, pool: '' }])}>Add a part</button></div>` : nothing}
  </fieldset>`;
}
