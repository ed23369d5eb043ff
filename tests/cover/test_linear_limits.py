"""Linear files at the limits of what they can say: infinite sides, odd orders, equal names."""

from __future__ import annotations

import warnings
from fractions import Fraction

import pytest

import combien
from combien import Constrained, Problem, Solution
from combien.cover.formats import FormatWarning, read_model, write
from combien.errors import BadFormat
from tests.loops import for_each

Model = Problem | Constrained[Solution]


def quiet(text: str, name: str) -> Model:
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        return read_model(text, format=name)


def lp(rows: str, *, objective: str = "min\n x", rest: str = "bin\n x y z") -> str:
    return f"{objective}\nst\n{rows}\n{rest}\nend\n"


def mps(sections: str) -> str:
    return (
        "NAME\nROWS\n N c\n E a\n L b\nCOLUMNS\n M 'MARKER' 'INTORG'\n x a 1 c 1\n x b 1\n"
        f" y a 1 c 2\n y b 1\n M 'MARKER' 'INTEND'\n{sections}\nBOUNDS\n UP B x 1\n UP B y 1\n"
        "ENDATA\n"
    )


def opb(rows: str) -> str:
    return f"* #variable= 2 #constraint= 1\n{rows} ;\n"


@for_each(
    [
        # x = 1 + 3 y, which is 1 or 4: a variable that is left out may be 1 or more.
        (" c: x - 3 y = 1", "bounds\n -1 <= y <= 1\ngen\n x y", [(1, ()), (4, ("y",))]),
        (
            " c: 0.2 x - 0.4 y - 0.4 z = 0.2",
            "bin\n y z\ngen\n x",
            [(1, ()), (3, ("y",)), (3, ("z",)), (5, ("y", "z"))],
        ),
    ]
)
def test_an_integer_that_others_determine_is_one_or_more(
    row: str, rest: str, wanted: list[tuple[int, tuple[str, ...]]]
) -> None:
    model = quiet(lp(row, rest=rest), "lp")
    assert isinstance(model, Problem)
    assert combien.count(model) == len(wanted)
    found = [(Fraction(one.cost), model.names(one.solution)) for one in combien.best(model, k=9)]
    assert sorted(found, key=str) == [(Fraction(cost), names) for cost, names in wanted]


@for_each(
    [
        ("lp", lp(" c: x + y >= 1e30"), "line 4: row 'c' has the lower limit infinity"),
        ("lp", lp(" c: x + y >= inf"), "line 4: row 'c' has the lower limit infinity"),
        ("lp", lp(" c: x + y = +inf"), "line 4: row 'c' has the lower limit infinity"),
        ("lp", lp(" c: x + y <= -infinity"), "line 4: row 'c' has the upper limit minus infinity"),
        (
            "lp",
            lp(" c: x >= 0", rest="bounds\n x >= inf\nbin\n x"),
            "'x' has the lower limit infinity",
        ),
        (
            "lp",
            lp(" c: x >= 0", rest="bounds\n x <= -inf\nbin\n x"),
            "'x' has the upper limit minus",
        ),
        (
            "lp",
            lp(" c: s + x = 1", rest="bounds\n s = inf\nbin\n x"),
            "'s' has the lower limit infinity",
        ),
        ("lp", lp(" c: inf x + y <= 1"), "line 4: an infinite number in a sum"),
        ("mps", mps("RHS\n R a 1e30\n R b 1"), "line 4: row 'a' has the lower limit infinity"),
        (
            "mps",
            mps("RHS\n R a 1\n R b -1e30"),
            "line 5: row 'b' has the upper limit minus infinity",
        ),
        ("mps", mps("RHS").replace("x b 1", "x b 1e30"), "line 9: variable 'x' has an infinite"),
        ("mps", mps("RHS").replace("UP B x 1", "LO B x 1e30"), "'x' has the lower limit infinity"),
    ]
)
def test_a_side_that_nothing_reaches_is_refused(name: str, text: str, message: str) -> None:
    """It was read as no limit; HiGHS refuses it, and SCIP finds no solution."""
    with pytest.raises(BadFormat, match=message):
        read_model(text, format=name)


def test_infinite_sides_that_say_nothing_are_read() -> None:
    text = lp(" c: x + y <= 1e30\n d: x + y >= -inf\n e: x + y = 1", rest="bin\n x y")
    assert combien.count(quiet(text, "lp")) == 2
    assert combien.count(quiet(mps("RHS\n R a 1\n R b 1e30"), "mps")) == 2
    assert combien.count(quiet(mps("RHS\n R a 1\n R b 1\nRANGES\n R a -1e30"), "mps")) == 3


