// A plan that is not booked yet: what it comes to, and its tasks as a table.

import { price, unitLabel } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { clock, fromIsoDuration, inWords, moment, span } from '../../time.js';
import { WHOLE_SERVERS } from './names.js';
import { toPercent } from './terms.js';

const MOST_ROWS = 300;

/** The tasks of an answer of the API by start, as the timetable draws them. */
export function slots({ tasks }) {
  return tasks.map((each) => ({
    key: each.task,
    pool: each.pool,
    start: Date.parse(each.start),
    end: Date.parse(each.end),
    slotEnd: Date.parse(each.slotEnd),
    spare: each.spare && fromIsoDuration(each.spare),
    reservation: each.reservation,
  })).sort((a, b) => a.start - b.start);
}

/** The most servers at once, by pool. */
export function atOnce(planned) {
  const changes = new Map();
  for (const { pool, start, slotEnd } of planned) {
    if (slotEnd > start) {
      changes.set(pool, [...(changes.get(pool) ?? []), [start, 1], [slotEnd, -1]]);
    }
  }
  return [...changes].map(([pool, steps]) => {
    let now = 0;
    let most = 0;
    for (const [, step] of steps.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      now += step;
      most = Math.max(most, now);
    }
    return { pool, most };
  });
}

export function summary(site, plan, planned) {
  const now = site.now();
  const ends = planned.reduce((latest, each) => Math.max(latest, each.end), 0);
  const deadline = Date.parse(plan.deadline);
  const { least, mean, most } = plan.sparePercent;
  return html`<dl class="facts-list">
    <dt>Done</dt><dd>${moment(site.zone, ends, now)} if all goes as expected, ${moment(site.zone, Date.parse(plan.finish), now)} at the latest
      <span class="faint">(${deadline > ends ? `${inWords(deadline - ends)} before the deadline` : 'just at the deadline'})</span></dd>
    <dt>Spare time</dt><dd>${percent(least)} at least, ${percent(mean)} on average, ${percent(most)} at most <span class="faint">of a task’s run time${plan.threshold === undefined ? '' : `, threshold ${toPercent(plan.threshold)} %`}</span></dd>
    <dt>${unitLabel(site.unit)} at once</dt><dd>${atOnce(planned).map(({ pool, most: count }) => `${count} of ${pool}`).join(', ') || 'none'} <span class="faint">(${plan.machines} looked at)</span></dd>
    ${plan.spare === WHOLE_SERVERS
    ? html`<dt>Servers</dt><dd>booked from ${moment(site.zone, Date.parse(plan.ready), now)} to the deadline</dd>`
    : html`<dt>Free between</dt><dd>${inWords(fromIsoDuration(plan.gaps))} of its ${site.unit} time, for jobs without reservations</dd>`}
    ${plan.price === undefined ? nothing : site.costs(plan.price) ? html`<dt>Price</dt><dd>${price(plan.price)}</dd>` : nothing}
  </dl>`;
}

function percent(value) {
  return `${Math.round(value)} %`;
}

/** For whoever does not see the timetable. */
export function taskTable(site, planned) {
  const now = site.now();
  return html`<div class="scrolls tall" tabindex="0" role="region" aria-label="Tasks of the plan">
    <table>
      <caption>Tasks by start${planned.length > MOST_ROWS ? `; the first ${MOST_ROWS} of ${planned.length}` : ''}</caption>
      <thead><tr><th scope="col">Task</th><th scope="col">Pool</th><th scope="col">Runs</th><th scope="col">Slot to</th><th scope="col">May be late by</th></tr></thead>
      <tbody>${planned.slice(0, MOST_ROWS).map((each) => html`<tr class=${site.pointed.has(each.key) ? 'is-pointed' : ''}
        @pointerenter=${() => site.point([each.key])} @pointerleave=${() => site.point([])}>
        <th scope="row">${each.key}</th><td>${each.pool}</td><td>${span(site.zone, each.start, each.end, now)}</td>
        <td>${clock(site.zone, each.slotEnd)}</td><td>${inWords(each.spare)}</td></tr>`)}</tbody>
    </table>
  </div>`;
}
