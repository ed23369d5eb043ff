"""The pages of the repository: no link is broken, and the site has every page.

Their examples run in `test_examples.py`; `nox -s docs` builds them.
"""

from __future__ import annotations

import doctest
import importlib.util
import io
import json
import pkgutil
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import click
import pytest

import combien
from combien._cli._shared.groups import combien_command
from combien._cli.main import main
from combien.geometry import free
from combien.language import parse, run_script
from combien.plane import classify
from combien.puzzles._queens import Queens
from tests.loading import loaded
from tests.loops import for_each
from tests.programs import WEBSITE

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "bench").glob("*.md"), *(ROOT / "docs").rglob("*.md")]
NAVIGATION = re.findall(r"^ +- [^:]+: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
# Made when the site is built, from the files of a folder.
LISTINGS = {"docs/decisions/README.md": "docs/decisions", "examples/README.md": "examples"}


links = loaded("docs/links.py")
gallery = loaded("docs/gallery.py")
# The reference: a page for each package.
API = sorted((ROOT / "docs" / "api").glob("*.md"))
REFERENCE = "\n".join(page.read_text(encoding="utf-8") for page in API)


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


@pytest.mark.parametrize("name", ["links", "gallery", "build"])
def test_the_examples_of_the_modules(name: str, drawing: Callable[[str], ModuleType]) -> None:
    failed, tried = doctest.testmod(drawing(name))
    assert (failed, tried > 0) == (0, True)


def test_the_front_pages_have_a_place_to_play(drawing: Callable[[str], ModuleType]) -> None:
    build = drawing("build")
    for name in build.FRONT_PAGES:
        text = (ROOT / name).read_text(encoding="utf-8")
        assert build.dressed(name, text, play=True).count("data-play") == 1
        assert "data-play" not in build.dressed(name, text, play=False)


def test_a_french_page_and_the_page_that_it_translates_lead_to_each_other(
    drawing: Callable[[str], ModuleType],
) -> None:
    build = drawing("build")
    assert {ROOT / name for name in build.TRANSLATIONS} == set((ROOT / "docs" / "fr").glob("*.md"))
    for own, english in build.TRANSLATIONS.items():
        french, translated = (build.dressed(name, "", play=False) for name in (own, english))
        assert f"language: fr\ntranslation: {build.address(english)}\n" in french
        assert f"translation: {build.address(own)}\n" in translated
        assert "language" not in translated
    assert build.dressed("docs/lattices.md", "text", play=False) == "text"


# A page of the site, where its switch leads, and its first tab.
SWITCHES = [
    ("index.html", "docs/fr/index.html", "Home"),
    ("docs/tutorial.html", "docs/fr/tutoriel.html", "Home"),
    ("docs/readers/teachers.html", "docs/fr/enseigner.html", "Home"),
    ("docs/lattices.html", "docs/fr/index.html", "Home"),
    ("docs/fr/index.html", "index.html", "Accueil"),
    ("docs/fr/tutoriel.html", "docs/tutorial.html", "Accueil"),
    ("docs/fr/enseigner.html", "docs/readers/teachers.html", "Accueil"),
]


@pytest.mark.needs("docs")
@pytest.mark.parametrize(("name", "other", "first"), SWITCHES)
def test_the_switch_of_languages(name: str, other: str, first: str) -> None:
    page = (WEBSITE / name).read_text(encoding="utf-8")
    french = first == "Accueil"
    assert f'<html lang="{"fr" if french else "en"}"' in page
    switch = re.search(r'href="(\S+)" rel="alternate" hreflang="(\w+)"', page)
    assert switch is not None
    assert (WEBSITE / name).parent.joinpath(switch[1]).resolve() == WEBSITE / other
    assert switch[2] == ("en" if french else "fr")
    tabs = re.findall(r'class="md-tabs__link">\s*(.*?)\s*</a>', page)
    assert tabs[0] == first
    assert ("Reference" in tabs) != french
    assert ("Made with" in page) != french


def test_a_bar_in_code_in_a_table_has_no_backslash(drawing: Callable[[str], ModuleType]) -> None:
    text = "| `a \\|\\| b` | c \\| d |\n\n`e \\| f`"
    shown = "| `a || b` | c \\| d |\n\n`e \\| f`"
    assert drawing("build").dressed("docs/language.md", text, play=False) == shown


def test_a_session_is_not_shown_as_a_program(drawing: Callable[[str], ModuleType]) -> None:
    text = "a\n```python\n>>> 1\n1\n```\n```python\n2\n```"
    shown = "a\n```pycon\n>>> 1\n1\n```\n```python\n2\n```"
    assert drawing("build").dressed("docs/lattices.md", text, play=False) == shown


def test_the_search_index_keeps_every_title(
    tmp_path: Path, drawing: Callable[[str], ModuleType]
) -> None:
    index = tmp_path / "search.json"
    titles = ["tile <small><code>property</code></small>", "Tiles"]
    places = ["docs/api/tilings.html#combien.Tile.name", "docs/tutorial.html#tiles"]
    sections = [
        {"title": title, "location": at, "level": 4, "text": "<p>word</p>" * 99, "path": ["a", "b"]}
        for title, at in zip(titles, places, strict=True)
    ]
    index.write_text(json.dumps({"items": sections}), encoding="utf-8")
    build = drawing("build")
    build.trim(index)
    member, section = json.loads(index.read_text(encoding="utf-8"))["items"]
    assert (member["title"], member["text"], member["path"]) == ("tile", "", ["b"])
    assert set(section["text"].split()) == {"word"}
    assert len(section["text"]) <= build.MOST_INDEXED


@for_each(PAGES)
def test_no_link_is_broken(page: Path) -> None:
    assert broken(page) == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A b\n[a](#a-b) [b](page.md#c) [c](none.md) `[d](none.md)` [e](http://e)\n")
    assert broken(page) == ["page.md#c", "none.md"]


def test_every_page_is_found_from_the_first_one() -> None:
    """Link by link; a folder that is linked is all that is in it."""
    waiting, found = [ROOT / "README.md"], set[Path]()
    while waiting:
        page = waiting.pop()
        if page not in found:
            found.add(page)
            for link in links.links(page.read_text(encoding="utf-8")):
                linked, _ = links.target(page, link)
                waiting += linked.glob("*.md") if linked.is_dir() else []
                waiting += [linked] if linked.suffix == ".md" else []
    assert [place(page) for page in PAGES if page not in found] == []


def test_engineers_find_what_is_for_large_problems() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    (row,) = re.findall(r"^\| solve large problems \|.*$", index, re.MULTILINE)
    engineers = (ROOT / "docs" / "readers" / "engineers.md").read_text(encoding="utf-8")
    pages = re.findall(r"\]\(([\w/-]+\.md)", row)
    assert len(pages) > 6
    assert [page for page in pages if f"](../{page}" not in engineers] == []


def test_the_site_has_every_page() -> None:
    listed = [ROOT / folder for folder in LISTINGS.values()]
    own = {place(page) for page in PAGES if page.parent not in listed}
    assert {entry for entry in NAVIGATION if entry not in LISTINGS} == own
    assert len(set(NAVIGATION)) == len(NAVIGATION)
    assert any("](examples)" in page.read_text(encoding="utf-8") for page in PAGES)


@pytest.mark.parametrize("name", gallery.PICTURES)
def test_a_program_of_the_gallery_prints_its_picture(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(gallery.program(name), name, "exec"), {})
    drawn = gallery.picture(name)
    assert capsys.readouterr().out == drawn + "\n"
    assert len(list(ElementTree.fromstring(drawn).iter())) > 3


def test_the_caption_of_the_heptominoes_counts_them() -> None:
    found = Counter(
        verdict.group.symbol if verdict.group else verdict.heesch
        for verdict in map(classify, free(7))
    )
    assert found == {"p1": 41, "p2": 60, "pgg": 3, 1: 2, 0: 1, None: 1}
    caption, _ = gallery.PICTURES["heptominoes"]
    assert "41 tile by translations, 2 do not, 60 by half turns, 3 by glide reflections" in caption


@pytest.mark.parametrize(
    ("command", "picture"),
    [
        ("solve examples/scott.cmb", "docs/scott.svg"),
        ("solve examples/camel.cmb --seed 3 --color-by piece", "docs/camel.svg"),
        ("solve docs/theme/logo.cmb --color-by touch", "docs/theme/logo.svg"),
        ("plane hat --most-coronas 3", "docs/hats.svg"),
    ],
)
def test_a_picture_of_the_repository_is_what_its_command_writes(
    command: str, picture: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = tmp_path / "written.svg"
    monkeypatch.chdir(ROOT)
    # The hat is unknown.
    assert main([*command.split(), "--svg", str(written)]) in (0, 20)
    assert (ROOT / picture).read_bytes() == written.read_bytes()


def test_a_diagram_is_drawn_node_by_node() -> None:
    family = combien.Family([[0], [1], [2], [0, 1, 2]])
    drawn = loaded("docs/figures.py").diagram(family)
    ElementTree.fromstring(drawn)
    # The nodes and one leaf; a line to where an element is taken, dashes where it is left out.
    assert drawn.count("<circle") == family.nodes + 1
    assert drawn.count("<path") - drawn.count("dasharray") == family.nodes
    assert drawn.count("dasharray") == 3  # All but that of the last element, which leads nowhere.


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """What loads a module of figures, which finds `figures` beside it."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    return lambda name: loaded(f"docs/{name}.py")


def dominoes(width: int, height: int) -> combien.TilingProblem:
    domino = combien.Tile("**", symmetries="all", times="any")
    return combien.TilingProblem(combien.Region.box(width, height), [domino])


def test_the_links_are_drawn_as_they_are(drawing: Callable[[str], ModuleType]) -> None:
    paper = combien.Problem.from_options(["acd", "bc", "abd", "ad", "b"], primary="abcd")
    whole, covered = (drawing("figure_links").network(paper, covered=of) for of in ([], [2]))
    entries = sum(len(paper.indices(option)) for option in range(paper.option_count))
    assert [figure.count("<circle") for figure in (whole, covered)] == [entries, entries]
    # Options 0 and 1 are hidden in three other rings, each with a line that leads past; the fourth
    # leads past the head.
    assert [figure.count("stroke-dasharray") for figure in (whole, covered)] == [0, 3]
    assert [len(re.findall(r"M[\d. ]+C", figure)) for figure in (whole, covered)] == [0, 4]


def test_conflicts_of_options_are_drawn_bit_by_bit(drawing: Callable[[str], ModuleType]) -> None:
    sets = drawing("figure_bits")
    drawn = sets.conflicts(Queens(4).problem(), taken=[1])
    red = drawn.count(f'fill="{sets.TAKEN}" stroke')
    # Six squares are not attacked from the second.
    assert (drawn.count("<rect"), red) == (16 * 16, 16 - 6)


def test_the_sweep_is_drawn_state_by_state(drawing: Callable[[str], ModuleType]) -> None:
    model = dominoes(4, 3)
    sweeping = drawing("figure_sweep")
    told = sweeping.layers(model)
    assert {ways for ways, _ in told[-1].values()} == {combien.count(model)}
    drawn = sweeping.sweep(model)
    assert drawn.count("<rect") == 12 * sum(map(len, told))
    assert drawn.count("<path") == sum(len(to) for layer in told for _, to in layer.values())


@pytest.mark.parametrize(("width", "height"), [(4, 3), (4, 4), (5, 4), (3, 3)])
def test_the_signs_of_a_pfaffian(
    drawing: Callable[[str], ModuleType], width: int, height: int
) -> None:
    boards = drawing("figure_boards")
    edges = boards.oriented(width, height)
    squares = [(x, y) for x in range(width - 1) for y in range(height - 1)]
    assert all(boards.clockwise(edges, x, y) % 2 for x, y in squares)
    assert boards.determinant(edges) == combien.count(dominoes(width, height)) ** 2
    assert boards.signs(width, height).count("<path") == len(edges)


def test_placements_that_are_alike_have_one_color(drawing: Callable[[str], ModuleType]) -> None:
    numbers = drawing("figure_boards").orbits(dominoes(4, 4))
    assert [numbers.count(number) for number in range(5)] == [8, 4, 8, 4, 0]


def test_a_share_of_all_tilings_is_drawn(drawing: Callable[[str], ModuleType]) -> None:
    drawn = drawing("figure_boards").often(dominoes(2, 2))
    assert re.findall(r">(\d+)</text>", drawn) == ["50", "50", "50", "50"]


def test_the_race_has_a_bar_for_each_engine_that_ran(drawing: Callable[[str], ModuleType]) -> None:
    answer = combien.answer(Queens(8))
    assert answer.plan is not None
    ran = [entry for entry in answer.plan.parts[0].entries if entry.spent]
    assert drawing("figure_race").race(answer, title="x").count("<rect") == len(ran) > 0


SCRIPT = re.compile(r"^```cmb\n(.*?)^```\n(.*?)^```text\n(.*?)^```$", re.M | re.S)


@pytest.mark.parametrize("name", ["tutorial.md", "fr/tutoriel.md"])
def test_the_script_of_a_tutorial(name: str) -> None:
    found = SCRIPT.search((ROOT / "docs" / name).read_text(encoding="utf-8"))
    assert found is not None
    out = io.StringIO()
    run_script(parse(found[1]), out=out, err=io.StringIO())
    assert out.getvalue().rstrip() == found[3].rstrip()


def test_the_page_about_the_command_line_has_every_command() -> None:
    commands = loaded("docs/commands.py")
    known = list(commands.commands(commands.combien_command))
    assert ("count",) in known
    assert ("puzzle", "latin") in known
    page = commands.page()
    assert all(f"## {' '.join(['combien', *words])}\n" in page for words in known)


def test_the_manual_page_has_the_options_of_every_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs")
    page = loaded("docs/man.py").page()
    known = [
        " ".join(["combien", *words])
        for words in loaded("docs/commands.py").commands(combien_command)
    ]
    titles = re.findall(r'^\.SH "(.*)"$', page, re.MULTILINE)
    assert [title.replace("\\-", "-") for title in titles] == [name.upper() for name in known]
    assert page.count(r"\-\-help") >= len(known)
    assert f'"combien {combien.__version__}"' in page
    assert page.isascii()


def test_the_manual_page_needs_no_core(tmp_path: Path) -> None:
    for part, unwanted in (("docs", "*.md"), ("src", "_native*")):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns(unwanted))
    shutil.copy(ROOT / "CHANGELOG.md", tmp_path)
    # Besides the sources, click alone is found.
    shutil.copytree(Path(click.__file__).parent, tmp_path / "src" / "click")
    command = [sys.executable, "-I", "-S", str(tmp_path / "docs" / "man.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert r"\-\-seconds" in done.stdout


@pytest.mark.needs("mandoc")
def test_the_manual_page_is_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs")
    (tmp_path / "combien.1").write_text(loaded("docs/man.py").page())
    command = ["mandoc", "-T", "lint", "-W", "style", str(tmp_path / "combien.1")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)


def test_the_reference_has_every_public_name() -> None:
    aliases = re.findall(r"^\| `combien\.(\w+)` \|", REFERENCE, re.M)
    documented = [*re.findall(r"^::: combien\.(\w+)$", REFERENCE, re.M), *aliases]
    assert sorted(documented) == sorted(combien.__all__)


@pytest.mark.parametrize("page", API, ids=place)
def test_the_reference_has_every_public_name_of_a_package(page: Path) -> None:
    if page.stem in ("README", "combien"):
        return
    package = importlib.import_module(f"combien.{page.stem}")
    for name in package.__all__:
        shared = getattr(combien, name, None) is getattr(package, name)
        assert re.search(rf"combien\.({page.stem}\.)?{name}(`|$)", REFERENCE, re.M), name
        assert shared or f"combien.{page.stem}.{name}" in page.read_text(encoding="utf-8"), name


def test_the_reference_names_existing_objects() -> None:
    names = re.findall(r"^::: ([\w.]+)$", REFERENCE, re.M)
    assert len(set(names)) == len(names)
    assert [name for name in names if pkgutil.resolve_name(name).__doc__ is None] == []