@for_each(
    [
        # Beyond the 10^20 that solvers take as infinite.
        (f"+1 x1 >= {10**23}", 0),
        (f"-1 x1 -1 x2 >= {10**23}", 0),
        (f"+{10**23} x1 +{10**23} x2 >= {10**23}", 3),
        (f"+{10**23} x1 +{10**23} x2 = {10**23}", 2),
        (f"-{10**23} x1 -{10**23} x2 >= -{10**23}", 3),
    ]
)
def test_large_numbers_of_opb_are_what_they_say(row: str, count: int) -> None:
    assert combien.count(quiet(opb(row), "opb")) == count


def test_ranges_before_the_right_sides_are_refused() -> None:
    ranges, sides = "RANGES\n R a -1", "RHS\n R a 2\n R b 1"
    # 1 <= x + y <= 2, and x + y <= 1.
    assert combien.count(quiet(mps(f"{sides}\n{ranges}"), "mps")) == 2
    with pytest.raises(BadFormat, match="line 16: the range of row 'a' is before its right side"):
        read_model(mps(f"{ranges}\n{sides}"), format="mps")
    # A right side of another row does not matter.
    assert combien.count(quiet(mps("RANGES\n R a 1\nRHS\n R b 1"), "mps")) == 3


@for_each(
    [
        (" 1 = x + y\n - z >= -1", "line 4: row 'R1' has two relations, which are not both"),
        (" c: 1 <= x + y >= 0", "line 4: row 'c' has two relations"),
        (" c: 1 >= x + y = 0", "line 4: row 'c' has two relations"),
    ]
)
def test_two_relations_point_the_same_way(rows: str, message: str) -> None:
    """A row without a name that begins with a sign looks like the end of the one before."""
    with pytest.raises(BadFormat, match=message):
        read_model(lp(rows), format="lp")


@for_each(
    [
        (" rlo: x + y >= 1\n rup: x + y <= 2\n r: x + z = 1", {"r", "rlo"}),
        (" r: x + z = 1\n rlo: x + y >= 1\n rup: x + y <= 2", {"r", "rlo"}),
        (" rlo: x + y >= 1\n rup: x + y <= 2\n s: x + z = 1", {"r", "s"}),
    ]
)
def test_the_name_of_two_joined_rows_is_not_that_of_another(rows: str, names: set[str]) -> None:
    model = quiet(lp(rows), "lp")
    assert isinstance(model, Problem)
    assert set(model.item_names) == names
    assert combien.count(model) == 3


def test_the_objective_of_opb_is_found_anywhere() -> None:
    for text in (
        "* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ; min: +1 x1 ;\n",
        "* #variable= 2 #constraint= 1\n  min: +1 x1 ; +1 x1 +1 x2 >= 1 ;\n",
    ):
        model = quiet(text, "opb")
        assert isinstance(model, Problem)
        assert model.sense == "minimize"
    model = quiet("* #variable= 1 #constraint= 1\n* not min: +1 x1 ;\n+1 x1 >= 1 ;\n", "opb")
    assert isinstance(model, Problem)
    assert not model.sense


WORDS = ("End", "BINARY", "Free", "Max", "Name", "RHS", "ObjSense", "x")


@pytest.mark.parametrize("name", ["lp", "mps"])
def test_names_that_are_words_of_the_format_in_any_case(name: str) -> None:
    """Other programs, and this one, took a variable `End` in LP as the end of the file."""
    problem = Problem.from_options({word: [word, "all"] for word in WORDS}, bounds={"all": (1, 8)})
    with pytest.warns(FormatWarning, match="names are changed, as the format has no such names"):
        text = write(problem, format=name)
    again = quiet(text, name)
    assert isinstance(again, Problem)
    assert again.option_count == len(WORDS)
    assert combien.count(again) == combien.count(problem) == 1
    own = {"lp": {"End", "BINARY", "Free", "Max"}, "mps": {"Name", "RHS", "ObjSense"}}[name]
    assert own.isdisjoint(map(again.name, range(again.option_count)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("min\n x\nst\n c: x + end = 1\nbin\n x\n end\n y\nend\n", "'end' is a heading, and the"),
        ("min\n x\nst\n c: x + bin = 1\nbinary\n bin\n x\nend\n", "'bin' is a heading, and the"),
        ("min\n x\nst\n c: x = 1\nbounds\n end = 1\nbin\n x\nend\n", "'= 1' is after End"),
        ("min\n x\nst\n c: x = 1\nbin\n x\nend\n y\n", "'y' is after End"),
    ],
)
def test_headings_that_may_be_variables_are_refused(text: str, message: str) -> None:
    """Whatever follows such a line was lost, or a variable was no integer any more."""
    with pytest.raises(BadFormat, match=message):
        read_model(text, format="lp")


def test_comments_after_the_end_say_nothing() -> None:
    text = "min\n x\nst\n c: x = 1\nbin\n x\nend\n\n\\ That is all.\n"
    assert combien.count(read_model(text, format="lp")) == 1
