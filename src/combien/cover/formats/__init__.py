"""File formats of exact cover problems, and reading and writing by name of the format.

A format is one module and one entry of the table `_BUILT_IN`; plug-ins add others.  Its module has
`read(text)`, which returns a `Problem`, and `lines(problem)`, which first checks that the format
supports the problem and then returns an iterator over the lines.  Some are only read, or only
written.  An unsupported feature raises `BadFormat`; harmless losses and renamings are reported by a
`FormatWarning`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from typing import TextIO, cast

from combien._base.checks import check_instance, did_you_mean, short_repr
from combien._base.plugins import Table, object_at
from combien.cover._constrained import Constrained
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover.formats._text import FormatWarning, quoted
from combien.errors import BadFormat

__all__ = [
    "FORMATS",
    "Format",
    "FormatWarning",
    "guess",
    "read",
    "read_model",
    "sniff",
    "write",
    "write_to",
]


_OBJECTIVES = ("min", "max", "minimize", "maximize", "minimise", "maximise", "minimum", "maximum")
# Compiled on first use, as most files are known by their extensions.
_MATRIX = r"(\d{1,9})\s+(\d{1,9})\s+\d{1,9}[ \t\r]*\n\s*([01][01 \t]*)(?=\s|\Z)"


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its file extensions, a description, and the module that implements it.

    `reader` and `writer` are the names of its functions, empty if there is none; then `instead`
    is the way out.  `sides` is whether the writer takes side constraints.
    """

    extensions: tuple[str, ...]
    about: str
    module: str
    reader: str = "read"
    writer: str = "lines"
    instead: str = ""
    sides: bool = False


_BUILT_IN = {
    "dlx": Format(
        (".dlx",),
        "Knuth's DLX: secondary items, colors, bounds, costs",
        "combien.cover.formats._knuth",
    ),
    "json": Format(
        (".json",),
        "everything, including names of items and options",
        "combien.cover.formats._json_format",
        sides=True,
    ),
    "emc": Format(
        (".emc",),
        "INF441: a matrix of 0 and 1, secondary items last",
        "combien.cover.formats._emc",
    ),
    "ec": Format(
        (".ec",),
        "a line of item numbers for each option; primary items only",
        "combien.cover.formats._ec",
    ),
    "mps": Format(
        (".mps",),
        "linear programs of binary variables, in free and fixed form",
        "combien.cover.formats._mps",
        sides=True,
    ),
    "lp": Format(
        (".lp",),
        "linear programs of binary variables, in CPLEX's text form",
        "combien.cover.formats._lp",
        sides=True,
    ),
    "opb": Format(
        (".opb",),
        "pseudo-Boolean constraints: sums of variables",
        "combien.sat._opb_format",
        sides=True,
    ),
    "wcnf": Format(
        (".wcnf",),
        "clauses with weights, for MaxSAT solvers",
        "combien.sat.wcnf",
    ),
    "xcsp3": Format(
        (".xcsp3",),
        "constraint problems in XML: sums and counts of binary variables; only read",
        "combien.cover.formats._xcsp3",
        writer="",
        instead="write minizinc, cpmpy or mps",
    ),
    "minizinc": Format(
        (".mzn",),
        "a MiniZinc model; only written",
        "combien.cover.formats._models",
        reader="",
        writer="minizinc",
        instead="let MiniZinc compile it to mps or lp",
        sides=True,
    ),
    "cpmpy": Format(
        (".py",),
        "a Python script for CPMpy; only written",
        "combien.cover.formats._models",
        reader="",
        writer="cpmpy",
        instead="write mps, opb or another format from the model",
        sides=True,
    ),
}


def _fault(known: object) -> str:
    return "" if isinstance(known, Format) else f"expected a Format, not {short_repr(known)}"


FORMATS = Table("formats", _BUILT_IN, fault=_fault, direct=True, error=BadFormat)


def read(text: str, *, format: str) -> Problem:
    """Read a problem from text in this format.

    >>> read("a b c | x\\na b x:1\\nc x:1", format="dlx")
    <Problem: 4 items (1 secondary), 2 options>
    >>> read("a b", format="dxl")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    combien.errors.BadFormat: there is no format 'dxl' (dlx, json, emc, ...); did you mean 'dlx'?

    Raises `BadFormat` with the place, the expected text, and how to fix it; also for a problem with
    side constraints, which `read_model` reads.
    """
    model = read_model(text, format=format)
    if isinstance(model, Constrained):
        name = model.constraints[0].name
        raise BadFormat(
            f"row {quoted(name)} is not a sum of variables with equal coefficients, so this is an "
            "exact cover with side constraints: call read_model"
        )
    return model


def read_model(text: str, *, format: str) -> Problem | Constrained[Solution]:
    r"""Read a problem, which may have side constraints, from text in this format.

    >>> text = "min\n c: x\nst\n a: x + y + z = 2\n b: 3 x + 4 y + z <= 5\nbin\n x y z\nend\n"
    >>> read_model(text, format="lp")
    <Constrained: <Problem: 1 items, 3 options>, 1 side constraint>

    Rows that say how many of their variables are chosen are items, and other rows are side
    constraints, in the formats mps, lp, opb, wcnf and xcsp3.
    Raises `BadFormat` with the place, the expected text, and how to fix it.
    """
    known = _format(format)
    if not known.reader:
        raise BadFormat(f"{format} files are only written: {known.instead}")
    found = object_at((known.module, known.reader))(text)
    return cast("Problem | Constrained[Solution]", found)


