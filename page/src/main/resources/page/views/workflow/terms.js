// What is wanted of a plan: times, scheduler, spare time and pools; as fields, and as the API takes it.

import { spoken } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { MINUTE, fromField, fromIsoDuration, iso, moment, toField } from '../../time.js';
import { field, input, select } from '../field.js';
import { SCHEDULERS, SPARES, hasThreshold } from './names.js';

const QUARTER = 15 * MINUTE;

/** Twice as long as it takes at best, be it for its longest chain or for the servers there are. */
export function usual(site, workflow) {
  const rates = site.pools.reduce((sum, pool) => sum + pool.servers * Number(pool.rate), 0);
  const best = Math.max(fromIsoDuration(workflow.criticalWork), fromIsoDuration(workflow.work) / Math.max(rates, 0.01));
  return {
    ready: null,
    deadline: Math.ceil((site.now() + 2 * best + QUARTER) / QUARTER) * QUARTER,
    scheduler: 'heft',
    spare: 'r_even_percent1',
    threshold: '1',
    pools: null,
  };
}

/** A share of the API, such as 0.05, as people say it: 5. */
export function toPercent(share) {
  return Number((Number(share) * 100).toFixed(4));
}

/** Per cent as a share; what is no number is left to the service to refuse. */
function toShare(percent) {
  const share = Number(percent) / 100;
  return percent.trim() === '' || Number.isNaN(share) ? percent : String(Number(share.toFixed(6)));
}

/** Fields that are not said are left out. */
export function asked(site, { ready, deadline, pools, spare, threshold }) {
  return {
    ...(hasThreshold(spare) ? { threshold: toShare(threshold) } : {}),
    ...(deadline ? { deadline: iso(deadline) } : {}),
    ...(ready && ready > site.now() ? { ready: iso(ready) } : {}),
    ...(pools ? { pools } : {}),
  };
}

export function request(site, terms) {
  return { ...asked(site, terms), scheduler: terms.scheduler, spare: terms.spare };
}

/** The field that would help against a refusal; a workflow may tell times for some pools only. */
function concerned(problem) {
  return { 'deadline-impossible': 'deadline', 'no-capacity': 'pools', 'invalid-workflow': 'pools' }[problem?.code] ?? null;
}

/** What is wrong but with no field: said as a whole. */
export function elsewhere(problem) {
  const fields = ['ready', 'deadline', 'scheduler', 'spare', 'threshold', 'pools'];
  if (!problem || concerned(problem)) {
    return null;
  }
  const other = problem.errors.filter((error) => !fields.some((name) => isAbout(error, name)));
  return problem.errors.length === 0 ? problem.message : other.map((error) => `${error.field}: ${error.rule}`).join('; ') || null;
}

/** Whether an error is about a field, or about a part of it. */
export function isAbout(error, name) {
  return error.field === name || error.field.startsWith(`${name}[`);
}

/** @param set called with what is to be other */
export function fields(site, terms, problem, set) {
  const wrong = (name) => (concerned(problem) === name
    ? spoken(problem.message)
    : (problem?.errors ?? []).filter((error) => isAbout(error, name)).map((error) => error.rule).join('; '));
  const time = (name) => (value) => set({ [name]: value ? fromField(site.zone, value) : null });
  const shown = (instant) => (instant ? toField(site.zone, instant) : '');
  return html`<div class="grid">
      ${field('plan', 'ready', 'Not before', input(shown(terms.ready), time('ready'), { type: 'datetime-local' }), { wrong: wrong('ready'), hint: terms.ready ? '' : 'empty is now' })}
      ${field('plan', 'deadline', 'Done by', input(shown(terms.deadline), time('deadline'), { type: 'datetime-local', required: true }), { wrong: wrong('deadline') })}
    </div>
    ${problem?.code === 'deadline-impossible' ? remedies(site, problem, set) : nothing}
    ${field('plan', 'scheduler', 'Scheduler', select(SCHEDULERS.map(([key, name, words]) => [key, `${name}: ${words}`]), terms.scheduler, (scheduler) => set({ scheduler })), { wrong: wrong('scheduler') })}
    ${field('plan', 'spare', 'Spare time', select(SPARES, terms.spare, (spare) => set({ spare })), { wrong: wrong('spare') })}
    ${hasThreshold(terms.spare) ? field('plan', 'threshold', 'Threshold (%)', input(terms.threshold, (threshold) => set({ threshold }), { mode: 'decimal' }), { wrong: wrong('threshold'), hint: 'of the time to the deadline may be left to no task' }) : nothing}
    ${pools(site, terms, wrong('pools'), set)}`;
}

/** Deadlines that can be met; the earliest moves on while it is thought about. */
function remedies(site, problem, set) {
  const now = site.now();
  const finish = Date.parse(problem.numbers.earliestFinish) + (problem.madeAt ? now - problem.madeAt : 0);
  const tight = Math.ceil((finish + MINUTE) / MINUTE) * MINUTE;
  const easy = Math.ceil((finish + (finish - now) / 4) / QUARTER) * QUARTER;
  return html`<div class="actions remedies">
    <button type="button" class="small" @click=${() => set({ deadline: tight })}>Use the earliest, ${moment(site.zone, tight, now)}</button>
    <button type="button" class="small" @click=${() => set({ deadline: easy })}>With time to spare, ${moment(site.zone, easy, now)}</button>
  </div>`;
}

export function pools(site, terms, wrong, set) {
  const all = site.pools.map((pool) => pool.name);
  const chosen = new Set(terms.pools ?? all);
  const toggle = (name, isIn) => {
    isIn ? chosen.add(name) : chosen.delete(name);
    set({ pools: all.every((each) => chosen.has(each)) ? null : [...chosen] });
  };
  return html`<fieldset class="field ${wrong ? 'is-wrong' : ''}" data-field="pools">
    <legend>Pools</legend>
    <div class="checks">${site.pools.map((pool) => html`<label class="check"><input type="checkbox" .checked=${chosen.has(pool.name)} aria-describedby=${wrong ? 'plan-pools-wrong' : nothing}
      @change=${(event) => toggle(pool.name, event.target.checked)}>${pool.name}</label>`)}</div>
    ${wrong ? html`<p class="wrong" id="plan-pools-wrong" role="alert">${wrong}</p>` : nothing}
  </fieldset>`;
}
