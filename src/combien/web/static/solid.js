// Cubes as a solid that turns, in parallel projection; the first view is the isometric one.
//
// A cube can only hide cubes that are not in front of it along any axis, so painting them in this order needs no further
// test, and layers that are moved apart do not change it.
import { latticeOf } from "./lattice.js";
import { letterOf, mayStayEmpty } from "./state.js";
import { color, element, INKS, svg } from "./svg.js";
import { t } from "./words.js";

const ISOMETRIC = { turn: Math.PI / 4, tilt: Math.atan(Math.SQRT1_2), apart: 0 };
// Radians of a key, and of a pixel.
const STEP = Math.PI / 12, DRAG = .01;
const EMPTY = "#d0d7de", MAYBE = "#f6f8fa";
// How bright faces across x, y and z are, seen from one side of each.
const BRIGHT = [.82, .94, 1.12];

function projection({ turn, tilt }) {
  const [s, c, up, flat] = [Math.sin(turn), Math.cos(turn), Math.sin(tilt), Math.cos(tilt)];
  return ([x, y, z]) => [x * c + y * s, (x * s - y * c) * up - z * flat];
}

// The visible faces of blocks {cells, ...}, from the farthest to the nearest: the block and the cell of each, its axis and side,
// its corners in the picture, and the edges where its block ends or bends.
export function facesOf(blocks, view) {
  const { turn, tilt, apart } = view, project = projection(view);
  const owners = new Map(blocks.flatMap(({ cells }, block) => cells.map((cell) => [cell.join(), block])));
  const toward = [Math.sin(turn) * Math.cos(tilt), -Math.cos(turn) * Math.cos(tilt), Math.sin(tilt)], signs = toward.map((one) => (one > 0 ? 1 : -1));
  const moved = (cell, axis, by) => cell.map((one, i) => (i === axis ? one + by : one));
  const order = blocks.flatMap(({ cells }) => cells).sort((a, b) => {
    const axis = [0, 1, 2].find((one) => a[one] !== b[one]);
    return axis === undefined ? 0 : signs[axis] * (a[axis] - b[axis]);
  });
  return order.flatMap((cell) => [0, 1, 2].flatMap((axis) => {
    const free = (one) => !owners.has(moved(one, axis, signs[axis]).join()) || (apart > 0 && axis === 2);
    if (Math.abs(toward[axis]) < 1e-6 || !free(cell)) return [];
    const block = owners.get(cell.join()), [u, v] = [0, 1, 2].filter((one) => one !== axis);
    const goesOn = (side, by) => {
      const next = moved(cell, side, by);
      return owners.get(next.join()) === block && free(next) && !(apart > 0 && side === 2);
    };
    const corner = (i, j) => {
      const [x, y, z] = moved(moved(moved(cell, axis, signs[axis] > 0 ? 1 : 0), u, i), v, j);
      return project([x, y, z + cell[2] * apart]).map((one) => +one.toFixed(3));
    };
    const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    const rims = [[a, b, v, -1], [b, c, u, 1], [c, d, v, 1], [d, a, u, -1]].filter(([, , side, by]) => !goesOn(side, by));
    return [{ block, cell, axis, sign: signs[axis], corners: [a, b, c, d], rims: rims.map(([from, to]) => [from, to]) }];
  }));
}

function paint(blocks, view) {
  const faces = facesOf(blocks, view);
  const parts = faces.flatMap(({ block, axis, sign, corners, rims }) => {
    const fill = shade(blocks[block].fill, BRIGHT[axis] - (sign > 0 ? 0 : .2));
    return [
      svg("path", { d: `M${corners.join("L")}Z`, fill, stroke: fill, "stroke-width": ".04" }, svg("title", {}, blocks[block].name ?? "")),
      ...(rims.length ? [svg("path", { d: rims.map((ends) => `M${ends.join("L")}`).join(""), stroke: "#3d444d", "stroke-width": ".05", "stroke-linecap": "round" })] : []),
    ];
  });
  return { parts, points: faces.flatMap(({ corners }) => corners) };
}

function shade(fill, bright) {
  const part = (i) => Math.round(Math.min(255, parseInt(fill.slice(1 + 2 * i, 3 + 2 * i), 16) * bright)).toString(16).padStart(2, "0");
  return `#${part(0)}${part(1)}${part(2)}`;
}

// A small drawing of blocks.
export function isometric(blocks) {
  const { parts, points } = paint(blocks, ISOMETRIC);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = Math.max(right - left, bottom - top, 3.2) + .1;
  return svg("svg", { viewBox: `${(left + right - side) / 2} ${(top + bottom - side) / 2} ${side} ${side}`, "aria-hidden": "true" }, ...parts);
}

