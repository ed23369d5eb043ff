"""The settings of the engines as tables, for their page."""

from __future__ import annotations

from collections.abc import Iterator

from combien.engines._settings import Setting, settings


def settable() -> str:
    """Return the table of the settings that can be set."""
    return "\n".join(_table(("values", "how"), (one for one in settings() if one.how)))


def fixed() -> str:
    """Return the table of the settings that are fixed."""
    return "\n".join(_table((), (one for one in settings() if not one.how)))


def _table(further: tuple[str, ...], rows: Iterator[Setting]) -> Iterator[str]:
    columns = ("engine", "name", "default", *further, "reason")
    yield f"| {' | '.join(columns)} |"
    yield "|---" * len(columns) + "|"
    for row in rows:
        cells = [row.engine, f"`{row.name}`", f"`{row.default!r}`"]
        cells += [str(getattr(row, name)) for name in further]
        yield f"| {' | '.join([*cells, row.reason])} |"
