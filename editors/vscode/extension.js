// Starts the language server, `combien lsp`, and shows the drawings that it makes.

"use strict";

const { randomBytes } = require("node:crypto");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

// The drawing is an image, in which no script runs; nothing is loaded from elsewhere.
function page(svg) {
  const nonce = randomBytes(16).toString("base64");
  const image = Buffer.from(svg, "utf8").toString("base64");
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; img-src data:; style-src 'nonce-${nonce}'">
<style nonce="${nonce}">body { background: white; } img { max-width: 100%; }</style>
</head>
<body><img alt="" src="data:image/svg+xml;base64,${image}"></body>
</html>
`;
}

function show({ problem, svg }) {
  const panel = vscode.window.createWebviewPanel(
    "combien.drawing",
    problem,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableScripts: false, localResourceRoots: [] },
  );
  panel.webview.html = page(svg);
}

async function activate() {
  const settings = vscode.workspace.getConfiguration("combien");
  const [command, ...args] = settings.get("command");
  client = new LanguageClient(
    "combien",
    "combien",
    { command, args },
    {
      documentSelector: [{ language: "cmb" }],
      synchronize: { configurationSection: "combien" },
      initializationOptions: { seconds: settings.get("seconds"), showsDrawings: true },
      middleware: {
        async executeCommand(name, given, next) {
          const answer = await next(name, given);
          if (name === "combien.draw" && answer) {
            show(answer);
          }
          return answer;
        },
      },
    },
  );
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `The language server does not start (${error.message}). ` +
        'Install combien and pip install "pygls>=2" beside it, or set combien.command.',
    );
  }
}

function deactivate() {
  return client && client.isRunning() ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
