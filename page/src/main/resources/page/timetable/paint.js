// Draws the bars and the skyline. Ten thousand reservations are drawn anew in every frame: so nothing here is made or
// measured for each of them unless it can be seen.

import { counted } from '../explain.js';
import { taken } from '../parts.js';
import { HEADER } from './layout.js';
import { paintHostNames, paintLevels, paintRows } from './paint-hosts.js';

const ROUND_UNTIL = 1500;
const LABEL_FROM = 34;

/** A canvas of the right size for the screen's pixels; its context draws in those of the page. */
export function prepared(canvas, width, height) {
  const ratio = globalThis.devicePixelRatio || 1;
  const wide = Math.round(width * ratio);
  const high = Math.round(height * ratio);
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const context = canvas.getContext('2d', { alpha: false });
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

function hatch(context, colour) {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 8;
  const pen = tile.getContext('2d');
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  for (const shift of [-8, 0, 8]) {
    pen.moveTo(shift - 1, 9);
    pen.lineTo(shift + 9, -1);
  }
  pen.stroke();
  return context.createPattern(tile, 'repeat');
}

/**
 * @param scene layout, colouring, colours, x (a function from instants to pixels), width, height, gutter, scroll, now,
 *   ticks, days, hurt, selected, plannedOutages, pointed, lines, me
 */
export function paintBars(context, scene) {
  const { colours, width, height, gutter } = scene;
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, width, height);
  context.save();
  context.beginPath();
  context.rect(gutter, 0, width - gutter, height);
  context.clip();
  paintBackground(context, scene);
  scene.pattern ??= hatch(context, colours.hatch);
  for (const pool of scene.layout.pools) {
    const top = pool.top - scene.scroll;
    if (top > height || top + HEADER + pool.servers * pool.lane < 0) {
      continue;
    }
    paintLanes(context, scene, pool);
    if (pool.rows) {
      paintLevels(context, scene, pool, top + HEADER);
    }
    paintOutages(context, scene, pool, pool.outages, false);
    paintIdle(context, scene, pool);
    paintPool(context, scene, pool);
    const planned = scene.plannedOutages.filter((outage) => outage.pool === pool.name);
    paintOutages(context, scene, pool, planned.flatMap((outage) => lanesOf(pool, outage, scene.layout.by)), true);
    if (pool.planned?.length > 0) {
      paintPlan(context, scene, pool);
    }
  }
  paintLines(context, scene);
  context.restore();
  paintGutter(context, scene);
}

function lanesOf(pool, outage, by) {
  return by === 'server'
    ? outage.servers.map((server) => ({
      lane: pool.rows?.[server].at ?? server, lanes: pool.rows?.[server].lanes ?? 1, start: outage.start, end: outage.end,
    }))
    : [{ lane: pool.servers - outage.servers.length, lanes: outage.servers.length, start: outage.start, end: outage.end }];
}

function paintBackground(context, { colours, days, ticks, x, height, width, gutter, now }) {
  context.fillStyle = colours.band;
  for (const day of days) {
    if (day.isOdd) {
      context.fillRect(x(day.from), 0, x(day.to) - x(day.from), height);
    }
  }
  context.fillStyle = colours.past;
  context.fillRect(gutter, 0, Math.max(0, Math.min(width, x(now)) - gutter), height);
  context.fillStyle = colours.line;
  for (const tick of ticks) {
    context.fillRect(Math.round(x(tick.at)), 0, 1, height);
  }
}

function paintLanes(context, scene, pool) {
  const { colours, gutter, width, layout, scroll } = scene;
  const top = pool.top + HEADER - scroll;
  context.fillStyle = colours.line;
  context.fillRect(gutter, top - 1, width, 1);
  if (pool.rows) {
    paintRows(context, scene, pool, top);
    return;
  }
  context.fillRect(gutter, top + pool.servers * pool.lane, width, 1);
  if (layout.by === 'server') {
    for (let lane = 1; lane < pool.servers; lane++) {
      context.fillRect(gutter, top + lane * pool.lane, width, 1);
    }
  }
}

