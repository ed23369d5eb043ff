"""The settings of the engines and of their races: where each is declared, and why it is so.

A setting has its value in one place, the signature or the constant that the engines use; the tables
here have its reason.  `combien doctor --settings` prints them.  Those of the core are constants in
`native/`.  Those of the dives (`_optimum/diving.py` and `columns.py`) are left out, as they need
numpy to be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from inspect import signature

_ENGINES = "combien.engines."


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of an engine, or of what it takes part in.

    `values`: the values allowed; `how`: how it is set; both are empty if it is fixed.
    """

    engine: str
    name: str
    default: object
    reason: str
    values: str = ""
    how: str = ""


# Engine; place, a parameter of a callable or an entry of a table; values, in words or the place of
# their table; how it is set; reason.
_SETTABLE = (
    (
        "bits",
        "_search.searching:Bits(most_bytes)",
        "a number of at least 1",
        "engine=Bits(most_bytes=...)",
        "about 28 000 options; filling larger bit sets costs more than they save",
    ),
    (
        "dlx",
        "_search.searching:BRANCHINGS[dlx]",
        "_search.searching:BRANCHINGS",
        "engine='dlx-leftmost', engine='dlx-weighted'; --engine",
        "minimum remaining values: the tree of Knuth's papers, which can be checked by hand",
    ),
    (
        "frontier",
        "_sweeps.frontier:Frontier(order)",
        "_sweeps.frontier:CHOICES",
        "engine=Frontier(order=...)",
        "no order is best for all problems, and a race of short pilots finds a good one",
    ),
    (
        "sat",
        "_clauses.sat:Sat(encoding)",
        "combien.sat._exactly:STYLES",
        "engine=Sat(encoding=...); --encoding",
        "few clauses, and a first tiling of Scott's board in a fifth of a second",
    ),
    (
        "sat",
        "_clauses.sat:Sat(solver)",
        "a command, or the name of a solver or of a model counter",
        "engine=Sat(solver=...); --solver",
        "python-sat, the extra sat, needs no other program",
    ),
    (
        "sat",
        "_clauses.sat:Sat(proof)",
        "the name of a file",
        "engine=Sat(proof=...); --proof",
        "a proof takes time and space, so it is written only where it is wanted",
    ),
)

