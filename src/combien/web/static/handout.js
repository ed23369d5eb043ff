// A sheet for class, which the browser prints or saves as PDF: the empty board, the pieces to cut out to its scale and, on a
// second page, a tiling that was found, or why there is none.  All that it says follows from the board, or was found.
// `rows` of 0 and 1 are the QR code of its address.
import { artPlaces, center, LATTICES, latticeOf, outlineOf } from "./lattice.js";
import { nameOf } from "./palette.js";
import { file, groups, pieces as drawn } from "./picture.js";
import { bounds, down, mayStayEmpty } from "./state.js";
import { color, element, svg } from "./svg.js";
import { digits, t } from "./words.js";

// The width of A4 and letter and the room of the board, in millimeters; the area that board and pieces may fill, as pieces
// lie in rows; the largest cell.  More pieces than the last number are drawn once each, with the number of copies.
const WIDE = 165, HIGH = 110, AREA = 15000, LARGEST = 16, MOST_DRAWN = 100;

// How many copies of each piece suffice, whatever the tiling is: as many as fit into the cells that the least numbers of the
// others leave.  Pinned ones lie on the board.
export function copiesOf({ cells, pieces, pins, lattice }) {
  const count = [...cells].filter((mark) => mark !== "0").length;
  const sizes = pieces.map(({ art }) => artPlaces(art, lattice).length), lows = pieces.map(({ times }) => bounds(times)[0]);
  const least = sizes.reduce((sum, size, i) => sum + size * lows[i], 0);
  return pieces.map(({ times }, i) => {
    const room = Math.floor((count - least + lows[i] * sizes[i]) / sizes[i]), high = bounds(times)[1];
    const most = Math.max(lows[i], high === null ? room : Math.min(high, room));
    return Math.max(0, most - pinsOf(pins, i));
  });
}

// How many copies of a piece must still be placed.
const leastOf = ({ pieces, pins }, i) => Math.max(0, bounds(pieces[i].times)[0] - pinsOf(pins, i));

const pinsOf = (pins, i) => pins.filter(({ piece }) => piece === i).length;

// The sentences of the sheet.  `total` is the number of tilings if it is known, else null; `found` is whether there is one.
export function taskOf(state, copies, { total, found }) {
  const { cells, pieces, pins, lattice } = state, loose = [...cells].some(mayStayEmpty);
  const area = pieces.reduce((sum, { art }, i) => sum + copies[i] * artPlaces(art, lattice).length, 0);
  const open = [...cells].filter((mark) => mark !== "0").length - pins.reduce((sum, pin) => sum + pin.cells.length, 0);
  const spare = loose ? copies.some((many, i) => leastOf(state, i) < many) : area > open;
  const task = total === "0" ? "handout-why" : found ? "handout-title" : "handout-try";
  const rules = [loose && "handout-loose", spare && "handout-spare", pins.length > 0 && "handout-pins", pieces.every(({ turn }) => turn === "all") ? "handout-turns" : "handout-turns-some"].filter(Boolean).map((key) => t(key));
  const counted = total && total !== "0" ? [`${digits(total)} ${t(total === "1" ? "one" : "ways")}${total === "1" ? "" : ` ${t("handout-ways")}`}.`] : [];
  return { title: t(task), text: [...rules, ...counted].join(" "), spare };
}

