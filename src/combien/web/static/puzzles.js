// The puzzles of the table, by their settings: a form, a solution as a picture, the number of solutions.
import { capital, reasonOf } from "./reasons.js";
import { element } from "./svg.js";
import { digits, named, t } from "./words.js";

const SECONDS = 600;
let built = null;

export function open(panel, ask, cancel, onchange) {
  built ??= new Puzzles(panel, ask, cancel, onchange);
  built.translate();
  if (!built.puzzles.length) built.list();
  return built;
}

class Puzzles {
  constructor(panel, ask, cancel, onchange) {
    Object.assign(this, { ask, cancel, onchange, puzzles: [], svg: "", known: "" });
    this.menu = element("select", { id: "puzzle-name", onchange: () => { this.form(); this.forget(); onchange(); } });
    this.fields = element("div", { className: "fields", oninput: () => this.forget(), onchange: () => onchange() });
    const button = (key, action) => element("button", { id: `puzzle-${key}`, onclick: action });
    this.buttons = { solve: button("solve", () => this.send("solve")), count: button("count", () => this.send("count")), cancel: button("cancel", () => this.stop()) };
    this.buttons.solve.className = "main";
    this.buttons.cancel.disabled = true;
    this.note = element("div", { className: "answer", role: "status" });
    this.picture = element("img", { className: "pane", hidden: true });
    panel.replaceChildren(this.menu, this.fields, element("div", { className: "tools" }, ...Object.values(this.buttons)), this.note, this.picture);
    this.ready = new Promise((resolve) => { this.listed = resolve; });
  }

  list() {
    this.ask({ v: 1, ask: ["list"], puzzle: {}, budget: { seconds: SECONDS } }, (event) => {
      if (event.event !== "puzzles") return;
      this.puzzles = event.puzzles;
      this.translate();
      this.listed();
    });
  }

  get state() { return [this.menu.value, this.settings()]; }

  set state([name, settings]) {
    if (!this.puzzles.some((one) => one.name === name)) throw new Error("puzzle");
    this.menu.value = name;
    this.form();
    this.fill(settings);
    this.forget();
  }

  // What is shown belongs to other settings.
  forget() {
    this.quit();
    this.svg = "";
    this.picture.hidden = true;
    this.note.textContent = "";
  }

  fill(settings) {
    for (const field of this.fields.querySelectorAll("[data-setting]")) {
      const value = settings[field.dataset.setting];
      if (field.type === "checkbox") field.checked = value === true;
      else if (value !== undefined) field.value = String(value).slice(0, 200);
    }
  }

  drawing() { return this.svg; }

  translate() {
    const chosen = this.menu.value;
    this.menu.replaceChildren(...this.puzzles.map(({ name, title }) => new Option(named("title", name, title), name, false, name === chosen)));
    this.menu.setAttribute("aria-label", t("puzzles"));
    for (const [key, button] of Object.entries(this.buttons)) button.textContent = t(key === "count" ? "how-many" : key);
    if (!this.puzzles.length) return;
    const settings = chosen && this.settings();
    this.form();
    if (settings) this.fill(settings);
  }

  form() {
    const { settings } = this.puzzles.find(({ name }) => name === this.menu.value);
    this.fields.replaceChildren(...settings.map((setting) => element("label", {}, named("setting", setting.name), " ", this.field(setting))));
  }

  field({ name, default: value, low, high, choices }) {
    const field = document.createElement(choices.length ? "select" : "input");
    field.dataset.setting = name;
    if (choices.length) field.append(...choices.map((choice) => new Option(choice, choice, false, choice === value)));
    else if (typeof value === "boolean") { field.type = "checkbox"; field.checked = value; }
    else if (typeof value === "number") { field.type = "number"; field.min = low ?? 0; field.max = high ?? 40; field.value = value; }
    else { field.type = "text"; field.value = value; field.maxLength = 200; }
    return field;
  }

  settings() {
    return Object.fromEntries([...this.fields.querySelectorAll("[data-setting]")].map((field) => [
      field.dataset.setting,
      field.type === "checkbox" ? field.checked : field.type === "number" ? Math.round(Number(field.value)) : field.value,
    ]));
  }

  quit() {
    this.cancel();
    this.buttons.cancel.disabled = true;
  }

  stop() {
    this.quit();
    this.note.textContent = `${t("stopped")} ${capital(this.known)}`;
  }

  send(asked) {
    this.known = "";
    this.note.textContent = t("working");
    this.buttons.cancel.disabled = false;
    const name = this.menu.value;
    this.ask({ v: 1, ask: [asked], puzzle: { name, settings: this.settings() }, budget: { seconds: SECONDS } }, (event) => {
      switch (event.event) {
        case "solution":
          this.svg = event.svg;
          this.picture.src = `data:image/svg+xml,${encodeURIComponent(event.svg)}`;
          this.picture.alt = this.menu.selectedOptions[0].text;
          this.picture.hidden = false;
          this.note.textContent = t("solution-of", { ms: event.ms });
          break;
        case "count": this.note.textContent = t(event.value === "1" ? "one-solution" : "solutions", { n: digits(event.value) }); break;
        case "none": this.note.textContent = t("unsolvable"); break;
        case "progress": if (event.atLeast !== "0") this.note.textContent = this.known = t("at-least", { n: digits(event.atLeast) }); break;
        case "stopped": case "error": {
          const { reason } = event;
          // Settings have names on this page.
          if (reason?.values?.setting) reason.values.setting = named("setting", reason.values.setting);
          this.note.textContent = reasonOf(event);
          break;
        }
        case "done": this.buttons.cancel.disabled = true; break;
      }
    });
  }
}
