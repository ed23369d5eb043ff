// The page: the drawn problem, its questions, and their answers.
import { Answer, paragraph } from "./answer.js";
import { Apart } from "./apart.js";
import { FIRST_SECONDS, LONG_SECONDS, offer } from "./asks.js";
import { Bar } from "./bar.js";
import { Board } from "./board.js";
import { Browser } from "./browse.js";
import { bind } from "./controls.js";
import { PieceEditor } from "./editor.js";
import { Files } from "./files.js";
import { Film } from "./film.js";
import { drawCards } from "./gallery.js";
import { colorsOf, Inks } from "./inks.js";
import { areasOf, nameOf, Palette, preset, PRESETS, SETS } from "./palette.js";
import { LATTICES, latticeOf } from "./lattice.js";
import { forget, hosting, state, tiling } from "./now.js";
import * as picture from "./picture.js";
import { reasonOf } from "./reasons.js";
import { apartBlocks, boxBlocks, Solid } from "./solid.js";
import { check, down, fromFragment, History, letterOf, mayStayEmpty, mostSide, question, SIDES, toFragment } from "./state.js";
import { Tabs } from "./tabs.js";
import { Turns } from "./turns.js";
import { currentLanguage, digits, keptLanguage, t, useLanguage } from "./words.js";

const $ = (id) => document.getElementById(id);
const SHOWN_TERMS = 12;

const answer = new Answer($("answer"));
const bar = new Bar($("bar"));
const film = new Film($("film"), {
  show: (placements, names, cell) => {
    lay(placements, names);
    if (cell) board.layer.append(...picture.dead([cell], latticeOf(state())));
  },
  say: (text) => answer.lines([text, "step"]),
  end: () => showAgain(),
});
const tabs = new Tabs({
  hosted: () => hosting.ready, save: picture.save, onchange: () => showLink(),
  onopen: () => {
    $("projector").hidden = tabs.name !== "tiling";
    showLink();
    if (tabs.name === "tiling" && tiling.ended) ask();
  },
});

// Starting ---------------------------------------------------------------------------------------

const board = new Board($("canvas"), { label: t("board"), describe });
const solid = new Solid($("solid"), { buttons: true });
const inks = new Inks(board, { optional: true });
const editor = new PieceEditor($("piece-dialog"), {
  save: (piece, number) => change({ ...state(), pins: [], pieces: state().pieces.toSpliced(number, 1, piece) }),
});
const browser = new Browser($("browse"), {
  ask: (piece, cell) => run(["placements"], { seconds: 60 }, { quiet: true, more: { piece, cell: cell && question({ ...state(), pieces: [], pins: [{ piece: 0, cells: [cell] }] }, []).fixed[0].cells[0] } }),
  pick: () => {
    board.brush = "pick";
    say("pick-now");
  },
  show: (one) => {
    lay(one ? [one] : [], [], true);
    if (browser.cell) board.layer.append(...picture.dead([browser.cell], latticeOf(state())));
  },
  end: () => showAgain(),
});
const apart = new Apart($("apart"), {
  ask: (asked) => run(asked, { seconds: 600 }, { quiet: asked[0] === "moves", more: { assembly: { lattice: state().lattice, pieces: apart.pieces } } }),
  show: (pieces) => {
    tiling.laid = [];
    const page = pieces.map(({ cells, ...one }) => ({ ...one, cells: down(state(), cells) })), names = Object.fromEntries(pieces.map(({ piece, name }) => [piece, name]));
    if (state().lattice !== "cubes") board.layer.replaceChildren(...picture.pieces(page, names, latticeOf(state())));
    else solid.show(...apartBlocks(state(), pieces));
  },
  end: () => showAgain(),
});
const palette = new Palette($("pieces"), {
  onchange: (number, changes) => change({
    ...state(), pins: [], pieces: state().pieces.map((piece, i) => (i === number ? { ...piece, ...changes } : piece)),
  }),
  onedit: (number) => editor.open(state().lattice, state().pieces[number], number),
  onbrowse: (number) => {
    showGallery(false);
    apart.close();
    browser.begin(state(), number, nameOf(state().pieces[number], number));
  },
  onremove: (number) => {
    tiling.chosen = null;
    change({ ...state(), pins: [], pieces: state().pieces.filter((_, i) => i !== number) });
  },
  // While a heat map is shown, a click chooses its piece.
  onchoose: (number) => {
    if (!tiling.heat || !board.layer.querySelector(".shade")) return false;
    tiling.chosen = number;
    receive({ ...tiling.heat });
    return true;
  },
});

