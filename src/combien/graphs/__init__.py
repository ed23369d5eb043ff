"""Families of subgraphs: paths, cycles, trees, degrees; sets of vertices, and colorings.

>>> from combien import graphs
>>> graphs.paths(graphs.grid(4, 4), (0, 0), (3, 3)).count()
184
"""

from combien._base.lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.graphs._graph import grid as grid
    from combien.graphs._subgraphs import Subgraphs as Subgraphs
    from combien.graphs._subgraphs import (
        connected_spanning_subgraphs as connected_spanning_subgraphs,
    )
    from combien.graphs._subgraphs import connected_subgraphs as connected_subgraphs
    from combien.graphs._subgraphs import connecting as connecting
    from combien.graphs._subgraphs import cycles as cycles
    from combien.graphs._subgraphs import forests as forests
    from combien.graphs._subgraphs import hamiltonian_cycles as hamiltonian_cycles
    from combien.graphs._subgraphs import hamiltonian_paths as hamiltonian_paths
    from combien.graphs._subgraphs import matchings as matchings
    from combien.graphs._subgraphs import paths as paths
    from combien.graphs._subgraphs import spanning_trees as spanning_trees
    from combien.graphs._subgraphs import trees as trees
    from combien.graphs._subgraphs import with_degrees as with_degrees
    from combien.graphs._vertex_sets import cliques as cliques
    from combien.graphs._vertex_sets import colorings as colorings
    from combien.graphs._vertex_sets import dominating_sets as dominating_sets
    from combien.graphs._vertex_sets import independent_sets as independent_sets
    from combien.graphs._vertex_sets import vertex_covers as vertex_covers
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
