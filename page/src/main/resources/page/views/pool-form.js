// Adding a pool; on an empty site it is the first thing to do.

import { post } from '../api.js';
import { html } from '../lit.js';
import { View } from '../view.js';
import { field, input, trouble } from './field.js';

class PoolForm extends View {
  static properties = { values: { state: true }, problem: { state: true }, isBusy: { state: true } };

  constructor() {
    super();
    this.values = { name: '', servers: '8', rate: '1', attributes: '', price: '' };
  }

  render() {
    const set = (name) => (value) => (this.values = { ...this.values, [name]: value });
    const wrong = (name) => this.problem?.about?.(name) ?? '';
    const { values } = this;
    return html`<form class="pool-form" @submit=${this.add} novalidate>
      <div class="grid">
        ${field('pool', 'name', 'Name', input(values.name, set('name'), { placeholder: 'gpu' }), { wrong: wrong('name') })}
        ${field('pool', 'servers', 'Servers', input(values.servers, set('servers'), { type: 'number', min: 1 }), { wrong: wrong('servers') })}
        ${field('pool', 'rate', 'Speed', input(values.rate, set('rate'), { mode: 'decimal' }), { wrong: wrong('rate'), hint: 'above 0, at most 1: 0.5 takes twice as long' })}
        ${field('pool', 'price', 'Price', input(values.price, set('price'), { mode: 'decimal', placeholder: 'free' }), { wrong: wrong('tariff.base'), hint: 'of a server-hour at speed 1' })}
        ${field('pool', 'attributes', 'Attributes', input(values.attributes, set('attributes'), { placeholder: 'gpu=h100, memory=512g' }), { wrong: wrong('attributes') })}
      </div>
      ${trouble(this.problem)}
      <div class="actions"><button class="primary" ?disabled=${this.isBusy}>Add the pool</button></div>
    </form>`;
  }

  async add(event) {
    event.preventDefault();
    const { name, servers, rate, attributes, price } = this.values;
    this.isBusy = true;
    this.problem = null;
    try {
      await post('/pools', {
        name: name.trim(),
        servers: Number(servers),
        rate: rate.trim(),
        ...(attributes.trim() ? { attributes: Object.fromEntries(attributes.split(',').map((each) => each.split('=').map((part) => part.trim())).map(([key, value]) => [key, value ?? ''])) } : {}),
        ...(price.trim() ? { tariff: { base: price.trim() } } : {}),
      });
      this.values = { ...this.values, name: '', attributes: '' };
      this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: `Pool ${name} was added` }));
      await this.site.load();
    } catch (problem) {
      this.problem = problem;
    }
    this.isBusy = false;
  }
}

customElements.define('berth-pool-form', PoolForm);

/** What a site without pools shows in place of a timetable. */
export function emptySite(site) {
  return html`<main class="empty-site" id="content">
    <h1>This site has no servers yet</h1>
    ${site.is('operator') ? html`
      <p class="lead">A pool is a group of servers of the same speed. Add the first one; it can be booked at once.</p>
      <div class="card"><berth-pool-form .site=${site}></berth-pool-form></div>
      <p class="faint">Pools can also be listed in the site.yaml of <code>berth serve</code>; they are added at the next start or reload.</p>`
    : html`<p class="lead">An operator must add a pool of servers first. This page shows it as soon as it exists.</p>`}
  </main>`;
}
