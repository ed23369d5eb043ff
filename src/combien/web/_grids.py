"""Events about nonograms and sudokus."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from combien._base.budget import Budget, Reporter
from combien._wording import Statement
from combien.cover._problem import Problem
from combien.cover.formats._text import FormatWarning
from combien.errors import CombienError
from combien.nonograms import Block, Board, Guide, Nonogram, formats, solve
from combien.nonograms._clue import BLACK
from combien.puzzles import Sudoku
from combien.web._page import page_english
from combien.web._reading import BadQuestion

Events = Iterator[tuple[str, dict[str, Any]]]

MOST_LINES = 100
MOST_BLOCKS = 50


def nonogram_events(
    given: object, asked: list[str], budget: Budget, report: Reporter | None = None
) -> Events:
    """Yield the events of a question about a nonogram: its clues, a drawn picture or a file.

    >>> question = {"rows": [[1], [1]], "columns": [[1], [1]]}
    >>> for event, fields in nonogram_events(question, ["solve"], Budget()):
    ...     print(event, fields["status"], fields["boards"], fields["differ"])
    nonogram several [['.#', '#.'], ['#.', '.#']] [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    if not isinstance(given, dict):
        raise BadQuestion("nonogram", "a nonogram is an object with rows and columns")
    if "picture" in given or "file" in given:
        nonogram = (
            Nonogram(*_board(given["picture"]).clues())
            if "picture" in given
            else _in_file(given["file"])
        )
        yield "clues", {"rows": _lengths(nonogram.rows), "columns": _lengths(nonogram.columns)}
    else:
        # Clues that fit no line are a verdict with a reason, not an error.
        nonogram = Nonogram(_clues(given, "rows"), _clues(given, "columns"), check=False)
    for part in asked:
        if part == "solve":
            verdict = solve(nonogram, budget=budget, report=report)
            yield (
                "nonogram",
                {
                    "status": verdict.status,
                    "text": verdict.reason,
                    "reason": verdict.statement,
                    "boards": [str(board).splitlines() for board in verdict.boards],
                    "differ": [list(cell) for cell in verdict.differ],
                },
            )
        elif part == "hint":
            begun = given.get("board")
            empty = Board.unknown(nonogram.height, nonogram.width)
            board = empty if begun is None else _board(begun)
            hint = Guide(nonogram).next(board, budget=budget, report=report)
            if hint is not None:
                yield (
                    "hint",
                    {
                        "text": hint.text,
                        "reason": hint.statement,
                        "rule": hint.rule,
                        "cells": [list(cell) for cell in hint.cells],
                    },
                )
        else:
            raise BadQuestion("ask", "a nonogram is asked for solve or hint")


def sudoku_events(
    given: object, asked: list[str], budget: Budget, report: Reporter | None = None
) -> Events:
    """Yield the events of a question about a sudoku of 81 characters.

    >>> one = "53467891267219534819834256785976142342685379171392485696153728428741963534528617."
    >>> for event, fields in sudoku_events(one, ["solve"], Budget()):
    ...     print(event, fields["status"], fields["solutions"][0][-3:])
    sudoku one 179
    """
    from combien._questions import solutions  # Start-up: for this question only.

    if not isinstance(given, str) or len(given) != 81:
        raise BadQuestion("sudoku", "a sudoku has 81 characters: digits, and . for empty cells")
    try:
        sudoku = Sudoku.parse(given)
    except CombienError as error:
        raise BadQuestion("sudoku", str(error)) from None
    for part in asked:
        if part == "solve":
            found = list(solutions(sudoku, limit=2, budget=budget, report=report))
            status = ("none", "one", "several")[len(found)]
            lines = [filled.line for filled in found]
            yield "sudoku", {"status": status, "solutions": lines}
        elif part == "hint":
            yield "hint", _next_digit(sudoku)
        else:
            raise BadQuestion("ask", "a sudoku is asked for solve or hint")


def _next_digit(sudoku: Sudoku) -> dict[str, Any]:
    """Return the cell that has one digit left, or the digit that has one place left in a unit.

    >>> _next_digit(Sudoku.parse("12345678." + 72 * "."))["text"]
    'row 1, column 9: 9 is the only digit left for this cell'
    """
    problem = sudoku.problem()
    # Each item (a cell, or a digit in a unit) with the options that the givens leave.
    filled = {place for place, digit in enumerate(sudoku.givens) if digit}
    taken: set[int] = set()
    for option in range(problem.option_count):
        _, x, y = cast("tuple[str, int, int]", problem.entries(option)[0])
        if 9 * y + x in filled:
            taken.update(problem.indices(option))
    left: dict[int, list[int]] = {}
    for option in range(problem.option_count):
        items = problem.indices(option)
        if not any(item in taken for item in items):
            for item in items:
                left.setdefault(item, []).append(option)
    for item, options in sorted(left.items()):
        if len(options) == 1:
            return _described(problem, item, options[0])
    return _stated(Statement("digit-search"), "search", [])


def _stated(statement: Statement, rule: str, cells: list[list[int]]) -> dict[str, Any]:
    text = page_english(statement)
    return {"text": text, "reason": statement.to_json(), "rule": rule, "cells": cells}


def _described(problem: Problem, item: int, option: int) -> dict[str, Any]:
    """Return the hint of an option that is the only one left for an item."""
    entries = [cast("tuple[str, int, int]", entry) for entry in problem.entries(option)]
    _, x, y = entries[0]
    digit = entries[1][2]
    kind, _, _ = cast("tuple[str, int, int]", problem.item_names[item])
    statement = Statement(f"digit-{kind}", row=y + 1, column=x + 1, digit=digit)
    return _stated(statement, kind, [[y, x, digit]])


def _in_file(given: object) -> Nonogram:
    """Return the first nonogram of a file, given by its name and its text."""
    name, text = (given.get(key) if isinstance(given, dict) else None for key in ("name", "text"))
    if not isinstance(name, str) or not isinstance(text, str):
        raise BadQuestion("nonogram", "a file has a name and a text")
    content = text.encode("utf-8", "replace")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            known = formats.guess(name, content, plugins=False)
            nonogram = formats.read(content, format=known)[0].nonogram
    except CombienError as error:
        raise BadQuestion("nonogram", Statement("file-unread", text=str(error))) from None
    if max(nonogram.height, nonogram.width) > MOST_LINES:
        raise BadQuestion("nonogram", Statement("wrong-board", most=MOST_LINES))
    blocks = [block for clue in (*nonogram.rows, *nonogram.columns) for block in clue]
    if any(block.color != BLACK or not block.length for block in blocks):
        raise BadQuestion("nonogram", Statement("file-colored"))
    return nonogram


def _board(given: object) -> Board:
    """Return the board of a list of lines: `.` white, `#` black, `?` unknown."""
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_LINES:
        raise BadQuestion("nonogram", Statement("wrong-board", most=MOST_LINES))
    if not all(isinstance(line, str) and 1 <= len(line) <= MOST_LINES for line in given):
        raise BadQuestion("nonogram", Statement("wrong-board", most=MOST_LINES))
    return Board.parse("\n".join(given))


def _clues(given: Mapping[str, Any], side: str) -> list[list[int]]:
    clues = given.get(side)
    if not isinstance(clues, list) or not 1 <= len(clues) <= MOST_LINES:
        raise BadQuestion("nonogram", Statement(f"no-{side}", most=MOST_LINES))
    for clue in clues:
        whole = isinstance(clue, list) and len(clue) <= MOST_BLOCKS
        if not whole or not all(type(n) is int and 1 <= n <= MOST_LINES for n in clue):
            most = Statement("wrong-clue", blocks=MOST_BLOCKS, most=MOST_LINES)
            raise BadQuestion("nonogram", most)
    return clues


def _lengths(clues: Iterable[Iterable[Block]]) -> list[list[int]]:
    return [[block.length for block in clue] for clue in clues]
