"""Problems from frames and Arrow tables, and solutions as Arrow tables, beside plain Python."""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

import pytest
from hypothesis import given

import combien
from combien import BadProblem, Problem, graphs
from combien._cli._shared.options import SCHEMA
from combien.cover import to_arrow
from combien.engines import _answer_json
from tests.random_problems import problems

WIDE: dict[str, list[Any]] = {
    "duty": ["A", "B", "C"],
    "cost": [5, 3, 4],
    "AF1": [1, 1, 0],
    "AF2": [1, 0, 1],
}
LONG: dict[str, list[Any]] = {
    "duty": ["A", "A", "B", "C"],
    "leg": ["AF1", "AF2", "AF1", "AF2"],
    "cost": [5, 5, 3, 4],
}
WANTED = Problem.from_options({"A": ["AF1", "AF2"], "B": ["AF1"], "C": ["AF2"]}, costs=[5, 3, 4])


class Column:
    """A column of a frame, as pandas has it."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values

    def tolist(self) -> list[Any]:
        return self._values


class Frame:
    """What `from_frame` asks of a frame."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self.columns = list(columns)
        self._columns = columns

    def __getitem__(self, name: str) -> Column:
        return Column(self._columns[name])


def made(library: str, columns: dict[str, list[Any]]) -> Any:
    if library == "none":
        return Frame(columns)
    module = pytest.importorskip(library)
    return module.table(columns) if library == "pyarrow" else module.DataFrame(columns)


LIBRARIES = [
    "none",
    *(
        pytest.param(name, marks=pytest.mark.needs(name))
        for name in ("pandas", "polars", "pyarrow")
    ),
]


@pytest.mark.parametrize("library", LIBRARIES)
def test_wide_and_long_frames(library: str) -> None:
    assert Problem.from_frame(made(library, WIDE), option="duty", cost="cost") == WANTED
    assert Problem.from_frame(made(library, LONG), option="duty", item="leg", cost="cost") == WANTED
    late = Problem.from_frame(made(library, {"a": [1, 1], "x": [0, 1]}), secondary=["x"])
    assert late.primary_flags == b"\1\0"


@pytest.mark.parametrize("library", LIBRARIES[1:])
def test_matrices_of_zeros_and_ones(library: str) -> None:
    frame = made(library, {"a": [1, 0, 1], "b": [0, 1, 1]})
    assert Problem.from_matrix(frame) == Problem.from_matrix([[1, 0], [0, 1], [1, 1]])
    kinds = made(library, {"a": [True, False], "b": [True, True]})
    assert Problem.from_frame(kinds).entries(0) == ("a", "b")


@pytest.mark.needs("pandas")
def test_costs_as_floats_are_whole_numbers() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [1, 1], "cost": [2.0, 3.0]})
    assert Problem.from_frame(frame, cost="cost").cost(1) == 3
    frame.loc[1, "cost"] = None
    with pytest.raises(BadProblem, match="row 1: the cost has no value"):
        Problem.from_frame(frame, cost="cost")


@given(problem=problems())
def test_long_frames_of_any_problem(problem: Problem) -> None:
    rows = [(o, e) for o in range(problem.option_count) for e in problem.entries(o)]
    frame = Frame({"option": [row[0] for row in rows], "item": [row[1] for row in rows]})
    secondary = [item.name for item in problem.items if not item.primary]
    found = Problem.from_frame(frame, option="option", item="item", secondary=secondary)
    options: dict[Hashable, Any] = {o: problem.entries(o) for o in range(problem.option_count)}
    assert found == Problem.from_options(options, secondary)


@pytest.mark.parametrize(
    ("columns", "settings", "message"),
    [
        (WIDE, {}, "row 0, column 'duty' is 'A': expected 0 or 1; name the columns"),
        (WIDE, {"option": "dty"}, "option='dty' is not a column of the frame; did you mean 'duty'"),
        (WIDE, {"item": "AF1"}, "item= needs option="),
        (LONG, {"option": "duty", "item": "leg", "cost": "x"}, "cost='x' is not a column"),
        ({"a": [1, None]}, {}, "row 1, column 'a' is None"),
        ({"a": [1], "b": [1]}, {"secondary": ["c"]}, "secondary='c' is not a column"),
        ({"o": [1, 1], "i": [2, None]}, {"option": "o", "item": "i"}, "row 1: column 'i' has no"),
        (
            {"o": [1, 1], "i": [2, 3], "c": [4, 5]},
            {"option": "o", "item": "i", "cost": "c"},
            "row 1: option 1 has the cost 5, and 4 in an earlier row",
        ),
        ({"a": [0]}, {}, "option 0 is empty"),
    ],
)
def test_what_is_refused(
    columns: dict[str, list[Any]], settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadProblem, match=message):
        Problem.from_frame(Frame(columns), **settings)


@pytest.mark.parametrize("value", [None, 5, [[1]], "ab", {"a": [1]}, Frame])
def test_values_that_are_not_frames(value: object) -> None:
    with pytest.raises(BadProblem, match="expected a data frame or an Arrow table"):
        Problem.from_frame(value)


@pytest.mark.needs("pyarrow")
def test_solutions_as_an_arrow_table() -> None:
    pytest.importorskip("pyarrow")
    table = to_arrow(WANTED, combien.solutions(WANTED))
    assert table.to_pylist() == [
        {"solution": 0, "option": 0, "name": "A", "cost": 5},
        {"solution": 1, "option": 1, "name": "B", "cost": 3},
        {"solution": 1, "option": 2, "name": "C", "cost": 4},
    ]
    assert to_arrow(WANTED, []).schema == table.schema
    with pytest.raises(BadProblem, match="there is no option 7"):
        to_arrow(WANTED, [[7]])


def test_answers_as_json() -> None:
    assert _answer_json.SCHEMA == SCHEMA
    found = json.loads(combien.answer(WANTED, "solutions").to_json())
    assert found["solutions"] == [{"options": [0]}, {"options": [1, 2]}]
    assert found["schema"] == SCHEMA
    domino = combien.Tile("**", symmetries="all", times="any")
    board = combien.TilingProblem(combien.Region.box(2, 1), [domino], name="board")
    (tiling,) = json.loads(combien.answer(board, "solutions").to_json())["solutions"]
    assert [one["cells"] for one in tiling] == [[[0, 0], [1, 0]]]
    large = combien.answer(graphs.independent_sets(graphs.grid(9, 9)), "count")
    assert json.loads(large.to_json())["count"] == str(large.count)
