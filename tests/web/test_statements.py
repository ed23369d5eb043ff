"""Hints, verdicts, errors and ends as statements, with words in both languages of the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien._french import french
from combien._wording import Statement, in_words
from combien.nonograms import Board, Guide, Nonogram, solve
from combien.web._page import PAGE_ENGLISH
from tests.web.asking import DOMINO, box, events, kinds, question, the
from tests.web.modules import run_module

HARD = """\
..#..###
#.#.#...
.##...#.
#...##.#
.#.#..#.
##..#..#
..#.#.#.
#..##..#"""
ENGLISH_WORDS = re.compile(r"\b(row|column|block|cell|the|white|black|is|are|color)s?\b")


def read(statement: Any) -> Any:
    """A statement from its JSON."""
    if isinstance(statement, list):
        return tuple(map(read, statement))
    if not isinstance(statement, dict):
        return statement
    return Statement(
        statement["code"], **{name: read(value) for name, value in statement["values"].items()}
    )


def both(event: Any) -> str:
    """The French words of an event, with plain spaces, after comparing its English ones."""
    statement = read(event["reason"])
    assert in_words(statement, PAGE_ENGLISH) == event["text"]
    return re.sub("[\u00a0\u202f]", " ", french(statement))


@given(st.data())
def test_hints_of_random_boards_have_french_words(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    cells = data.draw(st.binary(min_size=height * width, max_size=height * width))
    picture = Board(height, width, bytes(cell % 2 for cell in cells))
    for hint in Guide(Nonogram(*picture.clues())).steps():
        statement = read(hint.statement)
        assert in_words(statement, PAGE_ENGLISH) == hint.text
        words = french(statement)
        assert "{" not in words
        assert not ENGLISH_WORDS.search(words), words


@pytest.mark.parametrize(
    ("rows", "columns", "board", "words"),
    [
        ([[]], [[], []], "??", "ligne 1 : il n’y a pas de bloc, tout est blanc"),
        (
            [[3]],
            [[], [1], [1], [1], []],
            "?###?",
            "colonne 1 : il n’y a pas de bloc, tout est blanc",
        ),
        ([[4]], [[1]] * 4 + [[]], "????.", "ligne 1 : le 4 occupe les colonnes 1 à 4"),
        (
            [[1], [1]],
            [[1], [1]],
            "##\n??",
            "ligne 1 : ses blocs ne tiennent plus, une case est fausse",
        ),
        (
            [[1], [1]],
            [[1], [1]],
            "??\n??",
            "ni les lignes ni une seule hypothèse ne donnent plus rien : il faut une recherche",
        ),
    ],
)
def test_hints_in_french(
    rows: list[list[int]], columns: list[list[int]], board: str, words: str
) -> None:
    puzzle = {"rows": rows, "columns": columns, "board": board.split()}
    assert both(the("hint", events(question("hint", nonogram=puzzle)))) == words


def test_hints_about_colors_have_letters_or_names() -> None:
    two = Nonogram([[(2, 1), (1, 3)], [(2, 3)]], [[(1, 1)], [(1, 1), (1, 3)], [(2, 3)]])
    hints = list(Guide(two).steps())
    assert all(in_words(read(hint.statement), PAGE_ENGLISH) == hint.text for hint in hints)
    assert any("2a" in french(read(hint.statement)) for hint in hints)


@pytest.mark.needs("nodejs")
def test_node_has_the_same_hints(tmp_path: Path) -> None:
    given_ = [hint.statement for hint in Guide(Nonogram(*Board.parse(HARD).clues())).steps()]
    code = f'show({json.dumps(given_)}.map((one) => [inWords(one, "en"), inWords(one, "fr")]));'
    spoken = run_module("reasons", code, tmp_path)
    read_ = [read(statement) for statement in given_]
    assert spoken == [[in_words(one, PAGE_ENGLISH), french(one)] for one in read_]


@pytest.mark.parametrize(
    ("rows", "columns", "words"),
    [
        ([[2, 2]], [[1]], "ligne 1 : 2 2 demande 5 cases, et il y en a 1"),
        ([[1]], [[1], [1]], "les lignes ont 1 cases en noir, les colonnes 2"),
        (
            [[2], []],
            [[2], []],
            "colonne 1 : son indice ne convient pas aux cases que d’autres lignes ont déterminées",
        ),
    ],
)
def test_verdicts_in_french(rows: list[list[int]], columns: list[list[int]], words: str) -> None:
    asked = question("solve", nonogram={"rows": rows, "columns": columns})
    assert both(the("nonogram", events(asked))) == words


def test_a_verdict_has_the_statement_of_its_reason() -> None:
    for rows, status in (([[1], [1]], "several"), ([[2], []], "unique")):
        verdict = solve(Nonogram(rows, [[1], [1]]))
        assert verdict.status == status
        assert in_words(read(verdict.statement), PAGE_ENGLISH) == verdict.reason
    guide = Guide(Nonogram([[1], [1]], [[1], [1]]))
    assert guide.next(Board.parse("#.\n.#")) is None


LARGE = {"name": "L", "cells": [[x, 0] for x in range(200)], "times": "any"}
PINNED = [{"piece": 0, "cells": [[0, 0], [1, 0]]}]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"v": 2}, "cette page utilise la version 1 du protocole : rechargez-la"),
        (
            {"board": box(60, 60), "pieces": [LARGE] * 2},
            "le plateau et les pièces sont trop grands ensemble",
        ),
        (
            {"pieces": [DOMINO | {"times": 0, "name": "D"}], "fixed": PINNED},
            "la pièce D est épinglée trop souvent",
        ),
        (
            {"fixed": [{"piece": 0, "cells": [[9, 9], [9, 8]]}]},
            "une pièce épinglée sort du plateau ou en couvre une autre",
        ),
        (
            {"fixed": [{"piece": 0, "cells": [[0, 0], [1, 1]]}]},
            "des cases épinglées n’ont pas la forme de leur pièce",
        ),
        (
            {"ask": ["sequence"], "board": box(20, 20)},
            "pour une suite, il faut un plateau d’au plus 128 cases, et moins de pièces",
        ),
        ({"ask": ["sequence"], "pieces": []}, "une suite demande des pièces"),
        (
            {"nonogram": {"rows": [], "columns": [[1]]}, "ask": ["solve"]},
            "donnez les indices de 1 à 100 lignes",
        ),
        (
            {"nonogram": {"rows": [[1]], "columns": [[0]]}, "ask": ["solve"]},
            "un indice a au plus 50 longueurs, chacune de 1 à 100",
        ),
        (
            {"puzzle": {"name": "queens", "settings": {"size": 50}}, "ask": ["solve"]},
            "size : au plus 40 sur cette page",
        ),
        (
            {"puzzle": {"name": "queens", "settings": {"size": 0}}, "ask": ["solve"]},
            "size : au moins 1",
        ),
        (
            {"puzzle": {"name": "kirkman", "settings": {"girls": 10}}, "ask": ["solve"]},
            "ces réglages ne conviennent pas : girls=10: the number of girls must be 9, 15, 21, "
            "... (three more than a multiple of six)",
        ),
    ],
)
def test_errors_in_french(asked: dict[str, Any], words: str) -> None:
    heard = events(question("first") | asked)
    assert kinds(heard) == ["error", "done"]
    assert both(the("error", heard)) == words


