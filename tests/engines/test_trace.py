"""The search in words and as a tree: word for word, complete, and cut at a given limit."""

from __future__ import annotations

import doctest
import re
from collections.abc import Hashable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Colored, Problem
from combien.drawing._search_tree import TreeNode, tree_svg, tree_text
from combien.engines._steps.dance import Branching
from combien.engines._steps.trace import Names, search_tree, trace
from combien.errors import BadInput
from tests.engines.boards import queens
from tests.random_problems import all_problems

PAGES = Path(__file__).parents[2] / "docs" / "engines"
PAGE = (PAGES / "dancing-links.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```pycon\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
BRANCHINGS: list[Branching] = ["smallest", "leftmost"]
ENGINES: dict[Branching, str] = {"smallest": "dlx", "leftmost": "dlx-leftmost"}


def told(problem: Problem, **how: Any) -> list[str]:
    return list(trace(problem, **how))


# In words -----------------------------------------------------------------------------------------


def test_a_dead_end_word_for_word() -> None:
    assert told(Problem.from_options(["ab", "bc"], primary="abc")) == [
        "item a has 1 option: none has fewer",
        "  cover a: option 0 is hidden",
        "  try option 0 'a b' (1 of 1)",
        "    cover b: option 1 is hidden",
        "    item c has no option left: go back",
        "  take option 0 back: uncover b",
        "uncover a: its option is tried",
        "the search is complete: 0 solutions, 2 nodes, 2 updates",
    ]


STORY = """\
item a has 3 options: none has fewer
  cover a: options 0, 1, 5 are hidden
  try option 0 'a x:R' (1 of 3)
    give x the color R
    item b has 2 options: the fewest
      cover b: options 2, 4 are hidden
      try option 2 'b c x:R' (1 of 2)
        use c, which may have 1 more
        x has the color R already
        item c may have its only option, which is 2 choices: the only active item
          take option 3 'c x:R s' (1 of 2)
            cover c
            x has the color R already
            cover s
            solution 1: a x:R | b c x:R | c x:R s
          take option 3 back: uncover s, uncover c
          take none of its options (2 of 2)
            solution 2: a x:R | b c x:R
        item c is done, and option 3 comes back
      take option 2 back: unuse c
      try option 4 'b s' (2 of 2)
        cover s: option 3 is hidden
        solution 3: a x:R | b s
      take option 4 back: uncover s
    uncover b: its 2 options are tried
  take option 0 back: uncolor x
  try option 1 'a b x:B' (2 of 3)
    cover b: options 2, 4 are hidden
    give x the color B: option 3 is hidden
    solution 4: a b x:B
  take option 1 back: uncolor x, uncover b
  try option 5 'c a' (3 of 3)
    use c, which may have 1 more
    item b has 2 options: the fewest
      cover b: options 2, 4 are hidden
      try option 2 'b c x:R' (1 of 2)
        cover c: option 3 is hidden
        give x the color R
        solution 5: b c x:R | c a
      take option 2 back: uncolor x, uncover c
      try option 4 'b s' (2 of 2)
        cover s: option 3 is hidden
        solution 6: b s | c a
      take option 4 back: uncover s
    uncover b: its 2 options are tried
  take option 5 back: unuse c
uncover a: its 3 options are tried
the search is complete: 6 solutions, 10 nodes, 21 updates
"""


def test_bounds_and_colors_to_the_letter() -> None:
    red, blue = Colored("x", "R"), Colored("x", "B")
    options: list[list[Hashable]] = [
        ["a", red],
        ["a", "b", blue],
        ["b", "c", red],
        ["c", red, "s"],
        ["b", "s"],
        ["c", "a"],
    ]
    problem = Problem.from_options(options, secondary=["x", "s"], bounds={"c": (0, 2)})
    assert told(problem) == STORY.splitlines()


def test_the_reason_of_a_choice() -> None:
    problem = Problem.from_options(["a", "a", "b", "c", "c"])
    assert told(problem)[0] == "item b has 1 option: the fewest"
    assert told(problem, branching="leftmost")[0] == "item a has 2 options: the first active item"
    assert told(Problem.from_options(["a"]))[0] == "item a has 1 option: the only active item"
    assert told(Problem.from_options(["a", "b"]))[0] == "item a has 1 option: none has fewer"


@pytest.mark.parametrize(
    ("options", "bounds", "line"),
    [
        ("aaa", (0, 3), "item a may have any of its 3 options, which is 4 choices"),
        ("aaa", (0, 2), "item a may have at most 2 of its 3 options, which is 4 choices"),
        ("a", (0, 9), "item a may have its only option, which is 2 choices"),
        ("aaa", (2, 2), "item a needs 2 of its 3 options, which is 2 choices"),
        ("aaa", (1, 3), "item a needs at least 1 of its 3 options, which is 3 choices"),
        ("aaaa", (1, 3), "item a needs 1 to 3 of its 4 options, which is 4 choices"),
        ("aa", (2, 3), "item a needs all of its 2 options, which is 1 choice"),
        ("a", (1, 3), "item a needs its only option, which is 1 choice"),
        ("a", (2, 3), "item a needs 2 options and has 1 left: go back"),
        ("", (2, 3), "item a needs 2 options and has none left: go back"),
    ],
)
def test_what_an_item_with_bounds_needs(options: str, bounds: tuple[int, int], line: str) -> None:
    problem = Problem.from_options(options, primary="a", bounds={"a": bounds})
    assert told(problem)[0].removesuffix(": the only active item") == line


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ((3, 3), "needs 2 more"),
        ((2, 3), "needs 1 to 2 more"),
        ((2, 2**31), "needs at least 1 more"),
        ((1, 3), "may have 2 more"),
        ((0, 2**31), "may have more"),
    ],
)
def test_what_an_item_that_was_used_needs(bounds: tuple[int, int], words: str) -> None:
    problem = Problem.from_options("aaa", bounds={"a": bounds})
    assert told(problem)[2] == f"    use a, which {words}"


