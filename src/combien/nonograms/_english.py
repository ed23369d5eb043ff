"""Hints and verdicts as statements, and their words in English; names of cells and lines.

`_french/statements.py` has the same codes; a test compares the codes and their values.
"""

from __future__ import annotations

from collections.abc import Sequence

from combien._wording import Statement, in_words
from combien.nonograms._clue import Line

ENGLISH = {
    "because-clues": "because of the clues alone",
    "because": "because {parts}",
    # Parts of other statements.
    "colored": "{at} {n:is|are} {color}",
    "row": "row {n}",
    "column": "column {n}",
    "row-column": "row {row}, column {column}",
    "row-columns": "row {row}, {columns}",
    "rows": "{n:row|rows} {at}",
    "columns": "{n:column|columns} {at}",
    "number": "{n}",
    "range": "{first} to {last}",
    "and": "{items} and {last}",
    "or": "{items} or {last}",
    "color": "{name}",
    "color-white": "white",
    "color-black": "black",
    "length": "{n}",
    "length-color": "{color} {n}",
    "length-letter": "{n}{letter}",
    "block": "the {length}",
    "block-nth": "the {nth} {length}",
    "nth-1": "first",
    "nth-2": "second",
    "nth-3": "third",
    "nth-4": "fourth",
    "nth-5": "fifth",
    "nth-6": "sixth",
    "nth-7": "seventh",
    "nth-8": "eighth",
    "nth-9": "ninth",
    "nth-of-0": "{n}th",
    "nth-of-1": "{n}st",
    "nth-of-2": "{n}nd",
    "nth-of-3": "{n}rd",
    "nth-last": "last",
    # Hints.
    "hint-empty": "{line}: there is no block, so it is white",
    "hint-complete": "{line}: complete, the rest is white",
    "hint-colors": "{line}: {cells} {n:is|are} white, having no color in common with it",
    "hint-only-block": "{line}: {block} lies at {cells}",
    "hint-only": "{line}: its blocks fit in one way only",
    "hint-overlap": "{line}: {block} must cover {cells}",
    "hint-closed": "{line}: {block} lies at {cells}, so {white} {n:is|are} white",
    "hint-reach": "{line}: no block reaches {cells}",
    "hint-gap": "{line}: no block fits at {cells}",
    "hint-line": "{line}: wherever its blocks are, {cells} {n:is|are} {color}",
    "hint-either": "{cell} is {color}, whatever {other} is",
    "hint-suppose": (
        "{cell}: if it were {wrong}, the blocks of {line} would not fit, so it is {color}"
    ),
    "hint-suppose-each": "{cell}: {cases}, so it is {color}",
    "suppose-case": "if it were {wrong}, the blocks of {line} would not fit",
    "hint-search": "line solving and single assumptions find nothing more: a search is needed",
    "hint-searched": "{cell} is {color}: a search is needed to find it",
    "mistake-line": "{line}: its blocks no longer fit: a cell is wrong",
    "mistake-color": "{cell} is not {color}: a cell is wrong",
    "mistake-found": "{reason}: a cell is wrong",
    "mistake-unsure": "{mistake}, or there is no solution",
    "no-solution": "the clues have no solution",
    # Verdicts.
    "clue-too-long": "{line}: {clue} needs {needed} cells, and there are {room}",
    "totals-differ": "the rows have {across} {color} cells, the columns {down}",
    "line-fails": "{line}: its clue does not fit the cells known from other lines",
    "cell-fails": "{cell}: whatever this cell is, some line cannot be filled",
    "search-fails": "all {n} nodes of the search end in a contradiction",
    "learning-fails": "search and clause learning found no solution",
    "solver-fails": "the SAT solver found no solution",
    "boards-differ": "two boards differ in {n} cells",
    "others-fail": "every other choice ends in a contradiction",
}


def english(statement: Statement) -> str:
    """Return a hint or verdict in English.

    >>> english(Statement("hint-complete", line=Statement("row", n=2)))
    'row 2: complete, the rest is white'
    """
    return in_words(statement, ENGLISH)


def line(of: Line) -> Statement:
    """Return the name of a line."""
    return Statement(of.kind, n=of.number + 1)


def cell(place: int, width: int) -> Statement:
    """Return the name of a cell, given its place on a board of this width.

    >>> english(cell(5, 4))
    'row 2, column 2'
    """
    row, column = divmod(place, width)
    return Statement("row-column", row=row + 1, column=column + 1)


def color(name: str) -> Statement:
    """Return the name of a color: the usual two in each language, others as they are.

    >>> english(color("white")), english(color("teal"))
    ('white', 'teal')
    """
    if name in ("white", "black"):
        return Statement(f"color-{name}")
    return Statement("color", name=name)


def cells(of: Line, at: Sequence[int]) -> Statement:
    """Describe cells of a line by the numbers of the crossing lines, with ranges as `4 to 6`.

    >>> row = Line(0, "row", 0, (), range(9))
    >>> english(cells(row, [0, 3, 4, 5])), english(cells(row, [2]))
    ('columns 1 and 4 to 6', 'column 3')
    """
    return span("columns" if of.kind == "row" else "rows", at)


def span(code: str, at: Sequence[int]) -> Statement:
    """Describe `rows` or `columns` by their numbers, which count from 0 here."""
    runs: list[list[int]] = []
    for one in sorted(at):
        if runs and runs[-1][-1] == one - 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    parts = [
        Statement("range", first=run[0] + 1, last=run[-1] + 1)
        if len(run) > 1
        else Statement("number", n=run[0] + 1)
        for run in runs
    ]
    return Statement(code, n=len(at), at=listed(parts, "and"))


def listed(parts: Sequence[Statement], code: str) -> Statement:
    """Return a list of at least one part, with the word of a code before the last one."""
    if len(parts) == 1:
        return parts[0]
    return Statement(code, items=tuple(parts[:-1]), last=parts[-1])


def cell_name(place: int, width: int) -> str:
    """Return the name of a cell, given its place on a board of this width.

    >>> cell_name(5, 4)
    'row 2, column 2'
    """
    return english(cell(place, width))


def span_text(kind: str, numbers: Sequence[int]) -> str:
    """Return rows or columns in words, with ranges; the numbers count from 0.

    >>> span_text("row", [2]), span_text("column", [7, 3, 4, 5])
    ('row 3', 'columns 4 to 6 and 8')
    """
    return english(span(f"{kind}s", numbers))
