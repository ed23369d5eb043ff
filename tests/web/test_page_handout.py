"""The handout of the page: what is printed follows from the board, or was found."""

from __future__ import annotations

from typing import Any

import pytest

from combien.web._reading import code_of
from tests.web.conftest import Open
from tests.web.pages import DOMINOES, answer, count, fragment, wait_first


def test_a_handout_is_printed(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(4, 3, DOMINOES)}")
    wait_first(page)
    page.evaluate("window.print = () => { window.printed = document.querySelector('#sheet'); }")
    page.click("#export summary")
    page.click("#handout")
    page.wait_for_function("() => window.printed")
    page.emulate_media(media="print")
    assert page.locator("#sheet section").count() == 2
    # As many as cover the board.
    assert page.locator("#sheet figcaption").all_inner_texts() == ["domino"] * 6
    assert page.inner_text("#sheet h1") == "Fill the board with these pieces"
    assert page.inner_text("#sheet .head p:last-child") == "Pieces may be turned and flipped."
    # A cell of the board is as wide as one of the piece.
    board, piece = (page.locator(f"#sheet {part}").first.bounding_box() for part in ("img", "svg"))
    assert board is not None
    assert piece is not None
    assert abs(board["width"] / 4.2 - piece["width"] / 2.1) < 0.1
    assert not page.is_visible("header")
    # Others cannot open the address of this server.
    assert page.locator("#sheet .code").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#sheet").count() == 0


def printed(page: Any) -> dict[str, Any]:
    """Ask for a handout; return what is on it."""
    page.evaluate("window.print = () => { window.printed = document.querySelector('#sheet'); }")
    if not page.is_visible("#handout"):
        page.click("#export summary")
    page.click("#handout")
    page.wait_for_function("() => window.printed")
    page.emulate_media(media="print")
    sheet = page.locator("#sheet")
    found = {
        "title": sheet.locator("h1").inner_text(),
        "text": sheet.locator(".head p:last-child").inner_text(),
        "pieces": sheet.locator("figcaption").all_inner_texts(),
        "pages": sheet.locator("section").count(),
        "answer": " ".join(sheet.locator("section:nth-child(2)").all_inner_texts()),
        "images": sheet.locator("section:nth-child(2) img").count(),
    }
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.evaluate("window.printed = null")
    page.emulate_media(media="screen")
    return found


CORNERS = "0" + "1" * 62 + "0"


@pytest.mark.parametrize("locale", ["en-US", "fr-FR"])
def test_a_handout_of_a_board_without_a_tiling_asks_why(
    server: str, open_page: Open, locale: str
) -> None:
    page = open_page(f"{server}#{fragment(8, 8, DOMINOES, cells=CORNERS)}", locale=locale)
    answer(page, "30")  # Black or white cells.
    sheet = printed(page)
    assert len(sheet["pieces"]) == 31
    if locale == "en-US":
        assert sheet["title"] == "Can the board be filled with these pieces? Why?"
        assert sheet["answer"].startswith("Why it cannot be filled")
        assert sheet["answer"].endswith(
            ("30 black and 32 white ones.", "32 black and 30 white ones.")
        )
    else:
        assert sheet["title"] == "Peut-on remplir le plateau avec ces pièces\u202f? Pourquoi\u202f?"
        assert sheet["answer"].startswith("Pourquoi c’est impossible")
    assert "One answer" not in sheet["answer"]
    assert "way" not in sheet["text"]
    assert (sheet["pages"], sheet["images"]) == (2, 1)


def test_a_handout_has_the_number_of_tilings_if_it_is_known(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(4, 3, DOMINOES)}")
    wait_first(page)
    assert "ways" not in printed(page)["text"]
    count(page)
    sheet = printed(page)
    assert (
        "11 ways to fill the board (those that are turned or mirrored count, too)." in sheet["text"]
    )
    assert sheet["answer"].startswith("One answer")
    page.goto(f"{server}#{fragment(2, 1, DOMINOES)}")
    page.reload()
    wait_first(page)
    count(page)
    assert printed(page)["text"].endswith("1 way to fill the board.")


def test_a_handout_states_the_rules(server: str, open_page: Open) -> None:
    pieces: list[list[Any]] = [
        ["L", "*./**", "any", "rotations"],
        ["I", "**", "2-4", "all"],
        ["o", "*", 0, "none"],
    ]
    board = "1" * 7 + "2" * 2
    page = open_page(
        f"{server}#{fragment(3, 3, pieces, cells=board, pins=[(1, [(0, 0), (1, 0)])])}"
    )
    wait_first(page)
    sheet = printed(page)
    # Of nine cells: an L beside two dominoes, or four dominoes, of which one is on the board.
    assert sheet["pieces"] == ["L, do not flip"] + ["I, at least 1"] * 3
    assert sheet["text"] == (
        "Cells with a dot may stay empty. You need not use all pieces. The pieces on the board "
        "stay there. Pieces may be turned and flipped, except where they say otherwise."
    )


def test_a_handout_with_a_pinned_piece_says_what_may_be_left_over(
    server: str, open_page: Open
) -> None:
    """One of two copies is pinned; three fit, so that one of the other two is enough."""
    board = fragment(3, 1, [["o", "*", "2-3", "all"]], cells="222", pins=[(0, [(0, 0)])])
    page = open_page(f"{server}#{board}")
    wait_first(page)
    sheet = printed(page)
    assert sheet["pieces"] == ["o, at least 1"] * 2
    assert "You need not use all pieces." in sheet["text"]


def test_many_copies_are_a_number(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(16, 16, DOMINOES)}")
    wait_first(page)
    assert printed(page)["pieces"] == ["domino, 128 times"]


def test_a_handout_has_the_code_of_its_address(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(4, 3, DOMINOES)}")
    wait_first(page)
    page.evaluate(
        "document.querySelector('meta[name=\"combien-public\"]').content = 'https://example.org/'"
    )
    page.evaluate("window.print = () => { window.printed = document.querySelector('#sheet'); }")
    page.click("#export summary")
    page.click("#handout")
    page.wait_for_function("() => window.printed")
    page.emulate_media(media="print")
    code = page.locator("#sheet .code")
    box = code.bounding_box()
    assert box is not None
    assert box["width"] > 88
    rows = code_of("https://example.org/#" + page.url.partition("#")[2])
    black = ((x, y) for y, row in enumerate(rows) for x, bit in enumerate(row) if bit == "1")
    expected = "".join(f"M{x} {y}h1v1h-1z" for x, y in black)
    assert code.locator("path").get_attribute("d") == expected


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (1024, 768)])
def test_the_handout_is_in_sight(server: str, open_page: Open, size: tuple[int, int]) -> None:
    page = open_page(server)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.click("#card-count")
    answer(page, "9,356")
    page.click("#export summary")
    box = page.locator("#handout").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < size[1]
