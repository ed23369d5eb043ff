// Examples to begin with: pictures with questions, drawn here, before any solver is there.
import { outline } from "./lattice.js";
import { color, element, svg } from "./svg.js";
import { t } from "./words.js";

const PENTOMINOES = "FILNPTUVWXYZ";
const SOLVED = ["YYYYXWWPPP", "ZZYXXXWWPP", "VZFFXTUWUL", "VZZFFTUUUL", "VVVFTTTNNL", "IIIIINNNLL"];
const HEXES = ["..7733341", ".7673441.", ".5566421.", "5562221.."];
// How often the cross lies on a quarter of 6 x 10, in per cent.
const CROSS = [[0, 0, 4, 4, 3], [0, 9, 11, 14, 13], [5, 12, 17, 16, 17]];

// Pieces of a drawing: cells with the same letter.
function solved(rows, letters, lattice = "square") {
  const cells = {};
  rows.forEach((row, y) => [...row].forEach((letter, x) => { if (letters.includes(letter)) (cells[letter] ??= []).push([x, y]); }));
  return Object.entries(cells).map(([letter, own]) => piece(own, color(letters.indexOf(letter)), lattice));
}

const piece = (cells, fill, lattice) => svg("path", { class: "piece", d: outline(cells, lattice), fill });
const square = (x, y, fill) => svg("path", { class: "tint", d: outline([[x, y]]), fill });
const grid = (width, height, draw) => Array.from({ length: width * height }, (_, i) => draw(i % width, Math.floor(i / width)));

// Dominoes in blocks of two: flat or upright.
function blocks(width, height) {
  return grid(width / 2, height / 2, (i, j) => {
    const [x, y, flat] = [2 * i, 2 * j, (i + j) % 2];
    return [0, 1].map((k) => piece(flat ? [[x, y + k], [x + 1, y + k]] : [[x + k, y], [x + k, y + 1]], color(3 * i + 5 * j + 7 * k)));
  }).flat();
}

const CARDS = [
  { name: "count", preset: "6 × 10", asked: ["first", "count"], size: [10, 6], draw: () => solved(SOLVED, PENTOMINOES) },
  { name: "corners", preset: "8 × 8 − 2", asked: ["first"], size: [8, 8],
    draw: () => grid(8, 8, (x, y) => ((x + y) % 14 || x === y ? square(x, y, (x + y) % 2 ? "#ffffff" : "#4a5058") : "")).filter(Boolean) },
  { name: "dominoes", preset: "8 × 8", asked: ["first", "count"], size: [8, 8], draw: () => blocks(8, 8) },
  { name: "heat", preset: "6 × 10", asked: ["first", "heat"], piece: PENTOMINOES.indexOf("X"), size: [10, 6],
    draw: () => grid(10, 6, (x, y) => {
      const share = CROSS[Math.min(y, 5 - y)][Math.min(x, 9 - x)] / 17;
      return svg("g", {}, square(x, y, "#ffffff"), svg("path", { d: outline([[x, y]]), fill: "#f08a24", "fill-opacity": share }));
    }) },
  { name: "hexagons", preset: "⬢ 7 × 4", asked: ["first", "count"], size: [8.6, 3.8], draw: () => solved(HEXES, "1234567", "hexagons") },
  { name: "sequence", preset: "4 × n", asked: ["sequence"], more: { axis: 0 }, size: [12, 4],
    draw: () => [1, 2, 3, 4].map((n, i) => svg("g", { transform: `translate(${n * (n - 1) / 2 + .5 * i} 0)` }, ...grid(n, 4, (x, y) => square(x, y, color(i + 4))))) },
];

export function drawCards(list, onchoose) {
  list.replaceChildren(...CARDS.map((card) => {
    const [width, height] = card.size;
    const drawing = svg("svg", { class: "grid", viewBox: `-.1 -.1 ${width + .2} ${height + .2}`, "aria-hidden": "true" }, ...card.draw());
    return element("li", {}, element("button", { type: "button", id: `card-${card.name}`, onclick: () => onchoose(card) },
      drawing, element("span", { textContent: t(`card-${card.name}`) })));
  }));
}
