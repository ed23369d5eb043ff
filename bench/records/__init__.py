"""Records: integer sequences of counts, models of their terms, and the terms that are known.

`RECORDS` has them by name.  `published.txt` has the terms of a copy of the OEIS, and `computed.txt`
those that `docs/records.md` lists: new ones, and the right ones where the published are wrong;
`runs.txt` has the lines that `python -m bench.records` printed.
"""

from __future__ import annotations

from bench.records import boards, dissections, graphs, packings, progressions, rectangles
from bench.records.record import Record

RECORDS: dict[str, Record] = {
    record.name: record
    for family in (boards, dissections, graphs, packings, progressions, rectangles)
    for record in family.RECORDS
}
