"""Families of boards that are not strips: a board or a puzzle for each n.

Their numbers obey no recurrence that could be proved, so each term is a count of its own, by
whichever engine is best for it (`_counted.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from combien import puzzles
from combien._base.checks import check_int, did_you_mean, short_repr
from combien._base.displayed import Displayed
from combien._wording import printable
from combien.engines._protocol import Model
from combien.errors import BadInput, BadTiling
from combien.geometry._region import Region
from combien.sequences._strip import unlimited
from combien.tilings import boards
from combien.tilings._names import tiles_named
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

_BOARDS: dict[str, Callable[[int], Region]] = {
    "square": lambda n: Region.box(n, n),
    "cube": lambda n: Region.box(n, n, n),
    "aztec": boards.aztec_diamond,
    "hexagon": lambda n: boards.hexagon(n, n, n),
    "triangle": boards.triangle,
    "honeycomb": boards.honeycomb,
}
_PUZZLES = ("costas", "langford", "latin", "queens")

FAMILIES = (*_BOARDS, *_PUZZLES)


class Boards(Displayed):
    """A family with a board or a puzzle for each n: a name, or a function of n.

    >>> from combien.sequences import sequence
    >>> sequence(Boards("aztec", tiles="domino")).first(7)
    [1, 2, 8, 64, 1024, 32768, 2097152]
    >>> sequence(Boards("queens")).first(9)
    [1, 1, 0, 0, 2, 10, 4, 40, 92]
    >>> from combien.puzzles import Latin
    >>> sequence(Boards(lambda n: Latin(n, reduced=True), start=1)).first(6)
    [0, 1, 1, 1, 4, 56]

    Named boards need tiles, by name or as `Tile`, each used any number of times: `square` (n x n),
    `cube`, `aztec` (the diamond of order n), `hexagon` (of triangles, with sides n), `triangle`
    and `honeycomb`; `squares` and `rectangles` are the tiles of all sizes that fit.  Named puzzles:
    `queens`, `latin`, `langford` and `costas`.  A function returns a model, such as a
    `TilingProblem`.

    For a named family, a(0) is 1, for the empty board.  For a function, a(n) is 0 before `start`.

    Raises `BadInput` for an unknown name, and for boards without tiles.
    """

    def __init__(
        self,
        family: str | Callable[[int], Model[Any]],
        *,
        tiles: Iterable[Tile | str] | Tile | str = (),
        fixed: bool = False,
        start: int = 0,
    ) -> None:
        given = unlimited(tiles)
        self._start = check_int("start", start)
        self._empty = isinstance(family, str)
        self._model: Callable[[int], Model[Any]]
        if not isinstance(family, str):
            if not callable(family):
                raise BadInput(
                    f"family={short_repr(family)}: expected a name, a Strip or a function of n"
                )
            if given:
                raise BadInput("tiles: a function of n returns a model with its tiles")
            name = getattr(family, "__name__", type(family).__name__)
            self._name = f"solutions of {name}(n)"
            self._model = family
            return
        listed = ", ".join(map(_tile_name, given))
        self._name = f"tilings of {family} n with {listed}" if given else f"solutions of {family} n"
        if family in _BOARDS:
            if not given:
                raise BadTiling(f"{family}: which tiles? Give one or more, such as domino")
            self._model = partial(_tiling, _BOARDS[family], given, fixed)
        elif family in _PUZZLES:
            if given:
                raise BadTiling(f"{family}: this puzzle takes no tiles")
            self._model = _puzzle(family)
        else:
            listed = ", ".join(FAMILIES)
            hint = did_you_mean(family[:40], FAMILIES)
            raise BadInput(f"family {family[:40]!r}: expected one of {listed}{hint}")

    @property
    def name(self) -> str:
        """The name of the family."""
        return printable(self._name)

    def model(self, n: int) -> Model[Any] | None:
        """Return the model for n, or None if there is none and a(n) is known without it."""
        n = check_int("n", n)
        return None if n < self._start or (n == 0 and self._empty) else self._model(n)

    def without(self, n: int) -> int:
        """Return a(n) where there is no model: 1 for the empty board, otherwise 0."""
        return int(self._empty and n == 0)

    def __repr__(self) -> str:
        return f"<Boards: {self.name}>"


def _tile_name(tile: object) -> str:
    return tile if isinstance(tile, str) else getattr(tile, "name", "") or "tile"


def _tiling(
    board: Callable[[int], Region], given: list[Tile | str], fixed: bool, n: int
) -> TilingProblem:
    region = board(n)
    return TilingProblem(region, [tile for each in given for tile in _tiles(each, region, fixed)])


def _tiles(given: Tile | str, region: Region, fixed: bool) -> Iterator[Tile]:
    """Yield the tiles of a name, except those that are too large for the board."""
    if isinstance(given, Tile):
        yield given
        return
    if given in ("squares", "rectangles"):
        longest = max(region.size)
        for low in range(1, longest + 1):
            for high in range(low, low + 1 if given == "squares" else longest + 1):
                size = (low, high) if region.dimension == 2 else (low, high, high)
                if region.dimension != 2 and given == "rectangles":
                    raise BadTiling("rectangles are tiles of flat boards; use squares or boxes")
                yield Tile(Region.box(*size), symmetries="all", times="any")
        return
    named = tiles_named(given, lattice=region.lattice, dimension=region.dimension, fixed=fixed)
    yield from (tile for tile in named if len(tile) <= len(region))


def _puzzle(name: str) -> Callable[[int], Model[Any]]:
    kind: Callable[..., Model[Any]] = getattr(puzzles, name.capitalize())
    return lambda n: kind(size=n)
