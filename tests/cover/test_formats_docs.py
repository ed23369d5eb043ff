"""The page on formats has every format; `test_examples.py` runs its examples."""

from __future__ import annotations

from pathlib import Path

from combien.cover.formats import FORMATS

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")


def test_the_page_has_every_format() -> None:
    for name, format_ in FORMATS.items():
        assert f'format="{name}"' in PAGE
        assert all(f"`{extension}`" in PAGE for extension in format_.extensions)
