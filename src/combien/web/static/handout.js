// A sheet for class, which the browser prints or saves as PDF: the empty board, the pieces to cut out to its scale and, on a
// second page, the tiling that is shown.  `rows` of 0 and 1 are the QR code of its address.
import { artPlaces, LATTICES, outlineOf } from "./lattice.js";
import { nameOf } from "./palette.js";
import { file } from "./picture.js";
import { color, element, svg } from "./svg.js";
import { t } from "./words.js";

// The width of A4 and letter and the room of the board, in millimeters; the area that board and pieces may fill, as pieces
// lie in rows; the largest cell; the most copies of a piece.
const WIDE = 165, HIGH = 110, AREA = 15000, LARGEST = 16, MOST_COPIES = 30;

export function printHandout(board, state, ways, rows) {
  const blank = board.svg.cloneNode(true), { width, height } = blank.viewBox.baseVal;
  blank.querySelectorAll("g")[1].replaceChildren();
  const shapes = state.pieces.flatMap((piece, number) => {
    const many = Number(piece.times), one = shape(piece, number, state.lattice);
    return Array(many >= 0 ? Math.min(many, MOST_COPIES) : 1).fill(one);
  });
  const area = shapes.reduce((sum, { wide, high }) => sum + (wide + .5) * (high + .5), width * height);
  const cell = Math.min(WIDE / width, HIGH / height, Math.sqrt(AREA / area), LARGEST);
  const drawn = (text) => element("img", { src: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text), alt: "" });
  const sized = (part, wide, high) => {
    Object.assign(part.style, { width: `${wide * cell}mm`, height: `${high * cell}mm` });
    return part;
  };
  const line = element("p", { className: "names" }, element("span", { textContent: t("name") }), element("span", { textContent: t("date") }));
  const copies = shapes.map(({ drawing, name, wide, high }) =>
    element("figure", {}, sized(drawing.cloneNode(true), wide, high), element("figcaption", { textContent: name })));
  const answer = board.layer.querySelector(".piece") && element("section", {}, element("h2", { textContent: t("answers") }), sized(drawn(file(board)), width, height));
  const sheet = element("div", { id: "sheet" },
    element("section", {}, element("div", { className: "head" }, element("div", {}, line, element("h1", { textContent: t("handout-title") }), element("p", { textContent: ways })), ...code(rows)), sized(drawn(file({ svg: blank })), width, height), element("div", { className: "cutouts" }, ...copies)),
    ...(answer ? [answer] : []));
  document.body.append(sheet);
  document.body.classList.add("handout");
  const over = () => {
    document.body.classList.remove("handout");
    sheet.remove();
  };
  addEventListener("afterprint", over, { once: true });
  Promise.all([...sheet.querySelectorAll("img")].map((image) => image.decode())).then(() => window.print(), over);
}

// With the margin of four squares that a camera needs.
function code(rows) {
  if (!rows.length) return [];
  const squares = rows.flatMap((row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const drawing = svg("svg", { class: "code", viewBox: `-4 -4 ${rows.length + 8} ${rows.length + 8}`, "aria-label": t("code"), role: "img" }, svg("path", { d: squares }));
  drawing.style.width = `${Math.max(24, (rows.length + 8) / 2)}mm`;
  return [drawing];
}

function shape(piece, number, lattice) {
  const polygons = artPlaces(piece.art, lattice).map(LATTICES[lattice].points);
  const [xs, ys] = [0, 1].map((axis) => polygons.flat().map((point) => point[axis]));
  const [left, top] = [Math.min(...xs) - .05, Math.min(...ys) - .05];
  const [wide, high] = [Math.max(...xs) + .05 - left, Math.max(...ys) + .05 - top];
  const drawing = svg("svg", { viewBox: `${left} ${top} ${wide} ${high}` }, svg("path", { d: outlineOf(polygons), fill: color(number), stroke: "#3d444d", "stroke-width": ".05", "fill-rule": "evenodd" }));
  const name = nameOf(piece, number) + (Number(piece.times) >= 0 ? "" : ` (${t(piece.times)})`);
  return { drawing, name, wide, high };
}
