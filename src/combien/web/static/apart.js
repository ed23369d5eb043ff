// Taking an assembly apart: the moves that are possible now, each done by a click, and the shortest way step by step.
import { center } from "./lattice.js";
import { element } from "./svg.js";
import { t } from "./words.js";

const STEP_MS = 110;
// Of six directions of cubes, and of eight angles of a drawing, from the right upward.
const CUBES = { "1,0,0": "→", "-1,0,0": "←", "0,1,0": "↗", "0,-1,0": "↙", "0,0,1": "↑", "0,0,-1": "↓" };
const ANGLES = "→↗↑↖←↙↓↘";
const plus = (a, b, times = 1) => a.map((one, axis) => one + times * b[axis]);

// `ask` asks about the pieces of the shown part where they are now; `show` draws pieces {number, cells}.
export class Apart {
  constructor(frame, { ask, show, end }) { Object.assign(this, { frame, ask, show, end }); }

  get open() { return !this.frame.hidden; }

  close() {
    if (this.frame.hidden) return;
    clearTimeout(this.timer);
    this.frame.hidden = true;
    this.end();
  }

  // `placements` have cells of the package; `page` turns cells into those of the lattice of a drawing.
  begin(placements, names, lattice, page) {
    const seen = {}, many = {};
    for (const { piece } of placements) many[piece] = (many[piece] ?? 0) + 1;
    const labels = placements.map(({ piece }) => (many[piece] > 1 ? `${names[piece]}·${seen[piece] = (seen[piece] ?? 0) + 1}` : names[piece]));
    const home = placements[0].cells[0].map(() => 0);
    Object.assign(this, { placements, labels, lattice, page, plan: null, level: null, moves: null, past: [] });
    this.now = { places: placements.map(() => home), parts: [placements.map((_, i) => i)], part: 0, last: "" };
    this.frame.hidden = false;
    this.draw();
    this.picture(this.now);
    this.ask(["moves"]);
  }

  // The cells of the pieces of the shown part.
  get pieces() { return this.part.map((i) => this.cells(i, this.now)); }

  get part() { return this.now.parts[this.now.part]; }

  cells(i, { places }) { return this.placements[i].cells.map((cell) => plus(cell, places[i])); }

  receive(event) {
    if (event.event === "moves") this.moves = event.moves;
    else {
      const part = this.part;
      this.plan = event.moves.map((move) => ({ ...move, pieces: move.pieces.map((i) => part[i]) }));
      this.verdict = event.comesApart ? t("apart-level", { level: event.level }) : t(event.moves.length ? "apart-partly" : "apart-not", { level: event.level });
    }
    this.draw();
  }

  arrow(direction) {
    if (direction.length === 3 && this.lattice.name === "cubes") return CUBES[direction.join()];
    const from = this.placements[0].cells[0];
    const [[ax, ay], [bx, by]] = [from, plus(from, direction)].map((cell) => center(this.lattice, this.page([cell])[0]));
    return ANGLES[(Math.round(Math.atan2(ay - by, bx - ax) / (Math.PI / 4)) + 8) % 8];
  }

  words({ pieces, direction, distance }) {
    const who = pieces.map((i) => this.labels[i]).join(", ");
    return `${who} ${this.arrow(direction)} ${distance ?? t("move-out")}`;
  }

  // Does a move of pieces by their numbers; then shows it step by step.
  do(move) {
    const { places, parts } = this.now, moving = new Set(move.pieces), text = this.words(move);
    const index = parts.findIndex((part) => part.includes(move.pieces[0])), part = parts[index];
    const to = move.distance ?? this.away(part);
    const moved = (steps) => places.map((place, i) => (moving.has(i) ? plus(place, move.direction, steps) : place));
    const split = move.distance === null ? [part.filter((i) => !moving.has(i)), part.filter((i) => moving.has(i))] : [part];
    // A single piece is taken away.
    const left = [...parts.slice(0, index), ...split, ...parts.slice(index + 1)].filter((one) => one.length > 1);
    const before = { ...this.now, part: index };
    this.past.push(this.now);
    this.now = { places: move.distance === null ? places : moved(to), parts: left, part: Math.max(0, Math.min(index, left.length - 1)), last: text };
    this.moves = null;
    this.animate(before, moved, to);
    this.draw();
    if (this.part) this.ask(["moves"]);
  }