function paintOutages(context, { pattern, x, scroll, colours, width, gutter }, pool, outages, isPlan) {
  for (const outage of outages) {
    const left = Math.max(-10, x(outage.start));
    const right = Math.min(width + 10, x(outage.end));
    if (right > left) {
      const y = pool.top + HEADER - scroll + outage.lane * pool.lane;
      context.fillStyle = pattern;
      context.fillRect(left, y, right - left, outage.lanes * pool.lane);
      context.strokeStyle = isPlan ? colours.bad : colours.hatch;
      context.setLineDash(isPlan ? [5, 4] : []);
      context.strokeRect(left + 0.5, y + 0.5, right - left - 1, outage.lanes * pool.lane - 1);
      context.setLineDash([]);
      if (outage.reason && outage.lanes * pool.lane >= 12) {
        paintReason(context, colours, outage.reason, Math.max(left, gutter) + 6, right - 4, y + (outage.lanes * pool.lane) / 2);
      }
    }
  }
}

/** Opportunistic jobs, from their start until they make way or, if that is not known, until now: outlined, as the servers are free. */
function paintIdle(context, { x, scroll, colours, width, gutter, now }, pool) {
  context.strokeStyle = colours.faint;
  context.setLineDash([2, 3]);
  for (const bar of pool.idle) {
    const left = Math.max(-10, x(bar.window.start));
    const right = Math.min(width + 10, x(bar.window.until ?? now));
    if (right > left && right > gutter) {
      const y = pool.top + HEADER - scroll + bar.lane * pool.lane;
      const high = bar.lanes * pool.lane;
      context.strokeRect(left + 0.5, y + 2.5, right - left - 1, high - 5);
      if (high >= 12) {
        context.font = `italic 12px ${colours.font}`;
        context.textBaseline = 'middle';
        paintText(context, bar.window.name ?? bar.window.id, Math.max(left, gutter) + 5, right - 3, y + high / 2, colours.faint);
      }
    }
  }
  context.setLineDash([]);
}

/** Who blocks servers, on a ground of its own: hatching makes letters hard to read. */
function paintReason(context, colours, reason, from, to, y) {
  context.font = `12px ${colours.font}`;
  context.textBaseline = 'middle';
  if (to - from < LABEL_FROM) {
    return;
  }
  const shown = clipped(context, reason, to - from);
  context.fillStyle = colours.surface;
  context.fillRect(from - 3, y - 7, context.measureText(shown).width + 6, 14);
  context.fillStyle = colours.ink;
  context.fillText(shown, from, y + 0.5);
}

function paintPool(context, scene, pool) {
  const { x, scroll, height, width, gutter, colouring, hurt, selected, me, colours } = scene;
  const base = pool.top + HEADER - scroll;
  const gapOf = (lane) => (lane >= 8 ? 2 : lane >= 5 ? 1 : 0);
  const visible = [];
  const drawnTo = new Map();
  for (const bar of pool.painted) {
    const left = x(bar.start);
    const right = x(bar.end);
    const y = base + bar.lane * pool.lane;
    if (right < gutter || left > width || y > height || y + bar.lanes * pool.lane < 0) {
      continue;
    }
    // Thinner than a pixel, where a pixel is drawn already: nothing to be seen.
    if (right - left < 1) {
      const pixel = Math.floor(left);
      if (drawnTo.get(bar.lane) === pixel) {
        continue;
      }
      drawnTo.set(bar.lane, pixel);
    }
    visible.push(bar);
  }
  const isRound = visible.length < ROUND_UNTIL;
  scene.drawn += visible.length;
  context.font = `12px ${colours.font}`;
  context.textBaseline = 'middle';
  let last = null;
  for (const bar of visible) {
    const left = x(bar.start);
    // A bar may be thinner than a lane: a share of a card, or a card of a closed host.
    const gap = gapOf(pool.rows ? bar.lanes * pool.lane : pool.lane);
    const wide = Math.max(1, x(bar.end) - left - (gap > 0 ? 1 : 0));
    const y = base + bar.lane * pool.lane + gap / 2;
    const high = bar.lanes * pool.lane - gap;
    const colour = colouring.of(bar.window, pool.name);
    if (colour !== last) {
      context.fillStyle = colour.fill;
      last = colour;
    }
    if (isRound && wide > 6 && high > 5) {
      context.beginPath();
      context.roundRect(left, y, wide, high, 3);
      context.fill();
      context.fillStyle = colour.edge;
      context.fillRect(left, y + 1, bar.window.user === me ? 4 : 2, high - 2);
      context.fillStyle = colour.fill;
    } else {
      context.fillRect(left, y, wide, high);
    }
    if (bar.window.state === 'held' || hurt.has(bar.window.id) || bar.window.id === selected) {
      context.strokeStyle = hurt.has(bar.window.id) ? colours.bad : bar.window.id === selected ? colours.accent : colour.edge;
      context.lineWidth = bar.window.state === 'held' ? 1 : 2;
      context.setLineDash(bar.window.state === 'held' ? [4, 3] : []);
      context.strokeRect(left + 0.5, y + 0.5, wide - 1, high - 1);
      context.setLineDash([]);
      context.lineWidth = 1;
    }
    if (wide >= LABEL_FROM && high >= 12) {
      paintLabel(context, scene, bar, left, wide, y + high / 2);
      last = null;
    }
  }
}

