"""The race for a count, as bars: the cost of each engine when one of them finished."""

from __future__ import annotations

from collections.abc import Iterator

from combien import Answer
from combien.engines import milliseconds
from figures import drawn, text

COLORS = {"chosen": "#4a7fb5", "beside": "#c9a13b", "dropped": "#bbb", "waiting": "#bbb"}
NAME, LONGEST, WORDS, LINE = 80, 320, 210, 26


def race(answer: Answer[object], *, title: str) -> str:
    """Return a bar for each engine and the only component, by the cost model (not by a clock)."""
    assert answer.plan is not None
    (part,) = answer.plan.parts
    most = max(entry.spent for entry in part.entries) or 1.0

    def parts() -> Iterator[str]:
        yield text((NAME + LONGEST + WORDS) / 2, 16, title)
        for row, entry in enumerate(part.entries):
            y = LINE * (row + 1)
            yield text(NAME - 8, y + 17, entry.name, more=' text-anchor="end"')
            wide = LONGEST * entry.spent / most
            fill = COLORS[entry.outcome]
            if entry.spent:
                yield f'<rect x="{NAME}" y="{y + 4}" width="{wide:.1f}" height="18" fill="{fill}"/>'
            words = (
                f"{entry.outcome}, {milliseconds(entry.spent)}" if entry.spent else entry.outcome
            )
            yield text(NAME + wide + 8, y + 17, words, more=' text-anchor="start"')

    return drawn(NAME + LONGEST + WORDS, LINE * (len(part.entries) + 1) + 6, title, parts())
