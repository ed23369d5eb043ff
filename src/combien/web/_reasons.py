"""The statements of the page in English: reasons, hints, and what only the page reports.

The page has the same codes in both languages, in `static/reasons.js`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from combien._wording import Statement, in_words
from combien.nonograms._english import ENGLISH as NONOGRAM_ENGLISH
from combien.tilings._reason import ENGLISH

__all__ = ["PAGE_ENGLISH", "numbered", "page_english"]

PAGE_ENGLISH = {
    **ENGLISH,
    **NONOGRAM_ENGLISH,
    "board-full": "The board is full, and some pieces are not used.",
    "no-pieces-left": "There are no pieces left for the rest of the board.",
    "proved-by-terms": (
        "{states} {states:state|states}; the first {checked} terms satisfy the recurrence, and "
        "{states} consecutive ones that do decide it; checked modulo {primes} "
        "{primes:prime|primes} whose product exceeds the bound"
    ),
    "proved-by-vectors": (
        "{states} {states:state|states}; the combination of {checked} vectors is zero in every "
        "state; checked modulo {primes} {primes:prime|primes} whose product exceeds the bound"
    ),
    "digit-cell": ("row {row}, column {column}: {digit} is the only digit left for this cell"),
    "digit-row": "row {row}, column {column}: the only place left for {digit} in row {row}",
    "digit-column": (
        "row {row}, column {column}: the only place left for {digit} in column {column}"
    ),
    "digit-region": "row {row}, column {column}: the only place left for {digit} in its box",
    "digit-search": "there is no cell with one digit left, and no digit with one place left",
    # Ends of questions.
    "ended-seconds": "no answer within {seconds} s",
    "ended-nodes": "no answer within {nodes} nodes",
    "ended-memory": "the memory of this question is used up",
    "cancelled": "cancelled",
    "out-of-memory": "the solver ran out of memory",
    "solver-ended": "the solver ended early: perhaps it ran out of memory",
    # What the hosts report; the page knows their codes, too.
    "no-server": "the server does not answer: is combien web still running?",
    "wrong-token": "the server was started again: open the address that it printed",
    "busy": "too many questions at the same time: stop one",
    # Errors of questions.
    "reload": "this page speaks version {version} of the protocol: reload it",
    "too-long": "a question has at most {most} bytes: draw less, or choose fewer pieces",
    "too-large": "the board and the pieces are too large together",
    "too-large-heat": "the board and the pieces are too many for a heat map",
    "too-large-sequence": "a sequence has a board of at most {most} cells, and fewer pieces",
    "sequence-without-pieces": "a sequence needs pieces",
    "pinned-too-often": "{tile} is pinned too many times",
    "pinned-outside": "a pinned piece is outside the board, or on another one",
    "pinned-shape": "pinned cells do not have the shape of their piece",
    "no-rows": "give the clues of 1 to {most} rows",
    "no-columns": "give the clues of 1 to {most} columns",
    "wrong-clue": "a clue has at most {blocks} lengths, each from 1 to {most}",
    "wrong-board": "a board has 1 to {most} rows and columns",
    "setting-least": "{setting}: expected at least {least}",
    "setting-most": "{setting} is at most {most} on the page",
    "setting-long": "{setting} has at most {most} characters",
    "settings-refused": "{text}",
}


def page_english(statement: Statement) -> str:
    """Return a statement of the page in English.

    >>> page_english(Statement("digit-row", row=1, column=9, digit=4))
    'row 1, column 9: the only place left for 4 in row 1'
    """
    return in_words(statement, PAGE_ENGLISH)


def numbered(statement: Any, numbers: Sequence[int]) -> Any:
    """Return a statement as JSON with the page's numbers of its tiles.

    >>> numbered({"code": "tile", "values": {"number": 0}}, [4])
    {'code': 'tile', 'values': {'number': 4}}
    """
    if isinstance(statement, list):
        return [numbered(one, numbers) for one in statement]
    if not isinstance(statement, dict) or not statement:
        return statement
    code, values = statement["code"], dict(statement["values"])
    if code in ("tile", "tile-named"):
        values["number"] = numbers[values["number"]]
    return {"code": code, "values": {k: numbered(v, numbers) for k, v in values.items()}}
