"""A person who does anything in any order: what the page says is true of the board it shows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

import combien
from combien.web._reading import read_drawn
from tests.web.conftest import Open
from tests.web.pages import DOMINOES, drag, fragment, wait_done, wait_first, wait_ready

# What is shown, read at one moment.
SHOWN = """async () => {
  const { fromFragment, question } = await import("./state.js");
  const $ = (id) => document.getElementById(id), text = (id) => $(id).innerText;
  const seen = (id) => !$(id).hidden && $(id).offsetParent !== null;
  const cellsOf = ({ cells, width }, marks) => [...cells].flatMap((mark, i) =>
    (marks.test(mark) ? [`${i % width},${Math.floor(i / width)}`] : []));
  const asks = [...document.querySelectorAll(".asks button")];
  const link = location.hash.slice(1), state = /^[1-4][.]/.test(link) ? fromFragment(link) : null;
  return {
    question: state && question(state, ["count"]),
    cells: state && cellsOf(state, /[^0]/),
    needed: state && cellsOf(state, /[1a-h]/),
    number: document.querySelector("#answer strong")?.textContent ?? null,
    words: text("answer"),
    busy: document.body.dataset.busy ?? null,
    bar: seen("bar"),
    panel: ["film", "browse", "apart"].some(seen),
    pieces: [...document.querySelectorAll("#canvas .piece[data-cells]")]
      .map((path) => path.dataset.cells.split(" ")),
    shaded: document.querySelector("#canvas .shade") !== null,
    disabled: Object.fromEntries(asks.map((one) => [one.id, one.disabled])),
    titles: Object.fromEntries(asks.map((one) => [one.id, one.title])),
    why: seen("why"), next: seen("next"),
  };
}"""

WAYS = re.compile(r"ways? to fill the board|façons? de remplir le plateau")
SHAPES = re.compile(r"ways up to symmetry|façons à symétrie près")
SO_FAR = re.compile(r"ways found so far|façons trouvées pour l’instant")
AT_LEAST = re.compile(r"ways at least|façons au moins")
FOUND = re.compile(r"It can be filled|On peut le remplir")
OF_TILINGS = re.compile(r"on each cell, of ([\d,\u202f]+) tilings|parmi ([\d,\u202f]+) pavages")
ONLY = re.compile(r"in the only tiling|dans le seul pavage")
NUMBERED = re.compile(r"Tiling number (\d+)|Pavage numéro (\d+)")
LAST = re.compile(r"That was the last one|C’était le dernier")
RANDOM = re.compile(r"A random tiling|Un pavage au hasard")
EMPTY = re.compile(r"drag over the grid|faites glisser")
NO_PIECES = re.compile(r"^Choose pieces|^Choisissez des pièces")


# Of pentominoes on the chessboard without its four middle cells, which takes a moment to count.
MOMENT = (520, 65)
SMALL = 30


@cache
def truth(question: str) -> tuple[int, int] | None:
    """The number of tilings of a question's board, and up to symmetry; None if it is large."""
    asked = json.loads(question)
    if len(asked["board"]["cells"]) > SMALL:
        whole = len(asked["board"]["cells"]) == 60 and len(asked["pieces"]) == 12
        once = all(piece["times"] == 1 for piece in asked["pieces"])
        return MOMENT if whole and once and not asked["fixed"] else None
    drawn = read_drawn(asked)
    if drawn.model is None:
        full = sum(len(cells) for _, cells in drawn.pinned) == len(drawn.board)
        lacking = any(
            one.times[0] > sum(used == number for used, _ in drawn.pinned)
            for number, one in enumerate(drawn.pieces)
        )
        number = int(full and not lacking)
        return number, number
    return combien.count(drawn.model), combien.count(drawn.model, up_to="all")


def plain(number: str) -> int:
    return int(re.sub(r"\D", "", number))


