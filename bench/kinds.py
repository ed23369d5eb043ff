"""Kinds of problems for the prices of the planner, each of random size, made from a seed.

The prices of `auto` (combien/engines/_sweeps/prices.py) are fitted to problems of all kinds, and
bench/prices.py compares the planner with single engines on others that have another seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from bench.problems import dominoes, langford, queens
from combien import Problem
from combien.cover._elements import Colored

Cell = tuple[int, ...]
Kinds = Mapping[str, Callable[[random.Random], Problem]]


def instances(seed: int, n: int, kinds: Kinds | None = None) -> Iterator[tuple[str, Problem]]:
    """Yield n problems with their names: all kinds in turn, or these, of random sizes."""
    chosen = list((kinds or KINDS).items())
    for number in range(n):
        kind, made = chosen[number % len(chosen)]
        yield f"{kind} {number}", made(random.Random(f"{seed} {number}"))


def _graph(dice: random.Random, vertices: int, edges: int) -> list[tuple[int, int]]:
    pairs = list(combinations(range(vertices), 2))
    return sorted(dice.sample(pairs, min(edges, len(pairs))))


def _matchings(dice: random.Random) -> Problem:
    vertices = 2 * dice.randint(6, 24)
    return Problem.from_options(
        _graph(dice, vertices, round(vertices * dice.uniform(1.5, 4))), primary=range(vertices)
    )


def _colorings(dice: random.Random) -> Problem:
    vertices, colors = dice.randint(8, 28), dice.randint(3, 5)
    edges = _graph(dice, vertices, round(vertices * dice.uniform(1, 2)))
    return Problem.from_options(
        (
            [v, *((edge, color) for edge in edges if v in edge)]
            for v in range(vertices)
            for color in range(colors)
        ),
        [(edge, color) for edge in edges for color in range(colors)],
    )


def _placed(sides: Sequence[int], shapes: Sequence[Sequence[Cell]], *, torus: bool) -> Problem:
    """Return the tilings of a box, or a torus, by these shapes in any number."""
    options = set()
    for shape, corner in product(shapes, product(*map(range, sides))):
        cells = [tuple(map(sum, zip(cell, corner, strict=True))) for cell in shape]
        if torus:
            cells = [tuple(c % s for c, s in zip(cell, sides, strict=True)) for cell in cells]
        inside = all(0 <= c < s for cell in cells for c, s in zip(cell, sides, strict=True))
        if inside and len(set(cells)) == len(cells):
            options.add(tuple(sorted(cells)))
    return Problem.from_options(sorted(options), primary=product(*map(range, sides)))


def _shapes(dice: random.Random, size: int, number: int) -> list[list[Cell]]:
    """Return random polyominoes in all orientations."""
    shapes: list[list[Cell]] = []
    for _ in range(number):
        cells = [(0, 0)]
        while len(cells) < size:
            y, x = dice.choice(cells)
            cell = dice.choice([(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)])
            cells += [cell] * (cell not in cells)
        for _ in range(2):
            for _ in range(4):
                cells = [(x, -y) for y, x in cells]
                shapes.append(list(cells))
            cells = [(y, -x) for y, x in cells]
    return shapes


def _tilings(dice: random.Random, *, torus: bool = False) -> Problem:
    size = dice.randint(2, 5)
    shapes = _shapes(dice, size, dice.randint(1, 4))
    if dice.random() < 0.4:
        shapes.append([(0, 0)])
    sides = (dice.randint(4, 8), dice.randint(4, 10))
    return _placed(sides, shapes, torus=torus)


def _boxes(dice: random.Random) -> Problem:
    flat = _shapes(dice, dice.randint(2, 4), 1)
    solid = [[tuple(cell[k] for k in order) for cell in ((*c, 0) for c in shape)]
             for shape in flat for order in ((0, 1, 2), (0, 2, 1), (2, 0, 1))]  # fmt: skip
    sides = (dice.randint(2, 3), dice.randint(3, 4), dice.randint(3, 5))
    return _placed(sides, solid, torus=False)


def _partitions(dice: random.Random) -> Problem:
    n = dice.randint(7, 12)
    blocks = [b for size in range(1, dice.randint(2, 6)) for b in combinations(range(n), size)]
    return Problem.from_options(dice.sample(blocks, round(len(blocks) * dice.uniform(0.5, 1))),
                                primary=range(n))  # fmt: skip


def _timetables(dice: random.Random) -> Problem:
    lessons, slots, rooms = dice.randint(8, 20), dice.randint(4, 6), dice.randint(1, 4)
    most = lessons // 3
    options = []
    for lesson in range(lessons):
        group, teacher = dice.randrange(most), dice.randrange(most)
        for slot, room in product(range(slots), range(rooms)):
            places = [("group", group, slot), ("teacher", teacher, slot)]
            if rooms > 1:
                places.append(("room", room, slot))
            if dice.random() < 0.9:
                options.append([("lesson", lesson), *places])
    secondary = sorted({item for option in options for item in option[1:]})
    return Problem.from_options(
        options, secondary, primary=[("lesson", lesson) for lesson in range(lessons)]
    )


def _covers(dice: random.Random) -> Problem:
    items, largest = dice.randint(16, 48), dice.randint(3, 6)
    options = {
        tuple(sorted(dice.sample(range(items), dice.randint(2, largest))))
        for _ in range(dice.randint(2, 8) * items)
    }
    return Problem.from_options(sorted(options), primary=range(items))


def _latin(dice: random.Random) -> Problem:
    n = dice.randint(4, 8)
    clues = dict.fromkeys(
        dice.sample(list(product(range(n), repeat=2)), dice.randint(0, n * n // 2))
    )
    rows, columns, values = (dice.sample(range(n), n) for _ in range(3))
    return Problem.from_options(
        [("cell", y, x), ("row", y, k), ("column", x, k)]
        for y, x, k in product(range(n), repeat=3)
        if (y, x) not in clues or values[(rows[y] + columns[x]) % n] == k
    )


def _triples(dice: random.Random) -> Problem:
    n = dice.randint(6, 12)
    return Problem.from_options(
        [("x", x), ("y", y), ("z", z)]
        for x, y, z in product(range(n), repeat=3)
        if dice.random() < min(1, 4 / n)
    )


def _colored(vertices: int, edges: Iterable[tuple[int, int]], colors: int) -> Problem:
    """Return the proper colorings of the vertices of a graph; each edge has each color once."""
    edges = sorted(edges)
    at = [[edge for edge in edges if v in edge] for v in range(vertices)]
    return Problem.from_options(
        (
            [v, *((edge, color) for edge in at[v])]
            for v in range(vertices)
            for color in range(colors)
        ),
        [(edge, color) for edge in edges for color in range(colors)],
        primary=range(vertices),
    )


def _maps(dice: random.Random) -> Problem:
    """Return the colorings of a map: the regions are cells of a board, and many are united."""
    height, width = dice.randint(4, 9), dice.randint(5, 10)
    cells = list(product(range(height), range(width)))
    region = {cell: cell for cell in cells}
    borders = [(c, d) for c in cells for d in ((c[0] + 1, c[1]), (c[0], c[1] + 1)) if d in region]
    for _ in range(round(len(cells) * dice.uniform(0.2, 0.6))):
        one, other = (region[cell] for cell in dice.choice(borders))
        region = {cell: one if known == other else known for cell, known in region.items()}
    numbers = {name: k for k, name in enumerate(dict.fromkeys(region.values()))}
    pairs = {tuple(sorted((numbers[region[c]], numbers[region[d]]))) for c, d in borders}
    return _colored(len(numbers), {(a, b) for a, b in pairs if a < b}, dice.randint(3, 4))


def _circulants(dice: random.Random) -> Problem:
    """Return the colorings of a graph whose vertices are on a circle, which it may turn around."""
    n = dice.randint(9, 26)
    jumps = dice.sample(range(1, n // 2), dice.randint(1, 2))
    edges = {tuple(sorted((v, (v + jump) % n))) for v in range(n) for jump in jumps}
    return _colored(n, {(a, b) for a, b in edges}, dice.randint(3, 4))


def _edge_colorings(dice: random.Random) -> Problem:
    """Return the colorings of the edges of a cubic graph: each vertex has each of three colors."""
    n = 2 * dice.randint(4, 24)
    while True:
        ends = dice.sample([v for v in range(n) for _ in range(3)], 3 * n)
        edges = {(min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2], strict=True)}
        if len(edges) == 3 * n // 2 and all(a != b for a, b in edges):
            break
    return Problem.from_options(
        [edge, (edge[0], color), (edge[1], color)]
        for edge in sorted(edges)
        for color in ("red", "green", "blue")
    )


def _bipartite(dice: random.Random, rows: int, columns: int, part: float) -> Problem:
    """Return the ways to give each row a column of its own, of this part of all pairs."""
    return Problem.from_options(
        [[("row", y), ("column", x)] for y, x in product(range(rows), range(columns))
         if y == x or dice.random() < part],
        [("column", x) for x in range(columns)] if columns > rows else (),
        primary=[("row", y) for y in range(rows)]
        + ([("column", x) for x in range(columns)] if columns == rows else []),
    )  # fmt: skip


def _permanents(dice: random.Random) -> Problem:
    n = dice.randint(7, 20)
    return _bipartite(dice, n, n, dice.uniform(0.5, 1))


def _sparse(dice: random.Random) -> Problem:
    n = dice.randint(10, 40)
    return _bipartite(dice, n, n, dice.uniform(1, 3) / n)


def _jobs(dice: random.Random) -> Problem:
    jobs = dice.randint(6, 18)
    return _bipartite(dice, jobs, jobs + dice.randint(1, 5), dice.uniform(1.5, 4) / jobs)


def _hexagons(dice: random.Random) -> Problem:
    """Return the tilings of a torus of hexagons by shapes of two to four, turned in all ways."""
    shapes = set()
    size = dice.randint(2, 4)
    for _ in range(dice.randint(1, 2)):
        cells = [(0, 0)]
        while len(cells) < size:
            (y, x), (dy, dx) = dice.choice(cells), dice.choice([(1, 0), (0, 1), (-1, 1)])
            cell = (y + dy, x + dx)
            cells += [cell] * (cell not in cells)
        for _ in range(6):
            cells = [(-x, y + x) for y, x in cells]
            shapes.add(tuple(cells))
    return _placed((dice.randint(3, 6), dice.randint(3, 7)), sorted(shapes), torus=True)


def _de_bruijn(dice: random.Random) -> Problem:
    """Return the ways to give each word a successor: it begins with all but the first letter."""
    letters, length = dice.choice([(2, dice.randint(2, 7)), (3, dice.randint(2, 4)), (4, 2)])
    words = letters**length
    return Problem.from_options(
        [("after", word), ("before", letters * word % words + letter)]
        for word in range(words)
        for letter in range(letters)
    )


def _filled(slots: Sequence[Sequence[Cell]], words: Sequence[str]) -> Problem:
    """Return the ways to write a word into each slot, each word at most once."""
    cells = sorted({cell for slot in slots for cell in slot})
    return Problem.from_options(
        (
            [("slot", k), ("word", word), *map(Colored, slot, word)]
            for k, slot in enumerate(slots)
            for word in words
            if len(word) == len(slot)
        ),
        [*(("word", word) for word in words), *cells],
        primary=[("slot", k) for k in range(len(slots))],
    )


def _words(dice: random.Random, length: int, number: int) -> list[str]:
    """Return random words in which consonants and vowels mostly alternate."""
    found: set[str] = set()
    while len(found) < number:
        begin = dice.randint(0, 1)
        found.add("".join(dice.choice(("aeio", "bdlnrst")[(begin + k) % 2]) for k in range(length)))
    return sorted(found)


def _word_squares(dice: random.Random) -> Problem:
    n = dice.randint(3, 4)
    words = _words(dice, n, dice.randint(20, 45) if n == 3 else dice.randint(60, 220))
    lines = [[(y, x) for x in range(n)] for y in range(n)]
    return _filled([*lines, *(list(line) for line in zip(*lines, strict=True))], words)


def _crosswords(dice: random.Random) -> Problem:
    """Return the fillings of a pattern with random black cells by random words."""
    n = dice.randint(4, 6)
    black = set(dice.sample(list(product(range(n), repeat=2)), n * n // 4))
    slots: list[list[Cell]] = []
    for lines in ([[(y, x) for x in range(n)] for y in range(n)],
                  [[(y, x) for y in range(n)] for x in range(n)]):  # fmt: skip
        for line in lines:
            slots.append([])
            for cell in line:
                if cell in black:
                    slots.append([])
                else:
                    slots[-1].append(cell)
    slots = [slot for slot in slots if len(slot) > 1]
    words = [w for size in sorted({len(slot) for slot in slots})
             for w in _words(dice, size, min(dice.randint(20, 40), 4 * 7 * size))]  # fmt: skip
    return _filled(slots, words)


def _sums(dice: random.Random) -> Problem:
    """Return the partitions of some numbers into triples x + y = z."""
    n = 3 * dice.randint(4, 12)
    numbers = range(1, n + 1) if dice.random() < 0.5 else sorted(dice.sample(range(1, 2 * n), n))
    return Problem.from_options(
        ([x, y, x + y] for x, y in combinations(numbers, 2) if x + y in numbers), primary=numbers
    )


def _jigsaws(dice: random.Random) -> Problem:
    """Return a Latin square with clues whose values differ in regions, too, scattered ones."""
    n = dice.randint(4, 9)
    rows, columns, values = (dice.sample(range(n), n) for _ in range(3))
    cells = list(product(range(n), repeat=2))
    # If x + y is the value and x + 2 y the region, then cells of a region differ in y.
    clues = set(dice.sample(cells, dice.randint(n * n // 4, n * n // 2)))
    return Problem.from_options(
        [("cell", y, x), ("row", y, k), ("column", x, k), ("region", (x + 2 * y) % n, k)]
        for y, x in product(rows, columns)
        for k in values
        if (y, x) not in clues or (x + y) % n == k
    )


def _pairs(dice: random.Random) -> Problem:
    """Return dominoes on a square."""
    return dominoes(2 * dice.randint(3, 30))


# Those of the recorded counters (bench/counters.py), in their order.
RECORDED: Kinds = {
    "matchings": _matchings,
    "colorings": _colorings,
    "tilings": _tilings,
    "torus": lambda dice: _tilings(dice, torus=True),
    "boxes": _boxes,
    "partitions": _partitions,
    "timetables": _timetables,
    "langford": lambda dice: langford(dice.randint(6, 13)),
    "covers": _covers,
    "queens": lambda dice: queens(dice.randint(6, 14)),
    "latin": _latin,
    "triples": _triples,
}

KINDS: Kinds = {
    **RECORDED,
    "maps": _maps,
    "circulants": _circulants,
    "edge-colorings": _edge_colorings,
    "permanents": _permanents,
    "sparse": _sparse,
    "jobs": _jobs,
    "hexagons": _hexagons,
    "de-bruijn": _de_bruijn,
    "word-squares": _word_squares,
    "crosswords": _crosswords,
    "sums": _sums,
    "jigsaws": _jigsaws,
    "dominoes": _pairs,
}