function start() {
  const link = location.hash.slice(1), other = Tabs.has(link);
  tiling.history = new History(preset("6 × 10"));
  if (link && !other) {
    try { tiling.history = new History(fromFragment(link)); } catch { tiling.warning = "bad-link"; }
  }
  useLanguage(keptLanguage());
  fillMenus();
  const page = {
    ask, change, changed, closePanels, currentLink, fillMenus, openLink, quit, receive, redraw, run, say, showGallery, showHost,
    showLink, stopped, takeApart, tell,
  };
  bind({ board, browser, editor, inks, tabs }, page);
  new Files({ board, solid }, page);
  hosting.ready = openHost();
  redraw();
  if (link && !other) showLink();
  // Inside another page there is a board at once.
  else if (self === top) showGallery();
  if (other) openLink();
  if (tiling.warning) say(tiling.warning);
}

async function openHost() {
  const onstatus = (...status) => {
    hosting.status = status;
    showHost();
    if (status[0] === "broken") say("broken", { text: status[1] });
  };
  showHost();
  if (document.querySelector('meta[name="combien-token"]')) {
    const { HttpHost } = await import("./host_http.js");
    hosting.host = new Turns(new HttpHost(onstatus));
    hosting.status = ["local"];
  } else {
    const { keepFiles, WasmHost } = await import("./host_wasm.js");
    await keepFiles();
    hosting.host = new Turns(new WasmHost(onstatus));
  }
  showHost();
  if (tiling.waiting?.asking === state()) run(...tiling.waiting.words);
  else ask();
  return hosting.host;
}

function showHost() {
  const [status, text] = hosting.status;
  $("host").textContent = t(status, { text, mb: 8 });
  $("host").dataset.status = status;
}

function fillMenus() {
  const menu = (element, title, entries) => {
    element.replaceChildren(new Option(title, ""), ...entries.map(([key, text]) => new Option(text, key)));
  };
  menu($("presets"), t("examples"), [...tiling.opened.map(([name], i) => [`opened-${i}`, name]), ["gallery", t("as-pictures")], ...Object.keys(PRESETS).map((key) => [key, key])]);
  menu($("sets"), t("sets"), Object.entries(SETS)
    .filter(([, set]) => (set[1] ?? "square") === state().lattice).map(([key]) => [key, t(`set-${key}`)]));
  $("lattice").replaceChildren(...Object.keys(LATTICES).map((key) => new Option(t(key), key, false, key === state().lattice)));
  $("lattice").setAttribute("aria-label", t("cells"));
  const arrows = { square: ["→", "↑"], cubes: ["→", "↗", "↑"] }[state().lattice] ?? ["→", "↗"];
  $("axis").replaceChildren(...arrows.map((arrow, axis) => new Option(arrow, axis)));
  $("axis").setAttribute("aria-label", t("axis"));
  $("language").textContent = currentLanguage() === "fr" ? "English" : "Français";
  $("language").lang = currentLanguage() === "fr" ? "en" : "fr";
  for (const side of SIDES) $(side).setAttribute("aria-label", t(side));
  board.svg.setAttribute("aria-label", t("board"));
  drawCards($("cards"), ({ preset: name, asked, more, piece }) => {
    change(preset(name));
    tiling.chosen = piece ?? null;
    run(asked, { seconds: LONG_SECONDS }, { more });
  });
}

function showGallery(shown = true) {
  $("gallery").hidden = !shown;
  $("tiling").classList.toggle("choosing", shown);
}

