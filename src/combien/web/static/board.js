// A grid of cells to draw on, with mouse, pen, touch or keyboard.
//
//   const board = new Board(element, {label, describe});
//   board.onstroke = (cells, value, brush) => ...   // at the end of a stroke
//   board.show(width, height, cells, lattice);      // the marks of state.js, row by row; squares by default
//   board.ink = mark; board.images = [...]           // what a stroke draws, and the symmetries it has
//   board.layer.append(...)                          // drawn above the cells, in cells
import { center, inside, LATTICES, neighbors, outline } from "./lattice.js";
import { letterOf, mayStayEmpty } from "./state.js";
import { INKS, svg } from "./svg.js";
import { t } from "./words.js";

export class Board {
  constructor(element, { label, describe = () => "" }) {
    Object.assign(this, { brush: "paint", ink: "1", images: [] });
    this.onstroke = () => {};
    this.describe = describe;
    this.cursor = [0, 0];
    this.svg = svg("svg", { class: "grid", tabindex: "0", role: "application", "aria-label": label });
    this.cellLayer = svg("g");
    this.layer = svg("g");
    this.mark = svg("path", { class: "cursor" });
    this.inkLayer = svg("g", { class: "inks" });
    this.svg.append(this.cellLayer, this.layer, this.inkLayer, this.mark);
    this.speech = document.createElement("p");
    this.speech.className = "hidden";
    this.speech.setAttribute("aria-live", "polite");
    element.replaceChildren(this.svg, this.speech);
    this.svg.addEventListener("pointerdown", (event) => this.begin(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", () => this.end());
    this.svg.addEventListener("pointercancel", () => { this.stroke = null; this.redraw(); });
    // A fast stroke is not a fling, which would swallow the next tap on a button.
    this.svg.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  show(width, height, cells, lattice = LATTICES.square) {
    if (width !== this.width || height !== this.height || lattice.name !== this.lattice.name || lattice.rows !== this.lattice.rows) {
      Object.assign(this, { width, height, lattice });
      const [across, down] = lattice.size(width, height);
      this.cursor = [Math.min(this.cursor[0], width - 1), Math.min(this.cursor[1], height - 1)];
      this.svg.setAttribute("viewBox", `-.1 -.1 ${across + .2} ${down + .2}`);
      this.polygons = [];
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) this.polygons.push(svg("path", { d: outline([[x, y]], lattice), class: "cell" }));
      this.captions = (lattice.captions ?? []).map(([x, y]) => svg("text", { class: "layer", x, y, "font-size": lattice.lettering }));
      this.cellLayer.replaceChildren(...this.polygons, ...this.captions);
    }
    this.cells = cells;
    this.redraw();
  }

  redraw() {
    const shown = this.stroke ? this.painted() : this.cells;
    this.polygons.forEach((polygon, i) => {
      polygon.classList.toggle("on", shown[i] !== "0");
      polygon.classList.toggle("maybe", mayStayEmpty(shown[i]));
    });
    this.inkLayer.replaceChildren(...[...shown].flatMap((mark, i) => (letterOf(mark) ? inked(letterOf(mark), center(this.lattice, this.cellAt(i))) : [])));
    this.captions.forEach((caption, layer) => { caption.textContent = t("layer", { n: layer + 1 }); });
    this.mark.setAttribute("d", outline([this.cursor], this.lattice));
  }

  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const i = this.polygons.findIndex((_, i) => inside(this.lattice, this.cellAt(i), [point.x, point.y]));
    return i < 0 ? null : this.cellAt(i);
  }

  cellAt(i) { return [i % this.width, Math.floor(i / this.width)]; }

  begin(event) {
    const cell = this.at(event);
    if (!cell || event.button > 0) return;
    try { this.svg.setPointerCapture(event.pointerId); } catch { /* A pointer that is gone. */ }
    this.cursor = cell;
    this.startStroke(cell);
    this.redraw();
    event.preventDefault();
    this.svg.focus({ preventScroll: true });
  }

  startStroke(cell) {
    const value = this.cells[cell[1] * this.width + cell[0]] === this.ink ? "0" : this.ink;
    this.stroke = { first: cell, last: cell, value, cells: [cell] };
  }

  move(event) {
    if (!this.stroke) return;
    const cell = this.at(event);
    const { last } = this.stroke;
    if (!cell || (cell[0] === last[0] && cell[1] === last[1]) || this.layerOf(cell) !== this.layerOf(last)) return;
    // A fast pointer skips cells: draw the line between.
    const steps = Math.max(Math.abs(cell[0] - last[0]), Math.abs(cell[1] - last[1]));
    for (let i = 1; i <= steps; i++)
      this.stroke.cells.push([0, 1].map((axis) => Math.round(last[axis] + (cell[axis] - last[axis]) * i / steps)));
    this.stroke.last = this.cursor = cell;
    this.redraw();
  }

  end() {
    if (!this.stroke) return;
    const { value } = this.stroke;
    const cells = this.touched();
    this.stroke = null;
    this.redraw();
    this.onstroke(cells, value, this.brush);
  }

  // A stroke stays in its layer.
  layerOf([, y]) { return this.lattice.rows ? Math.floor(y / this.lattice.rows) : 0; }

  // Whether a stroke chooses a cell and draws nothing.
  get choosing() { return this.brush === "pin" || this.brush === "pick"; }

  // The cells of the current stroke, with their images.
  touched() {
    const touched = this.brushed();
    if (this.choosing || !this.images.length) return touched;
    const rows = this.lattice.rows ?? this.height, size = [this.width, rows, this.height / rows], seen = new Set();
    const queue = touched.map(([x, y]) => [x, y % rows, Math.floor(y / rows)]);
    for (const at of queue) {
      if (seen.has(at.join())) continue;
      seen.add(at.join());
      queue.push(...this.images.map((image) => image(at, size)));
    }
    return [...seen].map((at) => at.split(",").map(Number)).map(([x, y, z]) => [x, z * rows + y]);
  }

  // The cells of the current stroke, by the brush.
  brushed() {
    const { first, last, cells } = this.stroke;
    if (this.choosing) return [first];
    if (this.brush === "rectangle") {
      const all = [];
      for (let y = Math.min(first[1], last[1]); y <= Math.max(first[1], last[1]); y++)
        for (let x = Math.min(first[0], last[0]); x <= Math.max(first[0], last[0]); x++) all.push([x, y]);
      return all;
    }
    if (this.brush === "fill") return this.flooded(last);
    return cells;
  }

  flooded(start) {
    const before = this.cells[start[1] * this.width + start[0]];
    const seen = new Set([start.join()]), queue = [start];
    for (const [x, y] of queue)
      for (const [i, j] of neighbors(this.lattice, [x, y]))
        if (i >= 0 && j >= 0 && i < this.width && j < this.height &&
            this.cells[j * this.width + i] === before && !seen.has(`${i},${j}`)) {
          seen.add(`${i},${j}`);
          queue.push([i, j]);
        }
    return queue;
  }

  painted() {
    if (this.choosing) return this.cells;
    const shown = [...this.cells];
    for (const [x, y] of this.touched()) shown[y * this.width + x] = this.stroke.value;
    return shown.join("");
  }

  key(event) {
    const { rows } = this.lattice, layers = rows ? { PageUp: [0, -rows], PageDown: [0, rows] } : {};
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], ...layers }[event.key];
    if (step) {
      this.cursor = [
        Math.max(0, Math.min(this.width - 1, this.cursor[0] + step[0])),
        Math.max(0, Math.min(this.height - 1, this.cursor[1] + step[1])),
      ];
      if (event.shiftKey) { this.startStroke(this.cursor); this.end(); }
    } else if (event.key === " " || event.key === "Enter") {
      this.startStroke(this.cursor);
      this.end();
    } else if (this.onkey?.(event, this.cursor)) {
      // Handled by the owner.
    } else return;
    event.preventDefault();
    this.redraw();
    this.speech.textContent = this.describe(...this.cursor);
  }
}

// A disc of the color of a cell, with its letter.
function inked(letter, [cx, cy]) {
  return [svg("circle", { cx, cy, r: .22, fill: INKS[letter] }), svg("text", { class: /[gef]/.test(letter) ? "label dark" : "label", x: cx, y: cy }, letter.toUpperCase())];
}
