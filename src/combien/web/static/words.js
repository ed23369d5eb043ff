// The words of the page.  `t("key", {name: value})` fills in names in braces.  The French ones are in combien/_french.
import { PAGE } from "./french.js";

export const ENGLISH = {
  tagline: ": how many ways?", tilings: "Tilings", nonograms: "Nonogram", sudoku: "Sudoku",
  undo: "Undo", redo: "Redo", share: "Copy link", projector: "Projector (F)", leave: "Leave", gallery: "What would you like to know?", "own-board": "Draw your own board", size: "Size", brush: "Brush", draw: "Draw",
  rectangle: "Rectangle", fill: "Fill", pin: "Pin", clear: "Clear", unpin: "Unpin all",
  count: "How many ways?", upto: "Up to symmetry", why: "Why is it impossible?", next: "Next tiling",
  sample: "Random tiling", heat: "Heat map", pieces: "Pieces", own: "Draw a piece",
  export: "Save and export", command: "Copy the command", import: "Import…", print: "Print",
  "handout-title": "Fill the board with these pieces", "handout-try": "Can you fill the board with these pieces?", "handout-why": "Can the board be filled with these pieces? Why?",
  "handout-because": "Why it cannot be filled", "handout-searched": "All ways were tried: none of them works.", "handout-none": "do not turn or flip", "handout-rotations": "do not flip",
  "handout-turns": "Pieces may be turned and flipped.", "handout-turns-some": "Pieces may be turned and flipped, except where they say otherwise.", "handout-loose": "Cells with a dot may stay empty.",
  "handout-spare": "You need not use all pieces.", "handout-pins": "The pieces on the board stay there.", "handout-least": "at least {n}", "handout-needed": "must be used",
  "handout-ways": "(those that are turned or mirrored count, too)", "remove-all": "Remove all", "tree-legend": "Each level is a piece. Green ring: a tiling was found below; red ring: none.",
  handout: "Handout: board and pieces", code: "QR code of this board", date: "Date", answers: "One answer", name: "Name", add: "Add", close: "Close", use: "Use", cancel: "Stop",
  "import-title": "Draw with characters: * is a cell",
  examples: "Examples…", "as-pictures": "As pictures", sets: "Add a set…",
  areas: "{cells} cells, {pieces} in pieces", "areas-any": "{cells} cells; pieces as often as needed",
  "areas-wrong": "{cells} cells, but the pieces have {pieces}",
  once: "once", maybe: "at most once", any: "any number", never: "not used",
  remove: "Remove {name}", "how-often": "How often", turning: "It may", times: "{n} times",
  none: "neither turn nor flip", rotations: "turn", all: "turn and flip",
  ways: "ways to fill the board", one: "way to fill the board",
  zero: "ways to fill the board", shapes: "ways up to symmetry",
  rest: "with {n} pinned", how: "How it was counted", "counted-in": "Counted by {method}, in {seconds} s.",
  "method-search": "a search that tries every placement", "method-sweep": "a sweep across the board that counts the states of its edge",
  "method-memo": "a search that remembers what it has counted", "method-orbits": "a search up to symmetry", "method-zdd": "a diagram that holds all tilings",
  "method-fkt": "a determinant", "method-tree": "parts of the board, one by one", percent: "{n}%",
  found: "It can be filled. How many ways are there?", working: "Working…",
  "at-least": "at least {n} so far", "ways-so-far": "ways found so far", "ways-stopped": "ways at least; then it was stopped", stopped: "Stopped.",
  "size-wrong": "A side is a whole number from 1 to {most}.",
  budget: "No answer yet within {s} s. Ask “How many ways?” to go on.",
  loading: "Loading the solver (once, {mb} MB)… You can draw already.",
  ready: "Ready. Everything runs in this page; nothing is sent anywhere.",
  local: "Ready. The solver runs on this computer.", broken: "The solver could not be loaded: {text}",
  copied: "Copied to the clipboard.", "not-copied": "Copy this:", "not-drawn": "There is no picture yet: solve it first.", "long-link": "This board is too large for a link.",
  "link-local": "Only this computer can open this link, while combien web runs.",
  "bad-link": "The link could not be read, so an example is shown.",
  "cell-on": "row {y}, column {x}: cell", "cell-off": "row {y}, column {x}: empty",
  "cell-piece": "row {y}, column {x}: piece {name}", board: "The board: arrow keys move, space draws",
  "heat-of": "How often {name} lies on each cell, of {n} tilings", "heat-of-one": "Where {name} lies in the only tiling", "last": "That was the last one. Starting again.",
  numbered: "Tiling number {n}", sampling: "Counting all tilings, so that each is equally likely…", sampled: "A random tiling, each equally likely",
  empty: "Draw a board: drag over the grid.", "no-pieces": "Choose pieces: “Add a set…”, or draw one.",
  dead: "The marked cells cannot be covered.",
  minutes: "{a} to {b} left", width: "Width", height: "Height",
  "nonogram-help": "Type clues, one line each, numbers with spaces; draw a picture; or drop a photo or a file here.",
  "open-file": "Open a photo or file", "no-image": "The image could not be read.", "file-large": "A file has at most {most} kB.",
  rows: "Rows", columns: "Columns", solve: "Solve", hint: "Hint", "from-picture": "Draw the picture",
  unique: "Exactly one solution.", several: "More than one solution: two of them differ in the marked cells.",
  unsolvable: "No solution.", unknown: "Undecided within the time limit.",
  "sudoku-help": "Type digits; arrow keys move.", "sudoku-one": "Exactly one solution.",
  "sudoku-twice": "{digit} is twice in {unit}.", "unit-row": "row {n}", "unit-column": "column {n}", "unit-box": "box {n}",
  "not-a-number": "{side}, line {n}: “{word}” is not a number.", "sudoku-several": "More than one solution.", "sudoku-none": "No solution.", play: "Play",
  cells: "Cells", square: "Squares", hexagons: "Hexagons", triangles: "Triangles", cubes: "Cubes", layer: "Layer {n}", depth: "Layers",
  "own-cubes": "Build with cubes", solid: "The solid: arrow keys turn it", "turn-left": "Turn left", "turn-right": "Turn right", apart: "Layers apart",
  mirrored: "turn and be mirrored", "turn-piece": "Turn it", "tip-piece": "Tip it over", range: "{a} to {b} times",
  sweep: "The sweep over states", states: "The states with their numbers of ways, and those of the next layer",
  "sweep-item": "{n}/{of}: the marked cell; states: {states}", "sweep-piece": "{n}/{of}: is this piece used? States: {states}", "sweep-move": "{n}/{of}: covered already; ways that go on: {ways}",
  "sweep-place": "{n}/{of}: one way to cover it gives a new state; ways: {ways}", "sweep-merge": "{n}/{of}: the same state again: {a} + {ways} = {sum} ways",
  "sweep-skip": "{n}/{of}: this piece may stay unused; ways that go on: {ways}",
  "sweep-drop": "{n}/{of}: no way to cover it; ways that end here: {ways}", "sweep-end": "{n}/{of}: all is covered; ways: {ways}",
  "open-burr": "Open a BurrTools file", "opened-many": "The other problems of the file are under “Examples…”.",
  search: "Show the search", pause: "Pause", back: "Back", step: "Step", speed: "Speed", tree: "The tree of what was tried", program: "Algorithm X",
  "step-choose": "{n}/{of}: the marked cell; ways to cover it: {choices}",
  "step-piece": "{n}/{of}: a piece; ways to place it: {choices}",
  "step-try": "{n}/{of}: one of them, at depth {depth}", "step-leave": "{n}/{of}: no more of them",
  plane: "Plane", classify: "Does it tile the plane?", "plane-ask": "Ask with “Does it tile the plane?”.", "plane-board": "The piece: arrow keys move, space draws",
  "plane-patch": "A part of the tiling", "plane-coronas": "The piece with its coronas",
  puzzles: "Puzzles", "how-many": "How many solutions?", solutions: "{n} solutions", "one-solution": "One solution", "solution-of": "A solution, in {ms} ms",
  sequence: "Repeat the board", axis: "Direction in which the board is repeated",
  terms: "{terms}, …", "terms-of": "Ways to fill n copies of the board, n = 0, 1, 2, …, with any number of each piece:",
  "long-recurrence": "A recurrence of order {order}", growth: "Each copy multiplies the number by about {growth}.", proved: "Proved: {proof}.",
  "card-count": "How many ways do the 12 pentominoes fill 6 × 10?", "card-corners": "Can dominoes cover a chessboard without two opposite corners?",
  "card-dominoes": "How many ways do 32 dominoes cover a chessboard?", "card-heat": "Where does the cross lie most often, among all tilings?",
  "card-hexagons": "Do the seven tetrahexes fill a parallelogram?", "card-sequence": "4 × 1, 4 × 2, 4 × 3, 4 × 4 by dominoes: 1, 5, 11, 36, and then?",
  "ink-kind": "What to draw", "ink-cell": "cell", "ink-maybe": "may stay empty", "ink-letter": "Color of the cells", "ink-plain": "no color", "ink-color": "color {letter}",
  "ink-images": "Symmetry of what you draw", "image-none": "no symmetry", "image-x": "left and right", "image-y": "front and back", "image-z": "top and bottom",
  "image-xy": "two mirrors", "image-xyz": "three mirrors", "image-half": "half turn", "image-quarter": "quarter turns", "image-corner": "about a corner",
  pairs: "Colors that go together", "pair-corner": "piece \\ board", pair: "color {piece} of a piece on color {board} of the board", "pair-note": "A cell without a color goes with every color.",
  "areas-maybe": "{n} may stay empty", onedit: "Edit", onbrowse: "Its placements", "edit-piece": "Piece {name}", "piece-board": "The piece: arrow keys move, space draws", copies: "Copies",
  "times-low": "Least number of copies", "times-high": "Greatest number of copies; empty for any number", "draw-first": "Draw a piece: drag over the grid.", "piece-large": "The piece is too large.", "piece-cells": "Cells: {n}",
  "placements-of": "Placements of {name}", "placement-number": "Number of the placement", placement: "Placement {n} of {of}", "placement-kind": "Kind {n} of {of}; {all} placements", "no-placement": "No placement",
  "on-cell": "on the marked cell", "pick-cell": "On a cell…", "any-cell": "On any cell", "pick-now": "Click on a cell of the board.", "one-of-each": "One of each kind",
  orbit: "kind {n} of {of}, up to symmetry", "orbit-first": "tried up to symmetry", "orbit-other": "an image of an earlier one", removed: "in no tiling, as reduction shows",
  "take-apart": "Take it apart", "apart-first": "First show a tiling.", "no-tiling": "There is no tiling.", "apart-level": "It comes apart; level {level}.", "apart-not": "It does not come apart by straight moves.", "apart-partly": "Not all pieces come apart by straight moves; level {level}.",
  "apart-done": "All pieces are apart.", "move-out": "out", shortest: "Shortest way", part: "Part", "moves-now": "Moves that are possible now:", "moves-none": "No piece can move straight.", "moves-done": "Moves made",
  "step-stuck": "{n}/{of}: a dead end", "step-found": "{n}/{of}: tiling number {number}",
  // Sets of pieces, and pieces of the plane.
  "set-pentominoes": "12 pentominoes", "set-tetrominoes": "5 tetrominoes, any number", "set-trominoes": "2 trominoes, any number",
  "set-dominoes": "dominoes", "set-squares": "squares 1 to 3", "set-hexiamonds": "12 hexiamonds", "set-lozenges": "lozenges",
  "set-tetrahexes": "7 tetrahexes", "set-trihexes": "3 trihexes, any number", "set-soma": "7 pieces of the Soma cube",
  "set-tetracubes": "8 tetracubes", "set-flat": "12 solid pentominoes", "set-pentacubes": "29 pentacubes", "set-bedlam": "13 pieces of Bedlam’s cube",
  "set-dicubes": "blocks 1 × 1 × 2",
  "tile-pentomino": "P pentomino", "tile-heesch-1": "Heptomino with Heesch number 1", "tile-hole": "Heptomino with a hole",
  "tile-anisohedral": "Anisohedral octomino", "tile-heesch-2": "6 hexagons with Heesch number 2",
  "tile-triangles": "Anisohedral piece of 9 triangles",
  // Puzzles whose title in their module says more than the page has; settings.
  "title-sudoku": "Empty sudokus, also X and jigsaw",
  "setting-stars": "Stars", "setting-size": "Size", "setting-torus": "On a torus", "setting-extremes": "Corners of diagonals too",
  "setting-order": "Order of the items", "setting-x": "Diagonals too", "setting-box": "Box, as in 3x2", "setting-reduced": "Reduced",
  "setting-diagonals": "Diagonals too", "setting-transversal": "Transversals", "setting-skolem": "Skolem sequences",
  "setting-parts": "Sizes of parts", "setting-graph": "Graph", "setting-colors": "Colors", "setting-points": "Points",
  "setting-block": "Points of a block", "setting-strength": "Strength", "setting-times": "Times", "setting-girls": "Girls",
  "setting-settled": "First day given", "setting-guards": "Guards", "setting-men": "Pieces", "setting-marks": "Marks", "setting-length": "Length",
  "setting-sum": "Sum", "setting-base": "Base", "setting-double": "Other words down", "setting-words": "Words", "setting-board": "Board",
  "setting-backwards": "Backwards too", "setting-pips": "Most pips", "setting-deal": "Deal", "setting-tiles": "Tiles", "setting-border": "Border",
  "setting-turn": "Tiles may turn", "setting-cubes": "Cubes", "setting-sides": "Sides", "setting-first": "First leg", "setting-second": "Second leg",
  "setting-pyth": "Triangle", "setting-laid": "Squares given", "setting-diagonal": "Diagonal too",
};

const LANGUAGES = { en: ENGLISH, fr: PAGE };
let language = "en";

export function t(key, values = {}) {
  const text = LANGUAGES[language][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export function currentLanguage() { return language; }

// Numbers with the thousands separators of the language; counts are strings of digits.
export function digits(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, language === "fr" ? "\u202f" : ",");
}

export function setLanguage(name) { language = name in LANGUAGES ? name : "en"; }

export function useLanguage(name) {
  setLanguage(name);
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
}

// The language that was chosen last, otherwise that of the browser.
export function keptLanguage() {
  try {
    const kept = localStorage.getItem("language");
    if (kept) return kept;
  } catch { /* Private windows may have none. */ }
  return navigator.language.startsWith("fr") ? "fr" : "en";
}

export function keepLanguage(name) {
  try { localStorage.setItem("language", name); } catch { /* Private windows may not keep it. */ }
}

// A name of the package in the language; itself if there is no word for it, as for those of plug-ins.
export function named(kind, name, english = name) { return LANGUAGES[language][`${kind}-${name}`] ?? english; }
