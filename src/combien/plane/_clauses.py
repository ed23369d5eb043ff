"""Coronas of a tile as clauses: copies that surround it, and each other, layer by layer.

The tile itself is layer 0.  A copy in layer k touches one of layer k - 1, at a side or a corner.
Every cell that touches a copy of layer k, except the last layer, is covered by a copy of layer
k + 1 or less.  With that, the layer of a copy is its distance from the tile, and layers 1 to k are
the first k coronas.  Copies that touch are compatible for the coronas that are still to come; pairs
that are not are excluded (see `_copies.py`).

That layers enclose no hole is not expressed by clauses in advance: where a model has a hole, the
copies around it imply that its cells are covered, which is added to the clauses.

Source: C. S. Kaplan, Heesch numbers of unmarked polyforms, *Contributions to Discrete Mathematics*
17 (2022), which decides coronas by SAT, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from combien.plane._copies import Copies, Copy
from combien.plane._grid import Numbers, PlaneGrid
from combien.sat._exactly import between, size_of
from combien.sat._solver import BuiltinSolver, Outcome

Shape = tuple[Numbers, ...]
# The tile, then the copies of each corona.
Layers = tuple[tuple[Shape, ...], ...]

# Copies after which the budget is checked.
PORTION = 200
STYLE = "product"
STEPS = 1000


class CoronaClauses:
    """The search for a number of coronas of a tile, which is laid; `copies` are its copies.

    `grant` returns the conflicts and seconds of the next slice after this many conflicts; it raises
    an exception to end the search.  Raises `MemoryError` if the clauses need more than `bytes`.
    """

    def __init__(
        self,
        grid: PlaneGrid,
        copies: Copies,
        tile: Shape,
        count: int,
        grant: Callable[[int], tuple[int, float]],
        *,
        bytes: int,
    ) -> None:
        self._grid = grid
        self._count = count
        self._grant = grant
        self._copies = copies
        _, steps = grid.moved(grid.motions[0], tile)
        self._tile = (0, copies.code((0, *steps)))
        self._start = frozenset(copies.cells(self._tile))
        self._around = frozenset(copies.near(self._tile))
        self._bytes = bytes
        self._solver = BuiltinSolver(bytes=bytes)
        self._variables = 0
        # By layer: the copies that may be in it with their variables, and those that cover a cell.
        self._layers: list[dict[Copy, int]] = [{self._tile: 0}]
        self._covering: list[dict[int, list[int]]] = [{}]
        # The copies and layers of the variables.
        self._placed: dict[int, tuple[Copy, int]] = {}
        # Variables that imply that a cell is covered by a layer up to this one, or by this one, and
        # those that a copy of the layers so far implies for its cells.
        self._covered: dict[tuple[int, int], int] = {}
        self._touched: dict[tuple[int, int], int] = {}
        self._taken: dict[int, int] = {}
        self._clauses: list[Sequence[int]] = []

    @property
    def conflicts(self) -> int:
        """The conflicts of the SAT solver so far."""
        return self._solver.steps

    def patch(self, *, solid: int) -> Layers | None:
        """Return a patch whose first layers, as many as `solid`, enclose no hole; None without one.

        Layers are added one by one: often the first ones are a contradiction.
        """
        chosen: list[int] | None = None
        for layer in range(1, self._count + 1):
            self._add(layer)
            chosen = self._model()
            if chosen is None:
                return None
        while chosen is not None and self._fill(chosen, solid):
            chosen = self._model()
        if chosen is None:
            return None
        layers: list[list[Shape]] = [[] for _ in range(self._count + 1)]
        layers[0].append(self._shape(self._tile))
        for variable in chosen:
            copy, layer = self._placed[variable]
            layers[layer].append(self._shape(copy))
        return tuple(map(tuple, layers))

    def _model(self) -> list[int] | None:
        """Return the variables of the copies in a model, or None if there is none."""
        self._flush()
        self._solver.ask()
        outcome: Outcome | None = Outcome.OUT_OF_SLICE
        while outcome is Outcome.OUT_OF_SLICE:
            steps, seconds = self._grant(self.conflicts)
            outcome = self._solver.run(min(steps, STEPS), seconds)
        if outcome is None or outcome is Outcome.OUT_OF_BYTES:
            raise self._too_long()
        if outcome is Outcome.UNSATISFIABLE:
            return None
        return [one for one in self._solver.model(self._variables) if one in self._placed]

    def _shape(self, copy: Copy) -> Shape:
        return tuple(map(self._copies.numbers, self._copies.cells(copy)))

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

    def _add(self, layer: int) -> None:
        """Add the copies of a layer, and what they imply for those of the layer before."""
        found: dict[Copy, int] = {}
        covering: defaultdict[int, list[int]] = defaultdict(list)
        before = self._layers[-1]
        self._layers.append(found)
        self._covering.append(covering)
        compatible = self._compatible(layer)
        far = self._start | self._around
        for number, (shape, by) in enumerate(before):
            self._pause(number)
            for other, step in compatible[shape]:
                copy = (other, by + step)
                if copy in found or (layer > 1 and self._copies.overlaps(far, copy)):
                    continue
                variable = found[copy] = self._new()
                self._placed[variable] = (copy, layer)
                for cell in self._copies.cells(copy):
                    covering[cell].append(variable)
        for number, (copy, variable) in enumerate(before.items()):
            self._pause(number)
            for cell in self._copies.near(copy):
                if cell not in self._start and (layer == 1 or cell not in self._around):
                    self._require(cell, layer, (-variable,) if variable else ())
        for number, (copy, variable) in enumerate(found.items() if layer > 1 else ()):
            self._pause(number)
            near = (self._touching(cell, layer - 1) for cell in self._copies.near(copy))
            self._clauses.append((-variable, *(one for one in near if one)))
        if layer < self._count:
            self._exclude(found, [before, found], compatible)
        self._separate(covering)

    def _pause(self, number: int) -> None:
        if number % PORTION == 0:
            self._grant(0)
            self._flush()

    def _compatible(self, layer: int) -> list[list[Copy]]:
        """Return the copies that may touch one of this layer or the one before, by orientation."""
        return [
            sorted(self._copies.compatible(shape, self._count - layer, lambda: self._grant(0)))
            for shape in range(len(self._copies.touching))
        ]

    def _exclude(
        self,
        copies: dict[Copy, int],
        others: list[dict[Copy, int]],
        compatible: list[list[Copy]],
    ) -> None:
        """Exclude pairs in a layer, or in it and the one before, that are not compatible."""
        excluded = [
            sorted(set(touching).difference(possible))
            for touching, possible in zip(self._copies.touching, compatible, strict=True)
        ]
        for number, ((shape, by), variable) in enumerate(copies.items()):
            self._pause(number)
            for other, step in excluded[shape]:
                for layer in others:
                    second = layer.get((other, by + step), variable)
                    # Pairs within a layer once; 0 is the tile, which stays.
                    if 0 < second < variable:
                        self._clauses.append((-variable, -second))

    def _require(self, cell: int, layer: int, unless: tuple[int, ...]) -> None:
        """Require that a cell is covered by a layer up to this one, unless a literal is true."""
        covered = self._cover(cell, layer)
        self._clauses.append((*unless, covered) if covered else unless)

    def _cover(self, cell: int, layer: int) -> int:
        """Return a variable that implies that a layer up to this one covers a cell; 0 if none."""
        key = (cell, layer)
        if key not in self._covered:
            before = self._cover(cell, layer - 1) if layer > 1 else 0
            ways = [*self._covering[layer].get(cell, ()), *([before] if before else ())]
            self._covered[key] = self._any(ways)
        return self._covered[key]

    def _touching(self, cell: int, layer: int) -> int:
        """Return a variable that implies that this layer covers a cell; 0 if none can."""
        key = (cell, layer)
        if key not in self._touched:
            self._touched[key] = self._any(self._covering[layer].get(cell, ()))
        return self._touched[key]

    def _any(self, literals: Sequence[int]) -> int:
        if len(literals) < 2:
            return literals[0] if literals else 0
        variable = self._new()
        self._clauses.append((-variable, *literals))
        return variable

    def _separate(self, covering: dict[int, list[int]]) -> None:
        """Add clauses that no two copies share a cell, given those of the last layer by cell."""
        for number, (cell, variables) in enumerate(covering.items()):
            self._pause(number)
            literals = [self._taken[cell], *variables] if cell in self._taken else variables
            first = self._variables + 1
            self._variables += size_of(len(literals), 0, 1, style=STYLE).variables
            self._clauses += between(literals, 0, 1, first=first, style=STYLE)
            taken = self._taken[cell] = self._new()
            self._clauses += [(-literal, taken) for literal in literals]

    # Holes ---------------------------------------------------------------------------------------

    def _fill(self, chosen: Iterable[int], last: int) -> bool:
        """Add clauses that fill the holes of the first layers; return whether there are any."""
        owners: dict[Numbers, int] = dict.fromkeys(self._shape(self._tile), 0)
        listed = [(*self._placed[variable], variable) for variable in chosen]
        has_hole = False
        for layer in range(1, last + 1):
            for copy, at, variable in listed:
                if at == layer:
                    owners.update(dict.fromkeys(self._shape(copy), variable))
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
                    self._require(self._copies.code(cell), layer, unless)
        return has_hole
