// One piece in the plane: draw it, and see how its copies tile the plane, or the coronas around it until they fail.
import { Board } from "./board.js";
import { artPlaces, LATTICES } from "./lattice.js";
import { capital, reasonOf } from "./reasons.js";
import { painted } from "./state.js";
import { element } from "./svg.js";
import { t } from "./words.js";

// A piece with few cells is asked about after each stroke.
const SMALL = 20, SMALL_SECONDS = 5, SECONDS = 60;
const SIZES = { square: [12, 9], hexagons: [10, 9], triangles: [19, 9] };
// [name, lattice, drawing], the first one of a lattice when it is chosen.
export const PRESETS = [
  ["pentomino", "square", "**/**/*."],
  ["heesch-1", "square", "**/*./*./*./**"],
  ["hole", "square", "***/*.*/**."],
  ["anisohedral", "square", "..*./..**/..*./.**./**.."],
  ["heesch-2", "hexagons", ".....*./......*/.....*./*.*.*.."],
  ["triangles", "triangles", "..*.*/.****/.*.**"],
];
let built = null;

export function open(panel, ask, cancel, onchange) {
  built ??= new Plane(panel, ask, cancel, onchange);
  built.translate();
  return built;
}

// The cells of a grid with a drawing near its middle; an even way keeps the shapes of the cells.
export function gridOf(lattice, art) {
  const [width, height] = SIZES[lattice], places = artPlaces(art, lattice).map(LATTICES[lattice].grid);
  const [right, down] = [width, height].map((side, axis) => {
    const at = places.map((place) => place[axis]), low = Math.min(...at), room = side - (Math.max(...at) - low + 1);
    return 2 * Math.round((Math.floor(room / 2) - low) / 2);
  });
  return painted("0".repeat(width * height), width, places.map(([x, y]) => [x + right, y + down]), "1");
}

// The cells of the package of a grid.
export function cellsOf(lattice, cells) {
  const { cell, place } = LATTICES[lattice], [width] = SIZES[lattice];
  return [...cells].flatMap((mark, i) => (mark === "1" ? [cell(place([i % width, Math.floor(i / width)]))] : []));
}

class Plane {
  constructor(panel, ask, cancel, onchange) {
    const [, lattice, art] = PRESETS[0];
    Object.assign(this, { ask, cancel, onchange, lattice, cells: gridOf(lattice, art), event: null });
    this.menu = element("select", { id: "plane-lattice", onchange: () => this.preset(PRESETS.find(([, lattice]) => lattice === this.menu.value)) });
    this.presets = element("select", { id: "plane-presets", onchange: () => this.preset(PRESETS[this.presets.value]) });
    const button = (key, action) => element("button", { id: `plane-${key}`, onclick: action });
    this.buttons = { classify: button("classify", () => this.send(SECONDS)), clear: button("clear", () => this.draw("0".repeat(this.cells.length))), cancel: button("cancel", () => this.stop()) };
    this.buttons.classify.className = "main";
    this.buttons.cancel.disabled = true;
    this.note = element("div", { className: "answer", role: "status" });
    this.picture = element("img", { className: "pane", hidden: true });
    const canvas = element("div", { className: "pane" });
    panel.replaceChildren(element("div", { className: "tools" }, this.menu, this.presets, ...Object.values(this.buttons)), canvas, this.note, this.picture);
    this.board = new Board(canvas, { label: t("plane-board"), describe: (x, y) => this.describe(x, y) });
    this.board.onstroke = (touched, value) => this.draw(painted(this.cells, this.width, touched, value));
    this.show();
  }

  get width() { return SIZES[this.lattice][0]; }

  get state() { return [this.lattice, this.cells]; }

  set state([lattice, cells]) {
    if (!Object.hasOwn(SIZES, lattice)) throw new Error("lattice");
    const [width, height] = SIZES[lattice];
    if (typeof cells !== "string" || cells.length !== width * height || /[^01]/.test(cells)) throw new Error("cells");
    Object.assign(this, { lattice, cells });
    this.show();
    this.check();
  }

  drawing() { return this.event?.svg; }

  translate() {
    this.menu.replaceChildren(...Object.keys(SIZES).map((lattice) => new Option(t(lattice), lattice)));
    this.menu.value = this.lattice;
    this.menu.setAttribute("aria-label", t("cells"));
    this.presets.replaceChildren(new Option(t("examples"), ""), ...PRESETS.map(([name], i) => new Option(t(`tile-${name}`), i)));
    this.presets.setAttribute("aria-label", t("examples"));
    for (const [key, button] of Object.entries(this.buttons)) button.textContent = t(key);
    this.board.svg.setAttribute("aria-label", t("plane-board"));
    if (this.event) this.say(this.event);
    else this.check();
  }

  describe(x, y) { return t(this.cells[y * this.width + x] === "1" ? "cell-on" : "cell-off", { x: x + 1, y: y + 1 }); }

  preset([, lattice, art]) {
    this.lattice = lattice;
    this.draw(gridOf(lattice, art));
  }

  draw(cells) {
    this.state = [this.lattice, cells];
    this.onchange();
  }

  show() {
    this.menu.value = this.lattice;
    this.presets.value = "";
    this.board.show(...SIZES[this.lattice], this.cells, LATTICES[this.lattice]);
  }

  piece() { return cellsOf(this.lattice, this.cells); }

  check() {
    if (this.piece().length <= SMALL) { this.send(SMALL_SECONDS); return; }
    this.stop("plane-ask");
  }

  stop(key = "stopped") {
    this.cancel();
    this.buttons.cancel.disabled = true;
    this.event = null;
    this.picture.hidden = true;
    this.note.textContent = t(key);
  }

  send(seconds) {
    this.event = null;
    this.picture.hidden = true;
    this.note.textContent = t("working");
    this.buttons.cancel.disabled = false;
    this.ask({ v: 1, ask: ["classify"], plane: { lattice: this.lattice, cells: this.piece() }, budget: { seconds } }, (event) => {
      if (["plane", "stopped", "error"].includes(event.event)) this.say(event);
      if (event.event === "done") this.buttons.cancel.disabled = true;
    });
  }

  say(event) {
    this.event = event;
    const text = capital(reasonOf(event));
    this.note.textContent = text.endsWith(".") ? text : `${text}.`;
    this.picture.hidden = !event.svg;
    if (!event.svg) return;
    this.picture.src = `data:image/svg+xml,${encodeURIComponent(event.svg)}`;
    this.picture.alt = t(event.group ? "plane-patch" : "plane-coronas");
  }
}