def write(problem: Problem | Constrained[Solution], *, format: str) -> str:
    """Return the problem, which may have side constraints, as a text in this format.

    >>> print(write(Problem.from_options(["ab", "bc"]), format="ec"), end="")
    c item 1 is 'a'
    c item 2 is 'b'
    c item 3 is 'c'
    p ec 3
    s 1 2
    s 2 3

    Raises `BadFormat` naming the feature that the format does not support, and a format that does.
    Cost: about 1 to 5 microseconds per option; `write_to` does not store the text.
    """
    return "".join(_lines(problem, format))


def write_to(file: TextIO, problem: Problem | Constrained[Solution], *, format: str) -> None:
    """Write the problem to an open text file, line by line; if it is refused, write nothing.

    >>> import sys
    >>> write_to(sys.stdout, Problem.from_options(["ab", "b"]), format="dlx")
    a b
    a b
    b
    """
    lines = _lines(problem, format)
    if isinstance(file, type) or not callable(getattr(file, "writelines", None)):
        raise BadFormat(f"file={short_repr(file)}: expected a file that is open for writing")
    file.writelines(lines)


def guess(path: str | PathLike[str], text: str = "") -> str:
    """Return the name of the format of a file, by the extension of its name, else by its beginning.

    >>> guess("queens.dlx"), guess("queens.txt", "2 0 1\\n11")
    ('dlx', 'emc')

    Raises `BadFormat` if neither determines the format.
    """
    if not isinstance(path, (str, PathLike)) or isinstance(path, type):
        raise BadFormat(f"path={short_repr(path)}: expected the name of a file")
    name = os.fsdecode(path)
    text = check_instance("text", text, str, error=BadFormat)
    extension = name[name.rfind(".") :].lower()
    for format_name, known in FORMATS.items():
        if extension in known.extensions:
            return format_name
    if found := sniff(text):
        return found
    raise BadFormat(
        f"{name[-100:]}: unknown file extension; give the format, one of "
        f"{', '.join(FORMATS)}, or give the file one of the extensions "
        f"{', '.join(e for known in FORMATS.values() for e in known.extensions)}"
    )


def sniff(text: str) -> str:
    """Guess the format of a text from its beginning; return "" if unknown.

    >>> sniff("| Knuth's text\\na b"), sniff("2 0 1\\n11"), sniff("a b c")
    ('dlx', 'emc', '')
    """
    beginning = text[:10_000].lstrip("\ufeff \t\r\n")
    if beginning.startswith("{"):
        return "json"
    if beginning.startswith("<") and re.search(r"<instance\s[^>]*XCSP3", beginning):
        return "xcsp3"
    if re.search(r"^\* *#variable=", beginning, re.MULTILINE):
        return "opb"
    if re.search(r"^(p wcnf|h -?\d)", beginning, re.MULTILINE):
        return "wcnf"
    if beginning.startswith("|"):
        return "dlx"
    if any(line.split()[:2] == ["p", "ec"] for line in beginning.split("\n")):
        return "ec"
    first = next((line for line in beginning.split("\n") if line[:1] not in "*\\"), "").split()[:1]
    if first in (["NAME"], ["ROWS"], ["OBJSENSE"]):
        return "mps"
    if first and first[0].lower() in _OBJECTIVES:
        return "lp"
    # Primary items, secondary items, options; then a line with a digit for each item.
    if matrix := re.match(_MATRIX, beginning):
        digits = sum(map(matrix[3].count, "01"))
        cut_off = matrix.end() == len(beginning) and len(text) > len(beginning)
        if digits == int(matrix[1]) + int(matrix[2]) or cut_off:
            return "emc"
    return ""


def _lines(problem: Problem | Constrained[Solution], format: str) -> Iterator[str]:
    known = _format(format)
    if not isinstance(problem, Constrained):
        check_instance("problem", problem, Problem, error=BadFormat)
    if not known.writer:
        raise BadFormat(f"{format} files are only read: {known.instead}")
    if isinstance(problem, Constrained) and not known.sides:
        others = [name for name, other in FORMATS.items() if other.sides]
        raise BadFormat(f"the {format} format has no side constraints: write {', '.join(others)}")
    return cast("Iterator[str]", object_at((known.module, known.writer))(problem))


def _format(name: str) -> Format:
    if not isinstance(name, str):
        raise BadFormat(
            f"format={short_repr(name)}: expected the name of a format ({', '.join(FORMATS)})"
        )
    if name not in FORMATS:
        raise BadFormat(
            f"there is no format {quoted(name)} ({', '.join(FORMATS)})"
            f"{did_you_mean(name[:40], FORMATS)}"
        )
    return FORMATS[name]
