// What is drawn above the cells of the board: pieces, heat, dead cells, the groups of a reason.
import { center, outline } from "./lattice.js";
import { color, svg } from "./svg.js";
import { t } from "./words.js";

const FLIGHT_MS = 350, MOST_FLIGHTS = 120;

export function pieces(placements, names, lattice) {
  return placements.map(({ piece, cells, pinned }) => svg("path", {
    class: pinned ? "piece pinned" : "piece", d: outline(cells, lattice), fill: color(piece), "fill-rule": "evenodd",
    "data-tile": piece, "data-cells": cells.map((cell) => cell.join()).join(" "),
  }, svg("title", {}, names[piece] ?? "")));
}

// Pieces that were not there before fly in from the tray, one after the other.
export function fly(board, before, tray) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const kept = new Set(before), toBoard = board.svg.getScreenCTM()?.inverse();
  const fresh = [...board.layer.querySelectorAll(".piece")].filter((path) => !kept.has(path.dataset.tile + ":" + path.dataset.cells));
  if (!toBoard || fresh.length > MOST_FLIGHTS) return;
  fresh.forEach((path, i) => {
    const from = tray.children[path.dataset.tile]?.getBoundingClientRect(), to = path.getBBox();
    if (!from) return;
    const start = new DOMPoint(from.left + from.width / 2, from.top + from.height / 2).matrixTransform(toBoard);
    const [x, y] = [start.x - to.x - to.width / 2, start.y - to.y - to.height / 2];
    path.animate([{ transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0 }, { opacity: 1, offset: .3 }, { transform: "none" }],
      { duration: FLIGHT_MS, delay: i * FLIGHT_MS / Math.max(6, fresh.length), fill: "backwards", easing: "ease-out" });
  });
}

export function dead(cells, lattice) {
  const half = lattice.name === "triangles" ? .15 : .3;
  return cells.map((cell) => {
    const [x, y] = center(lattice, cell).map((at) => (at - half).toFixed(3));
    return svg("path", { class: "dead", d: `M${x} ${y}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}` });
  });
}

// The cells of a chessboard look like one.
const CHESS = { b: "#4a5058", w: "#ffffff" };

export function groups(all, lattice) {
  return all.flatMap(({ cells, color: number, label }) => [
    ...(number === null ? [] : [svg("path", { class: "piece", d: outline(cells, lattice), fill: CHESS[label] ?? color(number), "fill-rule": "evenodd" })]),
    ...(label && !CHESS[label] ? cells.map((cell) => text(label, number === null ? "label bare" : "label", cell, lattice)) : []),
  ]);
}

function text(words, look, cell, lattice) {
  const [x, y] = center(lattice, cell);
  return svg("text", { class: lattice.name === "triangles" ? `${look} small` : look, x, y }, words);
}

// The most frequent cell is the darkest.
export function heat(cells, lattice) {
  const most = Math.max(...cells.map(([, , share]) => share), 1e-9);
  return [
    ...cells.map(([x, y, share]) => svg("path", { d: outline([[x, y]], lattice), fill: "#f08a24", "fill-opacity": (share / most).toFixed(3), class: "shade" })),
    ...cells.map(([x, y, share]) => text(percent(share), "label bare percent", [x, y], lattice)),
  ];
}

// A share that is not zero is not shown as zero.
const percent = (share) => t("percent", { n: share >= .005 ? Math.round(100 * share) : "<1" });

// The board as a file: the styles that matter are written into it.
export function file(board, solid = null) {
  const copy = board.svg.cloneNode(true);
  copy.querySelector(".cursor")?.remove();
  for (const cell of copy.querySelectorAll(".cell")) {
    cell.setAttribute("fill", cell.classList.contains("on") ? "#ffffff" : "none");
    cell.setAttribute("stroke", cell.classList.contains("on") ? "#8c959f" : "none");
    cell.setAttribute("stroke-width", ".02");
  }
  for (const piece of copy.querySelectorAll(".piece")) {
    piece.setAttribute("stroke", "#3d444d");
    piece.setAttribute("stroke-width", piece.classList.contains("pinned") ? ".13" : ".06");
  }
  for (const mark of copy.querySelectorAll(".dead")) {
    mark.setAttribute("stroke", "#b3261e");
    mark.setAttribute("stroke-width", ".07");
  }
  for (const text of copy.querySelectorAll("text")) {
    if (!text.matches(".layer")) text.setAttribute("font-size", text.matches(".small.percent") ? ".17" : text.matches(".percent") ? ".28" : ".38");
    text.setAttribute("font-family", "sans-serif");
    text.setAttribute("text-anchor", "middle");
    text.setAttribute("dy", ".13");
  }
  const { x, y, width, height } = board.svg.viewBox.baseVal;
  if (!solid) return sized(copy, width, height);
  // The solid stands on the right of the layers.
  const beside = solid.cloneNode(true), side = Math.max(height, width / 2);
  for (const [name, value] of Object.entries({ x: x + width + .5, y, width: side, height })) beside.setAttribute(name, value);
  copy.append(beside);
  copy.setAttribute("viewBox", `${x} ${y} ${width + side + .5} ${height}`);
  return sized(copy, width + side + .5, height);
}

// Any drawing of the page as a file, with its styles as they are seen.
const SEEN = ["fill", "fill-opacity", "stroke", "stroke-width", "font-size", "font-family", "font-weight", "text-anchor", "dominant-baseline"];

export function seen(drawing) {
  const copy = drawing.cloneNode(true), { x, y, width, height } = drawing.viewBox.baseVal;
  const originals = drawing.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((part, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of SEEN) part.setAttribute(name, style.getPropertyValue(name));
  });
  copy.querySelector(".cursor")?.remove();
  copy.prepend(svg("rect", { x, y, width, height, fill: getComputedStyle(document.documentElement).backgroundColor }));
  return sized(copy, width, height);
}

function sized(copy, width, height) {
  for (const name of ["class", "tabindex", "role", "aria-label"]) copy.removeAttribute(name);
  copy.setAttribute("width", Math.round(40 * width));
  copy.setAttribute("height", Math.round(40 * height));
  return new XMLSerializer().serializeToString(copy);
}

export async function png(text) {
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

export function save(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
