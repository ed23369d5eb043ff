// Sudoku: type digits, check that there is one solution, solve, or get the next cell.
import { capital, reasonOf } from "./reasons.js";
import { svg } from "./svg.js";
import { t } from "./words.js";

const EXAMPLE = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const SECONDS = 30;
let built = null;

export function open(panel, ask) {
  built ??= new Sudoku(panel, ask);
  built.translate();
}

class Sudoku {
  constructor(panel, ask) {
    this.ask = ask;
    this.cells = [...EXAMPLE];
    this.filled = Array(81).fill("");
    this.at = 0;
    this.hinted = null;
    this.help = document.createElement("p");
    this.note = document.createElement("div");
    this.note.className = "answer";
    this.note.setAttribute("role", "status");
    this.buttons = ["solve", "hint", "clear"].map((key) => {
      const button = document.createElement("button");
      button.id = `sudoku-${key}`;
      button.addEventListener("click", () => this[key]());
      return { key, button };
    });
    this.buttons[0].button.className = "main";
    const tools = document.createElement("div");
    tools.className = "tools";
    tools.append(...this.buttons.map(({ button }) => button));
    this.svg = svg("svg", { class: "grid sudoku", viewBox: "-.1 -.1 9.2 9.2", tabindex: "0", role: "application", "aria-label": t("sudoku-help") });
    this.speech = document.createElement("p");
    this.speech.className = "hidden";
    this.speech.setAttribute("aria-live", "polite");
    const frame = document.createElement("div");
    frame.className = "pane";
    frame.append(this.svg);
    panel.replaceChildren(this.help, tools, this.note, frame, this.speech);
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
    this.filled.fill("");
    this.check();
  }

  clear() {
    this.hinted = null;
    this.cells.fill(".");
    this.filled.fill("");
    this.note.textContent = "";
    this.draw();
  }

  send(onsolutions) {
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
    this.ask({ v: 1, ask: ["hint"], sudoku: this.cells.join(""), budget: { seconds: SECONDS } }, (event) => {
      if (event.event === "hint") {
        this.note.textContent = `${capital(reasonOf(event))}.`;
        if (!event.cells.length) return;
        const [row, column, digit] = event.cells[0];
        this.at = 9 * row + column;
        this.cells[this.at] = String(digit);
        this.hinted = this.at;
        this.draw();
      } else if (event.event === "error" || event.event === "stopped") this.note.textContent = reasonOf(event);
    });
  }

  draw() {
    const parts = this.cells.flatMap((digit, i) => {
      const x = i % 9, y = Math.floor(i / 9), shown = digit === "." ? this.filled[i] : digit;
      return [
        svg("rect", { x, y, width: 1, height: 1, class: i === this.hinted ? "cell on hinted" : "cell on" }),
        svg("text", { x: x + .5, y: y + .5, class: digit === "." ? "label bare digit" : "label bare digit given" }, shown),
      ];
    });
    for (const n of [0, 3, 6, 9]) parts.push(svg("path", { class: "thick", d: `M${n} 0V9M0 ${n}H9` }));
    parts.push(svg("rect", { class: "cursor", width: 1, height: 1, x: this.at % 9, y: Math.floor(this.at / 9) }));
    this.svg.replaceChildren(...parts);
  }
}
