// The drawn problem: a board on a grid, pieces, pins; with undo, and as the fragment of a link.
import { artMarks, artOf, LATTICES, latticeOf } from "./lattice.js";

export const MOST_SIDE = 40;
const MOST_CUBES = 12;
export const SIDES = ["width", "height", "depth"];
const MOST_LINK = 2048;
export const MOST_PIECES = 60;
// Version 2 also names the lattice, which is the square one in version 1, version 3 the number of layers, and version 4 the
// colors that go together.
const VERSIONS = ["1", "2", "3", "4"];

// A state is a plain object that is never changed: {lattice, width, height, depth, cells, pieces, pins, allowed}.
// `depth` is the number of layers, 1 in the plane.  `cells` has a mark for each place, row by row from the top, and of
// cubes layer by layer from the bottom: "0" is no cell, "1" a cell, "2" one that may stay empty, and a letter a cell of this
// color, a capital if it may stay empty.  `allowed` are pairs of colors, of a piece and of the board, that go together;
// null if equal ones do.  A piece is {name, art, times, turn}; `art` has its rows from the top, separated
// by "/"; see lattice.js.  `times` is a number, "any", "maybe" for at most once, or "2-4".  A pin is {piece, cells: [[x, y],
// ...]}, with y counted from the top like everywhere on the page; `question` turns it over for the solver.
export function blank(width, height, lattice = "square", depth = 1) {
  return { lattice, width, height, depth, cells: "1".repeat(width * height * depth), pieces: [], pins: [], allowed: null };
}

export const LETTERS = "abcdefgh";

export function inkOf(letter, optional) {
  if (!letter) return optional ? "2" : "1";
  return optional ? letter.toUpperCase() : letter;
}

export function mayStayEmpty(mark) { return /[2A-H]/.test(mark); }

// The letter of the color of a cell; empty if it has none.
export function letterOf(mark) { return /[a-h]/i.test(mark) ? mark.toLowerCase() : ""; }

// The letters of the colors in a string of marks or a drawing.
export function lettersIn(text) { return [...LETTERS].filter((letter) => text.toLowerCase().includes(letter)); }

// The pairs of colors that go together.
export function pairsOf({ allowed }) { return allowed ?? [...LETTERS].map((letter) => letter + letter); }

export function mostSide(lattice) { return lattice === "cubes" ? MOST_CUBES : MOST_SIDE; }

// The least and the greatest number of uses, which may be null.
export function bounds(times) {
  if (times === "any") return [0, null];
  if (times === "maybe") return [0, 1];
  return typeof times === "number" ? [times, times] : times.split("-").map(Number);
}

export class History {
  constructor(state) { this.past = []; this.now = state; this.future = []; }
  do(state) {
    this.past.push(this.now);
    if (this.past.length > 500) this.past.shift();
    this.now = state;
    this.future = [];
  }
  undo() { if (this.past.length) { this.future.push(this.now); this.now = this.past.pop(); } }
  redo() { if (this.future.length) { this.past.push(this.now); this.now = this.future.pop(); } }
}

export function toFragment(state) {
  const { lattice, width, height, depth, cells, pieces, pins, allowed } = state;
  const packed = [
    width, height, /[^1]/.test(cells) ? cells : "",
    pieces.map((p) => [p.name, p.art, p.times, p.turn]),
    pins.map((pin) => [pin.piece, pin.cells.flat()]),
    ...(lattice !== "square" || allowed ? [lattice] : []), ...(depth > 1 || allowed ? [depth] : []), ...(allowed ? [allowed] : []),
  ];
  return toLink(VERSIONS[packed.length - 5], JSON.stringify(packed));
}

// The end of an address: what it is of, and a text; null if it is too long.
export function toLink(kind, text) {
  const bytes = new TextEncoder().encode(text);
  const link = kind + "." + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return link.length <= MOST_LINK ? link : null;
}

export function fromLink(link) {
  if (link.length > MOST_LINK) throw new Error("length");
  const text = atob(link.slice(link.indexOf(".") + 1).replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(text, (c) => c.charCodeAt(0)));
}

