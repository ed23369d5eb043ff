// The board editor of a notebook.  The drawn problem is a trait of the widget; questions and their
// events are its messages, in the protocol of the page.
import { Board } from "./board.js";
import { Film } from "./film.js";
import { nameOf, Palette, SETS } from "./palette.js";
import * as picture from "./picture.js";
import { reasonOf } from "./reasons.js";
import { element } from "./svg.js";
import { check, down, fromDrawn, MOST_SIDE, painted, pinnedAt, question, resized, withBoard } from "./state.js";
import { currentLanguage, digits, setLanguage, t } from "./words.js";

const BRUSHES = { paint: "draw", rectangle: "rectangle", fill: "fill", pin: "pin" };
const PATIENCE_MS = 300;

class Editor {
  constructor(model, frame) {
    this.model = model;
    this.position = "";
    this.number = 0;
    this.asking = 0;
    this.useless = [];
    // What lies on the board, and the last tiling.
    this.placements = this.whole = [];
    const canvas = element("div", { className: "pane" });
    this.board = new Board(canvas, { label: t("board"), describe: (x, y) => this.describe(x, y) });
    this.board.onstroke = (cells, value, brush) => (brush === "pin" ? this.pin(cells[0]) : this.paint(cells, value));
    this.answer = element("div", { className: "answer", role: "status" });
    this.list = element("ul", { className: "pieces" });
    const film = element("div", { className: "film", hidden: true });
    this.film = new Film(film, {
      say: (text) => this.say(text),
      show: (placements, names, cell) => {
        this.lay(placements);
        if (cell) this.board.layer.append(...picture.dead([cell], "square"));
      },
      end: () => this.lay(this.whole),
    });
    this.progress = element("progress", { max: 1, "aria-label": t("working") });
    this.note = element("span");
    this.bar = element("div", { className: "bar", hidden: true }, this.progress, this.note,
      this.button("cancel", () => this.model.send({ cancel: true })));
    frame.replaceChildren(element("div", { className: "boards" },
      element("div", {}, this.tools(), canvas),
      element("div", { className: "pane" }, this.answer, this.bar, this.actions(), film, this.sets(), this.list)));
    this.palette = new Palette(this.list, {
      onchange: (number, changes) => this.change({
        ...this.state, pins: [], pieces: this.state.pieces.map((piece, i) => (i === number ? { ...piece, ...changes } : piece)),
      }),
      onremove: (number) => this.change({ ...this.state, pins: [], pieces: this.state.pieces.filter((_, i) => i !== number) }),
    });
    this.listen = () => { if (!this.own) this.load(); };
    this.hear = (event) => this.receive(event);
    model.on("change:drawn", this.listen);
    model.on("msg:custom", this.hear);
    this.load();
  }

  close() {
    this.film.close();
    clearTimeout(this.waiting);
    this.model.off("change:drawn", this.listen);
    this.model.off("msg:custom", this.hear);
  }

  button(key, action) {
    return element("button", { textContent: t(key), type: "button", "data-key": key, onclick: action });
  }

  tools() {
    const brush = element("select", { "aria-label": t("brush"), onchange: () => { this.board.brush = brush.value; } },
      ...Object.entries(BRUSHES).map(([value, key]) => new Option(t(key), value)));
    this.sides = ["width", "height"].map((side) => element("input", {
      type: "number", min: 1, max: MOST_SIDE, "aria-label": t(side), onchange: (event) => this.resize(side, event.target.valueAsNumber),
    }));
    return element("div", { className: "tools" }, ...this.sides, brush,
      this.button("clear", () => this.change({ ...this.state, pins: [], cells: "0".repeat(this.state.cells.length) })));
  }

  actions() {
    const main = this.button("count", () => this.ask(["count"]));
    main.className = "main";
    this.why = this.button("why", () => this.ask(["why"]));
    this.asks = [
      main, this.why,
      this.button("next", () => this.ask(["next"], { position: this.position })),
      this.button("sample", () => this.ask(["sample"], { seed: crypto.getRandomValues(new Uint32Array(1))[0] })),
      this.button("search", () => this.ask(["trace"])),
    ];
    return element("div", { className: "tools" }, ...this.asks);
  }

  // What can be asked depends on what is drawn, and on whether there is a tiling.
  offer(tilings) {
    const { cells, pieces } = this.state;
    const nothing = !cells.includes("1") ? t("empty") : !pieces.length ? t("no-pieces") : "";
    this.why.hidden = tilings;
    for (const button of this.asks) {
      const needs = ["next", "sample"].includes(button.dataset.key) && !tilings ? t("no-tiling") : "";
      button.title = nothing || needs;
      button.disabled = button.title !== "";
    }
  }

  sets() {
    const menu = element("select", {}, new Option(t("sets"), ""), ...Object.entries(SETS).filter(([, set]) => !set[1]).map(([key]) => new Option(t(`set-${key}`), key)));
    menu.setAttribute("aria-label", t("sets"));
    menu.addEventListener("change", () => {
      if (menu.value) this.change({ ...this.state, pins: [], pieces: [...this.state.pieces, ...SETS[menu.value][0]()].slice(0, 60) });
      menu.value = "";
    });
    return menu;
  }

