// The report of usage: what was booked, used, refused and paid in some days.

import { get, query } from '../api.js';
import { hundredths, money, oneOf, plural } from '../explain.js';
import { html, nothing } from '../lit.js';
import { person } from '../people.js';
import { DAY, iso } from '../time.js';
import { View } from '../view.js';
import { field, input, select, trouble } from './field.js';

const BY = [['project', 'Project'], ['user', 'User'], ['pool', 'Pool']];
/** The field of the API, the head of the column, and the name of the column in the file, as `berth report usage --csv` has it. */
const COLUMNS = [
  ['booked', 'Booked (h)', 'booked_hours'], ['used', 'Used (h)', 'used_hours'], ['idle', 'Idle (h)', 'idle_hours'],
  ['refused', 'Refused', 'refused'], ['refusedHours', 'Refused (h)', 'refused_hours'], ['cost', 'Cost', 'cost'],
  ['notKept', 'Not kept', 'not_kept'], ['notKeptHours', 'Not kept (h)', 'not_kept_hours'],
  ['opportunistic', 'Opportunistic (h)', 'opportunistic_hours'],
];

/** Hours of each part of hosts that were booked, if any were. */
function partColumns(report) {
  return Object.keys(report.total.parts ?? {}).flatMap((part) => {
    const hours = part === 'memory' ? 'GiB of memory' : part.replace(/s$/, '');
    return [['booked', 'booked'], ['used', 'used']].map(([field, word]) => [(amounts) => amounts.parts?.[part]?.[field] ?? '0', `${hours} ${word} (h)`, `${part}_${field}_hours`]);
  });
}

/** What guards and runners have measured, if they have. */
function measuredColumns(report) {
  return report.total.measured === undefined ? []
    : [['hours', 'Measured (h)', 'measured_hours'], ['used', 'In use (h)', 'measured_used_hours'], ['idle', 'Left idle (h)', 'measured_idle_hours']]
      .map(([field, head, name]) => [(amounts) => amounts.measured?.[field] ?? '0', head, name]);
}

/** Columns that not every site has. */
function moreColumns(report) {
  return [...partColumns(report), ...measuredColumns(report)];
}

class Usage extends View {
  static properties = { asked: { state: true }, report: { state: true }, problem: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.ask({ by: 'project', ...this.periods()[0][1] });
  }

  siteChanged() {}

  /** Whole days in UTC, as the report counts them. */
  periods() {
    const now = new Date(this.site.now());
    const month = (by) => day(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + by, 1));
    const tomorrow = day(now.getTime() + DAY);
    return [
      ['Last 30 days', { from: day(now.getTime() - 29 * DAY), to: tomorrow }],
      ['This month', { from: month(0), to: tomorrow }],
      ['Last month', { from: month(-1), to: month(0) }],
    ];
  }

  /** Answers may come in another order than they were asked for. */
  async ask(change) {
    const asked = { ...this.asked, ...change };
    this.asked = asked;
    this.problem = null;
    try {
      const report = await get(query('/reports/usage', asked));
      if (asked === this.asked) {
        this.report = report;
      }
    } catch (problem) {
      if (asked === this.asked) {
        this.problem = problem;
      }
    }
  }

  render() {
    const { asked, report } = this;
    const wrong = (name) => this.problem?.about?.(name) ?? '';
    return html`<div class="choice" role="group" aria-label="Period">${this.periods().map(([name, { from, to }]) => html`<button type="button"
        aria-pressed=${String(from === asked.from && to === asked.to)} @click=${() => this.ask({ from, to })}>${name}</button>`)}</div>
      <div class="grid">
        ${field('usage', 'by', 'By', select(BY, asked.by, (by) => this.ask({ by })))}
        ${field('usage', 'from', 'First day', input(asked.from, (from) => this.ask({ from }), { type: 'date' }), { wrong: wrong('from') })}
        ${field('usage', 'to', 'First day not included', input(asked.to, (to) => this.ask({ to }), { type: 'date' }), { wrong: wrong('to') })}
      </div>
      ${trouble(this.problem)}
      ${report && !this.problem ? this.table(report) : nothing}`;
  }

  table(report) {
    if (report.rows.length === 0) {
      return html`<p class="empty">Nothing was booked or refused on these days.</p>`;
    }
    const columns = COLUMNS.filter(([name]) => name !== 'cost' || this.site.costs(report.total.cost));
    const more = moreColumns(report);
    const cells = (amounts) => html`${columns.map(([name, head]) => html`<td class="number" data-head=${head}>${name === 'cost' ? money(amounts[name]) : hundredths(amounts[name])}</td>`)}
      ${more.map(([value, head]) => html`<td class="number" data-head=${head}>${hundredths(value(amounts))}</td>`)}`;
    return html`<div class="scrolls" tabindex="0" role="region" aria-label="Usage"><table class="stacks">
        <thead><tr><th scope="col">${BY.find(([by]) => by === report.by)[1]}</th>${columns.map(([, head]) => html`<th scope="col" class="number">${head}</th>`)}${more.map(([, head]) => html`<th scope="col" class="number">${head}</th>`)}</tr></thead>
        <tbody>${report.rows.map((row) => html`<tr data-row=${row.name}><td>${report.by === 'user' && row.name ? person(row.name) : row.name || '(none)'}</td>${cells(row)}</tr>`)}</tbody>
        <tfoot><tr><th scope="row">Total</th>${cells(report.total)}</tr></tfoot>
      </table></div>
      <p class="faint">${oneOf(this.site.unit)}-hours (h) on days in UTC; idle is booked and not used. Refused: number of requests, and the ${this.site.unit}-hours that they asked for.
        Not kept: reservations that an outage left without ${plural(this.site.unit)}, and the ${this.site.unit}-hours promised to those that never got any.${report.total.measured === undefined ? '' : ' Measured: what a guard or berth run has looked at.'}</p>
      <div class="actions"><a class="csv" download="usage-by-${report.by}-${report.from}.csv" href=${csv(report)}>Download as CSV</a></div>`;
  }
}

function day(time) {
  return iso(time).slice(0, 10);
}

/** Spreadsheets take a cell that begins like a formula for one. */
function quoted(name) {
  const safe = /^[=+\-@\t\r]/.test(name) ? `'${name}` : name;
  return `"${safe.replaceAll('"', '""')}"`;
}

function csv(report) {
  const more = moreColumns(report);
  const lines = [
    [report.by, ...COLUMNS.map(([, , name]) => name), ...more.map(([, , name]) => name)],
    ...report.rows.map((row) => [quoted(row.name), ...COLUMNS.map(([name]) => row[name]), ...more.map(([value]) => value(row))]),
  ];
  return `data:text/csv;charset=utf-8,${encodeURIComponent(lines.map((line) => `${line.join(',')}\n`).join(''))}`;
}

customElements.define('berth-usage', Usage);