// Changes ------------------------------------------------------------------------------------------

function change(next) {
  check(next);
  tiling.history.do(next);
  changed();
}

function changed() {
  forget();
  closePanels();
  showGallery(false);
  showLink();
  redraw();
  ask();
}

function showLink() {
  const link = currentLink();
  history.replaceState(null, "", location.pathname + location.search + (link ? "#" + link : ""));
}

// Null if it is too long; the examples have none.
function currentLink() {
  if (tabs.panel) return tabs.link();
  return $("gallery").hidden ? toFragment(state()) : "";
}

// Asking -------------------------------------------------------------------------------------------

// Asks what is shown after each stroke: dead cells and a first tiling, under a small budget.
function ask() {
  quit();
  tiling.useless = [];
  mark([]);
  drawPieces();
  if (!/[^0]/.test(state().cells)) { say("empty"); return; }
  if (!state().pieces.length) { say("no-pieces"); return; }
  // What was said is of the board before.
  answer.lines([tiling.warning && t(tiling.warning)]);
  run(["first"], { seconds: FIRST_SECONDS }, { quiet: true });
}

function run(asked, budget, { quiet = false, more = {} } = {}) {
  // It ends a question that is still asked.
  if (bar.shown) stopped();
  film.close();
  if (!asked.includes("placements")) browser.close();
  if (!more.assembly) apart.close();
  if (hosting.status[0] === "loading") say("loading", { mb: 8 });
  const asking = state();
  // Asked when the host is there, unless the board changes before.
  tiling.waiting = hosting.host ? null : { asking, words: [asked, budget, { quiet, more }] };
  if (!hosting.host) return;
  bar.end();
  Object.assign(tiling, { atLeast: "0", terms: "" });
  if (asked.includes("sample") && !tiling.total) say("sampling");
  if (!quiet) bar.begin();
  document.body.dataset.busy = asked.join();
  hosting.host.ask("tiling", question(asking, asked, { budget, ...more }), (event) => {
    if (asking !== state()) return;
    receive(event, asked.join());
    offers();
  });
}

// Ends the question, whose answer would come in the way.
function quit() {
  hosting.host?.cancel("tiling");
  tiling.ended = false;
  bar.end();
  delete document.body.dataset.busy;
}

