// Cost against makespan, one point for each plan; what a plan beats in both is shaded. Where no plan has a price: makespan alone.

import { d3 } from '../../d3.js';
import { money } from '../../explain.js';
import { html, svg } from '../../lit.js';
import { DAY, HOUR, MINUTE, inWords, moment } from '../../time.js';
import { havePrices } from './pareto.js';

const WIDTH = 372;
const HEIGHT = 250;
const MARGIN = { right: 16, top: 14, bottom: 44 };
/** For the title of the axis, and for each letter of its labels. */
const [TITLE, LETTER] = [29, 5.8];
/** For each plan, where only its makespan is drawn. */
const ROW = 40;
const ROOM = 0.08;
const REACH = 24;
const LENGTHS = [1000, 5000, 15_000, 30_000, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY];
const TICKS = 6;
const LENGTH_TICKS = 4;

/** With room around them, and never without any breadth. */
function around(values) {
  const [least, most] = d3.extent(values);
  const room = Math.max((most - least) * ROOM, least === most ? Math.max(Math.abs(least) * ROOM, 1) : 0);
  return [Math.max(0, least - room), most + room];
}

function lengths([from, to], most) {
  const step = LENGTHS.find((each) => (to - from) / each <= most) ?? Math.ceil((to - from) / most / DAY) * DAY;
  return d3.range(Math.ceil(from / step) * step, to, step);
}

/** What a point is, for whoever hears it. */
export function words(site, point) {
  return `${!site.costs(point.cost) ? '' : Number(point.cost) === 0 ? 'no charge, ' : `cost ${money(point.cost)}, `}takes ${inWords(point.millis)}, done ${moment(site.zone, point.done, site.now())}`;
}

const BACK = ['ArrowLeft', 'ArrowUp', 'PageUp'];
const ON = ['ArrowRight', 'ArrowDown', 'PageDown'];

/** The place of the point that is nearest to where the pointer is; null if none is near. */
function nearest(at, event) {
  const [left, top] = d3.pointer(event, event.currentTarget);
  const place = d3.minIndex(at, (each) => Math.hypot(each.left - left, each.top - top));
  return Math.hypot(at[place].left - left, at[place].top - top) <= REACH ? place : null;
}

