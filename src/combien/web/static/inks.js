// What a stroke draws: cells, cells that may stay empty, colors, and the images of a stroke under symmetries; and the table of
// the colors that go together.
import { inkOf, LETTERS, lettersIn, pairsOf } from "./state.js";
import { element, INKS } from "./svg.js";
import { t } from "./words.js";

// Symmetries of a box of layers, as images of [x, y, layer] in it.
const mirrors = [0, 1, 2].map((axis) => (at, size) => at.map((one, i) => (i === axis ? size[i] - 1 - one : one)));
const half = ([x, y, z], [wide, high]) => [wide - 1 - x, high - 1 - y, z];
const quarter = ([x, y, z], [, high]) => [high - 1 - y, x, z];
export const IMAGES = {
  none: [], x: [mirrors[0]], y: [mirrors[1]], z: [mirrors[2]], xy: mirrors.slice(0, 2), xyz: mirrors, half: [half],
  quarter: [quarter], corner: [([x, y, z]) => [y, z, x]],
};

// Whether a box has the sides that a symmetry needs.
function suits(key, { lattice, width, height, depth }) {
  if (key === "none") return true;
  if (lattice !== "square" && lattice !== "cubes") return false;
  if (key === "z" || key === "xyz") return lattice === "cubes";
  if (key === "quarter") return width === height;
  return key !== "corner" || (lattice === "cubes" && width === height && height === depth);
}

// The menus beside a board; cells may stay empty on the board, and not in pieces.
export class Inks {
  constructor(board, { optional }) {
    Object.assign(this, { board, optional });
    const menu = (key, onchange) => element("select", { "data-key": key, onchange });
    this.kind = menu("kind", () => this.use());
    this.letter = menu("letter", () => this.use());
    this.images = menu("images", () => this.use());
    this.swatch = element("i", { className: "swatch", "aria-hidden": "true" });
    this.frame = element("div", { className: "tools" }, ...(optional ? [this.kind] : []), this.letter, this.swatch, this.images);
  }

  // Offers what suits a board or a piece.
  show(state) {
    const fill = (menu, label, options) => {
      const chosen = menu.value;
      menu.replaceChildren(...options.map(([key, text]) => new Option(text, key, false, key === chosen)));
      menu.setAttribute("aria-label", t(label));
      menu.title = t(label);
    };
    fill(this.kind, "ink-kind", [["", t("ink-cell")], ["maybe", t("ink-maybe")]]);
    fill(this.letter, "ink-letter", [["", t("ink-plain")], ...[...LETTERS].map((letter) => [letter, t("ink-color", { letter: letter.toUpperCase() })])]);
    fill(this.images, "ink-images", Object.keys(IMAGES).filter((key) => suits(key, state)).map((key) => [key, t(`image-${key}`)]));
    this.use();
  }

  use() {
    const letter = this.letter.value;
    this.board.ink = inkOf(letter, this.optional && this.kind.value === "maybe");
    this.board.images = IMAGES[this.images.value || "none"];
    this.swatch.style.background = INKS[letter] ?? "transparent";
  }
}

// The colors of the pieces and of the board.
export function colorsOf({ cells, pieces }) { return [lettersIn(pieces.map(({ art }) => art).join("")), lettersIn(cells)]; }

// A table of check boxes: which color of a piece may lie on which color of the board.
export function pairTable(state, onchange) {
  const [own, below] = colorsOf(state), pairs = new Set(pairsOf(state));
  const disc = (letter) => {
    const mark = element("b", { className: "swatch", textContent: letter.toUpperCase() });
    mark.style.background = INKS[letter];
    return mark;
  };
  const box = (pair) => element("input", {
    type: "checkbox", checked: pairs.has(pair), "data-key": pair, "aria-label": t("pair", { piece: pair[0].toUpperCase(), board: pair[1].toUpperCase() }),
    onchange: (event) => {
      if (event.target.checked) pairs.add(pair);
      else pairs.delete(pair);
      onchange([...pairs].sort());
    },
  });
  return element("table", {}, element("tr", {}, element("td", { textContent: t("pair-corner") }), ...below.map((letter) => element("th", { scope: "col" }, disc(letter)))),
    ...own.map((letter) => element("tr", {}, element("th", { scope: "row" }, disc(letter)), ...below.map((other) => element("td", {}, box(letter + other))))));
}