// A drawing that is turned by dragging it or by arrow keys, and by buttons; with them its layers can be moved apart.
export class Solid {
  constructor(frame, { buttons = false } = {}) {
    this.view = { ...ISOMETRIC };
    this.svg = svg("svg", { class: "solid", tabindex: "0", role: "application" });
    const button = (key, mark, by) => element("button", { type: "button", "data-key": key, textContent: mark, onclick: () => this.turn(by, 0) });
    this.buttons = [button("turn-left", "⟲", STEP), button("turn-right", "⟳", -STEP)];
    this.apart = element("input", { type: "range", min: 0, max: 2, step: .1, value: 0, oninput: () => {
      this.view.apart = this.apart.valueAsNumber;
      this.draw();
    } });
    frame.replaceChildren(this.svg, ...(buttons ? [element("div", { className: "tools" }, ...this.buttons, this.apart)] : []));
    this.svg.addEventListener("pointerdown", (event) => {
      this.last = [event.clientX, event.clientY];
      this.svg.setPointerCapture(event.pointerId);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!this.last) return;
      const [x, y] = this.last;
      this.last = [event.clientX, event.clientY];
      this.turn(DRAG * (x - event.clientX), DRAG * (event.clientY - y));
    });
    for (const end of ["pointerup", "pointercancel"]) this.svg.addEventListener(end, () => { this.last = null; });
    this.svg.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
      if (!by) return;
      event.preventDefault();
      this.turn(...by);
    });
  }

  turn(by, tilted) {
    this.view.turn += by;
    this.view.tilt = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.view.tilt + tilted));
    this.draw();
  }

  // Blocks {cells, fill, name} of a box with these sides, whose edges are drawn if it is not full.
  show(blocks, size, { edges = false } = {}) {
    Object.assign(this, { blocks, size, edges });
    this.svg.setAttribute("aria-label", t("solid"));
    for (const one of this.buttons) for (const name of ["title", "aria-label"]) one.setAttribute(name, t(one.dataset.key));
    for (const name of ["title", "aria-label"]) this.apart.setAttribute(name, t("apart"));
    this.draw();
  }

  draw() {
    const [wide, deep, layers] = this.size, high = layers + (layers - 1) * this.view.apart;
    // Seen from any side, the box is within the same circle about its middle.
    const project = projection(this.view), [x, y] = project([wide / 2, deep / 2, high / 2]), radius = Math.hypot(wide, deep, high) / 2 + .1;
    this.svg.setAttribute("viewBox", `${x - radius} ${y - radius} ${2 * radius} ${2 * radius}`);
    const corners = Array.from({ length: 8 }, (_, i) => [wide, deep, high].map((side, axis) => (i >> axis & 1 ? side : 0)));
    const lines = corners.flatMap((from, i) => [1, 2, 4].filter((bit) => !(i & bit)).map((bit) => `M${project(from)}L${project(corners[i | bit])}`));
    this.svg.replaceChildren(...(this.edges ? [svg("path", { class: "edges", d: lines.join("") })] : []), ...paint(this.blocks, this.view).parts);
  }
}

// What a box of cubes shows: the pieces that are placed, or the empty cells by their marks.
export function boxBlocks(state, placements, names) {
  const { width, cells } = state, { place } = latticeOf(state);
  if (placements.length) return placements.map((one) => ({ cells: one.cells.map(place), fill: color(one.piece), name: names[one.piece] }));
  const marks = [...new Set(cells)].filter((mark) => mark !== "0");
  return marks.map((mark) => ({
    fill: INKS[letterOf(mark)] ?? (mayStayEmpty(mark) ? MAYBE : EMPTY),
    cells: [...cells].flatMap((one, i) => (one === mark ? [place([i % width, Math.floor(i / width)])] : [])),
  }));
}

// Pieces beside the box or in it, and the sides of the box as far as they need it.
export function apartBlocks({ width, height, depth }, pieces) {
  const cells = pieces.flatMap((one) => one.cells);
  const [lows, highs] = [Math.min, Math.max].map((of, end) => [width, height, depth].map((side, axis) => of(...(end ? [side - 1] : [0]), ...cells.map((cell) => cell[axis]))));
  const blocks = pieces.map((one) => ({ name: one.name, fill: color(one.piece), cells: one.cells.map((cell) => cell.map((at, axis) => at - lows[axis])) }));
  return [blocks, highs.map((high, axis) => high - lows[axis] + 1)];
}