// Throws for anything that this page did not write: a link comes from a stranger.
export function fromFragment(fragment) {
  if (!VERSIONS.some((version) => fragment.startsWith(version + "."))) throw new Error("version");
  const packed = JSON.parse(fromLink(fragment));
  const [width, height, cells, pieces, pins, lattice = "square", depth = 1, allowed = null] = packed;
  const size = { lattice, width, height, depth };
  checkSize(size);
  const state = {
    ...size, cells: cells || "1".repeat(width * height * depth),
    pieces: pieces.map(([name, art, times, turn]) => ({ name, art, times, turn })), allowed,
    pins: pins.map(([piece, flat]) => ({
      piece, cells: Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]),
    })),
  };
  check(state);
  return state;
}

const whole = (n, least, most) => Number.isInteger(n) && n >= least && n <= most;
const wrong = (what) => { throw new Error(what); };

function checkSize({ lattice, width, height, depth }) {
  if (!Object.hasOwn(LATTICES, lattice)) wrong("lattice");
  const most = mostSide(lattice);
  if (![width, height].every((side) => whole(side, 1, most)) || !whole(depth, 1, lattice === "cubes" ? most : 1)) wrong("size");
}

export function check(state) {
  checkSize(state);
  const { lattice, width, height, depth, cells, pieces, pins, allowed } = state;
  if (typeof cells !== "string" || cells.length !== width * height * depth || /[^0-2a-hA-H]/.test(cells)) wrong("cells");
  if (allowed !== null && !(Array.isArray(allowed) && allowed.length <= LETTERS.length ** 2 && allowed.every((pair) => typeof pair === "string" && /^[a-h]{2}$/.test(pair)))) wrong("allowed");
  if (pieces.length > MOST_PIECES) wrong("pieces");
  for (const { name, art, times, turn } of pieces) {
    if (typeof name !== "string" || name.length > 12) wrong("name");
    if (typeof art !== "string" || art.length > 600 || !/^[*a-h./|]+$/.test(art) || !artMarks(art, lattice).length) wrong("art");
    if (lattice !== "cubes" && art.includes("|")) wrong("art");
    const range = typeof times === "string" && /^\d{1,2}-\d{1,2}$/.test(times) && bounds(times)[0] <= bounds(times)[1];
    if (times !== "any" && times !== "maybe" && !whole(times, 0, 99) && !range) wrong("times");
    if (!["none", "rotations", "all"].includes(turn)) wrong("turn");
  }
  for (const { piece, cells: pinned } of pins) {
    if (!whole(piece, 0, pieces.length - 1) || pinned.length > 300) wrong("pins");
    for (const [x, y] of pinned) if (!whole(x, 0, width - 1) || !whole(y, 0, height * depth - 1)) wrong("pins");
  }
}

export function painted(cells, width, touched, value) {
  const changed = [...cells];
  for (const [x, y] of touched) changed[y * width + x] = value;
  return changed.join("");
}

// The board of a text in which * is a cell; null if there is none.
export function fromText(text) {
  const lines = text.split("\n").map((line) => line.replace(/[^*]/g, ".").slice(0, MOST_SIDE));
  while (lines.length && !lines.at(-1).includes("*")) lines.pop();
  while (lines.length && !lines[0].includes("*")) lines.shift();
  const kept = lines.slice(0, MOST_SIDE), width = Math.max(...kept.map((line) => line.length));
  const cells = kept.map((line) => line.padEnd(width, ".")).join("").replaceAll("*", "1").replaceAll(".", "0");
  return kept.length ? { width, height: kept.length, cells } : null;
}

// Another board; pins stay only where there are cells.
export function withBoard(state, changes) {
  const next = { ...state, ...changes }, { width, height, depth, cells } = next;
  return { ...next, pins: next.pins.filter((pin) => pin.cells.every(([x, y]) => x < width && y < height * depth && cells[y * width + x] !== "0")) };
}

// Another size, with the cells and pins that are in both, and others with this mark; null if the size is not one.
export function resized(state, side, size, mark = "1") {
  if (!whole(size, 1, mostSide(state.lattice))) return null;
  const { width, height, depth, cells } = state, next = { width, height, depth, [side]: size };
  const moved = ([x, y]) => [x, y % height, Math.floor(y / height)];
  const inNext = ([x, y, z]) => x < next.width && y < next.height && z < next.depth;
  const pins = state.pins.filter((pin) => pin.cells.every((cell) => inNext(moved(cell))))
    .map((pin) => ({ ...pin, cells: pin.cells.map(moved).map(([x, y, z]) => [x, z * next.height + y]) }));
  return withBoard(state, { ...next, pins, cells: Array.from({ length: next.width * next.height * next.depth }, (_, i) => {
    const x = i % next.width, row = Math.floor(i / next.width), y = row % next.height, z = Math.floor(row / next.height);
    return x < width && y < height && z < depth ? cells[(z * height + y) * width + x] : mark;
  }).join("") });
}

