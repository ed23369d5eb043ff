"""OPB files of the pseudo-Boolean competitions: linear constraints over 0-1 variables.

    * #variable= 3 #constraint= 2
    * x1 is what it means
    min: +4 x1 +2 x3 ;
    +1 x1 +1 x2 = 1 ;
    +1 x3 -1 x2 >= 0 ;

A variable is 1 if true and 0 if false.  "Exactly one of them" is a single constraint, so the styles
of clauses are not needed; see `linear.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from combien.cover.formats._text import bad, checked, natural, numbered, quoted
from combien.sat._cnf import MOST_VARIABLES, Formula, one_line

__all__ = ["Clauses", "Constraints", "Linear", "Sums", "lines", "most_bytes", "read"]

Term = tuple[int, int]

_HEADER = re.compile(r"\* *#variable= *([0-9]{1,30}) +#constraint= *([0-9]{1,30}) *(.*)")
_MEANING = re.compile(r"\* x([1-9][0-9]{0,9}) is (.*\S)")
_WORD = re.compile(r"min:|>=|=|;|[^\s;=>]+|>")
_NUMBER = re.compile(r"[+-]?[0-9]{1,30}")


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum of (factor, variable) that is at least the bound, or equal to it.

    `line` is where it ends in a file.
    """

    terms: Sequence[Term]
    bound: int
    equal: bool = False
    line: int = field(default=0, repr=False, compare=False)

    def text(self) -> str:
        """Return the line of the file, with its line end."""
        return f"{_sum(self.terms)}{'=' if self.equal else '>='} {self.bound} ;\n"


class Constraints(Protocol):
    """Constraints whose number is known in advance, and that can be iterated repeatedly."""

    @property
    def variable_count(self) -> int:
        """The number of variables, which are numbered from 1."""

    @property
    def constraint_count(self) -> int:
        """The number of constraints."""

    @property
    def term_count(self) -> int:
        """The total number of terms, including the objective."""

    @property
    def objective(self) -> Sequence[Term]:
        """The sum to minimize; empty if there is none."""

    def name(self, variable: int) -> str:
        """Return the meaning of a variable as one line of text, empty if unknown."""

    def __iter__(self) -> Iterator[Linear]:
        """Iterate over the constraints in order."""


class Clauses:
    """The clauses of a formula as constraints: the sum of the literals is at least 1.

    >>> from combien.sat import Cnf
    >>> cnf = Cnf()
    >>> cnf.add([cnf.new(), -cnf.new()])
    >>> [clause.text() for clause in Clauses(cnf)]
    ['+1 x1 -1 x2 >= 0 ;\\n']
    """

    objective: Sequence[Term] = ()

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self.variable_count = formula.variable_count
        self.constraint_count = formula.clause_count
        self.term_count = formula.literal_count

    def name(self, variable: int) -> str:
        """Return the meaning of a variable."""
        return self._formula.name(variable)

    def __iter__(self) -> Iterator[Linear]:
        for clause in self._formula:
            terms = [(1, v) if v > 0 else (-1, -v) for v in clause]
            yield Linear(terms, 1 - sum(literal < 0 for literal in clause))


@dataclass(frozen=True, slots=True)
class Sums:
    """Constraints in memory, as read from a file; `constant` is added to the objective."""

    names: Sequence[str]
    constraints: Sequence[Linear]
    objective: Sequence[Term] = ()
    constant: int = 0

    @property
    def variable_count(self) -> int:
        """The number of variables."""
        return len(self.names)

    @property
    def constraint_count(self) -> int:
        """The number of constraints."""
        return len(self.constraints)

    @property
    def term_count(self) -> int:
        """The total number of terms, including the objective."""
        return len(self.objective) + sum(len(linear.terms) for linear in self.constraints)

    def name(self, variable: int) -> str:
        """Return the meaning of a variable."""
        return self.names[variable - 1]

    def __iter__(self) -> Iterator[Linear]:
        return iter(self.constraints)


def lines(constraints: Constraints, *, comments: Iterable[str] = ()) -> Iterator[str]:
    """Generate the lines of the file, each with its line end.

    >>> found = Sums(["rain", ""], [Linear([(1, 1), (1, 2)], 1, equal=True)], [(3, 2)])
    >>> print("".join(lines(found)), end="")
    * #variable= 2 #constraint= 1
    * x1 is rain
    min: +3 x2 ;
    +1 x1 +1 x2 = 1 ;
    """
    yield f"* #variable= {constraints.variable_count} #constraint= {constraints.constraint_count}\n"
    for comment in comments:
        yield f"* {one_line(comment)}\n"
    for variable in range(1, constraints.variable_count + 1):
        name = constraints.name(variable)
        if name:
            yield f"* x{variable} is {name}\n"
    if constraints.objective:
        yield f"min: {_sum(constraints.objective)};\n"
    for linear in constraints:
        # clasp and minisat+ refuse a sum without terms.
        empty = "+0 x1 " if constraints.variable_count and not linear.terms else ""
        yield empty + linear.text()


