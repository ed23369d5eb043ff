// The editor of a piece: its layers, the solid beside them, its colors, how often it is used and how it may turn.
import { Board } from "./board.js";
import { Inks } from "./inks.js";
import { artMarks, artOf, latticeOf } from "./lattice.js";
import { blocksOf } from "./palette.js";
import { Solid } from "./solid.js";
import { blank, bounds, History, letterOf, mostSide, painted, resized } from "./state.js";
import { color, element } from "./svg.js";
import { t } from "./words.js";

const MOST_TIMES = 99, MOST_ART = 600;
// The sides of an empty grid.
const SIDE = 6, CUBE = 4;
const SIDES = ["width", "height", "depth"];

export class PieceEditor {
  // `save` gets the piece and its number, and returns whether it can be used.
  constructor(dialog, { save }) {
    Object.assign(this, { dialog, save });
    dialog.addEventListener("keydown", (event) => {
      const way = (event.ctrlKey || event.metaKey) && { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
      if (!way || event.target.matches("input")) return;
      event.preventDefault();
      this.step(way);
    });
  }

  // Opens a piece with a number, or an empty grid for a new one, which has the next number.
  open(lattice, piece, number) {
    const cubes = lattice === "cubes";
    Object.assign(this, { lattice, number, history: new History(gridOf(lattice, piece.art)) });
    const button = (id, key, onclick) => element("button", { type: "button", id: `piece-${id}`, textContent: t(key), onclick });
    const canvas = element("div", { id: "piece-canvas" }), frame = element("div", { id: "piece-solid", hidden: !cubes });
    this.board = new Board(canvas, { label: t("piece-board"), describe: (x, y) => this.describe(x, y) });
    this.board.onstroke = (touched, value) => this.change({ ...this.now, cells: painted(this.now.cells, this.now.width, touched, value) });
    this.solid = new Solid(frame, { buttons: true });
    this.inks = new Inks(this.board, { optional: false });
    this.sides = SIDES.slice(0, cubes ? 3 : 2).map((side) => element("input", {
      type: "number", min: 1, max: mostSide(lattice), "data-key": side, "aria-label": t(side), onchange: (event) => this.resize(side, event.target.valueAsNumber),
    }));
    this.brush = element("select", { "aria-label": t("brush"), onchange: () => { this.board.brush = this.brush.value; } },
      ...Object.entries({ paint: "draw", rectangle: "rectangle", fill: "fill" }).map(([key, word]) => new Option(t(word), key)));
    const [low, high] = bounds(piece.times);
    const times = (id, value) => element("input", { id: `piece-${id}`, type: "number", min: 0, max: MOST_TIMES, value: value ?? "", "aria-label": t(`times-${id}`) });
    [this.low, this.high] = [times("low", low), times("high", high)];
    this.high.placeholder = "∞";
    this.turn = element("select", { id: "piece-turn" }, ...["all", "rotations", "none"].map((way) => new Option(t(way === "all" && cubes ? "mirrored" : way), way, false, way === piece.turn)));
    this.name = element("input", { id: "piece-name", maxLength: 12, size: 8, value: piece.name });
    this.note = element("p", { className: "areas", role: "status" });
    this.add = button("add", piece.art ? "use" : "add", () => this.finish());
    this.add.className = "main";
    [this.undo, this.redo] = ["undo", "redo"].map((way) => button(way, way, () => this.step(way)));
    const label = (key, ...fields) => element("label", {}, element("span", { textContent: t(key) }), " ", ...fields);
    this.dialog.replaceChildren(
      element("h2", { id: "piece-title", textContent: piece.art ? t("edit-piece", { name: piece.name || number + 1 }) : t("own") }),
      element("div", { className: cubes ? "sketch solids" : "sketch" }, canvas, frame), this.note,
      element("div", { className: "tools" }, element("span", {}, ...this.sides.flatMap((side, i) => (i ? [" × ", side] : [side]))), this.brush, ...this.inks.frame.children,
        this.undo, this.redo, button("clear", "clear", () => this.change({ ...this.now, cells: "0".repeat(this.now.cells.length) }))),
      element("div", { className: "tools" }, label("name", this.name), label("copies", this.low, " – ", this.high), label("turning", this.turn)),
      element("div", { className: "tools" }, this.add, button("close", "close", () => this.dialog.close())));
    this.draw();
    this.dialog.showModal();
    this.board.svg.focus();
  }

  get now() { return this.history.now; }

  describe(x, y) {
    const { width, height, depth, cells } = this.now, layer = depth > 1 ? `${t("layer", { n: Math.floor(y / height) + 1 })}, ` : "", mark = cells[y * width + x];
    const ink = letterOf(mark) && `, ${t("ink-color", { letter: letterOf(mark).toUpperCase() })}`;
    return layer + t(mark === "0" ? "cell-off" : "cell-on", { x: x + 1, y: y % height + 1 }) + ink;
  }

  change(next) {
    this.history.do(next);
    this.draw();
  }

  step(way) {
    this.history[way]();
    this.draw();
  }

  resize(side, size) {
    const next = resized(this.now, side, size, "0");
    if (next) this.change(next);
    else this.draw();
  }

  // The drawing of the piece; empty without cells.
  get art() {
    const { width, cells } = this.now, { place } = latticeOf(this.now);
    const held = [...cells].map((mark, i) => [place([i % width, Math.floor(i / width)]), mark]).filter(([, mark]) => mark !== "0");
    return held.length ? artOf(held.map(([at]) => at), this.lattice, held.map(([, mark]) => letterOf(mark) || "*")) : "";
  }

  draw() {
    const { width, height, depth, cells } = this.now, { art } = this;
    this.board.show(width, height * depth, cells, latticeOf(this.now));
    this.inks.show(this.now);
    this.sides.forEach((side, i) => { side.value = this.now[SIDES[i]]; });
    if (this.lattice === "cubes") {
      const blocks = art ? blocksOf(art, color(this.number)) : [];
      this.solid.show(blocks, art ? sizeOf(blocks) : [width, height, depth], { edges: true });
    }
    this.undo.disabled = !this.history.past.length;
    this.redo.disabled = !this.history.future.length;
    this.add.disabled = !art || art.length > MOST_ART;
    const held = cells.length - cells.split("0").length + 1;
    this.note.textContent = !art ? t("draw-first") : art.length > MOST_ART ? t("piece-large") : t("piece-cells", { n: held });
  }

  // How often it is used, as in a state: no greatest number is any number of times.
  get times() {
    const most = this.high.value === "" ? null : this.high.valueAsNumber, least = this.low.valueAsNumber || 0;
    if (most === null) return "any";
    const [low, high] = [Math.min(least, most), most].map((n) => Math.max(0, Math.min(MOST_TIMES, Math.round(n))));
    if (low === high) return low;
    return low === 0 && high === 1 ? "maybe" : `${low}-${high}`;
  }

  finish() {
    this.dialog.close();
    this.save({ name: this.name.value.slice(0, 12), art: this.art, times: this.times, turn: this.turn.value }, this.number);
  }
}

const sizeOf = (blocks) => [0, 1, 2].map((axis) => 1 + Math.max(...blocks.flatMap(({ cells }) => cells).map((cell) => cell[axis])));

// A grid with a drawing in a corner, and room beside it; empty without a drawing.
function gridOf(lattice, art) {
  const cubes = lattice === "cubes", side = cubes ? CUBE : SIDE;
  const marked = art ? artMarks(art, lattice) : [];
  if (cubes) {
    const [width, height, depth] = [0, 1, 2].map((axis) => Math.max(side, ...marked.map(([at]) => at[axis] + 1)));
    return drawnOn(blank(width, height, lattice, depth), marked, (at) => latticeOf({ lattice, width, height, depth }).grid(at));
  }
  const grid = latticeOf({ lattice }).grid, highest = Math.min(0, ...marked.map(([at]) => grid(at)[1]));
  // An even way down keeps the shapes of the cells.
  const down = 2 * Math.ceil(-highest / 2), page = (at) => [grid(at)[0], grid(at)[1] + down];
  const [width, height] = [0, 1].map((axis) => Math.max(side, ...marked.map(([at]) => page(at)[axis] + 1)));
  return drawnOn(blank(width, height, lattice), marked, page);
}

function drawnOn(state, marked, page) {
  const cells = Array(state.cells.length).fill("0");
  for (const [at, mark] of marked) {
    const [x, y] = page(at);
    cells[y * state.width + x] = mark === "*" ? "1" : mark;
  }
  return { ...state, cells: cells.join("") };
}
