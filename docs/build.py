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
from pathlib import Path

import gallery
from links import links, target

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "docs" / "pages"
SITE = ROOT / "build" / "docs" / "site"
LANGUAGES = {".cmb": "cmb", ".cpp": "cpp", ".hpp": "cpp", ".py": "python"}
# Where the page in WebAssembly runs, in place of the picture that links to what it can do.
FRONT_PAGES = {"README.md": "play/", "docs/fr/README.md": "../../play/"}
PICTURE_OF_THE_PAGE = re.compile(r"^\[(!\[.*|<img .*)\]\(\S*playground\.md\)$", re.MULTILINE)
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Of a section in the search index, in characters.
MOST_INDEXED = 200
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
    """Return a page with what only the site has: settings, the playground, closed boxes."""
    settings = []
    if name.startswith("docs/fr/"):
        settings.append("language: fr")
    if name in FRONT_PAGES:
        settings.append("hide: [navigation, toc]")
    if play and name in FRONT_PAGES:
        place = f'<div class="play" data-play="{FRONT_PAGES[name]}" markdown>'
        text = PICTURE_OF_THE_PAGE.sub(rf"{place}\n\n\g<0>\n\n</div>", text)
    text = FENCE.sub(lambda found: boxed(*found.group(0, 1, 2)), text)
    return "\n".join(["---", *settings, "---", "", text]) if settings else text


def boxed(fence: str, language: str, code: str) -> str:
    """Return a fenced block; with the style that closes its boxes, if they are drawn by lines.

    >>> print(boxed("", "text", "┌┐\\n"))
    ``` { .text .boxes }
    ┌┐
    ```
    """
    return f"``` {{ .{language} .boxes }}\n{code}```" if BOXES.search(code) else fence


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

    All titles stay, so all names of the reference are found; members of classes have no text.
    """
    found = json.loads(index.read_text(encoding="utf-8"))
    for section in found["items"]:
        member = "/api/" in section["location"] and section["level"] > 3
        section["title"] = plain(section["title"])
        section["text"] = "" if member else first_words(plain(section["text"]))
        section["path"] = section["path"][-1:]
    index.write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")), "utf-8")


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
    # The theme looks for one below the address of each language.
    shutil.copy2(SITE / "sitemap.xml", SITE / "docs" / "fr")
    if play:
        shutil.copytree(page, SITE / "play")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the site.")
    parser.add_argument("--page", type=Path, default=ROOT / "dist", metavar="DIR")
    sys.exit(build(parser.parse_args().page))
