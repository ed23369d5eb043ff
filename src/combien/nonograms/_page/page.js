// The game: a table of cells, by mouse, touch and keyboard.
const puzzle = JSON.parse(document.getElementById("puzzle").textContent);
const { rows, columns, inks, given } = puzzle;
const height = rows.length, width = columns.length;
const byValue = new Map(inks.map((ink) => [ink.value, ink]));
let cells = [...given], past = [], future = [], over = false;
let tool = inks[0]?.value ?? 1, cursor = 0, stroke = null, known;
const note = document.getElementById("note"), table = document.getElementById("board");

const made = (name, className, ...children) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
};
const rowCells = (row) => cells.slice(row * width, (row + 1) * width);
const columnCells = (column) => Array.from({ length: height }, (_, row) => cells[row * width + column]);
const lineOf = (at) => (at < height ? [rows[at], rowCells(at)] : [columns[at - height], columnCells(at - height)]);
const placeIn = (line, at) => (line < height ? line * width + at : at * width + line - height);
const lineName = (line) => (line < height ? `Row ${line + 1}` : `Column ${line - height + 1}`);
const colorName = (value) => (value === UNKNOWN ? "empty" : value === WHITE ? "white" : byValue.get(value).name);

// The board --------------------------------------------------------------------------------------

const clues = [], boxes = [];
function build() {
  const clue = (blocks, line, className, after) => {
    const numbers = blocks.map(([length, color]) => {
      const number = made("span", "", length ? String(length) : "?");
      number.style.color = byValue.get(color).readable;
      if (inks.length > 1) number.title = byValue.get(color).name;
      return number;
    });
    const head = made("th", after ? `${className} after` : className, ...(numbers.length ? numbers.flatMap((number) => [number, " "]) : ["0"]));
    head.scope = className === "row" ? "row" : "col";
    (clues[line] ??= []).push({ head, numbers });
    return head;
  };
  const both = Math.max(height, width) > 30;
  const heads = (after) => made("tr", "", made("th", ""), ...columns.map((blocks, column) => clue(blocks, height + column, "column", after)));
  const head = made("thead", "", heads(false));
  const body = made("tbody", "");
  rows.forEach((blocks, row) => {
    const line = made("tr", "", clue(blocks, row, "row", false));
    for (let column = 0; column < width; column++) {
      const cell = made("td", "");
      const place = row * width + column;
      cell.dataset.place = place;
      cell.tabIndex = place ? -1 : 0;
      cell.setAttribute("role", "gridcell");
      if ((column + 1) % 5 === 0 || column === width - 1) cell.classList.add("right");
      if ((row + 1) % 5 === 0 || row === height - 1) cell.classList.add("below");
      if (!column) cell.classList.add("left");
      if (given[place] !== UNKNOWN) cell.classList.add("given");
      boxes.push(cell);
      line.append(cell);
    }
    if (both) line.append(clue(blocks, row, "row", true));
    body.append(line);
  });
  table.append(head, body);
  if (both) table.append(made("tfoot", "", heads(true)));
  const longest = Math.max(...rows.map((blocks) => blocks.length), 1) * (both ? 2 : 1);
  document.documentElement.style.setProperty("--cell", `clamp(1.05rem, calc((100vw - 3rem) / ${width + longest * 0.75}), 2rem)`);
}

function show(places) {
  const lines = new Set();
  for (const place of places) {
    const value = cells[place], box = boxes[place];
    box.style.backgroundColor = byValue.get(value)?.hex ?? "";
    box.classList.toggle("cross", value === WHITE);
    const row = Math.floor(place / width), column = place % width;
    box.setAttribute("aria-label", `row ${row + 1}, column ${column + 1}: ${colorName(value)}`);
    lines.add(row).add(height + column);
  }
  for (const line of lines) {
    const done = finished(...lineOf(line));
    for (const { numbers } of clues[line]) numbers.forEach((number, b) => number.classList.toggle("done", done[b]));
  }
  buttons.undo.disabled = !past.length;
  buttons.redo.disabled = !future.length;
  for (const [value, button] of tools) button.setAttribute("aria-pressed", String(value === tool));
}

function unmark() {
  for (const marked of table.querySelectorAll(".wrong, .hint")) marked.classList.remove("wrong", "hint");
}

// Moves ------------------------------------------------------------------------------------------

function put(place, value) {
  if (given[place] !== UNKNOWN || cells[place] === value) return;
  if (!stroke) { past.push([...cells]); future = []; }
  else if (!stroke.begun) { past.push([...cells]); future = []; stroke.begun = true; }
  cells[place] = value;
  unmark();
  note.textContent = "";
  show([place]);
}

function settle() {
  over = rows.every((clue, row) => isSolved(clue, rowCells(row))) && columns.every((clue, column) => isSolved(clue, columnCells(column)));
  table.classList.toggle("solved", over);
  if (over) note.textContent = "Solved!";
}

function travel(from, to) {
  if (!from.length) return;
  to.push(cells);
  cells = from.pop();
  unmark();
  note.textContent = "";
  show(cells.keys());
  settle();
}

// What lines give from the given cells, without any guess; computed once.
function deduced() {
  if (known !== undefined) return known;
  const mine = cells;
  cells = [...given];
  const queue = new Set(Array.from({ length: height + width }, (_, line) => line));
  for (const line of queue) {
    queue.delete(line);
    const news = decided(...lineOf(line));
    if (news === null) { cells = null; break; }
    for (const [at, value] of news) {
      cells[placeIn(line, at)] = value;
      queue.add(line < height ? height + at : at);
    }
  }
  known = cells;
  cells = mine;
  return known;
}

