// The solver in the browser: Pyodide with the package, in a worker, one question after the other.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const ready = (async () => {
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    fetch(new URL("./combien.zip", import.meta.url)).then((reply) => {
      if (!reply.ok) throw new Error(`combien.zip: ${reply.status}`);
      return reply.arrayBuffer();
    }),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: "/lib/combien" });
  python.globals.set("emit", (event) => postMessage(event));
  // The first question pays for imports and tables; ask a small one before the user does.
  python.runPython(`
import json, sys
sys.path.insert(0, "/lib/combien")
from combien.web.session import answer
def ask(text):
    answer(text, lambda event: emit(json.dumps(event)))
warm = {"v": 1, "id": 0, "ask": ["first", "count"], "board": {"cells": [[0, 0], [1, 0]]},
        "pieces": [{"cells": [[0, 0], [1, 0]]}]}
answer(json.dumps(warm), lambda event: None)
`);
  return python.globals.get("ask");
})();

ready.then(
  () => postMessage(JSON.stringify({ event: "ready" })),
  (error) => postMessage(JSON.stringify({ event: "broken", text: String(error.message ?? error).slice(0, 300) })),
);

onmessage = async (message) => (await ready)(message.data);
