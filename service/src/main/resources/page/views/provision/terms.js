// What is wanted of a search: as fields, and as the API takes it.

import { html, nothing } from '../../lit.js';
import { duration, fromField, iso, isoDuration, toField } from '../../time.js';
import { field, input, select } from '../field.js';
import { isAbout, pools } from '../workflow/terms.js';

const SCHEDULERS = [
  ['heft', 'HEFT: the longest way to the end first'],
  ['greedy', 'Greedy: each where it ends first'],
  ['min-min', 'Min-Min: short tasks first'],
  ['max-min', 'Max-Min: long tasks first'],
];
const SEARCHES = [
  ['seeded', 'from good plans, then better ones'],
  ['nsga2', 'NSGA-II, from random choices'],
  ['moga', 'MOGA, from random choices'],
];
const GAPS = [['whole', 'only as a whole'], ['parts', 'also in parts']];

/** Those that are folded away. */
const MORE = ['scheduler', 'search', 'population', 'iterations', 'seed', 'limit', 'transfer'];
const ALL = ['ready', 'deadline', 'pools', 'servers', 'gaps', ...MORE];

/** Nothing but what everybody should look at; what is left out is as the service has it. */
export const USUAL = {
  ready: null, deadline: null, pools: null, servers: '', gaps: 'whole',
  scheduler: 'heft', search: 'seeded', population: '', iterations: '', seed: '', limit: '', transfer: '',
};

/** Numbers and durations that are none are sent as they are: the service says what is wrong with them. */
export function request(terms) {
  const number = (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text);
  const length = (text) => (duration(text) === null ? text : isoDuration(duration(text)));
  const wanted = {
    ready: terms.ready && iso(terms.ready),
    deadline: terms.deadline && iso(terms.deadline),
    pools: terms.pools,
    servers: terms.servers && number(terms.servers),
    gaps: terms.gaps,
    scheduler: terms.scheduler,
    search: terms.search,
    population: terms.population && number(terms.population),
    iterations: terms.iterations && number(terms.iterations),
    seed: terms.seed && number(terms.seed),
    limit: terms.limit && length(terms.limit),
    transfer: terms.transfer && length(terms.transfer),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== null && value !== ''));
}

/** Whether a problem is about something that is folded away. */
export function isFolded(problem) {
  return (problem?.errors ?? []).some((error) => MORE.some((name) => isAbout(error, name)));
}

/** What is wrong, but with none of the fields: said as a whole. */
export function elsewhere(problem) {
  if (!problem) {
    return null;
  }
  const errors = problem.errors ?? [];
  const other = errors.filter((error) => !ALL.some((name) => isAbout(error, name)));
  return errors.length === 0 ? problem.message : other.map((error) => `${error.field}: ${error.rule}`).join('; ') || null;
}

/** @param set called with what is to be other */
export function fields(site, terms, problem, isOpen, set, toggled) {
  const wrong = (name) => (problem?.errors ?? []).filter((error) => isAbout(error, name)).map((error) => error.rule).join('; ');
  const one = (name, label, control, hint) => field('provision', name, label, control, { wrong: wrong(name), hint });
  const time = (name, label, hint) => one(name, label, input(terms[name] ? toField(site.zone, terms[name]) : '',
    (value) => set({ [name]: value ? fromField(site.zone, value) : null }), { type: 'datetime-local' }), terms[name] ? '' : hint);
  const whole = (name, label, placeholder, hint) => one(name, label, input(terms[name], (value) => set({ [name]: value }), { mode: 'numeric', placeholder }), hint);
  const chosen = (name, label, options) => one(name, label, select(options, terms[name], (value) => set({ [name]: value })));
  const length = (name, label, placeholder, hint) => one(name, label, input(terms[name], (value) => set({ [name]: value }), { placeholder }), hint);
  return html`<div class="grid">
      ${time('ready', 'Not before', 'empty: in ten minutes')}
      ${time('deadline', 'Done by', 'empty: any time')}
      ${whole('servers', 'Servers for each task', '1')}
      ${chosen('gaps', 'Gaps between others', GAPS)}
    </div>
    ${pools(site, terms, wrong('pools'), set)}
    <details class="as-fields" ?open=${isOpen} @toggle=${(event) => toggled(event.target.open)}>
      <summary>More</summary>
      ${isOpen ? html`<div class="grid">
        ${chosen('scheduler', 'Scheduler', SCHEDULERS)}
        ${chosen('search', 'Search', SEARCHES)}
        ${whole('population', 'Plans in a round', '50')}
        ${whole('iterations', 'Rounds', '50')}
        ${whole('seed', 'Seed', '1', 'same slots and seed, same plans')}
        ${length('limit', 'At most so long', '1 min', 'then the best so far')}
        ${length('transfer', 'A gigabyte takes', 'no time', 'from pool to pool')}
      </div>` : nothing}
    </details>`;
}
