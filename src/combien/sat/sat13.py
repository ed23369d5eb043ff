"""Clauses in the format of Knuth's SAT programs: literals by name, one clause per line.

    ~ Lines that begin with a tilde and a blank are comments.
    P0_1_2 ~C_1_2

A name has 1 to 8 characters from `!` to `}` and does not begin with a tilde; a tilde before it
negates.  His programs skip empty lines, so a file cannot contain the empty clause; a name that must
be true and false replaces it.  They answer `~`, or one line with the literals of a model.  See
https://www-cs-faculty.stanford.edu/~knuth/programs.html (SAT0 to SAT13).

Names that are too long or contain a blank become `#1`, `#2`, ... by their variables, and comments
keep their meaning; `read` restores the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from combien.cover.formats._text import bad, checked, numbered, quoted
from combien.errors import BadFormat
from combien.sat._cnf import Cnf, Formula, distinct, one_line
from combien.sat.results import Result

__all__ = ["lines", "most_bytes", "names", "read", "read_answer"]

_LONGEST = 8
# '#' and seven digits.
MOST_VARIABLES = 9_999_999
NEVER = "#never"

_NAME = re.compile(r"[!-}]{1,8}")
_LITERAL = re.compile(r"~?[!-}]+")
_MEANING = re.compile(r"~ (#[0-9]{1,7}) is (.*\S)")


def names(formula: Formula) -> list[str]:
    """Return the names under which the variables are written, from variable 1 on.

    >>> cnf = Cnf()
    >>> numbers = [cnf.new(name) for name in ("short", "much too long", None, "C_1_2")]
    >>> names(cnf)
    ['short', '#2', '#3', 'C_1_2']

    Raises
    ------
    BadFormat
        If there are more than 9,999,999 variables, which would need longer names.
    """
    if formula.variable_count > MOST_VARIABLES:
        raise BadFormat(
            f"{formula.variable_count} variables: names of 8 characters are given to at most "
            f"{MOST_VARIABLES}; write dimacs"
        )
    found: dict[str, None] = {}
    for variable in range(1, formula.variable_count + 1):
        name = formula.name(variable)
        proper = name not in found and not name.startswith("#") and _NAME.fullmatch(name)
        found[name if proper else f"#{variable}"] = None
    return list(found)


def lines(formula: Formula, *, comments: Iterable[str] = ()) -> Iterator[str]:
    """Generate the lines of the file, each with its line end.

    >>> cnf = Cnf()
    >>> cnf.add([-cnf.new("rain"), cnf.new("wet streets")])
    >>> print("".join(lines(cnf, comments=["weather"])), end="")
    ~ weather
    ~ #2 is wet streets
    ~rain #2

    Raises the same errors as `names`, before the first line.
    Cost: the memory of the names; the clauses are not stored.
    """
    return _lines(formula, names(formula), comments)


def _lines(formula: Formula, named: list[str], comments: Iterable[str]) -> Iterator[str]:
    for comment in comments:
        yield f"~ {one_line(comment)}\n"
    for variable, word in enumerate(named, 1):
        name = formula.name(variable)
        if name and name != word:
            yield f"~ {word} is {name}\n"
    for clause in formula:
        if clause:
            yield " ".join([named[v - 1] if v > 0 else f"~{named[-v - 1]}" for v in clause]) + "\n"
        else:
            yield f"~ the empty clause: there is no model\n{NEVER}\n~{NEVER}\n"


def most_bytes(formula: Formula) -> int:
    """Return an upper bound of the size in bytes of the lines, without comments.

    Each literal is counted as negative and as long as the longest; empty clauses are not counted.
    Cost: iterates over the names, not over the clauses.
    """
    named = names(formula)
    meanings = sum(
        len("~  is \n") + len(word) + len(name.encode())
        for variable, word in enumerate(named, 1)
        if (name := formula.name(variable)) != word
    )
    longest = max(map(len, named), default=0)
    return meanings + formula.literal_count * (longest + 2) + 60


def read(text: str) -> Cnf:
    r"""Read a formula; variables are numbered by first occurrence.

    >>> cnf = read("~ weather\nrain ~wet\n\nwet\n")
    >>> cnf.names, cnf.clauses
    (('rain', 'wet'), ((1, -2), (2,)))

    Names may be longer than 8 characters.

    Raises
    ------
    BadFormat
        With line and column.
    """
    cnf = Cnf()
    numbers: dict[str, int] = {}
    meanings: dict[str, str] = {}
    taken: set[str] = set()
    for number, line in numbered(checked(text)):
        if line.startswith("~ ") or line.strip() == "~":
            found = _MEANING.fullmatch(line.strip())
            if found:
                meanings[found[1]] = found[2]
            continue
        clause = []
        for word, column in _words(line, number):
            name = word.removeprefix("~")
            if name not in numbers:
                numbers[name] = cnf.new(distinct(meanings.get(name, name), len(numbers) + 1, taken))
            clause.append(-numbers[name] if word.startswith("~") else numbers[name])
            if len(numbers) > MOST_VARIABLES:
                raise bad(f"more than {MOST_VARIABLES} variables", line=number, column=column)
        if clause:
            cnf.add(clause)
    return cnf


def read_answer(text: str, formula: Formula) -> Result:
    r"""Read the answer of Knuth's programs to a formula that `lines` wrote.

    >>> cnf = Cnf()
    >>> cnf.add([cnf.new("rain"), cnf.new("wet streets")])
    >>> read_answer(" ~rain #2\n", cnf), read_answer("~\n", cnf).satisfiable
    (Result(satisfiable=True, model=(-1, 2)), False)

    Raises
    ------
    BadFormat
        With line and column, also for names that are not in the formula.
    """
    numbers = {name: number for number, name in enumerate(names(formula), 1)}
    values: dict[int, int] = {}
    answers = [(number, line) for number, line in numbered(checked(text)) if line.strip()]
    if not answers:
        raise bad("no answer: expected '~', or the literals of a model", line=1)
    if [line.strip() for _, line in answers] == ["~"]:
        return Result(False)
    for number, line in answers:
        for word, column in _words(line, number):
            name = word.removeprefix("~")
            if name not in numbers:
                raise bad(
                    f"{quoted(name)} is not a variable of this formula", line=number, column=column
                )
            literal = -numbers[name] if word.startswith("~") else numbers[name]
            if values.setdefault(numbers[name], literal) != literal:
                raise bad(f"{quoted(name)} is both true and false", line=number, column=column)
    return Result(True, tuple(values.values()))


def _words(line: str, number: int) -> Iterator[tuple[str, int]]:
    """Generate the literals of a line, each with its column."""
    for match in re.finditer(r"\S+", line):
        if not _LITERAL.fullmatch(match.group()):
            raise bad(
                f"expected a literal, of characters from ! to }} with ~ before it when negated, "
                f"not {quoted(match.group())}",
                line=number,
                column=match.start() + 1,
            )
        yield match.group(), match.start() + 1