// Pins what lies on a cell, or unpins it.
export function pinnedAt(state, placements, [x, y]) {
  const here = ({ cells }) => cells.some(([i, j]) => i === x && j === y), { pins } = state;
  if (pins.some(here)) return { ...state, pins: pins.filter((pin) => !here(pin)) };
  const one = placements.find(here);
  return one ? { ...state, pins: [...pins, { piece: one.piece, cells: one.cells }] } : null;
}

// The question for the solver, with the cells of the package.
export function question(state, ask, more = {}) {
  const { lattice, width, height, depth, cells, pieces, pins, allowed } = state;
  const { cell, place } = latticeOf(state);
  // On squares the lower left corner of the grid is the origin.
  const up = lattice === "square" ? ([x, y]) => [x, height - 1 - y] : (at) => cell(place(at));
  const held = [...cells].map((mark, i) => [up([i % width, Math.floor(i / width)]), mark]).filter(([, mark]) => mark !== "0");
  const optional = held.filter(([, mark]) => mayStayEmpty(mark)).map(([at]) => at);
  return {
    v: 1, ask, board: { lattice, cells: held.map(([at]) => at), ...colors(held), ...(optional.length ? { optional } : {}) },
    pieces: pieces.map(({ name, art, times, turn }) => {
      const marked = artMarks(art, lattice);
      return {
        name, symmetries: turn, times: times === "any" || typeof times === "number" ? times : bounds(times),
        cells: marked.map(([at]) => cell(at)), ...colors(marked),
      };
    }),
    fixed: pins.map((pin) => ({ piece: pin.piece, cells: pin.cells.map(up) })),
    ...(allowed ? { allowed } : {}), ...more,
  };
}

// The colors of marked cells, if there are any.
function colors(marked) {
  const text = marked.map(([, mark]) => letterOf(mark) || ".").join("");
  return /[^.]/.test(text) ? { colors: text } : {};
}

// Cells of an answer, in the page's coordinates.
export function down(state, cells) {
  if (state.lattice === "square") return cells.map(([x, y, ...rest]) => [x, state.height - 1 - y, ...rest]);
  const { grid, placeOf } = latticeOf(state);
  return cells.map(([a, b, c, ...rest]) => [...grid(placeOf([a, b, c])), ...rest]);
}

// The state of a question's board on squares or of cubes, pieces and pins; the board moves to the corner of the grid.
export function fromDrawn({ board, pieces, fixed = [], allowed = null }) {
  const lattice = board.lattice ?? "square", at = (axis) => board.cells.map((cell) => cell[axis] ?? 0);
  const [lows, highs] = [Math.min, Math.max].map((of) => [0, 1, 2].map((axis) => of(...at(axis))));
  const [width, height, depth] = highs.map((high, axis) => high - lows[axis] + 1);
  const page = (all) => all.map(([x, y, z = 0]) => [x - lows[0], (z - lows[2]) * height + highs[1] - y]);
  const state = { lattice, width, height, depth };
  checkSize(state);
  const cells = Array(width * height * depth).fill("0");
  page(board.cells).forEach(([x, y], i) => { cells[y * width + x] = inkOf(letterOf(board.colors?.[i] ?? ""), false); });
  for (const [x, y] of page(board.optional ?? [])) cells[y * width + x] = inkOf(letterOf(cells[y * width + x]), true);
  const times = (given) => {
    const [low, high] = Array.isArray(given) ? given : given === "any" ? [0, null] : [given, given];
    if (high === null) return "any";
    return low === high ? low : `${low}-${high}` === "0-1" ? "maybe" : `${low}-${high}`;
  };
  Object.assign(state, {
    cells: cells.join(""), allowed,
    pieces: pieces.map((p) => ({ name: p.name, art: artOf(p.cells, lattice, [...(p.colors ?? "")].map((mark) => letterOf(mark) || "*")), times: times(p.times), turn: p.symmetries })),
    pins: fixed.map((pin) => ({ piece: pin.piece, cells: page(pin.cells) })),
  });
  check(state);
  return state;
}
