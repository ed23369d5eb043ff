"""Problems survive writing and reading; what a format cannot hold is refused by name."""

from __future__ import annotations

import io
import warnings
from collections.abc import Hashable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Colored, Problem
from combien.cover.formats import FORMATS, FormatWarning, guess, read, write, write_to
from combien.errors import BadFormat
from tests.random_problems import all_problems

# Names that are awkward in a file: blanks, bars, colons, comments, nothing at all, not even text.
NAMES: list[Hashable] = [
    "plain",
    "with blank",
    "with_blank",
    "|bar",
    "a:b",
    "",
    "c comment",
    "été",
    "\ud800",
    "line\nend",
    7,
    "7",
    (3, 4),
    "3,4",
    ("r", (1, None)),
    -2.5,
]
UNTOLD: list[Hashable] = [frozenset("ab"), b"bytes", 10**400, ("in", frozenset([1]))]
COSTS = st.sampled_from([0, 0, 1, 17, 2**61])


@st.composite
def named_problems(
    draw: st.DrawFn, *, untold: bool = False, negative: bool = False, option_names: bool = False
) -> Problem:
    """Problems of every kind whose items and colors have awkward names; some have costs."""
    problem = draw(all_problems())
    known = NAMES + UNTOLD if untold else NAMES
    size = problem.item_count
    names = draw(st.lists(st.sampled_from(known), min_size=size, max_size=size, unique=True))
    named = dict(zip(problem.item_names, names, strict=True))
    colors = dict(zip("RGB", draw(st.permutations(known)), strict=False))
    builder = Problem.builder()
    for item in problem.items:
        bounds = (item.low, item.high) if item.primary else None
        builder.item(names[item.number], secondary=not item.primary, bounds=bounds)
    priced = draw(st.booleans())
    for option in problem.options:
        entries: list[Hashable] = [
            Colored(named[entry.item], colors[str(entry.color)])
            if isinstance(entry, Colored)
            else named[entry]
            for entry in option.entries
        ]
        cost = draw(COSTS) if priced else 0
        name = draw(st.sampled_from([None, *NAMES])) if option_names else None
        builder.option(*entries, name=name, cost=-cost if negative else cost)
    return builder.build()


def structure(problem: Problem, *, in_order: bool = True) -> tuple[object, ...]:
    """The problem without names: items by their place, primary ones first, colors by first use.

    A matrix does not say in which order an option has its items; then `in_order` is false.
    """
    order = sorted(range(problem.item_count), key=lambda item: not problem.primary_flags[item])
    place = {item: at for at, item in enumerate(order)}
    shades: dict[int, int] = {0: 0}
    options = [
        [
            (place[item], shades.setdefault(color, len(shades)))
            for item, color in zip(problem.indices(o), problem.colors(o), strict=True)
        ]
        for o in range(problem.option_count)
    ]
    if not in_order:
        options = [sorted(option) for option in options]
    costs = [problem.cost(o) for o in range(problem.option_count)]
    return [(problem.primary_flags[i], problem.bounds(i)) for i in order], options, costs


FEATURES = {
    "secondary items": lambda problem: problem.primary_count < problem.item_count,
    "colors": lambda problem: problem.has_colors,
    "bounds": lambda problem: problem.has_bounds,
    "costs": lambda problem: problem.has_costs,
}
MISSING = {
    "dlx": set(),
    "json": set(),
    "ec": set(FEATURES),
    "emc": {"colors", "bounds", "costs"},
    "mps": {"colors"},
    "lp": {"colors"},
}
# What their files mean is compared with problems in `test_solver_formats.py`.
BY_SOLUTIONS = {"opb", "wcnf", "xcsp3", "minizinc", "cpmpy"}
# These list the items of an option in another order.
SORTED = {"emc", "mps", "lp"}


def test_every_format_is_tested() -> None:
    assert set(MISSING) | BY_SOLUTIONS == set(FORMATS)


