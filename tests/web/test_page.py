"""The page in Debian's Chromium: from the local server, and as a static site."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.conftest import Open
from tests.web.pages import (
    DOMINOES,
    LONG,
    PATIENCE,
    READY,
    answer,
    areas,
    at,
    begin,
    count,
    drag,
    fragment,
    wait_done,
    wait_first,
    wait_ready,
)


@pytest.mark.parametrize("host", ["server", "site", "site_below"])
def test_tour(host: str, request: pytest.FixtureRequest, open_page: Open) -> None:
    """Draw, count, share, cancel, on each host."""
    address = request.getfixturevalue(host)
    page = open_page(address)
    begin(page)
    assert areas(page) == "60 cells, 60 in pieces"
    # Drawing works before the solver is there.
    drag(page, (0, 0), (1, 0))
    assert areas(page) == "58 cells, but the pieces have 60"
    page.click("#undo")
    wait_ready(page)
    wait_first(page)
    assert count(page) == "9,356"
    page.click("#upto")
    assert "2,339" in answer(page, "ways up to symmetry")
    link = page.url

    # A count of hours is stopped, and the next answer comes.
    page.goto("about:blank")
    page.goto(address.partition("#")[0] + "#" + LONG)
    wait_ready(page)
    page.click("#count")
    page.locator("#answer", has_text="found so far").wait_for(timeout=PATIENCE)
    page.click("#cancel")
    page.wait_for_selector("#bar", state="hidden")
    # What was found is kept.
    assert re.match(r"≥\s[\d,]+\s*ways at least", page.inner_text("#answer"))
    page.select_option("#presets", "8 × 8")
    wait_first(page)
    assert count(page) == "12,988,816"

    # The link, in another profile.
    other = open_page(link)
    wait_first(other)
    assert areas(other) == "60 cells, 60 in pieces"


@pytest.mark.parametrize(
    ("front", "number"), [("", "9,356"), ("docs/fr/index.html", "9\u202f356")], ids=["en", "fr"]
)
def test_a_board_counts_on_the_front_page(
    front: str, number: str, website: str, open_page: Open
) -> None:
    page = open_page(website + front)
    playground = page.frame_locator(".play iframe")
    playground.locator(READY).wait_for(timeout=PATIENCE)
    playground.locator("#count").click()
    # While it counts, what is found so far stands there.
    whole = re.compile(rf"^\s*{number}\s*$")
    playground.locator("#answer strong", has_text=whole).wait_for(timeout=PATIENCE)


def test_a_board_in_another_page(website: str, open_page: Open) -> None:
    page = open_page(website)
    page.evaluate(
        """(address) => {
          document.body.insertAdjacentHTML("afterbegin", `
            <combien-board pieces="dominoes">****/****
            </combien-board><combien-board link="1.AAAA"></combien-board>`);
          return import(address);
        }""",
        f"{website}play/embed.js",
    )
    drawn = page.frame_locator("combien-board >> nth=0 >> iframe")
    drawn.locator("#areas", has_text="8 cells").wait_for(timeout=PATIENCE)
    drawn.locator(READY).wait_for(timeout=PATIENCE)
    drawn.locator("#count").click()
    drawn.locator("#answer strong", has_text="5").wait_for(timeout=PATIENCE)
    other = page.frame_locator("combien-board >> nth=1 >> iframe")
    other.locator("#answer", has_text="could not be read").wait_for(timeout=PATIENCE)


def test_draw_with_the_mouse(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(8, 8, DOMINOES)}")
    wait_first(page)
    page.click("#clear")
    assert areas(page) == "Draw a board: drag over the grid."
    page.get_by_text("Rectangle", exact=True).click()
    drag(page, (0, 0), (3, 3))
    assert areas(page).startswith("16 cells")
    wait_first(page)
    assert count(page) == "36"
    page.get_by_text("Draw", exact=True).click()
    drag(page, (4, 0), (7, 0))
    assert areas(page).startswith("20 cells")
    page.get_by_text("Fill", exact=True).click()
    page.mouse.click(*at(page, 5, 5))
    assert areas(page).startswith("64 cells")
    page.click("#undo")
    page.click("#undo")
    assert areas(page).startswith("16 cells")
    page.click("#redo")
    assert areas(page).startswith("20 cells")


def test_draw_with_a_finger(server: str, open_page: Open) -> None:
    page = open_page(
        f"{server}#{fragment(4, 4, DOMINOES, cells='0' * 16)}",
        has_touch=True,
        is_mobile=True,
        viewport={"width": 390, "height": 800},
    )
    wait_ready(page)
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    for row in range(4):
        send("touchStart", at(page, 0, row))
        for column in range(1, 4):
            send("touchMove", at(page, column, row))
        send("touchEnd")
    assert areas(page).startswith("16 cells")
    wait_first(page)
    page.tap("#count")
    wait_done(page)
    assert page.inner_text("#answer strong") == "36"
    # Nothing is wider than the screen.
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def focus(page: Any, selector: str) -> None:
    """Go to an element by the keyboard alone."""
    for _ in range(120):
        if page.evaluate("(s) => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def test_draw_with_the_keyboard_alone(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(4, 4, DOMINOES, cells='0' * 16)}")
    wait_ready(page)
    focus(page, "#canvas svg")
    page.keyboard.press("Space")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    assert areas(page).startswith("8 cells")
    assert page.inner_text("#canvas [aria-live]") == "row 2, column 1: cell"
    wait_first(page)
    page.keyboard.press("p")
    page.locator("#canvas .pinned").first.wait_for(state="attached", timeout=PATIENCE)
    focus(page, "#count")
    page.keyboard.press("Enter")
    wait_done(page)
    # Of the five tilings of 2x4, those with an upright domino at this end, or with two across.
    assert page.inner_text("#answer strong") in ("2", "3")
    assert "with 1 pinned" in page.inner_text("#answer")


def test_the_reason_why_there_is_no_tiling(server: str, open_page: Open) -> None:
    page = open_page(server)
    begin(page)
    wait_first(page)
    assert not page.is_visible("#why")
    page.select_option("#presets", "8 × 8 − 2")
    assert "Each piece covers as many black cells" in answer(page, "0")
    # There is no next tiling, but a reason.
    assert page.is_visible("#why")
    assert not page.is_visible("#next")
    assert page.locator("#canvas .piece").count() == 2
    # Two cells that no domino covers.
    page.goto("about:blank")
    page.goto(f"{server}#{fragment(5, 1, DOMINOES, cells='10101')}")
    page.wait_for_selector("#canvas .dead", state="attached", timeout=PATIENCE)
    answer(page, "ways to fill the board")
    assert page.locator("#canvas .dead").count() == 3


def test_solutions_one_by_one(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(2, 2, DOMINOES)}")
    wait_first(page)
    for text in ("number 1", "number 2", "the last", "number 1"):
        page.click("#next")
        answer(page, text)
    page.click("#sample")
    answer(page, "equally likely")
    page.click("#heat")
    answer(page, "of 2 tilings")
    assert page.locator("#canvas .shade").count() == 4
    assert page.locator("#canvas text").all_text_contents() == ["100%"] * 4


def test_a_heat_map_of_one_tiling(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(2, 1, DOMINOES)}")
    wait_first(page)
    page.click("#heat")
    answer(page, "Where domino lies in the only tiling")


@pytest.mark.parametrize(("locale", "lattice"), [("en-US", "cubes"), ("fr-FR", "square")])
def test_the_tools_below_the_board_are_one_row(
    server: str, open_page: Open, locale: str, lattice: str
) -> None:
    page = open_page(server, locale=locale, viewport={"width": 1024, "height": 768})
    begin(page)
    if lattice != "square":
        page.select_option("#lattice", lattice)
    first, last = (page.locator(one).bounding_box() for one in ("#width", "#presets"))
    assert abs(first["y"] - last["y"]) < first["height"] / 2


def test_own_piece_and_import(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(3, 1, [])}")
    answer(page, "Choose pieces")
    page.click("#draw-piece")
    for x in range(3):
        page.mouse.click(*at(page, x, 0, "#piece-canvas svg"))
    page.fill("#piece-name", "three")
    page.click("#piece-add")
    wait_first(page)
    page.click("#export summary")
    page.click("#import")
    page.fill("#import-text", "***\n***\n")
    page.click("#import-use")
    assert areas(page) == "6 cells, but the pieces have 3"
    page.click("#pieces button")
    page.select_option(".card select >> nth=0", "2")
    page.keyboard.press("Escape")
    wait_first(page)
    assert areas(page) == "6 cells, 6 in pieces"


@pytest.mark.parametrize(("button", "name"), [("svg", "svg"), ("png", "png"), ("cmb", "cmb")])
def test_saved_files(server: str, open_page: Open, button: str, name: str) -> None:
    page = open_page(f"{server}#{fragment(2, 2, DOMINOES)}")
    wait_first(page)
    page.click("#export summary")
    with page.expect_download(timeout=PATIENCE) as download:
        page.click(f"#save-{button}")
    content = download.value.path().read_bytes()
    assert download.value.suggested_filename.endswith(f".{name}")
    starts = {"svg": b"<svg", "png": b"\x89PNG", "cmb": b"pattern board"}
    assert content.startswith(starts[name])


BAD = [
    "nonsense",
    "1.",
    "1.!!!!",
    "9." + fragment(2, 2, DOMINOES)[2:],
    fragment(0, 2, DOMINOES),
    fragment(41, 2, DOMINOES),
    fragment(2, 2, DOMINOES, cells="11"),
    fragment(2, 2, DOMINOES, cells="1x11"),
    fragment(2, 2, [["x" * 20, "**", 1, "all"]]),
    fragment(2, 2, [["x", "", 1, "all"]]),
    fragment(2, 2, [["x", "<b>", 1, "all"]]),
    fragment(2, 2, [["x", "**", -1, "all"]]),
    fragment(2, 2, [["x", "**", 1, "sideways"]]),
    fragment(2, 2, DOMINOES, pins=[(5, [[0, 0]])]),
    fragment(2, 2, DOMINOES, pins=[(0, [[0, 9]])]),
    fragment(40, 40, DOMINOES, cells="10" * 800),
    "1." + "A" * 3000,
]


def test_bad_fragments(server: str, open_page: Open) -> None:
    page = open_page(server)
    for bad in BAD:
        page.goto("about:blank")
        page.goto(f"{server}#{bad}")
        assert areas(page) == "60 cells, 60 in pieces", bad
        wait_first(page)
        assert "could not be read" in answer(page, "It can be filled"), bad


def test_names_of_a_link_are_text(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(2, 2, [['<b>x</b>', '**', 'any', 'all']])}")
    wait_first(page)
    assert page.locator("main b").count() == 0
    assert page.locator("#pieces button").first.get_attribute("title") == "<b>x</b>"


def test_french(server: str, open_page: Open) -> None:
    page = open_page(server, locale="fr-FR")
    begin(page)
    wait_first(page)
    assert page.evaluate("document.documentElement.lang") == "fr"
    assert page.title()
    assert areas(page) == "60 cases, 60 dans les pièces"
    assert count(page) == "9\u202f356"
    page.click("#tab-nonogram")
    page.locator("#nonogram", has_text="indices").wait_for()
    page.click("#tab-tiling")
    page.click("#language")
    assert areas(page) == "60 cells, 60 in pieces"
    # The choice is kept.
    page.reload()
    assert areas(page) == "60 cells, 60 in pieces"


def test_a_reason_in_french(server: str, open_page: Open) -> None:
    board = "0" + "1" * 14 + "0"
    page = open_page(f"{server}#{fragment(4, 4, DOMINOES, cells=board)}", locale="fr-FR")
    text = answer(page, "Colorions le plateau en damier.")
    assert "le plateau a 8 noires et 6 blanches" in text
    page.click("#language")
    answer(page, "Color the board like a chessboard.")


def test_nonogram(server: str, open_page: Open) -> None:
    page = open_page(server)
    wait_ready(page)
    page.click("#tab-nonogram")
    note = page.locator("#nonogram .answer")
    note.filter(has_text="solution").wait_for(timeout=PATIENCE)
    sides = page.locator("#nonogram textarea")
    sides.nth(0).fill("1\n1")
    sides.nth(1).fill("1\n1")
    page.click("#nonogram-solve")
    note.filter(has_text="More than one").wait_for(timeout=PATIENCE)
    assert page.locator("#nonogram .pane svg").count() == 2
    assert page.locator("#nonogram .differ").count() == 8
    sides.nth(0).fill("2\n1")
    sides.nth(1).fill("2\n1")
    page.click("#nonogram-solve")
    note.filter(has_text="Exactly one").wait_for(timeout=PATIENCE)
    # Play it: black, black, black.
    page.click("#nonogram-play")
    for place in (0, 1, 2):
        assert page.locator("#nonogram th .done").count() == (0, 0, 2, 4)[place]
        page.click(f"#nonogram td[data-place='{place}']")
    note.filter(has_text="Solved").wait_for(timeout=PATIENCE)
    page.click("#nonogram >> text=Undo")
    note.filter(has_not_text="Solved").wait_for(timeout=PATIENCE)
    page.click("#nonogram-hint")
    note.filter(has_text="complete, the rest is white").wait_for(timeout=PATIENCE)
    # A board of other clues is not left beside new ones.
    sides.nth(0).fill("1\na b")
    assert page.locator("#nonogram td").count() == 0
    for button in ("solve", "play", "hint"):
        sides.nth(0).press("End")
        page.click(f"#nonogram-{button}")
        assert note.inner_text() == "Rows, line 2: “a” is not a number."
    sides.nth(0).fill("1\n9")
    page.click("#nonogram-solve")
    note.filter(has_text="No solution").wait_for(timeout=PATIENCE)


def test_a_nonogram_in_french(server: str, open_page: Open) -> None:
    page = open_page(server, locale="fr-FR")
    wait_ready(page)
    page.click("#tab-nonogram")
    note = page.locator("#nonogram .answer")
    note.filter(has_text="solution").wait_for(timeout=PATIENCE)
    sides = page.locator("#nonogram textarea")
    sides.nth(0).fill("3\n1")
    sides.nth(1).fill("2\n1\n1")
    page.click("#nonogram-hint")
    note.filter(has_text="Ligne 1 : le 3 occupe les colonnes 1 à 3.").wait_for(timeout=PATIENCE)
    page.click("#nonogram-hint")
    note.filter(has_text="Colonne 2 : complète, le reste est blanc.").wait_for(timeout=PATIENCE)
    sides.nth(0).fill("9\n1")
    page.click("#nonogram-solve")
    text = "Aucune solution. Ligne 1 : 9 demande 9 cases, et il y en a 3."
    note.filter(has_text=text).wait_for(timeout=PATIENCE)
    sides.nth(0).fill("")
    page.click("#nonogram-play")


def test_sudoku(server: str, open_page: Open) -> None:
    page = open_page(server)
    wait_ready(page)
    page.click("#tab-sudoku")
    note = page.locator("#sudoku .answer")
    note.filter(has_text="Exactly one").wait_for(timeout=PATIENCE)
    page.click("#sudoku-hint")
    note.filter(has_text="row").wait_for(timeout=PATIENCE)
    page.click("#sudoku-solve")
    page.wait_for_selector("#sudoku .digit:empty", state="detached", timeout=PATIENCE)
    assert page.locator("#sudoku .digit").count() == 81
    page.click("#sudoku-clear")
    page.focus("#sudoku svg")
    for key in ("5", "ArrowRight", "5"):
        page.keyboard.press(key)
    assert re.fullmatch(r"5 is twice in row \d\.", note.inner_text())
    assert page.locator("#sudoku .cell.wrong").count() == 2
    assert page.locator("#sudoku .typed").all_text_contents() == ["5", "5"]
    assert page.locator("#sudoku .given").count() == 0
    page.keyboard.press("Delete")
    note.filter(has_text="More than one").wait_for(timeout=PATIENCE)
    assert page.locator("#sudoku .cell.wrong").count() == 0


def test_offline_after_the_first_visit(site: str, open_page: Open) -> None:
    page = open_page(site)
    wait_ready(page)
    begin(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    wait_first(page)
    assert count(page) == "9,356"


@pytest.mark.needs("axe-playwright-python")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-US", "fr-FR"])
def test_accessible(server: str, open_page: Open, locale: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    # The policy of the page forbids scripts that the test would inject.
    page = open_page(server, locale=locale, color_scheme=scheme, bypass_csp=True)
    found: list[str] = []

    def check(place: str) -> None:
        violations = Axe().run(page).response["violations"]
        found.extend(
            f"{place}: {one['id']}: {node['html'][:150]}"
            for one in violations
            for node in one["nodes"]
        )

    check("examples")
    page.click("#card-count")
    wait_first(page)
    wait_done(page)
    page.click(".how summary")
    check("tilings")
    page.click("#pieces button")
    check("card")
    page.keyboard.press("Escape")
    page.click("#search")
    page.wait_for_selector(".tree .node", timeout=PATIENCE)
    check("search")
    page.keyboard.press("f")
    check("projector")
    page.keyboard.press("Escape")
    page.click("#export summary")
    page.click("#heat")
    page.wait_for_selector("#canvas .shade", state="attached", timeout=PATIENCE)
    check("heat")
    page.select_option("#presets", "8 × 8 − 2")
    page.wait_for_selector("#answer .reason", timeout=PATIENCE)
    check("none")
    page.click("#draw-piece")
    check("piece")
    page.click("#piece-close")
    for tab in ("nonogram", "sudoku"):
        page.click(f"#tab-{tab}")
        page.locator(f"#{tab} .answer", has_text="solution").wait_for(timeout=PATIENCE)
        check(tab)
        if tab == "nonogram":
            page.click("#nonogram-play")
            check("play")
    page.click("#tab-puzzles")
    page.wait_for_selector("#puzzle-name option", state="attached", timeout=PATIENCE)
    page.click("#puzzle-solve")
    page.locator("#puzzles .answer", has_text="solution").wait_for(timeout=PATIENCE)
    check("puzzles")
    page.click("#tab-plane")
    page.wait_for_selector("#plane img:not([hidden])", timeout=PATIENCE)
    check("plane")
    assert found == []


def test_the_board_is_repeated(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(1, 4, DOMINOES)}")
    wait_first(page)
    page.click("#sequence")
    text = answer(page, "a(n) = a(n-1) + 5a(n-2) + a(n-3) - a(n-4)")
    assert "1, 1, 5, 11, 36, 95, 281, 781, 2,245" in text
    assert "(1 - x^2)/(1 - x - 5x^2 - x^3 + x^4)" in text
    assert "Proved: 5 states; the first 9 terms" in text
    assert "multiplies the number by about 2.84054." in text
    page.select_option("#axis", label="↑")
    page.click("#sequence")
    # A strip of width 1, four cells longer each time.
    answer(page, "a(n) = a(n-1)\n")