# Engine and module: the constants, with the reason for each.
_FIXED = {
    ("bits", "_search.searching"): """
        MOST_LISTING_BYTES: bytes for the states that a listing meets again
        MOST_COUNTING_BYTES: bytes in a count, which stores them only where they are few
    """,
    ("dlx", "_portfolio.auto"): """
        TRIAL_COST: ns that bits and dlx count before a listing, where items have bounds
        CLEARLY: dlx lists if it expects so many times less: early forecasts are up to ten times off
    """,
    ("first solution", "_search.restarts"): """
        HEAD_START: nodes before the first shuffled search; until then all is as without restarts
        HEAD_START_ITEM: and for each item, so that a search that hardly backtracks goes on
        TURN_PART: a turn is 1 / this of the nodes of the plain search
        SHORTEST_TURN: nodes of a turn, at least
        LONGEST_TURN: nodes of a turn, at most
        UNIT: ns of a shuffled search: the unit of Luby's sequence, which knows no problem
        BREAKING_AFTER: ns before symmetries are looked for, which takes as much at most
        SAT_AFTER: ns before a SAT solver takes turns with the searches
        MAIN_PART: parts of the work of the plain search
        SHUFFLED_PART: of the shuffled ones: as much, so that a proof takes twice as long
        LEARNING_PART: of the search that learns
        SAT_PART: of the SAT solver
        WORD: ns of a word of bit sets that a large node looks at
        FORCED_WORD: and for each option that it forces
        CONFLICTS: conflicts of a turn of the SAT solver, for a thousand nodes
        SEARCHES: at the same time: the plain one, one without symmetric options, a shuffled one
        TIGHT_AFTER: ns before weights of items are looked for, which takes 10 ms for many problems
        TIGHT_STEPS: steps of a turn of this
        TIGHT_PART: parts of the work that it gets
    """,
    ("first solution", "_search.tightening"): """
        EFFORT: entries of a tableau looked at in a search for weights: about a second
        VISIT: ns for each of them
    """,
    ("first solution", "_search.breaking"): """
        EFFORT: edges visited in a search for symmetries: 30 ms at most
    """,
    ("first solution", "_clauses.sat_turns"): """
        MOST_ENTRIES: larger problems take too long to encode
        ENCODED_ENTRY: ns of an entry's clauses, as a forecast
        ENCODED_LITERAL: ns of a literal of the clauses
        PROPAGATION: ns of a propagation
        BATCH: clauses added in a slice
    """,
    ("own solver", "_portfolio.beside"): """
        PARTS: parts of the work that the exact cover gets; the model's own count gets one
        FIRST: ns of the exact cover before that
        STEPS: steps of the exact cover between two turns
    """,
    ("exists", "_portfolio.existence"): """
        HEAD_START: nodes before the sweep begins: where solutions are many, a search finds one
        TRANSITIONS_A_NODE: transitions of the sweep for each node of the search
    """,
    ("frontier", "_sweeps.frontier"): """
        PILOT_STEPS: transitions: enough for small problems, and short beside large ones
        TURN: the order is reviewed whenever the leading sweep has grown by 1 / this
        CLEARLY: another order leads if it expects so many times less: forecasts grow with the work
        DOUBT: an estimate in the entropy order may be so many times too high
        HARD_DOUBT: and in an order that was not chosen for its estimate
        AGREEING: estimates count unless the sweep itself expects so many times less
        MOST_VOUCHED: with an estimate of fewer transitions, auto relies on the forecast
        PILOTS: the next order is due after so many pilots: finding it may cost more than a sweep
        FINDINGS: and after this many times the cost of finding it
        LONG: so many times later if less is left than the order costs
        REMAINING: or when so many times as much is left, as forecasts are mostly too low
    """,
    ("frontier", "_sweeps.samples"): """
        SIZES: states of a layer in a sample, which sees all layers; later samples keep more
        SHARE: samples may take 1 / this of the work
        HOPELESS: an order is sampled no more if its estimate is so many times higher
    """,
    ("memo", "_sweeps.memo"): """
        MOST_PLACES: places of a position: more would be a long text, and are counted again
        ORDER_FROM: nodes, beside one for each entry, before another order is looked for
        BETTER: the order of lowest entropy is taken if its estimate is so many times better
        FAR_BETTER: or so many times if its estimate is above the forecast
    """,
    ("orbits", "_portfolio.orbits"): """
        EFFORT: edges visited in a search for symmetries: 0.2 s at most
        SMALL: options that are counted without looking for symmetries
        MOST_COMPARE_CHOICES: choices that are tried before two problems count as not isomorphic
    """,
    ("tree", "_sweeps.tree"): """
        LINE_FROM: transitions over bags from which a line is looked for, in 0.1 s
        LONG_LINE_FROM: transitions over bags from which it is looked for longer
        MOST_LINE_ITEMS: beyond, each move of the annealing costs too much
    """,
    ("tree", "_portfolio.divided"): """
        MOST_TREE_TRANSITIONS: a forecast above is given up: few are over a thousand times too high
    """,
    ("zdd", "_diagrams.compiling"): """
        TRY_OTHERS_AFTER: transitions in the given order, in which solutions are easiest to read
        PILOT_STEPS: transitions of the trial of each other order
        CLEARLY: the given order is kept unless another one expects so many times less
        DISTRUSTED: reconsidered after so many times its forecast; on Scott's board it takes 100
        PART: trials of 1 / this of its length show which forecasts were too low
        TWICE: another order takes over if it is expected to be so many times as good
    """,
    ("family", "_diagrams.solution_diagram"): """
        FIRST_TURN: ns of the first turn of a list of the solutions and of a diagram
        HOPELESS_DIVISOR: a list that seems to become too long gets so many times less
        MOST_LISTED: solutions, which are kept until the end: 100 bytes each, and 8 for an option
    """,
    ("auto", "_portfolio.sprint"): """
        FIRST: ns of the first search, which most small problems end in
        EASY: ns: a search that expects no more goes on at once
        SOON: ns: a search that expects no more comes before sweeps and memos
        PATIENCE: such a search may take so many times what it expects
        MEMO_PART: a memo gets 1 / this of what the search expects, to show which engine suits
        LONGEST_MEMO: ns that it gets at most
        HOPELESS: a search that expects so many times the work so far has no chance
        LIMIT: ns before a race, which takes 0.06 to 0.09 ms to begin and 0.03 ms for each turn
        LONGEST_SEARCH: ns: a search that expects no more is not left to the race
        LONGEST_TREE: ns: a tree decomposition that expects no more is tried
        LONGEST_SWEEP: ns: 12 x 12 by L trominoes takes 7.6 ms without a race, and 20 with one
        SMALL_GRAPH: the Pfaffian of so many edges takes less time than a search
        MANY_EDGES: edges for each vertex of such a graph from which it has seldom parts
        FEW_ITEMS: a sweep of so many items has at most 65 536 states
        MANY_OPTIONS: options for each item from which such a sweep comes first
        PEEKS: transitions, and the most it may forecast: low forecasts were up to 16 times too low
        PEEK_PART: 1 / this of what the search expects: the end of a sweep of queens is never near
    """,
    ("auto", "_portfolio.candidates"): """
        LEAST_UNDIVIDED: ns before components are looked for: most small problems are done before
        MOST_LEFT: a single component is raced anew if at most this part of the options is left
        RECURRING: hits of a memo, early and later, below which bits was the fastest in 36 of 38
        SPLITTING: splits from which the memo suits, fastest in 7 of 13; below, a sweep in 50 of 63
    """,
    ("auto", "_search.listed"): """
        COMPARED: ns of a count for each node of the search that it is compared with
        MOST_SOLUTIONS: a derived count is compared with a list of at most so many solutions
    """,
    ("race", "_portfolio.race"): """
        PILOT: a pilot takes 1 / this of what competitors may spend
        LEAST_PILOT: ns of a pilot that is cut short
        HOPELESS: a pilot is cut short if the rest of the forecast is so many times longer
        DOUBT: bits gets 1 / this of all work: its first forecast may be 20 times too high
        HARDLY: unless bits expects so many times the work so far
        BEFORE_FORECAST: others spend this part of a forecast before its candidate starts
        LAST_STRETCH: 1 / this of the favorite's work, in which losers with much memory end
        MUCH_MEMORY: bytes that a loser holds then
        THREAD_TURN: ns of a turn from which starting a thread pays
        LONG_COUNT: ns after which a search or a sweep uses all processors
    """,
    ("race", "_portfolio.candidates"): """
        Candidate(competitor_budget_ratio): others may spend 1 / this of a trusted forecast
    """,
    ("race", "_portfolio.runner"): """
        SHORTEST_TURN: ns: each turn costs 0.03 ms, and the search is slower in short ones
        TURN: a turn is 1 / this of the cost before it
        TRUSTED_TURN: the same with a reliable forecast
        MOST_DOUBT: a forecast that was too low is multiplied by this at most
        TOGETHER: all others together may spend this part of a trusted forecast
        NEARLY: a competitor that expects so many times less than the favorite may finish
        HEDGE: the others get 1 / this of the leader's work, in case its forecast is wrong
        LEAST_HEDGE: the others get 1 / this if they expect far more than the leader
        MISERY: far more, by a trusted forecast
        ROUGH_MISERY: far more, by a rough forecast
        PREFERENCE: the engine that suits the problem gets so many times the work of each other one
    """,
    ("best", "_optimum.cheapest"): """
        FIRST_TURN: ns of the first turn of each method
        SHORT_TURN: ns of the first turn of the branch and bound, if HiGHS is there
        STEPS_TO_SETTLE: steps after which what was found and proved is compared, on any machine
    """,
    ("best", "_optimum.milp"): """
        DOUBT: subtracted from the bounds of HiGHS: far more than its errors
        FIRST_PART: 1 / this of the prices is the gap of the first core: each core is solved anew
        MOST_WANTED: solutions: each further one takes HiGHS as long as the first
    """,
    ("best", "_optimum.solver_turns"): """
        MILP_FACTOR: HiGHS takes so many times longer turns, as its first steps are the longest
        MILP_FACTOR_OF_GAP: the same where a gap is enough: the others prove less before they end
        LEAST_DIVING: options from which HiGHS first dives for a good solution
        BEFORE_DIVES: steps of the prices for each entry: timetables have needed half of it
    """,
    ("sample", "_matchings.random_matchings"): """
        LEAST_ITEMS: with fewer items, the diagram takes little and serves all samples
    """,
    ("threads", "_search.threaded_walk"): """
        BATCH: solutions that a thread finds at once
        SPLIT_PART: a piece is searched so many times as long as splitting it took
    """,
}


