// The pieces of the problem: their shapes, how often they are used, how they may turn.
import { artPlaces, LATTICES, outlineOf } from "./lattice.js";
import { color, svg } from "./svg.js";
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

const set = (shapes, times) => Object.entries(shapes).map(([name, art]) => ({ name, art, times, turn: "all" }));
const numbered = (arts) => Object.fromEntries(arts.map((art, i) => [`${i + 1}`, art]));
// [English, French, pieces, lattice], on squares by default.
export const SETS = {
  pentominoes: ["12 pentominoes", "12 pentominos", () => set(PENTOMINOES, 1)],
  tetrominoes: ["5 tetrominoes, any number", "5 tétrominos, à volonté", () => set(TETROMINOES, "any")],
  trominoes: ["2 trominoes, any number", "2 triominos, à volonté", () => set(TROMINOES, "any")],
  dominoes: ["dominoes", "dominos", () => set({ domino: "**" }, "any")],
  squares: ["squares 1 to 3", "carrés de 1 à 3", () => set({ "1": "*", "2": "**/**", "3": "***/***/***" }, "any")],
  hexiamonds: ["12 hexiamonds", "12 hexiamants", () => set(numbered(HEXIAMONDS), 1), "triangles"],
  lozenges: ["lozenges", "losanges", () => set({ lozenge: "**" }, "any"), "triangles"],
  tetrahexes: ["7 tetrahexes", "7 tétrahexes", () => set(numbered(TETRAHEXES), 1), "hexagons"],
  trihexes: ["3 trihexes, any number", "3 trihexes, à volonté", () => set(numbered(TRIHEXES), "any"), "hexagons"],
};

export function drawPalette(list, state, { useless, chosen, onchange, onremove, onchoose }) {
  list.replaceChildren(...state.pieces.map((piece, number) => {
    const name = piece.name || `${number + 1}`;
    const polygons = artPlaces(piece.art, state.lattice).map(LATTICES[state.lattice].points);
    const [xs, ys] = [0, 1].map((axis) => polygons.flat().map((point) => point[axis]));
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const side = Math.max(right - left, bottom - top, state.lattice === "square" ? 3 : 2.5);
    const shape = svg("svg", {
      viewBox: `${(left + right - side) / 2 - .1} ${(top + bottom - side) / 2 - .1} ${side + .2} ${side + .2}`, role: "img", "aria-label": name,
    }, svg("path", { d: outlineOf(polygons), fill: color(number), "fill-rule": "evenodd" }));
    const choose = document.createElement("button");
    choose.append(shape);
    choose.title = name;
    choose.addEventListener("click", () => onchoose(number));
    const item = document.createElement("li");
    item.className = [useless.includes(number) ? "useless" : "", chosen === number ? "chosen" : ""].join(" ").trim();
    const times = select(t("times", { name }), [["1", "1×"], ["maybe", "0–1×"], ["any", "∞"], ...[0, 2, 3, 4, 5, 6, 8, 10].map((n) => [`${n}`, `${n}×`])],
      String(piece.times), (value) => onchange(number, { times: /\d/.test(value) ? Number(value) : value }));
    const turn = select(t("turn", { name }), ["all", "rotations", "none"].map((way) => [way, { all: "↻⇄", rotations: "↻", none: "—" }[way]]),
      piece.turn, (value) => onchange(number, { turn: value }));
    const remove = document.createElement("button");
    remove.textContent = "×";
    remove.setAttribute("aria-label", t("remove", { name }));
    remove.addEventListener("click", () => onremove(number));
    const row = document.createElement("div");
    row.className = "row";
    row.append(times, turn, remove);
    item.append(choose, row);
    return item;
  }));
}

function select(label, options, value, onchange) {
  const element = document.createElement("select");
  element.setAttribute("aria-label", label);
  if (!options.some(([key]) => key === value)) options = [...options, [value, `${value}×`]];
  for (const [key, text] of options) element.append(new Option(text, key, false, key === value));
  element.addEventListener("change", () => onchange(element.value));
  return element;
}
