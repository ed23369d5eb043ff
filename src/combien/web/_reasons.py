"""The statements of the page in English: reasons of boards, and those that only the page gives.

The page has the same codes in both languages, in `static/reasons.js`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from combien._statements import Statement, in_words
from combien.tilings._infeasibility.english import ENGLISH

__all__ = ["PAGE_ENGLISH", "numbered", "page_english"]

PAGE_ENGLISH = {
    **ENGLISH,
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
