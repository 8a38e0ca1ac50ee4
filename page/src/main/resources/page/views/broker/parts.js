// The parts of a window: one for each site, with as many servers as asked or as many as its work needs.

import { plural, unitLabel } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { duration, inField } from '../../time.js';
import { field, input, select } from '../field.js';
import { unitOf } from './units.js';

export function newPart(site) {
  return { site, pool: '', takes: 'stay', servers: 1 };
}

/** @param change is told all parts anew; wrong says what is wrong with a field of the request */
export function partFields(site, parts, change, wrong) {
  const unused = site.sites.map(({ name }) => name).filter((name) => !parts.some((part) => part.site === name));
  const set = (at, values) => change(parts.map((part, each) => (each === at ? { ...part, ...values } : part)));
  return html`<fieldset class="part-list"><legend>Parts</legend>
    ${parts.map((part, at) => onePart(site, part, at, unused, (values) => set(at, values), wrong,
      parts.length > 1 ? () => change(parts.filter((each) => each !== part)) : null))}
    ${unused.length > 0 ? html`<div class="actions"><button type="button" class="small" @click=${() => change([...parts, newPart(unused[0])])}>Add a part</button></div>` : nothing}
  </fieldset>`;
}

function onePart(site, part, at, unused, set, wrong, remove) {
  const pools = site.sites.find(({ name }) => name === part.site)?.pools ?? [];
  const unit = unitOf(site, part.site, part.pool);
  const isWork = part.takes === 'work';
  const one = (name, label, control, ...about) => field('part', `${name}-${at}`, label, control, { wrong: wrong(...about.map((each) => `parts[${at}].${each}`)) });
  const number = (name, placeholder = '') => input(part[name] ?? '', (value) => set({ [name]: Number(value) || undefined }), { type: 'number', min: 1, placeholder });
  return html`<div class="part" data-part=${part.site} role="group" aria-label="Part at ${part.site}">
    ${one('site', 'Site', select([part.site, ...unused].map((name) => [name, name]), part.site, (name) => set({ site: name, pool: '' })), 'site')}
    ${one('pool', 'Pool', select([['', 'the cheapest'], ...pools.map(({ name }) => [name, name])], part.pool, (pool) => set({ pool })), 'jobs[0].pool')}
    ${one('servers', isWork ? `Minimum ${plural(unit)}` : unitLabel(unit), number('servers'), 'jobs[0].servers')}
    ${isWork ? one('work', 'Work', input(part.work ? inField(part.work) : '', (value) => set({ work: duration(value) ?? undefined }), { placeholder: '8 hours' }), 'jobs[0].work') : nothing}
    ${isWork ? one('most', `Maximum ${plural(unit)}`, number('mostServers', 'the same'), 'jobs[0].mostServers') : nothing}
    <label class="check by-work"><input type="checkbox" .checked=${isWork} @change=${(event) => set({ takes: event.target.checked ? 'work' : 'stay' })}>As many ${plural(unit)} as its work needs</label>
    ${remove ? html`<button type="button" class="small quiet" aria-label="Remove the part at ${part.site}" @click=${remove}>Remove</button>` : nothing}
  </div>`;
}
