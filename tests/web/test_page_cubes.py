"""Boxes of cubes on the page, in Debian's Chromium."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from combien.geometry import Region
from combien.tilings import PackingProblem, Tile, TilingProblem, catalogue, xmpuzzle
from tests.web.conftest import Open
from tests.web.pages import (
    PATIENCE,
    answer,
    areas,
    at,
    begin,
    count,
    drag,
    wait_done,
    wait_first,
    wait_ready,
)

BLOCK = ["b", "**", "any", "rotations"]
# The corner of a cell in a picture of layers with these sides (lattice.js).
BETWEEN, CAPTION = 0.7, 0.9


def box(width: int, height: int, depth: int, *, cells: str = "", piece: Any = BLOCK) -> str:
    """The end of a link."""
    packed = json.dumps([width, height, cells, [piece], [], "cubes", depth])
    return "3." + base64.urlsafe_b64encode(packed.encode()).decode().rstrip("=")


def spot(x: int, y: int, layer: int) -> tuple[float, float]:
    """Where a cell of 2x2x2 is, in the picture."""
    return x + layer * (2 + BETWEEN), y + CAPTION


def solid(page: Any) -> str:
    return str(page.locator("#solid svg").evaluate("(one) => one.innerHTML"))


@pytest.mark.parametrize("host", ["server", "site"])
def test_a_cube_is_built_counted_and_shared(
    host: str, request: pytest.FixtureRequest, open_page: Open
) -> None:
    page = open_page(request.getfixturevalue(host))
    wait_ready(page)
    page.click("#own-cubes")
    assert areas(page) == "27 cells, 27 in pieces"
    wait_first(page)
    assert page.locator("#canvas .layer").all_text_contents() == ["Layer 1", "Layer 2", "Layer 3"]
    assert count(page) == "11,520"
    page.click("#next")
    answer(page, "number 1")
    # The pieces on the layers, and what is seen of them on the solid.
    names = set(page.locator("#canvas .piece title").all_text_contents())
    assert names == set("VLTZABP")
    assert set(page.locator("#solid title").all_text_contents()) <= names
    assert len(set(page.locator("#solid title").all_text_contents())) > 3
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    wait_first(page)
    assert page.input_value("#lattice") == "cubes"
    assert page.input_value("#depth") == "3"


def test_layers_are_drawn_with_the_mouse(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{box(2, 2, 2)}")
    wait_first(page)
    # From a cell of the first layer into the second one: the stroke stays in its layer.
    drag(page, spot(0, 0, 0), spot(1, 0, 1))  # type: ignore[arg-type]
    assert areas(page).startswith("6 cells")
    page.get_by_text("Rectangle", exact=True).click()
    drag(page, spot(0, 0, 1), spot(1, 1, 1))  # type: ignore[arg-type]
    assert areas(page).startswith("2 cells")
    page.click("#undo")
    page.click("#undo")
    assert areas(page).startswith("8 cells")
    page.click("#redo")
    assert areas(page).startswith("6 cells")
    page.fill("#depth", "3")
    page.press("#depth", "Enter")
    assert areas(page).startswith("10 cells")
    # The answer about this board would take the place of the message.
    wait_done(page)
    page.fill("#depth", "13")
    page.press("#depth", "Enter")
    answer(page, "from 1 to 12")
    assert page.input_value("#depth") == "3"
    page.click("#undo")
    page.click("#undo")
    wait_first(page)
    assert count(page) == "9"
    page.click("#upto")
    answer(page, "2")
    page.get_by_text("Pin", exact=True).click()
    page.mouse.click(*at(page, *spot(0, 0, 1)))
    page.wait_for_selector("#canvas .pinned", state="attached", timeout=PATIENCE)
    wait_first(page)
    assert count(page) in ("2", "3")
    page.click("#search")
    page.wait_for_selector(".tree .node", state="attached", timeout=PATIENCE)
    page.select_option("#axis", label="↑")
    page.click("#unpin")
    page.click("#sequence")
    answer(page, "1, 9, 121")


def test_the_keyboard_goes_from_layer_to_layer(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{box(2, 2, 2, cells='1' * 7 + '0')}")
    wait_ready(page)
    page.focus("#canvas svg")
    speech = page.locator("#canvas [aria-live]")
    for key, said in (
        ("PageDown", "layer 2, row 1, column 1: cell"),
        ("ArrowDown", "layer 2, row 2, column 1: cell"),
        ("ArrowRight", "layer 2, row 2, column 2: empty"),
        ("Space", "layer 2, row 2, column 2: cell"),
        ("PageUp", "layer 1, row 2, column 2: cell"),
        ("ArrowDown", "layer 2, row 1, column 2: cell"),
    ):
        page.keyboard.press(key)
        assert speech.inner_text().split(":")[0].lower() == said.split(":")[0]
    assert areas(page).startswith("8 cells")


def test_the_solid_turns_and_opens(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{box(2, 2, 2)}")
    wait_first(page)
    seen = [solid(page)]
    page.focus("#solid svg")
    page.keyboard.press("ArrowLeft")
    seen.append(solid(page))
    page.click("#solid [data-key=turn-right]")
    assert solid(page) == seen[0]
    middle = page.locator("#solid svg").bounding_box()
    x, y = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 30, steps=2)
    page.mouse.up()
    seen.append(solid(page))
    # After the button is up, the pointer turns nothing.
    page.mouse.move(x, y)
    assert solid(page) == seen[-1]
    page.fill("#solid input", "1")
    seen.append(solid(page))
    assert len(set(seen)) == len(seen)
    # Layers show their tops when they are apart.
    assert page.locator("#solid title").count() == 16


def test_a_piece_is_seen_from_all_sides_and_turned(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{box(1, 1, 2, piece=['b', '**', 1, 'none'])}")
    answer(page, "ways to fill the board")
    page.click("#pieces button")
    assert page.locator(".card svg").count() == 1
    page.focus(".card svg")
    page.keyboard.press("ArrowLeft")
    turned = page.locator(".card svg").inner_html()
    # Lying along x, then standing.
    page.click("[data-key=turn-piece]")
    assert page.evaluate("document.activeElement.dataset.key") == "turn-piece"
    page.click("[data-key=tip-piece]")
    assert page.locator(".card svg").inner_html() != turned
    page.keyboard.press("Escape")
    wait_first(page)
    page.click("#undo")
    answer(page, "0")
    page.click("#draw-piece")
    for place in (0, 16):
        page.locator("#piece-canvas .cell").nth(place).click(force=True)
    page.click("#piece-add")
    page.locator("#pieces li").nth(1).wait_for()
    assert areas(page) == "2 cells, but the pieces have 4"


def test_a_box_in_another_page(server: str, open_page: Open) -> None:
    page = open_page(server)
    wait_ready(page)
    link = page.evaluate(
        "import('./embed.js').then((embed) => embed.fragmentOf('**/**|*', 'dicubes'))"
    )
    page.evaluate("link => { location.hash = link; }", link)
    page.locator("#areas", has_text="5 cells").wait_for(timeout=PATIENCE)
    assert page.input_value("#depth") == "2"


def test_why_a_box_cannot_be_filled(server: str, open_page: Open) -> None:
    holed = "0" + "1" * 24 + "0" + "1"
    page = open_page(f"{server}#{box(3, 3, 3, cells=holed)}")
    answer(page, "the board has 25")
    page.goto("about:blank")
    # Two cells of one color are missing from 2x2x2.
    page.goto(f"{server}#{box(2, 2, 2, cells='01101111')}")
    text = answer(page, "ways to fill the board")
    assert text.startswith("0")
    assert page.is_visible("#why")


def files(page: Any, *data: bytes) -> None:
    (content,) = data
    file = {"name": "a.xmpuzzle", "mimeType": "application/octet-stream", "buffer": content}
    page.set_input_files("#file", file)


TWO = xmpuzzle.write(
    {
        "cube": TilingProblem(Region.box(3, 3, 3), catalogue.soma()),
        "bars": TilingProblem(
            Region.box(2, 2, 2),
            [Tile(Region.box(2, 1, 1), symmetries="rotations", times=(2, 4), name="bar")],
        ),
    }
)


def test_the_problems_of_a_file_keep_their_order(
    server: str, open_page: Open, tmp_path: Path
) -> None:
    """Also where a name is a number, or two are equal in what the menu shows."""
    cube = TilingProblem(
        Region.box(2, 2, 2), [Tile(Region.box(2, 1, 1), symmetries="rotations", times="any")]
    )
    names = ["2", "1", "x" * 41, "x" * 42]
    page = open_page(server)
    wait_ready(page)
    files(page, xmpuzzle.write(dict.fromkeys(names, cube)))
    answer(page, "The other problems of the file")
    shown = page.locator("#presets option").all_inner_texts()
    assert shown[1:5] == ["2", "1", "x" * 40, "x" * 40]


def test_a_file_of_burrtools(server: str, open_page: Open, tmp_path: Path) -> None:
    page = open_page(server)
    wait_ready(page)
    files(page, TWO)
    page.locator("#areas", has_text="27 cells, 27 in pieces").wait_for(timeout=PATIENCE)
    wait_first(page)
    answer(page, "The other problems of the file")
    page.select_option("#presets", "bars")
    wait_first(page)
    assert page.locator("#pieces button").inner_text().split() == ["bar", "2–4"]
    assert count(page) == "9"
    # The same by dropping it.
    page.evaluate(
        """([bytes]) => {
          const dropped = new DataTransfer();
          dropped.items.add(new File([Uint8Array.from(bytes)], "b.xmpuzzle"));
          const event = { dataTransfer: dropped, bubbles: true, cancelable: true };
          document.querySelector("#canvas").dispatchEvent(new DragEvent("drop", event));
        }""",
        [list(TWO)],
    )
    page.locator("#areas", has_text="27 cells, 27 in pieces").wait_for(timeout=PATIENCE)
    wait_first(page)
    page.click("#export summary")
    with page.expect_download() as waiting:
        page.click("#save-xmpuzzle")
    saved = tmp_path / "saved.xmpuzzle"
    waiting.value.save_as(saved)
    (again,) = xmpuzzle.read(saved.read_bytes()).values()
    assert len(again.board) == 27
    with page.expect_download() as waiting:
        page.click("#save-svg")
    drawing = Path(waiting.value.path()).read_text(encoding="utf-8")
    assert drawing.count("<svg") == 2
    assert ">Layer 3<" in drawing
    for shown, hidden in (("#save-xmpuzzle", "#handout"), ("#print", "#leave")):
        assert page.is_visible(shown)
        assert not page.is_visible(hidden)


def test_a_file_or_link_that_is_refused(server: str, open_page: Open) -> None:
    page = open_page(server)
    wait_ready(page)
    board = Region.box(3, 1, 1)
    bars = [Tile(Region.box(2, 1, 1), symmetries="rotations", times="any")]
    loose = PackingProblem(TilingProblem(board, bars), optional=board, holes=(0, 1))
    for data, reason in (
        (bytes(50_000), "at most 45 kB"),
        (b"no puzzle", "No puzzle of BurrTools could be read"),
        (xmpuzzle.write(loose), "limits the number of empty cells"),
    ):
        files(page, data)
        answer(page, reason)
    for bad in (box(13, 2, 2), box(2, 2, 0), box(2, 2, 2, cells="0")):
        page.goto("about:blank")
        page.goto(f"{server}#{bad}")
        answer(page, "could not be read")
        assert areas(page) == "60 cells, 60 in pieces"


def test_projected_and_on_a_phone(server: str, open_page: Open) -> None:
    wide = open_page(f"{server}#{box(2, 2, 2)}", viewport={"width": 1920, "height": 1080})
    wait_first(wide)
    wide.keyboard.press("f")
    answer(wide, "9")
    assert wide.is_visible("#solid svg")
    boxes = [wide.locator(f"{one} svg").bounding_box() for one in ("#canvas", "#solid")]
    assert all(one["height"] > 400 for one in boxes)
    phone = open_page(
        f"{server}#{box(2, 2, 2)}", viewport={"width": 390, "height": 844}, reduced_motion="reduce"
    )
    wait_first(phone)
    wait_done(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    # The answer and the main button are in sight.
    assert phone.locator("#count").bounding_box()["y"] < 800
    assert phone.evaluate("document.getAnimations().length") == 0


@pytest.mark.needs("axe-playwright-python")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-US", "fr-FR"])
def test_accessible(server: str, open_page: Open, locale: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_page(server, locale=locale, color_scheme=scheme, bypass_csp=True)
    begin(page)
    page.select_option("#lattice", "cubes")
    wait_first(page)
    page.click("#export summary")
    page.click("#pieces button")
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:150]) for one in found] == []
