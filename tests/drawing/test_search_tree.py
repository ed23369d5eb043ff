"""Search trees as data, text and SVG: to the letter, well formed, nothing overlaps."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.drawing._palette import DEFAULT, PRINT
from combien.drawing._search_tree import TreeNode, tree_svg, tree_text
from combien.errors import BadPicture

NAMESPACE = "{http://www.w3.org/2000/svg}"

MIXED = TreeNode(
    "a",
    children=(
        TreeNode("b", "dead end", "a d"),
        TreeNode("c", edge="a", children=(TreeNode("1", "solution", "b & <c>"),)),
        TreeNode("", "cut", "2 more"),
    ),
)

# Worked out by hand: boxes of 24, a trunk 14 away, letters of 1.6 pixels a unit.
GOLDEN = """\
<svg xmlns="http://www.w3.org/2000/svg" width="108" height="64" viewBox="0 0 108 64" role="img">
<!-- written by combien -->
<title>search tree: nodes 2, solutions 1</title>
<rect width="108" height="64" fill="#ffffff"/>
<g stroke="#222222" stroke-linecap="round" stroke-linejoin="round" fill="none">
<path d="M36 32H50M50 32H72"/>
<g><title>item l</title>
<rect x="12" y="20" width="24" height="24" rx="12" fill="#e9e9e6"/>
<path stroke-width="1.5" d="M24 27.2L24 35.2L25.6 36.8L27.2 36.8"/></g>
<g><title>solution 1</title>
<rect x="72" y="20" width="24" height="24" rx="4" fill="#90a0f0"/>
<rect x="75" y="23" width="18" height="18" rx="2"/>
<path stroke-width="1.5" d="M82.4 28.8L84 27.2L84 36.8M82.4 36.8L85.6 36.8"/></g>
</g>
</svg>
"""


def trees(depth: int = 3) -> st.SearchStrategy[TreeNode]:
    """Trees with any texts."""
    texts = st.text(st.characters(exclude_categories=()), max_size=50)
    leaves = st.builds(TreeNode, texts, st.sampled_from(["choice", "dead end", "solution"]), texts)
    if depth == 0:
        return leaves
    children = st.lists(trees(depth - 1), max_size=3)
    cuts = st.lists(st.builds(TreeNode, texts, st.just("cut"), texts), max_size=1)
    both = st.builds(lambda some, cut: (*some, *cut), children, cuts)
    return leaves | st.builds(TreeNode, texts, st.just("choice"), texts, both)


def chain(length: int) -> TreeNode:
    node = TreeNode("end", "dead end", "x")
    for _ in range(length - 1):
        node = TreeNode("n", edge="x", children=(node,))
    return node


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg.encode())


def frames(svg: str) -> list[tuple[float, float, float, float]]:
    """The outer box of each node: left, top, right, bottom."""
    boxes = []
    for node in parsed(svg)[2].iter(f"{NAMESPACE}g"):
        box = node.find(f"{NAMESPACE}rect")
        if box is not None and node.find(f"{NAMESPACE}title") is not None:
            x, y, width, height = (float(box.attrib[a]) for a in ("x", "y", "width", "height"))
            boxes.append((x, y, x + width, y + height))
    return boxes


# Data ---------------------------------------------------------------------------------------------


def test_a_tree_is_a_value() -> None:
    again = TreeNode("a", children=tuple(MIXED.children))
    assert (again == MIXED, hash(again) == hash(MIXED), again == "a") == (True, True, False)
    assert TreeNode("a", children=MIXED.children[:2]) != MIXED
    assert TreeNode("a", children=(TreeNode("b"), TreeNode("c"))) != TreeNode(
        "a", children=(TreeNode("b", children=(TreeNode("c"),)),)
    )
    assert repr(MIXED) == "<TreeNode 'a': 4 nodes>"
    assert repr(TreeNode("a")) == "<TreeNode 'a': 1 node>"


def test_walking_goes_down_first() -> None:
    assert [(depth, node.label) for depth, node in MIXED.walk()] == [
        (0, "a"),
        (1, "b"),
        (1, "c"),
        (2, "1"),
        (1, ""),
    ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kind": "deadend"}, "the kinds of nodes are choice, dead end, solution, cut"),
        ({"kind": ["cut"]}, "the kinds of nodes are"),
        ({"label": 3}, "texts of at most 1000"),
        ({"edge": "x" * 1001}, "texts of at most 1000"),
        ({"children": [MIXED]}, "a tuple of TreeNode"),
        ({"children": ("b",)}, "a tuple of TreeNode"),
        ({"kind": "solution", "children": (MIXED,)}, "a solution is a leaf"),
        ({"children": (TreeNode("", "cut"), TreeNode("", "cut"))}, "one cut stands for all"),
        ({"children": (TreeNode("b"),) * 2000}, "more than 2000 nodes is too large"),
    ],
)
def test_values_that_are_not_trees_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        TreeNode(**{"label": "a", **given})


def test_a_node_with_several_parents_counts_each_time() -> None:
    node = TreeNode("a")
    with pytest.raises(BadPicture, match="more than 2000 nodes"):
        for _ in range(100):
            node = TreeNode("a", children=(node, node))
    assert node.size == 1023


@pytest.mark.parametrize("draw", [tree_svg, tree_text])
def test_only_trees_are_drawn(draw: Any) -> None:
    with pytest.raises(BadPicture, match="is a TreeNode, not str"):
        draw("a")


def test_a_tree_may_be_deeper_than_python_recurses() -> None:
    deep = chain(2000)
    assert deep == chain(2000)
    assert hash(deep) == hash(chain(2000))
    assert repr(deep) == "<TreeNode 'n': 2000 nodes>"
    assert len(tree_text(deep).splitlines()) == 2000
    assert len(frames(tree_svg(deep))) == 2000


# Text ---------------------------------------------------------------------------------------------


def test_the_text_to_the_letter() -> None:
    assert tree_text(MIXED).splitlines() == [
        "a",
        "├─ a d ─ dead end: b",
        "├─ a ─ c",
        "│  └─ b & <c> ─ solution 1",
        "└─ 2 more ─ not visited",
    ]


@settings(max_examples=100)
@given(trees())
def test_a_line_for_each_node(root: TreeNode) -> None:
    lines = tree_text(root).split("\n")
    assert len(lines) == sum(1 for _ in root.walk())
    assert all(line.isprintable() for line in lines)


# SVG ----------------------------------------------------------------------------------------------


def test_a_small_tree_to_the_letter() -> None:
    assert tree_svg(TreeNode("l", children=(TreeNode("1", "solution"),))) == GOLDEN


@settings(max_examples=50)
@given(trees(), st.sampled_from([DEFAULT, PRINT]))
def test_any_tree_makes_a_well_formed_file_without_overlaps(root: TreeNode, palette: Any) -> None:
    svg = tree_svg(root, palette=palette)
    image = parsed(svg)
    width, height = float(image.attrib["width"]), float(image.attrib["height"])
    boxes = frames(svg)
    assert len(boxes) == sum(1 for _ in root.walk())
    assert all(0 < x < right < width and 0 < y < bottom < height for x, y, right, bottom in boxes)
    for (ax, ay, aright, abottom), (bx, by, bright, bbottom) in combinations(boxes, 2):
        assert aright < bx or bright < ax or abottom < by or bbottom < ay


def test_letters_lie_between_the_boxes() -> None:
    wide = TreeNode("a long name of an item", "dead end", "m" * 60)
    svg = tree_svg(TreeNode("a", children=(TreeNode("short", edge="x"), wide)))
    (left, _, right, _), *children = frames(svg)
    assert left < right < min(x for x, *_ in children)
    (branches,) = parsed(svg)[2].findall(f"{NAMESPACE}path")
    across = [
        float(spot.split()[0])
        for spot in branches.attrib["d"].replace("M", "L").replace("h0", "").split("L")[1:]
    ]
    assert max(across) < min(x for x, *_ in children)
    assert min(across) >= right


def test_kinds_of_nodes_differ_without_color() -> None:
    leaves = [TreeNode("1", kind) for kind in ("choice", "dead end", "solution", "cut")]
    drawn = [tree_svg(leaf, palette="print", title="t") for leaf in leaves]
    for one, other in combinations(drawn, 2):
        assert (
            one.split('fill="none">')[1].replace("d9d9d9", "ffffff")
            != other.split('fill="none">')[1]
        )
    # A dead end is crossed out, a solution has a second frame, a cut is dashed.
    assert [svg.count("<rect") for svg in drawn] == [2, 2, 3, 2]
    assert [svg.count("stroke-dasharray") for svg in drawn] == [0, 0, 0, 1]
    assert drawn[1].count("M") == drawn[0].count("M") + 2


def test_tooltips_have_the_whole_name() -> None:
    name = "z" * 100
    titles = [
        node.findtext(f"{NAMESPACE}title")
        for node in parsed(tree_svg(TreeNode("a", children=(TreeNode(name, "dead end", name),))))[2]
    ]
    assert titles[1:] == ["item a", f"{name}: dead end: item {name} is stuck"]
    root = parsed(tree_svg(MIXED))
    assert root.findtext(f"{NAMESPACE}title") == "search tree: nodes 4, solutions 1"
    assert parsed(tree_svg(MIXED, title="<mine>"))[0].text == "<mine>"


def test_colors_match_the_palette() -> None:
    svg = tree_svg(MIXED)
    for fill in (DEFAULT.fills[0], DEFAULT.fills[2], DEFAULT.empty, DEFAULT.paper):
        assert svg.count(f'fill="{fill}"') >= 1
    assert 'fill="#ffffff"' in tree_svg(MIXED, palette="print")
    assert DEFAULT.fills[0] not in tree_svg(MIXED, palette="print")


@pytest.mark.parametrize(
    ("options", "message"),
    [({"palette": "prnt"}, "did you mean 'print'"), ({"title": 3}, "a title is text, not int")],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        tree_svg(MIXED, **options)


FROZEN = """
from combien import Problem
from combien.drawing._search_tree import tree_svg, tree_text
from combien.engines._steps.trace import search_tree
names = [frozenset(f"{k}ab") for k in range(3)]
options = [[names[0], names[1]], [names[2]], [names[1]], [names[0]]]
tree = search_tree(Problem.from_options(options, primary=names))
drawn = tree_svg(tree) + tree_text(tree)
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_bytes_do_not_depend_on_the_seed_of_hashes(seed: str) -> None:
    here: dict[str, Any] = {}
    exec(FROZEN, here)
    assert "frozenset({'0', 'a', ..." in here["drawn"]
    run = subprocess.run(
        [sys.executable, "-c", f"{FROZEN}import sys; sys.stdout.buffer.write(drawn.encode())"],
        capture_output=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed},
    )
    assert run.stdout == here["drawn"].encode()
