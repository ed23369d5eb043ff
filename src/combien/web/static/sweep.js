// The sweep over states in pictures: the states of a layer with their numbers of ways, and those of the next layer, which
// grow as ways to cover the marked cell are found; where two ways give the same state, their numbers are added up.
import { latticeOf, outline } from "./lattice.js";
import { down } from "./state.js";
import { color, svg } from "./svg.js";
import { digits, t } from "./words.js";

// The sweep, and the lines of it that make each step.
export const SWEEP = [
  "def sweep(items):",
  "    layer = Counter({frozenset(): 1})",
  "    for item in items:",
  "        after = Counter()",
  "        for state, n in layer.items():",
  "            if item in state:",
  "                after[state - {item}] += n",
  "                continue",
  "            for way in ways(item, state):",
  "                after[state | way - {item}] += n",
  "        layer = after",
  "    return layer[frozenset()]",
];
// A piece that need not be used has a way without cells, too.
const LINES = { item: [2, 3], move: [4, 5, 6], place: [8, 9], skip: [8, 9], drop: [4, 8], end: [10, 11] };
// States side by side, the room of each, and the rows' distance.
const SHOWN = 6, WIDE = 4, HIGH = 3, ROW = 7.4;

// The steps: an item is reached, a state moves on, a way is placed, a piece stays unused, or a state ends.  `taken` are the arcs until then.
export function stepsOf({ layers, arcs }) {
  const steps = arcs.flatMap((all, k) => {
    const seen = new Set(), found = [{ kind: "item", k, taken: 0 }];
    layers[k].forEach((_, from) => {
      const own = all.flatMap((arc, i) => (arc[0] === from ? [i] : []));
      if (!own.length) found.push({ kind: "drop", k, from, taken: all.filter(([origin]) => origin < from).length });
      for (const i of own) {
        const [, to, way] = all[i], merged = seen.has(to);
        seen.add(to);
        const kind = way >= 0 ? "place" : layers[k][from][0].includes(k) ? "move" : "skip";
        found.push({ kind, k, from, to, way, merged, taken: i + 1 });
      }
    });
    return found;
  });
  return [...steps, { kind: "end", k: arcs.length, taken: 0 }];
}

export class Sweep {
  constructor(state, sweep) {
    Object.assign(this, { board: state, ...sweep, lattice: latticeOf(state), steps: stepsOf(sweep) });
    this.picture = svg("svg", { class: "sweep", role: "img", "aria-label": t("states"), viewBox: `-.2 -.3 ${SHOWN * WIDE + .4} ${ROW + HIGH + 2.6}` });
    this.cells = this.items.map(({ cell }) => (cell ? down(state, [cell])[0] : null));
    const [wide, high] = this.lattice.size(state.width, state.height * state.depth);
    this.scale = Math.min((WIDE - .8) / wide, HIGH / high);
    this.left = wide * this.scale / 2;
  }

  // Draws a step, and returns its words and the lines of the program.
  draw(at) {
    const step = this.steps[at], { kind, k, from, to, way, merged, taken } = step;
    const layer = this.layers[k], arcs = (this.arcs[k] ?? []).slice(0, taken), sums = new Map();
    for (const [origin, target] of arcs) sums.set(target, (sums.get(target) ?? 0n) + BigInt(layer[origin][1]));
    const last = arcs.at(-1)?.[1] ?? 0, page = [from ?? arcs.at(-1)?.[0] ?? 0, last].map((one) => SHOWN * Math.floor(one / SHOWN));
    const slot = (row, i) => [WIDE * (i - page[row] + .5), ROW * row];
    const shown = (row, i) => i >= page[row] && i < page[row] + SHOWN;
    const lines = arcs.filter(([origin, target]) => shown(0, origin) && shown(1, target)).map(([origin, target], i, all) => {
      const [[x, y], [u, v]] = [slot(0, origin), slot(1, target)];
      return svg("path", { class: `branch ${i === all.length - 1 && to !== undefined ? "now" : ""}`, d: `M${x} ${y + HIGH + 1.5}L${u} ${v - .15}` });
    });
    const rows = [layer.map(([, ways]) => ways), [...sums.values()]].flatMap((numbers, row) => [
      ...numbers.flatMap((ways, i) => (shown(row, i) ? [this.state(slot(row, i), this.layers[k + row][i][0], k + row, ways, {
        marked: row === 0 && kind !== "end", laid: row === 0 && i === from && way >= 0 ? this.ways[way] : null,
        look: row === 0 ? (i === from ? "now" : "") : i === to ? (merged ? "now merged" : "now") : "",
      })] : [])),
      ...(numbers.length > SHOWN ? [svg("text", { class: "page", x: SHOWN * WIDE, y: ROW * row + HIGH + 2.1 },
        `${page[row] + 1}–${Math.min(page[row] + SHOWN, numbers.length)} / ${numbers.length}`)] : []),
    ]);
    this.picture.replaceChildren(...lines, ...rows);
    const ways = layer[from ?? 0]?.[1] ?? "0", sum = sums.get(to) ?? 0n;
    const key = kind === "item" && !this.cells[k] ? "sweep-piece" : merged ? "sweep-merge" : `sweep-${kind}`;
    return {
      words: t(key, { n: at + 1, of: this.steps.length, states: layer.length, ways: digits(ways), a: digits(sum - BigInt(ways)), sum: digits(sum) }),
      lines: LINES[kind],
    };
  }

  // A state: the cells behind the sweep, those that are covered ahead of it, the pieces used, and its number of ways.
  state([x, y], held, swept, ways, { marked, laid, look }) {
    const part = (name, cells, more = {}) => (cells.length ? [svg("path", { class: name, d: outline(cells, this.lattice), ...more })] : []);
    const cells = (numbers) => numbers.map((i) => this.cells[i]).filter(Boolean), all = this.cells.map((_, i) => i);
    const used = held.filter((i) => !this.cells[i]).map((i) => this.items[i].piece);
    return svg("g", { class: `state ${look}` },
      svg("g", { transform: `translate(${x - this.left} ${y}) scale(${this.scale})` },
        ...part("ahead", cells(all.filter((i) => i >= swept))), ...part("swept", cells(all.filter((i) => i < swept))),
        ...part("covered", cells(held)), ...(laid ? part("laid", down(this.board, laid.cells), { fill: color(laid.piece) }) : []),
        ...part("mark", marked ? cells([swept]) : [])),
      svg("text", { x, y: y + HIGH + .9 }, digits(ways)),
      ...used.map((piece, i) => svg("rect", { class: "used", x: x - used.length * .2 + i * .4, y: y + HIGH + 1.1, width: .3, height: .3, fill: color(piece) })));
  }
}
