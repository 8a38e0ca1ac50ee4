// What notices are about, as the API calls it and in words that follow "when a reservation".

import { html } from '../lit.js';

export const KINDS = [
  ['confirmed', 'is confirmed'],
  ['starts-soon', 'starts soon'],
  ['moved', 'moves or is pulled forward'],
  ['degraded', 'loses what it has reserved'],
  ['recovered', 'gets a replacement'],
  ['ends-soon', 'ends soon'],
  ['turned-away', 'is turned away'],
  ['released', 'is released'],
  ['asked', 'is asked to be more flexible'],
  ['ask-accepted', 'becomes more flexible as you asked'],
  ['ask-declined', 'stays as it is although you asked'],
  ['ask-ended', 'is no longer asked about'],
  ['room-found', 'finds room after all'],
];

export function kindNames(kinds) {
  return kinds.length === KINDS.length ? 'everything' : kinds.join(', ');
}

/** @param change takes the kinds that are chosen then */
export function kindChecks(legend, kinds, change) {
  const tick = (kind, isOn) => {
    const chosen = new Set(kinds);
    chosen[isOn ? 'add' : 'delete'](kind);
    change(chosen);
  };
  return html`<fieldset><legend>${legend}</legend>
    <div class="checks">${KINDS.map(([kind, text]) => html`<label class="check"><input type="checkbox" name=${kind} .checked=${kinds.has(kind)}
      @change=${(event) => tick(kind, event.target.checked)}> ${text}</label>`)}</div></fieldset>`;
}
