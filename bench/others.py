"""Write the tables of other programs: `python bench/others.py FILE...`.

    python bench/run.py --suite counting --rounds 3 --seconds 8 --json counting.json
    python bench/others.py counting.json

A file is what `bench/run.py --json` wrote; its suite decides which tables are replaced.  Those of
docs/comparison.md have the fastest of the other programs for each instance, and one of our engines;
those of docs/compare.md a few instances, for some other programs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.comparison import PAGE, rewritten  # noqa: E402
from bench.peers import LISTS, PEERS  # noqa: E402
from bench.table import geometric_mean, result_text  # noqa: E402

# For each suite, pairs of the heading of a column and one of our programs.
COLUMNS = {
    "search": (("counted", "combien:bits"), ("listed", "combien:bits:list")),
    "counting": (("", "combien:auto"),),
    "diagrams": (("", "combien:zdd"),),
}

SHOWN = {"passagemath-combinat": "Sage"}
COMPARED = ROOT / "docs" / "compare.md"
# For each suite: the other programs and their heading, our engine, and instances with their names.
EXCERPTS: dict[str, tuple[str, tuple[str, ...], str, dict[str, str]]] = {
    "search": (
        "the best of xcover and miniexact",
        ("xcover", "miniexact"),
        "bits",
        {
            "pentominoes-6x10": "pentominoes 6x10, all 9356",
            "scott": "Scott's board, all 520",
            "queens-12": "queens 12, all 14200",
        },
    ),
    "counting": (
        "Graphillion",
        ("graphillion",),
        "auto",
        {
            "dominoes-16x16": "count dominoes 16x16",
            "camel": "count the tilings of the great camel",
        },
    ),
    "diagrams": (
        "Graphillion",
        ("graphillion",),
        "zdd",
        {"dominoes-16x16": "diagram of dominoes 16x16"},
    ),
}


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="bench/others.py")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    for file in parser.parse_args().files:
        document = json.loads(file.read_text())
        for page, made in ((PAGE, table), (COMPARED, excerpt)):
            text = rewritten(page.read_text("utf-8"), {document["suite"]: made(document)})
            page.write_text(text, encoding="utf-8")
    return 0


def excerpt(document: Mapping[str, Any]) -> str:
    """Return the table of one saved run for docs/compare.md."""
    heading, others, engine, instances = EXCERPTS[document["suite"]]
    ours = f"combien {document['machine']['programs']['combien']}, `{engine}`"
    lines = [["instance", heading, ours], ["---", "---:", "---:"]]
    for name, words in instances.items():
        row = document["results"][name]
        peers = [
            result
            for program, result in row.items()
            if program.split(":")[0] in others and not program.endswith(":list") and "cpu" in result
        ]
        best = min(peers, key=lambda result: float(result["cpu"]))
        lines.append([words, result_text(best), result_text(row[f"combien:{engine}"])])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def table(document: Mapping[str, Any]) -> str:
    """Return the table of one saved run."""
    columns, limit = COLUMNS[document["suite"]], document["limits"]["seconds"]
    head = ["instance"]
    for heading, program in columns:
        name = program.split(":")[1]
        said = f", {heading}" if heading else ""
        head += [f"the best other{said}", f"`{name}`{said}", "ratio"]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    ratios: list[list[float]] = [[] for _ in columns]
    for instance, row in document["results"].items():
        line = [instance]
        for (_, program), known in zip(columns, ratios, strict=True):
            ours = row[program]
            name, other = _best(row, listed=program.endswith(":list"))
            line += [f"{result_text(other)} ({name})" if name else f"> {limit}", result_text(ours)]
            if "cpu" not in ours:
                line.append("")
            elif name:
                known.append(other["cpu"] / ours["cpu"])
                line.append(f"{known[-1]:.1f}")
            else:
                line.append(f"> {limit / ours['cpu']:.0f}")
        lines.append(line)
    last = ["geometric mean where both answered"]
    for known in ratios:
        last += ["", "", f"{geometric_mean(known):.1f}"]
    return "\n".join(f"| {' | '.join(line)} |" for line in [*lines, last])


def _best(row: Mapping[str, Any], *, listed: bool) -> tuple[str, Mapping[str, Any]]:
    """Return the fastest peer and its result; empty if none answered."""
    peers = {name: row[name] for name in row if name in PEERS and (name in LISTS or not listed)}
    answered = {name: result for name, result in peers.items() if "cpu" in result}
    if not answered:
        return "", {}
    name = min(answered, key=lambda each: float(answered[each]["cpu"]))
    short = name.split(":")[0]
    return SHOWN.get(short, short), answered[name]


if __name__ == "__main__":
    sys.exit(main())
