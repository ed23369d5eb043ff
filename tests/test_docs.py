"""The pages of the repository hang together: no broken link, no page that the site forgets.

That their examples run is for `test_examples.py`; that they can be built, for `nox -s docs`.
"""

from __future__ import annotations

import doctest
import importlib.util
import re
from pathlib import Path

import pytest

import combien

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "bench").glob("*.md"), *(ROOT / "docs").rglob("*.md")]
NAVIGATION = re.findall(r"^ +- [^:]+: (\S+)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
# Made when the site is built, from the files of a folder.
LISTINGS = {"docs/decisions/README.md": "docs/decisions", "examples/README.md": "examples"}

_spec = importlib.util.spec_from_file_location("links", ROOT / "docs" / "links.py")
assert _spec is not None
assert _spec.loader is not None
links = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(links)


def place(path: Path) -> str:
    return str(path.relative_to(ROOT))


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for link in links.links(page.read_text(encoding="utf-8")):
        linked, anchor = links.target(page, link)
        if not linked.exists() or (
            anchor and anchor not in links.anchors(linked.read_text(encoding="utf-8"))
        ):
            found.append(link)
    return found


def test_the_examples_of_the_links() -> None:
    assert doctest.testmod(links).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=map(place, PAGES))
def test_no_link_is_broken(page: Path) -> None:
    assert broken(page) == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A b\n[a](#a-b) [b](page.md#c) [c](none.md) `[d](none.md)` [e](http://e)\n")
    assert broken(page) == ["page.md#c", "none.md"]


def test_the_site_has_every_page() -> None:
    listed = [ROOT / folder for folder in LISTINGS.values()]
    own = {place(page) for page in PAGES if page.parent not in listed}
    assert {entry for entry in NAVIGATION if entry not in LISTINGS} == own
    assert len(set(NAVIGATION)) == len(NAVIGATION)
    assert any("](examples)" in page.read_text(encoding="utf-8") for page in PAGES)


def test_the_page_about_python_has_every_public_name() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^::: combien\.(\w+)$", page, re.M)) == combien.__all__
