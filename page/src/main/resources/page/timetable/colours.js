// Colours for canvases, from the style sheet, so that there is one place for them and dark mode needs no code.

import { stateName } from '../explain.js';
import { SHADES, shadeOf } from '../people.js';

/** Pools have the first of the colours of people. */
const HUES = 10;

export function palette(element) {
  const style = getComputedStyle(element);
  const get = (name) => style.getPropertyValue(name).trim();
  const hue = (index) => ({ fill: get(`--hue-${index}`), edge: get(`--hue-${index}-edge`) });
  return {
    hues: Array.from({ length: SHADES }, (_, index) => hue(index)),
    busy: { fill: get('--busy'), edge: get('--busy-edge') },
    states: {
      held: { fill: get('--hue-3'), edge: get('--hue-3-edge') },
      waiting: { fill: get('--hue-0'), edge: get('--hue-0-edge') },
      running: { fill: get('--hue-2'), edge: get('--hue-2-edge') },
      degraded: { fill: get('--hue-4'), edge: get('--hue-4-edge') },
    },
    ink: get('--ink'),
    faint: get('--faint'),
    line: get('--line'),
    band: get('--band'),
    surface: get('--surface'),
    past: get('--past'),
    hatch: get('--hatch'),
    accent: get('--accent'),
    accentInk: get('--accent-ink'),
    accentSoft: get('--accent-soft'),
    now: get('--now'),
    bad: get('--bad'),
    font: get('--font'),
  };
}

/** A function from a window and its pool's name to a colour, and the legend for it. */
export function colouring(by, pools, colours, unit) {
  if (by === 'state') {
    return {
      of: (window) => colours.states[window.state] ?? colours.busy,
      legend: [['running', 'running'], ['waiting', 'booked'], ['held', 'held'], ['degraded', stateName('degraded', unit).toLowerCase()]]
        .map(([state, label]) => ({ label, colour: colours.states[state] })),
    };
  }
  if (by === 'pool') {
    const hue = poolHue(pools);
    return {
      of: (window, pool) => colours.hues[hue(pool)],
      legend: pools.map((pool) => ({ label: pool.name, colour: colours.hues[hue(pool.name)] })),
    };
  }
  const users = pools.flatMap((pool) => pool.windows.map((window) => window.user)).filter(Boolean);
  const legend = [...new Set(users)].sort().map((user) => ({ label: user, colour: colours.hues[shadeOf(user)] }));
  const others = pools.some((pool) => pool.windows.some((window) => !window.user));
  return {
    of: (window) => (window.user ? colours.hues[shadeOf(window.user)] : colours.busy),
    legend: others ? [...legend, { label: 'others', colour: colours.busy }] : legend,
  };
}

/** The colours of pools where bars are coloured by something else: one that no user and no state has. */
export function poolColour(by, pools, colours) {
  const hue = poolHue(pools);
  const plain = { fill: colours.accentSoft, edge: colours.accent };
  return (name) => (by === 'pool' ? colours.hues[hue(name)] : plain);
}

function poolHue(pools) {
  const index = new Map(pools.map((pool, place) => [pool.name, place % HUES]));
  return (name) => index.get(name) ?? 0;
}

/** Bars of one colour after the other: a canvas is slow at changing colours. */
export function byColour(pool, { of }) {
  const order = new Map();
  const place = (bar) => {
    const colour = of(bar.window, pool.name);
    if (!order.has(colour)) {
      order.set(colour, order.size);
    }
    return order.get(colour);
  };
  return pool.bars.map((bar) => [place(bar), bar]).sort((a, b) => a[0] - b[0]).map(([, bar]) => bar);
}
