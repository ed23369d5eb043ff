"""The page in a browser, as a person uses it."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any

from tests.web.asking import Cells

READY = "#host[data-status=ready], #host[data-status=local]"
# The machines that run these tests are shared, and the solver in WebAssembly loads for seconds.
PATIENCE = 90_000

DOMINOES = [["domino", "**", "any", "all"]]


def fragment(
    width: int,
    height: int,
    pieces: Sequence[Sequence[Any]],
    *,
    cells: str = "",
    pins: list[tuple[int, Cells]] | None = None,
) -> str:
    """The end of a link, as the page writes it."""
    flat = [[piece, [at for cell in held for at in cell]] for piece, held in pins or []]
    packed = json.dumps([width, height, cells, pieces, flat], separators=(",", ":"))
    return "1." + base64.urlsafe_b64encode(packed.encode()).decode().rstrip("=")


# A count that goes on for hours.
LONG = fragment(30, 30, [["L", "***/*..", "any", "all"], ["T", "***/.*.", "any", "all"]])


def wait_ready(page: Any) -> None:
    """Wait until the page can answer."""
    page.wait_for_selector(READY, timeout=PATIENCE)


def begin(page: Any) -> None:
    """Go from the examples to the board that is drawn on."""
    page.click("#own-board")


def wait_done(page: Any) -> None:
    """Wait until no question is asked."""
    page.wait_for_selector("body:not([data-busy])", timeout=PATIENCE)


def wait_first(page: Any) -> None:
    """Wait until a tiling is shown."""
    page.wait_for_selector("#canvas .piece", timeout=PATIENCE, state="attached")


def answer(page: Any, text: str) -> str:
    """Wait until the answer contains a text, and return it."""
    page.locator("#answer", has_text=text).wait_for(timeout=PATIENCE)
    return str(page.inner_text("#answer"))


def count(page: Any) -> str:
    """Ask how many, and return the number as it is shown."""
    page.click("#count")
    wait_done(page)
    return str(page.inner_text("#answer strong"))


def at(page: Any, x: float, y: float, grid: str = "#canvas svg") -> tuple[float, float]:
    """Where the middle of a cell of a grid is on the screen."""
    place = page.evaluate(
        """([grid, x, y]) => {
            const svg = document.querySelector(grid);
            const at = new DOMPoint(x + .5, y + .5).matrixTransform(svg.getScreenCTM());
            return [at.x, at.y];
        }""",
        [grid, x, y],
    )
    return place[0], place[1]


def drag(
    page: Any, start: tuple[int, int], end: tuple[int, int], grid: str = "#canvas svg"
) -> None:
    """Draw on a grid with the mouse, from a cell to another one."""
    page.mouse.move(*at(page, *start, grid))
    page.mouse.down()
    page.mouse.move(*at(page, *end, grid), steps=3)
    page.mouse.up()


def areas(page: Any) -> str:
    """The line below the board."""
    return str(page.inner_text("#areas"))
