// Form fields with a label, a hint, and what is wrong with them right below.

import { html, nothing } from '../lit.js';

let next = 0;
const ids = new Map();

function idOf(form, name) {
  const key = `${form}-${name}`;
  if (!ids.has(key)) {
    ids.set(key, `field-${++next}`);
  }
  return ids.get(key);
}

/** @param wrong what is wrong, in words; empty if nothing is */
export function field(form, name, label, control, { wrong = '', hint = '' } = {}) {
  const id = idOf(form, name);
  const described = [wrong ? `${id}-wrong` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return html`<div class="field ${wrong ? 'is-wrong' : ''}" data-field=${name}>
    <label for=${id}>${label}</label>
    ${control({ id, described: described || nothing, invalid: wrong ? 'true' : nothing })}
    ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
    ${wrong ? html`<p class="wrong" id="${id}-wrong" role="alert">${wrong}</p>` : nothing}
  </div>`;
}

/** @param isLive whether change is told with every key: what is shown for the old value must not stay beside the new one */
export function input(value, change, { type = 'text', placeholder = '', min, step, required = false, mode, isLive = false } = {}) {
  const told = (event) => change(event.target.value);
  return ({ id, described, invalid }) => html`<input id=${id} type=${type} .value=${value ?? ''} placeholder=${placeholder || nothing}
    min=${min ?? nothing} step=${step ?? nothing} inputmode=${mode ?? nothing} ?required=${required} autocomplete="off"
    aria-describedby=${described} aria-invalid=${invalid} @input=${isLive ? told : nothing} @change=${told}>`;
}

export function select(options, value, change) {
  return ({ id, described, invalid }) => html`<select id=${id} aria-describedby=${described} aria-invalid=${invalid}
    @change=${(event) => change(event.target.value)}>
    ${options.map(([key, text]) => html`<option value=${key} ?selected=${key === value}>${text}</option>`)}
  </select>`;
}

/** One of a few that are all seen: [key, text, hint] each. */
export function choice(form, name, label, options, value, change) {
  return html`<fieldset class="radios" data-field=${name}>
    <legend>${label}</legend>
    ${options.map(([key, text, hint]) => {
      const id = idOf(form, `${name}-${key}`);
      return html`<div class="check"><input id=${id} type="radio" name="${form}-${name}" .checked=${key === value} aria-describedby="${id}-hint"
        @change=${() => change(key)}><div><label for=${id}>${text}</label><p class="hint" id="${id}-hint">${hint}</p></div></div>`;
    })}
  </fieldset>`;
}

/** What is wrong as a whole; nothing if it is said next to the fields. */
export function trouble(problem, said = (text) => text) {
  if (!problem || (problem.errors?.length ?? 0) > 0) {
    return nothing;
  }
  return html`<p class="trouble" role="alert">${said(problem.message)}</p>`;
}
