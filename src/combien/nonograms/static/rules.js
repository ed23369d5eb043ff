// The rules of the game, as in _human/player.py: cells are numbers, 0 for white and 2 for unknown;
// a clue is a list of [length, color], and a length of 0 is hidden (blotted).
export const WHITE = 0;
export const UNKNOWN = 2;

// What is possible in a line: null if its clue does not fit, or the possible starts of each block,
// and for each cell the set of its possible colors.
function analyze(clue, cells) {
  const n = cells.length, k = clue.length;
  const may = (at, color) => cells[at] === UNKNOWN || cells[at] === color;
  // How far a run of a color can reach from each cell.
  const reach = new Map();
  for (const color of new Set(clue.map((block) => block[1]))) {
    const far = new Uint16Array(n + 1);
    for (let at = n - 1; at >= 0; at--) far[at] = may(at, color) ? far[at + 1] + 1 : 0;
    reach.set(color, far);
  }
  const gap = (b) => (b > 0 && clue[b][1] === clue[b - 1][1] ? 1 : 0);
  const lengths = ([length], room) => (length ? [length] : Array.from({ length: room }, (_, i) => i + 1));
  // left[b][p]: the first b blocks fit into the first p cells; right[b][p]: the others into the rest.
  const table = () => Array.from({ length: k + 1 }, () => new Uint8Array(n + 2));
  const left = table(), right = table();
  left[0][0] = 1;
  for (let p = 1; p <= n; p++) left[0][p] = left[0][p - 1] && may(p - 1, WHITE) ? 1 : 0;
  const before = (b, start) => (gap(b) ? start > 0 && may(start - 1, WHITE) && left[b][start - 1] : left[b][start]);
  for (let b = 0; b < k; b++) {
    const far = reach.get(clue[b][1]);
    for (let start = 0; start < n; start++) {
      if (!before(b, start)) continue;
      for (const length of lengths(clue[b], far[start])) if (far[start] >= length) left[b + 1][start + length] = 1;
    }
    for (let p = 1; p <= n; p++) if (left[b + 1][p - 1] && may(p - 1, WHITE)) left[b + 1][p] = 1;
  }
  if (!left[k][n]) return null;
  right[k][n] = 1;
  for (let p = n - 1; p >= 0; p--) right[k][p] = right[k][p + 1] && may(p, WHITE) ? 1 : 0;
  const after = (b, end) => (b + 1 < k && gap(b + 1) ? end < n && may(end, WHITE) && right[b + 1][end + 1] : right[b + 1][end]);
  for (let b = k - 1; b >= 0; b--) {
    const far = reach.get(clue[b][1]);
    for (let start = n - 1; start >= 0; start--) {
      const fitting = lengths(clue[b], far[start]).some((length) => far[start] >= length && after(b, start + length));
      right[b][start] = fitting || (right[b][start + 1] && may(start, WHITE)) ? 1 : 0;
    }
  }
  const starts = clue.map(() => []);
  const possible = Array.from({ length: n }, () => new Set());
  for (let at = 0; at < n; at++) {
    if (!may(at, WHITE)) continue;
    for (let b = 0; b <= k; b++) if (left[b][at] && right[b][at + 1]) { possible[at].add(WHITE); break; }
  }
  for (let b = 0; b < k; b++) {
    const far = reach.get(clue[b][1]), longest = new Uint16Array(n + 1);
    for (let start = 0; start < n; start++) {
      if (!before(b, start)) continue;
      const fitting = lengths(clue[b], far[start]).filter((length) => far[start] >= length && after(b, start + length));
      if (fitting.length) { starts[b].push(start); longest[start] = Math.max(...fitting); }
    }
    for (let at = 0, left = 0; at < n; at++) {
      left = Math.max(left - 1, longest[at]);
      if (left > 0) possible[at].add(clue[b][1]);
    }
  }
  return { starts, possible };
}

export function fits(clue, cells) { return analyze(clue, cells) !== null; }

// The blocks of a line whose unknown cells are white.
function blocks(cells) {
  const found = [];
  let last = WHITE;
  for (const cell of cells) {
    const color = cell === UNKNOWN ? WHITE : cell;
    if (color !== WHITE) {
      if (color === last) found[found.length - 1][0]++;
      else found.push([1, color]);
    }
    last = color;
  }
  return found;
}

export function isSolved(clue, cells) {
  const found = blocks(cells);
  return found.length === clue.length && found.every(([length, color], b) => color === clue[b][1] && [0, length].includes(clue[b][0]));
}

// Which blocks are finished: filled, and nowhere else in any filling of the line.
export function finished(clue, cells) {
  if (clue.some(([length]) => !length)) {
    const done = !cells.includes(UNKNOWN) && isSolved(clue, cells);
    return clue.map(() => done);
  }
  const found = analyze(clue, cells);
  return clue.map(([length], b) => found !== null && found.starts[b].length === 1 && !cells.slice(found.starts[b][0], found.starts[b][0] + length).includes(UNKNOWN));
}

// The cells of a line that its clue decides, as [position, color]; null if the clue does not fit.
export function decided(clue, cells) {
  const found = analyze(clue, cells);
  if (found === null) return null;
  const news = [];
  found.possible.forEach((colors, at) => { if (cells[at] === UNKNOWN && colors.size === 1) news.push([at, [...colors][0]]); });
  return news;
}