def settings() -> Iterator[Setting]:
    """Yield all settings, those that can be set first, with the values that are in use.

    >>> next(settings()).how
    'engine=Bits(most_bytes=...)'
    """
    for engine, place, values, how, reason in _SETTABLE:
        module, _, name = place.partition(":")
        yield Setting(engine, _short(name), _value(module, name), reason, _listed(values), how)
    for (engine, module), text in _FIXED.items():
        for line in text.strip().splitlines():
            name, _, reason = line.strip().partition(": ")
            yield Setting(engine, _short(name), _value(module, name), reason)


def _short(name: str) -> str:
    """Return the name that is shown: of a parameter, without what it belongs to.

    >>> _short("Bits(most_bytes)"), _short("BRANCHINGS[dlx]"), _short("UNIT")
    ('most_bytes', 'branching', 'UNIT')
    """
    if name.startswith("BRANCHINGS["):
        return "branching"
    return name.partition("(")[2].removesuffix(")") or name


def _value(module: str, name: str) -> object:
    """Return the value in use: a constant, an entry of a table or the default of a parameter."""
    holder, _, key = name.rstrip(")]").replace("[", "(").partition("(")
    found = getattr(import_module(module if "combien" in module else _ENGINES + module), holder)
    if not key:
        return found
    return found[key] if isinstance(found, dict) else signature(found).parameters[key].default


def _listed(values: str) -> str:
    """Return the values in words; if a table has them, its names, or its entries if these are."""
    module, _, name = values.partition(":")
    if not name:
        return values
    found = _value(module, name)
    assert isinstance(found, (Mapping, tuple))
    entries = found.values() if isinstance(found, Mapping) else found
    return ", ".join(entries if all(isinstance(entry, str) for entry in entries) else found)
