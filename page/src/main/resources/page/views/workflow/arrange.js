// Where tasks go in a drawing by levels: from top to bottom, and in each level so that few edges cross.

const MOST_TASKS = 120;
const WIDEST = 24;
const MOST_LEVELS = 200;
const SWEEPS = 4;

/**
 * A node is one task; of a large workflow all tasks of one kind on one level.
 *
 * @returns levels: [[{key, kind, level, tasks (ids), isCritical, place}]], edges: [{from, to, isCritical}] between nodes,
 *   nodeOf: a map from the ids of tasks, kinds, isGrouped, hidden: how many levels are left out
 */
export function arrange(workflow) {
  const { tasks, widest } = workflow;
  const isGrouped = tasks.length > MOST_TASKS || widest > WIDEST;
  const critical = new Set(workflow.criticalPath);
  const nodes = new Map();
  const nodeOf = new Map();
  for (const task of tasks) {
    if (task.level < MOST_LEVELS) {
      const key = isGrouped ? `${task.level} ${task.kind}` : task.id;
      const node = nodes.get(key) ?? { key, kind: task.kind, level: task.level, tasks: [], isCritical: false, around: { above: [], below: [] } };
      node.tasks.push(task.id);
      node.isCritical ||= critical.has(task.id);
      nodes.set(key, node);
      nodeOf.set(task.id, node);
    }
  }
  const edges = joined(workflow, nodeOf, critical);
  const levels = Array.from({ length: Math.min(workflow.levels, MOST_LEVELS) }, () => []);
  nodes.forEach((node) => levels[node.level].push(node));
  order(levels, edges);
  return {
    levels, edges, nodeOf, isGrouped, kinds: [...new Set(tasks.map((task) => task.kind))], hidden: workflow.levels - levels.length,
  };
}

/** One edge between two nodes, however many between their tasks. */
function joined({ tasks, edges }, nodeOf, critical) {
  const found = new Map();
  for (const { from, to } of edges) {
    const [above, below] = [nodeOf.get(tasks[from].id), nodeOf.get(tasks[to].id)];
    if (above && below) {
      const ways = found.get(above) ?? new Map();
      const edge = ways.get(below) ?? { from: above, to: below, isCritical: false };
      edge.isCritical ||= critical.has(tasks[from].id) && critical.has(tasks[to].id);
      found.set(above, ways.set(below, edge));
    }
  }
  return [...found.values()].flatMap((each) => [...each.values()]);
}

/** Every node below the middle of those it needs, then above the middle of those that need it, and so on. */
function order(levels, edges) {
  for (const { from, to } of edges) {
    from.around.below.push(to);
    to.around.above.push(from);
  }
  levels.forEach(number);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const side = sweep % 2 === 0 ? 'above' : 'below';
    for (const level of side === 'above' ? levels : levels.toReversed()) {
      const middles = new Map(level.map((node) => [node, middle(node, node.around[side])]));
      level.sort((a, b) => middles.get(a) - middles.get(b));
      number(level);
    }
  }
}

function number(level) {
  level.forEach((node, index) => (node.place = (index + 0.5) / level.length));
}

function middle(node, others) {
  return others.length === 0 ? node.place : others.reduce((sum, each) => sum + each.place, 0) / others.length;
}
