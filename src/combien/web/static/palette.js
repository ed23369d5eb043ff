// The pieces of the problem: a tray of their shapes, how often they are used, how they may turn.
import { artMarks, artOf, artPlaces, LATTICES, outlineOf } from "./lattice.js";
import { isometric, Solid } from "./solid.js";
import { blank, bounds, letterOf, mayStayEmpty } from "./state.js";
import { color, element, INKS, svg } from "./svg.js";
import { t } from "./words.js";

const PENTOMINOES = {
  F: ".**/**./.*.", I: "*****", L: "*.../****", N: "**../.***", P: "**./***", T: "***/.*./.*.",
  U: "*.*/***", V: "*../*../***", W: "*../**./.**", X: ".*./***/.*.", Y: ".*../****", Z: "**./.*./.**",
};
const TETROMINOES = { I: "****", L: "*../***", O: "**/**", S: ".**/**.", T: ".*./***" };
const TROMINOES = { I: "***", L: "*./**" };
const HEXIAMONDS = [
  "..**/.**./**..", "..*/.**/***", ".****/**...", ".***/**.*", ".***/***.", ".**./****", "..*../.****/...*.",
  "..**/.***/.*..", "..**/.**./.**.", "..*../.****/.*...", "....*/.****/.*...", ".***/.***",
];
const TRIHEXES = ["..*/.*./*..", ".*.*/*...", ".*./*.*"];
const TETRAHEXES = ["...*/..*./.*../*...", "..*.*/.*.../*....", "..*/.*./*.*", "....*/.*.*./*....", ".*.*/*.*.", "....*/.*.*./....*", "..*./...*/*.*."];

const SOMA = { V: "*./**", L: "*../***", T: ".*./***", Z: ".**/**.", A: "*./**|*./..", B: "*./**|../.*", P: "*./**|../*." };
// The pentacubes that are not flat, and the pieces of Bedlam's cube, as the package numbers them.
const PENTACUBES = (
  "../*.|../*.|**/*. ../**|../*.|*./*. *./*.|../*.|../** ../*.|**/*.|../*. ../*.|*./**|../*. ../**|*./*.|../*. " +
  "*./*.|../**|../*. **/*.|../*.|../*. *./**|../*.|../*. ../*.|*./**|*./.. ../**|*./*.|*./.. ../*.|**/*.|.*/.. " +
  "../*.|*./**|../.* *./**|*./*. *./*.|../**|../.* ../*.|.*/**|.*/.. **/*.|../**"
).split(" ");
const BEDLAM = (
  "../*.|../*.|*./** ../*.|../**|.*/.* ../*.|*./**|../.* ./*/.|*/*/*|./*/. ../*.|**/*.|../*. ../*.|*./*.|../** " +
  "../*.|.*/**|.*/.. *..|***|.*. ../*.|../*.|**/*. ../../*.|**/*./*. ../*.|*./**|../*. *..|**.|.** ../**|*./*."
).split(" ");

const set = (shapes, times, turn = "all") => Object.entries(shapes).map(([name, art]) => ({ name, art, times, turn }));
// Cubes are turned, and not made into their mirror images.
const solids = (shapes, times = 1) => set(shapes, times, "rotations");
const numbered = (arts) => Object.fromEntries(arts.map((art, i) => [`${i + 1}`, art]));
// [pieces, lattice], on squares by default.
export const SETS = {
  pentominoes: [() => set(PENTOMINOES, 1)],
  tetrominoes: [() => set(TETROMINOES, "any")],
  trominoes: [() => set(TROMINOES, "any")],
  dominoes: [() => set({ domino: "**" }, "any")],
  squares: [() => set({ "1": "*", "2": "**/**", "3": "***/***/***" }, "any")],
  hexiamonds: [() => set(numbered(HEXIAMONDS), 1), "triangles"],
  lozenges: [() => set({ lozenge: "**" }, "any"), "triangles"],
  tetrahexes: [() => set(numbered(TETRAHEXES), 1), "hexagons"],
  trihexes: [() => set(numbered(TRIHEXES), "any"), "hexagons"],
  soma: [() => solids(SOMA), "cubes"],
  tetracubes: [() => solids({ ...TETROMINOES, A: SOMA.A, B: SOMA.B, P: SOMA.P }), "cubes"],
  flat: [() => solids(PENTOMINOES), "cubes"],
  pentacubes: [() => solids({ ...PENTOMINOES, ...numbered(PENTACUBES) }), "cubes"],
  bedlam: [() => solids(numbered(BEDLAM)), "cubes"],
  dicubes: [() => solids({ "1×1×2": "**" }, "any"), "cubes"],
};