def test_a_question_that_is_too_long_in_french() -> None:
    words = both(the("error", events("x" * 70_000)))
    assert words.startswith("une question a au plus 64000 octets")


def test_ends_in_french() -> None:
    ended = the("stopped", events(question("count", budget={"seconds": 0})))
    assert both(ended) == "pas de réponse en 0 s"
    asked = question("count", board=box(9, 9, without=[(0, 0)]), budget={"nodes": 0})
    assert both(the("stopped", events(asked))) == "pas de réponse en 0 nœuds"


def test_errors_of_the_protocol_have_no_reason() -> None:
    assert the("error", events(question("what")))["reason"] == {}


REFUSED = """
globalThis.document = { querySelector: () => ({ content: "token" }) };
const heard = [];
const answered = async (reply) => {
  globalThis.fetch = reply;
  const host = new HttpHost(() => {});
  await new Promise((resolve) => host.ask({}, (event) => {
    heard.push(event);
    if (event.event === "done") resolve();
  }));
};
for (const status of [503, 403, 418])
  await answered(async () => ({ ok: false, status, text: async () => `reply ${status}` }));
await answered(async () => { throw new TypeError("Failed to fetch"); });
show(heard.filter((event) => event.event === "error").map(({ reason, text }) => [reason, text]));
"""


@pytest.mark.needs("nodejs")
def test_refusals_of_the_server_have_words(tmp_path: Path) -> None:
    told = run_module("host_http", REFUSED, tmp_path)
    assert [reason.get("code") for reason, _ in told] == ["busy", "wrong-token", None, "no-server"]
    assert {"busy", "wrong-token", "no-server"} <= set(PAGE_ENGLISH)
    assert told[2][1] == "reply 418"
