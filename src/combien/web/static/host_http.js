// The host of `combien web`: questions go to the server that sent this page, events come as a stream.
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
    try {
      const reply = await fetch("ask", {
        method: "POST", body: text, signal,
        headers: { "Content-Type": "application/json", "X-Combien-Token": this.token },
      });
      if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
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
      if (!signal.aborted) this.onstatus("broken", String(error.message));
    }
  }
}
