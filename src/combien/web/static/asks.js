// What can be asked about a drawn board: a button that could not answer is disabled, and says why.
import { capital, inWords } from "./reasons.js";
import { t } from "./words.js";

// Seconds of the first question after a stroke, and of one that a person asks.
export const FIRST_SECONDS = 3;
export const LONG_SECONDS = 86400;
const ALL = ["count", "next", "why", "upto", "sample", "heat", "search", "take-apart", "sequence"];
const PACKING = { search: "packing-trace", sequence: "packing-sequence" };

// `total` is the number of tilings, null while it is not known; `loose` boards have colors or cells that may stay empty.
export function offer({ cells, pieces }, { total, loose, shown }) {
  const none = total === "0";
  document.getElementById("why").hidden = !none;
  document.getElementById("next").hidden = none;
  const nothing = !/[^0]/.test(cells) ? t("empty") : !pieces.length ? t("no-pieces") : "";
  for (const key of ALL) {
    const needs = ["sample", "heat", "take-apart"].includes(key) && none ? t("no-tiling")
      : key === "take-apart" && !shown ? t("apart-first")
        : loose && PACKING[key] ? capital(inWords({ code: PACKING[key], values: {} })) : "";
    const button = document.getElementById(key);
    button.title = nothing || needs;
    button.disabled = button.title !== "";
  }
}
