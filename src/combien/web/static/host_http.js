// The host of `combien web`: questions go to the server that sent this page, events come as a stream.

// Why the server answers no question, as statements.
const REFUSALS = { 403: "wrong-token", 503: "busy" };

export class HttpHost {
  constructor(onstatus) {
    this.onstatus = onstatus;
    this.number = 0;
    this.token = document.querySelector('meta[name="combien-token"]').content;
    onstatus("ready");
  }

  ask(question, onevent) {
    this.cancel();
    const id = ++this.number;
    this.running = new AbortController();
    this.read(JSON.stringify({ ...question, id }), onevent, this.running.signal);
    return id;
  }

  // The server notices that nobody listens any more, and ends the question.
  cancel() { this.running?.abort(); this.running = null; }

  async read(text, onevent, signal) {
    const fail = (text, code) => {
      const id = this.number, reason = code ? { code, values: {} } : {};
      onevent({ id, event: "error", ms: 0, code: code ?? "refused", text, reason });
      onevent({ id, event: "done", ms: 0 });
    };
    try {
      const reply = await fetch("ask", {
        method: "POST", body: text, signal,
        headers: { "Content-Type": "application/json", "X-Combien-Token": this.token },
      });
      if (!reply.ok) {
        const text = await reply.text();
        fail(text, REFUSALS[reply.status]);
        return;
      }
      const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done || signal.aborted) return;
        const parts = (rest + value).split("\n\n");
        rest = parts.pop();
        for (const part of parts) if (part.startsWith("data: ")) onevent(JSON.parse(part.slice(6)));
      }
    } catch (error) {
      if (!signal.aborted) fail(String(error.message), "no-server");
    }
  }
}