@pytest.mark.parametrize("branching", BRANCHINGS)
@settings(max_examples=40)
@given(problem=all_problems())
def test_every_solution_is_in_the_trace_with_the_work_of_the_engine(
    branching: Branching, problem: Problem
) -> None:
    lines = told(problem, branching=branching)
    work = combien.answer(problem, engine=ENGINES[branching]).work
    counts = [int(number) for number in re.findall(r"\d+", lines[-1])]
    names = Names(problem)
    solutions = list(combien.solutions(problem, engine=ENGINES[branching]))
    assert counts == [len(solutions), work["nodes"], work["updates"]]
    assert [line.strip() for line in lines if line.strip().startswith("solution ")] == [
        f"solution {number}: {' | '.join(map(names.option, options)) or 'no option at all'}"
        for number, options in enumerate(solutions, 1)
    ]


@settings(max_examples=40)
@given(problem=all_problems(), limit=st.integers(1, 8))
def test_a_trace_ends_at_its_limit(problem: Problem, limit: int) -> None:
    whole, cut = told(problem), told(problem, max_events=limit)
    assume(cut != whole)
    assert cut[-1] == f"... stopped after {limit} events: raise the limit, or count the solutions"
    assert cut[:-1] == whole[: len(cut) - 1]
    assert len(cut) <= limit + 1


@pytest.mark.parametrize(
    ("problem", "how", "message"),
    [
        (
            Problem.from_indices([[0]], items=201),
            {},
            "201 items and 1 options are too many to trace",
        ),
        (Problem.from_options(["a"] * 2001), {}, "count the solutions, or draw the first nodes"),
        (
            Problem.from_options(["a"]),
            {"max_events": 0},
            "max_events=0: expected a whole number of at least 1",
        ),
        (Problem.from_options(["a"]), {"max_events": True}, "max_events=True: expected"),
        (Problem.from_options(["a"]), {"max_events": "9"}, "max_events='9': expected"),
        (Problem.from_options(["a"]), {"branching": "left"}, "did you mean 'leftmost'"),
    ],
)
def test_problems_that_cannot_be_traced_are_refused_at_once(
    problem: Problem, how: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        trace(problem, **how)


# Names --------------------------------------------------------------------------------------------


def deep(levels: int) -> tuple[Any, ...]:
    name: tuple[Any, ...] = ()
    for _ in range(levels):
        name = (name,)
    return name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a", "a"),
        ("", "''"),
        ((0, 1), "(0, 1)"),
        ("a\nb\0", "a\\nb\\x00"),
        ("\ud800", "\\ud800"),
        ("x" * 10**6, f"{'x' * 21}..."),
        ("\0" * 10**6, "\\x00\\x00\\x00\\x00\\x00\\..."),
        (frozenset("cab"), "frozenset({'a', 'b', ..."),
        (deep(500), "(((((((...),),),),),),)"),
        (10**4000, "100000000000000000000..."),
    ],
)
def test_names_are_short_and_on_one_line(name: Any, shown: str) -> None:
    problem = Problem.from_options([[name]])
    assert Names(problem).item(0) == shown
    assert Names(problem).option(0) == shown
    assert all(line.isprintable() for line in trace(problem))


def test_options_are_called_by_their_names_or_their_items() -> None:
    items = [f"item {k}" for k in range(30)]
    builder = Problem.builder()
    builder.item("x", secondary=True)
    builder.option("a", Colored("x", "R"), name="first")
    builder.option("a", Colored("x", "R"), "b")
    builder.option(*items)
    names = Names(builder.build())
    assert names.option(0) == "first"
    assert names.option(1) == "a x:R b"
    assert names.option(2) == f"{' '.join(items)[:57]}..."
    assert names.color(1) == "R"


