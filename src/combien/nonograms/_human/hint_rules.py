"""The rules of hints: each examines one line and returns a statement and the cells that it decides.

A rule is a function from a `View` to a statement and the cells, or None.  A rule may return too
many cells: the caller keeps only those that line solving finds too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from combien._wording import Statement
from combien.nonograms import _english
from combien.nonograms._clue import LETTERS, UNKNOWN, WHITE, Line
from combien.nonograms._human.spread import LineLogic
from combien.nonograms._line import bits_of, places

if TYPE_CHECKING:
    from combien._wording import Value


# From cells of a line, by their position in it, to values.
CellValues = dict[int, int]


class View:
    """The data of a line for the rules: its cells, the newly found values, names of blocks."""

    def __init__(
        self,
        line: Line,
        cells: bytes,
        news: CellValues,
        names: Mapping[int, str],
        logic: LineLogic,
    ) -> None:
        self.line = line
        self.cells = cells
        self.news = news
        self.logic = logic
        self._names = names

    @cached_property
    def starts(self) -> Sequence[Sequence[int]]:
        """The possible places of each block, computed on first use."""
        # A line whose clue does not fit is reported before any rule runs.
        return [list(bits_of(found)) for found in places(self.line.clue, self.cells) or ()]

    def color(self, value: int) -> Statement:
        """Return the name of a color."""
        return _english.color(self._name(value))

    def _name(self, value: int) -> str:
        return self._names.get(value, LETTERS[value])

    def says(self, code: str, **values: Value) -> Statement:
        """Return a statement about the line."""
        return Statement(code, line=_english.line(self.line), **values)

    def crossing(self, at: Sequence[int]) -> Statement:
        """Describe cells of the line by the crossing lines."""
        return _english.cells(self.line, at)

    def block(self, number: int) -> Statement:
        """Return the name of a block: `the 5`, `the second 1`, `the red 3`, `the last 1a`."""
        clue = self.line.clue
        alike = [other for other, found in enumerate(clue) if found == clue[number]]
        length = Statement("length", n=clue[number].length)
        if self.logic.several_colors:
            value = clue[number].color
            name = self._name(value)
            if len(name) == 1:
                length = Statement("length-letter", n=clue[number].length, letter=name)
            else:
                length = Statement("length-color", n=clue[number].length, color=self.color(value))
        if len(alike) == 1:
            return Statement("block", length=length)
        place = alike.index(number)
        nth = Statement(f"nth-{place + 1}") if place < 9 else ordinal(place + 1)
        if place == len(alike) - 1:
            nth = Statement("nth-last")
        return Statement("block-nth", nth=nth, length=length)


def ordinal(number: int) -> Statement:
    """Return a number from 10 up as an ordinal: English has 20th, 21st, 22nd, 23rd."""
    tens, units = divmod(number, 10)
    return Statement(f"nth-of-{units if units <= 3 and tens % 10 != 1 else 0}", n=number)


Found = tuple[Statement, CellValues] | None
Rule = Callable[[View], Found]


def _whites(view: View) -> CellValues:
    return {at: value for at, value in view.news.items() if value == WHITE}


def _empty(view: View) -> Found:
    if view.line.clue:
        return None
    return view.says("hint-empty"), view.news


def _colors(view: View) -> Found:
    """Find cells whose row and column have no color in common."""
    cells = [at for at in _whites(view) if view.logic.allowed(view.line, at) == {WHITE}]
    if not cells:
        return None
    statement = view.says("hint-colors", cells=view.crossing(cells), n=len(cells))
    return statement, dict.fromkeys(cells, WHITE)


def _complete(view: View) -> Found:
    found = sum(cell not in (UNKNOWN, WHITE) for cell in view.cells)
    if found < sum(block.length for block in view.line.clue):
        return None
    return view.says("hint-complete"), view.news


def _only(view: View) -> Found:
    if any(len(starts) != 1 for starts in view.starts):
        return None
    if len(view.line.clue) == 1:
        covered = view.crossing(_covered(view, 0))
        return view.says("hint-only-block", block=view.block(0), cells=covered), view.news
    return view.says("hint-only"), view.news


def _overlap(view: View) -> Found:
    best: tuple[int, Statement, CellValues] | None = None
    for number, (length, color) in enumerate(view.line.clue):
        first, last = view.starts[number][0], view.starts[number][-1]
        sure = range(last, first + length)
        cells = {at: color for at in sure if view.cells[at] == UNKNOWN}
        if cells and (best is None or len(cells) > best[0]):
            block, covered = view.block(number), view.crossing(sure)
            best = len(cells), view.says("hint-overlap", block=block, cells=covered), cells
    return best[1:] if best else None


def _closed(view: View) -> Found:
    """Find white cells next to a complete block."""
    for number, starts in enumerate(view.starts):
        covered = _covered(view, number)
        if len(starts) != 1 or any(view.cells[at] == UNKNOWN for at in covered):
            continue
        beside = [at for at in (covered.start - 1, covered.stop) if at in _whites(view)]
        if beside:
            statement = view.says(
                "hint-closed",
                block=view.block(number),
                cells=view.crossing(covered),
                white=view.crossing(beside),
                n=len(beside),
            )
            return statement, dict.fromkeys(beside, WHITE)
    return None


def _reach(view: View) -> Found:
    """Find white cells outside the range of every block."""
    hulls = [
        range(starts[0], starts[-1] + block.length)
        for starts, block in zip(view.starts, view.line.clue, strict=True)
    ]
    cells = [at for at in _whites(view) if not any(at in hull for hull in hulls)]
    if not cells:
        return None
    return view.says("hint-reach", cells=view.crossing(cells)), dict.fromkeys(cells, WHITE)


def _gap(view: View) -> Found:
    """Find white cells that no possible place of a block covers."""
    covered = bytearray(len(view.cells))
    for starts, block in zip(view.starts, view.line.clue, strict=True):
        for start in starts:
            covered[start : start + block.length] = b"\1" * block.length
    cells = [at for at in _whites(view) if not covered[at]]
    if not cells:
        return None
    return view.says("hint-gap", cells=view.crossing(cells)), dict.fromkeys(cells, WHITE)


def _line(view: View) -> Found:
    value = next(iter(view.news.values()))
    cells = [at for at, new in view.news.items() if new == value]
    statement = view.says(
        "hint-line", cells=view.crossing(cells), n=len(cells), color=view.color(value)
    )
    return statement, dict.fromkeys(cells, value)


# The rules by name, from the easiest for people to the hardest.
RULES: dict[str, Rule] = {
    "empty": _empty,
    "complete": _complete,
    "colors": _colors,
    "only": _only,
    "overlap": _overlap,
    "closed": _closed,
    "reach": _reach,
    "gap": _gap,
    "line": _line,
}


def _covered(view: View, number: int) -> range:
    block = view.line.clue[number]
    return range(view.starts[number][0], view.starts[number][0] + block.length)