function check() {
  unmark();
  const right = deduced();
  const wrong = right ? [...cells.keys()].filter((place) => cells[place] !== UNKNOWN && right[place] !== UNKNOWN && cells[place] !== right[place]) : [];
  const bad = clues.map((_, line) => line).filter((line) => !fits(...lineOf(line)));
  for (const place of wrong) boxes[place].classList.add("wrong");
  for (const line of bad) for (const { head } of clues[line]) head.classList.add("wrong");
  const left = cells.filter((cell) => cell === UNKNOWN).length;
  if (wrong.length) note.textContent = wrong.length === 1 ? "One cell is wrong." : `${wrong.length} cells are wrong.`;
  else if (bad.length) note.textContent = `${lineName(bad[0])}: its blocks no longer fit.`;
  else note.textContent = over ? "Solved!" : `Nothing is wrong, ${left} cells are empty.`;
}

function hint() {
  unmark();
  let best = null;
  for (const line of clues.keys()) {
    const news = decided(...lineOf(line));
    if (news === null) { check(); return; }
    if (news.length && (!best || news.length > best.news.length)) best = { line, news };
  }
  const right = deduced();
  if (right && cells.some((cell, place) => cell !== UNKNOWN && right[place] !== UNKNOWN && cell !== right[place])) { check(); return; }
  if (over) note.textContent = "Solved!";
  else if (!best) note.textContent = "No line gives more by itself: assume a color for a cell and see whether a line fails.";
  else {
    for (const { head } of clues[best.line]) head.classList.add("hint");
    const colors = [...new Set(best.news.map(([, value]) => colorName(value)))].join(" and ");
    note.textContent = `${lineName(best.line)}: its clue decides ${best.news.length === 1 ? "one more cell" : `${best.news.length} more cells`} (${colors}).`;
  }
}

function clear() {
  past.push(cells);
  future = [];
  cells = [...given];
  unmark();
  note.textContent = "";
  show(cells.keys());
  settle();
}

// Buttons, mouse and touch, keys -----------------------------------------------------------------

const buttons = {}, tools = new Map();
function button(text, action, group) {
  const element = made("button", "", text);
  element.type = "button";
  element.addEventListener("click", action);
  document.getElementById(group).append(element);
  return element;
}
function choose(value) { tool = value; show([]); }
for (const { value, name, hex } of [...inks, { value: WHITE, name: "white", hex: "#ffffff" }]) {
  const element = button(value === WHITE ? "\u00d7 white" : name, () => choose(value), "inks");
  if (value !== WHITE) {
    const swatch = made("i");
    swatch.style.backgroundColor = hex;
    element.prepend(swatch);
  }
  tools.set(value, element);
}
buttons.undo = button("Undo", () => travel(past, future), "actions");
buttons.redo = button("Redo", () => travel(future, past), "actions");
button("Hint", hint, "actions");
button("Check", check, "actions");
button("Clear", clear, "actions");

const boxAt = (event) => {
  const box = document.elementFromPoint(event.clientX, event.clientY)?.closest("td[data-place]");
  return box ? Number(box.dataset.place) : -1;
};
table.addEventListener("pointerdown", (event) => {
  const place = boxAt(event);
  if (place < 0 || event.button > 2 || !event.isPrimary) return;
  event.preventDefault();
  focus(place);
  if (over || given[place] !== UNKNOWN) return;
  const wanted = event.button === 2 ? WHITE : tool;
  stroke = { value: cells[place] === wanted ? UNKNOWN : wanted, begun: false, id: event.pointerId, last: place };
  table.setPointerCapture(event.pointerId);
  put(place, stroke.value);
});
table.addEventListener("pointermove", (event) => {
  const place = stroke && event.pointerId === stroke.id ? boxAt(event) : -1;
  if (place < 0) return;
  // A fast pointer skips cells: those in between are drawn too.
  const [row, column] = [Math.floor(stroke.last / width), stroke.last % width];
  const [down, across] = [Math.floor(place / width) - row, (place % width) - column];
  const steps = Math.max(Math.abs(down), Math.abs(across));
  for (let step = 1; step <= steps; step++) {
    put((row + Math.round((down * step) / steps)) * width + column + Math.round((across * step) / steps), stroke.value);
  }
  stroke.last = place;
});
for (const end of ["pointerup", "pointercancel"]) {
  table.addEventListener(end, () => { if (stroke) { stroke = null; settle(); } });
}
table.addEventListener("contextmenu", (event) => event.preventDefault());

function focus(place) {
  boxes[cursor].tabIndex = -1;
  cursor = place;
  boxes[cursor].tabIndex = 0;
  boxes[cursor].focus({ preventScroll: false });
}
function type(value) {
  if (over) return;
  put(cursor, cells[cursor] === value ? UNKNOWN : value);
  settle();
}
table.addEventListener("keydown", (event) => {
  const row = Math.floor(cursor / width), column = cursor % width;
  const moves = {
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
    Home: [row, 0], End: [row, width - 1], PageUp: [0, column], PageDown: [height - 1, column],
  };
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" && !event.shiftKey) travel(past, future);
    else if (key === "y" || key === "z") travel(future, past);
    else return;
  } else if (event.altKey) return;
  else if (key in moves) {
    const [y, x] = moves[key];
    if (y >= 0 && y < height && x >= 0 && x < width) focus(y * width + x);
  } else if (key === " " || key === "Enter") type(tool);
  else if (key === "x" || key === ".") type(WHITE);
  else if (key === "Backspace" || key === "Delete") { if (!over) put(cursor, UNKNOWN); }
  else if (/^[1-9]$/.test(key) && inks[key - 1]) choose(inks[key - 1].value);
  else if (key === "u") travel(past, future);
  else if (key === "r") travel(future, past);
  else if (key === "h") hint();
  else if (key === "c") check();
  else return;
  event.preventDefault();
});

build();
show(cells.keys());
settle();
