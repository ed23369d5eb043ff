"""The sweep over states beside a search: its layers against their definition, and its pictures."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien._wording import Statement
from combien.geometry import HEXAGONS, Region
from combien.tilings import Tile, TilingProblem, catalogue
from combien.tilings._tile import Times
from combien.web._sweep import sweep_layers
from tests.web.asking import box, events, question, the
from tests.web.conftest import Open
from tests.web.modules import run_module
from tests.web.pages import DOMINOES, PATIENCE, answer, count, fragment, wait_first
from tests.web.test_statements import both

TIMES: list[Times] = ["any", (0, 1), 1]
SHAPES = ["*", "**", "***", "**\n*.", "*.\n.*"]
DOMINO = Tile("**", symmetries="all", times="any")


def shown(model: TilingProblem, *, most: int = 5000, widest: int = 500) -> dict[str, Any]:
    found = sweep_layers(model, most=most, widest=widest)
    assert not isinstance(found, Statement)
    return found


def defined(model: TilingProblem, found: dict[str, Any], swept: int) -> dict[frozenset[int], int]:
    """The states after some items, from all sets of ways that begin among them."""
    problem = model.problem()
    # The items in their order: cells by name, and the item of a tile by its placements.
    order: list[int] = []
    for item in found["items"]:
        if "cell" in item:
            order.append(problem.item_names.index(tuple(item["cell"])))
        else:
            order.append(
                next(
                    index
                    for number, placed in enumerate(model.placements)
                    if placed.number == item["tile"]
                    for index in problem.indices(number)
                    if not isinstance(problem.item_names[index], tuple)
                )
            )
    ranks = [
        frozenset(map(order.index, problem.indices(number)))
        for number in range(problem.option_count)
    ]
    early = [items for items in ranks if min(items) < swept]
    needed = {rank for rank in range(swept) if problem.primary_flags[order[rank]]}
    states: dict[frozenset[int], int] = {}
    for size in range(len(early) + 1):
        for chosen in combinations(early, size):
            covered = frozenset().union(*chosen)
            if len(covered) == sum(map(len, chosen)) and needed <= covered:
                beyond = frozenset(rank for rank in covered if rank >= swept)
                states[beyond] = states.get(beyond, 0) + 1
    return states


@settings(max_examples=40)
@given(st.data())
def test_layers_are_those_of_the_definition(data: st.DataObject) -> None:
    cells = data.draw(
        st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=5)
    )
    times: st.SearchStrategy[Times] = st.sampled_from(TIMES)
    tiles = [
        Tile(shape, symmetries="all", times=data.draw(times))
        for shape in data.draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=3))
    ]
    model = TilingProblem(Region(cells), tiles)
    found = shown(model)
    assume(all(item.get("tile", 0) is not None for item in found["items"]))
    assume(model.problem().option_count <= 12)
    for swept, layer in enumerate(found["layers"]):
        states = {frozenset(held): int(ways) for held, ways in layer}
        assert len(states) == len(layer)
        assert states == defined(model, found, swept)


@pytest.mark.parametrize(
    "model",
    [
        TilingProblem(Region.box(8, 8), [DOMINO]),
        TilingProblem(Region.box(5, 4), [*catalogue.tetrominoes()]),
        TilingProblem(Region.box(4, 10), catalogue.tetrominoes(times="any")),
        TilingProblem(Region.box(3, 3), [Tile("***", symmetries="all", times=(0, 1)), DOMINO]),
        TilingProblem(
            Region.box(2, 2, 3), [Tile(Region.box(2, 1, 1), symmetries="rotations", times="any")]
        ),
        TilingProblem(
            Region.box(3, 4, lattice=HEXAGONS),
            [Tile(Region.box(2, 1, lattice=HEXAGONS), symmetries="all", times="any")],
        ),
        # A tile that fits nowhere.
        TilingProblem(Region.box(2, 1), [DOMINO, Tile("***")]),
    ],
)
def test_the_last_layer_is_the_count(model: TilingProblem) -> None:
    found = shown(model)
    expected = combien.count(model)
    assert found["layers"][-1] == ([[[], str(expected)]] if expected else [])
    for layer, after, arcs in zip(
        found["layers"], found["layers"][1:], found["arcs"], strict=False
    ):
        sums = [0] * len(after)
        for origin, target, _ in arcs:
            sums[target] += int(layer[origin][1])
        assert [str(ways) for ways in sums] == [ways for _, ways in after]
        # In the order of the states, so that steps are, too.
        assert [arc[0] for arc in arcs] == sorted(arc[0] for arc in arcs)


def test_what_is_not_shown_has_a_reason() -> None:
    board = TilingProblem(Region.box(4, 4), [DOMINO])
    steps = sum(map(len, shown(board)["arcs"]))
    widest = max(map(len, shown(board)["layers"]))
    shown(board, most=steps, widest=widest)
    assert isinstance(sweep_layers(board, most=steps - 1), Statement)
    assert isinstance(sweep_layers(board, widest=widest - 1), Statement)
    many = question("trace", pieces=[{"cells": [[0, 0], [1, 0]], "times": 8, "symmetries": "all"}])
    for asked, words in (
        (many, "ce balayage est montré pour des pièces utilisées une fois"),
        (question("trace", board=box(14, 14)), "jusqu’à 5000 étapes et 500 états"),
    ):
        trace = the("trace", events(asked))
        # The search is shown nevertheless.
        assert trace["steps"]
        assert trace["sweep"]["layers"] == []
        assert words in both(trace["sweep"])


def test_a_pause_is_called_and_may_end_the_sweep() -> None:
    seen: list[int] = []
    sweep_layers(TilingProblem(Region.box(8, 8), [DOMINO]), pause=seen.append)
    assert seen[:2] == [0, 100]


@pytest.mark.needs("nodejs")
def test_each_state_makes_its_steps_in_turn(tmp_path: Path) -> None:
    pieces = [DOMINO, Tile("*", times=(0, 1)), Tile("**\n*.", symmetries="all")]
    found = shown(TilingProblem(Region.box(3, 2), pieces))
    steps = run_module("sweep", f"show(stepsOf({json.dumps(found)}))", tmp_path)
    kinds = [step["kind"] for step in steps]
    assert kinds[-1] == "end"
    assert kinds.count("item") == len(found["items"])
    assert {"move", "place", "skip", "drop"} <= set(kinds)
    arcs = [(step["k"], step["from"], step["to"], step["way"]) for step in steps if "to" in step]
    assert arcs == [(k, *arc) for k, here in enumerate(found["arcs"]) for arc in here]
    for k, here in enumerate(found["arcs"]):
        merged = [step["merged"] for step in steps if step["k"] == k and "to" in step]
        targets = [arc[1] for arc in here]
        assert merged == [target in targets[:i] for i, target in enumerate(targets)]
        ended = {step["from"] for step in steps if step["kind"] == "drop" and step["k"] == k}
        assert ended == set(range(len(found["layers"][k]))) - {arc[0] for arc in here}


# In the browser ---------------------------------------------------------------------------------


def go(page: Any, pane: int, at: str) -> str:
    """Move a slider, 0 of the search and 1 of the sweep; the words of the sweep."""
    page.locator(".film input").nth(pane).evaluate(
        f"(one) => {{ one.value = {at}; one.dispatchEvent(new Event('input')); }}"
    )
    return str(page.inner_text(".panes [role=status]"))


def test_two_programs_side_by_side(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(4, 4, DOMINOES)}")
    wait_first(page)
    page.click("#search")
    page.wait_for_selector(".sweep .state", state="attached", timeout=PATIENCE)
    assert page.locator(".panes section").count() == 2
    left, right = (page.locator(".panes section").nth(i).bounding_box() for i in (0, 1))
    assert left["x"] + left["width"] <= right["x"]
    # Both go on by a step, and back.
    page.click("[data-key=step]")
    page.click("[data-key=step]")
    assert [page.locator(".film input").nth(i).input_value() for i in (0, 1)] == ["2", "2"]
    assert page.inner_text(".panes [role=status]").startswith("3/102: ")
    answer(page, "3/265")
    page.click("[data-key=back]")
    assert page.inner_text(".panes [role=status]").startswith("2/102: ")
    # Ways that give the same state are added up, and are drawn as two lines to it.
    lines = page.locator(".panes section:last-child .now")
    for at in range(102):
        words = go(page, 1, str(at))
        if "the same state again" in words:
            sum_ = words.split("again: ")[1]
            one, _, two, _, three, _ = sum_.split()
            assert int(one) + int(two) == int(three)
            assert page.locator(".sweep .merged text").text_content() == three
            assert (
                page.locator(".sweep .branch").count()
                > page.locator(".sweep .state.now").count() - 1
            )
            assert "+= n" in lines.last.inner_text()
            break
    else:
        raise AssertionError("no states are merged")
    assert go(page, 1, "one.max").endswith("ways: 36")
    assert lines.last.inner_text().strip() == "return layer[frozenset()]"
    # The sweep waits at its end while the search goes on, and both stop at theirs.
    page.select_option(".film select", label="4×")
    page.click("[data-key=play]")
    page.wait_for_selector("[data-key=play][aria-label=Play]", timeout=PATIENCE)
    assert answer(page, "265/265")
    assert count(page) == "36"
    assert not page.is_visible(".film")


def test_a_board_that_is_too_large_and_one_with_pieces(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(12, 12, DOMINOES)}")
    wait_first(page)
    page.click("#search")
    page.locator(".panes", has_text="This sweep is shown up to 5000 steps").wait_for(
        timeout=PATIENCE
    )
    assert page.locator(".film input").count() == 1
    pieces: list[list[Any]] = [
        ["L", "**/*.", 1, "all"],
        ["M", "**/*.", 1, "all"],
        ["dot", "*", "maybe", "all"],
    ]
    page.goto("about:blank")
    page.goto(f"{server}#{fragment(3, 2, pieces)}")
    wait_first(page)
    total = count(page)
    assert total == "4"
    page.click("#search")
    page.wait_for_selector(".sweep .state", state="attached", timeout=PATIENCE)
    assert go(page, 1, "one.max").endswith(f"ways: {total}")
    assert "unused" in go(page, 1, "one.max - 1")
    go(page, 1, "12")
    assert page.locator(".sweep .used").count() > 0


def test_on_a_phone_one_below_the_other(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(3, 2, DOMINOES)}", viewport={"width": 390, "height": 844})
    wait_first(page)
    page.click("#search")
    page.wait_for_selector(".sweep .state", state="attached", timeout=PATIENCE)
    left, right = (page.locator(".panes section").nth(i).bounding_box() for i in (0, 1))
    assert left["y"] + left["height"] <= right["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.needs("axe-playwright-python")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(server: str, open_page: Open, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_page(f"{server}#{fragment(4, 4, DOMINOES)}", color_scheme=scheme, bypass_csp=True)
    wait_first(page)
    page.click("#search")
    page.wait_for_selector(".sweep .state", state="attached", timeout=PATIENCE)
    go(page, 1, "40")
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:150]) for one in found] == []
