// Whose question the host answers.  It has one at a time: the next one ends it, and its owner hears that.

const ENDED = { event: "stopped", code: "superseded", text: "", reason: { code: "cancelled", values: {} }, atLeast: "0" };

export class Turns {
  constructor(host) { Object.assign(this, { host, now: null }); }

  ask(owner, question, onevent) {
    const before = this.now, mine = { owner, onevent };
    this.now = mine;
    this.host.ask(question, (event) => {
      if (event.event === "done" && this.now === mine) this.now = null;
      onevent(event);
    });
    if (before && before.owner !== owner) for (const event of [ENDED, { event: "done" }]) before.onevent(event);
  }

  // Ends the question of an owner, who hears nothing more of it.
  cancel(owner) {
    if (this.now?.owner !== owner) return;
    this.now = null;
    this.host.cancel();
  }
}
