"""Explain why there is no solution: arguments from the simplest to an exhaustive search.

    arithmetic   the sizes of the tiles do not add up to the board
    dead         a cell that no tile covers or a tile that does not fit; also after forced moves, or
                 after each of the few placements of a tile or on a cell
    weights      a coloring or weights under which each option sums to 0 and the board does not
    marks        marked cells that the tiles cannot cover exactly
    search       an exhaustive search, with its counters

A short search comes first, in case there is a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, Never, TypeVar

from combien._base.budget import Meter, Spending, Turns, begun, budget_of
from combien._base.displayed import Displayed
from combien._questions.ask import answer, solutions
from combien._wording import Statement
from combien.cover._model import problem_of
from combien.cover._needs import uncoverable_items
from combien.cover._weights import weights_of_items
from combien.engines._protocol import Budget, Model, Question, Reporter
from combien.errors import OutOfBudget
from combien.tilings._arrangement import Arrangement
from combien.tilings._draw import has_picture
from combien.tilings._english import english
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._reason_areas import area_reason, mark_reason
from combien.tilings._reason_colors import color_reason, linear_reason
from combien.tilings._reason_dead import corner_reason, dead_reason
from combien.tilings._tiling import TilingProblem

if TYPE_CHECKING:
    from combien.cover._problem import Problem
    from combien.cover._weights import Pause, Weights
    from combien.drawing._picture import Picture
    from combien.tilings._reason import CellGroup, OnBoard, Reason


Reading = TypeVar("Reading")
Reading_co = TypeVar("Reading_co", covariant=True)

# A search of this length costs less than most of the arguments.
FIRST_NODES = 20_000
MOST_ENTRIES = 200_000
_MOST_LISTED = 12


# No slots: Explanation[Tiling](...) sets the attribute `__orig_class__`.
@dataclass(frozen=True)
class Explanation(Displayed, Generic[Reading_co]):
    """Whether there is a solution, and if not, why.

    `status` is "solved", "none" (proved) or "unknown" (the budget ran out first).  `kind` is the
    kind of argument: "solution", "arithmetic", "dead", "weights", "marks", "search" or "budget".
    `text` is the argument in words, `picture` a drawing of it or None.  `weights` can be checked by
    `combien.cover.weights_fault`.  `solution` is a solution as read by the model (a `Tiling` in an
    `Explanation[Tiling]`), or None.  `work` holds the counters of the search.  `groups` are the
    cells that the picture shows, as (cells, color number or None, label); `tiles` are the numbers
    of the tiles that cannot be placed as often as they must.  For programs that speak other
    languages, `statement` has the argument on a board as `{"code": ..., "values": {...}}`, where a
    value is a number, text without words, a statement, or a list of statements; it is empty for
    other models.
    """

    status: Literal["solved", "none", "unknown"]
    kind: str
    text: str
    picture: Picture | None = None
    weights: Weights | None = None
    solution: Reading_co | None = None
    work: Mapping[str, int] = field(default_factory=dict)
    groups: tuple[CellGroup, ...] = ()
    tiles: tuple[int, ...] = ()
    statement: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text


def explain(
    model: Model[Reading],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Explanation[Reading]:
    """Return the simplest reason found why a model has no solution, or a solution.

    >>> from combien import Region, Tile, TilingProblem
    >>> board = Region.box(8, 8) - Region([(0, 0), (7, 7)])
    >>> why = explain(TilingProblem(board, [Tile("**", symmetries="all", times="any")]))
    >>> why.status, why.kind
    ('none', 'weights')
    >>> print(why)  # doctest: +NORMALIZE_WHITESPACE
    Color the board like a chessboard.
    Each placement covers as many black cells as white ones, but the board has 30 black and 32 white
    ones.

    `seconds` limit everything, `nodes` and `bytes` the searches; without limits, the final search
    may take very long.  When a limit is reached, the status is "unknown"; `OutOfBudget` is not
    raised.
    """
    limits = begun(budget_of(budget, nodes, seconds, bytes))
    found = _solved(model, _at_most(limits, FIRST_NODES), report)
    if found is not None:
        return found
    try:
        argument = _argument(model, Meter(limits, engine="").pause)
    except OutOfBudget:
        return Explanation("unknown", "budget", _open({}))
    return argument or _searched(model, Spending(limits), report)


def _argument(model: Model[Any], pause: Pause) -> Explanation[Never] | None:
    """Return an explanation that needs no search, or None; `pause` is called often."""
    if not isinstance(model, (TilingProblem, PackingProblem)):
        return _plain(problem_of(model), pause)
    for find_reason in _board_arguments(pause):
        reason = find_reason(model)
        if reason is not None:
            return Explanation(
                "none",
                reason.kind,
                reason.text,
                reason.picture,
                reason.weights,
                groups=reason.groups,
                tiles=reason.tiles,
                statement=reason.statement.to_json(),
            )
        pause()
    return None


def _board_arguments(pause: Pause) -> tuple[Callable[[OnBoard], Reason | None], ...]:
    """Return the functions that look for an argument on a board, the simplest argument first."""
    slow = (partial(find, pause=pause) for find in (color_reason, mark_reason, linear_reason))
    return area_reason, dead_reason, corner_reason, *slow


def _at_most(budget: Budget, nodes: int) -> Budget:
    """Return the budget with at most this many nodes."""
    least = nodes if budget.nodes is None else min(nodes, budget.nodes)
    return replace(budget, nodes=least)


def _solved(
    model: Model[Reading], budget: Budget, report: Reporter | None
) -> Explanation[Reading] | None:
    """Return a solution if a short search finds one."""
    walk = solutions(model, budget=budget, report=report)
    try:
        solution = next(walk, None)
    except OutOfBudget:
        return None
    return None if solution is None else _with(solution, walk.work)


def _plain(problem: Problem, pause: Pause) -> Explanation[Never] | None:
    """Return an explanation that needs no board, or None."""
    lacking = uncoverable_items(problem)
    if lacking is not None:
        names = problem.item_names
        steps = [
            f"{number}. item {names[item]!r} has no other option left than {option}"
            for number, (option, item) in enumerate(
                zip(lacking.forced[:_MOST_LISTED], lacking.because, strict=False), 1
            )
        ]
        if len(lacking.forced) > _MOST_LISTED:
            steps.append(f"and so on, {len(lacking.forced)} options in all")
        listed = ", ".join(repr(names[item]) for item in lacking.items[:_MOST_LISTED])
        more = len(lacking.items) - _MOST_LISTED
        listed += f" and {more} more" if more > 0 else ""
        steps.append(f"{'Then too' if steps else 'Too'} few options are left for item {listed}.")
        return Explanation("none", "dead", "\n".join(steps))
    if len(problem.arrays()[1]) > MOST_ENTRIES:
        return None
    weights = weights_of_items(problem, pause=pause)
    if weights is None:
        return None
    given = [
        f"{name!r}: {value}"
        for name, value in zip(problem.item_names, weights.values, strict=True)
        if value
    ]
    listed = ", ".join(given[:_MOST_LISTED])
    if len(given) > _MOST_LISTED:
        listed += f" and so on, {len(given)} items"
    nothing = f"a multiple of {weights.modulus}" if weights.modulus else "0"
    opposite = f"not a multiple of {weights.modulus}" if weights.modulus else "not 0"
    text = (
        f"Give the items weights: {listed}.\nEach option weighs {nothing}, but all items together "
        f"weigh {weights.total(problem)}, {opposite}."
    )
    return Explanation("none", "weights", text, weights=weights)


def _searched(
    model: Model[Reading], spending: Spending, report: Reporter | None
) -> Explanation[Reading]:
    """Return the result of an exhaustive search.

    A search finds a solution faster, and a count proves faster that there is none; so they
    alternate, each time with four times the work.
    """
    questions: tuple[Question, ...] = ("count", "solutions")
    turns = Turns(questions, first=FIRST_NODES, factor=4)
    work: Mapping[str, int] = {}
    while turns.contestant is not None and not spending.ended:
        limits = _at_most(spending.left, turns.length)
        found = answer(model, turns.contestant, limit=1, budget=limits, report=report)
        spending.spend(found.nodes)
        work = found.work
        if found.status == "none":
            why = Statement("searched", engine=found.engine, counters=_counters(work))
            return Explanation("none", "search", english(why), work=work, statement=why.to_json())
        if found.solutions:
            return _with(found.solutions[0], work)
        turns.end()
    return Explanation("unknown", "budget", _open(work), work=work)


def _with(solution: Reading, work: Mapping[str, int]) -> Explanation[Reading]:
    picture = None
    if isinstance(solution, Arrangement) and has_picture(solution.board):
        picture = solution.picture()
    text = "There is a solution."
    return Explanation("solved", "solution", text, picture, solution=solution, work=work)


def _open(work: Mapping[str, int]) -> str:
    tried = f" (the last search, {_counters(work)})" if work else ""
    return f"It is not known whether there is a solution: the budget ended first{tried}."


def _counters(work: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in work.items() if value) or "no work at all"
