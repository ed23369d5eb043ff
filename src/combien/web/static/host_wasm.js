// The static host: questions go to a worker with the solver in WebAssembly.
//
// Python runs without interruption, so a question is cancelled by ending its worker.  A spare worker
// is kept ready, as loading one takes seconds.  A question that is nearly done is waited for instead.
const PATIENCE = 60;
// What a question may take beyond its seconds; what is built at once, such as a puzzle, does not look at the clock.
const GRACE_SECONDS = 3, USUAL_SECONDS = 10;

const REGISTERED_MS = 4000;

// Registers the service worker and waits until it serves this page: what is loaded then is loaded once, and kept.
// Not every server allows a service worker; without one the page needs the network.
export async function keepFiles() {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller) {
    workers?.register("service_worker.js").catch(() => {});
    return;
  }
  const serves = new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
  const registered = workers.register("service_worker.js").then(({ active }) => active ?? serves, () => {});
  await Promise.race([registered, new Promise((resolve) => setTimeout(resolve, REGISTERED_MS))]);
}

export class WasmHost {
  constructor(onstatus, grace = GRACE_SECONDS) {
    this.onstatus = onstatus;
    this.grace = grace;
    this.number = 0;
    this.announced = false;
    this.active = this.open();
  }

  open() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    const slot = { worker, ready: false, running: null };
    worker.onmessage = (message) => this.receive(slot, JSON.parse(message.data));
    worker.onerror = (error) => this.onstatus("broken", error.message || "worker");
    return slot;
  }

  // Asks a question; `onevent` gets its events.  An earlier question is cancelled.
  ask(question, onevent) {
    this.cancel();
    const id = ++this.number;
    this.waiting = { text: JSON.stringify({ ...question, id }), id, onevent, seconds: question.budget?.seconds ?? USUAL_SECONDS };
    this.send();
    return id;
  }

  cancel() {
    this.waiting = null;
    const { running } = this.active;
    if (!running) return;
    running.onevent = () => {};
    running.timer ??= setTimeout(() => this.replace(running), Math.max(0, PATIENCE - (performance.now() - running.begun)));
  }

  // Ends a question with its worker; the spare one takes over.
  replace(running) {
    if (this.active.running !== running) return;
    clearTimeout(running.limit);
    this.active.worker.terminate();
    this.active = this.spare ?? this.open();
    this.spare = null;
    this.send();
    this.keepSpare();
  }

  // Ends a question that has outlived its seconds.
  overdue(running) {
    if (this.active.running !== running) return;
    const { id, onevent } = running, reason = { code: "ended-seconds", values: { seconds: String(running.seconds) } };
    this.replace(running);
    onevent({ id, event: "stopped", ms: 0, code: "budget", text: "", reason, atLeast: "0" });
    onevent({ id, event: "done", ms: 0 });
  }

  send() {
    if (!this.waiting || !this.active.ready || this.active.running) return;
    const { text, id, onevent, seconds } = this.waiting;
    this.waiting = null;
    const running = { id, onevent, seconds, begun: performance.now() };
    running.limit = setTimeout(() => this.overdue(running), 1000 * (seconds + this.grace));
    this.active.running = running;
    this.active.worker.postMessage(text);
  }

  keepSpare() { this.spare ??= this.open(); }

  receive(slot, event) {
    if (event.event === "ready") {
      slot.ready = true;
      if (slot !== this.active) return;
      // A worker that replaces another one goes on with the question that waits for it.
      if (!this.announced) this.onstatus("ready");
      this.announced = true;
      this.send();
      this.keepSpare();
    } else if (event.event === "broken") {
      this.onstatus("broken", event.text);
    } else if (slot.running && event.id === slot.running.id) {
      slot.running.onevent(event);
      if (event.event === "done") {
        clearTimeout(slot.running.timer);
        clearTimeout(slot.running.limit);
        slot.running = null;
        if (slot === this.active) this.send();
      }
    }
  }
}
