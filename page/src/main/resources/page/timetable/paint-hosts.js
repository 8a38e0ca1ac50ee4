// Draws what only hosts with parts have: their names and cards beside the rows, and how much of each amount is taken over time.

const SMALL = 10;

/** @param top of the first row, in pixels */
export function paintLevels(context, { colours, x, width, height, gutter }, pool, top) {
  for (const row of visible(pool, top, height)) {
    for (const level of row.levels) {
      const y = top + level.at * pool.lane + 1;
      const high = level.lanes * pool.lane - 2;
      context.fillStyle = colours.line;
      context.fillRect(gutter, y, width - gutter, high);
      context.fillStyle = colours.faint;
      level.steps.forEach(({ from, taken }, place) => {
        const left = Math.max(gutter, x(from));
        const right = Math.min(width, x(level.steps[place + 1]?.from ?? from));
        if (taken > 0 && right > gutter && left < width) {
          const filled = Math.max(1, (high * taken) / level.count);
          context.fillRect(left, y + high - filled, Math.max(1, right - left), filled);
        }
      });
    }
  }
}

/** Lines between hosts, and fainter ones between the cards of an open host. */
export function paintRows(context, { colours, gutter, width, height }, pool, top) {
  for (const row of visible(pool, top, height)) {
    context.fillStyle = colours.line;
    if (row.isOpen) {
      row.cards.slice(1).forEach(({ at }) => context.fillRect(gutter, top + at * pool.lane, width, 1));
    }
    context.fillStyle = colours.hatch;
    context.fillRect(gutter, Math.round(top + (row.at + row.lanes) * pool.lane) + 3, width, 1);
  }
}

/** Names of hosts, with a mark that says whether they are open, numbers of cards, and names of amounts. */
export function paintHostNames(context, { colours, gutter, height }, pool, top, clipped) {
  for (const row of visible(pool, top, height)) {
    const base = top + row.at * pool.lane;
    const middle = base + (row.isOpen ? pool.lane / 2 : (row.lanes * pool.lane) / 2);
    context.textAlign = 'left';
    context.fillStyle = colours.ink;
    context.font = `12px ${colours.font}`;
    context.fillText(row.isOpen ? '▾' : '▸', 4, middle);
    context.fillText(clipped(context, row.name, gutter - (row.isOpen ? 34 : 22)), 16, middle);
    context.font = `${SMALL}px ${colours.font}`;
    context.fillStyle = colours.faint;
    context.textAlign = 'right';
    if (row.isOpen) {
      row.cards.forEach(({ number, at, lanes }) => context.fillText(String(number), gutter - 6, top + (at + lanes / 2) * pool.lane));
      row.levels.forEach(({ part, at, lanes }) => context.fillText(clipped(context, part, gutter - 12), gutter - 6, top + (at + lanes / 2) * pool.lane));
    }
  }
  context.textAlign = 'left';
}

function visible(pool, top, height) {
  return pool.rows.filter(({ at, lanes }) => top + (at + lanes) * pool.lane > -20 && top + at * pool.lane < height + 20);
}
