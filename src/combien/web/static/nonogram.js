// Nonograms: type clues, draw a picture or drop a file; one solution or two side by side; hints; play.
import { Board } from "./board.js";
import { Game } from "./game.js";
import { seen } from "./picture.js";
import { cellsOf } from "./pixels.js";
import { capital, reasonOf } from "./reasons.js";
import { element, svg } from "./svg.js";
import { currentLanguage, t } from "./words.js";

const SECONDS = 30, MOST_SIDE = 30, MOST_LETTERS = 4000, MOST_BYTES = 200_000;
// Cells are white, black or unknown.
const BLACK = 1, UNKNOWN = 2, MARKS = ".#?";
const EXAMPLE = ["..##..", ".####.", "##..##", "######", "#.##.#", "#....#"];
let built = null;

export function open(panel, ask, cancel, onchange) {
  built ??= new Nonogram(panel, ask, cancel, onchange);
  built.translate();
  return built;
}

// The clues of a text, a line each; throws {n, word} for what is not a number.
function numbers(text) {
  return text.replace(/\n+$/, "").split("\n").map((line, i) => line.split(/[\s,]+/).filter(Boolean).map((word) => {
    if (!/^\d{1,9}$/.test(word)) throw { n: i + 1, word: word.slice(0, 20) };
    return Number(word);
  }).filter((n) => n > 0));
}
const words = (clues) => clues.map((clue) => clue.join(" ") || "0").join("\n");

class Nonogram {
  constructor(panel, ask, cancel, onchange) {
    Object.assign(this, { ask, cancel, onchange });
    this.rows = element("textarea", { rows: 8, cols: 14, spellcheck: false });
    this.columns = element("textarea", { rows: 8, cols: 14, spellcheck: false });
    this.texts = ["rows", "columns"].map((side) => {
      const label = element("span");
      return { key: side, label, box: element("label", {}, label, element("br"), this[side]) };
    });
    this.buttons = ["solve", "hint", "play", "from-picture", "clear"].map((key) => {
      return { key, button: element("button", { id: `nonogram-${key}`, onclick: () => this[key.replace("from-picture", "draw")]() }) };
    });
    this.buttons[0].button.className = "main";
    this.file = element("input", { type: "file", id: "nonogram-file", hidden: true });
    this.file.addEventListener("change", () => { this.open(this.file.files[0]); this.file.value = ""; });
    this.buttons.push({ key: "open-file", button: element("button", { id: "nonogram-open", onclick: () => this.file.click() }) });
    this.note = element("div", { className: "answer", role: "status" });
    this.help = element("p");
    this.boards = element("div", { className: "boards" });
    panel.replaceChildren(
      this.help,
      element("div", { className: "boards" }, ...this.texts.map(({ box }) => box)),
      element("div", { className: "tools" }, ...this.buttons.map(({ button }) => button), this.file),
      this.note, this.boards,
    );
    for (const side of [this.rows, this.columns]) {
      side.addEventListener("input", () => this.forget());
      side.addEventListener("change", () => onchange());
    }
    panel.addEventListener("dragover", (event) => event.preventDefault());
    panel.addEventListener("drop", (event) => {
      event.preventDefault();
      this.open(event.dataTransfer.files[0]);
    });
    this.picture = EXAMPLE;
    this.ready = new Promise((resolve) => { this.started = resolve; });
    this.draw();
  }

  translate() {
    this.help.textContent = t("nonogram-help");
    for (const { key, label } of this.texts) label.textContent = t(key);
    for (const { key, button } of this.buttons) button.textContent = t(key);
    this.game?.speak(currentLanguage());
  }

  get state() { return [this.rows.value, this.columns.value, this.picture.join("/")]; }

