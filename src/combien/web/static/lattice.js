// The geometry of squares, hexagons and triangles, for drawing, and the cells of the package.
//
// A board is a grid of [x, y], y from the top.  A place is [right, line] as in the text drawings of
// the package, with lines counted upwards; line 0 is the top row, so the lines of a board are
// negative.  Hexagons take every second place of a line.  Lengths are sides of squares and of
// triangles, and widths of hexagons.
const HIGH = Math.sqrt(3) / 2;
const SIXTH = Math.sqrt(3) / 6;
const even = (n) => n % 2 === 0;

const square = {
  name: "square",
  place: ([x, y]) => [x, -y],
  grid: ([right, line]) => [right, -line],
  cell: (place) => place,
  placeOf: (cell) => cell,
  points: ([right, line]) => [[right, -line], [right + 1, -line], [right + 1, 1 - line], [right, 1 - line]],
  size: (width, height) => [width, height],
  steps: () => [[1, 0], [-1, 0], [0, 1], [0, -1]],
  has: () => true,
};

const hexagons = {
  name: "hexagons",
  // The odd rows are half a hexagon to the right.
  place: ([x, y]) => [2 * x + Math.abs(y % 2), -y],
  grid: ([right, line]) => [Math.floor((right - Math.abs(line % 2)) / 2), -line],
  cell: ([right, line]) => [(right - line) / 2, line, -line - (right - line) / 2],
  placeOf: ([x, y]) => [2 * x + y, y],
  points: ([right, line]) => [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]]
    .map(([across, down]) => [(right + 1 + across) / 2, (2 - 3 * line + down) * SIXTH]),
  size: (width, height) => [width + (height > 1 ? .5 : 0), (3 * height + 1) * SIXTH],
  steps: () => [[2, 0], [-2, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]],
  has: ([right, line]) => even(right - line),
};

const triangles = {
  name: "triangles",
  place: ([x, y]) => [x, -y],
  grid: ([right, line]) => [right, -line],
  // Between lines of three directions; see docs/lattices.md.
  cell: ([right, line]) => {
    const up = even(right - line) ? 1 : -1, b = 2 * line + 1, a = (2 * right + 2 + up - b) / 2;
    return [a, b, up - a - b];
  },
  placeOf: ([a, b, c]) => [(a - c) / 2 - 1, (b - 1) / 2],
  points: ([right, line]) => {
    const top = -line * HIGH, bottom = (1 - line) * HIGH, left = right / 2;
    return even(right - line)
      ? [[left + .5, top], [left + 1, bottom], [left, bottom]]
      : [[left, top], [left + 1, top], [left + .5, bottom]];
  },
  size: (width, height) => [(width + 1) / 2, height * HIGH],
  steps: ([right, line]) => [[1, 0], [-1, 0], [0, even(right - line) ? -1 : 1]],
  has: () => true,
};

export const LATTICES = { square, hexagons, triangles };

// Functions of cells on the grid of a board.
export function corners(name, cell) { return LATTICES[name].points(LATTICES[name].place(cell)); }

export function neighbors(name, cell) {
  const { place, grid, steps } = LATTICES[name];
  const [right, line] = place(cell);
  return steps([right, line]).map(([across, up]) => grid([right + across, line + up]));
}

export function center(name, cell) {
  const points = corners(name, cell);
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

export function inside(name, cell, [px, py]) {
  const points = corners(name, cell);
  return points.every(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length];
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax) >= 0;
  });
}

// The outline of polygons with the same orientation: each edge that no two share, joined into loops.
export function outlineOf(polygons) {
  const edges = new Map();
  const key = ([x, y]) => `${Math.round(1e4 * x)},${Math.round(1e4 * y)}`;
  for (const points of polygons)
    points.forEach((from, i) => {
      const to = points[(i + 1) % points.length];
      const back = `${key(to)} ${key(from)}`;
      if (edges.has(back)) edges.delete(back);
      else edges.set(`${key(from)} ${key(to)}`, [from, to]);
    });
  const after = new Map();
  for (const [from, to] of edges.values()) {
    if (!after.has(key(from))) after.set(key(from), []);
    after.get(key(from)).push([from, to]);
  }
  const shown = ([x, y]) => `${+x.toFixed(4)},${+y.toFixed(4)}`;
  let path = "";
  for (const [start, ends] of after) {
    while (ends.length) {
      let [from, to] = ends.pop();
      path += `M${shown(from)}`;
      while (key(to) !== start) {
        path += `L${shown(to)}`;
        [from, to] = after.get(key(to)).pop();
      }
      path += "Z";
    }
  }
  return path;
}

export function outline(cells, name = "square") { return outlineOf(cells.map((cell) => corners(name, cell))); }

// Pieces: drawings of places, rows from the top, the last one being line 0.
export function artPlaces(art, name = "square") {
  const places = [], rows = art.split("/");
  rows.forEach((row, y) => [...row].forEach((mark, right) => {
    const place = [right, rows.length - 1 - y];
    if (mark === "*" && LATTICES[name].has(place)) places.push(place);
  }));
  return places;
}

export function artOf(places, name = "square") {
  const lines = places.map(([, line]) => line), bottom = Math.min(...lines), top = Math.max(...lines);
  const least = Math.min(...places.map(([right]) => right));
  // The lower left place of a drawing is one of hexagons, or a triangle that points up.
  const left = name === "square" ? least : least - Math.abs((least - bottom) % 2);
  const rows = Array.from({ length: top - bottom + 1 }, () => Array(Math.max(...places.map(([right]) => right)) - left + 1).fill("."));
  for (const [right, line] of places) rows[top - line][right - left] = "*";
  return rows.map((row) => row.join("")).join("/");
}
