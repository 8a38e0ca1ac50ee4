// Small charts in SVG.

import { d3 } from '../d3.js';
import { REASONS } from '../explain.js';
import { html, nothing, svg } from '../lit.js';
import { clock, date } from '../time.js';

// As wide as there is room, so that the letters stay as large as they are.
const WIDTH = innerWidth < 700 ? 360 : 640;
const HEIGHT = 200;
const MARGIN = { left: 40, right: 20, top: 10, bottom: 24 };

function axes(zone, x, y, format) {
  const isLong = x.domain()[1] - x.domain()[0] > 2 * 86_400_000;
  return svg`
    ${y.ticks(4).map((value) => svg`<line class="grid-line" x1=${MARGIN.left} x2=${WIDTH - MARGIN.right} y1=${y(value)} y2=${y(value)}></line>
      <text class="label" x=${MARGIN.left - 6} y=${y(value) + 4} text-anchor="end">${format(value)}</text>`)}
    ${x.ticks(WIDTH / 90).map((value) => svg`<text class="label" x=${x(value)} y=${HEIGHT - 6} text-anchor="middle">${isLong ? date(zone, value.getTime()).replace(/^\w+, /, '') : clock(zone, value.getTime())}</text>`)}`;
}

function frame(stretches, step) {
  const from = Date.parse(stretches[0].from);
  return d3.scaleUtc([from, from + stretches.length * step], [MARGIN.left, WIDTH - MARGIN.right]);
}

export function utilisation(zone, stretches, step) {
  const shares = stretches.map((each) => ({ at: Date.parse(each.from), share: Number(each.available) > 0 ? Number(each.busy) / Number(each.available) : null }));
  const x = frame(stretches, step);
  const y = d3.scaleLinear([0, 1], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const steps = [...shares, { ...shares.at(-1), at: shares.at(-1).at + step }];
  const area = d3.area().defined((each) => each.share !== null).x((each) => x(each.at)).y0(y(0)).y1((each) => y(each.share)).curve(d3.curveStepAfter);
  const known = shares.filter((each) => each.share !== null);
  const mean = known.length === 0 ? 0 : known.reduce((sum, each) => sum + each.share, 0) / known.length;
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Utilisation over time; on average ${Math.round(mean * 100)} percent">
    ${axes(zone, x, y, d3.format('.0%'))}
    <path class="area" d=${area(steps) ?? ''}></path>
    <path class="outline" d=${area.lineY1()(steps) ?? ''}></path>
  </svg>`;
}

export function refusals(zone, stretches, step) {
  const reasons = [...new Set(stretches.flatMap((each) => Object.keys(each.refusals)))].sort();
  const total = stretches.reduce((sum, each) => sum + d3.sum(Object.values(each.refusals)), 0);
  const most = Math.max(4, ...stretches.map((each) => d3.sum(Object.values(each.refusals))));
  const x = frame(stretches, step);
  const y = d3.scaleLinear([0, most], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice();
  const wide = Math.max(1, x(step) - x(0) - 2);
  const layers = d3.stack().keys(reasons).value((each, reason) => each.refusals[reason] ?? 0)(stretches);
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Refusals over time by reason; ${total} in all">
      ${axes(zone, x, y, (value) => (Number.isInteger(value) ? value : ''))}
      ${layers.map((layer, hue) => layer.map((bar, place) => (bar[1] > bar[0] ? svg`<rect class="hue-${hue % 10}" x=${x(Date.parse(stretches[place].from)) + 1} width=${wide}
        y=${y(bar[1])} height=${y(bar[0]) - y(bar[1])} rx="2"><title>${REASONS[layer.key] ?? layer.key}: ${bar[1] - bar[0]}</title></rect>` : nothing)))}
    </svg>
    ${reasons.length > 0 ? html`<ul class="legend">${reasons.map((reason, hue) => html`<li><svg width="12" height="12" aria-hidden="true"><rect class="hue-${hue % 10}" width="12" height="12" rx="3"></rect></svg>
      ${REASONS[reason] ?? reason} (${stretches.reduce((sum, each) => sum + (each.refusals[reason] ?? 0), 0)})</li>`)}</ul>` : html`<p class="faint">Nothing was refused.</p>`}`;
}
