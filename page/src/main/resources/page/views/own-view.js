// What the views of one's own things have in common: they ask for them once, and say in which part of the view something fails.

import { View } from '../view.js';

export class OwnView extends View {
  static properties = { problem: { state: true }, at: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  siteChanged() {}

  /** @param at the part of the view where it is said if it fails */
  async attempt(at, work) {
    this.problem = null;
    this.at = at;
    try {
      await work();
      return true;
    } catch (problem) {
      this.problem = problem;
      return false;
    }
  }

  say(message) {
    this.dispatchEvent(new CustomEvent('done', { bubbles: true, detail: message }));
  }
}
