// The controls above the timetable.

import { plural } from '../explain.js';
import { html } from '../lit.js';
import { DAY, HOUR, browserZone, offset, zones } from '../time.js';

export const SPANS = [['Hour', HOUR], ['6 h', 6 * HOUR], ['Day', DAY], ['Week', 7 * DAY], ['Month', 31 * DAY]];

function choice(label, options, value, choose) {
  return html`<div class="choice" role="group" aria-label=${label}>
    ${options.map(([key, text]) => html`<button type="button" aria-pressed=${String(key === value)} @click=${() => choose(key)}>${text}</button>`)}
  </div>`;
}

/** The span that is shown, if it is one of the buttons'. */
function shown(site) {
  const length = site.view.to - site.view.from;
  return SPANS.find(([, span]) => Math.abs(length / span - 1) < 0.08)?.[0];
}

function zoneLabel(zone, now) {
  const minutes = Math.round(offset(zone, now) / 60_000);
  const sign = minutes < 0 ? '−' : '+';
  const size = Math.abs(minutes);
  const ahead = minutes === 0 ? '' : `${sign}${Math.floor(size / 60)}${size % 60 ? `:${String(size % 60).padStart(2, '0')}` : ''}`;
  return zone === 'UTC' ? zone : `UTC${ahead} ${zone.replaceAll('_', ' ')}`;
}

/**
 * @param act zoomTo(span), pan(share of the view), toNow(), draw(), listZones()
 * @param areAll whether all zones are listed; they are hundreds, so only once somebody looks for one
 */
export function toolbar(site, act, draws, areAll) {
  const first = [...new Set([site.zone, browserZone(), 'UTC'])];
  const others = areAll ? zones().filter((zone) => !first.includes(zone)) : [];
  return html`<div class="toolbar">
    <div class="choice">
      <button type="button" aria-label="Earlier" title="Earlier" @click=${() => act.pan(-0.5)}>‹</button>
      <button type="button" @click=${act.toNow}>Now</button>
      <button type="button" aria-label="Later" title="Later" @click=${() => act.pan(0.5)}>›</button>
    </div>
    ${choice('Zoom', SPANS.map(([name]) => [name, name]), shown(site), (name) => act.zoomTo(SPANS.find(([each]) => each === name)[1]))}
    <label class="inline"><span class="hidden">Rows</span>
      <select @change=${(event) => site.set('by', event.target.value)}>
        <option value="pool" ?selected=${site.by === 'pool'}>rows: pools</option>
        <option value="server" ?selected=${site.by === 'server'}>rows: ${plural(site.unit)}</option>
      </select>
    </label>
    <label class="inline"><span class="hidden">Colour</span>
      <select @change=${(event) => site.set('colour', event.target.value)}>
        ${['user', 'state', 'pool'].map((each) => html`<option value=${each} ?selected=${site.colour === each}>colour: ${each}</option>`)}
      </select>
    </label>
    <label class="inline zone" title="Time zone"><span class="hidden">Time zone</span>
      <select @focus=${act.listZones} @change=${(event) => site.set('zone', event.target.value)}>
        ${[...first, ...others].map((zone, place) => html`<option value=${zone} ?selected=${zone === site.zone}>${
          place < first.length ? zoneLabel(zone, site.now()) : zone.replaceAll('_', ' ')}</option>`)}
      </select>
    </label>
    ${site.is('user') ? html`<button type="button" class="quiet draw" aria-pressed=${String(draws)} @click=${act.draw}>Draw a window</button>` : ''}
  </div>`;
}
