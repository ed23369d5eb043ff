// Stepping through a search: the board, and beside it the tree of what was tried and the lines of the program; and the sweep
// over states of the same board, step by step beside it.
import { capital, reasonOf } from "./reasons.js";
import { down } from "./state.js";
import { color, element, svg } from "./svg.js";
import { Sweep, SWEEP } from "./sweep.js";
import { t } from "./words.js";

const SPEEDS_MS = [1000, 400, 120, 30];
// A tree is drawn as large as if it had at least this many leaves, which are this far apart.
const LEAVES = 12, APART = 1.6;

// Knuth's algorithm X, and the lines of it that make each step; `left` are the cells and pieces to use.
const PROGRAM = [
  "def search(left, laid=()):",
  "    if not left:",
  "        yield laid",
  "        return",
  "    cell = min(left, key=choices)",
  "    for way in ways(cell, left):",
  "        yield from search(left - way, (*laid, way))",
];
const LINES = { found: [1, 2], choose: [4], stuck: [4, 5], try: [5, 6], leave: [5] };

export class Film {
  // `show` gets placements and the marked cell of a step of the search, `say` its words.
  constructor(frame, { show, say, end }) {
    Object.assign(this, { frame, show, say, end });
  }

  close() {
    clearInterval(this.timer);
    if (this.frame.hidden) return;
    this.frame.hidden = true;
    this.end();
  }

  play(state, { steps, pinned, sweep }, names = []) {
    Object.assign(this, { state, steps, names });
    this.pinned = this.placed(pinned);
    const button = (key, mark, action) =>
      element("button", { type: "button", "data-key": key, textContent: mark, title: t(key), "aria-label": t(key), onclick: action });
    this.speed = element("select", { "aria-label": t("speed"), onchange: () => this.timer && this.run() },
      ...SPEEDS_MS.map((ms, i) => new Option(["¼×", "½×", "1×", "4×"][i], ms, ms === 120, ms === 120)));
    this.go = button("play", "▶", () => (this.timer ? this.pause() : this.run()));
    const tools = element("div", { className: "tools" },
      button("back", "|◀", () => this.move(-1)), this.go, button("step", "▶|", () => this.move(1)), this.speed);
    this.tree = svg("svg", { class: "tree", role: "img", "aria-label": t("tree") });
    const legend = element("p", { className: "note", textContent: t("tree-legend") });
    const search = this.pane("program", PROGRAM, this.tree, steps.length, (at) => this.draw(at));
    this.panes = [search, this.sweepPane(sweep)].filter(Boolean);
    this.tree.after(legend);
    this.frame.replaceChildren(tools, element("div", { className: "panes" }, ...this.panes.map((pane) => pane.frame)));
    this.frame.hidden = false;
    for (const pane of this.panes) pane.show();
  }

  // A program, step by step: its slider, its picture and its lines, of which `draw` returns those of a step.
  pane(key, program, picture, length, draw) {
    const lines = program.map((line) => element("span", { textContent: `${line}\n` }));
    const slider = element("input", { type: "range", min: 0, max: length - 1, value: 0, "aria-label": t(key), oninput: () => { this.pause(); show(); } });
    const show = () => {
      const now = draw(Number(slider.value));
      lines.forEach((line, i) => line.classList.toggle("now", now.includes(i)));
    };
    const frame = element("section", {}, element("h2", { textContent: t(key) }), slider, picture,
      element("pre", { tabIndex: 0, role: "group", "aria-label": t(key) }, element("code", {}, ...lines)));
    return { frame, slider, show };
  }

  // The sweep beside the search; or why it is not shown.
  sweepPane(sweep) {
    const words = element("p", { role: "status" });
    if (!sweep.layers.length) {
      words.textContent = `${capital(reasonOf(sweep))}.`;
      return { frame: element("section", {}, element("h2", { textContent: t("sweep") }), words), show: () => {} };
    }
    const shown = new Sweep(this.state, sweep);
    const pane = this.pane("sweep", SWEEP, shown.picture, shown.steps.length, (at) => {
      const step = shown.draw(at);
      words.textContent = step.words;
      return step.lines;
    });
    shown.picture.before(words);
    return pane;
  }

  run() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.move(1, true), Number(this.speed.value));
    this.label("pause", "❚❚");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.label("play", "▶");
  }

  label(key, mark) {
    this.go.textContent = mark;
    this.go.title = t(key);
    this.go.setAttribute("aria-label", t(key));
  }

  // Both programs make a step; each waits at its end.
  move(by, running = false) {
    const sliders = this.panes.filter(({ slider }) => slider);
    for (const { slider, show } of sliders) {
      const before = slider.value;
      slider.value = Number(before) + by;
      if (slider.value !== before) show();
    }
    if (!running || sliders.every(({ slider }) => slider.value === slider.max)) this.pause();
  }

  placed(placements) { return placements.map((one) => ({ ...one, cells: down(this.state, one.cells) })); }

  // On the board lies the last placement tried at each smaller depth.
  draw(at) {
    const steps = this.steps.slice(0, at + 1);
    const { path, roots } = grown(steps);
    const { step, depth, cell, choices, number } = steps[at];
    this.show([...this.pinned, ...this.placed(path.map((node) => node.laid))], this.names, cell && down(this.state, [cell])[0]);
    this.say(t(step === "choose" && !cell ? "step-piece" : `step-${step}`, { n: at + 1, of: this.steps.length, depth, choices, number }));
    this.drawTree(path, roots);
    return LINES[step];
  }

  // Branches that are finished are one node each, with a ring for a tiling or for none.
  drawTree(path, roots) {
    const branches = [], nodes = [];
    let leaves = 0, deepest = 0;
    const lay = (node, y) => {
      const open = path.includes(node), below = (open ? node.children : []).map((child) => lay(child, y + 1));
      const x = below.length ? below.reduce((sum, one) => sum + one, 0) / below.length : APART * leaves++;
      deepest = Math.max(deepest, y);
      for (const one of below) branches.push(svg("path", { class: "branch", d: `M${x} ${y}L${one} ${y + 1}` }));
      const look = node.found ? "found" : open && !node.stuck ? "" : "stuck";
      nodes.push(svg("circle", { class: `node ${look}`, cx: x, cy: y, r: node === path.at(-1) ? .4 : .28, fill: node.laid ? color(node.laid.piece) : "none" }));
      return x;
    };
    const root = { children: roots };
    path.unshift(root);
    lay(root, 0);
    const width = APART * Math.max(LEAVES, leaves);
    this.tree.setAttribute("viewBox", `${APART * (leaves - 1) / 2 - width / 2} -.6 ${width} ${deepest + 1.2}`);
    this.tree.replaceChildren(...branches, ...nodes);
  }
}

// The tree of what was tried so far, and the path in it to what lies on the board.
function grown(steps) {
  const path = [], roots = [];
  for (const step of steps) {
    // What is deeper has been taken back.
    path.length = Math.min(path.length, step.depth);
    if (step.step === "try") {
      const node = { laid: step, children: [], found: false, stuck: false };
      (path.at(-1)?.children ?? roots).push(node);
      path.push(node);
    } else if (step.step === "found") for (const node of path) node.found = true;
    else if (step.step === "stuck" && path.length) path.at(-1).stuck = true;
  }
  return { path, roots };
}
