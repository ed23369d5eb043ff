"""The groups of pieces of a BurrTools file, which need not be separated from each other.

A shape of a problem has a `group` for all its pieces, or `<group group="1" count="2"/>` elements
for some of them; group 0 is none.  The first group counts for all pieces of the shape.
"""

from __future__ import annotations

from combien.cover.formats._xml_tree import parsed
from combien.errors import BadFormat
from combien.tilings.xmpuzzle import _unpacked

__all__ = ["groups_in"]

_MOST = 999_999_999


def groups_in(data: bytes) -> list[dict[int, int]]:
    """Return the groups of each problem in a file that `xmpuzzle.read` accepts, by tile number.

    >>> shapes = b'<shapes><shape id="3" count="0"/><shape id="1" count="1" group="2"/></shapes>'
    >>> groups_in(b'<puzzle><problems><problem>%s</problem></problems></puzzle>' % shapes)
    [{0: 2}]
    """
    found = []
    for problem in parsed(_unpacked(data)).one("problems").all("problem"):
        groups: dict[int, int] = {}
        number = 0
        for use in problem.one("shapes").all("shape"):
            if "count" in use.attributes or "max" not in use.attributes:
                used = use.number("count", most=_MOST, default=1)
            else:
                used = use.number("max", most=_MOST)
            if not used:
                continue
            group = use.number("group", most=_MOST, default=0)
            for part in use.all("group"):
                group = group or part.number("group", most=_MOST, default=0)
            if group:
                groups[number] = group
            number += 1
        found.append(groups)
    if not found:
        raise BadFormat("the file has no problem")
    return found
