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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien._questions.ask import answer as answer
    from combien._questions.ask import count as count
    from combien._questions.ask import first as first
    from combien._questions.ask import solutions as solutions
    from combien._questions.ask import solve as solve
    from combien._questions.certificates import certificate as certificate
    from combien._questions.cheapest import Best as Best
    from combien._questions.cheapest import Priced as Priced
    from combien._questions.cheapest import best as best
    from combien._questions.cheapest import relaxation as relaxation
    from combien._questions.distribution import count_by as count_by
    from combien._questions.distribution import count_by_size as count_by_size
    from combien._questions.distribution import count_by_total as count_by_total
    from combien._questions.distribution import family as family
    from combien._questions.distribution import marginals as marginals
    from combien._questions.distribution import sample as sample
    from combien._questions.explanation import Explanation as Explanation
    from combien._questions.explanation import explain as explain
    from combien._questions.heat import HeatMap as HeatMap
    from combien._questions.heat import heat_map as heat_map
    from combien._questions.iterator import Solutions as Solutions
    from combien._questions.prepared import Prepared as Prepared
    from combien._questions.searches import estimate as estimate
    from combien._questions.searches import exists as exists
    from combien._questions.searches import shares as shares
    from combien._questions.up_to import Orbits as Orbits
    from combien._questions.up_to import Symmetric as Symmetric
    from combien._questions.up_to import SymmetryClass as SymmetryClass
    from combien._questions.up_to import UpTo as UpTo
    from combien._questions.up_to import group_of as group_of
    from combien._questions.up_to import orbits as orbits
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
