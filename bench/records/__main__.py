"""Compute a term of a sequence, or check published ones.

python -m bench.records A360804 9 --engine bits --folder /tmp/runs
python -m bench.records A360804 9 --engine memo --reduced
python -m bench.records --check 7 --engine frontier        the first seven terms of each
python -m bench.records --list
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from bench.records import boards, dissections, graphs, packings, progressions, rectangles
from bench.records.pages import write_pages
from bench.records.record import Record

RECORDS: dict[str, Record] = {
    record.name: record
    for family in (boards, dissections, graphs, packings, progressions, rectangles)
    for record in family.RECORDS
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.records", description=__doc__)
    parser.add_argument("name", nargs="?", help="the sequence, as in A360804")
    parser.add_argument("n", nargs="*", type=int, help="the terms (default: the next one)")
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--reduced", action="store_true", help="use the parts by symmetry")
    parser.add_argument("--folder", type=Path, help="keep the runs in files here")
    parser.add_argument("--check", type=int, metavar="K", help="compare the first K published")
    parser.add_argument("--pages", action="store_true", help="write docs/records and its table")
    parser.add_argument("--list", action="store_true", help="list the sequences")
    given = parser.parse_args()
    if given.pages:
        write_pages(RECORDS)
        return
    chosen = [RECORDS[given.name]] if given.name else list(RECORDS.values())
    for record in chosen:
        if given.list:
            print(f"{record.name}  {record.title}; next is a({record.next})")
            continue
        if given.check is not None:
            terms = list(range(record.next))[record.offset :][: given.check]
        else:
            terms = given.n or [record.next]
        for n in terms:
            before = time.process_time()
            found, work = record.term(
                n, engine=given.engine, reduced=given.reduced, folder=given.folder
            )
            seconds = time.process_time() - before
            note = "new"
            if n < record.next:
                known = record.published[n - record.offset]
                wrong = "erratum, published" if n in record.errata else "DIFFERENT FROM"
                note = "as published" if found == known else f"{wrong} {known}"
            print(
                f"{record.name}({n}) = {found}  {note}; {given.engine}"
                f"{' reduced' * given.reduced}, {work}, {seconds:.1f} s of CPU",
                flush=True,
            )


if __name__ == "__main__":
    main()
