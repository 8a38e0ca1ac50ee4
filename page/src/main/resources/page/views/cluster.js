// For whoever runs the site: what the cluster behind the book keeps, and what is wrong with it.

import { get, post, query } from '../api.js';
import { counted } from '../explain.js';
import { html, nothing } from '../lit.js';
import { fromIsoDuration, inWords, moment, span } from '../time.js';
import { View } from '../view.js';
import { trouble } from './field.js';

export const cluster = {
  id: 'cluster', title: 'Cluster', role: 'operator', isWide: true, isFor: (site) => site.hasCluster, draw: (site) => html`<berth-cluster .site=${site}></berth-cluster>`,
};

const EVERY = 5_000;
const MOST = 200;

const MEANINGS = {
  'not-due': 'its nodes are not named yet',
  wanted: 'about to be made',
  present: 'kept, not begun',
  active: 'kept, begun',
  leaving: 'over, still in the cluster',
  drifted: 'the cluster keeps something else',
  lost: 'vanished from the cluster',
  blocked: 'refused by the cluster',
  degraded: 'lost nodes, keeps the others',
  displaced: 'lost its nodes for good',
};

class Cluster extends View {
  static properties = { status: { state: true }, only: { state: true }, problem: { state: true } };

  #watch = null;

  constructor() {
    super();
    this.only = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
    // Rounds are no events: what the cluster says changes by itself.
    this.#watch = setInterval(() => this.load(), EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#watch);
  }

  async load() {
    try {
      this.status = await get(query('/cluster', { state: this.only, limit: MOST }));
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
  }

  choose(state) {
    this.only = this.only === state ? '' : state;
    this.load();
  }

  render() {
    const { status } = this;
    return html`<div class="dashboard">
      <h1>Cluster</h1>
      ${trouble(this.problem)}
      ${status ? html`${this.warnings(status)}${this.summary(status)}${this.reservations(status)}${this.planned(status)}${this.foreign(status)}${this.nodes(status)}` : nothing}
    </div>`;
  }

  async release() {
    try {
      await post('/cluster/release', {});
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    await this.load();
  }

  warnings({ silent, heard, inDanger, now, brakes, faults }) {
    const { site } = this;
    return html`
      ${faults.map((fault) => html`<p class="trouble wide" role="alert">${fault}.</p>`)}
      ${brakes.map((brake) => html`<p class="trouble wide" role="alert">The brake is on: ${brake.nodes} of pool ${brake.pool} ${brake.why}, so nobody loses them before ${moment(site.zone, Date.parse(brake.until), site.now())}.
        <button type="button" @click=${() => this.release()}>These nodes are really down</button></p>`)}
      ${silent ? html`<p class="trouble wide" role="alert">The cluster does not answer: ${silent}. ${heard ? `What is shown was so ${ago(now, heard)}.` : 'Nothing is known of it yet.'}</p>` : nothing}
      ${inDanger > 0 ? html`<p class="trouble wide" role="alert">${counted(inDanger, 'reservation')} in danger: unless somebody acts, what was promised may not be kept.</p>` : nothing}`;
  }

  summary({ mode, heard, silent, now, took, counts, actions, refusals }) {
    return html`<section class="card wide">
      <div class="row"><h2>State</h2>
        <div class="choice" role="group" aria-label="Only this state">${Object.entries(counts).filter(([state, count]) => count > 0 || state === this.only).map(([state, count]) => html`<button
          type="button" title=${MEANINGS[state]} aria-pressed=${String(state === this.only)} @click=${() => this.choose(state)}>${count} ${state}</button>`)}</div></div>
      <p>${mode === 'watch' ? 'Mode watch: nothing is changed in the cluster. ' : 'Mode keep: the cluster follows the book. '}
        ${heard && !silent ? `Heard ${ago(now, heard)}; the round took ${(fromIsoDuration(took) / 1000).toFixed(2)} seconds. ` : ''}${counted(actions, 'change')} made, ${refusals} refused since the service started.</p>
    </section>`;
  }

  reservations({ reservations, leftOut }) {
    const { site } = this;
    return table('Reservations', ['Name', 'Reservation', 'User', 'Nodes', 'When', 'State', 'Why'], reservations, (each) => html`<tr>
      <td>${each.name}</td><td>${each.reservation}</td><td>${each.user}</td><td>${each.nodes || '–'}</td>
      <td>${when(site, each)}</td><td><span class="badge ${each.inDanger ? 'degraded' : each.state === 'active' ? 'running' : ''}" title=${MEANINGS[each.state]}>${each.state}</span></td>
      <td>${each.why ?? ''}</td></tr>`, leftOut.reservations, this.only ? `No reservation is ${this.only}.` : 'No reservation is to be in the cluster.');
  }

  planned({ planned, leftOut }) {
    return planned.length === 0 ? nothing : html`<section class="card wide"><h2>In mode keep Berth would now</h2>
      <ol class="planned">${planned.map((each) => html`<li>${each}</li>`)}</ol>${more(leftOut.planned)}</section>`;
  }

  foreign({ foreign, leftOut }) {
    const { site } = this;
    return foreign.length === 0 ? nothing : table('Reservations of others', ['Name', 'Users', 'Nodes', 'When'], foreign, (each) => html`<tr>
      <td>${each.name}</td><td>${each.users.join(', ')}</td><td>${each.nodes}</td><td>${when(site, each)}</td></tr>`, leftOut.foreign);
  }

  nodes({ troubled, leftOut }) {
    return troubled.length === 0 ? nothing : table('Nodes that are not up', ['Node', 'State', 'Reason'], troubled, (each) => html`<tr>
      <td>${each.name}</td><td>${each.condition}</td><td>${each.reason ?? ''}</td></tr>`, leftOut.troubled);
  }
}

function table(title, heads, rows, row, left, none = '') {
  return html`<section class="card wide"><h2>${title}</h2>
    ${rows.length === 0 ? html`<p class="faint">${none}</p>` : html`<div class="scrolls" tabindex="0" role="region" aria-label=${title}><table>
      <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map(row)}</tbody></table></div>`}
    ${more(left)}</section>`;
}

function more(left) {
  return left > 0 ? html`<p class="faint">And ${left} more; the command berth cluster status lists up to 1000.</p>` : nothing;
}

function when(site, { start, end }) {
  return end ? span(site.zone, Date.parse(start), Date.parse(end), site.now()) : `from ${moment(site.zone, Date.parse(start), site.now())} on`;
}

function ago(now, heard) {
  const passed = Date.parse(now) - Date.parse(heard);
  return passed < 1000 ? 'just now' : `${inWords(passed)} ago`;
}

customElements.define('berth-cluster', Cluster);
