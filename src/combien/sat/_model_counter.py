"""Programs that count models, with one interface: a file of clauses in, a number out.

These are libraries that count in one call, which cannot be interrupted.  So each runs in a separate
process, which can be ended: `python model_counter.py d4solver FILE` runs this file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from combien._base.extras import interpreter
from combien.sat import MODEL_COUNTERS

if TYPE_CHECKING:
    from combien._base.plugins import Plugin


def by_ganak(variables: int, clauses: list[list[int]]) -> int:
    counter = import_module("pyganak").Counter()
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    return int(counter.count())


def by_d4(variables: int, clauses: list[list[int]]) -> int:
    return int(import_module("py_d4").Solver(clauses, variables).count().getIntResult())


# PyPI name: module, and counting function; the faster one first (8 queens: 0.3 s and 3.7 s).
Counter = Callable[[int, list[list[int]]], int]
COUNTERS: dict[str, tuple[str, Counter]] = {
    "d4solver": ("py_d4", by_d4),
    "pyganak": ("pyganak", by_ganak),
}


def installed() -> str:
    """Return the first counter that is installed, or "" if none is."""
    for name, (module, _) in COUNTERS.items():
        if find_spec(module):
            return name
    return next(iter(_plugins()), "")


def _plugins() -> Mapping[str, Plugin]:
    return MODEL_COUNTERS.plugins()


def command(counter: str) -> list[str]:
    """Return the command of a counter, as words, with `{cnf}` for the file."""
    if counter not in COUNTERS:
        # The process imports the module of a plug-in, and not combien.
        counter = ":".join(_plugins()[counter].place)
    return [interpreter(f"{counter} is run"), "-P", __file__, counter, "{cnf}"]


def number(text: str) -> int | None:
    """Return the count in the output of a counter, or None if there is none.

    >>> number("c thinking\\ncount 12\\n"), number("c thinking")
    (12, None)
    >>> number("s SATISFIABLE\\nc s type mc\\nc s exact arb int 12\\n"), number("s mc 12")
    (12, 12)

    Understands the lines of this module and of the model counting competitions.
    """
    found = re.findall(r"^(?:count|c s exact arb int|s mc) ([0-9]+)\s*$", text, re.MULTILINE)
    # In parts, as Python does not read more than 4300 digits at once.
    parts = [found[-1][k : k + 4000] for k in range(0, len(found[-1]), 4000)] if found else []
    value = 0
    for part in parts:
        value = value * 10 ** len(part) + int(part)
    return value if parts else None


def main(counter: str, file: str) -> None:
    """Count the models of the clauses in a file that `Program` has written."""
    with open(file, encoding="ascii") as lines:
        variables, clauses = _read(lines)
    # These libraries do not support an empty clause, or a formula without clauses.
    if not all(clauses):
        count = 0
    elif not clauses:
        count = 2**variables
    else:
        count = _function(counter)(variables, clauses)
    sys.set_int_max_str_digits(0)
    print(f"\ncount {count}", flush=True)


def _function(counter: str) -> Counter:
    if counter in COUNTERS:
        return COUNTERS[counter][1]
    module, _, name = counter.partition(":")
    function: Counter = getattr(import_module(module), name)
    return function


def _read(lines: Iterator[str]) -> tuple[int, list[list[int]]]:
    variables, clauses = 0, []
    for line in lines:
        words = line.split()
        if words[0] == "p":
            variables = int(words[2])
        elif words[0] != "c":
            clauses.append([int(word) for word in words[:-1]])
    return variables, clauses


if __name__ == "__main__":
    main(*sys.argv[1:])
