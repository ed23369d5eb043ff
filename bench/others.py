"""Write the tables of other programs in docs/comparison.md: `python bench/others.py FILE...`.

    python bench/run.py --suite counting --rounds 3 --seconds 8 --json counting.json
    python bench/others.py counting.json

A file is what `bench/run.py --json` wrote; its suite decides which table is replaced.  A table has
the fastest of the other programs for each instance, and one of our engines.
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


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="bench/others.py")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    page = PAGE.read_text(encoding="utf-8")
    for file in parser.parse_args().files:
        document = json.loads(file.read_text())
        page = rewritten(page, {document["suite"]: table(document)})
    PAGE.write_text(page, encoding="utf-8")
    return 0


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
