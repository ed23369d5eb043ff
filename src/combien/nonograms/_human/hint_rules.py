"""The rules of hints: each examines one line and returns a text and the cells that it decides.

A rule is a function from a `View` to a text and the cells, or None; the name of the line is
prefixed to the text.  A rule may return too many cells: the caller keeps only those that line
solving finds too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from combien.nonograms._encodings.places import bits_of, places
from combien.nonograms._human.spread import LineLogic
from combien.nonograms._lines import Line, span_text
from combien.nonograms._nonogram import LETTERS, UNKNOWN, WHITE

__all__ = ["RULES", "Rule", "View"]

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")

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

    def color(self, value: int) -> str:
        """Return the name of a color."""
        return self._names.get(value, LETTERS[value])

    def block(self, number: int) -> str:
        """Return the name of a block: `the 5`, `the second 1`, `the red 3`, `the last 1a`."""
        clue = self.line.clue
        alike = [other for other, found in enumerate(clue) if found == clue[number]]
        name, color = f"{clue[number].length}", self.color(clue[number].color)
        if self.logic.several_colors:
            name = f"{name}{color}" if len(color) == 1 else f"{color} {name}"
        if len(alike) == 1:
            return f"the {name}"
        place = alike.index(number)
        last = place == len(alike) - 1
        ordinal = "last" if last else _ORDINALS[place] if place < 9 else f"{place + 1}th"
        return f"the {ordinal} {name}"


Found = tuple[str, CellValues] | None
Rule = Callable[[View], Found]


def _whites(view: View) -> CellValues:
    return {at: value for at, value in view.news.items() if value == WHITE}


def _empty(view: View) -> Found:
    if view.line.clue:
        return None
    return "there is no block, so it is white", view.news


def _colors(view: View) -> Found:
    """Find cells whose row and column have no color in common."""
    cells = [at for at in _whites(view) if view.logic.allowed(view.line, at) == {WHITE}]
    if not cells:
        return None
    are = "is" if len(cells) == 1 else "are"
    text = f"{_cells(view, cells)} {are} white, having no color in common with it"
    return text, dict.fromkeys(cells, WHITE)


def _complete(view: View) -> Found:
    found = sum(cell not in (UNKNOWN, WHITE) for cell in view.cells)
    if found < sum(block.length for block in view.line.clue):
        return None
    return "complete, the rest is white", view.news


def _only(view: View) -> Found:
    if any(len(starts) != 1 for starts in view.starts):
        return None
    if len(view.line.clue) == 1:
        name = view.block(0)
        return f"{name} lies {_span(view, _covered(view, 0))}", view.news
    return "its blocks fit in one way only", view.news


def _overlap(view: View) -> Found:
    best: tuple[int, str, CellValues] | None = None
    for number, (length, color) in enumerate(view.line.clue):
        first, last = view.starts[number][0], view.starts[number][-1]
        sure = range(last, first + length)
        cells = {at: color for at in sure if view.cells[at] == UNKNOWN}
        if cells and (best is None or len(cells) > best[0]):
            name = view.block(number)
            best = len(cells), f"{name} must cover {_cells(view, sure)}", cells
    return best[1:] if best else None


def _closed(view: View) -> Found:
    """Find white cells next to a complete block."""
    for number, starts in enumerate(view.starts):
        covered = _covered(view, number)
        if len(starts) != 1 or any(view.cells[at] == UNKNOWN for at in covered):
            continue
        beside = [at for at in (covered.start - 1, covered.stop) if at in _whites(view)]
        if beside:
            name = view.block(number)
            white = f"{_cells(view, beside)} {'is' if len(beside) == 1 else 'are'} white"
            return f"{name} lies {_span(view, covered)}, so {white}", dict.fromkeys(beside, WHITE)
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
    return f"no block reaches {_cells(view, cells)}", dict.fromkeys(cells, WHITE)


def _gap(view: View) -> Found:
    """Find white cells that no possible place of a block covers."""
    covered = bytearray(len(view.cells))
    for starts, block in zip(view.starts, view.line.clue, strict=True):
        for start in starts:
            covered[start : start + block.length] = b"\1" * block.length
    cells = [at for at in _whites(view) if not covered[at]]
    if not cells:
        return None
    return f"no block fits at {_cells(view, cells)}", dict.fromkeys(cells, WHITE)


def _line(view: View) -> Found:
    value = next(iter(view.news.values()))
    cells = [at for at, new in view.news.items() if new == value]
    are = "is" if len(cells) == 1 else "are"
    text = f"wherever its blocks are, {_cells(view, cells)} {are} {view.color(value)}"
    return text, dict.fromkeys(cells, value)


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


def _span(view: View, cells: range) -> str:
    return f"at {_cells(view, cells)}"


def _cells(view: View, cells: Sequence[int]) -> str:
    """Describe cells of a line by the numbers of the crossing lines."""
    return span_text("column" if view.line.kind == "row" else "row", cells)