const TIMES = ["1", "maybe", "any", "0", "2", "3", "4", "5", "6", "8", "10"];
const badge = (times) => ({ 1: "", any: "∞", maybe: "0–1" }[times] ?? (typeof times === "number" ? `×${times}` : times.replace("-", "–")));

// A quarter turn about the axis of the layers, or one that brings the front to the bottom.
const TURNS = { "turn-piece": ([x, y, z]) => [-y, x, z], "tip-piece": ([x, y, z]) => [x, -z, y] };

// Boards to begin with: width, height, cells or "", set, layers.
export const rows = (...lines) => lines.join("").replaceAll("*", "1").replaceAll(".", "0");
export const PRESETS = {
  "6 × 10": [10, 6, "", "pentominoes"],
  "3 × 20": [20, 3, "", "pentominoes"],
  "8 × 8 − 4": [8, 8, rows("********", "********", "********", "***..***", "***..***", "********", "********", "********"), "pentominoes"],
  "8 × 8": [8, 8, "", "dominoes"],
  "8 × 8 − 2": [8, 8, rows(".*******", ...Array(6).fill("********"), "*******."), "dominoes"],
  "4 × n": [1, 4, "", "dominoes"],
  "△ 6 × 6": [18, 6, rows(...[6, 5, 4, 3, 2, 1].map((left) => ".".repeat(left) + "*".repeat(12) + ".".repeat(6 - left))), "hexiamonds"],
  "⬢ 7 × 4": [9, 4, rows("..*******", ".*******.", ".*******.", "*******.."), "tetrahexes"],
  "3 × 3 × 3": [3, 3, "", "soma", 3],
  "4 × 4 × 2": [4, 4, "", "tetracubes", 2],
  "5 × 4 × 3": [5, 4, "", "flat", 3],
  "4 × 4 × 4": [4, 4, "", "bedlam", 4],
};

export function preset(name) {
  const [width, height, cells, set, depth] = PRESETS[name], empty = blank(width, height, SETS[set][1], depth);
  return { ...empty, cells: cells || empty.cells, pieces: SETS[set][0]() };
}

// A tray of drawn pieces; a click on one opens a card with its number and its turns.  `onchoose` may take the click.
export class Palette {
  constructor(list, handlers) {
    this.list = list;
    this.handlers = handlers;
    this.card = element("div", { className: "card", popover: "auto", role: "dialog" });
    list.after(this.card);
  }

  draw(state, { useless, chosen }) {
    this.state = state;
    if (this.open !== undefined && !state.pieces[this.open]) this.close();
    this.list.replaceChildren(...state.pieces.map((piece, number) => {
      const name = nameOf(piece, number);
      const choose = element("button", {
        type: "button", title: name, "aria-label": `${name}, ${timesOf(piece.times)}`,
        onclick: () => this.handlers.onchoose?.(number) || this.show(number),
      }, this.shape(piece, number), element("span", { textContent: [name, badge(piece.times)].filter(Boolean).join(" ") }));
      const look = [useless.includes(number) ? "useless" : "", chosen === number ? "chosen" : ""].join(" ").trim();
      return element("li", { className: look }, choose);
    }));
    if (this.open !== undefined) this.fill();
  }

  shape(piece, number) {
    if (this.state.lattice === "cubes") return isometric(blocksOf(piece.art, color(number)));
    const polygons = artPlaces(piece.art, this.state.lattice).map(LATTICES[this.state.lattice].points);
    const [xs, ys] = [0, 1].map((axis) => polygons.flat().map((point) => point[axis]));
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const side = Math.max(right - left, bottom - top, this.state.lattice === "square" ? 3 : 2.5);
    return svg("svg", {
      viewBox: `${(left + right - side) / 2 - .1} ${(top + bottom - side) / 2 - .1} ${side + .2} ${side + .2}`, "aria-hidden": "true",
    }, svg("path", { d: outlineOf(polygons), fill: color(number), "fill-rule": "evenodd" }), ...this.inks(piece));
  }

  inks(piece) {
    return artMarks(piece.art, this.state.lattice).filter(([, mark]) => letterOf(mark))
      .map(([place, mark]) => svg("path", { d: outlineOf([LATTICES[this.state.lattice].points(place)]), fill: INKS[mark] }));
  }

