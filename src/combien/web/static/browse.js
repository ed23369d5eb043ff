// The placements of one piece, one by one: on the board, and in the solid beside it.
import { down } from "./state.js";
import { element } from "./svg.js";
import { digits, t } from "./words.js";

export class Browser {
  // `ask` asks for the placements of a piece, on a cell or anywhere; `pick` lets a person choose a cell; `show` draws one.
  constructor(frame, { ask, pick, show, end }) { Object.assign(this, { frame, ask, pick, show, end, piece: null }); }

  get open() { return !this.frame.hidden; }

  close() {
    if (this.frame.hidden) return;
    this.frame.hidden = true;
    this.end();
  }

  begin(state, piece, name) {
    Object.assign(this, { state, piece, name, cell: null, at: 0 });
    this.ask(piece, null);
  }

  choose(cell) {
    Object.assign(this, { cell, at: 0 });
    this.ask(this.piece, cell);
  }

  // What `ask` was answered.
  receive({ total, orbits, shown }) {
    Object.assign(this, { total, orbits, all: shown });
    const button = (key, mark, onclick) => element("button", { type: "button", "data-key": key, textContent: mark, title: t(key), "aria-label": t(key), onclick });
    const words = (key, onclick) => element("button", { type: "button", "data-key": key, textContent: t(key), onclick });
    const checked = this.once?.checked ?? false;
    this.once = element("input", { type: "checkbox", checked, onchange: () => this.filter() });
    this.slider = element("input", { type: "range", min: 0, "aria-label": t("placement-number"), oninput: () => this.draw(this.slider.valueAsNumber) });
    [this.note, this.kind] = [element("p", { role: "status" }), element("p", { className: "note" })];
    this.frame.replaceChildren(element("h2", { textContent: t("placements-of", { name: this.name }) }), this.note, this.slider,
      element("div", { className: "tools" }, button("back", "|◀", () => this.draw(this.at - 1)), button("step", "▶|", () => this.draw(this.at + 1)),
        words("pick-cell", () => this.pick()), ...(this.cell ? [words("any-cell", () => this.choose(null))] : []), words("close", () => this.close())),
      this.kind, element("label", {}, this.once, " ", t("one-of-each")));
    this.frame.hidden = false;
    this.filter();
  }

  filter() {
    const seen = new Set();
    this.list = this.once.checked ? this.all.filter(({ orbit }) => !seen.has(orbit) && seen.add(orbit)) : this.all;
    this.draw(Math.min(this.at, this.list.length - 1));
  }

  draw(at) {
    const many = this.list.length;
    this.at = Math.max(0, Math.min(many - 1, at));
    this.slider.max = Math.max(0, many - 1);
    this.slider.value = this.at;
    this.slider.disabled = many < 2;
    const one = this.list[this.at], all = digits(this.total);
    const where = this.cell ? ` ${t("on-cell")}` : "";
    this.note.textContent = one ? t(this.once.checked ? "placement-kind" : "placement", { n: this.at + 1, of: this.once.checked ? many : all, all }) + where : t("no-placement") + where;
    this.kind.textContent = one ? [
      t("orbit", { n: one.orbit + 1, of: this.orbits }), one.first ? t("orbit-first") : t("orbit-other"), one.removed ? t("removed") : "",
    ].filter(Boolean).join(" · ") : "";
    this.show(one ? { piece: this.piece, cells: down(this.state, one.cells), raw: one.cells, faded: one.removed } : null);
  }
}
