// What is wanted of sites, as fields: a job, a window for several parts, and what both have in common.

import { plural, unitLabel } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { duration, fromField, inField, toField } from '../../time.js';
import { choice, field, input, select } from '../field.js';

/** Fields of one form: how each is changed, and what is wrong with it. */
export function fieldsOf(site, values, set, wrong) {
  const one = (name, label, control, about, hint) => field('deal', name, label, control, { wrong: wrong(...about), hint });
  return {
    text: (name, label, about, { hint = '', placeholder = '', mode } = {}) => one(name, label, input(values[name] ?? '', (value) => set({ [name]: value || undefined }), { placeholder, mode }), about, hint),
    whole: (name, label, about, { hint = '', placeholder = '' } = {}) => one(name, label, input(values[name] ?? '', (value) => set({ [name]: Number(value) || undefined }), { type: 'number', min: 1, placeholder }), about, hint),
    length: (name, label, about, { hint = '', placeholder = '2 hours' } = {}) => one(name, label, input(values[name] ? inField(values[name]) : '', (value) => set({ [name]: duration(value) ?? undefined }), { placeholder }), about, hint),
    time: (name, label, about, hint = '') => one(name, label, input(values[name] ? toField(site.zone, values[name]) : '',
      (value) => set({ [name]: value ? fromField(site.zone, value) : undefined }), { type: 'datetime-local' }), about, values[name] ? '' : hint),
    select: (name, label, options, about = [name]) => one(name, label, select(options, values[name], (value) => set({ [name]: value })), about, ''),
  };
}

/** @param host with values, set, wrong and defaultName */
export function jobFields({ site, values, set, wrong, defaultName }) {
  const fields = fieldsOf(site, values, set, wrong);
  const isWork = values.counted === 'work';
  const isMoldable = isWork && values.mostServers !== undefined;
  return html`
    ${fields.text('name', 'Name', ['name', 'job.name'], { placeholder: defaultName })}
    ${fields.select('counted', 'Counted as', [['work', 'work at full speed'], ['stay', 'time, whatever the speed']])}
    ${fields.whole('servers', isMoldable ? `Minimum ${plural(site.unit)}` : unitLabel(site.unit), ['job.servers'])}
    ${isWork ? fields.whole('mostServers', `Maximum ${plural(site.unit)}`, ['job.mostServers'], { placeholder: 'the same', hint: isMoldable ? '' : 'if its work can be divided' }) : nothing}
    ${fields.length('length', isMoldable ? 'Work in all' : 'For', ['job.work', 'job.stay'], { hint: isMoldable ? 'the time that one server alone would take' : '' })}
    ${isMoldable ? fields.text('serial', 'Serial share, percent', ['job.serial'], { mode: 'decimal', placeholder: '0', hint: 'of the work, which one server must do alone' }) : nothing}
    ${fields.time('ready', 'Not before', ['job.ready'], 'empty: as soon as possible')}
    ${fields.time('deadline', 'Done by', ['job.deadline'])}
    ${fields.text('budget', 'Maximum price', ['budget'], { mode: 'decimal', placeholder: 'any price' })}
    ${fields.select('by', 'Best is', [['end', 'what is done first'], ['price', 'what is cheapest']])}`;
}

export function windowFields({ site, values, parts, set, wrong, defaultName }) {
  const fields = fieldsOf(site, values, set, wrong);
  const isByWork = parts.every((part) => part.takes === 'work');
  return html`
    ${fields.text('name', 'Name', ['name'], { placeholder: defaultName })}
    ${fields.length('length', 'The window lasts', ['window.duration', ...parts.flatMap((part, at) => (part.takes === 'stay' ? [`parts[${at}].jobs[0].work`, `parts[${at}].jobs[0].stay`] : []))],
      isByWork ? { placeholder: 'as long as needed', hint: 'empty: as long as the slowest part takes' } : {})}
    ${fields.time('ready', 'Not before', ['window.ready'], 'empty: as soon as possible')}
    ${fields.time('deadline', 'Done by', ['window.deadline'])}
    ${fields.text('budget', 'Maximum price', ['budget'], { mode: 'decimal', placeholder: 'any price', hint: 'for all parts together' })}`;
}

/** All sites, unless some are left out. */
export function where({ site, values, set, wrong }) {
  const left = values.leftOut ?? [];
  const about = wrong('sites');
  const toggle = (name, isIn) => set({ leftOut: isIn ? left.filter((each) => each !== name) : [...left, name] });
  return html`<fieldset class="radios" data-field="sites"><legend>Sites to ask</legend>
    <div class="checks">${site.sites.map(({ name }) => html`<div class="check"><input id="deal-at-${name}" type="checkbox" .checked=${!left.includes(name)}
      @change=${(event) => toggle(name, event.target.checked)}><label for="deal-at-${name}">${name}</label></div>`)}</div>
    ${about ? html`<p class="wrong" role="alert">${about}</p>` : nothing}
  </fieldset>`;
}

/** What is to become of a part that its site loses. */
export function afterwards({ kind, values, set }) {
  if (kind === 'workflow') {
    return html`<p class="hint">If a site cannot keep its part later, Mine says so. Parts of a workflow are not replaced one by one, because their tasks have to fit together.</p>`;
  }
  const isJob = kind === 'job';
  return choice('deal', 'replace', isJob ? 'If the site cannot keep it later' : 'If a site cannot keep its part later', [
    ['no', 'Tell me', isJob ? 'Mine says so; you book it anew yourself.' : 'Mine says so; the other parts stay booked.'],
    ['yes', `Book ${isJob ? 'it' : 'that part'} at another site`, isJob ? 'At any site of the broker, within the deadline and the price above. The job begins anew.'
      : 'For the same window, as long as it has not begun, and within the price above. The other parts stay as they are.'],
    ...(isJob ? [] : [['move', 'Or move all parts to another time', 'As above; if no site has room in that window, all parts are booked in another one before the deadline. Sites may charge fees for what is cancelled.']]),
  ], isJob && values.replace === 'move' ? 'yes' : values.replace ?? 'no', (chosen) => set({ replace: chosen }));
}
