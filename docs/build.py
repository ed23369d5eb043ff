"""Build the site: `nox -s docs`, or `python docs/build.py` where combien and its extra docs are.

The pages of the repository are copied to build/docs/pages with the same paths, so that links stay
valid.  Linked files that are not pages become pages: a source file is shown as code, the examples
are shown with their output, a folder of pages is listed.  Then zensical makes build/docs/site,
executes the code that draws, and fails on a broken link.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from links import links, target

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "docs" / "pages"
LANGUAGES = {".py": "python", ".hpp": "cpp", ".cpp": "cpp"}


def sources() -> list[Path]:
    """Return the pages of the repository."""
    return [*ROOT.glob("*.md"), *(ROOT / "bench").glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def lay_out() -> None:
    """Write all pages to build/docs/pages."""
    shutil.rmtree(PAGES, ignore_errors=True)
    for page in sources():
        text = page.read_text(encoding="utf-8")
        for link in sorted(set(links(text))):
            linked, _ = target(page, link)
            if linked.is_dir():
                write(linked / "README.md", listing(linked))
                text = text.replace(f"]({link})", f"]({link.rstrip('/')}/README.md)")
            elif linked.suffix in (".svg", ".png"):
                shutil.copy2(linked, placed(linked))
            elif linked.suffix != ".md" and linked != page:
                shown = linked.with_name(f"{linked.name}.md")
                write(shown, f"# {linked.relative_to(ROOT)}\n\n{fenced(linked)}")
                text = text.replace(f"]({link})", f"]({link}.md)")
        write(page, text)


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


def build() -> int:
    """Build the site strictly; return the exit code."""
    lay_out()
    # The paths where the code on the pages finds the examples and the drawing modules.
    paths = os.pathsep.join([str(ROOT / "docs"), os.environ.get("PYTHONPATH", "")])
    command = ["zensical", "build", "--clean", "--strict"]
    environment = os.environ | {"PYTHONPATH": paths}
    done = subprocess.run(
        command, check=False, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True
    )
    print(done.stderr, end="", file=sys.stderr)
    # zensical does not report failing code as a warning.
    return done.returncode or int("markdown_exec" in done.stderr)


if __name__ == "__main__":
    sys.exit(build())
