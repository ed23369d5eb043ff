"""Clauses over variables 1, 2, ...: what a SAT solver is asked.

A *literal* is a variable or, negative, its opposite; a *clause* is a tuple of literals of which one
must be true; a *formula* is any number of clauses, all of which must hold.  `Cnf` keeps them, with
names for the variables that mean something; `Formula` is what a writer needs, so that clauses can
also be made while they are written, and never kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Protocol

from combien.errors import (
    BadInput,
    instance,
    shown,
)

__all__ = ["Clause", "Cnf", "Formula", "distinct", "one_line"]

Clause = tuple[int, ...]


class Formula(Protocol):
    """Clauses whose number is known beforehand, and which may be gone through again."""

    @property
    def variable_count(self) -> int:
        """How many variables there are: they are numbered from 1."""

    @property
    def clause_count(self) -> int:
        """How many clauses there are."""

    @property
    def literal_count(self) -> int:
        """How many literals the clauses have together."""

    def name(self, variable: int) -> str:
        """What a variable means, as text of one line; empty where nothing is known."""

    def __iter__(self) -> Iterator[Clause]:
        """The clauses, from the first."""


class Cnf:
    """Clauses over named variables, kept in memory.

    >>> cnf = Cnf()
    >>> rain, wet = cnf.new("rain"), cnf.new("wet")
    >>> cnf.add([-rain, wet])
    >>> cnf
    <Cnf: 2 variables, 1 clauses>
    >>> cnf.names, cnf.clauses
    (('rain', 'wet'), ((-1, 2),))

    Variables are numbered 1, 2, ... in the order in which they are made.
    Errors: `BadInput` for a name that is taken, a literal 0 or of a variable that is not there.
    """

    __slots__ = ("_clauses", "_names", "_numbers")

    def __init__(self) -> None:
        self._names: list[Hashable | None] = []
        self._numbers: dict[Hashable, int] = {}
        self._clauses: list[Clause] = []

    def new(self, name: Hashable = None) -> int:
        """A new variable; without a name it is auxiliary."""
        number = len(self._names) + 1
        if name is not None:
            if name in self._numbers:
                raise BadInput(f"there is a variable {name!r} already: {self._numbers[name]}")
            self._numbers[name] = number
        self._names.append(name)
        return number

    def add(self, clause: Iterable[int]) -> None:
        """Adds a clause: one of these literals must be true."""
        literals = tuple(clause)
        for literal in literals:
            if not 1 <= abs(literal) <= len(self._names):
                raise BadInput(
                    f"{literal} is no literal here: there are variables 1 to {len(self._names)}; "
                    "make one with new()"
                )
        self._clauses.append(literals)

    def variable(self, name: Hashable) -> int:
        """The variable of this name.

        >>> cnf = Cnf()
        >>> cnf.new("rain") == cnf.variable("rain")
        True

        Errors: `BadInput` when there is none.
        """
        if name not in self._numbers:
            raise BadInput(f"there is no variable {name!r}: make it with new()")
        return self._numbers[name]

    @property
    def names(self) -> Sequence[Hashable | None]:
        """The names of variables 1, 2, ..., and None for auxiliary ones."""
        return tuple(self._names)

    @property
    def clauses(self) -> Sequence[Clause]:
        """The clauses, in the order in which they were added."""
        return tuple(self._clauses)

    @property
    def variable_count(self) -> int:
        """How many variables there are."""
        return len(self._names)

    @property
    def clause_count(self) -> int:
        """How many clauses there are."""
        return len(self._clauses)

    @property
    def literal_count(self) -> int:
        """How many literals the clauses have together."""
        return sum(map(len, self._clauses))

    def name(self, variable: int) -> str:
        """The name of a variable as text; empty for an auxiliary one."""
        name = self._names[variable - 1]
        return "" if name is None else one_line(str(name))

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses)

    def __repr__(self) -> str:
        return f"<Cnf: {self.variable_count} variables, {self.clause_count} clauses>"


def distinct(name: str, variable: int, taken: set[str]) -> str:
    """The name of a variable, told apart from those that are taken: two may mean the same.

    >>> taken = set()
    >>> distinct("left", 1, taken), distinct("left", 2, taken)
    ('left', 'left [2]')
    """
    while name in taken:
        name = f"{name} [{variable}]"
    taken.add(name)
    return name


def check_formula(formula: object) -> None:
    """Refuse what is no formula."""
    wanted = ("variable_count", "clause_count", "name", "__iter__")
    if isinstance(formula, type) or not all(hasattr(formula, part) for part in wanted):
        raise BadInput(f"formula={shown(formula)}: a Cnf, or what encode() gives, is expected")


def one_line(text: str) -> str:
    """The text as it may stand in a comment: on one line, and of characters that can be printed.

    >>> one_line("a\\n\\0 b")
    'a b'
    """
    instance("comment", text, str)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())
