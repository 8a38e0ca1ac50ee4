// What is wanted of a search: as fields, and as the API takes it.

import { unitLabel } from '../../explain.js';
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
const MORE = ['scheduler', 'search', 'population', 'iterations', 'crossover', 'mutation', 'seed', 'limit', 'transfer'];
const ALL = ['ready', 'deadline', 'pools', 'servers', 'gaps', ...MORE];

/** Nothing but what everybody should look at; what is left out is as the service has it. */
export const USUAL = {
  ready: null, deadline: null, pools: null, servers: '', gaps: 'whole',
  scheduler: 'heft', search: 'seeded', population: '', iterations: '', crossover: '', mutation: '', seed: '', limit: '', transfer: '',
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
    crossover: terms.crossover && number(terms.crossover),
    mutation: terms.mutation && terms.mutation.trim(),
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
  const one = oneField(wrong);
  const time = (name, label, hint) => one(name, label, input(terms[name] ? toField(site.zone, terms[name]) : '',
    (value) => set({ [name]: value ? fromField(site.zone, value) : null }), { type: 'datetime-local' }), terms[name] ? '' : hint);
  return html`<div class="grid">
      ${time('ready', 'Not before', 'empty: in ten minutes')}
      ${time('deadline', 'Done by', 'empty: any time')}
      ${slots(terms, wrong, set, site.unit)}
    </div>
    ${pools(site, terms, wrong('pools'), set)}
    ${more(terms, wrong, isOpen, set, toggled, '1 min')}`;
}

function oneField(wrong) {
  return (name, label, control, hint) => field('provision', name, label, control, { wrong: wrong(name), hint });
}

function whole(terms, set, name, placeholder) {
  return input(terms[name], (value) => set({ [name]: value }), { mode: 'numeric', placeholder });
}

function chosen(terms, set, name, options) {
  return select(options, terms[name], (value) => set({ [name]: value }));
}

/** What is wanted of slots. */
export function slots(terms, wrong, set, unit) {
  const one = oneField(wrong);
  return html`${one('servers', `${unitLabel(unit)} for each task`, whole(terms, set, 'servers', '1'))}
    ${one('gaps', 'Gaps between others', chosen(terms, set, 'gaps', GAPS))}`;
}

/** What few need: how to search. */
export function more(terms, wrong, isOpen, set, toggled, limit) {
  const one = oneField(wrong);
  const length = (name, placeholder) => input(terms[name], (value) => set({ [name]: value }), { placeholder });
  return html`<details class="as-fields" ?open=${isOpen} @toggle=${(event) => toggled(event.target.open)}>
    <summary>More</summary>
    ${isOpen ? html`<div class="grid">
      ${one('scheduler', 'Scheduler', chosen(terms, set, 'scheduler', SCHEDULERS))}
      ${one('search', 'Search', chosen(terms, set, 'search', SEARCHES))}
      ${one('population', 'Plans in a round', whole(terms, set, 'population', '50'))}
      ${one('iterations', 'Rounds', whole(terms, set, 'iterations', '50'))}
      ${one('crossover', 'Points of crossover', whole(terms, set, 'crossover', '2'))}
      ${one('mutation', 'Slots changed at random', input(terms.mutation, (value) => set({ mutation: value }), { mode: 'decimal', placeholder: '1' }), 'in the mean, of each new plan')}
      ${one('seed', 'Seed', whole(terms, set, 'seed', '1'), 'same slots and seed, same plans')}
      ${one('limit', 'Longest search', length('limit', limit), 'then the best so far')}
      ${one('transfer', 'A gigabyte takes', length('transfer', 'no time'), 'from pool to pool')}
    </div>` : nothing}
  </details>`;
}
