// The progress of a question that takes long, with a button to stop it.
import { clock } from "./answer.js";
import { t } from "./words.js";

export class Bar {
  constructor(frame) {
    Object.assign(this, { frame, bar: frame.querySelector("progress"), words: frame.querySelector("span") });
  }

  get shown() { return !this.frame.hidden; }

  begin() {
    this.frame.hidden = false;
    this.bar.removeAttribute("value");
    this.words.textContent = t("working");
  }

  move({ fraction, forecast }) {
    if (fraction !== null) this.bar.value = fraction;
    const left = forecast ? t("minutes", { a: clock(forecast[0]), b: clock(forecast[1]) }) : "";
    this.words.textContent = [t("working"), left].filter(Boolean).join(" · ");
  }

  end() { this.frame.hidden = true; }
}