function receive(event, asked = "") {
  const now = state();
  const names = now.pieces.map(nameOf), lattice = latticeOf(now);
  const placed = () => event.placements.map((one) => ({ ...one, cells: down(now, one.cells), raw: one.cells }));
  switch (event.event) {
    case "problem":
      tiling.useless = event.uselessPieces;
      drawPieces();
      if (event.deadCells.length && !tiling.placements) {
        mark(picture.dead(down(now, event.deadCells), lattice));
        if (tiling.total === null) say("dead");
      }
      break;
    case "first":
      show(placed(), names);
      if (tiling.total === null || asked === "first") sayAgain();
      break;
    case "count": {
      const { value, upTo } = event;
      if (upTo === "none" || value === "0") tiling.total = value;
      if (upTo === "all") answer.number(digits(value), t("shapes"), pinned(now));
      else answer.ways(value, pinned(now));
      if (event.engine) answer.how(event);
      break;
    }
    case "none": {
      // A reason about areas has nothing to draw; the dead cells stay.
      if (event.groups.length)
        mark(picture.groups(event.groups.map((group) => ({ ...group, cells: down(now, group.cells) })), lattice));
      tiling.useless = event.pieces;
      drawPieces();
      Object.assign(tiling, { none: event, total: "0", again: () => receive(event) });
      answer.ways("0", [pinned(now), reasonOf(event)].filter(Boolean).join(" · "), "reason");
      break;
    }
    case "next":
      if (event.placements === null) {
        tiling.position = "";
        tiling.shown = 0;
        sayBeside("last");
      } else {
        tiling.position = event.position;
        show(placed(), names);
        sayBeside("numbered", { n: ++tiling.shown });
      }
      break;
    case "sample":
      show(placed(), names);
      sayBeside("sampled");
      break;
    case "heat": {
      const of = tiling.chosen ?? event.shares[0]?.piece ?? 0;
      const share = event.shares.find((one) => one.piece === of);
      mark(picture.heat(down(now, share?.cells ?? []), lattice));
      tiling.chosen = of;
      drawPieces();
      Object.assign(tiling, { heat: event, total: event.total, again: () => receive(event) });
      sayBeside(event.total === "1" ? "heat-of-one" : "heat-of", { name: names[of], n: digits(event.total) });
      break;
    }
    case "terms":
      tiling.terms = event.terms.slice(0, SHOWN_TERMS).map(digits).join(", ");
      answer.terms(tiling.terms);
      break;
    case "formula":
      answer.terms(tiling.terms, { ...event, proof: reasonOf(event) });
      break;
    case "progress":
      bar.move(event);
      if (/count/.test(asked) && tiling.total === null && event.atLeast !== "0") {
        tiling.atLeast = event.atLeast;
        answer.number(`≥\u202f${digits(event.atLeast)}`, t("ways-so-far"), "", "so-far");
      }
      break;
    case "stopped":
      if (asked === "first" && event.code === "superseded") tiling.ended = true;
      else if (asked === "first" && tiling.total === null && event.code === "budget") say("budget", { s: FIRST_SECONDS });
      else stopped(reasonOf(event));
      break;
    case "placements":
      sayAgain();
      browser.receive(event);
      break;
    case "moves": case "apart":
      apart.receive(event);
      break;
    case "trace":
      film.play(now, event, names);
      break;
    case "export": case "code":
      tiling.written?.(event);
      break;
    case "xmpuzzle":
      picture.save("drawn.xmpuzzle", new Blob([Uint8Array.from(atob(event.data), (one) => one.charCodeAt(0))]));
      break;
    case "error":
      say("error", {}, reasonOf(event));
      break;
    case "done":
      bar.end();
      delete document.body.dataset.busy;
      break;
  }
}

// A tiling.
function show(placements, names) {
  const before = [...board.layer.querySelectorAll(".piece")].map((path) => `${path.dataset.tile}:${path.dataset.cells}`);
  lay(placements, names);
  picture.fly(board, before, $("pieces"));
  tiling.placements = placements;
  tiling.again = () => {
    lay(placements, names);
    sayAgain();
  };
}

// Something else than a tiling.
function mark(parts) {
  tiling.placements = null;
  lay([]);
  board.layer.replaceChildren(...parts);
}

// Placements, of a tiling or not.
function lay(placements, names = [], edges = false) {
  tiling.laid = placements;
  board.layer.replaceChildren(...picture.pieces(placements, names, latticeOf(state())));
  stand(placements, names, edges);
}

// What was shown and said before a panel was opened.
function showAgain() {
  board.brush = brush();
  lay([]);
  (tiling.again ?? sayAgain)();
  offers();
}

function closePanels() { for (const panel of [film, browser, apart]) panel.close(); }

// A box of cubes as a solid.
function stand(placements = [], names = [], edges = false) {
  const { lattice, width, height, depth } = state();
  $("solid").hidden = lattice !== "cubes";
  if (lattice === "cubes") solid.show(boxBlocks(state(), placements, names), [width, height, depth], { edges });
}

const isLoose = () => /[2A-H]/.test(state().cells) || colorsOf(state())[0].length > 0;
function offers() { offer(state(), { total: tiling.total, loose: isLoose(), shown: Boolean(tiling.placements?.length) }); }

// Words --------------------------------------------------------------------------------------------

const say = (...words) => answer.say(...words);

// What is about the open panel, such as its link, is written there.
function tell(key, note = "") {
  if (tabs.panel) tabs.tell(`${t(key)} ${note}`);
  else say(key, {}, note);
}
const pinned = ({ pins }) => (pins.length ? t("rest", { n: pins.length }) : "");

