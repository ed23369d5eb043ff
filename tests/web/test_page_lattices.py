"""Boards of hexagons and triangles on the page, in Debian's Chromium."""

from __future__ import annotations

import pytest

from tests.web.conftest import Open
from tests.web.pages import areas, begin, count, wait_first, wait_ready


@pytest.mark.parametrize(
    ("example", "cells", "tilings"), [("⬢ 7 × 4", 28, "18"), ("△ 6 × 6", 72, "624")]
)
def test_an_example_is_counted_and_shared(
    server: str, open_page: Open, example: str, cells: int, tilings: str
) -> None:
    page = open_page(server)
    wait_ready(page)
    begin(page)
    page.select_option("#presets", example)
    assert areas(page) == f"{cells} cells, {cells} in pieces"
    wait_first(page)
    assert count(page) == tilings
    link = page.url
    lattice = page.input_value("#lattice")
    page.goto("about:blank")
    page.goto(link)
    wait_ready(page)
    assert page.input_value("#lattice") == lattice
    assert areas(page) == f"{cells} cells, {cells} in pieces"


def test_a_cell_is_drawn_and_a_piece_is_added(server: str, open_page: Open) -> None:
    page = open_page(server)
    wait_ready(page)
    begin(page)
    page.select_option("#lattice", "hexagons")
    page.locator("#canvas .cell").first.click(force=True)
    assert areas(page) == "47 cells; pieces as often as needed"
    page.click("#draw-piece")
    for place in (7, 8):
        page.locator("#piece-canvas .cell").nth(place).click(force=True)
    page.click("#piece-add")
    page.locator("#pieces li").nth(3).wait_for()
    wait_first(page)