# JSON keeps all names exactly or refuses them: it has tests of its own.
@pytest.mark.parametrize("name", sorted(set(MISSING) - {"json"}))
@settings(max_examples=50)
@given(problem=named_problems(untold=True))
def test_problems_survive_writing_and_reading(name: str, problem: Problem) -> None:
    lacking = [feature for feature in FEATURES if feature in MISSING[name]]
    refused = [feature for feature in lacking if FEATURES[feature](problem)]
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        if refused:
            with pytest.raises(BadFormat, match=f"the {name} format has no {refused[0]}: write "):
                write(problem, format=name)
        elif name == "dlx" and not problem.primary_count:
            with pytest.raises(BadFormat, match="needs a primary item"):
                write(problem, format=name)
        elif name == "lp" and not problem.option_count:
            with pytest.raises(BadFormat, match="needs a variable"):
                write(problem, format=name)
        else:
            text = write(problem, format=name)
            again = read(text, format=name)
            in_order = name not in SORTED
            assert structure(again, in_order=in_order) == structure(problem, in_order=in_order)
            # With names that the format allows, nothing changes.
            settled = write(again, format=name)
            assert read(settled, format=name) == again
            assert write(read(settled, format=name), format=name) == settled


@settings(max_examples=60)
@given(problem=named_problems())
def test_json_holds_everything(problem: Problem) -> None:
    text = write(problem, format="json")
    assert read(text, format="json") == problem


@settings(max_examples=40)
@given(problem=st.one_of(named_problems(option_names=True), named_problems(negative=True)))
def test_json_holds_names_of_options_and_negative_costs(problem: Problem) -> None:
    again = read(write(problem, format="json"), format="json")
    assert structure(again) == structure(problem)
    assert again.item_names == problem.item_names
    assert list(map(again.name, range(again.option_count))) == list(
        map(problem.name, range(problem.option_count))
    )


def test_writing_line_by_line_gives_the_same_text() -> None:
    problem = Problem.from_options({"p": ["a", "x"], "q": ["b"]}, "x")
    for name in set(FORMATS) - {"ec", "xcsp3"}:
        file = io.StringIO()
        write_to(file, problem, format=name)
        assert file.getvalue() == write(problem, format=name)


def test_a_refused_problem_leaves_no_file() -> None:
    file = io.StringIO()
    with pytest.raises(BadFormat, match="the ec format has no bounds: write dlx or json"):
        write_to(file, Problem.from_options(["a"], bounds={"a": (0, 1)}), format="ec")
    assert file.getvalue() == ""


def test_an_option_may_have_its_entries_as_part_of_its_name() -> None:
    builder = Problem.builder()
    builder.item("a")
    builder.item("x", secondary=True)
    builder.option("a", Colored("x", 1), name=("see", ("a", Colored("x", 1))))
    builder.option("a")
    problem = builder.build()
    assert read(write(problem, format="json"), format="json") == problem


def test_a_wide_problem_is_not_written_as_a_matrix() -> None:
    problem = Problem.from_indices(([k] for k in range(30_000)), items=30_000)
    with pytest.raises(BadFormat, match="900000000 digits would be needed"):
        write(problem, format="emc")
    assert read(write(problem, format="ec"), format="ec").fingerprint == problem.fingerprint


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.dlx", "", "dlx"),
        ("/some/x.y/QUEENS.EC", "", "ec"),
        ("a.emc", "", "emc"),
        ("a.json", "", "json"),
        ("a.txt", ' \n{"format": 1}', "json"),
        ("a", "c hello\np ec 3\n", "ec"),
        ("a.txt", "4\n0\n5\n1011\n", "emc"),
        ("a.txt", "| a comment\na b c", "dlx"),
        ("a.MPS", "", "mps"),
        ("a", "* #variable= 1 #constraint= 0\n", "opb"),
        ("a", "c weights\nh 1 2 0\n", "wcnf"),
        ("a.xml", '<?xml version="1.0"?>\n<instance format="XCSP3" type="CSP">', "xcsp3"),
        ("a.txt", "* made by hand\nNAME\nROWS\n N cost\n", "mps"),
        ("a.txt", "\\ made by hand\nMinimize\n cost: 2 x\nSubject To\n", "lp"),
    ],
)
def test_formats_are_guessed_by_content(path: str, text: str, expected: str) -> None:
    assert guess(path, text) == expected


@pytest.mark.parametrize("text", ["", "a b c", "2\n2\n**\n**\n", "1 2 3"])
def test_content_of_no_format(text: str) -> None:
    with pytest.raises(BadFormat, match=r"a.txt: unknown file extension; .* dlx, json, emc, ec"):
        guess("a.txt", text)
