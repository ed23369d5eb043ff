// <combien-board>: the page with a board, inside another page.
//
//   <script type="module" src="ADDRESS/embed.js"></script>
//   <combien-board pieces="pentominoes">******/******/******/******/******/******/******/******/******/******</combien-board>
//   <combien-board link="1.WzYs"></combien-board>
//
// The board is drawn with characters, * for a cell, in rows that end with / or with the line (and of cubes in layers from the
// bottom, separated by |), and `pieces` is a set of the page; or `link` is what follows # in a link that the page copied.
// Without both, the page begins with an example.
import { SETS } from "./palette.js";
import { blank, MOST_SIDE, toFragment } from "./state.js";

export function fragmentOf(text, pieces) {
  const layers = text.trim().split("|").map((layer) =>
    layer.trim().split(/[\n/]/).map((row) => row.trim().replace(/[^*]/g, ".").slice(0, MOST_SIDE)).slice(0, MOST_SIDE));
  const wide = Math.max(...layers.flat().map((row) => row.length)), high = Math.max(...layers.map((rows) => rows.length)), set = SETS[pieces];
  if (!set) throw new Error(`pieces="${pieces}": expected one of ${Object.keys(SETS).join(", ")}`);
  const cells = layers.flatMap((rows) => Array.from({ length: high }, (_, y) => (rows[y] ?? "").padEnd(wide, ".").replaceAll("*", "1").replaceAll(".", "0"))).join("");
  const fragment = toFragment({ ...blank(wide, high, set[1], layers.length), cells, pieces: set[0]() });
  if (!fragment) throw new Error("the board is too large for a link");
  return fragment;
}

class CombienBoard extends HTMLElement {
  connectedCallback() {
    const link = this.getAttribute("link") ?? (this.textContent.trim() && fragmentOf(this.textContent, this.getAttribute("pieces") ?? "dominoes"));
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: new URL(link ? `./#${link}` : "./", import.meta.url), title: this.getAttribute("title") ?? "combien", loading: "lazy" });
    Object.assign(frame.style, { border: "0", display: "block", height: "100%", width: "100%", minHeight: "30rem" });
    this.style.display = "block";
    this.replaceChildren(frame);
  }
}

customElements.define("combien-board", CombienBoard);
