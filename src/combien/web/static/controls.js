// The buttons, menus and keys of the page, other than those of files.
import { LONG_SECONDS } from "./asks.js";
import { pairTable } from "./inks.js";
import { state, tiling } from "./now.js";
import { preset, SETS } from "./palette.js";
import { Projector } from "./projector.js";
import { blank, MOST_PIECES, mostSide, painted, pinnedAt, resized, SIDES, withBoard } from "./state.js";
import { currentLanguage, keepLanguage, useLanguage } from "./words.js";

const $ = (id) => document.getElementById(id);

// `page` is what they call: the functions of the page, by name.
export function bind({ board, browser, editor, inks, tabs }, page) {
  const { ask, change, changed, fillMenus, openLink, quit, receive, redraw, run, say, showGallery, showHost, showLink, stopped, takeApart } = page;
  const togglePin = (cell) => {
    const next = pinnedAt(state(), tiling.laid, cell);
    if (next) change(next);
  };
  const click = (id, action) => $(id).addEventListener("click", action);
  board.onstroke = (cells, value, brush) => {
    if (brush === "pin") togglePin(cells[0]);
    else if (brush === "pick") browser.choose(cells[0]);
    else change(withBoard(state(), { cells: painted(state().cells, state().width, cells, value) }));
  };
  board.onkey = (event, cell) => {
    if (event.key !== "p") return false;
    togglePin(cell);
    return true;
  };
  for (const radio of document.querySelectorAll("input[name=brush]"))
    radio.addEventListener("change", () => { board.brush = radio.value; });
  $("areas").after(inks.frame);
  inks.frame.id = "inks";
  click("pairs", () => {
    const fill = () => $("pair-table").replaceChildren(pairTable(state(), (allowed) => change({ ...state(), allowed })));
    fill();
    $("pair-dialog").showModal();
  });
  click("pair-close", () => $("pair-dialog").close());
  click("take-apart", takeApart);
  for (const side of SIDES)
    $(side).addEventListener("change", () => {
      const next = resized(state(), side, $(side).valueAsNumber);
      if (next) { change(next); return; }
      $(side).value = state()[side];
      say("size-wrong", { most: mostSide(state().lattice) });
    });
  click("home", (event) => {
    event.preventDefault();
    tabs.open("tiling");
    showGallery();
    showLink();
  });
  click("no-pieces", () => change({ ...state(), pins: [], pieces: [] }));
  click("clear", () => change({ ...state(), pins: [], cells: "0".repeat(state().cells.length) }));
  click("unpin", () => change({ ...state(), pins: [] }));
  for (const way of ["undo", "redo"])
    click(way, () => {
      if (tabs.panel) { tabs.step(way); return; }
      tiling.history[way]();
      changed();
    });
  // A board that is known to have no tiling keeps the reason.
  const asks = (id, seconds, more = () => ({}), asked = () => [id]) =>
    click(id, () => (tiling.none ? receive(tiling.none) : run(asked(), { seconds }, { more: more() })));
  // With the number comes a tiling, if none is shown yet.
  asks("count", LONG_SECONDS, undefined, () => (tiling.placements ? ["count"] : ["count", "first"]));
  asks("upto", LONG_SECONDS);
  asks("next", 600, () => ({ position: tiling.position }));
  asks("sample", 600, () => ({ seed: crypto.getRandomValues(new Uint32Array(1))[0] }));
  asks("heat", 600);
  click("why", () => run(["why"], { seconds: 60 }));
  click("sequence", () => run(["sequence"], { seconds: 600 }, { more: { axis: Number($("axis").value) } }));
  click("search", () => run(["trace"], { seconds: 60 }));
  click("cancel", () => {
    quit();
    stopped();
  });
  click("own-board", () => { showGallery(false); showLink(); board.svg.focus(); });
  click("own-cubes", () => change(preset("3 × 3 × 3")));
  // A board without a number is counted.
  new Projector(() => {
    showGallery(false);
    if (tiling.total === null) run(["first", "count"], { seconds: LONG_SECONDS });
  });
  click("language", () => {
    const next = currentLanguage() === "fr" ? "en" : "fr";
    keepLanguage(next);
    useLanguage(next);
    fillMenus();
    showHost();
    redraw();
    if (tabs.panel) tabs.open(tabs.name);
    else ask();
  });
  $("lattice").addEventListener("change", () => {
    const lattice = $("lattice").value;
    if (lattice === "cubes") { change(preset("3 × 3 × 3")); return; }
    const [set] = Object.values(SETS).filter((one) => (one[1] ?? "square") === lattice && !one[0]().some(({ times }) => times !== "any"));
    change({ ...blank(8, 6, lattice), pieces: set[0]() });
  });
  $("presets").addEventListener("change", () => {
    const name = $("presets").value;
    if (name.startsWith("opened-")) change(tiling.opened[Number(name.slice(7))][1]);
    else if (name === "gallery") showGallery();
    else if (name) change(preset(name));
    $("presets").value = "";
  });
  $("sets").addEventListener("change", () => {
    if ($("sets").value) change({ ...state(), pins: [], pieces: [...state().pieces, ...SETS[$("sets").value][0]()].slice(0, MOST_PIECES) });
    $("sets").value = "";
  });
  click("draw-piece", () => {
    const { lattice, pieces } = state();
    if (pieces.length < MOST_PIECES) editor.open(lattice, { name: "", art: "", times: 1, turn: lattice === "cubes" ? "rotations" : "all" }, pieces.length);
  });
  addEventListener("hashchange", openLink);
}
