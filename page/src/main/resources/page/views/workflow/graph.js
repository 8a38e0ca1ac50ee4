// A workflow drawn by levels. What is pointed at here is pointed at on the timetable, and the other way round.

import { html, nothing, svg } from '../../lit.js';
import { fromIsoDuration, inWords, moment } from '../../time.js';
import { View } from '../../view.js';
import { arrange } from './arrange.js';

const WIDTH = 372;
const ROW = 42;
const HIGH = 26;
const WIDEST_NODE = 112;
const HUES = 10;
const LEGEND = 8;
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

class Graph extends View {
  static properties = { workflow: { attribute: false }, slots: { attribute: false } };

  #drawn = null;
  #current = null;

  willUpdate(changes) {
    super.willUpdate(changes);
    if (changes.has('workflow')) {
      this.#drawn = arrange(this.workflow);
      this.#current = this.#drawn.levels[0]?.[0];
      place(this.#drawn.levels);
      this.works = new Map(this.workflow.tasks.map((task) => [task.id, fromIsoDuration(task.work)]));
    }
  }

  render() {
    const { levels, edges, nodeOf, isGrouped, kinds, hidden } = this.#drawn;
    const pointed = new Set([...this.site.pointed].map((key) => nodeOf.get(key)));
    const high = levels.length * ROW - (ROW - HIGH) + 4;
    return html`
      <div class="levels scrolls">
        <svg class="graph" viewBox="0 0 ${WIDTH} ${high}" role="application" aria-roledescription="graph"
          aria-label="${this.workflow.name || 'The workflow'} by levels: ${this.workflow.taskCount} tasks on ${this.workflow.levels} levels" aria-describedby="graph-keys">
          ${edges.map((edge) => svg`<path class="edge ${edge.isCritical ? 'is-critical' : ''} ${pointed.has(edge.from) || pointed.has(edge.to) ? 'is-pointed' : ''}" d=${curve(edge)}></path>`)}
          ${levels.map((level, at) => svg`<g class="level" data-level=${at}>${level.map((node) => this.node(node, kinds, pointed.has(node)))}</g>`)}
        </svg>
      </div>
      <p id="graph-keys" class="hidden">Arrow keys go from task to task; left and right on a level, up and down to another.</p>
      <p class="pointed-at">${this.said(pointed)}</p>
      <ul class="legend" aria-label="Kinds of tasks">
        ${kinds.slice(0, LEGEND).map((kind, hue) => html`<li><svg width="12" height="12" aria-hidden="true"><rect class="kind-${hue % HUES}" width="12" height="12" rx="3"></rect></svg>${kind || 'no kind'}</li>`)}
        ${kinds.length > LEGEND ? html`<li>and ${kinds.length - LEGEND} more</li>` : nothing}
      </ul>
      ${isGrouped ? html`<p class="hint">Tasks of one kind on one level are drawn as one${hidden > 0 ? `, and the first ${levels.length} levels of ${this.workflow.levels}` : ''}.</p>` : nothing}`;
  }

  node(node, kinds, isPointed) {
    const text = shortened(this.title(node), Math.floor((node.wide - 10) / 6.2));
    return svg`<g class="node kind-${kinds.indexOf(node.kind) % HUES} ${node.isCritical ? 'is-critical' : ''} ${isPointed ? 'is-pointed' : ''}"
        role="img" aria-label=${this.words(node)} data-node=${node.key} tabindex=${node === this.#current ? 0 : -1}
        @focus=${() => { this.#current = node; this.site.point(node.tasks); }} @blur=${() => this.site.point([])}
        @pointerenter=${() => this.site.point(node.tasks)} @pointerleave=${() => this.site.point([])}
        @keydown=${(event) => this.keyed(event, node)}>
        <rect x=${node.x - node.wide / 2} y=${node.y} width=${node.wide} height=${HIGH} rx="6"></rect>
        ${text ? svg`<text x=${node.x} y=${node.y + 17}>${text}</text>` : nothing}
      </g>`;
  }

  title(node) {
    return this.#drawn.isGrouped ? `${node.kind || 'tasks'} ×${node.tasks.length}` : node.tasks[0];
  }

  /** What somebody hears who does not see where it is. */
  words(node) {
    const { levels } = this.#drawn;
    const needs = node.around.above.map((each) => this.title(each));
    const after = needs.length === 0 ? 'needs no other' : `after ${needs.slice(0, 6).join(', ')}${needs.length > 6 ? ` and ${needs.length - 6} more` : ''}`;
    return `${this.facts(node)}; level ${node.level + 1} of ${levels.length}; ${after}${node.isCritical ? '; on the critical path' : ''}`;
  }

  facts(node) {
    const work = node.tasks.reduce((sum, task) => sum + this.works.get(task), 0);
    const slot = node.tasks.length === 1 ? this.slots?.get(node.tasks[0]) : undefined;
    return `${this.title(node)}: ${inWords(work)} of work${slot ? `, ${this.slotInWords(slot)}` : ''}`;
  }

  slotInWords(slot) {
    const { zone } = this.site;
    const spare = slot.slotEnd > slot.end ? `, ${inWords(slot.slotEnd - slot.end)} to spare` : '';
    return `on ${slot.pool} ${moment(zone, slot.start, this.site.now())}${spare}`;
  }

  said(pointed) {
    const [node] = [...pointed].filter(Boolean);
    return node ? this.facts(node) : 'Point at a task to see where it runs.';
  }

  async keyed(event, node) {
    const step = STEPS[event.key];
    if (!step) {
      return;
    }
    event.preventDefault();
    const { levels } = this.#drawn;
    const level = levels[Math.max(0, Math.min(levels.length - 1, node.level + step[0]))];
    const next = step[0] === 0
      ? level[Math.max(0, Math.min(level.length - 1, level.indexOf(node) + step[1]))]
      : level.reduce((best, each) => (Math.abs(each.x - node.x) < Math.abs(best.x - node.x) ? each : best), level[0]);
    this.#current = next;
    this.requestUpdate();
    await this.updateComplete;
    const found = this.querySelector(`[data-node="${CSS.escape(next.key)}"]`);
    found?.focus();
    found?.scrollIntoView({ block: 'nearest' });
  }
}

function place(levels) {
  for (const [at, level] of levels.entries()) {
    const room = Math.min(WIDEST_NODE + 10, (WIDTH - 4) / level.length);
    const from = (WIDTH - room * level.length) / 2;
    for (const [index, node] of level.entries()) {
      node.x = from + room * (index + 0.5);
      node.y = 2 + at * ROW;
      node.wide = room - Math.min(8, room / 4);
    }
  }
}

function curve({ from, to }) {
  const [top, bottom] = [from.y + HIGH, to.y];
  const bend = Math.max(10, (bottom - top) / 2);
  return `M${from.x},${top}C${from.x},${top + bend} ${to.x},${bottom - bend} ${to.x},${bottom}`;
}

function shortened(text, room) {
  return room < 3 ? '' : text.length <= room ? text : text.slice(0, room - 1) + '…';
}

customElements.define('berth-graph', Graph);
