"""The file formats in which formulas are written and answers are read.

To add a format, write a module for it and add a line to the table here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from combien._base.checks import did_you_mean
from combien.errors import BadInput
from combien.sat import dimacs, opb, results, sat13, wcnf
from combien.sat._cnf import Formula
from combien.sat.results import Result


@dataclass(frozen=True, slots=True)
class Form:
    """A file format: its maximal size, its writer, and the reader of answers."""

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
    "wcnf": Form(
        "for MaxSAT solvers, with costs",
        wcnf.most_bytes,
        lambda formula, comments: wcnf.formula_lines(formula, comments=comments),
        wcnf.read_answer,
    ),
}


def form_named(name: str) -> Form:
    """Return the format with this name.

    Raises
    ------
    BadInput
        If there is no such format.
    """
    if name not in FORMS:
        raise BadInput(f"there is no form '{name}' ({', '.join(FORMS)}){did_you_mean(name, FORMS)}")
    return FORMS[name]
