// Projects: what is left for their members, the report of usage, and for administrators members, quotas and budgets.

import { get, post, query, request } from '../api.js';
import { html, nothing } from '../lit.js';
import { DAY, duration, fromIsoDuration, inWords, iso, isoDuration } from '../time.js';
import { View } from '../view.js';
import { field, input, select, trouble } from './field.js';

export const projects = {
  id: 'projects', title: 'Projects', role: 'user', isWide: true, draw: (site) => html`<berth-projects .site=${site}></berth-projects>`,
};

const PERIODS = [['month', 'a month'], ['total', 'in total']];
const BY = [['user', 'by user'], ['project', 'by project'], ['pool', 'by pool']];
const COLUMNS = ['booked', 'used', 'idle', 'refused', 'cost'];

class Projects extends View {
  static properties = {
    projects: { state: true }, edited: { state: true }, isNew: { state: true }, problem: { state: true },
    asked: { state: true }, report: { state: true }, reportProblem: { state: true },
  };

  constructor() {
    super();
    this.projects = [];
  }

  connectedCallback() {
    super.connectedCallback();
    const day = (time) => iso(time).slice(0, 10);
    this.asked = { by: 'project', from: day(this.site.now() - 30 * DAY), to: day(this.site.now() + DAY) };
    this.load();
    this.loadReport();
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

  async loadReport() {
    this.reportProblem = null;
    try {
      this.report = await get(query('/reports/usage', this.asked));
    } catch (problem) {
      this.reportProblem = problem;
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
      <section class="card wide"><h2>Usage</h2>${this.usage()}</section>
    </div>`;
  }

  table() {
    const isAdministrator = this.site.is('administrator');
    return html`<div class="scrolls" tabindex="0" role="region" aria-label="Projects"><table>
      <thead><tr><th scope="col">Project</th><th scope="col">Members</th><th scope="col">Quota</th><th scope="col">Budget</th>
        ${isAdministrator ? html`<th scope="col"><span class="hidden">Actions</span></th>` : nothing}</tr></thead>
      <tbody>${this.projects.map((project) => html`<tr data-project=${project.name}>
        <td>${project.name}${project.title ? html`<br><span class="faint">${project.title}</span>` : nothing}${project.active === false ? ' (closed)' : ''}</td>
        <td>${project.members.join(', ') || 'none'}</td>
        <td>${project.quotas?.map((quota) => html`<div>${quota.left} of ${quota.serverHours} server-hours left in ${inWords(fromIsoDuration(quota.window))}${quota.pool ? `, pool ${quota.pool}` : ''}</div>`) ?? 'none'}</td>
        <td>${project.budget ? `${project.left} of ${project.budget.amount} left ${project.budget.period === 'month' ? 'this month' : 'in total'}` : 'none'}</td>
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
        ${field('project', 'hours', 'Server-hours', input(edited.hours, set('hours'), { mode: 'decimal', placeholder: 'no quota' }), { wrong: wrong('quota.serverHours', 'quota') })}
        ${field('project', 'window', 'Per period', input(edited.window, set('window')), { wrong: wrong('quota.window') })}
        ${field('project', 'amount', 'Budget', input(edited.amount, set('amount'), { mode: 'decimal', placeholder: 'no budget' }), { wrong: wrong('budget.amount', 'budget') })}
        ${field('project', 'period', 'Budget for', select(PERIODS, edited.period, set('period')), { wrong: wrong('budget.period') })}
      </div>
      ${trouble(this.problem)}
      <div class="actions"><button class="primary">${this.isNew ? 'Add' : 'Save'}</button><button type="button" @click=${() => (this.edited = null)}>Keep it</button></div>
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

  usage() {
    const set = (name) => (value) => {
      this.asked = { ...this.asked, [name]: value };
      this.loadReport();
    };
    const { asked, report } = this;
    const wrong = (name) => this.reportProblem?.about?.(name) ?? '';
    return html`<div class="grid">
        ${field('usage', 'by', 'Rows', select(BY, asked.by, set('by')))}
        ${field('usage', 'from', 'From', input(asked.from, set('from'), { type: 'date' }), { wrong: wrong('from') })}
        ${field('usage', 'to', 'Up to, without that day', input(asked.to, set('to'), { type: 'date' }), { wrong: wrong('to') })}
      </div>
      ${trouble(this.reportProblem)}
      ${report ? html`<div class="scrolls" tabindex="0" role="region" aria-label="Usage"><table>
        <thead><tr><th scope="col">${report.by}</th>${COLUMNS.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${report.rows.map((row) => html`<tr><td>${row.name || '–'}</td>${COLUMNS.map((name) => html`<td>${row[name]}</td>`)}</tr>`)}
          <tr><th scope="row">Total</th>${COLUMNS.map((name) => html`<td>${report.total[name]}</td>`)}</tr></tbody>
      </table></div>
      <p><span class="faint">Booked, used and idle are server-hours; refused are requests.</span>
        <a download="usage-${report.by}-${report.from}.csv" href=${csv(report)}>Download as CSV</a></p>` : nothing}`;
  }
}

/** Spreadsheets take a cell that begins like a formula for one. */
function cell(text) {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csv(report) {
  const lines = [[report.by, ...COLUMNS], ...report.rows.map((row) => [row.name, ...COLUMNS.map((name) => row[name])])];
  return `data:text/csv;charset=utf-8,${encodeURIComponent(lines.map((line) => line.map((each) => cell(String(each))).join(',')).join('\r\n') + '\r\n')}`;
}

customElements.define('berth-projects', Projects);