  show(number) {
    this.open = number;
    this.fill();
    this.card.showPopover();
    // Below its piece, and within the window.
    const at = this.list.children[number].getBoundingClientRect(), card = this.card.getBoundingClientRect();
    this.card.style.left = `${Math.max(8, Math.min(at.left, innerWidth - card.width - 8))}px`;
    this.card.style.top = `${at.bottom + card.height + 8 > innerHeight ? Math.max(8, at.top - card.height - 4) : at.bottom + 4}px`;
  }

  close() {
    this.open = undefined;
    if (this.card.matches(":popover-open")) this.card.hidePopover();
  }

  fill() {
    const number = this.open, piece = this.state.pieces[number], name = nameOf(piece, number), cubes = this.state.lattice === "cubes";
    this.card.setAttribute("aria-label", name);
    const focused = this.card.contains(document.activeElement) && document.activeElement.dataset.key;
    const times = select("how-often", TIMES.map((key) => [key, timesOf(key)]), String(piece.times),
      (value) => this.handlers.onchange(number, { times: /^\d+$/.test(value) ? Number(value) : value }));
    const turn = select("turning", ["all", "rotations", "none"].map((way) => [way, t(way === "all" && cubes ? "mirrored" : way)]), piece.turn,
      (value) => this.handlers.onchange(number, { turn: value }));
    const remove = () => { this.close(); this.handlers.onremove(number); };
    this.card.replaceChildren(element("h3", { textContent: name }), ...(cubes ? this.turning(piece, number) : []), times, turn,
      ...["onedit", "onbrowse"].filter((one) => this.handlers[one]).map((one) => element("button", { type: "button", "data-key": one, textContent: t(one), onclick: () => { this.close(); this.handlers[one](number); } })),
      element("button", { type: "button", textContent: t("remove", { name }), onclick: remove }));
    this.card.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  // The piece from all sides, and how it lies.
  turning(piece, number) {
    const marked = artMarks(piece.art, "cubes"), cells = marked.map(([cell]) => cell), frame = element("div");
    const solid = new Solid(frame), view = this.solid?.view;
    if (view) solid.view = view;
    this.solid = solid;
    solid.show(blocksOf(piece.art, color(number)), [0, 1, 2].map((axis) => 1 + Math.max(...cells.map((cell) => cell[axis]))));
    const turns = Object.entries(TURNS).map(([key, move]) => element("button", {
      type: "button", "data-key": key, textContent: t(key), onclick: () => this.handlers.onchange(number, { art: artOf(cells.map(move), "cubes", marked.map(([, mark]) => mark)) }),
    }));
    return [frame, element("div", { className: "tools" }, ...turns)];
  }
}

// The cells of a drawing of cubes by their colors; the others have this one.
export function blocksOf(art, fill) {
  const marked = artMarks(art, "cubes"), marks = [...new Set(marked.map(([, mark]) => mark))];
  return marks.map((mark) => ({ cells: marked.filter(([, own]) => own === mark).map(([cell]) => cell), fill: INKS[letterOf(mark)] ?? fill }));
}

export function nameOf(piece, number) { return piece.name || `${number + 1}`; }

function timesOf(times) {
  if (/-/.test(times)) return t("range", { a: bounds(times)[0], b: bounds(times)[1] });
  return t({ 0: "never", 1: "once", any: "any", maybe: "maybe" }[times] ?? "times", { n: times });
}

function select(key, options, value, onchange) {
  if (!options.some(([option]) => option === value)) options = [...options, [value, timesOf(value)]];
  return element("label", {}, t(key), element("select", { "data-key": key, onchange: (event) => onchange(event.target.value) },
    ...options.map(([option, text]) => new Option(text, option, false, option === value))));
}

// How many cells the board has, how many may stay empty, how many the pieces have, and the words for that.
export function areasOf({ lattice, cells, pieces }) {
  const count = [...cells].filter((cell) => cell !== "0").length, maybe = [...cells].filter(mayStayEmpty).length;
  const free = pieces.some(({ times }) => bounds(times)[0] !== bounds(times)[1]);
  const area = pieces.reduce((sum, p) => sum + (free ? 0 : p.times * artPlaces(p.art, lattice).length), 0);
  const wrong = !free && pieces.length > 0 && (area > count || area < count - maybe);
  return { key: free ? "areas-any" : wrong ? "areas-wrong" : "areas", cells: count, pieces: area, maybe };
}