def check(page: Any) -> dict[str, Any]:
    """Assert that what is shown is true, and return it."""
    shown: dict[str, Any] = page.evaluate(SHOWN)
    if shown["question"] is None:
        return shown
    words = shown["words"]
    drawable = bool(shown["cells"]) and bool(shown["question"]["pieces"])
    known = truth(json.dumps(shown["question"])) if drawable else (None, None)
    if known is None:
        return shown
    ways, shapes = known
    where = f"{words!r} of {ways} ways, {shapes} up to symmetry; {json.dumps(shown)}"
    if number := shown["number"]:
        if "≥" in number:
            assert ways is not None, where
            assert plain(number) <= ways, where
            assert AT_LEAST.search(words) or SO_FAR.search(words), where
        elif SHAPES.search(words):
            assert plain(number) == shapes, where
        else:
            assert WAYS.search(words), where
            assert plain(number) == ways, where
    if SO_FAR.search(words):
        assert shown["busy"], where
    if FOUND.search(words) or RANDOM.search(words):
        assert ways, where
    if found := OF_TILINGS.search(words):
        assert plain(found[1] or found[2]) == ways, where
        assert shown["shaded"] or shown["panel"] or shown["busy"], where
    if ONLY.search(words):
        assert ways == 1, where
    if found := NUMBERED.search(words):
        assert ways is not None, where
        assert 1 <= plain(found[1] or found[2]) <= ways, where
    if LAST.search(words):
        assert ways, where
    if EMPTY.search(words):
        assert not shown["cells"], where
    if NO_PIECES.search(words):
        assert not shown["question"]["pieces"], where
    # What is drawn is a tiling of this board.
    if shown["pieces"] and not shown["panel"]:
        assert ways, where
        covered = [cell for cells in shown["pieces"] for cell in cells]
        assert len({*covered}) == len(covered), where
        assert {*shown["needed"]} <= {*covered} <= {*shown["cells"]}, where
    if shown["bar"]:
        assert shown["busy"], where
    if not shown["busy"]:
        none = number is not None and bool(WAYS.search(words)) and plain(number) == 0
        for button in ("sample", "heat"):
            disabled = shown["disabled"][button]
            assert disabled == bool(shown["titles"][button]), (button, where)
            # What was found stays known while something else is said.
            assert disabled or not (none or not drawable), (button, where)
            assert not disabled or not ways, (button, where)
        assert shown["next"] != shown["why"], where
        assert shown["why"] if none else not (shown["why"] and ways), where
        if not shown["panel"]:
            assert shown["disabled"]["take-apart"] == (not shown["pieces"]), where
    return shown


