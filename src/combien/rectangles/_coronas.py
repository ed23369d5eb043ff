"""Coronas of a polyomino as clauses: copies that surround it, and each other, layer by layer.

The tile itself is layer 0.  A copy in layer k touches one of layer k - 1, at an edge or a corner.
Every cell that touches a copy of layer k, except the last layer, is covered by a copy of layer
k + 1 or less.  With that, the layer of a copy is its distance from the tile, and layers 1 to k are
the first k coronas.

That no layer encloses a hole is not expressed by clauses in advance: where a model has a hole, the
copies around it imply that its cells are covered, which is added to the clauses.

Source: C. S. Kaplan, Heesch numbers of unmarked polyforms, *Contributions to Discrete Mathematics*
17 (2022), which decides coronas by SAT, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from combien.rectangles._tileset import Shape
from combien.sat._exactly import between, size_of
from combien.sat._solver import BuiltinSolver, Outcome

Cell = tuple[int, int]
# The copies of each layer, as sets of cells; the first layer is the tile alone.
Patch = tuple[tuple[Shape, ...], ...]

# Placements after which the budget is checked.
PORTION = 200
STYLE = "sequential"
STEPS = 1000


class CoronaSearch:
    """The search for a number of coronas of a tile, given its orientations; the first one is laid.

    `grant` returns the conflicts and seconds of the next slice after this many conflicts; it raises
    an exception to end the search.  Raises `MemoryError` if the clauses need more than `bytes`.
    """

    def __init__(
        self,
        shapes: Sequence[Shape],
        count: int,
        grant: Callable[[int], tuple[int, float]],
        *,
        bytes: int,
    ) -> None:
        self._shapes = shapes
        self._count = count
        self._grant = grant
        self._start = frozenset(shapes[0])
        self._around = frozenset(surrounding(self._start))
        self._bytes = bytes
        self._solver = BuiltinSolver(bytes=bytes)
        self._variables = 0
        # A variable for each placement in each layer, and the placements of all variables.
        self._placed: dict[int, tuple[Shape, int]] = {}
        self._covering: defaultdict[tuple[Cell, int], list[int]] = defaultdict(list)
        # Variables that imply that a cell is covered by a layer up to this one, or by this one.
        self._covered: dict[tuple[Cell, int], int] = {}
        self._touched: dict[tuple[Cell, int], int] = {}
        self._clauses: list[Sequence[int]] = []
        self._build()

    @property
    def conflicts(self) -> int:
        """The conflicts of the SAT solver so far."""
        return self._solver.steps

    def patch(self, *, holes: bool) -> Patch | None:
        """Return a patch, or None if there is none; with `holes`, the last layer may have some.

        Without holes, ask after a patch that may have some was found.
        """
        while True:
            self._flush()
            self._solver.ask()
            outcome = Outcome.OUT_OF_SLICE
            while outcome is Outcome.OUT_OF_SLICE:
                steps, seconds = self._grant(self.conflicts)
                found = self._solver.run(min(steps, STEPS), seconds)
                if found is None or found is Outcome.OUT_OF_BYTES:
                    raise self._too_long()
                outcome = found
            if outcome is Outcome.UNSATISFIABLE:
                return None
            chosen = [one for one in self._solver.model(self._variables) if one in self._placed]
            if not self._fill(chosen, self._count - 1 if holes else self._count):
                layers: list[list[Shape]] = [[] for _ in range(self._count + 1)]
                layers[0].append(self._shapes[0])
                for variable in chosen:
                    shape, layer = self._placed[variable]
                    layers[layer].append(shape)
                return tuple(map(tuple, layers))

    # Clauses -------------------------------------------------------------------------------------

    def _new(self) -> int:
        self._variables += 1
        return self._variables

    def _flush(self) -> None:
        self._solver.add_all(self._clauses)
        self._clauses.clear()
        if self._solver.bytes > self._bytes:
            raise self._too_long()

    def _too_long(self) -> MemoryError:
        return MemoryError(f"{self._solver.bytes} bytes of clauses")

    def _build(self) -> None:
        reached = self._around
        for layer in range(1, self._count + 1):
            beyond: set[Cell] = set()
            for number, shape in enumerate(self._candidates(reached, first=layer == 1)):
                if number % PORTION == 0:
                    self._grant(0)
                    self._flush()
                variable = self._new()
                self._placed[variable] = (shape, layer)
                for cell in shape:
                    self._covering[cell, layer].append(variable)
                if layer < self._count:
                    beyond.update(surrounding(shape))
            reached = frozenset(beyond - self._start - self._around)
        for cell in self._around:
            self._require(cell, 1, ())
        for number, (variable, (shape, layer)) in enumerate(self._placed.items()):
            if number % PORTION == 0:
                self._grant(0)
                self._flush()
            beside = [cell for cell in surrounding(shape) if cell not in self._start]
            if layer < self._count:
                for cell in beside:
                    if cell not in self._around:
                        self._require(cell, layer + 1, (-variable,))
            if layer > 1:
                # Sorted, so that the clauses do not depend on the order of a set.
                near = (self._touching(cell, layer - 1) for cell in sorted(beside))
                self._clauses.append((-variable, *(one for one in near if one)))
        self._separate()

    def _candidates(self, reached: Iterable[Cell], *, first: bool) -> Iterator[Shape]:
        """Yield the placements with a cell among these that may be in the layer."""
        forbidden = self._start if first else self._start | self._around
        found: dict[Shape, None] = {}
        for (x, y), shape in product(sorted(reached), self._shapes):
            for i, j in shape:
                placed = tuple((x - i + a, y - j + b) for a, b in shape)
                if placed not in found and forbidden.isdisjoint(placed):
                    found[placed] = None
                    yield placed

    def _require(self, cell: Cell, layer: int, unless: tuple[int, ...]) -> None:
        """Require that a cell is covered by a layer up to this one, unless a literal is true."""
        covered = self._cover(cell, layer)
        self._clauses.append((*unless, covered) if covered else unless)

    def _cover(self, cell: Cell, layer: int) -> int:
        """Return a variable that implies that a layer up to this one covers a cell; 0 if none."""
        key = (cell, layer)
        if key not in self._covered:
            before = self._cover(cell, layer - 1) if layer > 1 else 0
            ways = [*self._covering.get(key, ()), *([before] if before else ())]
            self._covered[key] = self._any(ways)
        return self._covered[key]

    def _touching(self, cell: Cell, layer: int) -> int:
        """Return a variable that implies that this layer covers a cell; 0 if none can."""
        key = (cell, layer)
        if key not in self._touched:
            self._touched[key] = self._any(self._covering.get(key, ()))
        return self._touched[key]

    def _any(self, literals: Sequence[int]) -> int:
        if len(literals) < 2:
            return literals[0] if literals else 0
        variable = self._new()
        self._clauses.append((-variable, *literals))
        return variable

    def _separate(self) -> None:
        """Add clauses that no two placements share a cell."""
        by_cell: defaultdict[Cell, list[int]] = defaultdict(list)
        for (cell, _), variables in self._covering.items():
            by_cell[cell] += variables
        for literals in by_cell.values():
            self._grant(0)
            self._flush()
            first = self._variables + 1
            self._variables += size_of(len(literals), 0, 1, style=STYLE).variables
            self._clauses += between(literals, 0, 1, first=first, style=STYLE)

    # Holes ---------------------------------------------------------------------------------------

    def _fill(self, chosen: Iterable[int], last: int) -> bool:
        """Add clauses that fill the holes of the first layers; return whether there are any."""
        owners: dict[Cell, int] = dict.fromkeys(self._start, 0)
        listed = [(*self._placed[variable], variable) for variable in chosen]
        has_hole = False
        for layer in range(1, last + 1):
            for shape, at, variable in listed:
                if at == layer:
                    owners.update(dict.fromkeys(shape, variable))
            for hole in enclosed(owners):
                has_hole = True
                border = {owners[cell] for one in hole for cell in _beside(one) if cell in owners}
                unless = tuple(-variable for variable in sorted(border) if variable)
                for cell in hole:
                    self._require(cell, layer, unless)
        return has_hole


def surrounding(cells: Iterable[Cell]) -> set[Cell]:
    """Return the cells that touch these at an edge or a corner.

    >>> len(surrounding({(0, 0), (1, 0)}))
    10
    """
    inside = set(cells)
    near = {(x + i, y + j) for x, y in inside for i in (-1, 0, 1) for j in (-1, 0, 1)}
    return near - inside


def enclosed(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Return the holes of a set of cells: the parts of the rest from which no way leads out.

    >>> enclosed([(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)])
    [[(1, 1)]]

    A way goes from cell to cell across edges.
    """
    inside = set(cells)
    low = [min(cell[axis] for cell in inside) - 1 for axis in (0, 1)]
    high = [max(cell[axis] for cell in inside) + 1 for axis in (0, 1)]
    left = set(product(range(low[0], high[0] + 1), range(low[1], high[1] + 1))) - inside
    _taken(left, (low[0], low[1]))
    holes = []
    while left:
        holes.append(sorted(_taken(left, min(left))))
    return holes


def _taken(left: set[Cell], start: Cell) -> list[Cell]:
    """Remove the part of the cells that contains this one, and return it."""
    left.remove(start)
    part = [start]
    for cell in part:
        for near in _beside(cell):
            if near in left:
                left.remove(near)
                part.append(near)
    return part


def _beside(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)
