// What leaves the page and comes into it: links, pictures, files, the handout, the clipboard.
import { FIRST_SECONDS } from "./asks.js";
import { printHandout } from "./handout.js";
import { hosting, state, tiling } from "./now.js";
import * as picture from "./picture.js";
import { capital, reasonOf } from "./reasons.js";
import { fromDrawn, fromText } from "./state.js";
import { t } from "./words.js";

const $ = (id) => document.getElementById(id);
// Of a file, so that a question can hold it.
const MOST_BYTES = 45_000;
// The longest address that is printed as a code.
const MOST_CODED = 1000;

// The address for others: of the public page, if `combien web` knows it; else only this computer opens it.
function address(link) {
  const given = (name) => document.querySelector(`meta[name="combien-${name}"]`)?.content;
  const local = given("token");
  const base = given("public") || location.origin + location.pathname + (local ? `?token=${local}` : "");
  return { link: link && `${base}#${link}`, local: Boolean(local && !given("public")) };
}

export class Files {
  // `page` is what it calls: the functions of the page, by name.
  constructor({ board, solid }, page) {
    Object.assign(this, { board, page });
    const click = (id, action) => $(id).addEventListener("click", action);
    click("share", () => this.share());
    click("handout", () => this.handOut());
    click("print", () => window.print());
    click("import", () => $("import-dialog").showModal());
    click("import-close", () => $("import-dialog").close());
    click("import-use", () => {
      const drawn = fromText($("import-text").value);
      if (!drawn) return;
      $("import-dialog").close();
      page.change({ ...state(), pins: [], ...drawn });
    });
    const drawing = () => picture.file(board, $("solid").hidden ? null : solid.svg);
    click("save-svg", () => picture.save("combien.svg", drawing(), "image/svg+xml"));
    click("save-png", async () => picture.save("combien.png", await picture.png(drawing())));
    click("save-cmb", () => this.exported((event) => picture.save("drawn.cmb", event.cmb, "text/plain")));
    click("save-python", () => this.exported((event) => picture.save("drawn.py", event.python, "text/x-python")));
    click("command", () => this.exported((event) => this.copy(`combien count - <<'END'\n${event.cmb}END`, event.cmb)));
    click("save-xmpuzzle", () => page.run(["xmpuzzle"], { seconds: FIRST_SECONDS }, { quiet: true }));
    click("open-file", () => $("file").click());
    $("file").addEventListener("change", () => { this.open($("file").files[0]); $("file").value = ""; });
    $("tiling").addEventListener("dragover", (event) => event.preventDefault());
    $("tiling").addEventListener("drop", (event) => {
      event.preventDefault();
      this.open(event.dataTransfer.files[0]);
    });
  }

  share() {
    const { link, local } = address(this.page.currentLink());
    if (link === null) this.page.tell("long-link");
    else this.copy(link, local ? t("link-local") : "");
  }

  // A handout, with the code of its address if others can open it.
  handOut() {
    this.page.closePanels();
    const { total, placements, none } = tiling, { link, local } = address(this.page.currentLink());
    const known = { total, placements: placements?.length ? placements : null, none: none && { groups: none.groups, reason: reasonOf(none) } };
    tiling.written = ({ rows }) => printHandout(this.board, state(), known, rows);
    if (!hosting.host || !link || local || link.length > MOST_CODED) tiling.written({ rows: [] });
    else this.page.run(["code"], { seconds: FIRST_SECONDS }, { quiet: true, more: { link } });
  }

  async copy(text, note = "") {
    try {
      await navigator.clipboard.writeText(text);
      this.page.tell("copied", note);
    } catch {
      this.page.tell("not-copied", text);
    }
  }

  exported(use) {
    tiling.written = use;
    this.page.run(["export"], { seconds: FIRST_SECONDS }, { quiet: true });
  }

  // A puzzle of BurrTools: its first problem is shown, and the others are examples.
  async open(file) {
    if (!file) return;
    const { change, fillMenus, quit, say, showGallery } = this.page;
    showGallery(false);
    await hosting.ready;
    quit();
    if (file.size > MOST_BYTES) { say("file-large", { most: MOST_BYTES / 1000 }); return; }
    const data = btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())));
    say("working");
    hosting.host.ask("tiling", { v: 1, ask: ["open"], file: data, budget: { seconds: FIRST_SECONDS } }, (event) => {
      if (event.event === "error" || event.event === "stopped") say("error", {}, capital(reasonOf(event)));
      if (event.event !== "opened") return;
      tiling.opened = event.problems.map((one) => [one.name, fromDrawn(one)]);
      fillMenus();
      change(tiling.opened[0][1]);
      if (event.problems.length > 1) tiling.warning = "opened-many";
    });
  }
}
