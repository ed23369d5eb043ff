"""Build the site: `nox -s docs`, or `python docs/build.py` where combien and its extra docs are.

The pages of the repository are copied to build/docs/pages with the same paths, so that links stay
valid.  Linked files that are not pages become pages: a source file is shown as code, the examples
are shown with their output, a folder of pages is listed.  Then zensical makes build/docs/site,
executes the code that draws, and fails on a broken link.

The page in WebAssembly (`nox -s site`) becomes a part of the site, and runs on the front pages in
place of its picture; without it, the picture stays.  COMBIEN_REPOSITORY is the address that the
header links to, if it is set.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import gallery
from links import links, target

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "docs" / "pages"
SITE = ROOT / "build" / "docs" / "site"
LANGUAGES = {".cmb": "cmb", ".cpp": "cpp", ".hpp": "cpp", ".py": "python"}
# Where the page in WebAssembly runs, in place of the picture that links to what it can do.
FRONT_PAGES = {"README.md": "play/", "docs/fr/README.md": "../../play/"}
# French pages, and what they translate.
TRANSLATIONS = {
    "docs/fr/README.md": "README.md",
    "docs/fr/enseigner.md": "docs/readers/teachers.md",
    "docs/fr/tutoriel.md": "docs/tutorial.md",
}
# What the theme does not translate.
FRENCH = {
    "Exact cover, tilings and the puzzles that reduce to them": (
        "Couverture exacte, pavages, et les casse-tête qui s'y ramènent"
    ),
    '"Light or dark as the system"': '"Clair ou sombre, comme le système"',
    '"Light"': '"Clair"',
    '"Dark"': '"Sombre"',
    '"Permanent link"': '"Lien permanent"',
    "Made with": "Fait avec",
}
CODE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
# Where French has a space that does not end a line.
UNBROKEN = re.compile(r" (?=[;:?!»](?![\w:\[-]))|(?<=«) |(?<=\d) (?=\d{3}\b)")
PICTURE_OF_THE_PAGE = re.compile(r"^\[(!\[.*|<img .*)\]\(\S*playground\.md\)$", re.MULTILINE)
ROW = re.compile(r"^\|.*\|$", re.MULTILINE)
BLOCK = re.compile(r'(<div class="[^"]*highlight)(">.*?</div>)', re.DOTALL)
OPTION = re.compile(r"<code>(?=-[^<]{1,24}</code>)")
# Of a section in the search index, in characters.
MOST_INDEXED = 110
# Of the classes of a page with a member of the same name.
MOST_CLASSES = 5
# Of the whole index, in bytes: a reader on a phone downloads it with the first search.
LARGEST_INDEX = 300_000
BOXES = re.compile("[\u2500-\u257f]")


def sources() -> list[Path]:
    """Return the pages of the repository."""
    return [*ROOT.glob("*.md"), *(ROOT / "bench").glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def lay_out(*, play: bool) -> None:
    """Write all pages to build/docs/pages, with a place to `play` on the front pages."""
    shutil.rmtree(PAGES, ignore_errors=True)
    for page in sources():
        text = dressed(page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8"), play)
        for link in sorted(set(links(text))):
            linked, _ = target(page, link)
            if linked.is_dir():
                write(linked / "README.md", listing(linked))
                text = text.replace(f"]({link})", f"]({link.rstrip('/')}/README.md)")
            elif linked.suffix in (".svg", ".png"):
                shutil.copy2(linked, placed(linked))
            elif linked.suffix != ".md" and linked != page:
                shown = linked.with_name(f"{linked.name}.md")
                title = f"# {linked.relative_to(ROOT)}"
                write(shown, f"---\nsearch:\n  exclude: true\n---\n\n{title}\n\n{fenced(linked)}")
                text = text.replace(f"]({link})", f"]({link}.md)")
        write(page, text)
    gallery.write(PAGES / "docs" / "gallery")


def dressed(name: str, text: str, play: bool) -> str:
    """Return a page with what only the site has: settings, the playground."""
    settings = ["language: fr"] if name in TRANSLATIONS else []
    if other := (TRANSLATIONS | {english: own for own, english in TRANSLATIONS.items()}).get(name):
        settings.append(f"translation: {address(other)}")
    if name in FRONT_PAGES:
        settings.append("hide: [navigation, toc, footer]")
    if play and name in FRONT_PAGES:
        place = f'<div class="play" data-play="{FRONT_PAGES[name]}" markdown>'
        text = PICTURE_OF_THE_PAGE.sub(rf"{place}\n\n\g<0>\n\n</div>", text)
    if name in TRANSLATIONS:
        text = spaced(text)
    text = ROW.sub(lambda row: CODE.sub(lambda code: code[0].replace("\\|", "|"), row[0]), text)
    text = text.replace("\n```python\n>>> ", "\n```pycon\n>>> ")
    return "\n".join(["---", *settings, "---", "", text]) if settings else text


def address(page: str) -> str:
    """Return where a page of the repository is on the site.

    >>> address("docs/fr/README.md")
    'docs/fr/index.html'
    """
    return re.sub(r"README\.html$", "index.html", page.removesuffix(".md") + ".html")


def spaced(text: str) -> str:
    """Return a French page with non-breaking spaces, except in code.

    >>> spaced("*Combien ?* `a ;` ; 46 976").split(" ")
    ['*Combien\\xa0?*', '`a', ';`\\xa0;', '46\\xa0976']
    """
    parts = CODE.split(text)
    parts[::2] = [UNBROKEN.sub("\u00a0", part) for part in parts[::2]]
    return "".join(parts)


def boxed(page: str) -> str:
    """Return a page of the site with the style that closes boxes, where code has lines of boxes.

    >>> boxed('<div class="highlight"><pre>┌┐</pre></div>')
    '<div class="highlight boxes"><pre>┌┐</pre></div>'
    """
    return BLOCK.sub(
        lambda block: block[1] + " boxes" * bool(BOXES.search(block[2])) + block[2], page
    )


def placed(path: Path) -> Path:
    """Return the path of a repository file among the pages; create its folder."""
    place = PAGES / path.relative_to(ROOT)
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def write(path: Path, text: str) -> None:
    """Write a page at the path of a repository file."""
    placed(path).write_text(text, encoding="utf-8")


def fenced(path: Path) -> str:
    """Return a file as a fenced code block."""
    text = path.read_text(encoding="utf-8")
    return f"````{LANGUAGES.get(path.suffix, 'text')}\n{text.rstrip()}\n````\n"


def listing(folder: Path) -> str:
    """Return the page of a folder: a list of its pages, or its examples with their output."""
    parts = [f"# {folder.name.capitalize()}\n"]
    for path in sorted(folder.iterdir()):
        answer = path.with_suffix(".expected")
        if path.suffix == ".md":
            (title,) = re.findall(r"\A# (.*)", path.read_text(encoding="utf-8"))
            parts.append(f"- [{title}]({path.name})")
        elif path.is_file() and path != answer:
            parts.append(f"\n## {path.name}\n\n{fenced(path)}")
            if answer.exists():
                parts.append(f"answers\n\n{fenced(answer)}")
    return "\n".join(parts) + "\n"


def trim(index: Path) -> None:
    """Shorten the search index, from 1.2 MB: of each section, the prose that it begins with.

    All other titles stay, so the names of the reference are found; members of classes have no
    text, and those that many classes of a page have are left out.
    """
    found = json.loads(index.read_text(encoding="utf-8"))
    members = Counter(member_of(section) for section in found["items"])
    found["items"] = [
        section
        for section in found["items"]
        if not member_of(section) or members[member_of(section)] <= MOST_CLASSES
    ]
    for section in found["items"]:
        section["text"] = "" if member_of(section) else first_words(plain(section["text"]))
        section["title"] = plain(section["title"])
        section["path"] = section["path"][-1:]
    index.write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")), "utf-8")


def member_of(section: dict[str, Any]) -> tuple[str, str] | None:
    """Return the page and the name of a member of a class in the reference."""
    page, _, place = section["location"].partition("#")
    in_reference = "/api/" in page and section["level"] > 3
    return (page, place.rpartition(".")[2]) if in_reference else None


def plain(markup: str) -> str:
    """Return the text of HTML without its code blocks and tables.

    >>> plain("<p>One &lt; <b>two</b></p><pre><code>x</code></pre>")
    'One < two'
    """
    prose = re.sub(r"<(pre|small|table)\b.*?</\1>", " ", markup, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<.*?>", " ", prose)).split())


def first_words(text: str) -> str:
    """Return the beginning of a text, up to the last word that fits."""
    return text if len(text) <= MOST_INDEXED else text[:MOST_INDEXED].rsplit(" ", 1)[0]


def translated(page: str) -> str:
    """Return a French page of the site with the words of the theme in French."""
    for english, french in FRENCH.items():
        page = page.replace(english, french)
    return page


def build(page: Path) -> int:
    """Build the site strictly; return the exit code."""
    play = (page / "index.html").is_file()
    if not play:
        print(f"no page in {page}: nox -s site builds it; the front pages show a picture")
    lay_out(play=play)
    # The paths where the code on the pages finds the examples and the drawing modules.
    paths = os.pathsep.join([str(ROOT / "docs"), os.environ.get("PYTHONPATH", "")])
    command = ["zensical", "build", "--clean", "--strict"]
    environment = os.environ | {"PYTHONPATH": paths}
    done = subprocess.run(
        command, check=False, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True
    )
    print(done.stderr, end="", file=sys.stderr)
    # zensical does not report failing code as a warning.
    if done.returncode or "markdown_exec" in done.stderr:
        return 1
    index = SITE / "search.json"
    trim(index)
    if index.stat().st_size > LARGEST_INDEX:
        print(f"{index} has more than {LARGEST_INDEX} bytes: index less", file=sys.stderr)
        return 1
    french = {SITE / address(name) for name in TRANSLATIONS}
    for path in SITE.rglob("*.html"):
        text = OPTION.sub('<code class="option">', boxed(path.read_text(encoding="utf-8")))
        path.write_text(translated(text) if path in french else text, encoding="utf-8")
    if play:
        shutil.copytree(page, SITE / "play")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the site.")
    parser.add_argument("--page", type=Path, default=ROOT / "dist", metavar="DIR")
    sys.exit(build(parser.parse_args().page))
