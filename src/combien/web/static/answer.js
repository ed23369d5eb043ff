// The answer beside the board: a large number with its unit, or words.
import { currentLanguage, digits, t } from "./words.js";

// Engines in the words of a class; the others search.
const METHODS = { frontier: "sweep", memo: "memo", orbits: "orbits", zdd: "zdd", fkt: "fkt", tree: "tree" };

export function paragraph(text, kind = "") {
  const p = document.createElement("p");
  p.className = kind;
  p.textContent = text;
  return p;
}

export function clock(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h ${Math.round(seconds % 3600 / 60)} min`;
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
    const strong = document.createElement("strong"), words = document.createElement("div");
    strong.textContent = number;
    strong.style.setProperty("--letters", number.length);
    // What changes many times in a second is not read aloud.
    if (kind === "so-far") for (const part of [strong, words]) part.setAttribute("aria-live", "off");
    words.append(paragraph(text));
    if (note) words.append(paragraph(note, kind));
    this.element.replaceChildren(strong, words);
  }

  ways(value, note = "", kind = "note") {
    this.number(digits(value), t(value === "0" ? "zero" : value === "1" ? "one" : "ways"), note, kind);
  }

  // What was found before a count was stopped.
  stopped(atLeast, note = "") {
    if (atLeast === "0") this.say("stopped", {}, note);
    else this.number(`≥\u202f${digits(atLeast)}`, t("ways-stopped"), note);
  }

  // Details of a count, behind a mark.
  how({ engine, ms }) {
    const more = document.createElement("details"), mark = document.createElement("summary");
    more.className = "how";
    mark.textContent = "i";
    mark.setAttribute("aria-label", t("how"));
    const seconds = Number((ms / 1000).toPrecision(2)).toLocaleString(currentLanguage());
    more.append(mark, paragraph(t("counted-in", { method: t(`method-${METHODS[engine] ?? "search"}`), seconds }), "note"));
    this.element.lastChild.append(more);
  }
}
