// Sudoku: type digits, check that there is one solution, solve, or get the next cell.
import { seen } from "./picture.js";
import { capital, reasonOf } from "./reasons.js";
import { element, svg } from "./svg.js";
import { t } from "./words.js";

const EXAMPLE = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const SECONDS = 30;
let built = null;

export function open(panel, ask, cancel, onchange) {
  built ??= new Sudoku(panel, ask, cancel, onchange);
  built.translate();
  return built;
}

// The k-th cell of the n-th row, column or box.
function place(kind, n, k) {
  if (kind === "row") return 9 * n + k;
  if (kind === "column") return 9 * k + n;
  return 9 * (3 * Math.floor(n / 3) + Math.floor(k / 3)) + 3 * (n % 3) + k % 3;
}

class Sudoku {
  constructor(panel, ask, cancel, onchange) {
    Object.assign(this, { ask, cancel, onchange, wrong: [] });
    this.cells = [...EXAMPLE];
    this.filled = Array(81).fill("");
    // What a person typed looks different from the digits of the puzzle.
    this.typed = new Set();
    this.at = 0;
    this.hinted = null;
    this.help = element("p");
    this.note = element("div", { className: "answer", role: "status" });
    this.buttons = ["solve", "hint", "clear"].map((key) => ({ key, button: element("button", { id: `sudoku-${key}`, onclick: () => this[key]() }) }));
    this.buttons[0].button.className = "main";
    const tools = element("div", { className: "tools" }, ...this.buttons.map(({ button }) => button));
    this.svg = svg("svg", { class: "grid sudoku", viewBox: "-.1 -.1 9.2 9.2", tabindex: "0", role: "application", "aria-label": t("sudoku-help") });
    this.speech = element("p", { className: "hidden", "aria-live": "polite" });
    panel.replaceChildren(this.help, tools, this.note, element("div", { className: "pane" }, this.svg), this.speech);
    this.svg.addEventListener("pointerdown", (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      const [x, y] = [Math.floor(point.x), Math.floor(point.y)];
      if (x >= 0 && y >= 0 && x < 9 && y < 9) { this.at = 9 * y + x; this.draw(); }
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.draw();
    this.check();
  }

  translate() {
    this.help.textContent = t("sudoku-help");
    this.svg.setAttribute("aria-label", t("sudoku-help"));
    for (const { key, button } of this.buttons) button.textContent = t(key);
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 }[event.key];
    if (step) this.at = (this.at + step + 81) % 81;
    else if (/^[1-9]$/.test(event.key)) this.set(event.key);
    else if (["0", ".", " ", "Delete", "Backspace"].includes(event.key)) this.set(".");
    else return;
    event.preventDefault();
    this.draw();
    const digit = this.cells[this.at] === "." ? "" : this.cells[this.at];
    this.speech.textContent = `${t("cell-on", { y: Math.floor(this.at / 9) + 1, x: this.at % 9 + 1 })} ${digit}`;
  }

  set(digit) {
    this.hinted = null;
    this.cells[this.at] = digit;
    this.typed.add(this.at);
    this.filled.fill("");
    this.check();
    this.onchange();
  }

  // Typed digits are letters: a is 1.
  get state() { return this.cells.map((digit, i) => (this.typed.has(i) && digit !== "." ? "abcdefghi"[digit - 1] : digit)).join(""); }

  set state(given) {
    if (typeof given !== "string" || !/^[.1-9a-i]{81}$/.test(given)) throw new Error("sudoku");
    this.typed = new Set([...given].flatMap((mark, i) => (/[a-i]/.test(mark) ? [i] : [])));
    this.cells = [...given].map((mark) => (/[a-i]/.test(mark) ? String("abcdefghi".indexOf(mark) + 1) : mark));
    this.filled.fill("");
    this.hinted = null;
    this.check();
  }

  drawing() { return seen(this.svg); }

  clear() {
    this.cancel();
    this.hinted = null;
    this.wrong = [];
    this.cells.fill(".");
    this.typed.clear();
    this.filled.fill("");
    this.note.textContent = "";
    this.draw();
    this.onchange();
  }

  // The first unit with a digit that is there twice.
  twice() {
    for (const kind of ["row", "column", "box"])
      for (let n = 0; n < 9; n++) {
        const places = Array.from({ length: 9 }, (_, k) => place(kind, n, k));
        for (const i of places) {
          const same = places.filter((j) => this.cells[j] !== "." && this.cells[j] === this.cells[i]);
          if (same.length > 1) return { kind, n: n + 1, same };
        }
      }
    return null;
  }

  send(onsolutions) {
    const wrong = this.twice();
    this.wrong = wrong?.same ?? [];
    this.draw();
    if (wrong) {
      this.cancel();
      this.note.textContent = t("sudoku-twice", { digit: this.cells[wrong.same[0]], unit: t(`unit-${wrong.kind}`, { n: wrong.n }) });
      return;
    }
    this.note.textContent = t("working");
    this.ask({ v: 1, ask: ["solve"], sudoku: this.cells.join(""), budget: { seconds: SECONDS } }, (event) => {
      if (event.event === "sudoku") onsolutions(event);
      else if (event.event === "error" || event.event === "stopped") this.note.textContent = reasonOf(event);
    });
  }

  check() {
    this.send(({ status }) => { this.note.textContent = t(`sudoku-${status}`); });
  }

  solve() {
    this.send(({ status, solutions }) => {
      this.note.textContent = t(`sudoku-${status}`);
      this.filled = solutions.length ? [...solutions[0]] : Array(81).fill("");
      this.draw();
    });
  }

  // One more digit: of the cells that the rules decide, the one with the simplest reason.
  hint() {
    if (this.twice()) { this.check(); return; }
    this.ask({ v: 1, ask: ["hint"], sudoku: this.cells.join(""), budget: { seconds: SECONDS } }, (event) => {
      if (event.event === "hint") {
        this.note.textContent = `${capital(reasonOf(event))}.`;
        if (!event.cells.length) return;
        const [row, column, digit] = event.cells[0];
        this.at = 9 * row + column;
        this.cells[this.at] = String(digit);
        this.typed.add(this.at);
        this.hinted = this.at;
        this.draw();
        this.onchange();
      } else if (event.event === "error" || event.event === "stopped") this.note.textContent = reasonOf(event);
    });
  }

  draw() {
    const parts = this.cells.flatMap((digit, i) => {
      const x = i % 9, y = Math.floor(i / 9), shown = digit === "." ? this.filled[i] : digit;
      return [
        svg("rect", { x, y, width: 1, height: 1, class: `cell on${i === this.hinted ? " hinted" : ""}${this.wrong.includes(i) ? " wrong" : ""}` }),
        svg("text", { x: x + .5, y: y + .5, class: `label bare digit ${digit === "." ? "" : this.typed.has(i) ? "typed" : "given"}` }, shown),
      ];
    });
    for (const n of [0, 3, 6, 9]) parts.push(svg("path", { class: "thick", d: `M${n} 0V9M0 ${n}H9` }));
    parts.push(svg("rect", { class: "cursor", width: 1, height: 1, x: this.at % 9, y: Math.floor(this.at / 9) }));
    this.svg.replaceChildren(...parts);
  }
}
