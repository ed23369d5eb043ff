// The answer beside the board: a large number with its unit, or words.
import { element } from "./svg.js";
import { currentLanguage, digits, t } from "./words.js";

// Engines in the words of a class; the others search.
const METHODS = { frontier: "sweep", memo: "memo", orbits: "orbits", zdd: "zdd", fkt: "fkt", tree: "tree" };

export function paragraph(text, kind = "") { return element("p", { className: kind, textContent: text }); }

export function clock(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// How the engine counted; several, each for parts of the board, are joined by "+".
export function methodOf(engine) {
  const kinds = new Set(engine.split("+").map((one) => METHODS[one] ?? "search"));
  return [...kinds].map((kind) => t(`method-${kind}`)).join(" + ");
}

export class Answer {
  constructor(element) { this.element = element; }

  say(key, values = {}, note = "") {
    const parts = key === "error" ? [] : [paragraph(t(key, values))];
    if (note) parts.push(paragraph(note, "note"));
    this.element.replaceChildren(...parts);
  }

  lines(...lines) {
    this.element.replaceChildren(...lines.filter(([text]) => text).map(([text, kind]) => paragraph(text, kind)));
  }

  number(number, text, note = "", kind = "note") {
    const strong = element("strong", { textContent: number }), words = element("div", {}, paragraph(text));
    strong.style.setProperty("--letters", number.length);
    // What changes many times in a second is not read aloud.
    if (kind === "so-far") for (const part of [strong, words]) part.setAttribute("aria-live", "off");
    if (note) words.append(paragraph(note, kind));
    this.element.replaceChildren(strong, words);
  }

  ways(value, note = "", kind = "note") {
    this.number(digits(value), t(value === "0" ? "zero" : value === "1" ? "one" : "ways"), note, kind);
  }

  // A sequence by its terms, and what is proved of it.
  terms(terms, formula = null) {
    const { order, recurrence, generatingFunction, growth, proof } = formula ?? {};
    this.lines([t("terms-of"), "note"], [t("terms", { terms }), "terms"], ...(formula ? [
      [recurrence || t("long-recurrence", { order }), "formula"], [generatingFunction, "formula"],
      [growth && t("growth", { growth: currentLanguage() === "fr" ? growth.replace(".", ",") : growth }), "note"], [t("proved", { proof }), "note"],
    ] : []));
  }

  // What was found before a count was stopped.
  stopped(atLeast, note = "") {
    if (atLeast === "0") this.say("stopped", {}, note);
    else this.number(`≥\u202f${digits(atLeast)}`, t("ways-stopped"), note);
  }

  // Details of a count, behind a mark.
  how({ engine, ms }) {
    const seconds = Number((ms / 1000).toPrecision(2)).toLocaleString(currentLanguage());
    const text = t("counted-in", { method: methodOf(engine), seconds });
    this.element.lastChild.append(element("details", { className: "how" },
      element("summary", { textContent: "i", "aria-label": t("how") }), paragraph(text, "note")));
  }
}
