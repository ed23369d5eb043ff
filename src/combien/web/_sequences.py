"""Events about a board that is repeated along an axis: terms, and a proved formula."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from combien._base.budget import Budget, Reporter
from combien._wording import Statement
from combien.errors import BadRegion, BadTiling
from combien.geometry._lattice import SQUARE
from combien.sequences import Proof, Sequence, Strip
from combien.sequences import sequence as sequence_of
from combien.web._page import page_english
from combien.web._reading import BadQuestion, Drawn

MOST_TERMS = 20
# Coefficients that are not zero; a page has no room for more.
LONG = 40
# Finding the placements and symmetries of a slab is not within the budget: it takes half a second.
MOST_SLAB = 128
MOST_COVERED = 100_000
MOST_GROWTH = 600


def sequence_events(
    drawn: Drawn, axis: object, budget: Budget, report: Reporter | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the terms, and then the formula and its proof, if it is found within the budget.

    >>> from combien import Region, Tile
    >>> domino = Tile("**", symmetries="all", times="any")
    >>> drawn = Drawn(None, (), (), Region.box(1, 4), (domino,))
    >>> for event, fields in sequence_events(drawn, 0, Budget()):
    ...     print(event, fields.get("terms", fields.get("recurrence")))
    terms ['1', '1', '5', '11', '36', '95', '281', '781', '2245', '6336', '18061', '51205', \
'145601', '413351', '1174500', '3335651', '9475901', '26915305', '76455961', '217172736']
    formula a(n) = a(n-1) + 5a(n-2) + a(n-3) - a(n-4)

    The strip has n copies of the whole board; pins are ignored, and each piece is used any number
    of times, except those that are not used at all.  Raises `OutOfBudget` and `BadQuestion`.
    """
    cubes = drawn.board.lattice == SQUARE and drawn.board.dimension == 3
    if not isinstance(axis, int) or isinstance(axis, bool) or not 0 <= axis < 2 + cubes:
        raise BadQuestion("axis", "an axis is 0 (to the right), 1 (upward), or 2 (across layers)")
    if drawn.rules is not None:
        raise BadQuestion("board", Statement("packing-sequence"))
    tiles = drawn.tiles
    if not tiles:
        raise BadQuestion("pieces", Statement("sequence-without-pieces"))
    covered = sum(len(tile) * len(tile.symmetries.elements) for tile in tiles)
    if len(drawn.board) > MOST_SLAB or len(drawn.board) * covered > MOST_COVERED:
        raise BadQuestion("too-large", Statement("too-large-sequence", most=MOST_SLAB))
    try:
        strip = Strip(drawn.board, axis=axis, tiles=tiles)
    except BadRegion as error:
        raise BadQuestion("board", str(error)) from None
    except BadTiling:
        raise BadQuestion("pieces", Statement("sequence-no-fit")) from None
    try:
        found = sequence_of(strip, budget=budget, report=report)
        terms = found.first(MOST_TERMS)
    except BadTiling:
        raise BadQuestion("too-large", Statement("sequence-too-many")) from None
    yield "terms", {"terms": [str(term) for term in terms]}
    yield "formula", _formula(found)


def _formula(found: Sequence) -> dict[str, Any]:
    recurrence, function, proof = found.recurrence(), found.generating_function(), found.proof
    # A strip always has a formula, with a proof by its states.
    assert recurrence is not None
    assert isinstance(proof, Proof)
    short = sum(map(bool, recurrence.coefficients)) <= LONG
    growth = found.growth() if recurrence.order <= MOST_GROWTH else None
    statement = Statement(
        f"proved-by-{proof.method}",
        states=proof.states,
        checked=proof.checked,
        primes=proof.primes,
    )
    return {
        "order": recurrence.order,
        "recurrence": str(recurrence) if short else "",
        "generatingFunction": str(function) if short else "",
        "growth": f"{float(growth):.6g}" if growth is not None and float(growth) > 0 else "",
        "text": page_english(statement),
        "reason": statement.to_json(),
    }