function paintLabel(context, { gutter, colours, me }, bar, left, wide, y) {
  const { window } = bar;
  const owner = window.user && window.user !== me ? window.user : null;
  const name = [window.name, owner].filter(Boolean).join(' · ') || window.user || 'busy';
  const text = name + (window.parts || window.share ? ` · ${taken(window)}` : '') + (bar.row === undefined && bar.lanes > 1 ? ` ×${bar.lanes}` : '');
  paintText(context, text, Math.max(left, gutter) + 8, left + wide - 4, y, colours.ink);
}

/** As much of a text as fits. */
function paintText(context, text, from, to, y, colour) {
  const fits = Math.floor((to - from) / 6.1);
  if (fits < 3) {
    return;
  }
  context.fillStyle = colour;
  context.fillText(text.length <= fits ? text : text.slice(0, fits - 1) + '…', from, y + 0.5);
}

/** Tasks of a plan: while they run in full colour, their spare time hatched; dashed unless booked. */
function paintPlan(context, scene, pool) {
  const { x, scroll, height, width, gutter, colours, pointed } = scene;
  scene.spare ??= hatch(context, colours.accent);
  const base = pool.top + HEADER - scroll;
  const gap = pool.lane >= 8 ? 2 : 0;
  context.font = `12px ${colours.font}`;
  context.textBaseline = 'middle';
  const drawnTo = new Map();
  for (const bar of pool.planned) {
    const left = x(bar.start);
    const right = Math.max(left + 1, x(bar.end) - (gap > 0 ? 1 : 0));
    const y = base + bar.lane * pool.lane + gap / 2;
    const isPointed = pointed.has(bar.task.key);
    const isThere = right - left <= 1 && drawnTo.get(bar.lane) === Math.floor(left) && !isPointed;
    if (right < gutter || left > width || y > height || y + pool.lane < 0 || isThere) {
      continue;
    }
    drawnTo.set(bar.lane, Math.floor(left));
    const high = pool.lane - gap;
    const runs = Math.min(right, Math.max(left + 1, x(bar.runs)));
    context.globalAlpha = pointed.size > 0 && !isPointed ? 0.35 : 1;
    context.fillStyle = colours.accentSoft;
    context.fillRect(runs, y, right - runs, high);
    context.fillStyle = scene.spare;
    context.fillRect(runs, y, right - runs, high);
    context.fillStyle = colours.accent;
    context.fillRect(left, y, runs - left, high);
    if (isPointed || (high > 6 && right - left > 4)) {
      context.strokeStyle = isPointed ? colours.now : colours.accent;
      context.lineWidth = isPointed ? 3 : 1;
      context.setLineDash(bar.task.reservation || isPointed ? [] : [4, 3]);
      context.strokeRect(left + 0.5, y + 0.5, right - left - 1, high - 1);
      context.setLineDash([]);
      context.lineWidth = 1;
    }
    if (high >= 12) {
      paintText(context, bar.task.key, Math.max(left, gutter) + 5, runs - 3, y + high / 2, colours.accentInk);
    }
  }
  context.globalAlpha = 1;
}

function paintLines(context, { colours, x, now, height, lines, width }) {
  context.fillStyle = colours.now;
  context.fillRect(Math.round(x(now)) - 1, 0, 2, height);
  context.font = `11px ${colours.font}`;
  for (const { at, label } of lines) {
    context.fillStyle = colours.bad;
    context.fillRect(Math.round(x(at)), 0, 2, height);
    const room = context.measureText(label).width + 5;
    context.fillText(label, x(at) + room > width ? x(at) - room : x(at) + 5, 10);
  }
}

