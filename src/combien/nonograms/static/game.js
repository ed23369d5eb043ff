// A game: a table of cells with its tools, by mouse, touch and keyboard, in French and English.
import { GAME } from "./french.js";
import { UNKNOWN, WHITE, decided, finished, fits, isSolved } from "./rules.js";

export const WORDS = {
  en: {
    undo: "Undo", redo: "Redo", hint: "Hint", check: "Check", clear: "Clear", colors: "Colors", actions: "Actions",
    solved: "Solved!", white: "white", black: "black", empty: "empty", and: " and ",
    board: "Nonogram, {rows} × {columns}", row: "Row {n}", column: "Column {n}", cell: "row {row}, column {column}: {color}",
    "wrong-one": "One cell is wrong.", wrong: "{n} cells are wrong.", unfit: "{line}: its blocks no longer fit.",
    right: "No mistake found, {n} cells are empty.", "right-one": "No mistake found, one cell is empty.",
    stuck: "No line gives more by itself: assume a color for a cell and see whether a line fails.",
    "decides-one": "{line}: its clue decides one more cell ({colors}).", decides: "{line}: its clue decides {n} more cells ({colors}).",
    keys: "Mouse or finger: draw with the chosen color; the right button draws white, and a second time erases. Keys: arrows move, Space fills, X is white, Backspace erases, 1 to 9 choose a color, U undoes, R redoes, H gives a hint, C checks.",
    nonograms: "{n} nonograms", other: "Français", by: "by",
  },
  fr: GAME,
};

