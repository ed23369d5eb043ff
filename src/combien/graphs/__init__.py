"""Families of subgraphs: paths, cycles, trees, degrees; sets of vertices, and colorings.

>>> from combien import graphs
>>> graphs.paths(graphs.grid(4, 4), (0, 0), (3, 3)).count()
184
"""

from combien._base.lazy import lazy

_NAMES = {
    "combien.graphs._graph": "grid",
    "combien.graphs._subgraphs": """
        Subgraphs connected_spanning_subgraphs connected_subgraphs connecting cycles
        forests hamiltonian_cycles hamiltonian_paths matchings paths spanning_trees trees
        with_degrees
    """,
    "combien.graphs._vertex_sets": """
        cliques colorings dominating_sets independent_sets vertex_covers
    """,
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
