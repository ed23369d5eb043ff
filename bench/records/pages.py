"""Write the b-files and the table of docs/records.md, from the lines that the runs printed.

python -m bench.records.pages
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.records import RECORDS
from bench.records.record import Record

__all__ = ["COMPUTED", "PAGE", "RUNS", "Run", "b_file", "read_runs", "tables", "terms"]

RUNS = Path(__file__).with_name("runs.txt")
ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "records.md"
COMPUTED = Path(__file__).with_name("computed.txt")

_LINE = re.compile(
    r"(?P<name>A\d+)\((?P<n>\d+)\) = (?P<term>\d+)  (?P<note>.*); (?P<engine>\w+)"
    r"(?P<reduced> reduced)?, (?P<work>[\d,]* ?[\w ]*), (?P<seconds>[\d.]+) s of CPU"
)


@dataclass(frozen=True, slots=True)
class Run:
    """A computed term: the line that `python -m bench.records` printed."""

    name: str
    n: int
    term: int
    engine: str
    reduced: bool
    work: str
    seconds: float


def read_runs(path: Path) -> list[Run]:
    """Return the runs of a file, one a line.  Raises `ValueError` for any other line."""
    runs = []
    for line in path.read_text(encoding="utf-8").splitlines():
        found = _LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"not a run: {line}")
        runs.append(
            Run(
                found["name"],
                int(found["n"]),
                int(found["term"]),
                found["engine"],
                found["reduced"] is not None,
                found["work"].strip(),
                float(found["seconds"]),
            )
        )
    return runs


def computed(record: Record, runs: Iterable[Run]) -> dict[int, list[Run]]:
    """Return the runs of new terms and of errata, by index.

    Raises `ValueError` where two runs of a term disagree, or fewer than two engines ran.
    """
    terms: dict[int, list[Run]] = {}
    for run in runs:
        if run.name == record.name and (run.n >= record.next or run.n in record.errata):
            terms.setdefault(run.n, []).append(run)
    for n, found in terms.items():
        if len({run.term for run in found}) > 1 or len({run.engine for run in found}) < 2:
            raise ValueError(f"{record.name}({n}) is not confirmed by two engines")
    return dict(sorted(terms.items()))


def b_file(record: Record, runs: Iterable[Run]) -> str:
    """Return the b-file: terms without a gap, published or computed."""
    found = computed(record, runs)
    known = record.published
    lines = []
    for n in range(record.offset, max([*known, *found]) + 1):
        if n not in found and (n in record.errata or n not in known):
            break
        lines.append(f"{n} {found[n][0].term if n in found else known[n]}\n")
    return "".join(lines)


def engines(runs: Iterable[Run]) -> str:
    return "; ".join(
        f"`{run.engine}`{' reduced' * run.reduced} {run.work}, {run.seconds:.1f} s" for run in runs
    )


def tables(records: Mapping[str, Record], runs: list[Run]) -> str:
    """Return the tables of the new terms and of the errata, in Markdown.

    Where several terms of a sequence are new, the greatest is shown, with its runs.
    """
    new = [
        "| sequence | counts | new | greatest new term | its runs: engine, work, CPU time |",
        "|---|---|---|---|---|",
    ]
    wrong = ["| sequence | n | published | by definition | engines |", "|---|---|---|---|---|"]
    for name, record in sorted(records.items()):
        link = f"[{name}](https://oeis.org/{name})"
        found = computed(record, runs)
        fresh = [n for n in found if n >= record.next]
        if fresh:
            great = max(fresh, key=lambda n: found[n][0].term)
            span = str(fresh[0]) if len(fresh) == 1 else f"{fresh[0]} to {fresh[-1]}"
            new.append(
                f"| {link} | {record.title} | [{span}](records/b{name[1:]}.txt) "
                f"| a({great}) = {found[great][0].term} | {engines(found[great])} |"
            )
        for n in record.errata:
            if n in found:
                stored = record.published[n]
                used = ", ".join(f"`{run.engine}`" for run in found[n])
                wrong.append(f"| {link} | {n} | {stored} | {found[n][0].term} | {used} |")
    return "\n".join([*new, "", "## Errata", "", *wrong]) + "\n"


def terms(records: Mapping[str, Record], runs: list[Run]) -> str:
    """Return the computed terms, as `computed.txt` has them."""
    found = {name: computed(record, runs) for name, record in sorted(records.items())}
    return "".join(
        f"{name} {n}: {of_n[0].term}\n"
        for name, terms in found.items()
        for n, of_n in terms.items()
    )


def write_pages(records: Mapping[str, Record]) -> None:
    """Write the b-files, the computed terms, and the tables into the page, between its markers."""
    runs = read_runs(RUNS)
    COMPUTED.write_text(terms(records, runs), encoding="utf-8")
    for name, record in records.items():
        if computed(record, runs):
            place = PAGE.with_suffix("") / f"b{name[1:]}.txt"
            place.write_text(b_file(record, runs), encoding="utf-8")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition("<!-- tables -->\n")
    _, _, after = rest.partition("<!-- end of tables -->\n")
    text = f"{before}<!-- tables -->\n{tables(records, runs)}<!-- end of tables -->\n{after}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages(RECORDS)
