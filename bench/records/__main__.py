"""`python -m bench.records`: compute terms of integer sequences again, and compare them."""

from __future__ import annotations

import sys
import time
from itertools import islice
from pathlib import Path

import click

from bench.records import RECORDS
from bench.records.record import Record
from combien._base.checks import did_you_mean
from combien._cli._shared.declare import argument, command, option
from combien._cli._shared.groups import run
from combien._cli._shared.guard import Exit, guarded, print_message, print_text
from combien._cli._shared.options import CommonOptions, common_options
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import print_json
from combien.errors import BadInput


@command()
@argument("[SEQUENCE]", into="name")
@argument("[N]...", into="terms")
@option(
    "--first K",
    "Compute the first K terms, of all sequences if none is named.",
    type=click.IntRange(1),
)
@option("--reduced", "Count one solution of each class of symmetric ones, for some sequences.")
@option(
    "--folder FOLDER", "Keep each count as a run in a file there, which the same command continues."
)
@common_options()
def records(
    common: CommonOptions,
    name: str | None,
    terms: tuple[str, ...],
    first: int | None,
    reduced: bool,
    folder: str | None,
) -> Exit:
    """Compute terms of integer sequences again, and compare them with the known ones.

    Without a sequence, list them.  Without N, the terms are the new ones of docs/records.md; each
    is compared with the published term, or with the one that two engines have found.  The exit
    code is 70 if one differs.

    Examples
    --------
    python -m bench.records
    python -m bench.records A071103
    python -m bench.records A104433 5 6 --engine memo
    python -m bench.records A360804 6 --engine bits --reduced
    python -m bench.records A236829 --first 10
    """
    if name is None and first is None:
        return _list(as_json=common.json)
    if terms and first is not None:
        raise click.UsageError("--first and N were both given: omit one of them")
    if folder is not None and not Path(folder).is_dir():
        raise BadInput(f"--folder {folder}: this folder does not exist")
    rows: list[dict[str, object]] = []
    different = 0
    try:
        for record in RECORDS.values() if name is None else [_named(name)]:
            for n in _numbers(record, terms, first):
                before = time.process_time()
                with Bar() as bar:
                    found, work = record.term(
                        n,
                        engine=common.engine,
                        reduced=reduced,
                        folder=None if folder is None else Path(folder),
                        budget=common.budget,
                        report=bar,
                    )
                seconds = time.process_time() - before
                verdict = _verdict(record, n, found)
                different += verdict.startswith("DIFFERENT")
                by = f"{common.engine}{' reduced' * reduced}, {work}, {seconds:.1f} s of CPU"
                if common.json:
                    rows.append(
                        {"number": record.name, "n": n, "term": str(found), "verdict": verdict}
                    )
                else:
                    print_text(f"{record.name}({n}) = {found}  {verdict}; {by}\n")
    finally:
        # Also the terms before one that ran out of its budget.
        if common.json and rows:
            print_json({"terms": rows})
    if different:
        print_message(f"{different} of the terms are different")
    return Exit.DISAGREEMENT if different else Exit.ANSWERED


def _list(*, as_json: bool) -> Exit:
    if as_json:
        listed = [{"number": name, "title": record.title} for name, record in RECORDS.items()]
        print_json({"sequences": listed})
        return Exit.ANSWERED
    for record in RECORDS.values():
        print_text(f"{record.name}  {record.title}; {len(record.known)} terms are known\n")
    return Exit.ANSWERED


def _named(name: str) -> Record:
    record = RECORDS.get(name.upper())
    if record is None:
        hint = did_you_mean(name.upper(), RECORDS)
        raise BadInput(f"'{name}' is not one of the sequences that are listed{hint}")
    return record


def _numbers(record: Record, terms: tuple[str, ...], first: int | None) -> list[int]:
    if first is not None:
        return list(islice(sorted(record.known), first))
    for term in terms:
        if not (term.isascii() and term.isdigit() and len(term) < 5):
            raise BadInput(f"'{term[:40]}': expected the index of a term, as 9")
    return [int(term) for term in terms] or sorted(record.computed) or [record.next]


def _verdict(record: Record, n: int, found: int) -> str:
    if found == record.computed.get(n):
        return "as computed before"
    if found == record.published.get(n) and n not in record.computed:
        return "as published"
    return f"DIFFERENT FROM {record.known[n]}" if n in record.known else "new"


def main(words: list[str]) -> int:
    """Run the command; return its exit code."""
    return guarded(lambda: run(words, records, "python -m bench.records"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
