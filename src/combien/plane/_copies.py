"""The copies of a tile in the plane, and which may touch if more coronas are to follow.

Two copies that touch are *compatible* for m coronas if each cell that touches one of them can be
covered by a third copy that is compatible with both for m - 1 coronas; for none, if they share no
cell.  So m coronas around both leave only pairs that are compatible for m: a sound filter, which
excludes most pairs after three or four, without a search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from combien.plane._grid import Numbers, PlaneGrid

# A copy: the number of its orientation, and a translation as one number.
Copy = tuple[int, int]

# Pairs after which the budget is checked.
PORTION = 50
# Cells are numbered by rows of this many steps, more than a patch has.
_ROW = 1 << 16


class Copies:
    """The copies of a tile; its orientations are numbered, its own first.

    >>> from combien.geometry import SQUARE
    >>> copies = Copies(PlaneGrid(SQUARE), [(0, 0, 1), (0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 2, 1)])
    >>> [len(copies.compatible(0, coronas, lambda: None)) for coronas in range(4)]
    [82, 65, 43, 41]
    """

    def __init__(self, grid: PlaneGrid, tile: Iterable[Numbers]) -> None:
        self._grid = grid
        shapes = grid.orientations(tile)
        self._cells = [list(map(self.code, shape)) for shape in shapes]
        self._near = [sorted(map(self.code, grid.around(shape))) for shape in shapes]
        # By kind: the orientations and their cells of this kind.
        self._parts: list[list[tuple[int, int]]] = [[] for _ in range(grid.kinds)]
        for number, cells in enumerate(self._cells):
            for cell in cells:
                self._parts[cell % grid.kinds].append((number, cell))
        # By orientation: the copies that touch one at the origin, each with its image under a
        # motion of both for which the one is the tile itself.
        self.touching = [self._turned(shapes, number) for number in range(len(shapes))]
        # The copies that are compatible with the tile, for 0, 1, ... coronas.
        self._levels = [set(self.touching[0])]

    def _turned(self, shapes: list[tuple[Numbers, ...]], number: int) -> dict[Copy, Copy]:
        grid = self._grid
        for motion in grid.motions:
            images = [grid.moved(motion, shape) for shape in shapes]
            if images[number][0] == shapes[0]:
                break
        numbers = {shape: number for number, shape in enumerate(shapes)}
        ends = [(numbers[image], self.code((0, *by))) for image, by in images]
        own = self._cells[number]
        found = {}
        for cell in self._near[number]:
            for other, by in self.covering(cell):
                if (other, by) not in found and not self.overlaps(own, (other, by)):
                    _, x, y = self.numbers(by)
                    image, end = ends[other]
                    by_image = self.code((0, *grid.steps(motion.turned(grid.vector(x, y)))))
                    found[other, by] = (image, end + by_image - ends[number][1])
        return found

    def code(self, cell: Numbers) -> int:
        """Return a cell, or a translation as one of kind 0, as a number; they can be added."""
        kind, x, y = cell
        return (y * _ROW + x) * self._grid.kinds + kind

    def numbers(self, code: int) -> Numbers:
        """Return the cell of a number."""
        place, kind = divmod(code, self._grid.kinds)
        y, x = divmod(place + _ROW // 2, _ROW)
        return kind, x - _ROW // 2, y

    def cells(self, copy: Copy) -> list[int]:
        """Return the cells of a copy."""
        shape, by = copy
        return [cell + by for cell in self._cells[shape]]

    def near(self, copy: Copy) -> list[int]:
        """Return the cells that touch a copy."""
        shape, by = copy
        return [cell + by for cell in self._near[shape]]

    def covering(self, cell: int) -> list[Copy]:
        """Return the copies with this cell."""
        return [(shape, cell - part) for shape, part in self._parts[cell % self._grid.kinds]]

    def overlaps(self, cells: Iterable[int], copy: Copy) -> bool:
        """Return whether a copy has one of these cells."""
        return not set(self.cells(copy)).isdisjoint(cells)

    def compatible(self, shape: int, coronas: int, check: Callable[[], object]) -> set[Copy]:
        """Return the copies compatible with an orientation at the origin for some coronas.

        `check` is called now and then; it may raise an exception to stop.
        """
        while len(self._levels) <= coronas:
            last = self._levels[-1]
            level = set()
            for number, copy in enumerate(last):
                if number % PORTION == 0:
                    check()
                if self._can_be_surrounded(copy, last):
                    level.add(copy)
            self._levels.append(level)
        level = self._levels[coronas]
        return {copy for copy, image in self.touching[shape].items() if image in level}

    def _can_be_surrounded(self, other: Copy, level: set[Copy]) -> bool:
        """Return whether each cell around the tile and another copy can be covered."""
        tile = (0, 0)
        both = {*self.cells(tile), *self.cells(other)}
        around = {*self.near(tile), *self.near(other)} - both
        return all(
            any(
                self._fits(tile, copy, level, both) and self._fits(other, copy, level, both)
                for copy in self.covering(cell)
            )
            for cell in around
        )

    def _fits(self, first: Copy, copy: Copy, level: set[Copy], covered: set[int]) -> bool:
        """Return whether a copy does not touch the first one, or is compatible with it."""
        shape, by = first
        image = self.touching[shape].get((copy[0], copy[1] - by))
        return image in level if image else not self.overlaps(covered, copy)
