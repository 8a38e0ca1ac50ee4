// What all views have in common: they draw into the page itself, so that its style sheets hold, and follow the site.

import { LitElement } from './lit.js';

export class View extends LitElement {
  static properties = { site: { attribute: false } };

  #follow = () => this.siteChanged();

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.site?.addEventListener('change', this.#follow);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.site?.removeEventListener('change', this.#follow);
  }

  willUpdate(changes) {
    if (changes.has('site') && this.isConnected) {
      changes.get('site')?.removeEventListener('change', this.#follow);
      this.site?.addEventListener('change', this.#follow);
    }
  }

  siteChanged() {
    this.requestUpdate();
  }
}
