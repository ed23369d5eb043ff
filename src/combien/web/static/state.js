// The drawn problem: a board on a grid, pieces, pins; with undo, and as the fragment of a link.
import { artOf, artPlaces, LATTICES } from "./lattice.js";

export const MOST_SIDE = 40;
const MOST_LINK = 2048;
const MOST_PIECES = 60;
// Version 2 also names the lattice, which is the square one in version 1.
const VERSIONS = ["1", "2"];

// A state is a plain object that is never changed: {lattice, width, height, cells, pieces, pins}.
// `cells` is a string of "0" and "1", row by row from the top.  A piece is {name, art, times, turn};
// `art` has its rows from the top, separated by "/"; see lattice.js.  A pin is {piece, cells: [[x, y], ...]}, with y
// counted from the top like everywhere on the page; `question.js` turns it over for the solver.
export function blank(width, height, lattice = "square") {
  return { lattice, width, height, cells: "1".repeat(width * height), pieces: [], pins: [] };
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
  const { lattice, width, height, cells, pieces, pins } = state;
  const packed = [
    width, height, cells.includes("0") ? cells : "",
    pieces.map((p) => [p.name, p.art, p.times, p.turn]),
    pins.map((pin) => [pin.piece, pin.cells.flat()]),
    ...(lattice === "square" ? [] : [lattice]),
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
  const [width, height, cells, pieces, pins, lattice = "square"] = packed;
  const state = {
    lattice, width, height, cells: cells || "1".repeat(width * height),
    pieces: pieces.map(([name, art, times, turn]) => ({ name, art, times, turn })),
    pins: pins.map(([piece, flat]) => ({
      piece, cells: Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]),
    })),
  };
  check(state);
  return state;
}

export function check(state) {
  const whole = (n, least, most) => Number.isInteger(n) && n >= least && n <= most;
  const wrong = (what) => { throw new Error(what); };
  const { lattice, width, height, cells, pieces, pins } = state;
  if (!Object.hasOwn(LATTICES, lattice)) wrong("lattice");
  if (!whole(width, 1, MOST_SIDE) || !whole(height, 1, MOST_SIDE)) wrong("size");
  if (typeof cells !== "string" || cells.length !== width * height || /[^01]/.test(cells)) wrong("cells");
  if (pieces.length > MOST_PIECES) wrong("pieces");
  for (const { name, art, times, turn } of pieces) {
    if (typeof name !== "string" || name.length > 12) wrong("name");
    if (typeof art !== "string" || art.length > 300 || !/^[*./]*\*[*./]*$/.test(art) || !artPlaces(art, lattice).length) wrong("art");
    if (times !== "any" && times !== "maybe" && !whole(times, 0, 99)) wrong("times");
    if (!["none", "rotations", "all"].includes(turn)) wrong("turn");
  }
  for (const { piece, cells: pinned } of pins) {
    if (!whole(piece, 0, pieces.length - 1) || pinned.length > 300) wrong("pins");
    for (const [x, y] of pinned) if (!whole(x, 0, width - 1) || !whole(y, 0, height - 1)) wrong("pins");
  }
}

export function painted(cells, width, touched, value) {
  const changed = [...cells];
  for (const [x, y] of touched) changed[y * width + x] = value;
  return changed.join("");
}

// Another board; pins stay only where there are cells.
export function withBoard(state, changes) {
  const next = { ...state, ...changes }, { width, height, cells } = next;
  return { ...next, pins: next.pins.filter((pin) => pin.cells.every(([x, y]) => x < width && y < height && cells[y * width + x] === "1")) };
}

// Another size, with the cells that are in both; null if the size is not one.
export function resized(state, side, size) {
  if (!Number.isInteger(size) || size < 1 || size > MOST_SIDE) return null;
  const { width, height, cells } = state, next = { width, height, [side]: size };
  return withBoard(state, { ...next, cells: Array.from({ length: next.width * next.height }, (_, i) => {
    const x = i % next.width, y = Math.floor(i / next.width);
    return x < width && y < height ? cells[y * width + x] : "1";
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
  const { lattice, width, height, cells, pieces, pins } = state;
  const { cell, place } = LATTICES[lattice];
  // On squares the lower left corner of the grid is the origin.
  const up = lattice === "square" ? ([x, y]) => [x, height - 1 - y] : (at) => cell(place(at));
  const board = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (cells[y * width + x] === "1") board.push(up([x, y]));
  return {
    v: 1, ask, board: { lattice, cells: board },
    pieces: pieces.map(({ name, art, times, turn }) => ({
      name, symmetries: turn, times: times === "maybe" ? [0, 1] : times,
      cells: artPlaces(art, lattice).map(cell),
    })),
    fixed: pins.map((pin) => ({ piece: pin.piece, cells: pin.cells.map(up) })),
    ...more,
  };
}

// Cells of an answer, in the page's coordinates.
export function down({ lattice, height }, cells) {
  if (lattice === "square") return cells.map(([x, y, ...rest]) => [x, height - 1 - y, ...rest]);
  const { grid, placeOf } = LATTICES[lattice];
  return cells.map(([a, b, c, ...rest]) => [...grid(placeOf([a, b, c])), ...rest]);
}

// The state of a question's board on squares, pieces and pins; the board moves to the corner of the grid.
export function fromDrawn({ board, pieces, fixed = [] }) {
  const xs = board.cells.map(([x]) => x), ys = board.cells.map(([, y]) => y);
  const left = Math.min(...xs), top = Math.max(...ys);
  const width = Math.max(...xs) - left + 1, height = top - Math.min(...ys) + 1;
  const page = (all) => all.map(([x, y]) => [x - left, top - y]);
  const cells = Array(width * height).fill("0");
  for (const [x, y] of page(board.cells)) cells[y * width + x] = "1";
  const times = (given) => (given === "any" || given[1] === null ? "any" : `${given}` === "0,1" ? "maybe" : given[0] ?? given);
  const state = {
    lattice: "square", width, height, cells: cells.join(""),
    pieces: pieces.map((p) => ({ name: p.name, art: artOf(p.cells), times: times(p.times), turn: p.symmetries })),
    pins: fixed.map((pin) => ({ piece: pin.piece, cells: page(pin.cells) })),
  };
  check(state);
  return state;
}
