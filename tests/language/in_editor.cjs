// Runs the packed extension without an editor, which the tests cannot install.
//
//   node in_editor.cjs tokens EXTENSION MODULES FILE ...
//       the tokens of each file by the grammar, as lists of lines of pairs of text and scopes
//   node in_editor.cjs start EXTENSION FILE COMMAND ...
//       starts the extension with this server, opens the file and clicks on all that is above its
//       first problem; the stand-in for the editor has what the client uses, and notes what is shown

"use strict";

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

async function tokens(extension, modules, files) {
  const load = (name) => require(path.join(modules, name));
  const oniguruma = load("vscode-oniguruma");
  const textmate = load("vscode-textmate");
  const wasm = path.join(modules, "vscode-oniguruma", "release", "onig.wasm");
  await oniguruma.loadWASM(fs.readFileSync(wasm).buffer);
  const { path: place, scopeName } = JSON.parse(
    fs.readFileSync(path.join(extension, "package.json"), "utf8"),
  ).contributes.grammars[0];
  const text = fs.readFileSync(path.join(extension, place), "utf8");
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (string) => new oniguruma.OnigString(string),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(text, place),
  });
  const grammar = await registry.loadGrammar(scopeName);
  return files.map((file) => {
    let state = textmate.INITIAL;
    return fs
      .readFileSync(file, "utf8")
      .split("\n")
      .map((line) => {
        const found = grammar.tokenizeLine(line, state);
        state = found.ruleStack;
        return found.tokens.map((token) => [
          line.slice(token.startIndex, token.endIndex),
          token.scopes[token.scopes.length - 1],
        ]);
      });
  });
}

// Whatever is asked of it, it has: a class, a function and an object that does nothing.
function anything() {
  return new Proxy(class {}, {
    get(target, key) {
      if (key === "prototype") return target.prototype;
      if (key === "then" || typeof key === "symbol") return undefined;
      if (!(key in target) || key === "name") target[key] = anything();
      return target[key];
    },
    apply: () => anything(),
    construct: (target, given, subclass) =>
      Object.getPrototypeOf(subclass) === Function.prototype
        ? anything()
        : Reflect.construct(target, given, subclass),
  });
}

async function start(extension, file, command) {
  const shown = { commands: {}, lenses: [], html: "", title: "", messages: [], options: {} };
  const document = {
    uri: { scheme: "file", fsPath: file, toString: () => `file://${file}` },
    fileName: file,
    languageId: "cmb",
    version: 1,
    getText: () => fs.readFileSync(file, "utf8"),
  };
  const nothing = { dispose() {} };
  const never = () => nothing;
  let provider;
  const vscode = anything();
  vscode.version = "1.91.0";
  vscode.window.tabGroups.all = [];
  vscode.window.visibleTextEditors = [{ document }];
  vscode.env = { appName: "a test", language: "en" };
  Object.assign(vscode.workspace, {
    textDocuments: [document],
    workspaceFolders: undefined,
    onDidChangeConfiguration: never,
    getConfiguration: (section) =>
      section === "combien" ? { get: (name) => ({ command, seconds: 60 })[name] } : { get() {} },
  });
  vscode.languages.match = () => 10;
  vscode.languages.registerCodeLensProvider = (selector, given) => {
    provider = given;
    return nothing;
  };
  vscode.commands.registerCommand = (name, callback) => {
    shown.commands[name] = callback;
    return nothing;
  };
  vscode.window.showInformationMessage = async (message) => void shown.messages.push(message);
  vscode.window.showErrorMessage = async (message) => void shown.messages.push(message);
  vscode.window.createWebviewPanel = (kind, title, column, options) => {
    shown.title = title;
    shown.options = options;
    return { webview: shown };
  };
  vscode.Range = class {
    constructor(line) {
      this.line = line;
    }
  };
  vscode.CodeLens = class {
    constructor(range) {
      this.range = range;
    }
  };

  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
  const { activate, deactivate } = require(extension);
  await activate();
  const patience = { isCancellationRequested: false, onCancellationRequested: never };
  const lenses = provider ? await provider.provideCodeLenses(document, patience) : [];
  for (const { range, command: click } of lenses.slice(0, 2)) {
    const answer = await shown.commands[click.command](...click.arguments);
    shown.lenses.push([range.line, click.title, answer]);
  }
  await deactivate();
  return { ...shown, commands: Object.keys(shown.commands) };
}

const [what, extension, place, ...rest] = process.argv.slice(2);
(what === "tokens" ? tokens(extension, place, rest) : start(extension, place, rest)).then(
  (found) => {
    process.stdout.write(JSON.stringify(found), () => process.exit(0));
  },
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
