// Small helpers to draw: elements of HTML and SVG, the twelve colors of the package.

const NAMESPACE = "http://www.w3.org/2000/svg";
export const COLORS = [
  "#90a0f0", "#e0c030", "#a0f0f0", "#f0e060", "#d090c0", "#a0b030",
  "#e0f0c0", "#80c0f0", "#a0e0a0", "#50e0d0", "#a0c0a0", "#f0a070",
];

// Of cells, by their letters; BurrTools' files have the same (_solids.py).
export const INKS = { a: "#d55e00", b: "#0072b2", c: "#009e73", d: "#cc79a7", e: "#e69f00", f: "#56b4e9", g: "#f0e442", h: "#4a5058" };

export function color(number) { return COLORS[number % COLORS.length]; }

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// An element with properties, attributes (with a hyphen in their names, or a role) and children.
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "role" || key.includes("-")) made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}
