"""Count, solve and list solutions: the questions on which the others are built.

`engine="auto"` chooses an engine; `engine=Sat(encoding="product")` passes one with settings.
`nodes=`, `seconds=` and `bytes=`, or `budget=Budget(...)` instead, limit the work.
`OutOfBudget`, raised when a limit is reached, holds the partial results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from combien._base.budget import MOST_THREADS, budget_of
from combien._base.checks import check_int, short_repr
from combien._base.log import INFO, log
from combien._questions.dispatch import (
    Workers,
    constrained_cover,
    own_solver,
    resolve_engine,
    searched,
    select_engine,
    select_searcher,
)
from combien._questions.iterator import Solutions
from combien.cover._constrained import Constrained
from combien.cover._elements import Solution
from combien.cover._model import problem_of
from combien.cover._problem import Problem
from combien.engines._counting import CounterEngine
from combien.engines._places import writer_of
from combien.engines._portfolio.auto import Auto
from combien.engines._protocol import (
    Answer,
    Budget,
    Count,
    Engine,
    Model,
    OwnSolver,
    Question,
    Reporter,
    SweptModel,
    Walk,
)
from combien.engines._search.listed import compared
from combien.engines._search.searching import SearchEngine
from combien.errors import BadInput, BadPosition, OutOfBudget

if TYPE_CHECKING:
    from os import PathLike

    from combien._questions.up_to import UpTo
    from combien.engines._search.breaking import Representatives


Reading = TypeVar("Reading")


def count(
    model: Model[Reading],
    *,
    up_to: UpTo = "none",
    modulo: int | None = None,
    engine: str | Engine = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
    threads: int | None = None,
    processes: int | None = None,
    cluster: object = None,
    checkpoint: str | PathLike[str] | None = None,
    resume: str = "",
) -> int:
    """Return the exact number of solutions.

    >>> from combien import Problem
    >>> count(Problem.from_options(["ab", "c", "a", "bc"]))
    2

    With `up_to`, solutions that are symmetric to each other count once: "all" symmetries of the
    model, its "rotations", or others (see `orbits`, which also counts them by symmetry).
    With `modulo`, return the count modulo this number.  The engine `frontier` then stores only
    remainders, also where `auto` tries it; the others count exactly.
    A search or a sweep that lasts more than a second uses all processors, or `threads` of them
    from the beginning if that is given.  The count and the nodes are the same.
    A model with a solver of its own, such as a `Nonogram`, is counted by that or by engines, as is
    expected to be faster; by engines if one is named, or with `nodes`, `up_to`, `threads`, a
    `checkpoint` or `resume`.
    Raises `OutOfBudget` when a limit is reached (`error.known` holds the partial results), and
    `Interrupted` after Ctrl-C.  If the count was a search, `resume=error.position` continues it;
    the result is again the whole number, as the position has the solutions that were found.  The
    position of a share (see `shares`) counts that share.
    With `checkpoint`, a file, everything that is found is stored there, and the same call continues
    the run after any interruption, also with other workers: `threads`, `processes` of this machine,
    or a `cluster` of Dask ("local:4", "tcp://HOST:PORT" or a client).  See `combien.running`.
    Raises `CannotAnswer` when the named engine cannot count this problem; `BadPosition`.

    >>> from combien import OutOfBudget
    >>> from combien.puzzles import Queens
    >>> try:
    ...     count(Queens(9), engine="dlx", nodes=1000)
    ... except OutOfBudget as error:
    ...     print(error.known["at_least"], count(Queens(9), resume=error.position))
    60 352
    """
    if modulo is not None:
        modulo = check_int("modulo", modulo, least=1)
    limits = budget_of(budget, nodes, seconds, bytes)
    workers = Workers(threads, processes, cluster, checkpoint)
    found = _count(model, up_to, modulo, engine, limits, report, workers, resume)
    return found.count if modulo is None else found.count % modulo


def solve(
    model: Model[Reading],
    *,
    engine: str | Engine = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Reading | None:
    """Return a solution, or None if there is provably no solution.

    >>> from combien import Problem
    >>> solve(Problem.from_options(["ab", "c", "a"]))
    (0, 1)
    >>> solve(Problem.from_options(["ab", "bc"])) is None
    True

    The engines `auto`, `bits` and `dlx` search with restarts: after 10 000 nodes without a
    solution, half of the work goes to searches of the same problem in shuffled orders, and after
    about 30 ms, symmetric options are left out.  The result is deterministic, but need not be the
    first of `solutions`.
    A model with a solver of its own, such as a `Nonogram`, is solved by that, unless an engine or
    `nodes` are given.
    Raises `OutOfBudget` when a limit is reached; `solutions(resume=error.position)` continues the
    search, or begins again if the position is empty, as it is with an own solver.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    return next(first(model, engine=engine, budget=limits, report=report), None)


