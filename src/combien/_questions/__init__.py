"""The questions that can be asked about any model, with any engine.

count          the number of solutions                              ask
solve          one solution                                         ask
first          one solution, with counters                          ask
solutions      an iterator over all solutions                       ask, iterator
answer         a count or a list, with engine, work and status      ask
exists         whether there is a solution                          searches
explain        why there is no solution, in words and drawn         explanation
best           the cheapest solutions                               cheapest
family         all solutions as a family of sets                    distribution
orbits         the number of solutions up to symmetry, by symmetry  up_to
group_of       the symmetry group of a model                        up_to
Symmetric      the symmetric solutions, as a model                  up_to
marginals      the number of solutions that contain each option     distribution
heat_map       how often each tile covers each cell                 heat
sample         uniformly random solutions                           distribution
count_by_size  the number of solutions of each size                 distribution
count_by       the number of solutions by options of each kind      distribution
count_by_total the number of solutions for each total of numbers   distribution
estimate       an estimate of the size of the search                searches
shares         the search split into parts                          searches
Prepared       many searches of one problem                         prepared
certificate    a text from which another program checks a count     certificates
"""

from combien._base.lazy import lazy

_NAMES = {
    "combien._questions.ask": "answer count first solutions solve",
    "combien._questions.certificates": "certificate",
    "combien._questions.cheapest": "Best Priced best relaxation",
    "combien._questions.distribution": """
        count_by count_by_size count_by_total family marginals sample
    """,
    "combien._questions.explanation": "Explanation explain",
    "combien._questions.heat": "HeatMap heat_map",
    "combien._questions.iterator": "Solutions",
    "combien._questions.prepared": "Prepared",
    "combien._questions.searches": "estimate exists shares",
    "combien._questions.up_to": "Orbits Symmetric SymmetryClass UpTo group_of orbits",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