# As a tree ----------------------------------------------------------------------------------------


def visited(root: TreeNode) -> list[tuple[int, str, str, str]]:
    return [(depth, n.label, n.kind, n.edge) for depth, n in root.walk() if n.kind != "cut"]


@pytest.mark.parametrize("branching", BRANCHINGS)
@settings(max_examples=40)
@given(problem=all_problems(), nodes=st.integers(1, 12))
def test_a_tree_has_the_nodes_of_the_search_and_may_be_cut(
    branching: Branching, problem: Problem, nodes: int
) -> None:
    answer = combien.answer(problem, engine=ENGINES[branching])
    whole = search_tree(problem, branching=branching, max_nodes=2000)
    assert whole.size == answer.work["nodes"]
    labels = [node.label for _, node in whole.walk() if node.kind == "solution"]
    assert labels == [str(number) for number in range(1, (answer.count or 0) + 1)]
    assert all(node.kind != "cut" for _, node in whole.walk())

    cut = search_tree(problem, branching=branching, max_nodes=nodes)
    assert visited(cut) == visited(whole)[:nodes]
    # Every branch is visited or counted: a node has as many as in the whole tree.
    branches = [len(n.children) for _, n in whole.walk()][:nodes]
    for (_, node), of in zip(
        ((d, n) for d, n in cut.walk() if n.kind != "cut"), branches, strict=True
    ):
        more = [int(c.edge.removesuffix(" more")) for c in node.children if c.kind == "cut"]
        assert sum(c.kind != "cut" for c in node.children) + sum(more) == of


def test_the_tree_of_a_search_with_bounds_and_colors() -> None:
    red, blue = Colored("x", "R"), Colored("x", "B")
    problem = Problem.from_options(
        [["a", red], ["a", blue], ["b", red]], secondary="x", bounds={"a": (0, 1)}
    )
    assert tree_text(search_tree(problem)).splitlines() == [
        "b",
        "└─ b x:R ─ a",
        "   ├─ a x:R ─ solution 1",
        "   └─ none ─ solution 2",
    ]


def test_a_search_of_large_nodes_is_cut_by_its_updates() -> None:
    with mock.patch("combien.engines._steps.trace.MOST_UPDATES", 100):
        cut = search_tree(queens(6))
        assert search_tree(queens(6)) == cut
    whole = search_tree(queens(6))
    assert 1 < cut.size < whole.size
    assert visited(cut) == visited(whole)[: cut.size]
    assert [n.edge for _, n in cut.walk() if n.kind == "cut"][-1] == "5 more"


@pytest.mark.parametrize(
    ("problem", "how", "message"),
    [
        (Problem.from_indices([[0]], items=100_000), {}, "too many to draw a search"),
        (
            Problem.from_options(["a"]),
            {"max_nodes": 0},
            "max_nodes=0: expected a whole number from 1 to 2000",
        ),
        (Problem.from_options(["a"]), {"max_nodes": 2001}, "a whole number from 1 to 2000"),
        (Problem.from_options(["a"]), {"max_nodes": True}, "a whole number"),
        (Problem.from_options(["a"]), {"branching": "?"}, "'smallest' or the 'leftmost'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    problem: Problem, how: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        search_tree(problem, **how)


def test_eight_queens_have_their_known_tree() -> None:
    tree = search_tree(queens(8), max_nodes=2000)
    assert sum(node.kind == "solution" for _, node in tree.walk()) == 92


# The page -----------------------------------------------------------------------------------------


def test_the_page_is_true() -> None:
    # All blocks together, since later ones use variables of earlier ones.
    test = doctest.DocTestParser().get_doctest("\n".join(BLOCKS), {}, "dancing-links", None, 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    results = runner.run(test, out=said.append, clear_globs=False)
    assert results.attempted > 20
    assert not results.failed, "".join(said)
    picture = (PAGES / "dancing-links.svg").read_text(encoding="utf-8")
    assert test.globs["picture"] == picture, "the tree is drawn otherwise: write the file again"
    assert picture == tree_svg(search_tree(test.globs["knuth"]), title="Knuth's example")


def test_the_limit_of_a_drawing_counts_items_and_entries() -> None:
    # 4 items and 99,997 entries are one too many, and 99,996 are not.
    options = [[0, 1, 2]] * 33_332
    with pytest.raises(BadInput, match="4 items and 99997 entries"):
        search_tree(Problem.from_indices([*options, [3]], items=4), max_nodes=1)
    search_tree(Problem.from_indices([*options[1:], [0, 1], [3]], items=4), max_nodes=1)
