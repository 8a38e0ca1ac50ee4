// The sites of a broker: whether each is reached, and its pools.

import { spoken } from '../../explain.js';
import { html, nothing } from '../../lit.js';
import { moment } from '../../time.js';
import { View } from '../../view.js';
import { poolNow } from '../pool.js';

export const sites = { id: 'sites', title: 'Sites', role: 'viewer', isWide: true, draw: (site) => html`<berth-sites .site=${site}></berth-sites>` };

class Sites extends View {
  render() {
    const { site } = this;
    return html`<div class="dashboard">
      <h1>Sites</h1>
      ${site.sites.map((each) => this.one(each))}
      ${site.is('user') ? html`<p class="faint wide">Book <a href="#/book">a job at the best of them, or a window at several at once</a>.</p>` : nothing}
    </div>`;
  }

  one({ name, reached, since, reason, pools }) {
    const { site } = this;
    const now = site.now();
    return html`<section class="card site" data-site=${name} aria-label=${name}>
      <header><h2>${name}</h2><span class="badge ${reached ? 'running' : 'degraded'}">${reached ? 'Reached' : 'Not reached'}</span></header>
      ${since ? html`<p class="faint">Since ${moment(site.zone, Date.parse(since), now)}</p>` : nothing}
      ${reason ? html`<p class="wrong">${spoken(reason)}</p>` : nothing}
      ${pools.length > 0 ? html`<ul class="pools">${pools.map((pool) => poolNow(pool, pool.free))}</ul>` : nothing}
      ${pools.length === 0 && !reason ? html`<p class="empty">This site has no pools.</p>` : nothing}
    </section>`;
  }
}

customElements.define('berth-sites', Sites);
