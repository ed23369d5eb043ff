// The geometry of squares, hexagons, triangles and layers of cubes, for drawing, and the cells of the package.
//
// A board is a grid of [x, y], y from the top.  A place is [right, line] as in the text drawings of
// the package, with lines counted upwards; line 0 is the top row, so the lines of a board are
// negative.  Hexagons take every second place of a line.  Lengths are sides of squares and of
// triangles, and widths of hexagons.
//
// A box of cubes is drawn as layers: its grid has the rows of the bottom layer from the back, then those of the next one.
// Its places are the cells of the package, [right, line, layer], with the origin in the lower left corner.
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

const cubes = { name: "cubes", cell: (place) => place, placeOf: (cell) => cell, has: () => true };

export const LATTICES = { square, hexagons, triangles, cubes };

// The room between layers and for the caption of each, in cells and as a part of the layer, which is read on large ones, too;
// they are laid out for a picture with this ratio of its sides.
const BETWEEN = .7, CAPTION = [.9, .15], RATIO = 1.5;

function box({ width, height, depth }) {
  const caption = Math.max(CAPTION[0], CAPTION[1] * height), wide = width + BETWEEN, high = height + caption;
  const scale = (across) => Math.min(RATIO / (across * wide - BETWEEN), 1 / (Math.ceil(depth / across) * high));
  let across = 1;
  for (let n = 2; n <= depth; n++) if (scale(n) > scale(across)) across = n;
  const corner = (layer) => [layer % across * wide, Math.floor(layer / across) * high + caption];
  return {
    ...cubes, rows: height,
    place: ([x, y]) => [x, height - 1 - y % height, Math.floor(y / height)],
    grid: ([right, line, layer]) => (line < 0 || line >= height ? [-1, -1] : [right, (layer + 1) * height - 1 - line]),
    points: ([right, line, layer]) => {
      const [left, top] = corner(layer);
      return square.points([right, line - height + 1]).map(([x, y]) => [left + x, top + y]);
    },
    size: () => [across * wide - BETWEEN, Math.ceil(depth / across) * high],
    steps: () => [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]],
    captions: Array.from({ length: depth }, (_, layer) => [corner(layer)[0] + width / 2, corner(layer)[1] - caption / 3]),
    lettering: Math.min(.56 * caption, wide / 7),
  };
}

// The lattice of a board, with what its drawing needs.
export function latticeOf(state) { return state.lattice === "cubes" ? box(state) : LATTICES[state.lattice]; }

const known = (lattice) => LATTICES[lattice] ?? lattice;

// Functions of cells on the grid of a board, by its lattice, or the name of one of the plane.
export function corners(lattice, cell) { return known(lattice).points(known(lattice).place(cell)); }

export function neighbors(lattice, cell) {
  const { place, grid, steps } = known(lattice), at = place(cell);
  return steps(at).map((step) => grid(step.map((by, axis) => at[axis] + by)));
}

export function center(lattice, cell) {
  const points = corners(lattice, cell);
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

export function inside(lattice, cell, [px, py]) {
  const points = corners(lattice, cell);
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

export function outline(cells, lattice = "square") { return outlineOf(cells.map((cell) => corners(lattice, cell))); }

// Pieces: drawings of places, rows from the top, the last one being line 0; of cubes, layers from the bottom, separated by |.
// A place is marked by * or by the letter of its color.
export function artPlaces(art, name = "square") { return artMarks(art, name).map(([place]) => place); }

// The places of a drawing, each with its mark.
export function artMarks(art, name = "square") {
  if (name === "cubes") return art.split("|").flatMap((layer, z) => artMarks(layer).map(([place, mark]) => [[...place, z], mark]));
  const rows = art.split("/");
  return rows.flatMap((row, y) => [...row].map((mark, right) => [[right, rows.length - 1 - y], mark]))
    .filter(([place, mark]) => mark !== "." && LATTICES[name].has(place));
}

export function artOf(places, name = "square", marks = []) {
  const [lows, highs] = [Math.min, Math.max].map((of) => places[0].map((_, axis) => of(...places.map((place) => place[axis]))));
  // The lower left place of a drawing is one of hexagons, or a triangle that points up.
  const left = name === "hexagons" || name === "triangles" ? lows[0] - Math.abs((lows[0] - lows[1]) % 2) : lows[0];
  const [bottom, below = 0] = lows.slice(1), [top, above = 0] = highs.slice(1);
  const layers = Array.from({ length: above - below + 1 }, () =>
    Array.from({ length: top - bottom + 1 }, () => Array(highs[0] - left + 1).fill(".")));
  places.forEach(([right, line, layer = 0], i) => { layers[layer - below][top - line][right - left] = marks[i] ?? "*"; });
  return layers.map((rows) => rows.map((row) => row.join("")).join("/")).join("|");
}
