"""The next step of a puzzle in plain words, as one player would tell another.

    row 3: the 5 must cover columns 4 to 6
    row 2: complete, the rest is white
    column 7: no block reaches row 1

A hint is never more than what is certain: whatever a rule says, only the cells are told that line
logic finds as well.  The rules come in the order in which people find them easy; within a rule rows
come before columns.  Where lines alone tell nothing more, a cell is supposed to have a colour until
some line fails; where that does not help either, only a search does, and the hint says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from combien.errors import BadNonogram
from combien.nonograms.board import Board
from combien.nonograms.nonogram import LETTERS, UNKNOWN, WHITE, Block, Clue, Nonogram
from combien.nonograms.placing import starts_of_blocks
from combien.nonograms.spread import Line, Lines

__all__ = ["Guide", "Hint", "hint", "steps"]

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
# How far a supposition is followed, at first: the shortest one that fails is the best to tell.
_REACHES = (2, 6, 20, None)


@dataclass(frozen=True, slots=True)
class Hint:
    """What can be said next: in words, the rule that says it, and the cells that it decides.

    `cells` are (row, column, colour), counted from 0.  `rule` is one of `empty`, `complete`,
    `only`, `overlap`, `closed`, `reach`, `gap`, `line`, `suppose`, `search`; or `mistake`, when the
    board has no solution any more, and then there are no cells.
    """

    text: str
    rule: str
    cells: tuple[tuple[int, int, int], ...] = ()

    def __str__(self) -> str:
        return self.text


Told = dict[int, int]
Placed = dict[tuple[Clue, bytes], list[list[int]]]


class _View:
    """A line as the rules see it: its cells, and what is new in them."""

    def __init__(self, line: Line, cells: bytes, news: Told, placed: Placed) -> None:
        self.line = line
        self.cells = cells
        self.news = news
        self._placed = placed

    @property
    def starts(self) -> Sequence[Sequence[int]]:
        """Where its blocks can begin: worked out when a rule asks first, as many lines are seen."""
        key = self.line.clue, self.cells
        if key not in self._placed:
            self._placed[key] = starts_of_blocks(*key)
        return self._placed[key]


class Guide:
    """Gives hints for one nonogram; remembers what lines have told.

    >>> guide = Guide(Nonogram([[3], [1]], [[1], [2], [1], []]))
    >>> board = Board.unknown(2, 4)
    >>> while (hint := guide.next(board)) is not None:
    ...     print(hint)
    ...     board = guide.applied(board, hint)
    column 4: there is no block, so it is white
    row 1: the 3 lies at columns 1 to 3
    column 1: complete, the rest is white
    column 3: complete, the rest is white
    row 2: the 1 lies at column 2
    """

    def __init__(self, nonogram: Nonogram) -> None:
        self.nonogram = nonogram
        self._lines = Lines(nonogram)
        self._placed: Placed = {}
        # A colour that nobody named is called by its letter.
        self._names = {
            ink.value: LETTERS[ink.value] if ink.name == f"colour {ink.value}" else ink.name
            for ink in nonogram.palette
        }

    def next(self, board: Board, *, solution: Board | None = None) -> Hint | None:
        """The next hint, or None when the board is complete and right.

        With a `solution`, which should be the only one, cells that differ from it are told first,
        and it helps out where only a search would.  Cost: that of line logic; where a cell must be
        supposed, that times the unknown cells.  Errors: `BadNonogram` for a board of another size.
        """
        self.check(board)
        mistake = self._mistake(board, solution)
        if mistake is not None:
            return mistake
        if not board.unknown_count:
            return None
        views = [self._view(line, board.cells) for line in self._lines.all]
        for rule, name in _RULES:
            for view in views:
                if view is not None and (found := rule(self, view)) is not None:
                    text, cells = found
                    # Whatever a rule believes, only what line logic knows is told.
                    sure = {at: value for at, value in cells.items() if view.news.get(at) == value}
                    if sure:
                        return Hint(f"{view.line}: {text}", name, self._places(view.line, sure))
        return self._supposed(board.cells) or self._searched(board, solution)

    def steps(self, board: Board | None = None, *, solution: Board | None = None) -> Iterator[Hint]:
        """One hint after the other, each for the board that the ones before leave."""
        if board is None:
            board = Board.unknown(self.nonogram.height, self.nonogram.width)
        while (hint := self.next(board, solution=solution)) is not None:
            yield hint
            if not hint.cells:
                return
            board = self.applied(board, hint)

    def applied(self, board: Board, hint: Hint) -> Board:
        """The board with the cells that a hint decides."""
        cells = bytearray(board.cells)
        for row, column, value in hint.cells:
            cells[row * board.width + column] = value
        return Board(board.height, board.width, bytes(cells))

    def check(self, board: Board) -> None:
        """Errors: `BadNonogram` for a board of another size."""
        height, width = self.nonogram.height, self.nonogram.width
        if (board.height, board.width) != (height, width):
            raise BadNonogram(
                f"the board has {board.height} rows and {board.width} columns, the nonogram "
                f"{height} and {width}"
            )

    def _mistake(self, board: Board, solution: Board | None) -> Hint | None:
        for line in self._lines.all:
            if self._lines.ask(line, board.cells) is None:
                return Hint(f"{line}: its blocks fit nowhere any more: a cell is wrong", "mistake")
        if solution is not None:
            for place, (cell, right) in enumerate(zip(board.cells, solution.cells, strict=True)):
                if cell not in (UNKNOWN, right):
                    where = self._named(place)
                    return Hint(f"{where} is not {self._names[cell]}: a cell is wrong", "mistake")
        return None

    def _view(self, line: Line, cells: bytes) -> _View | None:
        """What there is to tell about a line; None if nothing is new."""
        news = dict(self._lines.news(line, cells))
        if not news:
            return None
        at = {place: number for number, place in enumerate(line.places)}
        told = {at[place]: value for place, value in news.items()}
        return _View(line, line.cells(cells), told, self._placed)

    def _places(self, line: Line, cells: Told) -> tuple[tuple[int, int, int], ...]:
        if line.kind == "row":
            return tuple((line.number, at, value) for at, value in sorted(cells.items()))
        return tuple((at, line.number, value) for at, value in sorted(cells.items()))

    def _named(self, place: int) -> str:
        row, column = divmod(place, self.nonogram.width)
        return f"row {row + 1}, column {column + 1}"

    def colour(self, value: int) -> str:
        """The name of a colour."""
        return self._names.get(value, LETTERS[value])

    def block(self, line: Line, number: int) -> str:
        """What a block is called: `the 5`, `the second 1`, `the red 3`, `the last 1a`."""
        block = line.clue[number]
        alike = [other for other, found in enumerate(line.clue) if found == block]
        name, colour = f"{block.length}", self.colour(block.colour)
        if len(self.nonogram.colours) > 1:
            name = f"{name}{colour}" if len(colour) == 1 else f"{colour} {name}"
        if len(alike) == 1:
            return f"the {name}"
        place = alike.index(number)
        last = place == len(alike) - 1
        ordinal = "last" if last else _ORDINALS[place] if place < 9 else f"{place + 1}th"
        return f"the {ordinal} {name}"

    # Where lines alone tell nothing more
    # -----------------------------------------------------------

    def _supposed(self, cells: bytes) -> Hint | None:
        """A cell that cannot have one of its colours, since some line would fail."""
        unknown = [place for place, cell in enumerate(cells) if cell == UNKNOWN]
        for reach in _REACHES:
            for place in unknown:
                values = self._possible(place)
                failed = {}
                for value in values:
                    spread = self._lines.suppose(cells, place, value, most_steps=reach)
                    if spread.failed is not None:
                        failed[value] = spread.failed
                left = [value for value in values if value not in failed]
                if not left:
                    return Hint(
                        f"{self._named(place)} can have no colour: a cell is wrong", "mistake"
                    )
                if failed and len(left) == 1:
                    return self._told(place, failed, left[0])
        return None

    def _told(self, place: int, failed: dict[int, Line], value: int) -> Hint:
        row, column = divmod(place, self.nonogram.width)
        wrong = " or ".join(self.colour(colour) for colour in failed)
        line = next(reversed(failed.values()))
        return Hint(
            f"{self._named(place)}: if it were {wrong}, {line} would have no room for its blocks, "
            f"so it is {self.colour(value)}",
            "suppose",
            ((row, column, value),),
        )

    def _possible(self, place: int) -> list[int]:
        """The colours that stand in both clues of a cell, and white."""
        row, column = self._lines.through(place)
        return [WHITE, *sorted({b.colour for b in row.clue} & {b.colour for b in column.clue})]

    def _searched(self, board: Board, solution: Board | None) -> Hint | None:
        if solution is None:
            return Hint(
                "no line tells more, and no single supposition: only a search goes on from here",
                "search",
            )
        place = board.cells.index(UNKNOWN)
        row, column = divmod(place, board.width)
        value = solution.cells[place]
        text = f"{self._named(place)} is {self.colour(value)}: only a search shows it"
        return Hint(text, "search", ((row, column, value),))


# The rules ----------------------------------------------------------------------------------------

Found = tuple[str, Told] | None


def _whites(view: _View) -> Told:
    return {at: value for at, value in view.news.items() if value == WHITE}


def _empty(guide: Guide, view: _View) -> Found:
    if view.line.clue:
        return None
    return "there is no block, so it is white", view.news


def _complete(guide: Guide, view: _View) -> Found:
    found = sum(cell not in (UNKNOWN, WHITE) for cell in view.cells)
    if found < sum(block.length for block in view.line.clue):
        return None
    return "complete, the rest is white", view.news


def _only(guide: Guide, view: _View) -> Found:
    if any(len(starts) != 1 for starts in view.starts):
        return None
    if len(view.line.clue) == 1:
        name = guide.block(view.line, 0)
        return f"{name} lies {_span(view, _covered(view, 0))}", view.news
    return "its blocks fit in one way only", view.news


def _overlap(guide: Guide, view: _View) -> Found:
    best: tuple[int, str, Told] | None = None
    for number, (length, colour) in enumerate(view.line.clue):
        first, last = view.starts[number][0], view.starts[number][-1]
        sure = range(last, first + length)
        cells = {at: colour for at in sure if view.cells[at] == UNKNOWN}
        if cells and (best is None or len(cells) > best[0]):
            name = guide.block(view.line, number)
            best = len(cells), f"{name} must cover {_cells(view, sure)}", cells
    return best[1:] if best else None


def _closed(guide: Guide, view: _View) -> Found:
    """The cells beside a block that is found are white."""
    for number, starts in enumerate(view.starts):
        covered = _covered(view, number)
        if len(starts) != 1 or any(view.cells[at] == UNKNOWN for at in covered):
            continue
        beside = [at for at in (covered.start - 1, covered.stop) if at in _whites(view)]
        if beside:
            name = guide.block(view.line, number)
            white = f"{_cells(view, beside)} {'is' if len(beside) == 1 else 'are'} white"
            return f"{name} lies {_span(view, covered)}, so {white}", dict.fromkeys(beside, WHITE)
    return None


def _reach(guide: Guide, view: _View) -> Found:
    """Cells that lie farther than any block can go."""
    hulls = [
        range(starts[0], starts[-1] + block.length)
        for starts, block in zip(view.starts, view.line.clue, strict=True)
    ]
    cells = [at for at in _whites(view) if not any(at in hull for hull in hulls)]
    if not cells:
        return None
    return f"no block reaches {_cells(view, cells)}", dict.fromkeys(cells, WHITE)


def _gap(guide: Guide, view: _View) -> Found:
    """Cells where no block has room."""
    covered = bytearray(len(view.cells))
    for starts, block in zip(view.starts, view.line.clue, strict=True):
        for start in starts:
            covered[start : start + block.length] = b"\1" * block.length
    cells = [at for at in _whites(view) if not covered[at]]
    if not cells:
        return None
    return f"no block fits at {_cells(view, cells)}", dict.fromkeys(cells, WHITE)


def _line(guide: Guide, view: _View) -> Found:
    value = next(iter(view.news.values()))
    cells = [at for at, told in view.news.items() if told == value]
    are = "is" if len(cells) == 1 else "are"
    text = f"however its blocks lie, {_cells(view, cells)} {are} {guide.colour(value)}"
    return text, dict.fromkeys(cells, value)


_RULES: tuple[tuple[Callable[[Guide, _View], Found], str], ...] = (
    (_empty, "empty"),
    (_complete, "complete"),
    (_only, "only"),
    (_overlap, "overlap"),
    (_closed, "closed"),
    (_reach, "reach"),
    (_gap, "gap"),
    (_line, "line"),
)


def _covered(view: _View, number: int) -> range:
    block: Block = view.line.clue[number]
    return range(view.starts[number][0], view.starts[number][0] + block.length)


def _span(view: _View, cells: range) -> str:
    return f"at {_cells(view, cells)}"


def _cells(view: _View, cells: Sequence[int]) -> str:
    """Cells of a line by the numbers of the lines that cross it, neighbours as `4 to 6`."""
    crossing = "column" if view.line.kind == "row" else "row"
    runs: list[list[int]] = []
    for at in sorted(cells):
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    parts = [f"{run[0] + 1}" if len(run) == 1 else f"{run[0] + 1} to {run[-1] + 1}" for run in runs]
    words = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"{crossing}{'' if len(cells) == 1 else 's'} {words}"


def hint(nonogram: Nonogram, board: Board | None = None) -> Hint | None:
    """The next step of a nonogram from a board, by default one of which nothing is known.

    >>> hint(Nonogram([[1, 1], [3], []], [[2], [1], [2]])).text
    'row 3: there is no block, so it is white'

    None when the board is complete and right.  See `Guide.next`.
    """
    if board is None:
        board = Board.unknown(nonogram.height, nonogram.width)
    return Guide(nonogram).next(board)


def steps(nonogram: Nonogram, board: Board | None = None) -> Iterator[Hint]:
    """All steps from a board to where they lead, one at a time; see `Guide.steps`.

    >>> [step.rule for step in steps(Nonogram([[1, 1], [3]], [[2], [1], [2]]))]
    ['only', 'only']
    """
    return Guide(nonogram).steps(board)
