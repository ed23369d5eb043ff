"""Notebook display of answers: families, explanations, orbits, estimates."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import Any

from combien._display import (
    block,
    caption,
    drawing,
    facts,
    html,
    line,
    mono,
    side_by_side,
    table,
)
from combien._questions.explanation import Explanation
from combien._questions.heat import HeatMap
from combien._questions.iterator import Solutions
from combien._questions.up_to import Orbits
from combien._wording import counted
from combien.engines._protocol import Answer
from combien.engines._search.estimate import Estimate
from combien.errors import CombienError
from combien.families._family import Family
from combien.tilings._draw import has_picture

MOST_SETS = 12
MOST_SOLUTIONS = 12
MOST_KINDS = 100
MOST_MAPS = 12


def family(shown: Family) -> str:
    """Render the size of a family and its first sets."""
    sets = list(islice(shown, MOST_SETS + 1))
    listed = [(", ".join(map(str, sorted(map(str, one)))) or "(empty)",) for one in sets]
    more = len(sets) > MOST_SETS
    return block(
        caption(repr(shown)),
        table(listed[:MOST_SETS]),
        line(f"the first {MOST_SETS} are shown") if more else "",
    )


def explanation(shown: Explanation[object]) -> str:
    """Render the reason why there is no solution, in words and drawn."""
    return block(
        caption(shown.status),
        line(shown.text),
        drawing(shown.picture) if shown.picture is not None else "",
    )


def heat_map(shown: HeatMap) -> str:
    """Render the percentages of each tile on the board."""
    drawn = [
        block(
            caption(shown.name_of(tile)),
            drawing(shown.picture(tile), size=24, labels=True, palette="heat"),
        )
        for tile in range(min(shown.tiles, MOST_MAPS))
        if has_picture(shown.board)
    ]
    more = shown.tiles - len(drawn)
    return block(
        caption(
            f"percentages of {_number(shown.total)} tiling{'' if shown.total == 1 else 's'}"
            if isinstance(shown.total, int)
            else "percentages by weight"
        ),
        side_by_side(*drawn),
        line(f"and {counted(more, 'tile')} more") if more > 0 else "",
    )


def orbits(shown: Orbits) -> str:
    """Render a table of orbits by stabilizer."""
    lines: list[tuple[object, ...]] = [
        (kind.orbits, kind.solutions, len(kind.symmetries), ", ".join(kind.generators) or "Id")
        for kind in shown.kinds[:MOST_KINDS]
    ]
    lines.append((shown.count, shown.solutions, "", f"up to {shown.group}"))
    return table(lines, head=("orbits", "solutions", "symmetries", "stabilizer"))


def estimate(shown: Estimate) -> str:
    """Render the estimated means and their standard errors."""

    def error(value: float | None) -> str:
        return "" if value is None else f"{value:.2g}"

    return table(
        [
            ("nodes", f"{shown.nodes:.3g}", error(shown.nodes_error)),
            ("solutions", f"{shown.solutions:.3g}", error(shown.solutions_error)),
            ("depth", f"{shown.depth:.1f}", ""),
        ],
        head=("", f"by {counted(shown.walks, 'walk')} of {shown.engine}", "standard error"),
    )


def solutions(shown: Solutions[object]) -> str:
    """Render the next solutions, without taking them; none if their engine has no name here."""
    ahead: list[object] = []
    with suppress(CombienError):
        ahead = shown.peek(MOST_SOLUTIONS + 1)
    more = line("and more") if len(ahead) > MOST_SOLUTIONS else ""
    return block(caption(repr(shown)), side_by_side(*map(_solution, ahead[:MOST_SOLUTIONS])), more)


def answer(shown: Answer[object]) -> str:
    """Render status, count and work, and the first solutions."""
    work = ", ".join(f"{name} {value:,}" for name, value in shown.work.items() if value)
    found = shown.solutions[:MOST_SOLUTIONS]
    more = len(shown.solutions) - len(found)
    counted_as = "count" if shown.modulo is None else f"count modulo {shown.modulo}"
    return block(
        caption(shown.status),
        facts(
            [
                (counted_as, "" if shown.count is None else _number(shown.count)),
                ("engine", shown.engine),
                ("why", shown.why),
                ("work", work),
                ("seconds", f"{shown.seconds:.3f}"),
            ]
        ),
        side_by_side(*map(_solution, found)),
        line(f"and {counted(more, 'solution')} more") if more > 0 else "",
    )


def _number(count: int) -> str:
    """Format a count, as a power of 2 if it is too long for a line."""
    return str(count) if count.bit_length() < 600 else f"about 2^{count.bit_length() - 1}"


def _solution(solution: Any) -> str:
    return html(solution) or mono(str(solution), most=400)