  away(part) {
    const cells = part.flatMap((i) => this.cells(i, this.now));
    return 1 + Math.max(...cells[0].map((_, axis) => Math.max(...cells.map((cell) => cell[axis])) - Math.min(...cells.map((cell) => cell[axis]))));
  }

  animate(before, moved, to) {
    clearTimeout(this.timer);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) { this.picture(this.now); return; }
    const step = (steps) => {
      this.picture(steps > to ? this.now : { ...before, places: moved(steps) });
      if (steps <= to) this.timer = setTimeout(() => step(steps + 1), STEP_MS);
    };
    step(1);
  }

  picture(state) {
    const part = state.parts[state.part] ?? [];
    this.show(part.map((i) => ({ piece: this.placements[i].piece, name: this.labels[i], cells: this.cells(i, state) })));
  }

  undo() {
    clearTimeout(this.timer);
    this.now = this.past.pop();
    this.moves = null;
    this.draw();
    this.picture(this.now);
    if (this.part) this.ask(["moves"]);
  }

  // The next move of the shortest way, from the position where it was asked for.
  get next() { return this.plan?.[this.past.length - this.planned]; }

  draw() {
    const focused = this.frame.contains(document.activeElement) && document.activeElement.dataset.key;
    const button = (key, textContent, onclick, more = {}) => element("button", { type: "button", "data-key": key, textContent, onclick, ...more });
    const { next } = this, done = [...this.past.slice(1).map((one) => one.last), this.now.last].filter(Boolean);
    const onPlan = this.plan && done.length >= this.planned && this.plan.slice(0, done.length - this.planned).every((move, i) => this.words(move) === done[this.planned + i]);
    const part = this.part ?? [];
    const chooser = this.now.parts.length > 1 ? [element("select", { "aria-label": t("part"), onchange: (event) => {
      this.now = { ...this.now, part: Number(event.target.value) };
      Object.assign(this, { moves: null, plan: null });
      this.draw();
      this.picture(this.now);
      this.ask(["moves"]);
    } }, ...this.now.parts.map((one, i) => new Option(one.map((j) => this.labels[j]).join(", "), i, false, i === this.now.part)))] : [];
    const list = element("ul", { className: "moves" }, ...(this.moves ?? []).map((move, i) => {
      const own = { ...move, pieces: move.pieces.map((j) => part[j]) };
      return element("li", {}, button(`move-${i}`, this.words(own), () => this.do(own)));
    }));
    const text = !part.length ? t("apart-done") : !this.moves ? t("working") : this.moves.length ? t("moves-now") : t("moves-none");
    this.frame.replaceChildren(element("h2", { textContent: t("take-apart") }),
      element("div", { className: "tools" }, button("undo", t("undo"), () => this.undo(), { disabled: !this.past.length }),
        button("shortest", t("shortest"), () => { this.planned = done.length; this.ask(["apart"]); }, { disabled: !part.length }),
        ...(this.plan ? [button("step", `▶| ${next && onPlan ? this.words(next) : ""}`, () => this.do(next), { disabled: !next || !onPlan })] : []),
        ...chooser, button("close", t("close"), () => this.close())),
      element("p", { className: "note", role: "status", textContent: [this.plan ? this.verdict : "", text].filter(Boolean).join(" ") }), list,
      ...(done.length ? [element("h2", { textContent: t("moves-done") }), element("ol", { className: "moves" }, ...done.map((one) => element("li", { textContent: one })))] : []));
    this.frame.querySelector(`[data-key="${focused}"]:not(:disabled)`)?.focus();
  }
}
