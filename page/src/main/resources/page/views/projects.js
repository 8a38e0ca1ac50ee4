// Projects: what is left for their members, and for administrators members, quotas and budgets; below, the report of usage.

import { get, post, request } from '../api.js';
import { hundredths, money, oneOf } from '../explain.js';
import { html, nothing } from '../lit.js';
import { duration, fromIsoDuration, inWords, isoDuration, period } from '../time.js';
import { View } from '../view.js';
import { field, input, select, trouble } from './field.js';
import './usage.js';

export const projects = {
  id: 'projects', title: 'Projects', role: 'user', isWide: true, draw: (site) => html`<berth-projects .site=${site}></berth-projects>`,
};

const PERIODS = [['month', 'a month'], ['total', 'in total']];

class Projects extends View {
  static properties = { projects: { state: true }, edited: { state: true }, isNew: { state: true }, problem: { state: true } };

  constructor() {
    super();
    this.projects = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  siteChanged() {}

  async load() {
    await this.attempt(async () => (this.projects = (await get('/projects?all=true')).projects));
  }

  async attempt(work) {
    this.problem = null;
    try {
      await work();
    } catch (problem) {
      this.problem = problem;
    }
  }

  render() {
    return html`<div class="dashboard">
      <h1>Projects</h1>
      <section class="card wide"><h2>${this.site.is('operator') ? 'All projects' : 'Your projects'}</h2>
        ${this.projects.length ? this.table() : html`<p>${this.site.is('operator') ? 'There are no projects yet.' : 'You belong to no project.'}</p>`}
        ${this.edited ? this.form() : html`${trouble(this.problem)}
          ${this.site.is('administrator') ? html`<div class="actions"><button type="button" @click=${() => this.edit(null)}>Add a project</button></div>` : nothing}`}
      </section>
      <section class="card wide"><h2>Usage</h2><berth-usage .site=${this.site}></berth-usage></section>
    </div>`;
  }

  /** A budget says nothing where nothing has a price. */
  hasBudgets() {
    return this.site.hasPrices || this.projects.some(({ budget }) => budget);
  }

  table() {
    const isAdministrator = this.site.is('administrator');
    return html`<div class="scrolls" tabindex="0" role="region" aria-label="Projects"><table class="stacks">
      <thead><tr><th scope="col">Project</th><th scope="col">Members</th><th scope="col">Quota</th>${this.hasBudgets() ? html`<th scope="col">Budget</th>` : nothing}
        ${isAdministrator ? html`<th scope="col"><span class="hidden">Actions</span></th>` : nothing}</tr></thead>
      <tbody>${this.projects.map((project) => html`<tr data-project=${project.name}>
        <td>${project.name}${project.title ? html`<br><span class="faint">${project.title}</span>` : nothing}${project.active === false ? ' (closed)' : ''}</td>
        <td data-head="Members">${project.members.join(', ') || 'none'}</td>
        <td data-head="Quota">${project.quotas?.map((quota) => html`<div>${hundredths(quota.left)} left of ${hundredths(quota.serverHours)} ${this.site.unit}-hours per ${period(fromIsoDuration(quota.window))}${quota.pool ? `, pool ${quota.pool}` : ''}</div>`) ?? 'none'}</td>
        ${this.hasBudgets() ? html`<td data-head="Budget">${project.budget ? `${money(project.left)} of ${money(project.budget.amount)} left ${project.budget.period === 'month' ? 'this month' : 'in total'}` : 'none'}</td>` : nothing}
        ${isAdministrator ? html`<td><div class="actions"><button type="button" class="small" aria-label="Change ${project.name}" @click=${() => this.edit(project)}>Change</button>
          <button type="button" class="small" aria-label="${project.active === false ? 'Open' : 'Close'} ${project.name}" @click=${() => this.activate(project)}>${project.active === false ? 'Open' : 'Close'}</button></div></td>` : nothing}
      </tr>`)}</tbody>
    </table></div>`;
  }

  edit(project) {
    this.isNew = project === null;
    this.problem = null;
    this.edited = {
      name: project?.name ?? '',
      title: project?.title ?? '',
      members: project?.members.join(', ') ?? '',
      hours: project?.quota?.serverHours ?? '',
      window: project?.quota ? inWords(fromIsoDuration(project.quota.window)) : '30 days',
      amount: project?.budget?.amount ?? '',
      period: project?.budget?.period ?? 'month',
    };
    this.before = project?.members ?? [];
  }

  form() {
    const set = (name) => (value) => (this.edited = { ...this.edited, [name]: value });
    const wrong = (...names) => names.map((name) => this.problem?.about?.(name) ?? '').filter(Boolean).join('; ');
    const { edited } = this;
    return html`<form @submit=${this.save} novalidate aria-label="A project">
      <h3>${this.isNew ? 'A new project' : edited.name}</h3>
      <div class="grid">
        ${this.isNew ? field('project', 'name', 'Name', input(edited.name, set('name')), { wrong: wrong('name') }) : nothing}
        ${field('project', 'title', 'Title', input(edited.title, set('title')), { wrong: wrong('title') })}
        ${field('project', 'members', 'Members', input(edited.members, set('members'), { placeholder: 'ana, ben' }), { wrong: wrong('members'), hint: 'Accounts, separated by commas' })}
        ${field('project', 'hours', `${oneOf(this.site.unit)}-hours`, input(edited.hours, set('hours'), { mode: 'decimal', placeholder: 'no quota' }), { wrong: wrong('quota.serverHours', 'quota') })}
        ${field('project', 'window', 'Per period', input(edited.window, set('window')), { wrong: wrong('quota.window') })}
        ${!this.hasBudgets() ? nothing : html`${field('project', 'amount', 'Budget', input(edited.amount, set('amount'), { mode: 'decimal', placeholder: 'no budget' }), { wrong: wrong('budget.amount', 'budget') })}
        ${field('project', 'period', 'Budget for', select(PERIODS, edited.period, set('period')), { wrong: wrong('budget.period') })}`}
      </div>
      ${trouble(this.problem)}
      <div class="actions"><button class="primary">${this.isNew ? 'Add' : 'Save'}</button><button type="button" @click=${() => (this.edited = null)}>Cancel</button></div>
    </form>`;
  }

  async save(event) {
    event.preventDefault();
    const { name, title, hours, window, amount, period } = this.edited;
    const members = this.edited.members.split(/[\s,]+/).filter(Boolean);
    const path = `/projects/${name.trim()}`;
    await this.attempt(async () => {
      const quota = hours.trim() ? { serverHours: hours.trim(), window: isoDuration(duration(window) ?? 0) } : null;
      const budget = amount.trim() ? { amount: amount.trim(), period } : null;
      if (this.isNew) {
        await post('/projects', { name: name.trim(), ...(title.trim() ? { title: title.trim() } : {}), members, ...(quota ? { quota } : {}), ...(budget ? { budget } : {}) });
      } else {
        await request('PATCH', path, { json: { title: title.trim() || null, quota, budget } });
        for (const member of members.filter((each) => !this.before.includes(each))) {
          await request('PUT', `${path}/members/${member}`);
        }
        for (const member of this.before.filter((each) => !members.includes(each))) {
          await request('DELETE', `${path}/members/${member}`);
        }
      }
      this.edited = null;
      this.tell(`Project ${name} was ${this.isNew ? 'added' : 'changed'}`);
    });
    if (!this.problem) {
      await this.load();
    }
  }

  /** A closed project takes nothing new, and can be opened again. */
  async activate(project) {
    const active = project.active === false;
    await this.attempt(async () => {
      await request('PATCH', `/projects/${project.name}`, { json: { active } });
      this.tell(`Project ${project.name} was ${active ? 'opened' : 'closed'}`);
    });
    if (!this.problem) {
      await this.load();
    }
  }

  tell(detail) {
    this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail }));
  }
}

customElements.define('berth-projects', Projects);
