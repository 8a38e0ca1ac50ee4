// The colour of a person: the same in every view and for everybody who looks, whoever else is there.

import { html } from './lit.js';

export const SHADES = 20;

const known = new Map();

/** From the name alone, because no view knows all people of the site. Two of many people may have the same colour. */
export function shadeOf(name) {
  if (!known.has(name)) {
    known.set(name, hashed(name));
  }
  return known.get(name);
}

function hashed(name) {
  let hash = 0x811c9dc5;
  for (const letter of name) {
    hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193);
  }
  // Names that differ only at their end would differ only in the last bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) % SHADES;
}

/** The class of an element that has the colour of a person; grey if nobody may know who it is. */
export function shadeClass(name) {
  return name ? `shade-${shadeOf(name)}` : 'shade-none';
}

/** A name with its colour in front. */
export function person(name) {
  return html`<span class="person"><span class="swatch ${shadeClass(name)}" aria-hidden="true"></span>${name || 'busy'}</span>`;
}
