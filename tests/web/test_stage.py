"""The page to project: examples, a large number, controls that stay, the tray, steps."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from tests.web.conftest import Open
from tests.web.pages import (
    DOMINOES,
    LONG,
    PATIENCE,
    answer,
    areas,
    begin,
    count,
    fragment,
    wait_done,
    wait_first,
)

SCREENS = [(1920, 1080), (1280, 800), (1024, 768), (390, 844)]


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("count", "9,356"),
        ("corners", "Color the board like a chessboard."),
        ("dominoes", "12,988,816"),
        ("heat", "How often X lies on each cell, of 9,356 tilings"),
        ("hexagons", "18"),
        ("sequence", "a(n) = a(n-1) + 5a(n-2) + a(n-3) - a(n-4)"),
    ],
)
def test_an_example_is_answered_by_one_click(
    server: str, open_page: Open, card: str, text: str
) -> None:
    page = open_page(server)
    assert page.locator("#cards button").count() == 6
    assert page.locator("#cards svg:not(:has(path))").count() == 0
    page.click(f"#card-{card}")
    answer(page, text)
    assert not page.is_visible("#gallery")
    # The address has the board now.
    assert "#" in page.url


def test_examples_come_back_and_a_link_or_a_frame_has_none(server: str, open_page: Open) -> None:
    page = open_page(server)
    begin(page)
    assert areas(page) == "60 cells, 60 in pieces"
    page.select_option("#presets", "gallery")
    assert page.is_visible("#gallery")
    assert not page.is_visible("#canvas")
    linked = open_page(f"{server}#{fragment(2, 2, DOMINOES)}")
    wait_first(linked)
    assert not linked.is_visible("#gallery")


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_an_answer_moves_nothing(server: str, open_page: Open, width: int, height: int) -> None:
    page = open_page(server, viewport={"width": width, "height": height})
    begin(page)
    wait_first(page)

    def places() -> Any:
        return page.evaluate(
            """() => [...document.querySelectorAll(
                "#canvas svg, .asks button:not([hidden]), .below button:not(#unpin), #sets"
            )].filter((one) => one.offsetParent !== null && one.id !== "next" && one.id !== "why")
              .map((one) => [one.id, one.getBoundingClientRect().toJSON()])"""
        )

    before = places()
    assert len(before) > 8
    for button in ("count", "upto", "next", "heat"):
        page.click(f"#{button}")
        wait_done(page)
        assert places() == before
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # The number is in sight, and on a large screen it is large.
    count(page)
    box = page.locator("#answer strong").bounding_box()
    assert 0 <= box["y"] <= height - box["height"]
    size = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('#answer strong')).fontSize)"
    )
    assert size >= (96 if width >= 1280 else 40)


def test_a_long_number_fits(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(20, 20, DOMINOES)}")
    wait_first(page)
    assert count(page).replace(",", "").startswith("1269984011256235834")
    inside = "(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
    assert page.evaluate(f"({inside})(document.querySelector('#answer'))")


def test_a_projector_shows_the_board_the_number_and_next(server: str, open_page: Open) -> None:
    page = open_page(
        f"{server}#{fragment(4, 4, DOMINOES)}", viewport={"width": 1920, "height": 1080}
    )
    wait_first(page)
    page.keyboard.press("f")
    # A board without a number is counted.
    answer(page, "36")
    wait_done(page)
    shown = page.locator("button:visible, select:visible, input:visible")
    assert shown.evaluate_all("all => all.map((one) => one.id)") == ["next", "leave"]
    page.keyboard.press("PageDown")
    answer(page, "Tiling number 1")
    page.keyboard.press("Enter")
    # The number of tilings stays.
    assert answer(page, "Tiling number 2").startswith("36")
    page.keyboard.press("Escape")
    assert page.is_visible("#count")
    page.click("#projector")
    assert not page.is_visible("#count")
    page.click("#leave")
    # A letter that is typed is a letter.
    page.click("#draw-piece")
    page.fill("#piece-name", "")
    page.keyboard.type("f")
    assert page.input_value("#piece-name") == "f"
    page.click("#piece-close")
    assert page.is_visible("#count")


def test_how_it_was_counted_is_behind_a_mark(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(8, 8, DOMINOES)}")
    wait_first(page)
    assert count(page) == "12,988,816"
    details = page.locator(".how p")
    assert not details.is_visible()
    page.click(".how summary")
    assert details.inner_text().startswith("Counted by ")
    assert details.inner_text().endswith(" s.")


def test_a_piece_has_a_card(server: str, open_page: Open) -> None:
    page = open_page(
        f"{server}#{fragment(4, 2, [['I', '**', 1, 'all'], ['O', '**/**', 1, 'all']])}"
    )
    answer(page, "8")
    piece = page.locator("#pieces button").nth(0)
    assert piece.get_attribute("aria-label") == "I, once"
    piece.click()
    card = page.locator(".card")
    card.get_by_label("How often").focus()
    card.get_by_label("How often").select_option("2")
    assert areas(page) == "8 cells, 8 in pieces"
    assert piece.inner_text() == "I ×2"
    # The card stays, with the focus where it was.
    assert page.evaluate("document.activeElement.dataset.key") == "how-often"
    card.get_by_label("It may").select_option("none")
    wait_first(page)
    assert count(page) == "2"
    piece.click()
    card.get_by_text("Remove I").click()
    assert not card.is_visible()
    assert areas(page) == "8 cells, but the pieces have 4"


@pytest.mark.parametrize(
    ("side", "size"), [("width", ""), ("width", "99"), ("height", "0"), ("height", "2.5")]
)
def test_a_wrong_size_is_refused_with_words(
    server: str, open_page: Open, side: str, size: str
) -> None:
    page = open_page(f"{server}#{fragment(4, 4, DOMINOES)}")
    wait_first(page)
    page.fill(f"#{side}", size)
    page.press(f"#{side}", "Enter")
    answer(page, "A side is a whole number from 1 to 40.")
    assert page.input_value(f"#{side}") == "4"
    assert areas(page).startswith("16 cells")


def test_a_random_tiling_says_what_it_waits_for(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{LONG}")
    page.click("#sample")
    answer(page, "Counting all tilings")
    assert page.is_visible("#bar")
    page.click("#cancel")


def test_pieces_fly_in_unless_motion_is_unwanted(server: str, open_page: Open) -> None:
    link = f"{server}#{fragment(4, 4, DOMINOES)}"
    watch = """() => {
        window.flights = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
            window.flights += 1;
            return animate.apply(this, given);
        };
    }"""
    for motion in ("no-preference", "reduce"):
        page = open_page(link, reduced_motion=motion)
        wait_first(page)
        page.evaluate(watch)
        for number in (1, 2, 3):
            page.click("#next")
            answer(page, f"number {number}")
        flights = page.evaluate("window.flights")
        # From a tiling to the next one, most dominoes stay.
        assert flights == 0 if motion == "reduce" else 2 <= flights <= 16


def test_a_link_of_this_computer_says_so(server: str, open_page: Open) -> None:
    page = open_page(
        f"{server}#{fragment(4, 4, DOMINOES)}", permissions=["clipboard-read", "clipboard-write"]
    )
    wait_first(page)
    page.click("#share")
    answer(page, "Only this computer can open this link")
    other = open_page(page.evaluate("navigator.clipboard.readText()"))
    wait_first(other)
    assert areas(other).startswith("16 cells")
    public = "https://school.example/combien/"
    page.evaluate(
        """(address) => {
            document.querySelector('meta[name="combien-public"]').content = address;
        }""",
        public,
    )
    page.click("#share")
    page.locator("#answer", has_not_text="Only this").wait_for(timeout=PATIENCE)
    assert page.evaluate("navigator.clipboard.readText()").startswith(f"{public}#1.")


def test_a_search_in_steps_with_its_tree(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(3, 2, DOMINOES)}")
    wait_first(page)
    page.click("#search")
    page.wait_for_selector(".tree .node", state="attached", timeout=PATIENCE)
    assert answer(page, "1/").startswith("1/")
    pieces = []
    for _ in range(8):
        page.click("[data-key=step]")
        pieces.append(page.locator("#canvas .piece").count())
    assert pieces[0] == 1
    assert max(pieces) == 3
    assert page.locator(".tree .found").count() > 0
    at = page.inner_text("#answer")
    page.click("[data-key=back]")
    page.click("[data-key=step]")
    assert page.inner_text("#answer") == at
    # The lines of the program that make a step.
    slider = page.locator(".film input").first
    seen = set()
    for at in range(6):
        slider.evaluate(
            "(one, at) => { one.value = at; one.dispatchEvent(new Event('input')); }", at
        )
        seen.add(
            "".join(page.locator(".film section:first-child .now").all_inner_texts()).split()[0]
        )
    assert seen == {"cell", "for"}
    slider.evaluate("(one) => { one.value = one.max; one.dispatchEvent(new Event('input')); }")
    assert page.locator(".film .now").count() >= 1
    page.select_option(".film select", label="4×")
    page.click("[data-key=play]")
    # At the end it stops by itself.
    page.wait_for_selector("[data-key=play][aria-label=Play]", timeout=PATIENCE)
    slider.evaluate("(one) => { one.value = 0; }")
    page.click("#count")
    wait_done(page)
    assert not page.is_visible(".film")
    page.click("#search")
    page.click("[data-key=play]")
    # It ends with its board.
    page.click("#clear")
    assert answer(page, "Draw a board")
    assert not page.is_visible(".film")


def test_a_sudoku_is_undone_shared_and_reloaded(server: str, open_page: Open) -> None:
    page = open_page(server, permissions=["clipboard-read", "clipboard-write"])
    page.click("#tab-sudoku")
    note = page.locator("#sudoku .answer")
    note.filter(has_text="Exactly one").wait_for(timeout=PATIENCE)
    page.focus("#sudoku svg")
    page.keyboard.press("4")
    typed = page.locator("#sudoku .typed")
    assert typed.all_text_contents() == ["4"]
    page.click("#undo")
    assert typed.count() == 0
    page.click("#redo")
    assert typed.all_text_contents() == ["4"]
    page.click("#share")
    # A verdict does not take the place of "Copied", nor "Copied" that of a verdict.
    message = page.locator("#sudoku .message")
    message.filter(has_text="Copied").wait_for(timeout=PATIENCE)
    note.filter(has_text="Exactly one").wait_for(timeout=PATIENCE)
    assert "Copied" in message.inner_text()
    other = open_page(page.evaluate("navigator.clipboard.readText()"))
    other.wait_for_selector("#sudoku .typed", state="attached", timeout=PATIENCE)
    page.reload()
    page.wait_for_selector("#sudoku .typed", state="attached", timeout=PATIENCE)
    # The drawn board has its own address.
    page.click("#tab-tiling")
    page.wait_for_selector("#projector", timeout=PATIENCE)
    assert "#" not in page.url


def test_a_nonogram_is_undone_shared_and_reloaded(server: str, open_page: Open) -> None:
    page = open_page(server)
    page.click("#tab-nonogram")
    page.locator("#nonogram .answer", has_text="solution").wait_for(timeout=PATIENCE)
    sides = page.locator("#nonogram textarea")
    before = sides.nth(0).input_value()
    sides.nth(0).fill("2\n1")
    sides.nth(1).fill("2\n1")
    page.click("#nonogram-solve")
    page.wait_for_selector("#nonogram svg.nonogram", timeout=PATIENCE)
    for button, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download(timeout=PATIENCE) as download:
            page.click(f"#nonogram .export >> text={button}")
        assert download.value.path().read_bytes().startswith(start)
    for _ in range(2):
        page.click("#undo")
    assert sides.nth(0).input_value() == before
    # The board of the other clues is gone.
    assert page.locator("#nonogram svg.nonogram").count() == 0
    for _ in range(2):
        page.click("#redo")
    page.reload()
    page.wait_for_function(
        "() => document.querySelector('#nonogram textarea')?.value === '2\\n1'", timeout=PATIENCE
    )


def test_a_puzzle_is_undone_shared_and_reloaded(server: str, open_page: Open) -> None:
    page = open_page(server)
    page.click("#tab-puzzles")
    page.wait_for_selector("#puzzle-name option", state="attached", timeout=PATIENCE)
    page.wait_for_function("() => location.hash.startsWith('#puzzles.')")
    page.fill("[data-setting=size]", "6")
    page.press("[data-setting=size]", "Enter")
    page.select_option("#puzzle-name", "langford")
    page.reload()
    page.wait_for_function("() => document.querySelector('#puzzle-name')?.value === 'langford'")
    page.goto(page.url.partition("#")[0])
    page.click("#tab-puzzles")
    page.wait_for_function("() => location.hash.startsWith('#puzzles.')")
    page.fill("[data-setting=size]", "6")
    page.press("[data-setting=size]", "Enter")
    page.select_option("#puzzle-name", "langford")
    page.click("#undo")
    assert page.input_value("#puzzle-name") == "queens"
    assert page.input_value("[data-setting=size]") == "6"
    page.click("#undo")
    assert page.input_value("[data-setting=size]") == "8"


@pytest.mark.parametrize(
    "link", ["sudoku.AAAA", "nonogram.WzFd", "puzzles.WyJ4Iix7fV0", "other.AA"]
)
def test_a_bad_link_of_a_tab(server: str, open_page: Open, link: str) -> None:
    page = open_page(f"{server}#{link}")
    page.locator("main", has_text="could not be read").wait_for(timeout=PATIENCE)
    if link.startswith("sudoku"):
        # The answer of the example is beside it, and a change can be undone.
        page.locator("#sudoku .answer", has_text="Exactly one").wait_for(timeout=PATIENCE)
        assert "could not be read" in page.inner_text("#sudoku .message")
        page.focus("#sudoku svg")
        page.keyboard.press("4")
        assert page.inner_text("#sudoku .message") == ""
        page.click("#undo")
        assert page.locator("#sudoku .typed").count() == 0


def test_a_photo_and_a_file_become_a_nonogram(server: str, open_page: Open) -> None:
    page = open_page(server)
    page.click("#tab-nonogram")
    # A dark disc on bright paper, darker towards one corner.
    png = page.evaluate(
        """async () => {
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [300, 240];
          const drawing = canvas.getContext("2d");
          const paper = drawing.createLinearGradient(0, 0, 300, 240);
          paper.addColorStop(0, "#fff");
          paper.addColorStop(1, "#bbb");
          drawing.fillStyle = paper;
          drawing.fillRect(0, 0, 300, 240);
          drawing.fillStyle = "#334";
          drawing.arc(150, 120, 90, 0, 7);
          drawing.fill();
          return canvas.toDataURL("image/png").split(",")[1];
        }"""
    )
    photo = {"name": "disc.png", "mimeType": "image/png", "buffer": base64.b64decode(png)}
    rows = page.locator("#nonogram textarea").first
    page.set_input_files("#nonogram-file", photo)
    page.wait_for_function(
        "() => document.querySelector('#nonogram textarea').value.split('\\n').length === 24"
    )
    lengths = rows.input_value().split("\n")
    assert lengths[:3] == ["0", "0", "0"]
    assert lengths[12] == "18"
    assert lengths[3:21] == lengths[3:21][::-1]
    # A smaller picture of the same photo.
    page.fill("#nonogram input[type=number]", "10")
    page.press("#nonogram input[type=number]", "Enter")
    page.wait_for_function(
        "() => document.querySelector('#nonogram textarea').value.split('\\n').length === 8"
    )
    text = b"width 2\nheight 2\n\nrows\n2\n1\n\ncolumns\n2\n1\n"
    page.set_input_files(
        "#nonogram-file", {"name": "a.non", "mimeType": "text/plain", "buffer": text}
    )
    page.locator("#nonogram .answer", has_text="Exactly one").wait_for(timeout=PATIENCE)
    assert rows.input_value() == "2\n1"
    bad = {"name": "a.png", "mimeType": "image/png", "buffer": b"no image"}
    page.set_input_files("#nonogram-file", bad)
    page.locator("#nonogram .answer", has_text="could not be read").wait_for(timeout=PATIENCE)


def test_a_count_brings_a_tiling_if_none_is_shown(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(4, 3, DOMINOES)}")
    wait_first(page)
    page.evaluate(
        """() => {
            const width = document.querySelector("#width");
            width.value = 6;
            width.dispatchEvent(new Event("change"));
            document.querySelector("#count").click();
        }"""
    )
    answer(page, "41")
    wait_first(page)
    wait_done(page)
    assert page.inner_text("#answer strong") == "41"


def test_the_reason_stays_when_more_is_asked(server: str, open_page: Open) -> None:
    page = open_page(server)
    page.click("#card-corners")
    reason = answer(page, "Color the board like a chessboard.")
    wait_done(page)
    for ask in ("#count", "#why", "#upto"):
        page.click(ask)
        wait_done(page)
        assert page.inner_text("#answer") == reason


def test_the_title_leads_to_the_examples_and_pieces_are_removed(
    server: str, open_page: Open
) -> None:
    page = open_page(f"{server}#{fragment(4, 3, DOMINOES)}")
    wait_first(page)
    page.click("#no-pieces")
    assert page.locator("#pieces li").count() == 0
    page.click("#undo")
    wait_first(page)
    page.click("#tab-sudoku")
    page.click("#home")
    assert page.is_visible("#cards")
    page.click("#card-dominoes")
    answer(page, "12,988,816")


def test_a_game_is_printed_and_drawn_whole(server: str, open_page: Open) -> None:
    page = open_page(server)
    page.click("#tab-nonogram")
    page.locator("#nonogram .answer", has_text="solution").wait_for(timeout=PATIENCE)
    page.click("#nonogram-play")
    cells = page.locator("#nonogram td[data-place]")
    cells.first.wait_for(timeout=PATIENCE)
    with page.expect_download() as download:
        page.click("#nonogram .export >> text=SVG")
    drawn = download.value.path().read_text(encoding="utf-8")
    assert drawn.count("<text") > 10
    page.emulate_media(media="print")
    assert page.locator("#nonogram td[data-place]:visible").count() == cells.count() == 36


def test_what_is_asked_before_the_host_is_there_is_answered(server: str, open_page: Open) -> None:
    page = open_page("about:blank")
    held: list[Any] = []
    page.route("**/host_http.js", lambda route: held.append(route))
    page.goto(server)
    page.click("#card-count")
    held[0].continue_()
    answer(page, "9,356")
