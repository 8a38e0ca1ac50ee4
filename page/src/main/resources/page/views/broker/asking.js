// That sites are asked, or plans are searched for: said once it takes longer than a moment.

import { LitElement, html, nothing } from '../../lit.js';

const MOMENT = 1000;
const EVERY = 250;

/** <berth-asking .words .most> most: how long it may take, in milliseconds. Fires given-up if `isFinal` is not set and somebody has waited enough. */
class Asking extends LitElement {
  static properties = { words: { attribute: false }, most: { attribute: false }, isFinal: { attribute: false }, passed: { state: true } };

  #timer = null;

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    const begun = performance.now();
    this.passed = 0;
    this.#timer = setInterval(() => (this.passed = performance.now() - begun), EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  render() {
    const { passed, most } = this;
    if (passed < MOMENT) {
      return nothing;
    }
    // Screen readers announce it once, not every second.
    return html`<div class="card searching">
      <div class="row"><h3>${this.words}</h3><span class="faint" aria-hidden="true">${Math.floor(passed / 1000)} s</span></div>
      <progress max=${most} .value=${Math.min(passed, most)} aria-label=${this.words} aria-live="off"></progress>
      <div class="row"><p class="faint">At most about ${Math.round(most / 1000)} s.</p>
        ${this.isFinal ? nothing : html`<button type="button" class="small" @click=${() => this.dispatchEvent(new CustomEvent('given-up', { bubbles: true }))}>Stop</button>`}</div>
    </div>`;
  }
}

customElements.define('berth-asking', Asking);