def first(
    model: Model[Reading],
    *,
    engine: str | Engine = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Solutions[Reading]:
    """Return an iterator over one solution, found as `solve` finds it, with its counters.

    >>> from combien import Problem
    >>> walk = first(Problem.from_options(["ab", "c", "a"]))
    >>> list(walk), walk.engine, walk.work["nodes"]
    ([(0, 1)], 'bits', 1)

    Its `position` can be passed to `solutions(resume=...)`; it is empty when the solution was found
    in a shuffled order.  Threads may share the iterator: one of them gets the solution.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    if (solver := own_solver(model, engine, limits)) is not None:
        from combien._questions.own import (  # Start-up: only for own solvers.
            OwnSolutions,
            OwnWalk,
        )

        own = OwnWalk(solver, one=True, budget=limits, report=report)
        log("engines", INFO, "looking for a solution by %s: %s", own.engine, own.why)
        covers = partial(first, model, engine=Auto(), budget=limits, report=report)
        return OwnSolutions(own, covers, limit=1)
    problem, engine = searched(model, engine)
    chosen = select_engine(engine, problem, "solutions")
    walk: Walk
    if isinstance(chosen, (Auto, SearchEngine)):
        walk = chosen.first(problem, budget=limits, report=report)
    else:
        walk = chosen.solutions(problem, budget=limits, report=report)
    log("engines", INFO, "looking for a solution by %s: %s", walk.engine, walk.why)
    given = "" if isinstance(engine, str) or isinstance(model, Constrained) else engine
    return Solutions(problem, model.read, walk, limit=1, engine=given)


def solutions(
    model: Model[Reading],
    *,
    up_to: UpTo = "none",
    engine: str | Engine = "auto",
    limit: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
    threads: int = 1,
    resume: str = "",
    seed: int | None = None,
) -> Solutions[Reading]:
    """Return an iterator over all solutions; its memory does not grow with their number.

    >>> from combien import Problem
    >>> list(solutions(Problem.from_options(["ab", "c", "a", "bc"])))
    [(0, 1), (2, 3)]

    The iterator can be dropped at any time; pass its `position`, a string, as `resume=` to continue
    without losing or repeating a solution.  At most `limit` solutions are returned.  A `seed`
    shuffles their order (this is not a uniform sample, see `sample`); resume with the same seed.
    Threads may share the iterator: each solution goes to exactly one of them.
    With `threads`, a search uses that many of them, which are ahead of the last solution by up to a
    million, or less if `bytes` is small; order and `position` are the same as with one.  Other
    engines use one thread.
    A model with a solver of its own, such as a `Nonogram`, is listed by that, unless an engine,
    `nodes`, `threads`, a `seed`, `up_to` or the position of an engine are given.  Its position is a
    number of solutions, which are found again to resume there.
    With `up_to`, return one solution of each orbit (see `orbits`): the lexicographically smallest.
    The search then has only one option of each orbit among the options of some item, and the
    solutions come in its order.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    threads = check_int("threads", threads, least=1, most=MOST_THREADS)
    if not isinstance(resume, str):
        raise BadPosition(f"resume={short_repr(resume)}: expected the text of a position")
    symmetric = not isinstance(up_to, str) or up_to != "none"
    if not symmetric and seed is None and threads == 1:
        solver = own_solver(model, engine, limits)
        if solver is not None:
            from combien._questions.own import is_own_position  # Start-up: only for own solvers.

            if is_own_position(solver, resume):
                return _own_solutions(model, solver, limit, limits, report, resume)
    problem, engine = searched(model, engine)
    whole = problem
    if seed is not None and isinstance(model, Constrained):
        raise BadInput(
            "seed= was given: a search with side constraints has one order; leave it out"
        )
    representatives: Representatives | None = None
    why = ""
    if symmetric:
        from combien._questions.up_to import group_of  # Start-up: only with up_to.
        from combien.engines._search.breaking import Representatives  # Start-up: only with up_to.

        group = group_of(model, up_to=up_to)
        why = f"; one of each orbit, up to {group}"
        representatives = Representatives(group)
        problem = representatives.problem
    numbers: Sequence[int] | None = None
    if seed is not None:
        from combien.cover._shuffle import shuffled  # Start-up: only with a seed.

        problem, numbers = shuffled(problem, seed=seed)
    chosen = select_engine(engine, problem, "solutions")
    again = partial(solutions, model, up_to=up_to, seed=seed, threads=threads)
    # The search for side constraints is made again by its name.
    by_name = isinstance(engine, str) or isinstance(model, Constrained)
    given = "" if by_name else engine
    walk: Walk
    if isinstance(chosen, (Auto, SearchEngine)):
        walk = chosen.solutions(
            problem, budget=limits, report=report, resume=resume, threads=threads
        )
    else:
        walk = chosen.solutions(problem, budget=limits, report=report, resume=resume)
    log("engines", INFO, "listing by %s: %s", walk.engine, walk.why)
    if representatives is not None:
        convert = _least(representatives, numbers)
        return Solutions(
            whole,
            model.read,
            walk,
            limit=limit,
            convert=convert,
            searched=problem,
            why=why,
            again=again,
            engine=given,
        )
    read = model.read if numbers is None else _renumbered(model, numbers)
    return Solutions(problem, read, walk, limit=limit, numbers=numbers, again=again, engine=given)


def answer(
    model: Model[Reading],
    question: Question = "count",
    *,
    up_to: UpTo = "none",
    modulo: int | None = None,
    engine: str | Engine = "auto",
    limit: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
    threads: int | None = None,
    processes: int | None = None,
    cluster: object = None,
    checkpoint: str | PathLike[str] | None = None,
    resume: str = "",
) -> Answer[Reading]:
    """Count or list the solutions, and return the result with engine, work and status.

    >>> from combien import Problem
    >>> found = answer(Problem.from_options(["ab", "c", "a", "bc"]), "count", engine="dlx")
    >>> found.status, found.count, found.engine, found.complete
    ('solved', 2, 'dlx', True)

    `question` is "count" or "solutions" (at most `limit` are kept), also `up_to` symmetry.  When a
    limit is reached, the status is "stopped"; `OutOfBudget` is not raised.  `modulo`, `threads`,
    `processes`, `cluster` and `checkpoint` are for counts (see `count`).
    """
    started = perf_counter()
    limits = budget_of(budget, nodes, seconds, bytes)
    if not isinstance(question, str) or question not in ("count", "solutions"):
        raise BadInput(f"question={short_repr(question)}: expected 'count' or 'solutions'")
    if modulo is not None:
        modulo = check_int("modulo", modulo, least=1)
        if question != "count":
            raise BadInput("modulo= was given: only a count has a remainder; leave it out")
    try:
        if question == "solutions":
            walk = solutions(
                model,
                up_to=up_to,
                engine=engine,
                limit=limit,
                budget=limits,
                report=report,
                resume=resume,
            )
        else:
            workers = Workers(threads, processes, cluster, checkpoint)
            counted = _count(model, up_to, modulo, engine, limits, report, workers, resume)
            if modulo is not None:
                counted = replace(counted, count=counted.count % modulo)
    except OutOfBudget as stop:
        return Answer(
            status="stopped",
            engine=engine if isinstance(engine, str) else engine.name,
            why=str(stop),
            work={k: v for k, v in stop.known.items() if k != "at_least"},
            seconds=perf_counter() - started,
            complete=False,
            position=stop.position,
            known=stop.known,
            plan=stop.plan,
            modulo=modulo,
        )
    if question == "count":
        return Answer(
            status="solved" if counted.count or modulo is not None else "none",
            engine=counted.engine,
            why=counted.why,
            work=counted.work,
            seconds=perf_counter() - started,
            complete=True,
            count=counted.count,
            plan=counted.plan,
            modulo=modulo,
        )
    kept: list[Reading] = []
    stopped = ""
    try:
        kept.extend(walk)
    except OutOfBudget as stop:
        stopped = str(stop)
    return Answer(
        status="solved" if kept else "none" if walk.complete else "stopped",
        engine=walk.engine,
        why=stopped or walk.why,
        work=walk.work,
        seconds=perf_counter() - started,
        complete=walk.complete,
        count=len(kept) if walk.complete and not resume else None,
        solutions=tuple(kept),
        position=walk.position,
    )


def _count(
    model: Model[Reading],
    up_to: UpTo,
    modulo: int | None,
    engine: str | Engine,
    budget: Budget,
    report: Reporter | None,
    workers: Workers,
    resume: str,
) -> Count:
    """Return the count, or with `modulo` a number that has the same remainder."""
    found = _counted(model, up_to, modulo, engine, budget, report, workers, resume)
    log("engines", INFO, "counted by %s: %s", found.engine, found.why)
    return found


def _counted(
    model: Model[Reading],
    up_to: UpTo,
    modulo: int | None,
    engine: str | Engine,
    budget: Budget,
    report: Reporter | None,
    workers: Workers,
    resume: str,
) -> Count:
    if isinstance(model, Constrained):
        _require_plain(up_to, "auto", replace(workers, threads=None), "")
        return constrained_cover(model).count(
            budget, report, engine=engine, threads=workers.threads, resume=resume
        )
    symmetric = not isinstance(up_to, str) or up_to != "none"
    if not symmetric and resume == "" and workers == Workers():
        solver = own_solver(model, engine, budget)
        if solver is not None:
            from combien._questions.own import own_count  # Start-up: only for own solvers.

            found = own_count(model, solver, budget, report, modulo)
            if found is not None:
                return found
    if isinstance(model, SweptModel):
        _require_plain(up_to, engine, workers, resume)
        return model.sweep().count(budget, report)
    if not isinstance(resume, str):
        raise BadPosition(f"resume={short_repr(resume)}: expected the text of a position")
    problem, threads = problem_of(model), workers.threads
    if resume:
        if symmetric:
            raise BadInput(
                "resume= and up_to= were both given: a count up to symmetry has no position"
            )
        workers.require_no_run("resume=")
        if isinstance(engine, str) and engine == "auto":
            # If no engine of this name searches, the position is refused below.
            engine = writer_of(resume) or "bits"
        chosen = resolve_engine(engine)
        if isinstance(chosen, CounterEngine) and chosen.resumes is not None:
            select_engine(chosen, problem, "count")
            return chosen.count(problem, budget=budget, report=report, resume=resume)
        searcher = select_searcher(engine, problem)
        return searcher.count(problem, budget=budget, report=report, threads=threads, resume=resume)
    if workers.checkpoint is not None:
        if symmetric:
            workers.require_no_run("up_to=")
        from combien._questions.long_runs import counted_in_run  # Start-up: only for long runs.

        found = counted_in_run(problem, workers, engine=engine, budget=budget, report=report)
        return _compared(problem, found)
    chosen = select_engine(engine, problem, "count")
    if symmetric:
        from combien._questions.up_to import burnside, group_of  # Start-up: only with up_to.

        return burnside(problem, group_of(model, up_to=up_to), chosen, budget, report)
    if isinstance(chosen, Auto):
        return chosen.count(problem, budget=budget, report=report, threads=threads, modulo=modulo)
    if isinstance(chosen, SearchEngine):
        return chosen.count(problem, budget=budget, report=report, threads=threads)
    if isinstance(chosen, CounterEngine):
        found = chosen.count(problem, budget=budget, report=report, threads=threads, modulo=modulo)
        return _compared(problem, found, modulo)
    found = chosen.count(problem, budget=budget, report=report)
    return _compared(problem, found) if chosen.name == "zdd" else found


def _require_plain(up_to: UpTo, engine: str | Engine, workers: Workers, resume: str) -> None:
    """Check that nothing was given that only counts of exact covers have."""
    for name, given, default in (
        ("up_to", up_to, "none"),
        ("engine", engine, "auto"),
        ("resume", resume, ""),
        ("checkpoint", workers.checkpoint, None),
        ("threads", workers.threads, None),
    ):
        if given is not default and given != default:
            raise BadInput(
                f"{name}= was given: this model is no exact cover problem, and is counted in its "
                "own way; leave it out"
            )


def _compared(problem: Problem, found: Count, modulo: int | None = None) -> Count:
    return compared(problem, found, modulo=modulo)


def _own_solutions(
    model: Model[Reading],
    solver: OwnSolver[Reading],
    limit: int | None,
    budget: Budget,
    report: Reporter | None,
    resume: str,
) -> Solutions[Reading]:
    """Return an iterator over the solutions that a model's own solver finds."""
    from combien._questions.own import (  # Start-up: only for own solvers.
        OwnSolutions,
        OwnWalk,
        taken_at,
    )

    walk = OwnWalk(solver, budget=budget, report=report, taken=taken_at(solver, resume))
    log("engines", INFO, "listing by %s: %s", walk.engine, walk.why)
    covers = partial(solutions, model, engine=Auto(), limit=limit, budget=budget, report=report)
    return OwnSolutions(walk, covers, limit=limit, again=partial(solutions, model))


def _least(
    representatives: Representatives, numbers: Sequence[int] | None
) -> Callable[[Solution], Solution | None]:
    """Return a function that converts to the least solution of an orbit, or to None.

    `numbers` are the options in the numbers of the problem of the representatives, if they differ.
    """
    outer: Sequence[int] = representatives.numbers
    if numbers is not None:
        outer = [outer[number] for number in numbers]
    return lambda solution: representatives.least(sorted(outer[option] for option in solution))


def _renumbered(model: Model[Reading], numbers: Sequence[int]) -> Callable[[Solution], Reading]:
    """Return `read` for a shuffled problem; `numbers` are the original option numbers."""

    def read(solution: Solution) -> Reading:
        return model.read(Solution(sorted(numbers[option] for option in solution)))

    return read