def most_bytes(constraints: Constraints) -> int:
    """Return an upper bound of the size in bytes of the lines, without comments.

    Factors outside the objective are assumed to be 1, and bounds at most the number of variables.
    Cost: iterates over the names, not over the constraints.
    """
    digits = len(str(constraints.variable_count))
    meanings = sum(
        len("* x is \n") + len(str(variable)) + len(name.encode())
        for variable in range(1, constraints.variable_count + 1)
        if (name := constraints.name(variable))
    )
    header = len(f"* #variable= {constraints.variable_count} #constraint= \n") + 20
    objective = len(_sum(constraints.objective)) + len("min: ;\n")
    terms = constraints.term_count * (len("+1 x ") + digits)
    return meanings + header + objective + terms + constraints.constraint_count * (digits + 9)


def read(text: str, *, bare: bool = False) -> Sums:
    r"""Read constraints from OPB text.

    >>> read("* #variable= 2 #constraint= 1\n+1 x1 -2 x2 >= 0 ;\n").constraints
    (Linear(terms=((1, 1), (-2, 2)), bound=0, equal=False),)

    A constraint ends with `;` and may span lines.  The literal `~x1` is read as 1 - x1, and the
    constant that this leaves in the objective is the `constant` of the sums.  With `bare`, the
    header may be missing, as in files of SCIP: then the variables are those that occur, numbered
    anew from 1, with their words as names if they have no others.

    Raises
    ------
    BadFormat
        With the line, also for products of variables and other nonlinear constraints.
    """
    variables = promised = -1
    meanings: dict[int, str] = {}
    found: list[Linear] = []
    objective: Sequence[Term] = ()
    words: list[str] = []
    number = constant = 0
    for number, line in numbered(checked(text)):
        if line.startswith("*"):
            if header := _HEADER.match(line):
                if variables >= 0 or found or objective:
                    raise bad("a second header, or one that is not first", line=number)
                variables = natural(
                    header[1], "the number of variables", most=MOST_VARIABLES, line=number
                )
                promised = natural(header[2], "the number of constraints", line=number)
            elif meaning := _MEANING.fullmatch(line.strip()):
                meanings[int(meaning[1])] = meaning[2]
            continue
        if line.strip() and variables < 0 and not bare:
            raise bad("expected the header '* #variable= 3 #constraint= 2' first", line=number)
        for word in _WORD.findall(line):
            if word != ";":
                words.append(word)
            elif words[:1] == ["min:"]:
                if objective:
                    raise bad("a second objective: expected only one", line=number)
                (objective, constant), words = _terms(words[1:], variables, number), []
            elif words[:1] == ["max:"]:
                raise bad(
                    "OPB only minimizes: write 'min:', and negate the coefficients", line=number
                )
            else:
                found.append(_linear(words, variables, number))
                words = []
    if words:
        raise bad("the last constraint does not end: expected ';'", line=number)
    if variables < 0 and bare:
        return _renumbered(found, objective, constant, meanings)
    if variables < 0:
        raise bad("expected the header '* #variable= ...'", line=number)
    if len(found) != promised:
        raise bad(f"{len(found)} constraints, but the header promises {promised}", line=number)
    names = tuple(meanings.get(variable, "") for variable in range(1, variables + 1))
    return Sums(names, tuple(found), objective, constant)


def _renumbered(
    constraints: Sequence[Linear],
    objective: Sequence[Term],
    constant: int,
    meanings: Mapping[int, str],
) -> Sums:
    """Return constraints whose variables are those that occur, in order."""
    sums = (objective, *(linear.terms for linear in constraints))
    used = sorted({variable for terms in sums for _, variable in terms})
    place = {variable: number for number, variable in enumerate(used, 1)}

    def moved(terms: Sequence[Term]) -> tuple[Term, ...]:
        return tuple((factor, place[variable]) for factor, variable in terms)

    return Sums(
        [meanings.get(variable, f"x{variable}") for variable in used],
        tuple(replace(linear, terms=moved(linear.terms)) for linear in constraints),
        moved(objective),
        constant,
    )


def _linear(words: list[str], variables: int, line: int) -> Linear:
    if "<" in "".join(words):
        raise bad("OPB has no '<': negate both sides, and write '>='", line=line)
    if len(words) < 2 or words[-2] not in (">=", "=") or not _NUMBER.fullmatch(words[-1]):
        shown = quoted(" ".join(words[-4:]))
        raise bad(f"expected a sum, then '>=' or '=' and a number, not {shown}", line=line)
    terms, constant = _terms(words[:-2], variables, line)
    return Linear(terms, int(words[-1]) - constant, words[-2] == "=", line)


def _terms(words: list[str], variables: int, line: int) -> tuple[tuple[Term, ...], int]:
    """Return the terms, and the constant that the negated variables leave."""
    terms = []
    constant = 0
    for factor, word in zip(words[::2], [*words[1::2], ""], strict=False):
        negated = word.startswith("~")
        word = word.removeprefix("~")
        if not _NUMBER.fullmatch(factor) or not word.startswith("x"):
            raise bad(
                f"expected a number and a variable, as +2 x1, not {quoted(f'{factor} {word}')}",
                line=line,
            )
        variable = natural(word[1:], "a variable", line=line)
        if variables >= 0 and not 1 <= variable <= variables:
            raise bad(f"x{variable}, but the header promises {variables} variables", line=line)
        terms.append((-int(factor) if negated else int(factor), variable))
        constant += int(factor) if negated else 0
    return tuple(terms), constant


def _sum(terms: Sequence[Term]) -> str:
    return "".join(f"{factor:+d} x{variable} " for factor, variable in terms)
