"""Reasons in the languages of the page: the same codes and values, and the same words in node."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from combien import Tile, TilingProblem, explain
from combien._french import STATEMENTS, french
from combien._wording import Statement, in_words
from combien.tilings._reason_areas import area_reason, mark_reason
from combien.tilings._reason_colors import color_reason, linear_reason
from combien.tilings._reason_dead import corner_reason, dead_reason
from combien.web._page import PAGE_ENGLISH, page_files
from tests.tilings.test_reasons_of_boards import CLASSICS
from tests.tilings.test_tiling import random_problems_of_tiles
from tests.web.asking import events, question, the
from tests.web.modules import run_module

RUNGS = (area_reason, dead_reason, corner_reason, color_reason, mark_reason, linear_reason)


def tables() -> dict[str, dict[str, str]]:
    """The templates of the page, by the names of the languages."""
    text = page_files()["statements.js"].decode()
    found = re.findall(r"const (ENGLISH|FRENCH) = \{\n(.*?),?\n\};", text, re.DOTALL)
    return {name: json.loads(f"{{{body}}}") for name, body in found}


TABLES = tables()


def test_the_page_has_the_words_of_the_package() -> None:
    assert TABLES == {"ENGLISH": PAGE_ENGLISH, "FRENCH": STATEMENTS}


def test_the_files_of_the_page_need_no_core() -> None:
    """The static site is built where nothing is compiled for the machine that builds it."""
    code = (
        "import sys; sys.modules['combien._native'] = None\n"
        "from combien.web._page import page_files; print(len(page_files()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{len(page_files())}\n", "")


def test_the_page_has_pieces_and_no_tiles_or_placements() -> None:
    for template in PAGE_ENGLISH.values():
        # To tile the plane is what a piece does.
        words = re.sub(r"\{(\w|:\^)*\}|\btiles? the plane\b", "", template)
        assert not re.search(r"\b(tile|placement|engine)s?\b", words)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40)
@given(random_problems_of_tiles())
def test_reasons_of_random_boards_have_french_words(problem: TilingProblem) -> None:
    for rung in RUNGS:
        reason = rung(problem)
        if reason is not None:
            words = french(reason.statement)
            assert "{" not in words
            assert not re.search(r"\b(tile|cell|placement|board|none)\b", words)


def test_a_chessboard_in_french() -> None:
    model, _, _ = CLASSICS["a chessboard without two corners"]
    why = explain(model)
    assert why.statement["code"] == "same-black-white"
    reason = color_reason(model)
    assert reason is not None
    assert french(reason.statement) == (
        "Colorions le plateau en damier.\nChaque pièce couvre autant de cases noires que de "
        "blanches, mais le plateau a 30 noires et 32 blanches."
    )


def test_plurals_in_french() -> None:
    reason = dead_reason(TilingProblem("***\n***", [Tile("*\n*\n*", name="I"), Tile("***")]))
    assert reason is not None
    assert french(reason.statement).startswith("La pièce I doit être utilisée 1 fois")
    few = Statement("no-tiles", what=Statement("board"), cells=1)
    assert french(few) == "Il n’y a pas de pièces, et le plateau a 1 case."


def statements() -> list[Statement]:
    """Reasons of each kind."""
    models = [model for model, _, _ in CLASSICS.values()]
    models += [
        TilingProblem("*.***", [Tile("**", times="any")]),
        TilingProblem("***\n.*.", [Tile("**", symmetries="all", times="any")]),
        TilingProblem("****\n****\n****", [Tile("**.\n.**", symmetries="all", times="any")]),
        TilingProblem("*******", [Tile("***", times="any"), Tile("*****", times="any")]),
        TilingProblem("***\n***\n***", [Tile("**\n*.", symmetries="all", times="any")]),
        TilingProblem("****\n*..*\n****\n.*..", [Tile("**\n*.", symmetries="rotations")]),
    ]
    found = [rung(model) for model in models for rung in RUNGS]
    return [reason.statement for reason in found if reason is not None]


@pytest.mark.needs("nodejs")
def test_node_gives_the_same_words(tmp_path: Path) -> None:
    given_ = statements()
    assert len({statement.code for statement in given_}) > 7
    asked = json.dumps([statement.to_json() for statement in given_])
    code = f'show({asked}.map((one) => [inWords(one, "en"), inWords(one, "fr")]));'
    spoken = run_module("reasons", code, tmp_path)
    assert spoken == [[in_words(one, PAGE_ENGLISH), french(one)] for one in given_]


def test_events_have_the_reason_with_the_numbers_of_the_page() -> None:
    domino: dict[str, Any] = {"name": "D", "cells": [[0, 0], [1, 0]], "times": 1}
    long = {"name": "L", "cells": [[x, 0] for x in range(3)], "times": 1}
    board = {"cells": [[0, 0], [1, 0], [0, 2], [1, 2], [0, 3]]}
    pinned = [{"piece": 0, "cells": [[0, 0], [1, 0]]}]
    asked = question("why", board=board, pieces=[domino, long], fixed=pinned)
    event = the("none", events(asked))
    assert "tile 0 (L) must be used 1 time" in event["text"]
    tile = event["reason"]["values"]["parts"][1]["values"]["tile"]
    assert tile == {"code": "tile-named", "values": {"number": 2, "name": "L"}}


def test_boards_without_pieces_have_a_reason() -> None:
    event = the("none", events(question("why", pieces=[])))
    assert event["reason"] == {"code": "no-pieces-left", "values": {}}