function paintGutter(context, scene) {
  const { colours, gutter, height, layout, scroll, freeNow } = scene;
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, gutter, height);
  context.fillStyle = colours.line;
  context.fillRect(gutter - 1, 0, 1, height);
  context.textBaseline = 'middle';
  for (const pool of layout.pools) {
    const top = pool.top - scroll;
    if (top > height || top + HEADER + pool.servers * pool.lane < 0) {
      continue;
    }
    context.font = `600 13px ${colours.font}`;
    context.fillStyle = colours.ink;
    context.fillText(clipped(context, pool.name, gutter - 20), 12, top + HEADER / 2 + 1);
    context.font = `12px ${colours.font}`;
    context.fillStyle = colours.faint;
    if (pool.rows) {
      paintHostNames(context, scene, pool, top + HEADER, clipped);
    } else if (layout.by === 'server') {
      paintServerNames(context, scene, pool, top + HEADER);
    } else {
      const [first, second] = gutter > 90
        ? [counted(pool.count ?? pool.servers, pool.unit), `${freeNow(pool.name)} free now`]
        : [`${freeNow(pool.name)} of ${pool.count ?? pool.servers}`, 'free'];
      context.fillText(first, 12, top + HEADER + 10);
      context.fillText(second, 12, top + HEADER + 27);
    }
  }
}

function paintServerNames(context, { height, gutter }, pool, top) {
  for (let lane = 0; lane < pool.servers; lane++) {
    const y = top + (lane + 0.5) * pool.lane;
    if (y > -20 && y < height + 20) {
      context.fillText(clipped(context, pool.names.get(lane) ?? String(lane), gutter - 20), 12, y);
    }
  }
}

function clipped(context, text, room) {
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width > room) {
    shown = shown.slice(0, -2) + '…';
  }
  return shown;
}

/** The free servers of all pools, one on top of the other; for each pixel the fewest. */
export function paintSkyline(context, scene) {
  const { colours, width, height, gutter, skylines, poolColour, ticks, x, instant, now, units } = scene;
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, width, height);
  context.fillStyle = colours.line;
  for (const tick of ticks) {
    context.fillRect(Math.round(x(tick.at)), 0, 1, height);
  }
  const total = skylines.reduce((sum, line) => sum + line.servers, 0);
  const scale = (height - 20) / Math.max(1, total);
  const below = new Float64Array(Math.ceil(width) + 1);
  for (const line of skylines) {
    const tops = fewest(line, width, gutter, instant);
    context.beginPath();
    context.moveTo(gutter, height - below[gutter] * scale);
    for (let pixel = gutter; pixel <= width; pixel++) {
      const y = height - (below[pixel] + tops[pixel]) * scale;
      context.lineTo(pixel, y);
      context.lineTo(pixel + 1, y);
    }
    for (let pixel = Math.floor(width); pixel >= gutter; pixel--) {
      const y = height - below[pixel] * scale;
      context.lineTo(pixel + 1, y);
      context.lineTo(pixel, y);
      below[pixel] += tops[pixel];
    }
    const colour = poolColour(line.name);
    context.fillStyle = colour.fill;
    context.fill();
    context.strokeStyle = colour.edge;
    context.lineWidth = 1;
    context.stroke();
  }
  context.fillStyle = colours.now;
  if (x(now) > gutter) {
    context.fillRect(Math.round(x(now)) - 1, 0, 2, height);
  }
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, gutter, height);
  context.fillStyle = colours.line;
  context.fillRect(gutter - 1, 0, 1, height);
  context.fillRect(0, 0, width, 1);
  context.textBaseline = 'middle';
  context.font = `600 13px ${colours.font}`;
  context.fillStyle = colours.ink;
  context.fillText(gutter > 90 ? `Free ${units}` : 'Free', 12, 20);
  context.font = `12px ${colours.font}`;
  context.fillStyle = colours.faint;
  context.fillText(`of ${total}`, 12, 38);
}

function fewest(line, width, gutter, instant) {
  const tops = new Float64Array(Math.ceil(width) + 1);
  let step = 0;
  for (let pixel = gutter; pixel <= width; pixel++) {
    const from = instant(pixel);
    const to = instant(pixel + 1);
    while (step + 1 < line.times.length && line.times[step + 1] <= from) {
      step++;
    }
    let least = line.free[step];
    for (let next = step + 1; next < line.times.length && line.times[next] < to; next++) {
      least = Math.min(least, line.free[next]);
    }
    tops[pixel] = Math.max(0, least);
  }
  return tops;
}