  // The state ------------------------------------------------------------------------------------

  load() {
    try { this.state = fromDrawn(this.model.get("drawn")); } catch (error) { this.say(String(error.message)); return; }
    this.draw();
    this.first();
  }

  change(state) {
    check(state);
    this.state = state;
    this.draw();
    if (!state.cells.includes("1")) { this.say(t("empty")); return; }
    const { board, pieces, fixed } = question(state, []);
    this.own = true;
    this.model.set("drawn", { board, pieces, fixed });
    this.model.save_changes();
    this.own = false;
    this.first();
  }

  first() {
    this.position = "";
    this.number = 0;
    if (!this.state.pieces.length) this.say(t("no-pieces"));
    else this.ask(["first"]);
  }

  paint(touched, value) {
    const { cells, width } = this.state;
    this.change(withBoard(this.state, { cells: painted(cells, width, touched, value) }));
  }

  resize(side, size) {
    const next = resized(this.state, side, size);
    if (next) { this.change(next); return; }
    this.draw();
    this.say(t("size-wrong", { most: MOST_SIDE }));
  }

  pin(cell) {
    const next = pinnedAt(this.state, this.placements, cell);
    if (next) this.change(next);
  }

  // Questions ------------------------------------------------------------------------------------

  ask(asked, more = {}) {
    this.film.close();
    this.asked = this.state;
    this.say(t("working"));
    this.progress.removeAttribute("value");
    this.note.textContent = "";
    // A stroke is answered at once; only what takes longer shows that it can be stopped.
    clearTimeout(this.waiting);
    this.bar.hidden = true;
    this.waiting = setTimeout(() => { this.bar.hidden = false; }, PATIENCE_MS);
    this.asking += 1;
    this.model.send({ ask: asked, id: this.asking, ...more });
  }

  placed(placements) { return placements.map((one) => ({ ...one, cells: down(this.state, one.cells) })); }

  receive(event) {
    if (this.asked !== this.state || event.id !== this.asking) return;
    switch (event.event) {
      case "problem":
        this.useless = event.uselessPieces;
        this.drawPieces();
        // A tiling that is shown stays.
        if (!this.whole.length) this.board.layer.replaceChildren(...picture.dead(down(this.state, event.deadCells), "square"));
        break;
      case "first": this.show(event.placements); this.say(t("found")); break;
      case "sample": this.show(event.placements); this.say(t("sampled")); break;
      case "next":
        this.position = event.placements === null ? "" : event.position;
        if (event.placements === null) { this.number = 0; this.say(t("last")); }
        else { this.show(event.placements); this.say(t("numbered", { n: ++this.number })); }
        break;
      case "count":
        this.offer(event.value !== "0");
        this.say(`${digits(event.value)} ${t(event.value === "1" ? "one" : event.value === "0" ? "zero" : "ways")}`);
        break;
      case "none":
        this.offer(false);
        if (event.groups.length)
          this.board.layer.replaceChildren(...picture.groups(event.groups.map((group) => ({ ...group, cells: down(this.state, group.cells) })), "square"));
        this.say(`0 ${t("zero")}. ${reasonOf(event)}`);
        break;
      case "trace": this.film.play(this.state, event); break;
      case "progress":
        if (event.fraction !== null) this.progress.value = event.fraction;
        this.note.textContent = event.atLeast === "0" ? "" : t("at-least", { n: digits(event.atLeast) });
        break;
      case "done":
        clearTimeout(this.waiting);
        this.bar.hidden = true;
        break;
      case "stopped": this.say(event.atLeast === "0" ? t("stopped") : `≥\u202f${digits(event.atLeast)} ${t("ways-stopped")}`); break;
      case "error": this.say(reasonOf(event)); break;
    }
  }

  say(text) { this.answer.textContent = text; }

  describe(x, y) {
    return t(this.state.cells[y * this.state.width + x] === "1" ? "cell-on" : "cell-off", { x: x + 1, y: y + 1 });
  }

  // Drawing --------------------------------------------------------------------------------------

  show(placements) { this.lay(this.whole = this.placed(placements)); }

  lay(placements) {
    this.placements = placements;
    this.board.layer.replaceChildren(...picture.pieces(placements, this.state.pieces.map(nameOf), "square"));
  }

  draw() {
    const { width, height, cells } = this.state;
    [this.sides[0].value, this.sides[1].value] = [width, height];
    this.placements = this.whole = [];
    this.film.close();
    clearTimeout(this.waiting);
    this.bar.hidden = true;
    this.useless = [];
    this.offer(true);
    this.board.layer.replaceChildren();
    this.board.show(width, height, cells);
    this.drawPieces();
  }

  drawPieces() { this.palette.draw(this.state, { useless: this.useless, chosen: null }); }
}

function render({ model, el }) {
  setLanguage(navigator.language.startsWith("fr") ? "fr" : "en");
  el.lang = currentLanguage();
  el.classList.add("combien-editor");
  const editor = new Editor(model, el);
  return () => editor.close();
}

export default { render };
