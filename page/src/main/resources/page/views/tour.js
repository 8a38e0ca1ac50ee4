// A short tour of the demo. It can be dismissed, and stays so.

import { html, nothing } from '../lit.js';
import { remember, remembered } from '../session.js';
import { View } from '../view.js';

const STEPS = [
  ['The timetable', 'Rows are the servers of three pools, time goes to the right, and the orange line is now. Pinch or hold ctrl and turn the wheel to zoom; drag the axis to move.', '.stage'],
  ['Free servers', 'The skyline below says how many servers are free at any time.', '.skyline'],
  ['Book by drawing', 'Drag a window on a free place: you see what it costs before anything is booked.', '.bars'],
  ['Or in plain words', 'Under Book, say “4 servers, 2 hours of work, done by tomorrow 9:00, at most 40”.', 'nav a[href="#/book"]'],
  ['What if', 'Drain a pool on a copy of the site, and see which reservations would be affected.', 'nav a[href="#/what-if"]'],
];

class Tour extends View {
  static properties = { step: { state: true } };

  constructor() {
    super();
    this.step = remembered('tour', '') === 'seen' ? -1 : 0;
  }

  begin() {
    this.step = 0;
  }

  end() {
    remember('tour', 'seen');
    this.step = -1;
  }

  updated() {
    document.querySelectorAll('.toured').forEach((each) => each.classList.remove('toured'));
    if (this.step >= 0) {
      document.querySelector(STEPS[this.step][2])?.classList.add('toured');
    }
  }

  render() {
    if (this.step < 0) {
      return nothing;
    }
    const [title, text] = STEPS[this.step];
    return html`<aside class="tour" aria-label="Tour" @keydown=${(event) => event.key === 'Escape' && this.end()}>
      <p class="faint">${this.step + 1} of ${STEPS.length}</p>
      <h2>${title}</h2>
      <p aria-live="polite">${text}</p>
      <div class="actions">
        ${this.step + 1 < STEPS.length
          ? html`<button type="button" class="primary" @click=${() => this.step++}>Next</button>`
          : html`<button type="button" class="primary" @click=${this.end}>Done</button>`}
        <button type="button" class="quiet" @click=${this.end}>Dismiss</button>
      </div>
    </aside>`;
  }
}

customElements.define('berth-tour', Tour);
