"""Read the answers of SAT solvers: satisfiable or not, and a model.

There are two formats.  The competitions' solvers (CaDiCaL, Kissat, Glucose, ...) write a line
`s SATISFIABLE` or `s UNSATISFIABLE` and the model in lines that begin with `v` and end in 0, among
comments that begin with `c`; pseudo-Boolean solvers write `v x1 -x2`.  MiniSat writes a
file: `SAT` or `UNSAT` on the first line, and the model on the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from combien.cover.formats._text import bad, checked, natural, numbered, quoted
from combien.sat._cnf import Clause

__all__ = ["Result", "read"]

# True for satisfiable, False for unsatisfiable, None for unknown.
STATUSES: dict[str, bool | None] = {
    "SATISFIABLE": True,
    "OPTIMUM FOUND": True,
    "UNSATISFIABLE": False,
    "UNKNOWN": None,
    "SAT": True,
    "UNSAT": False,
    "INDET": None,
    "INDETERMINATE": None,
}
_SHORT = ("SAT", "UNSAT", "INDET")
_LITERAL = re.compile(r"([-~]?)x?([0-9]+)")


@dataclass(frozen=True, slots=True)
class Result:
    """Whether the formula is satisfiable (None if unknown), and the literals of a model."""

    satisfiable: bool | None
    model: Clause = ()


def read(text: str) -> Result:
    r"""Read the answer of a SAT solver, in either format.

    >>> read("c 0.1 s\ns SATISFIABLE\nv 1 -2\nv 3 0\n")
    Result(satisfiable=True, model=(1, -2, 3))
    >>> read("SAT\n1 -2 3 0\n"), read("UNSAT\n").satisfiable
    (Result(satisfiable=True, model=(1, -2, 3)), False)

    Raises
    ------
    BadFormat
        With the line: if there is no answer or more than one, a satisfiable one without a model, or
        a variable that is both true and false.
    """
    status: bool | None = None
    known = False
    values: dict[int, int] = {}
    ended = 0
    number = 0
    for number, line in numbered(checked(text)):
        words = line.strip()
        if not words or words.startswith("c ") or words == "c":
            continue
        kind, _, rest = words.partition(" ")
        if words in _SHORT or kind == "s":
            if known:
                raise bad("a second answer: expected one", line=number)
            status, known = _status(words if words in _SHORT else rest, number), True
        elif kind == "v" or (known and (kind == "0" or _LITERAL.fullmatch(kind))):
            for literal in _literals(rest if kind == "v" else words, number):
                if ended:
                    raise bad(f"the model goes on after its 0 in line {ended}", line=number)
                if not literal:
                    ended = number
                elif values.setdefault(abs(literal), literal) != literal:
                    raise bad(f"variable {abs(literal)} is both true and false", line=number)
        elif kind != "o":
            raise bad(
                "expected 's SATISFIABLE', 'v 1 -2 0' or a comment, or MiniSat's 'SAT', not "
                f"{quoted(words)}",
                line=number,
            )
    if not known:
        raise bad("no answer: expected a line 's SATISFIABLE' or 'SAT'", line=number)
    if status and not values and not ended:
        raise bad(
            "satisfiable, but without a model: let the solver print it in lines that begin with v, "
            "or give MiniSat a second file for it",
            line=number,
        )
    return Result(status, tuple(values.values()) if status else ())


def _status(words: str, line: int) -> bool | None:
    if words.strip() not in STATUSES:
        raise bad(
            f"expected 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN', not 's {words[:40]}'",
            line=line,
        )
    return STATUSES[words.strip()]


def _literals(words: str, line: int) -> Iterator[int]:
    for word in words.split():
        found = _LITERAL.fullmatch(word)
        if not found:
            raise bad(f"expected a literal, as 3 or -3, not {quoted(word)}", line=line)
        variable = natural(found[2], "a variable", line=line)
        yield -variable if found[1] else variable
