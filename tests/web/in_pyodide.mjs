// Answers questions in Pyodide under node: `node in_pyodide.mjs SITE <questions >events`.
// Reads a list of questions as JSON, and prints the list of their lists of events.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const site = path.resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(path.join(site, "pyodide", "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: path.join(site, "pyodide") + path.sep });
python.unpackArchive(new Uint8Array(fs.readFileSync(path.join(site, "combien.zip"))), "zip", { extractDir: "/lib/combien" });
python.globals.set("text", fs.readFileSync(0, "utf8"));
const events = python.runPython(`
import json, sys
sys.path.insert(0, "/lib/combien")
from combien.web.session import answer
def events(question):
    heard = []
    answer(json.dumps(question), heard.append)
    return heard
json.dumps([events(question) for question in json.loads(text)])
`);
process.stdout.write(events);
