"""Values that a caller may give by mistake, which every function must refuse or accept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

from combien import Problem

__all__ = ["UNCHECKED", "VALUES", "rule"]


class Color(IntEnum):
    """Whole numbers with names."""

    RED = 1


class Text(str):
    """A text, but not of the type `str` itself."""


class Anything:
    """A class that can be called with any arguments."""

    def __init__(self, *_: object, **__: object) -> None:
        pass


class Half:
    """It has a problem, but does not read its solutions."""

    def problem(self) -> Problem:
        return Problem.from_options(["ab"])


class Kind(Anything):
    """A class of models and engines, which is neither itself."""

    name = "kind"
    refusal = count = solutions = problem = read = Anything.__init__


class Unequal:
    """Hashable, and not equal to itself."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return False


class Frame:
    """What a DataFrame looks like, without pandas: columns by name when iterated."""

    def __init__(self, rows: list[list[object]]) -> None:
        self._rows = rows

    def __iter__(self) -> Iterator[str]:
        return (f"column {number}" for number in range(len(self._rows[0])))

    def __bool__(self) -> bool:
        raise ValueError("the truth value of a DataFrame is ambiguous")

    def to_numpy(self) -> list[list[object]]:
        return self._rows


class Vague:
    """An array: compared to anything it gives an array, which is neither true nor false."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Any:
        return Vague()

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array is ambiguous")


def recursive() -> list[object]:
    """A list that holds itself."""
    found: list[object] = []
    found.append(found)
    return found


def from_numpy(make: Callable[[Any], object]) -> Callable[[], object]:
    """A value of numpy; a plain look-alike where numpy is missing."""

    def made() -> object:
        try:
            import numpy
        except ImportError:
            return Vague()
        return make(numpy)

    return made


def from_scipy(make: Callable[[Any], object]) -> Callable[[], object]:
    """A value of scipy.sparse; a plain look-alike where scipy is missing."""

    def made() -> object:
        try:
            import scipy.sparse
        except ImportError:
            return Vague()
        return make(scipy.sparse)

    return made


# Created again for each call: generators run out.
VALUES: dict[str, Callable[[], object]] = {
    "None": lambda: None,
    "True": lambda: True,
    "0": lambda: 0,
    "-1": lambda: -1,
    "1.5": lambda: 1.5,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "-inf": lambda: -float("inf"),
    "huge": lambda: 10**30,
    "-huge": lambda: -(10**30),
    "2^31": lambda: 2**31,
    "2^63": lambda: 2**63,
    "longer than printed": lambda: 10**5000,
    "complex": lambda: 1j,
    "Decimal": lambda: Decimal("1.5"),
    "Decimal nan": lambda: Decimal("sNaN"),
    "Fraction": lambda: Fraction(1, 3),
    "IntEnum": lambda: Color.RED,
    "bytes": lambda: b"ab",
    "empty bytes": lambda: b"",
    "bytearray": lambda: bytearray(b"ab"),
    "memoryview": lambda: memoryview(b"ab"),
    "empty text": lambda: "",
    "text": lambda: "ab",
    "digits": lambda: "1",
    "str subclass": lambda: Text("ab"),
    "control characters": lambda: "\x00\x1b[31m\ud800",
    "Path": lambda: Path("ab"),
    "empty list": list,
    "list of an int": lambda: [1],
    "list of a list": lambda: [[1], [2]],
    "lists of empty lists": lambda: [[[]]],
    "list of None": lambda: [None],
    "list of nan": lambda: [float("nan")],
    "list of texts": lambda: ["ab", "c"],
    "list of a huge int": lambda: [10**30],
    "recursive list": recursive,
    "pair": lambda: (1, 2),
    "pair of nan": lambda: (float("nan"), float("nan")),
    "triple of None": lambda: (None, None, None),
    "generator": lambda: (number for number in range(3)),
    "range": lambda: range(3),
    "deque": lambda: deque([1]),
    "dict": lambda: {"a": 1},
    "dict of a list": lambda: {0: []},
    "empty dict": dict,
    "set": lambda: {1, 2},
    "frozenset": lambda: frozenset({(0, 0)}),
    "object": object,
    "unequal": Unequal,
    "class": lambda: Anything,
    "class of models": lambda: Kind,
    "half a model": Half,
    "function": lambda: lambda *_, **__: None,
    "module": lambda: __import__("math"),
    "Ellipsis": lambda: ...,
    "frame": lambda: Frame([[1, 0], [0, 1]]),
    "vague": Vague,
    "numpy int": from_numpy(lambda numpy: numpy.int64(1)),
    "numpy float": from_numpy(lambda numpy: numpy.float64("nan")),
    "numpy bool": from_numpy(lambda numpy: numpy.True_),
    "numpy text": from_numpy(lambda numpy: numpy.str_("ab")),
    "numpy vector": from_numpy(lambda numpy: numpy.array([1, 0])),
    "numpy matrix": from_numpy(lambda numpy: numpy.eye(2)),
    "numpy objects": from_numpy(lambda numpy: numpy.array([[None]], dtype=object)),
    "numpy scalar array": from_numpy(lambda numpy: numpy.array(1)),
    "csr matrix": from_scipy(lambda sparse: sparse.csr_matrix([[1, 0], [0, 1]])),
    "coo array": from_scipy(lambda sparse: sparse.coo_array([[1, 0], [0, 1]])),
}

_INTEGERS = {"0", "IntEnum", "numpy int", "numpy scalar array"}
_LARGE = {"huge", "2^31", "2^63", "longer than printed"}
_WHOLE = r"^{}=.*: expected a whole number"

# Of parameters that mean the same wherever they are taken, or of that of one call: what the error
# about a wrong value says, and the values that are not wrong.
_RULES: dict[str, tuple[str, set[str]]] = {
    "model": ("expected a model, such as a Problem", set()),
    "heat_map model": ("expected a TilingProblem or a PackingProblem", set()),
    "engine": (
        r"^engine=.*: expected the name of an engine \(auto, |^there is no engine .*'",
        set(),
    ),
    "run_script engine": ("^line 1, column 32: (engine=.*: expected|there is no)", {"None"}),
    "nonograms.solve engine": ("^engine=.*: expected 'auto' or 'sat'", set()),
    "seconds": ("^seconds=", {"None", "0", "1.5", "inf", "IntEnum", *_LARGE}),
    "report": (
        "^(line 1, column 32: )?report=.*: expected a function that takes a Progress",
        {"None", "class", "class of models", "function"},
    ),
    "k": (_WHOLE.format("k"), _INTEGERS - {"0"}),
    "sample k": (r"^k=.*: (expected a (whole )?number|this many sets do not fit)", _INTEGERS),
    **dict.fromkeys(
        ("Family.best k", "Family.sample k"),
        (
            r"^k=.*: (expected a number of sets, from 0 to|this many sets do not fit)",
            {*_INTEGERS, "True", "2^31"},
        ),
    ),
    "walks": (_WHOLE.format("walks"), _INTEGERS - {"0"}),
    "seed": (_WHOLE.format("seed"), {*_INTEGERS, *_LARGE, "None"}),
    "estimate seed": (_WHOLE.format("seed"), {*_INTEGERS, "2^31", "2^63"}),
    "solutions seed": (_WHOLE.format("seed"), {*_INTEGERS, *_LARGE, "-1", "-huge", "None"}),
    **dict.fromkeys(
        ("sample seed", "Family.sample seed"),
        (_WHOLE.format("seed"), {*_INTEGERS, *_LARGE, "-1", "-huge"}),
    ),
    "parts": (_WHOLE.format("parts"), _INTEGERS - {"0"}),
    "limit": (_WHOLE.format("limit"), {*_INTEGERS, *_LARGE, "None"} - {"0"}),
    **dict.fromkeys(
        ("answer limit", "solutions limit"),
        (_WHOLE.format("limit"), {*_INTEGERS, *_LARGE, "None"}),
    ),
    "Prepared.solutions limit": (_WHOLE.format("limit"), {*_INTEGERS, *_LARGE} - {"0"}),
    "contact_sheet limit": (_WHOLE.format("limit"), _INTEGERS - {"0"}),
    "modulo": (_WHOLE.format("modulo"), {*_INTEGERS, *_LARGE, "None"} - {"0"}),
}


def rule(call: str, parameter: str) -> tuple[str, set[str]]:
    """What the error about a wrong value says, and the values for which there may be none."""
    parameter = parameter.removeprefix("*, ")
    # A script that is not there, and a text of numbers.
    if call in ("run_file", "puzzle partitions"):
        return "", {*VALUES}
    common = _RULES.get(parameter, ("", {*VALUES}))
    return _RULES.get(f"{call} {parameter}", common)


# Plain data that the package makes and gives to its users, who do not make it: it checks nothing.
UNCHECKED = {
    *("Answer", "Explanation", "Orbits", "SymmetryClass", "Estimate", "Priced", "Progress"),
    *("Best", "BestProgress", "Relaxation"),
    *(
        "Disassembly",
        "Move",
        "Survey",
        "Hatch",
        "Palette",
        "ProblemSymmetry",
        "Weights",
        "Sequence",
        "Solutions",
        "Plan",
        "PartPlan",
        "PlanEntry",
        "ByKind",
        "Drawable",
        "PlacedPaint",
        "Item",
        "Option",
        "Options",
        "Solution",
    ),
}
