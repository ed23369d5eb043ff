"""Short files that programs read in different ways, and what is stored for the quick tests.

`cases.toml` has the files; `stored/` has files of all writers and the answers of all readers.
"""

from __future__ import annotations

import json
import subprocess
import tomllib
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.peers import judging
from tests.peers.judging import File
from tests.peers.programs import OURS, PROGRAMS
from tests.programs import DEBIAN, MORE_DEBIAN, ROOT

HERE = Path(__file__).parent
STORED = HERE / "stored"
PAGE = ROOT / "docs" / "other-programs.md"
CASES: list[dict[str, Any]] = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))["case"]
# The models of the stored files, which have as much as possible.
SEEDS = (1282, 17982, 37448)
HEADS = {"mps": "MPS", "lp": "LP", "opb": "OPB", "wcnf": "WCNF", "xml": "XCSP3"}


def meaning(case: dict[str, Any], answer: Any) -> str:
    """What an answer shows of how a program reads a case."""
    if isinstance(answer, str):
        plain = {"refused": "refuses", "crashed": "crashes"}
        return str(case["means"].get(answer) or plain[answer.partition(":")[0]])
    optimum = f"{answer['best']:g}" if isinstance(answer["best"], float) else answer["best"]
    means = case["means"]
    found = means.get(f"count {answer.get('count')}") or means.get(optimum)
    return str(found or f"finds {optimum}")


def asked(names: Sequence[str]) -> dict[str, dict[str, str]]:
    """How these programs read the cases: the meaning, by the title and the program."""
    with TemporaryDirectory() as folder:
        files = []
        for at, case in enumerate(CASES):
            path = Path(folder) / f"{at}.{case['format']}"
            path.write_text(case["text"].lstrip("\n"))
            files.append(File("", case["format"], "", at, path))
        judging.read(files, names)
    return {
        case["title"]: {name: meaning(case, found) for name, found in file.answers.items()}
        for case, file in zip(CASES, files, strict=True)
    }


def version_of(name: str) -> str:
    """The version of a program, of PyPI or Debian."""
    package = PROGRAMS[name].needs.split()[0]
    if package not in MORE_DEBIAN and package not in DEBIAN:
        return version(package)
    query = ["dpkg-query", "-W", "-f", "${Version}", package]
    return subprocess.run(query, capture_output=True, text=True, check=True).stdout


def store(names: Sequence[str]) -> None:
    """Renew the tables of the page, and what is stored of these programs; the files if all do."""
    if set(names) == set(PROGRAMS):
        files = judging.written(SEEDS, names, " ".join(judging.KINDS), STORED)
        judging.read(files, names)
        judging.save(files, STORED)
        for source in STORED.glob("*.source.mps"):
            source.unlink()
    known, now = stored(), asked(names)
    known["versions"] |= {name: version_of(name) for name in names if name != OURS}
    before = {title: known["cases"].get(title, {}) for title in now}
    known["cases"] = {title: before[title] | row for title, row in now.items()}
    (STORED / "cases.json").write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n")
    page = PAGE.read_text("utf-8")
    begin, end = page.index("Seen with"), page.index("## Writing")
    PAGE.write_text(page[:begin] + tables() + page[end:])


def stored() -> dict[str, Any]:
    """The versions of programs, and how they read the cases."""
    known: dict[str, Any] = json.loads((STORED / "cases.json").read_text("utf-8"))
    return known


def tables() -> str:
    """The tables of the documentation, in Markdown."""
    known = stored()["cases"]
    seen = {PROGRAMS[name].needs.split()[0]: one for name, one in stored()["versions"].items()}
    text = f"Seen with {', '.join(map(' '.join, seen.items()))}.\n\n"
    for format, head in HEADS.items():
        chosen = [case for case in CASES if case["format"] == format]
        names = list(known[chosen[0]["title"]])
        names = [*names[1:], OURS]
        text += f"| {head} | {' | '.join(names)} |\n" + "|---" * (len(names) + 1) + "|\n"
        for case in chosen:
            cells = [known[case["title"]][name] for name in names]
            text += f"| {' | '.join([case['title'], *cells])} |\n"
        text += "\n"
    return text
