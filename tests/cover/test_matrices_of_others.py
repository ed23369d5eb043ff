"""Matrices and items from other libraries, and other values, which are refused."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import BadFormat, BadProblem, Problem, Region, Tile
from combien.cover import formats
from combien.tilings._placement import Placement
from tests.loops import for_each

ROWS = [[1, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0, 1], [1, 0, 0, 1], [0, 1, 0, 0]]
WANTED = Problem.from_matrix(ROWS)


class Table:
    """What `from_matrix` asks of a DataFrame; iterating over one gives the names of its columns."""

    def __init__(self, rows: list[list[int]]) -> None:
        self._rows = rows

    def __iter__(self) -> Any:
        return iter("abcd")

    def to_numpy(self) -> list[list[int]]:
        return self._rows


class Sparse:
    """What `from_matrix` asks of a sparse matrix: the places of what is stored."""

    class Numbers:
        def __init__(self, values: list[int]) -> None:
            self._values = values

        def tolist(self) -> list[int]:
            return self._values

    def __init__(self, rows: list[list[int]]) -> None:
        places = [(y, x, v) for y, row in enumerate(rows) for x, v in enumerate(row)]
        self.shape = len(rows), len(rows[0])
        self.row, self.col, self.data = (
            self.Numbers(list(numbers)) for numbers in zip(*reversed(places), strict=True)
        )

    def tocoo(self) -> Sparse:
        return self


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(
            st.lists(st.integers(0, 1), min_size=width, max_size=width).filter(any), min_size=1
        )
    )
)
def test_look_alikes_give_the_same_problem(rows: list[list[int]]) -> None:
    wanted = Problem.from_matrix(rows)
    assert Problem.from_matrix(Table(rows)) == wanted
    # Stored zeros do not count, and the order of what is stored does not matter.
    assert Problem.from_matrix(Sparse(rows)) == wanted  # type: ignore[arg-type]
    listed = [[place for place, one in enumerate(row) if one] for row in rows]
    assert Problem.from_indices(listed, items=len(rows[0])) == wanted


@pytest.mark.parametrize("kind", ["int8", "bool", "float64", "object"])
def test_arrays_of_numpy(kind: str) -> None:
    numpy = pytest.importorskip("numpy", reason='numpy is not here: pip install ".[test]"')
    assert Problem.from_matrix(numpy.array(ROWS, dtype=kind)) == WANTED
    assert Problem.from_matrix(numpy.array(ROWS), primary=numpy.int64(4)) == WANTED
    indices = [numpy.flatnonzero(row) for row in ROWS]
    found = Problem.from_indices(indices, items=numpy.int32(4))
    assert found == WANTED
    assert combien.count(found) == 2
    named = Problem.from_options(numpy.array([["a", "b"], ["c", "d"]]))
    assert named == Problem.from_options([["a", "b"], ["c", "d"]])


@pytest.mark.parametrize(
    "name",
    ["csr_matrix", "csc_array", "coo_array", "lil_matrix", "dok_array", "bsr_array", "dia_array"],
)
def test_sparse_matrices_of_scipy(name: str) -> None:
    sparse = pytest.importorskip("scipy.sparse", reason='scipy is not here: pip install ".[test]"')
    assert Problem.from_matrix(getattr(sparse, name)(ROWS)) == WANTED


@pytest.mark.parametrize("kind", ["coo", "csr", "csc", "bsr"])
@pytest.mark.parametrize(
    ("number", "entry", "expected"),
    [
        ("int8", [1, -1], 0),
        ("int8", [2, -1], 1),
        ("float64", [0.5, 0.5], 1),
        ("bool", [True, True], 1),
        ("int8", [1, 1], None),
        # The sum does not overflow.
        ("uint8", [128, 129], None),
        ("float64", [0.5, 0.0], None),
    ],
)
def test_entries_stored_twice_are_added(
    kind: str, number: str, entry: list[float], expected: int | None
) -> None:
    sparse = pytest.importorskip("scipy.sparse", reason='scipy is not here: pip install ".[test]"')
    numpy = pytest.importorskip("numpy")
    data = numpy.array([1, *entry], dtype=number)
    if kind == "coo":
        matrix = sparse.coo_array((data, ([0, 0, 0], [0, 1, 1])), shape=(1, 2))
    elif kind == "bsr":
        matrix = sparse.bsr_array((data.reshape(3, 1, 1), [0, 1, 1], [0, 3]), shape=(1, 2))
    else:
        ends = [0, 3] if kind == "csr" else [0, 1, 3]
        places = [0, 1, 1] if kind == "csr" else [0, 0, 0]
        matrix = getattr(sparse, f"{kind}_array")((data, places, ends), shape=(1, 2))
    if expected is None:
        with pytest.raises(BadProblem, match=r"row 0, column 1 is .*: expected 0 or 1"):
            Problem.from_matrix(matrix)
    else:
        assert Problem.from_matrix(matrix) == Problem.from_matrix([[1, expected]])
        assert matrix.toarray().tolist() == [[1, expected]]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([[0, 2]], "row 0, column 1 is 2: expected 0 or 1"),
        ([[1, float("nan")]], "row 0, column 1 is nan: expected 0 or 1"),
        ([["1", "0"]], "row 0, column 0 is '1': expected 0 or 1"),
        (None, "matrix=None: expected rows of zeros and ones"),
        ([1, 0], "row 0=1: expected zeros and ones"),
        (["10", "01"], "row 0 is '10': expected zeros and ones"),
        ([[1, 0], [1]], "row 1 has 1 entries, row 0 has 2"),
    ],
)
def test_values_that_are_not_matrices(given: Any, message: str) -> None:
    with pytest.raises(BadProblem, match=message):
        Problem.from_matrix(given)


NAN = float("nan")


@pytest.mark.parametrize("item", [NAN, [], {}, (1, [])])
def test_values_that_are_not_items(item: Any) -> None:
    builder = Problem.builder()
    for make in (
        lambda: Problem.from_options([[item]]),
        lambda: Problem.from_options([["a"]], secondary=[item]),
        lambda: Problem.from_options([["a"]], primary=["a", item]),
        lambda: Problem.from_options(
            [["a"]],
            bounds={
                "a": (0, 1),
            },
            secondary=[item],
        ),
        lambda: builder.item(item),
        lambda: builder.option(item),
        lambda: builder.option(combien.Colored(item, 1)),
    ):
        with pytest.raises(BadProblem, match="equal to itself"):
            make()
    assert builder.build().item_count == 0
    with pytest.raises(BadProblem, match=r"the color .*equal to itself"):
        Problem.from_options([["a", combien.Colored("x", item)]], secondary=["x"])


@pytest.mark.parametrize("items", [1.5, NAN, "2", None, -1, 10**30, 10**5000, [2]], ids=range(8))
def test_invalid_numbers_of_items(items: Any) -> None:
    with pytest.raises(BadProblem, match=r"items=.*expected a whole number from 0"):
        Problem.from_indices([[0]], items=items)


def test_an_option_of_another_problem_is_refused() -> None:
    numbers: tuple[Any, ...] = (-1, 5, "0", None, 1.0, 10**5000)
    for number in numbers:
        for look in (WANTED.name, WANTED.entries, WANTED.cost, WANTED.indices, WANTED.colors):
            with pytest.raises(BadProblem, match=r"there is no option .*: there are 5, from 0"):
                look(number)


@for_each(
    product(
        [5, None, "a", [[1]], Problem],
        [name for name, known in formats.FORMATS.items() if known.writer],
    )
)
def test_values_that_are_not_problems_are_not_written(problem: Any, format: str) -> None:
    with pytest.raises(BadFormat, match=r"problem=.*expected a value of type Problem"):
        formats.write(problem, format=format)


def test_values_that_are_not_formats() -> None:
    with pytest.raises(TypeError, match="format"):
        formats.write(5)  # type: ignore[call-arg,arg-type]
    with pytest.raises(BadFormat, match="format=5: expected the name of a format"):
        formats.write(WANTED, format=5)  # type: ignore[arg-type]
    with pytest.raises(BadFormat):
        formats.read(5, format="dlx")  # type: ignore[arg-type]
    with pytest.raises(BadFormat, match="path=5: expected the name of a file"):
        formats.guess(5)  # type: ignore[arg-type]


def test_a_placement_names_its_tile_and_orientation() -> None:
    bar = Tile("***", symmetries="all", name="bar")
    shown = [repr(Placement(2, bar, n, region)) for n, region in enumerate(bar.orientations)]
    assert shown == [
        "<Placement: tile 2 (bar), orientation 0, at (0, 0)>",
        "<Placement: tile 2 (bar), orientation 1, at (0, 0)>",
    ]
    assert Region.box(1, 3) == bar.orientations[1]