// What is known of the board.
function sayAgain() {
  if (tiling.total !== null) answer.ways(tiling.total, pinned(state()));
  else if (tiling.placements) say("found", {}, tiling.warning && t(tiling.warning));
  else answer.lines();
}

// At the end of a question without an answer: what is known all the same.
function stopped(note = "") {
  if (tiling.terms) $("answer").append(...(note ? [paragraph(note, "note")] : []));
  else if (tiling.total !== null) answer.ways(tiling.total, note || t("stopped"));
  else answer.stopped(tiling.atLeast, note);
}

// The number of the board stays while its tilings are shown.
function sayBeside(key, values = {}) {
  if (tiling.total) answer.ways(tiling.total, t(key, values));
  else say(key, values);
}

function describe(x, y) {
  const { height, depth } = state(), layer = depth > 1 ? `${t("layer", { n: Math.floor(y / height) + 1 })}, ` : "";
  const at = { x: x + 1, y: y % height + 1 };
  const piece = tiling.laid.find((one) => one.cells.some(([i, j]) => i === x && j === y));
  const mark = state().cells[y * state().width + x], on = mark !== "0";
  const ink = (mayStayEmpty(mark) ? `, ${t("ink-maybe")}` : "") + (letterOf(mark) && `, ${t("ink-color", { letter: letterOf(mark).toUpperCase() })}`);
  if (on && piece) return layer + t("cell-piece", { ...at, name: state().pieces[piece.piece]?.name ?? piece.piece + 1 });
  return layer + t(on ? "cell-on" : "cell-off", at) + ink;
}

// Drawing ------------------------------------------------------------------------------------------

function redraw() {
  const { lattice, width, height, depth, cells } = state(), cubes = lattice === "cubes";
  if ($("lattice").value !== lattice) fillMenus();
  const [own, below] = colorsOf(state());
  for (const id of ["save-cmb", "command", "import"]) $(id).disabled = lattice !== "square" || (isLoose() && id !== "import");
  $("pairs").hidden = !own.length || !below.length;
  inks.show(state());
  // Cubes have files of their own, and are not cut out of paper; nor are colors that have to match.
  const inked = own.length > 0 || below.length > 0;
  for (const [id, shown] of [["layers", cubes], ["save-xmpuzzle", cubes], ["handout", !cubes && !inked]]) $(id).hidden = !shown;
  for (const side of SIDES) Object.assign($(side), { value: state()[side], max: mostSide(lattice) });
  $("unpin").hidden = !state().pins.length;
  board.show(width, height * depth, cells, latticeOf(state()));
  drawPieces();
  showAreas();
}

function drawPieces() {
  offers();
  // A stroke on the board leaves them as they are.
  const key = [currentLanguage(), tiling.chosen, ...tiling.useless].join();
  if (tiling.drawn?.pieces === state().pieces && tiling.drawn.key === key) return;
  tiling.drawn = { pieces: state().pieces, key };
  palette.draw(state(), tiling);
}

function showAreas() {
  const { key, cells, pieces, maybe } = areasOf(state());
  $("areas").textContent = cells ? t(key, { cells, pieces }) + (maybe ? ` · ${t("areas-maybe", { n: maybe })}` : "") : t("empty");
  $("areas").classList.toggle("wrong", key === "areas-wrong");
}

// Panels and links ---------------------------------------------------------------------------------

// Opens what the address names: a drawn board, or a puzzle of another tab.
async function openLink() {
  const link = location.hash.slice(1);
  try {
    if (Tabs.has(link)) { await tabs.openLink(link); return; }
    tiling.history.do(fromFragment(link));
    tabs.open("tiling");
    changed();
  } catch { tell("bad-link"); }
}

const brush = () => document.querySelector("input[name=brush]:checked").value;

// The shown tiling, piece by piece.
function takeApart() {
  closePanels();
  const now = state(), lattice = latticeOf(now);
  apart.begin(tiling.placements.map(({ piece, raw }) => ({ piece, cells: raw })), now.pieces.map(nameOf), lattice, (cells) => down(now, cells));
}

start();
