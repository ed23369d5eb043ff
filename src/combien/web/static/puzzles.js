// The puzzles of the table, by their settings: a form, a solution as a picture, the number of solutions.
import { reasonOf } from "./reasons.js";
import { currentLanguage, digits, t } from "./words.js";

const SECONDS = 600;
// Names of puzzles and of settings: English, French.
export const TITLES = {
  queens: ["Non-attacking queens", "Reines qui ne s’attaquent pas"], sudoku: ["Empty sudokus, also X and jigsaw", "Sudokus vides, aussi en X ou irréguliers"],
  latin: ["Latin squares", "Carrés latins"], mates: ["Orthogonal Latin squares", "Carrés latins orthogonaux"],
  langford: ["Langford pairings", "Problème de Langford"], partitions: ["Set partitions", "Partitions d’un ensemble"],
  matchings: ["Perfect matchings", "Couplages parfaits"], coloring: ["Graph coloring", "Coloration de graphes"],
  steiner: ["Steiner systems", "Systèmes de Steiner"], kirkman: ["Kirkman’s schoolgirls", "Les écolières de Kirkman"],
  guards: ["Pieces that dominate the board", "Pièces qui dominent l’échiquier"], costas: ["Costas arrays", "Tableaux de Costas"],
  golomb: ["Golomb rulers", "Règles de Golomb"], magic: ["Magic squares", "Carrés magiques"],
  cryptarithm: ["Cryptarithms", "Cryptarithmes"], wordsquare: ["Word squares", "Carrés de mots"], wordsearch: ["Word search", "Mots mêlés"],
  dominosa: ["Dominosa", "Dominosa"], edges: ["Edge-matching squares", "Carrés à bords assortis"], triangles: ["MacMahon’s triangles", "Triangles de MacMahon"],
  insanity: ["Instant Insanity", "Instant Insanity"], squares: ["Squared rectangles", "Rectangles découpés en carrés"],
  hooks: ["Pythagorean hooks", "Équerres de Pythagore"], partridge: ["The partridge puzzle", "Le puzzle de la perdrix"], rooks: ["Non-attacking rooks", "Tours qui ne s’attaquent pas"],
};
export const SETTINGS = {
  size: ["Size", "Taille"], torus: ["On a torus", "Sur un tore"], extremes: ["Corners of diagonals too", "Diagonales d’une seule case aussi"], order: ["Order of the items", "Ordre des items"],
  x: ["Diagonals too", "Diagonales aussi"], box: ["Box, as in 3x2", "Bloc, comme 3x2"], reduced: ["Reduced", "Réduits"], diagonals: ["Diagonals too", "Diagonales aussi"],
  transversal: ["Transversals", "Transversales"], skolem: ["Skolem sequences", "Suites de Skolem"], parts: ["Sizes of parts", "Tailles des parties"],
  graph: ["Graph", "Graphe"], colors: ["Colors", "Couleurs"], points: ["Points", "Points"], block: ["Points of a block", "Points d’un bloc"],
  strength: ["Strength", "Force"], times: ["Times", "Nombre de fois"], girls: ["Girls", "Écolières"], settled: ["First day given", "Premier jour fixé"],
  guards: ["Guards", "Gardiens"], men: ["Pieces", "Pièces"], marks: ["Marks", "Marques"], length: ["Length", "Longueur"], sum: ["Sum", "Somme"], base: ["Base", "Base"],
  double: ["Other words down", "Autres mots en colonne"], words: ["Words", "Mots"], board: ["Board", "Plateau"], backwards: ["Backwards too", "À l’envers aussi"],
  pips: ["Most pips", "Points, au plus"], deal: ["Deal", "Donne"], tiles: ["Tiles", "Pièces"], border: ["Border", "Bord"], turn: ["Tiles may turn", "Les pièces peuvent tourner"],
  cubes: ["Cubes", "Cubes"], sides: ["Sides", "Côtés"], first: ["First leg", "Premier côté"], second: ["Second leg", "Second côté"], pyth: ["Triangle", "Triangle"],
  laid: ["Squares given", "Carrés donnés"], diagonal: ["Diagonal too", "Diagonale aussi"],
};
const word = (table, name) => table[name]?.[currentLanguage() === "fr" ? 1 : 0] ?? name;
let built = null;

export function open(panel, ask, cancel) {
  built ??= new Puzzles(panel, ask, cancel);
  built.translate();
}

class Puzzles {
  constructor(panel, ask, cancel) {
    this.ask = ask;
    this.cancel = cancel;
    this.puzzles = [];
    this.menu = document.createElement("select");
    this.menu.id = "puzzle-name";
    this.menu.addEventListener("change", () => this.form());
    this.fields = document.createElement("div");
    this.fields.className = "fields";
    this.buttons = { solve: "solve", count: "count", cancel: "cancel" };
    const tools = document.createElement("div");
    tools.className = "tools";
    for (const key of Object.keys(this.buttons)) {
      const button = document.createElement("button");
      button.id = `puzzle-${key}`;
      button.addEventListener("click", () => (key === "cancel" ? this.stop() : this.send(key)));
      this.buttons[key] = button;
      tools.append(button);
    }
    this.buttons.solve.className = "main";
    this.note = document.createElement("div");
    this.note.className = "answer";
    this.note.setAttribute("role", "status");
    this.picture = document.createElement("img");
    this.picture.className = "pane";
    this.picture.hidden = true;
    panel.replaceChildren(this.menu, this.fields, tools, this.note, this.picture);
    this.ask({ v: 1, ask: ["list"], puzzle: {}, budget: { seconds: SECONDS } }, (event) => {
      if (event.event !== "puzzles") return;
      this.puzzles = event.puzzles;
      this.translate();
    });
  }

  translate() {
    const chosen = this.menu.value;
    this.menu.replaceChildren(...this.puzzles.map(({ name }) => new Option(word(TITLES, name), name, false, name === chosen)));
    this.menu.setAttribute("aria-label", t("puzzles"));
    for (const [key, button] of Object.entries(this.buttons)) button.textContent = t(key === "count" ? "how-many" : key);
    if (this.puzzles.length) this.form();
  }

  form() {
    const { settings } = this.puzzles.find(({ name }) => name === this.menu.value);
    this.fields.replaceChildren(...settings.map((setting) => {
      const label = document.createElement("label");
      label.append(word(SETTINGS, setting.name), " ", this.field(setting));
      return label;
    }));
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

  stop() {
    this.cancel();
    this.note.textContent = "";
  }

  send(asked) {
    this.note.textContent = t("working");
    const name = this.menu.value;
    this.ask({ v: 1, ask: [asked], puzzle: { name, settings: this.settings() }, budget: { seconds: SECONDS } }, (event) => {
      switch (event.event) {
        case "solution":
          this.picture.src = `data:image/svg+xml,${encodeURIComponent(event.svg)}`;
          this.picture.alt = word(TITLES, name);
          this.picture.hidden = false;
          this.note.textContent = t("solution-of", { ms: event.ms });
          break;
        case "count": this.note.textContent = t("solutions", { n: digits(event.value) }); break;
        case "none": this.note.textContent = t("unsolvable"); break;
        case "progress": if (event.atLeast !== "0") this.note.textContent = t("at-least", { n: digits(event.atLeast) }); break;
        case "stopped": case "error": {
          const { reason } = event;
          // Settings have names on this page.
          if (reason?.values?.setting) reason.values.setting = word(SETTINGS, reason.values.setting);
          this.note.textContent = reasonOf(event);
          break;
        }
      }
    });
  }
}