class Person:
    """Someone who does random things to a page."""

    def __init__(self, page: Any, seed: int) -> None:
        self.page = page
        self.random = Random(seed)

    def act(self) -> str:
        """Do something, and return what."""
        name, weight = zip(*ACTIONS, strict=True)
        (chosen,) = self.random.choices(name, weight)
        chosen(self)
        return str(chosen.__name__)

    def cell(self) -> tuple[int, int]:
        width, height = (int(self.page.input_value(f"#{side}")) for side in ("width", "height"))
        return self.random.randrange(width), self.random.randrange(height)

    def click(self, *names: str) -> None:
        # At once: an answer may disable a button that is waited for.
        self.page.evaluate(
            "(one) => { if (one?.offsetParent) one.click(); }",
            self.page.query_selector(f"#{self.random.choice(names)}"),
        )

    def draw(self) -> None:
        drag(self.page, self.cell(), self.cell())

    def brush(self) -> None:
        self.page.locator("input[name=brush]").nth(self.random.randrange(4)).check()

    def resize(self) -> None:
        side = self.random.choice(["width", "height"])
        self.page.fill(f"#{side}", str(self.random.randint(2, 5)))
        self.page.press(f"#{side}", "Tab")

    def ask(self) -> None:
        self.click("count", "next", "why", "upto", "sample", "heat", "search", "take-apart")

    def stop(self) -> None:
        self.click("cancel")

    def back(self) -> None:
        self.click("undo", "undo", "redo")

    def empty(self) -> None:
        self.click("clear", "unpin", "no-pieces")

    def pieces(self) -> None:
        self.page.select_option("#sets", self.random.choice(["dominoes", "trominoes"]))

    def piece(self) -> None:
        """Open the card of a piece, do something with it, and close it."""
        if not self.press("#pieces button"):
            return
        match self.random.randrange(4):
            case 0:
                self.page.evaluate("[...document.querySelectorAll('.card button')].at(-1)?.click()")
            case 1:
                self.press(".card [data-key=onbrowse]")
            case 2 if self.page.locator(".card:popover-open").count():
                times = self.random.choice(["1", "2", "any", "maybe"])
                self.page.select_option(".card [data-key=how-often]", times)
        self.page.keyboard.press("Escape")

    def panel(self) -> None:
        self.press("#browse button, #apart button, #film button")

    def press(self, selector: str) -> bool:
        """Click on one of these buttons, if there is any; return whether there was."""
        return bool(
            self.page.evaluate(
                """([selector, chance]) => {
                  const all = [...document.querySelectorAll(selector)];
                  const there = all.filter((one) => one.offsetParent);
                  there[Math.floor(chance * there.length)]?.click();
                  return there.length > 0;
                }""",
                [selector, self.random.random()],
            )
        )

    def board(self) -> None:
        """Open a board: one with tilings, one without, a packing, or one that takes a moment."""
        number = self.random.randrange(4)
        if number == 3:
            self.page.select_option("#presets", "8 × 8 − 4")
            return
        packing = fragment(4, 3, [["L", "**/*.", "any", "all"]], cells="211121111112")
        boards = [fragment(4, 4, DOMINOES), fragment(3, 3, DOMINOES), packing]
        self.page.evaluate(f"location.hash = {boards[number]!r}")

    def language(self) -> None:
        self.click("language")

    def export(self) -> None:
        self.page.locator("#export").evaluate("(one) => { one.open = true; }")
        self.click("save-svg", "command", "share")

    def tab(self) -> None:
        """Open another tab, perhaps ask there, and come back."""
        name = self.random.choice(["nonogram", "sudoku", "plane", "puzzles"])
        self.page.click(f"#tab-{name}")
        self.page.wait_for_selector(f"#{name} .tools.export", state="attached")
        self.click("nonogram-solve", "sudoku-solve", "plane-classify", "puzzle-solve")
        self.page.click("#tab-tiling")

    def wait(self) -> None:
        """Wait for the answer, but stop a question that may take hours."""
        asked = self.page.evaluate(SHOWN)["question"]
        if asked and asked["board"]["cells"] and asked["pieces"] and not truth(json.dumps(asked)):
            self.stop()
        wait_done(self.page)


ACTIONS: list[tuple[Callable[[Person], None], int]] = [
    (Person.draw, 6),
    (Person.brush, 2),
    (Person.resize, 2),
    (Person.ask, 14),
    (Person.stop, 3),
    (Person.back, 4),
    (Person.empty, 1),
    (Person.pieces, 2),
    (Person.piece, 4),
    (Person.panel, 6),
    (Person.board, 4),
    (Person.language, 2),
    (Person.export, 2),
    (Person.tab, 2),
    (Person.wait, 12),
]


def walk(page: Any, seed: int, steps: int) -> None:
    person, done = Person(page, seed), []
    for _ in range(steps):
        done.append(person.act())
        try:
            check(page)
        except AssertionError as error:
            raise AssertionError(f"after {done[-12:]}: {error}") from None
    person.wait()
    check(page)


@pytest.mark.parametrize(
    ("seed", "steps"),
    [(1, 60), *(pytest.param(seed, 200, marks=pytest.mark.slow) for seed in (2, 3))],
)
def test_a_random_walk(seed: int, steps: int, server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(4, 4, DOMINOES)}", reduced_motion="reduce")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    wait_ready(page)
    wait_first(page)
    walk(page, seed, steps)
