"""Coronas of a tile as clauses: copies that surround it, and each other, layer by layer.

The tile itself is layer 0.  A copy in layer k touches one of layer k - 1, at a side or a corner.
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

from combien.plane._grid import Numbers, PlaneGrid
from combien.sat._exactly import between, size_of
from combien.sat._solver import BuiltinSolver, Outcome

Shape = tuple[Numbers, ...]
# The tile, then the copies of each corona.
Layers = tuple[tuple[Shape, ...], ...]
# A copy: the number of its orientation, and a translation.
_Copy = tuple[int, int]

# Copies after which the budget is checked.
PORTION = 200
STYLE = "sequential"
STEPS = 1000
# Cells are numbered by rows of this many steps, more than a patch has.
_ROW = 1 << 16


class CoronaClauses:
    """The search for a number of coronas of a tile, which is laid.

    `grant` returns the conflicts and seconds of the next slice after this many conflicts; it raises
    an exception to end the search.  Raises `MemoryError` if the clauses need more than `bytes`.
    """

    def __init__(
        self,
        grid: PlaneGrid,
        tile: Shape,
        count: int,
        grant: Callable[[int], tuple[int, float]],
        *,
        bytes: int,
    ) -> None:
        self._grid = grid
        self._tile = tile
        self._count = count
        self._grant = grant
        shapes = grid.orientations(tile)
        self._cells = [list(map(self._code, shape)) for shape in shapes]
        self._beside = [sorted(map(self._code, grid.around(shape))) for shape in shapes]
        # By kind: the orientations and their cells of this kind.
        self._parts = [
            [
                (number, cell)
                for number, cells in enumerate(self._cells)
                for cell in cells
                if cell % grid.kinds == kind
            ]
            for kind in range(grid.kinds)
        ]
        self._start = frozenset(map(self._code, tile))
        self._around = frozenset(map(self._code, grid.around(tile)))
        self._bytes = bytes
        self._solver = BuiltinSolver(bytes=bytes)
        self._variables = 0
        # A variable for each copy in each layer, and the copies of all variables.
        self._placed: dict[int, tuple[_Copy, int]] = {}
        self._covering: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        # Variables that imply that a cell is covered by a layer up to this one, or by this one.
        self._covered: dict[tuple[int, int], int] = {}
        self._touched: dict[tuple[int, int], int] = {}
        self._clauses: list[Sequence[int]] = []
        self._build()

    @property
    def conflicts(self) -> int:
        """The conflicts of the SAT solver so far."""
        return self._solver.steps

    def patch(self, *, solid: bool) -> Layers | None:
        """Return a patch, or None if there is none; if not `solid`, the last layer may have holes.

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
            if not self._fill(chosen, self._count if solid else self._count - 1):
                layers: list[list[Shape]] = [[] for _ in range(self._count + 1)]
                layers[0].append(self._tile)
                for variable in chosen:
                    copy, layer = self._placed[variable]
                    layers[layer].append(tuple(map(self._numbers, self._cells_of(copy))))
                return tuple(map(tuple, layers))

    # Cells ---------------------------------------------------------------------------------------

    def _code(self, cell: Numbers) -> int:
        """Return a cell as one number, to which translations are added."""
        kind, x, y = cell
        return (y * _ROW + x) * self._grid.kinds + kind

    def _numbers(self, code: int) -> Numbers:
        place, kind = divmod(code, self._grid.kinds)
        y, x = divmod(place + _ROW // 2, _ROW)
        return kind, x - _ROW // 2, y

    def _cells_of(self, copy: _Copy) -> list[int]:
        shape, by = copy
        return [cell + by for cell in self._cells[shape]]

    def _near(self, copy: _Copy) -> list[int]:
        shape, by = copy
        return [cell + by for cell in self._beside[shape]]

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
            beyond: set[int] = set()
            for number, copy in enumerate(self._candidates(reached, first=layer == 1)):
                if number % PORTION == 0:
                    self._grant(0)
                    self._flush()
                variable = self._new()
                self._placed[variable] = (copy, layer)
                for cell in self._cells_of(copy):
                    self._covering[cell, layer].append(variable)
                if layer < self._count:
                    beyond.update(self._near(copy))
            reached = frozenset(beyond - self._start - self._around)
        for cell in sorted(self._around):
            self._require(cell, 1, ())
        for number, (variable, (copy, layer)) in enumerate(self._placed.items()):
            if number % PORTION == 0:
                self._grant(0)
                self._flush()
            beside = [cell for cell in self._near(copy) if cell not in self._start]
            if layer < self._count:
                for cell in beside:
                    if cell not in self._around:
                        self._require(cell, layer + 1, (-variable,))
            if layer > 1:
                near = (self._touching(cell, layer - 1) for cell in beside)
                self._clauses.append((-variable, *(one for one in near if one)))
        self._separate()

    def _candidates(self, reached: Iterable[int], *, first: bool) -> Iterator[_Copy]:
        """Yield the copies with a cell among these that may be in the layer."""
        forbidden = self._start if first else self._start | self._around
        found: set[_Copy] = set()
        for cell in sorted(reached):
            for shape, part in self._parts[cell % self._grid.kinds]:
                copy = (shape, cell - part)
                if copy not in found and forbidden.isdisjoint(self._cells_of(copy)):
                    found.add(copy)
                    yield copy

    def _require(self, cell: int, layer: int, unless: tuple[int, ...]) -> None:
        """Require that a cell is covered by a layer up to this one, unless a literal is true."""
        covered = self._cover(cell, layer)
        self._clauses.append((*unless, covered) if covered else unless)

    def _cover(self, cell: int, layer: int) -> int:
        """Return a variable that implies that a layer up to this one covers a cell; 0 if none."""
        key = (cell, layer)
        if key not in self._covered:
            before = self._cover(cell, layer - 1) if layer > 1 else 0
            ways = [*self._covering.get(key, ()), *([before] if before else ())]
            self._covered[key] = self._any(ways)
        return self._covered[key]

    def _touching(self, cell: int, layer: int) -> int:
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
        """Add clauses that no two copies share a cell."""
        by_cell: defaultdict[int, list[int]] = defaultdict(list)
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
        owners: dict[Numbers, int] = dict.fromkeys(self._tile, 0)
        listed = [(*self._placed[variable], variable) for variable in chosen]
        has_hole = False
        for layer in range(1, last + 1):
            for copy, at, variable in listed:
                if at == layer:
                    owners.update(dict.fromkeys(map(self._numbers, self._cells_of(copy)), variable))
            for hole in self._grid.holes(owners):
                has_hole = True
                border = {
                    owners[cell]
                    for one in hole
                    for cell in self._grid.beside(one)
                    if cell in owners
                }
                unless = tuple(-variable for variable in sorted(border) if variable)
                for cell in hole:
                    self._require(self._code(cell), layer, unless)
        return has_hole
