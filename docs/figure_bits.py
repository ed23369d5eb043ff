"""The conflicts of options as a table of bits, dark if two options exclude each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combien import Problem
from figures import PALE, drawn, text

SIZE, MARGIN = 13, 26
BIT, TAKEN, GONE = "#4a7fb5", "#c0392b", "#d5dfe8"


def excluded(problem: Problem, option: int) -> set[int]:
    """Return the options that share an item with this one, including itself."""
    items = set(problem.indices(option))
    return {o for o in range(problem.option_count) if items & set(problem.indices(o))}


def conflicts(problem: Problem, *, taken: Sequence[int] = (), title: str = "") -> str:
    """Return the table; taken options are red, and the options that they exclude are pale."""
    rows = [excluded(problem, option) for option in range(problem.option_count)]
    gone = set().union(*(rows[option] for option in taken))

    def parts() -> Iterator[str]:
        for option, row in enumerate(rows):
            y = MARGIN + SIZE * option
            more = ' font-size="9"'
            fill = TAKEN if option in taken else PALE if option in gone else "#000"
            yield text(MARGIN - 10, y + 10, option, fill=fill, more=more)
            yield text(MARGIN + SIZE * (option + 0.5), MARGIN - 6, option, fill=fill, more=more)
            for other in range(len(rows)):
                color = TAKEN if option in taken else GONE if {option, other} & gone else BIT
                fill = color if other in row else "#fff"
                yield (
                    f'<rect x="{MARGIN + SIZE * other}" y="{y}" width="{SIZE}" height="{SIZE}" '
                    f'fill="{fill}" stroke="#eee"/>'
                )

    side = 2 * MARGIN + SIZE * len(rows)
    return drawn(side, side - MARGIN / 2, title or "what options exclude", parts())
