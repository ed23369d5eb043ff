// Stepping through a search: the board, and beside it the tree of what was tried and the lines of the program.
import { color, element, svg } from "./svg.js";
import { down } from "./state.js";
import { t } from "./words.js";

const SPEEDS_MS = [1000, 400, 120, 30];
// A tree is drawn as large as if it had at least this many leaves, which are this far apart.
const LEAVES = 12, APART = 1.6;

// Knuth's algorithm X, and the lines of it that make each step; `left` are the cells and pieces to use.
const PROGRAM = [
  "def search(left, placed=()):",
  "    if not left:",
  "        yield placed",
  "        return",
  "    cell = min(left, key=choices)",
  "    for way in ways(cell, left):",
  "        yield from search(left - way, (*placed, way))",
];
const LINES = { found: [1, 2], choose: [4], stuck: [4, 5], try: [5, 6], leave: [5] };

export class Film {
  // `show` gets placements and the marked cell of a step, `say` its words.
  constructor(frame, { show, say }) {
    Object.assign(this, { frame, show, say });
  }

  close() {
    clearInterval(this.timer);
    this.frame.hidden = true;
  }

  play(state, { steps, pinned }, names = []) {
    Object.assign(this, { state, steps, names });
    this.pinned = this.placed(pinned);
    const button = (key, mark, action) =>
      element("button", { type: "button", "data-key": key, textContent: mark, title: t(key), "aria-label": t(key), onclick: action });
    const draw = () => { this.pause(); this.draw(); };
    this.slider = element("input", { type: "range", min: 0, max: steps.length - 1, value: 0, "aria-label": t("step"), oninput: draw });
    this.speed = element("select", { "aria-label": t("speed"), onchange: () => this.timer && this.run() },
      ...SPEEDS_MS.map((ms, i) => new Option(["¼×", "½×", "1×", "4×"][i], ms, ms === 120, ms === 120)));
    this.go = button("play", "▶", () => (this.timer ? this.pause() : this.run()));
    const tools = element("div", { className: "tools" },
      button("back", "◀◀", () => this.move(-1)), this.go, button("step", "▶|", () => this.move(1)), this.speed, this.slider);
    this.tree = svg("svg", { class: "tree", role: "img", "aria-label": t("tree") });
    this.lines = PROGRAM.map((line) => element("span", { textContent: `${line}\n` }));
    const program = element("pre", { tabIndex: 0, role: "group", "aria-label": t("program") }, element("code", {}, ...this.lines));
    this.frame.replaceChildren(tools, this.tree, program);
    this.frame.hidden = false;
    this.draw();
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

  move(by, running = false) {
    const at = Number(this.slider.value) + by;
    if (!running || at >= this.steps.length) this.pause();
    this.slider.value = at;
    this.draw();
  }

  placed(placements) { return placements.map((one) => ({ ...one, cells: down(this.state, one.cells) })); }

  // On the board lies the last placement tried at each smaller depth.
  draw() {
    const at = Number(this.slider.value), steps = this.steps.slice(0, at + 1);
    const { path, roots } = grown(steps);
    const { step, depth, cell, choices, number } = steps[at];
    this.show([...this.pinned, ...this.placed(path.map((node) => node.laid))], this.names, cell && down(this.state, [cell])[0]);
    this.say(t(step === "choose" && !cell ? "step-piece" : `step-${step}`, { n: at + 1, of: this.steps.length, depth, choices, number }));
    this.lines.forEach((line, i) => line.classList.toggle("now", LINES[step].includes(i)));
    this.drawTree(path, roots);
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