  set state([rows, columns, drawn]) {
    const lines = drawn.split("/");
    if (![rows, columns].every((text) => typeof text === "string" && text.length <= MOST_LETTERS)) throw new Error("clues");
    if (lines.length > MOST_SIDE || lines.some((line) => !/^[.#]{1,30}$/.test(line) || line.length !== lines[0].length)) throw new Error("drawing");
    this.picture = lines;
    this.photo = null;
    this.forget();
    [this.rows.value, this.columns.value] = [rows, columns];
  }

  drawing() {
    const shown = this.boards.querySelector("svg.grid");
    if (shown || !this.game) return shown ? seen(shown) : "";
    // Of a game, the board with its clues.
    const pane = this.pane(this.clues(), this.lines());
    this.boards.append(pane);
    const drawing = seen(pane.firstChild);
    pane.remove();
    return drawing;
  }

  // What is shown belongs to other clues.
  forget() {
    this.game = null;
    this.cancel();
    this.started();
    this.say("");
    this.boards.replaceChildren();
  }

  // The clues that are typed; null, with words, if they cannot be read.
  clues() {
    const read = {};
    for (const side of ["rows", "columns"]) {
      try { read[side] = numbers(this[side].value); } catch (wrong) {
        this.forget();
        this.say(t("not-a-number", { side: t(side), ...wrong }));
        this[side].focus();
        return null;
      }
    }
    return read;
  }

  send(nonogram, asked, onevent) {
    this.ask({ v: 1, ask: asked, nonogram, budget: { seconds: SECONDS } }, (event) => {
      if (event.event === "error" || event.event === "stopped") this.say(reasonOf(event));
      else onevent(event);
    });
  }

  say(text) { this.note.textContent = text; }

  // A file: a photograph, whose cells are the picture, or a nonogram in any of the formats of combien.
  async open(file) {
    if (!file) return;
    this.photo = null;
    if (file.type.startsWith("image/")) {
      try { this.picture = await cellsOf(file, MOST_SIDE, MOST_SIDE); } catch { this.say(t("no-image")); return; }
      this.photo = file;
      this.draw();
      return;
    }
    if (file.size > MOST_BYTES) { this.say(t("file-large", { most: MOST_BYTES / 1000 })); return; }
    const text = await file.text();
    this.forget();
    this.say(t("working"));
    this.send({ file: { name: file.name.slice(-40), text } }, ["solve"], (event) => this.heard(event));
  }

  // A picture from which the clues follow.
  draw() {
    const frame = element("div", { className: "pane" });
    const board = new Board(frame, { label: t("from-picture") });
    board.svg.classList.add("inked");
    const show = () => board.show(this.picture[0].length, this.picture.length, this.picture.join("").replaceAll("#", "1").replaceAll(".", "0"));
    board.onstroke = (cells, value) => {
      const rows = this.picture.map((line) => [...line]);
      for (const [x, y] of cells) rows[y][x] = value === "1" ? "#" : ".";
      this.picture = rows.map((line) => line.join(""));
      this.photo = null;
      show();
      this.follow();
    };
    const size = element("input", { type: "number", min: 1, max: MOST_SIDE, value: Math.max(this.picture.length, this.picture[0].length) });
    size.setAttribute("aria-label", t("size"));
    size.addEventListener("change", async () => {
      const n = Math.max(1, Math.min(MOST_SIDE, Number(size.value) || 1));
      if (this.photo) this.picture = await cellsOf(this.photo, n, n);
      else this.picture = Array.from({ length: n }, (_, y) => (this.picture[y] ?? "").padEnd(n, ".").slice(0, n));
      show();
      this.follow();
    });
    this.boards.replaceChildren(element("div", {}, element("label", {}, `${t("size")} `, size), frame));
    show();
    this.follow();
  }

  follow() {
    this.game = null;
    this.say(t("working"));
    this.send({ picture: this.picture }, ["solve"], (event) => this.heard(event));
  }

  // Clues that follow from a picture or a file, and whether they have one solution.
  heard(event) {
    if (event.event === "clues") {
      this.rows.value = words(event.rows);
      this.columns.value = words(event.columns);
      this.onchange();
    } else if (event.event === "nonogram") this.say(this.verdict(event));
    else if (event.event === "done") this.started();
  }

  verdict(event) {
    const key = { unique: "unique", several: "several", none: "unsolvable" }[event.status] ?? "unknown";
    return event.status === "none" ? `${t(key)} ${capital(reasonOf(event))}.` : t(key);
  }

  solve() {
    const clues = this.clues();
    if (!clues) return;
    this.say(t("working"));
    this.send(clues, ["solve"], (event) => {
      if (event.event !== "nonogram") return;
      this.say(this.verdict(event));
      const differ = event.boards.length > 1 ? event.differ : [];
      this.boards.replaceChildren(...event.boards.map((lines) => this.pane(clues, lines, differ)));
    });
  }

  clear() {
    this.photo = null;
    this.rows.value = this.columns.value = "";
    this.picture = this.picture.map((line) => ".".repeat(line.length));
    this.say("");
    this.draw();
    this.onchange();
  }

  // A board with its clues around it.
  pane({ rows, columns }, lines, differ = []) {
    const left = Math.max(1, ...rows.map((clue) => clue.length)) * .62 + .2;
    const above = Math.max(1, ...columns.map((clue) => clue.length)) * .55 + .2;
    const wide = columns.length, high = rows.length;
    const drawing = svg("svg", {
      class: "grid nonogram", viewBox: `${-left} ${-above} ${wide + left + .1} ${high + above + .1}`,
      role: "img", "aria-label": t("nonograms"),
    });
    rows.forEach((clue, y) => [...clue].reverse().forEach((n, i) =>
      drawing.append(svg("text", { class: "clues", x: -.35 - .62 * i, y: y + .5, "text-anchor": "middle", "dominant-baseline": "central" }, `${n}`))));
    columns.forEach((clue, x) => [...clue].reverse().forEach((n, i) =>
      drawing.append(svg("text", { class: "clues", x: x + .5, y: -.35 - .55 * i, "text-anchor": "middle", "dominant-baseline": "central" }, `${n}`))));
    lines.forEach((line, y) => [...line].forEach((mark, x) => {
      drawing.append(svg("rect", { x, y, width: 1, height: 1, class: mark === "?" ? "cell" : "cell on" }));
      if (mark === "#") drawing.append(svg("rect", { x: x + .06, y: y + .06, width: .88, height: .88, class: "ink" }));
    }));
    for (let x = 0; x <= wide; x += 5) drawing.append(svg("path", { class: "thick", d: `M${x} 0V${high}` }));
    for (let y = 0; y <= high; y += 5) drawing.append(svg("path", { class: "thick", d: `M0 ${y}H${wide}` }));
    for (const [y, x] of differ) drawing.append(svg("rect", { class: "differ", x: x + .08, y: y + .08, width: .84, height: .84 }));
    return element("div", { className: "pane" }, drawing);
  }

  // A game with the same rules as the pages of `combien nonogram draw`; its hints come from the solver.
  play() {
    const clues = this.clues();
    if (!clues) return;
    const { rows, columns } = clues;
    const blocks = (clues) => clues.map((clue) => clue.map((length) => [length, BLACK]));
    const frame = element("div");
    this.say("");
    this.game = new Game(frame, {
      rows: blocks(rows), columns: blocks(columns), given: Array(rows.length * columns.length).fill(UNKNOWN),
      inks: [{ value: BLACK, name: "black", hex: "#000000", readable: "" }],
    }, { language: currentLanguage(), note: this.note, onhint: () => this.hint() });
    this.boards.replaceChildren(frame);
  }

  lines() { return this.game.rows.map((_, row) => this.game.rowCells(row).map((cell) => MARKS[cell]).join("")); }

  // One step with its reason, filled in and marked.
  hint() {
    if (!this.game?.root.isConnected) this.play();
    const { game } = this;
    if (!game) return;
    this.send({ ...this.clues(), board: this.lines() }, ["hint"], (event) => {
      if (event.event === "hint" && game === this.game) game.apply(event.cells, `${capital(reasonOf(event))}.`);
    });
  }
}