/** Cost to the right, makespan upwards. */
function plane(points, queue) {
  const all = queue ? [...points, queue] : points;
  const y = d3.scaleLinear(around(all.map((point) => point.millis)), [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const spans = lengths(y.domain(), TICKS);
  const start = TITLE + LETTER * (d3.max(spans, (value) => inWords(value).length) ?? 0);
  const x = d3.scaleLinear(around(all.map((point) => Number(point.cost))), [start, WIDTH - MARGIN.right]);
  const at = points.map((point) => ({ left: x(Number(point.cost)), top: y(point.millis) }));
  const [right, bottom] = [WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom];
  const stairs = `M${at[0].left},${MARGIN.top}${at.map(({ left, top }, place) => `${place > 0 ? `H${left}` : ''}V${top}`).join('')}H${right}`;
  const marks = x.ticks(TICKS);
  const tick = marks.every(Number.isInteger) ? String : money;
  return {
    name: 'Plans by cost and makespan', height: HEIGHT, at,
    ground: svg`${marks.map((value) => svg`<line class="grid-line" x1=${x(value)} x2=${x(value)} y1=${MARGIN.top} y2=${bottom}></line>
      <text class="label" x=${x(value)} y=${bottom + 16} text-anchor="middle">${tick(value)}</text>`)}
    ${spans.map((value) => svg`<line class="grid-line" x1=${start} x2=${right} y1=${y(value)} y2=${y(value)}></line>
      <text class="label" x=${start - 7} y=${y(value) + 4} text-anchor="end">${inWords(value)}</text>`)}
    <text class="label title" x=${(start + right) / 2} y=${HEIGHT - 8} text-anchor="middle">Cost without surcharges</text>
    <text class="label title" transform="translate(12 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">Makespan</text>
    <path class="beaten" d="${stairs}V${MARGIN.top}Z"></path>
    <path class="stairs" d=${stairs}></path>
    ${queue ? svg`<path class="queue" d="M${x(Number(queue.cost))},${y(queue.millis)}m-6,-6l12,12m0,-12l-12,12"><title>${queueWords(queue)}</title></path>` : ''}`,
    lead: ({ left, top }) => `M${start},${top}H${left}V${bottom}`,
  };
}

/** One bar for each plan, as long as its makespan. */
function bars(points) {
  const [start, right, bottom] = [MARGIN.right, WIDTH - MARGIN.right, MARGIN.top + points.length * ROW];
  const x = d3.scaleLinear([0, around(points.map((point) => point.millis))[1]], [start, right]);
  const at = points.map((point, place) => ({ left: x(point.millis), top: MARGIN.top + (place + 0.5) * ROW }));
  return {
    name: 'Plans by makespan', height: bottom + MARGIN.bottom, at,
    ground: svg`${lengths(x.domain(), LENGTH_TICKS).map((value) => svg`<line class="grid-line" x1=${x(value)} x2=${x(value)} y1=${MARGIN.top} y2=${bottom}></line>
      <text class="label" x=${x(value)} y=${bottom + 16} text-anchor=${value === 0 ? 'start' : 'middle'}>${value === 0 ? '0' : inWords(value)}</text>`)}
    <text class="label title" x=${(start + right) / 2} y=${bottom + 36} text-anchor="middle">Makespan</text>
    ${at.map(({ left, top }) => svg`<path class="stairs" d="M${start},${top}H${left}"></path>`)}`,
    lead: ({ left, top }) => `M${left},${top}V${bottom}`,
  };
}

/** What the estimate without reservations is. */
export function queueWords({ cost, millis, pool }) {
  return `Queue of ${pool}: takes ${inWords(millis)}${Number(cost) === 0 ? '' : `, cost ${money(cost)}`}`;
}

/**
 * @param chosen the place of a point, or null; choose is called with one
 * @param queue the estimate without reservations, which is marked but cannot be chosen; or null
 */
export function scatter(site, points, chosen, choose, queue = null) {
  const { name, height, at, ground, lead } = havePrices(points) ? plane(points, queue) : bars(points);
  const key = (event) => {
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? points.length - 1
      : BACK.includes(event.key) ? Math.max(0, (chosen ?? 0) - 1) : ON.includes(event.key) ? Math.min(points.length - 1, (chosen ?? -1) + 1) : null;
    if (next !== null) {
      event.preventDefault();
      choose(next);
      const all = event.currentTarget.querySelectorAll('[role=radio]');
      // A point can be reached with the tab key only while it is chosen; the focus goes with the choice.
      all[next].focus();
    }
  };
  const click = (event) => {
    const told = event.target.closest('[data-point]');
    // Points may lie close together: the nearest is meant. Only a click that no pointer has made says which.
    const place = told && event.detail === 0 ? Number(told.dataset.point) : nearest(at, event);
    if (place !== null) {
      choose(place);
    }
  };
  return html`<svg class="chart scatter" viewBox="0 0 ${WIDTH} ${height}" role="group" aria-label=${name} @click=${click}>
    ${ground}
    ${at[chosen] ? svg`<path class="cross" d=${lead(at[chosen])}></path>` : ''}
    <g role="radiogroup" aria-label="Plans; the arrow keys choose" @keydown=${key}>
      ${points.map((point, place) => svg`<g class="point" role="radio" tabindex=${place === (chosen ?? 0) ? 0 : -1} aria-checked=${String(place === chosen)}
        aria-label="Plan ${place + 1} of ${points.length}: ${words(site, point)}" data-point=${place}>
        <circle class="ring" cx=${at[place].left} cy=${at[place].top} r="13"></circle>
        <circle class="dot" cx=${at[place].left} cy=${at[place].top} r=${place === chosen ? 7 : 4.5}></circle>
        <title>${words(site, point)}</title>
      </g>`)}
    </g>
  </svg>`;
}
