// A projector: nothing but the board, the number and "next".
const $ = (id) => document.getElementById(id);

export class Projector {
  // `onstart` is called when it begins.
  constructor(onstart) {
    this.onstart = onstart;
    $("projector").addEventListener("click", () => this.show(true));
    $("leave").addEventListener("click", () => this.show(false));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const typing = event.target.closest("input:not([type=radio]), select, textarea, dialog, [popover]");
    if (event.ctrlKey || event.metaKey || event.altKey || typing || $("tiling").hidden) return;
    const projected = document.body.classList.contains("projector");
    if (event.key === "f" || event.key === "F") this.show(!projected);
    else if (projected && event.key === "Escape") this.show(false);
    // The keys of a presenter.
    else if (projected && event.key === "PageDown") $("next").click();
    else return;
    event.preventDefault();
  }

  show(on) {
    document.body.classList.toggle("projector", on);
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    if (on) this.onstart();
    (on ? $("next") : $("projector")).focus();
  }
}