// `known` has what was found: {total, placements, none}; none is {groups, reason}.
export function printHandout(board, state, known, rows) {
  const copies = copiesOf(state), lattice = latticeOf(state), names = state.pieces.map(nameOf);
  const { title, text, spare } = taskOf(state, copies, { total: known.total, found: known.placements !== null || (known.total ?? "0") !== "0" });
  const { width, height } = board.svg.viewBox.baseVal;
  const together = copies.reduce((sum, many) => sum + many, 0) <= MOST_DRAWN;
  const shapes = state.pieces.flatMap((piece, number) => {
    const least = spare ? leastOf(state, number) : 0;
    const needs = least > 0 && (least === copies[number] ? t("handout-needed") : t("handout-least", { n: least }));
    const one = shape(piece, number, state.lattice, needs, together ? 1 : copies[number]);
    return Array(together ? copies[number] : Math.min(1, copies[number])).fill(one);
  });
  const area = shapes.reduce((sum, { wide, high }) => sum + (wide + .5) * (high + .5), width * height);
  const cell = Math.min(WIDE / width, HIGH / height, Math.sqrt(AREA / area), LARGEST);
  const image = (...parts) => {
    const copy = board.svg.cloneNode(true);
    copy.querySelectorAll(":scope > g")[1].replaceChildren(...parts);
    const img = element("img", { src: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(file({ svg: copy })), alt: "" });
    return sized(img, width, height);
  };
  const sized = (part, wide, high) => {
    Object.assign(part.style, { width: `${wide * cell}mm`, height: `${high * cell}mm` });
    return part;
  };
  const pinned = drawn(state.pins.map((pin) => ({ ...pin, pinned: true })), names, lattice);
  const line = element("p", { className: "names" }, element("span", { textContent: t("name") }), element("span", { textContent: t("date") }));
  const cut = shapes.map(({ drawing, name, wide, high }) =>
    element("figure", {}, sized(drawing.cloneNode(true), wide, high), element("figcaption", { textContent: name })));
  const second = (heading, ...parts) => element("section", {}, element("h2", { textContent: t(heading) }), ...parts);
  const answer = known.total === "0"
    ? second("handout-because", ...(known.none ? [...(known.none.groups.length ? [image(...groups(known.none.groups.map((one) => ({ ...one, cells: down(state, one.cells) })), lattice))] : []), element("p", { textContent: known.none.reason })] : [element("p", { textContent: t("handout-searched") })]))
    : known.placements && second("answers", image(...drawn(known.placements, names, lattice)));
  const sheet = element("div", { id: "sheet" },
    element("section", {}, element("div", { className: "head" }, element("div", {}, line, element("h1", { textContent: title }), element("p", { textContent: text })), ...code(rows)), image(...dots(state, lattice), ...pinned), element("div", { className: "cutouts" }, ...cut)),
    ...(answer ? [answer] : []));
  document.body.append(sheet);
  document.body.classList.add("handout");
  const over = () => {
    document.body.classList.remove("handout");
    sheet.remove();
  };
  addEventListener("afterprint", over, { once: true });
  Promise.all([...sheet.querySelectorAll("img")].map((one) => one.decode())).then(() => window.print(), over);
}

// In cells that may stay empty.
function dots({ cells, width, pins }, lattice) {
  const taken = new Set(pins.flatMap((pin) => pin.cells.map(String)));
  return [...cells].flatMap((mark, i) => {
    const at = [i % width, Math.floor(i / width)];
    if (!mayStayEmpty(mark) || taken.has(String(at))) return [];
    const [cx, cy] = center(lattice, at);
    return [svg("circle", { cx, cy, r: ".1", fill: "#3d444d" })];
  });
}

// With the margin of four squares that a camera needs.
function code(rows) {
  if (!rows.length) return [];
  const squares = rows.flatMap((row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const drawing = svg("svg", { class: "code", viewBox: `-4 -4 ${rows.length + 8} ${rows.length + 8}`, "aria-label": t("code"), role: "img" }, svg("path", { d: squares }));
  drawing.style.width = `${Math.max(24, (rows.length + 8) / 2)}mm`;
  return [drawing];
}

// A piece to cut out, with its name, how it may be turned unless in any way, whether it must be used, and how many are needed
// unless one.
function shape(piece, number, lattice, needs, many) {
  const polygons = artPlaces(piece.art, lattice).map(LATTICES[lattice].points);
  const [xs, ys] = [0, 1].map((axis) => polygons.flat().map((point) => point[axis]));
  const [left, top] = [Math.min(...xs) - .05, Math.min(...ys) - .05];
  const [wide, high] = [Math.max(...xs) + .05 - left, Math.max(...ys) + .05 - top];
  const drawing = svg("svg", { viewBox: `${left} ${top} ${wide} ${high}` }, svg("path", { d: outlineOf(polygons), fill: color(number), stroke: "#3d444d", "stroke-width": ".05", "fill-rule": "evenodd" }));
  const notes = [];
  if (piece.turn !== "all") notes.push(t(`handout-${piece.turn}`));
  if (needs) notes.push(needs);
  if (many > 1) notes.push(t("times", { n: digits(many) }));
  const name = [nameOf(piece, number), ...notes].join(", ");
  return { drawing, name, wide, high };
}
