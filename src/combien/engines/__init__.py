"""Engines, which count, find and list solutions: their protocol, and those that are built in."""

from combien._base.lazy import lazy

_NAMES = {
    "combien.engines._check": "Checked check",
    "combien.engines._steps.dance": "Links",
    "combien.engines._search.estimate": "Estimate",
    "combien.engines._protocol": "Answer Count Engine Model Plan Walk milliseconds",
    "combien.engines._clauses.sat": "Sat",
    "combien.engines._search.searching": "Bits",
    "combien.engines._sweeps.frontier": "Frontier",
    "combien.engines._table": "ENGINES engine_named searcher_named",
    "combien.engines._steps.trace": "search_tree trace",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
