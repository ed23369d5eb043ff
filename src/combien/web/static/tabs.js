// The tabs: each puzzle beside the drawn board is loaded when it is opened, and has undo, redo, a link, print and export.
//
// A panel has a `state`, a value for JSON that is read and set (which throws for what it does not know), a `drawing()`,
// and perhaps a promise `ready`; it calls `onchange` when a person has changed it.
import * as picture from "./picture.js";
import { fromLink, History, toLink } from "./state.js";
import { element } from "./svg.js";
import { t } from "./words.js";

const PANELS = ["nonogram", "sudoku", "plane", "puzzles"];

export class Tabs {
  // `hosted()` is a promise of the host that answers questions.
  constructor({ hosted, save, onopen, onchange }) {
    // The question that waits for the host.
    let latest = null, host = null;
    const ask = (...asked) => {
      latest = asked;
      hosted().then((there) => {
        host = there;
        if (latest === asked) host.ask(...asked);
      });
    };
    const cancel = (name) => {
      if (latest?.[0] === name) latest = null;
      host?.cancel(name);
    };
    Object.assign(this, { ask, cancel, save, onopen, onchange, name: "tiling", panels: {}, histories: {}, messages: {} });
    this.tabs = [...document.querySelectorAll("[role=tab]")];
    this.tabs.forEach((tab, i) => {
      tab.addEventListener("click", () => this.open(tab.getAttribute("aria-controls")));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const other = this.tabs[(i + step + this.tabs.length) % this.tabs.length];
        other.focus();
        this.open(other.getAttribute("aria-controls"));
      });
    });
  }

  // The open panel; none for the drawn board.
  get panel() { return this.panels[this.name]; }

  async open(name, link) {
    this.name = name;
    for (const tab of this.tabs) {
      const panel = tab.getAttribute("aria-controls");
      tab.setAttribute("aria-selected", panel === name);
      tab.tabIndex = panel === name ? 0 : -1;
      document.getElementById(panel).hidden = panel !== name;
    }
    if (PANELS.includes(name)) {
      const module = await import(`./${name}.js`);
      const frame = document.getElementById(name), fresh = !this.panels[name];
      const panel = module.open(frame, (...asked) => this.ask(name, ...asked), () => this.cancel(name), () => this.changed(name));
      this.panels[name] = panel;
      if (fresh) frame.querySelector(".tools").after(this.exports(name, panel));
      await panel.ready;
      this.tell("", name);
      try {
        if (link) panel.state = JSON.parse(fromLink(link));
      } finally {
        this.histories[name] ??= new History(panel.state);
        this.changed(name);
      }
    }
    if (this.name === name) this.onopen();
  }

  changed(name) {
    const history = this.histories[name], state = this.panels[name].state;
    if (!history || JSON.stringify(state) === JSON.stringify(history.now)) return;
    history.do(state);
    this.tell("", name);
    this.onchange();
  }

  // Says what is about the open panel, such as its link.  Beside its own answers, which come when they are ready and must
  // not take the place of this.
  tell(text, name = this.name) { this.messages[name].textContent = text; }

  // Undoes or redoes a change of the open panel.
  step(way) {
    const history = this.histories[this.name];
    history?.[way]();
    if (history) {
      this.panel.state = history.now;
      this.tell("");
    }
    this.onchange();
  }

  link() { return this.histories[this.name] ? toLink(this.name, JSON.stringify(this.histories[this.name].now)) : null; }

  // Whether a link is one of a panel.
  static has(link) { return PANELS.includes(link.split(".")[0]); }

  // Opens the panel of a link.  Throws if its state cannot be read.
  openLink(link) { return this.open(link.split(".")[0], link); }

  exports(name, panel) {
    this.messages[name] = element("span", { className: "message", role: "status" });
    const button = (key, onclick) => element("button", { type: "button", textContent: t(key), "data-t": key, onclick });
    const drawn = (use) => () => {
      const drawing = panel.drawing();
      this.tell(drawing ? "" : t("not-drawn"));
      if (drawing) use(drawing);
    };
    return element("div", { className: "tools export" },
      button("SVG", drawn((drawing) => this.save("combien.svg", drawing, "image/svg+xml"))),
      button("PNG", drawn(async (drawing) => this.save("combien.png", await picture.png(drawing)))),
      button("print", () => window.print()), this.messages[name]);
  }
}
