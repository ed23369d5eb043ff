"""CNF formulas: clauses over the variables 1, 2, ..., as SAT solvers take them.

A *literal* is a variable or its negation, a negative number; a *clause* is a tuple of literals, at
least one of which must be true; a *formula* is any number of clauses, all of which must hold.
`Cnf` stores them, with names for variables; `Formula` is the protocol that writers need, so that
clauses can also be generated while they are written.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Protocol

from combien._base.checks import check_instance, check_list, short_repr
from combien.errors import BadInput

Clause = tuple[int, ...]

# Of a file, where each takes 8 bytes before the first clause is read; and of a clause.
MOST_VARIABLES = 10_000_000


class Formula(Protocol):
    """Clauses whose number is known in advance, and that can be iterated repeatedly."""

    @property
    def variable_count(self) -> int:
        """The number of variables, which are numbered from 1."""

    @property
    def clause_count(self) -> int:
        """The number of clauses."""

    @property
    def literal_count(self) -> int:
        """The total number of literals in the clauses."""

    def name(self, variable: int) -> str:
        """Return the meaning of a variable as one line of text, empty if unknown."""

    def __iter__(self) -> Iterator[Clause]:
        """Iterate over the clauses in order."""


class Cnf:
    """A CNF formula over named variables, kept in memory.

    >>> cnf = Cnf()
    >>> rain, wet = cnf.new("rain"), cnf.new("wet")
    >>> cnf.add([-rain, wet])
    >>> cnf
    <Cnf: 2 variables, 1 clauses>
    >>> cnf.names, cnf.clauses
    (('rain', 'wet'), ((-1, 2),))

    Variables are numbered 1, 2, ... in the order of their creation.

    Raises
    ------
    BadInput
        If a name is already used, or a literal is 0 or belongs to no variable.
    """

    __slots__ = ("_clauses", "_names", "_numbers")

    def __init__(self) -> None:
        self._names: list[Hashable | None] = []
        self._numbers: dict[Hashable, int] = {}
        self._clauses: list[Clause] = []

    def new(self, name: Hashable = None) -> int:
        """Create a variable and return its number; without a name it is auxiliary."""
        number = len(self._names) + 1
        if name is not None:
            if name in self._numbers:
                raise BadInput(f"there is a variable {name!r} already: {self._numbers[name]}")
            self._numbers[name] = number
        self._names.append(name)
        return number

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause: at least one of these literals must be true."""
        literals = tuple(check_list("clause", clause, "literals", most=MOST_VARIABLES))
        for literal in literals:
            if not 1 <= abs(literal) <= len(self._names):
                raise BadInput(
                    f"{literal} is not a literal of this formula: its variables are 1 to "
                    f"{len(self._names)}; make one with new()"
                )
        self._clauses.append(literals)

    def variable(self, name: Hashable) -> int:
        """Return the variable with this name.

        >>> cnf = Cnf()
        >>> cnf.new("rain") == cnf.variable("rain")
        True

        Raises
        ------
        BadInput
            If no variable has this name.
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
        """The clauses, in the order of their addition."""
        return tuple(self._clauses)

    @property
    def variable_count(self) -> int:
        """The number of variables."""
        return len(self._names)

    @property
    def clause_count(self) -> int:
        """The number of clauses."""
        return len(self._clauses)

    @property
    def literal_count(self) -> int:
        """The total number of literals in the clauses."""
        return sum(map(len, self._clauses))

    def name(self, variable: int) -> str:
        """Return the name of a variable as text, empty for an auxiliary one."""
        name = self._names[variable - 1]
        return "" if name is None else one_line(str(name))

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses)

    def __repr__(self) -> str:
        return f"<Cnf: {self.variable_count} variables, {self.clause_count} clauses>"


def distinct(name: str, variable: int, taken: set[str]) -> str:
    """Return the name of a variable, with its number appended if the name is taken.

    >>> taken = set()
    >>> distinct("left", 1, taken), distinct("left", 2, taken)
    ('left', 'left [2]')
    """
    while name in taken:
        name = f"{name} [{variable}]"
    taken.add(name)
    return name


def check_formula(formula: object) -> None:
    """Raise BadInput unless this is a formula."""
    wanted = ("variable_count", "clause_count", "name", "__iter__")
    if isinstance(formula, type) or not all(hasattr(formula, part) for part in wanted):
        raise BadInput(f"formula={short_repr(formula)}: expected a Cnf or the result of encode()")


def one_line(text: str) -> str:
    """Return the text as one line of printable characters, as comments need it.

    >>> one_line("a\\n\\0 b")
    'a b'
    """
    check_instance("comment", text, str)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())
