"""The forms in which a formula is written for other programs, and their answers read: a table.

A new form is a file that knows it, and a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from combien.errors import BadInput, did_you_mean
from combien.sat import dimacs, opb, results, sat13
from combien.sat._cnf import Formula
from combien.sat.results import Result

__all__ = ["FORMS", "Form", "form_named"]


@dataclass(frozen=True, slots=True)
class Form:
    """How a formula is written: the most bytes it takes, its lines with comments, the answers."""

    about: str
    most_bytes: Callable[[Formula], int]
    lines: Callable[[Formula, Sequence[str]], Iterator[str]]
    read_answer: Callable[[str, Formula], Result]


FORMS: dict[str, Form] = {
    "dimacs": Form(
        "for every SAT solver",
        dimacs.most_bytes,
        lambda formula, comments: dimacs.lines(formula, comments=comments),
        lambda text, formula: results.read(text),
    ),
    "sat13": Form(
        "Knuth's text, with names",
        sat13.most_bytes,
        lambda formula, comments: sat13.lines(formula, comments=comments),
        sat13.read_answer,
    ),
    "opb": Form(
        "sums, for pseudo-Boolean solvers",
        lambda formula: opb.most_bytes(opb.Clauses(formula)),
        lambda formula, comments: opb.lines(opb.Clauses(formula), comments=comments),
        lambda text, formula: results.read(text),
    ),
}


def form_named(name: str) -> Form:
    """The form of this name.  Errors: `BadInput` when there is none."""
    if name not in FORMS:
        raise BadInput(f"there is no form '{name}' ({', '.join(FORMS)}){did_you_mean(name, FORMS)}")
    return FORMS[name]
