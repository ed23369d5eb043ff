"""Check an engine against the definition of exact cover, on small random problems of every kind.

For engines of other packages; those of combien are compared by `tests/test_engines_agree.py` in the
same way, but with problems that hypothesis makes smaller when it finds a mistake.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from combien._base.budget import Progress
from combien._base.checks import check_int
from combien.cover import formats
from combien.cover._elements import Colored, Solution
from combien.cover._oracle import all_solutions
from combien.cover._problem import Problem
from combien.engines._protocol import Engine
from combien.errors import BadInput, Cancelled, Disagreement

MOST_ITEMS = 5
MOST_OPTIONS = 8


@dataclass(frozen=True)
class Checked:
    """How many problems an engine was asked about: counted, listed, refused, and with solutions.

    A problem is refused if the engine neither counts nor lists its solutions; `solvable` are those
    of the others that have solutions.
    """

    counted: int
    listed: int
    refused: int
    solvable: int


def check(engine: Engine, *, problems: int = 300, seed: int = 0) -> Checked:
    """Compare an engine with the definition of exact cover, on random problems.

    >>> from combien.engines import check, engine_named
    >>> check(engine_named("memo"), problems=40)
    Checked(counted=29, listed=0, refused=11, solvable=29)

    The problems have up to 5 items and 8 options: with secondary items, colors and multiplicities,
    without solutions, and without items.  What the engine refuses is not asked.  The count is
    compared, and the list: its solutions, that it has the same order again, and that it continues
    from a position.  A `report=` that raises must end a question.

    Raises `Disagreement` for a wrong answer, with the problem as a file in the format json, and
    `BadInput` for something that is not an engine.
    Cost: 0.1 ms for each problem, without the engine.
    """
    for method in ("refusal", "count"):
        if isinstance(engine, type) or not callable(getattr(engine, method, None)):
            raise BadInput(f"{engine!r} is not an engine: it has no method {method}")
    random = Random(check_int("seed", seed, least=None))
    counted = listed = refused = solvable = 0
    for number in range(check_int("problems", problems, least=1)):
        kind = number % 4
        problem = _problem(random, colors=kind % 2 == 1, bounds=kind >= 2)
        wanted = all_solutions(problem)
        counts = not _refusal(engine, problem, "count")
        lists = not _refusal(engine, problem, "solutions")
        if counts:
            _check_count(engine, problem, len(wanted))
        if lists:
            _check_list(engine, problem, wanted)
        counted += counts
        listed += lists
        refused += not (counts or lists)
        solvable += bool(wanted) and (counts or lists)
    return Checked(counted, listed, refused, solvable)


def _refusal(engine: Engine, problem: Problem, question: str) -> str:
    reason: object = engine.refusal(problem, question)  # type: ignore[arg-type]
    if not isinstance(reason, str):
        raise _wrong(problem, f"refusal({question!r})", reason, "a text, empty if it answers")
    return reason


def _check_count(engine: Engine, problem: Problem, wanted: int) -> None:
    found = engine.count(problem)
    if type(found.count) is not int or found.count != wanted:
        raise _wrong(problem, "count", found.count, wanted)
    try:
        again = engine.count(problem, report=_cancel)
    except Cancelled:
        return
    if again.count != wanted:
        raise _wrong(problem, "count with report=", again.count, wanted)


def _check_list(engine: Engine, problem: Problem, wanted: list[Solution]) -> None:
    found = list(engine.solutions(problem))
    if sorted(found) != wanted:
        raise _wrong(problem, "list", found, wanted)
    again = list(engine.solutions(problem))
    if again != found:
        raise _wrong(problem, "second list", again, found)
    walk = engine.solutions(problem)
    half = [next(walk) for _ in range(len(found) // 2)]
    rest = list(engine.solutions(problem, resume=walk.position)) if walk.position else list(walk)
    if half + rest != found:
        raise _wrong(problem, f"list after {len(half)} solutions", rest, found[len(half) :])


def _cancel(progress: Progress) -> None:
    raise Cancelled


def _wrong(problem: Problem, what: str, found: object, wanted: object) -> Disagreement:
    text = formats.write(problem, format="json")
    return Disagreement(f"{what}: {found!r}, but expected {wanted!r}, for this problem:\n{text}")


def _problem(random: Random, *, colors: bool, bounds: bool) -> Problem:
    """Return a problem with some options of a planted solution, mostly all, and some others."""
    count = random.randint(0, MOST_ITEMS)
    primary = [number == 0 or random.random() < 0.7 for number in range(count)]
    builder = Problem.builder()
    for item, is_primary in enumerate(primary):
        low = random.randint(0, 2)
        limits = (low, max(1, low + random.randint(0, 2)))
        limited = bounds and is_primary and random.random() < 0.5
        builder.item(str(item), secondary=not is_primary, bounds=limits if limited else None)
    shuffled = random.sample(range(count), count)
    options: list[list[int]] = []
    while shuffled:
        size = random.randint(1, 3)
        options.append(shuffled[:size])
        del shuffled[:size]
    if options and random.random() < 0.4:
        options.pop()
    while count and len(options) < MOST_OPTIONS and random.random() < 0.8:
        options.append(random.sample(range(count), random.randint(1, min(3, count))))
    random.shuffle(options)
    for option in options:
        if any(primary[item] for item in option):
            builder.option(
                *(
                    Colored(str(item), random.choice("RG"))
                    if colors and not primary[item] and random.random() < 0.7
                    else str(item)
                    for item in option
                )
            )
    return builder.build()
