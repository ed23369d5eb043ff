"""The page is true: every session in docs/formats.md says what Python answers."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from combien.cover.formats import FORMATS

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```pycon\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("session", SESSIONS, ids=range(len(SESSIONS)))
def test_the_page_is_true(session: str) -> None:
    test = doctest.DocTestParser().get_doctest(session, {}, "docs/formats.md", None, 0)
    said: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert results.attempted
    assert not results.failed, "".join(said)


def test_the_page_has_every_format() -> None:
    assert len(SESSIONS) >= 6
    for name, format_ in FORMATS.items():
        assert f'format="{name}"' in PAGE
        assert all(f"`{extension}`" in PAGE for extension in format_.extensions)
