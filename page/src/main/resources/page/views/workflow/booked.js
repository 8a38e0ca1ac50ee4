// Plans that are booked: where their tasks stand, and giving one up.

import { get } from '../../api.js';
import { html, nothing } from '../../lit.js';
import { inWords, moment } from '../../time.js';
import { BookedList } from '../booked-list.js';
import { schedulerName, spareName } from './names.js';

const COUNTED = 2000;
const STATES = {
  waiting: 'booked', running: 'running', ended: 'over', finished: 'finished early', failed: 'failed', degraded: 'lost servers', cancelled: 'cancelled', released: 'given up',
};

/** Fires plan-shown with the whole plan to show, or with null, and plan-changed when the one that is shown may have. */
class BookedPlans extends BookedList {
  static properties = { shown: { attribute: false } };

  kind = 'plan';
  heading = 'Booked plans';
  none = 'None yet. A plan that is booked is listed here until a month after its deadline.';
  older = 'berth workflow plans';

  isReadWhole(plan) {
    return plan.taskCount <= COUNTED && super.isReadWhole(plan);
  }

  loaded() {
    const shown = this.all.find((each) => each.plan === this.shown && each.tasks);
    if (shown) {
      this.say('plan-changed', shown);
    }
  }

  givenUp(plan) {
    if (this.shown === plan.plan) {
      this.say('plan-shown', null);
    }
  }

  one(plan) {
    const { site } = this;
    const now = site.now();
    const [finish, deadline] = [Date.parse(plan.finish), Date.parse(plan.deadline)];
    const states = Object.entries(plan.states ?? {}).map(([state, count]) => `${count} ${STATES[state] ?? state}`);
    const isOver = plan.released || finish <= now;
    return html`<article class="card reservation" data-plan=${plan.plan}>
      <header><h3>${plan.name || plan.plan}</h3><span class="badge ${isOver ? '' : 'waiting'}">${plan.released ? 'Given up' : isOver ? 'Over' : 'Booked'}</span></header>
      <p class="when">Done by ${moment(site.zone, finish, now)} <span class="faint">(${finish < deadline ? `${inWords(deadline - finish)} before` : 'at'} the deadline ${moment(site.zone, deadline, now)})</span></p>
      <p class="facts">${plan.taskCount} tasks${states.length > 0 ? `: ${states.join(', ')}` : ''}
        <span class="faint"> · ${schedulerName(plan.scheduler)}, ${spareName(plan.spare)}${plan.user === site.account.name ? '' : ` · ${plan.user}`} · ${plan.plan}</span></p>
      ${this.actions(plan, html`
        ${plan.released ? nothing : html`<button type="button" class="small" aria-pressed=${String(this.shown === plan.plan)} aria-label="Show ${plan.name} on the timetable" @click=${() => this.show(plan)}>Show</button>`}
        ${isOver ? nothing : this.cancelButton(plan)}`)}
    </article>`;
  }

  show(plan) {
    return this.attempt(async () => this.say('plan-shown', this.shown === plan.plan ? null : await get(`/plans/${plan.plan}`)));
  }
}

customElements.define('berth-booked-plans', BookedPlans);
