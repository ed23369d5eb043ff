"""From a file to the problem that is asked about: a table of formats, by the end of the name.

A new format is one line in `FORMATS` and the function that it names.  A file may hold several
problems, by name; without `--problem` the last one is meant, as the earlier ones of a script tend
to lead up to it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from combien.errors import BadFormat, did_you_mean

if TYPE_CHECKING:
    from combien.language import Script
    from combien.tilings.tiling import TilingProblem

__all__ = ["FORMATS", "STDIN", "load", "read_stdin"]

STDIN = "-"
MOST_BYTES = 64_000_000
MOST_NAMES = 12


def load(file: str, *, name: str | None = None) -> TilingProblem:
    """The problem of this name in a file; `-` is a tiling script on the standard input.

    Errors: `BadFormat` when the format is unknown, the file holds no problem, or none of this name;
    and those of the format.
    """
    problems = dict(_loader(file)(file))
    shown = "the standard input" if file == STDIN else f"'{file}'"
    if not problems:
        raise BadFormat(f"{shown} defines no problem: write one, as in problem p = board [tile]")
    if name is None:
        return problems[next(reversed(problems))]
    if name not in problems:
        raise BadFormat(
            f"{shown} defines no problem '{name}', but {_listed(problems)}"
            f"{did_you_mean(name, problems)}"
        )
    return problems[name]


def read_stdin() -> Script:
    """The tiling script on the standard input.  Errors: `BadFormat`, `BadScript`."""
    from combien.language import parse

    if sys.stdin is None:
        raise BadFormat("there is no standard input to read: give a file")
    content = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadFormat(f"the standard input is longer than {MOST_BYTES // 10**6} MB")
    return parse(content.decode("utf-8", errors="replace"), file="<stdin>")


def _script(file: str) -> Mapping[str, TilingProblem]:
    from combien.language import problems

    return problems(read_stdin() if file == STDIN else file)


FORMATS: dict[str, Callable[[str], Mapping[str, TilingProblem]]] = {
    ".cmb": _script,
}


def _loader(file: str) -> Callable[[str], Mapping[str, TilingProblem]]:
    if file == STDIN:
        return _script
    ending = os.path.splitext(file)[1].lower()
    if ending in FORMATS:
        return FORMATS[ending]
    if not os.path.exists(file):
        raise BadFormat(f"cannot read '{file}': No such file or directory")
    if os.path.isdir(file):
        raise BadFormat(f"cannot read '{file}': it is a folder; name a file in it")
    raise BadFormat(
        f"the name '{file}' does not tell a format that is known ({', '.join(FORMATS)})"
    )


def _listed(names: Mapping[str, object]) -> str:
    """The names, or the first of very many."""
    shown = [f"'{name}'" for name, _ in zip(names, range(MOST_NAMES), strict=False)]
    more = [f"{len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
    return ", ".join(shown + more)