export function inLanguage(language, key, values = {}) {
  return (WORDS[language][key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function made(name, className, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

// Boards with more lines have clues on both sides; those with at most this many have larger cells.
const BOTH_SIDES = 30, SMALL = 12;

export class Game {
  // `puzzle` has rows and columns of [length, color], inks and given cells.  `note` is where messages go, `onhint`
  // what replaces the hints of single lines.
  constructor(root, puzzle, { language = "en", note = null, onhint = null } = {}) {
    this.root = root;
    this.language = language;
    this.onhint = onhint;
    Object.assign(this, puzzle);
    this.height = this.rows.length;
    this.width = this.columns.length;
    this.byValue = new Map(this.inks.map((ink) => [ink.value, ink]));
    this.cells = [...this.given];
    [this.past, this.future, this.over, this.cursor, this.stroke] = [[], [], false, 0, null];
    this.tool = this.inks[0]?.value ?? 1;
    [this.clues, this.boxes, this.buttons, this.tools] = [[], [], {}, new Map()];
    this.table = made("table", "");
    this.table.setAttribute("role", "grid");
    this.note = note ?? made("p", "note");
    this.note.setAttribute("role", "status");
    root.classList.add("game");
    const group = (name) => {
      const element = made("div", `tools ${name}`);
      element.setAttribute("role", "group");
      return element;
    };
    [this.colors, this.actions] = [group("colors"), group("actions")];
    root.replaceChildren(this.colors, this.actions, ...(note ? [] : [this.note]), made("div", "frame", this.table));
    this.addTools();
    this.build();
    this.bind();
    this.speak(language);
    this.settle();
  }

  t(key, values) { return inLanguage(this.language, key, values); }
  say(text) { this.note.textContent = text; }
  rowCells(row) { return this.cells.slice(row * this.width, (row + 1) * this.width); }
  columnCells(column) { return Array.from({ length: this.height }, (_, row) => this.cells[row * this.width + column]); }
  lineOf(at) { return at < this.height ? [this.rows[at], this.rowCells(at)] : [this.columns[at - this.height], this.columnCells(at - this.height)]; }
  placeIn(line, at) { return line < this.height ? line * this.width + at : at * this.width + line - this.height; }
  lineName(line) { return line < this.height ? this.t("row", { n: line + 1 }) : this.t("column", { n: line - this.height + 1 }); }

  colorName(value) {
    if (value === UNKNOWN || value === WHITE) return this.t(value === WHITE ? "white" : "empty");
    const { name } = this.byValue.get(value);
    return name === "black" ? this.t("black") : name;
  }

  // The board -----------------------------------------------------------------------------------

  build() {
    const { width, height, rows, columns, given } = this;
    const clue = (blocks, line, className, after) => {
      const numbers = blocks.map(([length, color]) => {
        const number = made("span", "", length ? String(length) : "?");
        if (this.inks.length > 1) {
          number.style.color = this.byValue.get(color).readable;
          number.title = this.colorName(color);
        }
        return number;
      });
      const head = made("th", after ? `${className} after` : className, ...(numbers.length ? numbers.flatMap((number) => [number, " "]) : ["0"]));
      head.scope = className === "row" ? "row" : "col";
      (this.clues[line] ??= []).push({ head, numbers });
      return head;
    };
    const both = Math.max(height, width) > BOTH_SIDES;
    const heads = (after) => made("tr", "", made("td", "corner"), ...columns.map((blocks, column) => clue(blocks, height + column, "column", after)));
    const head = made("thead", "", heads(false));
    const body = made("tbody", "");
    rows.forEach((blocks, row) => {
      const line = made("tr", "", clue(blocks, row, "row", false));
      for (let column = 0; column < width; column++) {
        const cell = made("td", "");
        const place = row * width + column;
        cell.dataset.place = place;
        cell.tabIndex = place ? -1 : 0;
        cell.setAttribute("role", "gridcell");
        if ((column + 1) % 5 === 0 || column === width - 1) cell.classList.add("right");
        if ((row + 1) % 5 === 0 || row === height - 1) cell.classList.add("below");
        if (!column) cell.classList.add("left");
        if (given[place] !== UNKNOWN) cell.classList.add("given");
        this.boxes.push(cell);
        line.append(cell);
      }
      if (both) line.append(clue(blocks, row, "row", true));
      body.append(line);
    });
    this.table.append(head, body);
    if (both) this.table.append(made("tfoot", "", heads(true)));
    const longest = Math.max(...rows.map((blocks) => blocks.length), 1) * (both ? 2 : 1);
    this.root.style.setProperty("--cell", `clamp(1.05rem, calc((100vw - 3rem) / ${width + longest * 0.75}), ${Math.max(width, height) > SMALL ? 2 : 2.8}rem)`);
  }

  show(places) {
    const lines = new Set();
    for (const place of places) {
      const value = this.cells[place], box = this.boxes[place];
      box.style.backgroundColor = this.byValue.get(value)?.hex ?? "";
      box.classList.toggle("cross", value === WHITE);
      const row = Math.floor(place / this.width), column = place % this.width;
      box.setAttribute("aria-label", this.t("cell", { row: row + 1, column: column + 1, color: this.colorName(value) }));
      lines.add(row).add(this.height + column);
    }
    for (const line of lines) {
      const done = finished(...this.lineOf(line));
      for (const { numbers } of this.clues[line]) numbers.forEach((number, b) => number.classList.toggle("done", done[b]));
    }
    this.buttons.undo.disabled = !this.past.length;
    this.buttons.redo.disabled = !this.future.length;
    for (const [value, { button }] of this.tools) button.setAttribute("aria-pressed", String(value === this.tool));
  }

  unmark() {
    for (const marked of this.table.querySelectorAll(".wrong, .hint")) marked.classList.remove("wrong", "hint");
    this.say("");
  }

  // Moves ---------------------------------------------------------------------------------------

  keep() { this.past.push([...this.cells]); this.future = []; }

  put(place, value) {
    if (this.given[place] !== UNKNOWN || this.cells[place] === value) return;
    if (!this.stroke?.begun) this.keep();
    if (this.stroke) this.stroke.begun = true;
    this.cells[place] = value;
    this.unmark();
    this.show([place]);
  }

  settle() {
    this.over = this.rows.every((clue, row) => isSolved(clue, this.rowCells(row))) && this.columns.every((clue, column) => isSolved(clue, this.columnCells(column)));
    this.table.classList.toggle("solved", this.over);
    if (this.over) this.say(this.t("solved"));
  }

  // Replaces all cells.
  become(cells) {
    this.cells = cells;
    this.unmark();
    this.show(cells.keys());
    this.settle();
  }

  travel(from, to) {
    if (!from.length) return;
    to.push(this.cells);
    this.become(from.pop());
  }

  clear() { this.keep(); this.become([...this.given]); }

  // Fills in the cells [row, column, color] of a hint, as one move, and marks them.
  apply(cells, text) {
    if (cells.length) {
      this.keep();
      const next = [...this.cells];
      for (const [row, column, value] of cells) next[row * this.width + column] = value;
      this.become(next);
    } else this.unmark();
    for (const [row, column] of cells) this.boxes[row * this.width + column].classList.add("hint");
    this.say(this.over ? `${text} ${this.t("solved")}` : text);
  }

  // What lines give from the given cells, without any guess; computed once.
  deduced() {
    if (this.known !== undefined) return this.known;
    const mine = this.cells;
    this.cells = [...this.given];
    const queue = new Set(Array.from({ length: this.height + this.width }, (_, line) => line));
    for (const line of queue) {
      queue.delete(line);
      const news = decided(...this.lineOf(line));
      if (news === null) { this.cells = null; break; }
      for (const [at, value] of news) {
        this.cells[this.placeIn(line, at)] = value;
        queue.add(line < this.height ? this.height + at : at);
      }
    }
    this.known = this.cells;
    this.cells = mine;
    return this.known;
  }

  mistakes() {
    const right = this.deduced();
    return right ? [...this.cells.keys()].filter((place) => this.cells[place] !== UNKNOWN && right[place] !== UNKNOWN && this.cells[place] !== right[place]) : [];
  }

  check() {
    this.unmark();
    const wrong = this.mistakes();
    const bad = [...this.clues.keys()].filter((line) => !fits(...this.lineOf(line)));
    for (const place of wrong) this.boxes[place].classList.add("wrong");
    for (const line of bad) for (const { head } of this.clues[line]) head.classList.add("wrong");
    const left = this.cells.filter((cell) => cell === UNKNOWN).length;
    if (wrong.length) this.say(this.t(wrong.length === 1 ? "wrong-one" : "wrong", { n: wrong.length }));
    else if (bad.length) this.say(this.t("unfit", { line: this.lineName(bad[0]) }));
    else this.say(this.over ? this.t("solved") : this.t(left === 1 ? "right-one" : "right", { n: left }));
  }

  hint() {
    if (this.onhint) { this.onhint(); return; }
    this.unmark();
    let best = null;
    for (const line of this.clues.keys()) {
      const news = decided(...this.lineOf(line));
      if (news === null) { this.check(); return; }
      if (news.length && (!best || news.length > best.news.length)) best = { line, news };
    }
    if (this.mistakes().length) this.check();
    else if (this.over) this.say(this.t("solved"));
    else if (!best) this.say(this.t("stuck"));
    else {
      for (const { head } of this.clues[best.line]) head.classList.add("hint");
      const colors = [...new Set(best.news.map(([, value]) => this.colorName(value)))].join(this.t("and"));
      const n = best.news.length;
      this.say(this.t(n === 1 ? "decides-one" : "decides", { line: this.lineName(best.line), n, colors }));
    }
  }

  // Buttons, mouse and touch, keys --------------------------------------------------------------

  addTools() {
    const button = (group, action, ...children) => {
      const element = made("button", "", ...children);
      element.type = "button";
      element.addEventListener("click", action);
      group.append(element);
      return element;
    };
    for (const { value, hex } of [...this.inks, { value: WHITE, hex: "#ffffff" }]) {
      const label = made("span", ""), swatch = made("i", "", value === WHITE ? "×" : "");
      swatch.style.backgroundColor = hex;
      this.tools.set(value, { label, button: button(this.colors, () => this.choose(value), swatch, label) });
    }
    const actions = {
      undo: () => this.travel(this.past, this.future), redo: () => this.travel(this.future, this.past),
      hint: () => this.hint(), check: () => this.check(), clear: () => this.clear(),
    };
    for (const [key, action] of Object.entries(actions)) this.buttons[key] = button(this.actions, action);
  }

  // Changes the language.
  speak(language) {
    this.language = language;
    this.colors.setAttribute("aria-label", this.t("colors"));
    this.actions.setAttribute("aria-label", this.t("actions"));
    this.table.setAttribute("aria-label", this.t("board", { rows: this.height, columns: this.width }));
    for (const [key, button] of Object.entries(this.buttons)) button.textContent = this.t(key);
    for (const [value, { label }] of this.tools) label.textContent = this.colorName(value);
    this.unmark();
    this.show(this.cells.keys());
  }

  choose(value) { this.tool = value; this.show([]); }

  bind() {
    const { table } = this;
    const boxAt = (event) => {
      const box = document.elementFromPoint(event.clientX, event.clientY)?.closest("td[data-place]");
      return box && table.contains(box) ? Number(box.dataset.place) : -1;
    };
    table.addEventListener("pointerdown", (event) => {
      const place = boxAt(event);
      if (place < 0 || event.button > 2 || !event.isPrimary) return;
      event.preventDefault();
      this.focus(place);
      if (this.over || this.given[place] !== UNKNOWN) return;
      const wanted = event.button === 2 ? WHITE : this.tool;
      this.stroke = { value: this.cells[place] === wanted ? UNKNOWN : wanted, begun: false, id: event.pointerId, last: place };
      table.setPointerCapture(event.pointerId);
      this.put(place, this.stroke.value);
    });
    table.addEventListener("pointermove", (event) => {
      const place = this.stroke && event.pointerId === this.stroke.id ? boxAt(event) : -1;
      if (place < 0) return;
      // A fast pointer skips cells: those in between are drawn too.
      const { width, stroke } = this;
      const [row, column] = [Math.floor(stroke.last / width), stroke.last % width];
      const [down, across] = [Math.floor(place / width) - row, (place % width) - column];
      const steps = Math.max(Math.abs(down), Math.abs(across));
      for (let step = 1; step <= steps; step++) {
        this.put((row + Math.round((down * step) / steps)) * width + column + Math.round((across * step) / steps), stroke.value);
      }
      stroke.last = place;
    });
    for (const end of ["pointerup", "pointercancel"]) {
      table.addEventListener(end, () => { if (this.stroke) { this.stroke = null; this.settle(); } });
    }
    table.addEventListener("contextmenu", (event) => event.preventDefault());
    table.addEventListener("keydown", (event) => { if (this.key(event)) event.preventDefault(); });
  }

  focus(place) {
    this.boxes[this.cursor].tabIndex = -1;
    this.cursor = place;
    this.boxes[place].tabIndex = 0;
    this.boxes[place].focus({ preventScroll: false });
  }

  type(value) {
    if (this.over) return;
    this.put(this.cursor, this.cells[this.cursor] === value ? UNKNOWN : value);
    this.settle();
  }

  // Handles a key; returns whether it means something.
  key(event) {
    const { width, height, cursor } = this;
    const row = Math.floor(cursor / width), column = cursor % width;
    const moves = {
      ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
      Home: [row, 0], End: [row, width - 1], PageUp: [0, column], PageDown: [height - 1, column],
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" && !event.shiftKey) this.travel(this.past, this.future);
      else if (key === "y" || key === "z") this.travel(this.future, this.past);
      else return false;
    } else if (event.altKey) return false;
    else if (key in moves) {
      const [y, x] = moves[key];
      if (y >= 0 && y < height && x >= 0 && x < width) this.focus(y * width + x);
    } else if (key === " " || key === "Enter") this.type(this.tool);
    else if (key === "x" || key === ".") this.type(WHITE);
    else if (key === "Backspace" || key === "Delete") { if (!this.over) this.put(cursor, UNKNOWN); }
    else if (/^[1-9]$/.test(key) && this.inks[key - 1]) this.choose(this.inks[key - 1].value);
    else if (key === "u") this.travel(this.past, this.future);
    else if (key === "r") this.travel(this.future, this.past);
    else if (key === "h") this.hint();
    else if (key === "c") this.check();
    else return false;
    return true;
  }
}
