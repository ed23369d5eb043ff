"""`combien marginals`: the number of solutions that contain each option."""

from __future__ import annotations

from combien._budget import countdown
from combien._cli._shared.groups import command
from combien._cli._shared.guard import Exit, say
from combien._cli._shared.options import Asked, asking
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import (
    NO_DIAGRAM,
    any_length,
    ended,
    known_when_interrupted,
    say_json,
)

__all__ = ["marginals"]

EXAMPLES = """\
Examples:

combien marginals examples/knuth.dlx

combien marginals --json examples/dominoes.cmb
"""


@command(epilog=EXAMPLES)
@asking(without=("--engine",))
def marginals(asked: Asked) -> Exit:
    """Count, for each option, the solutions that contain it.

    Each line has the exact count, its share of all solutions, and the name or the items of the
    option.  The counts come from a decision diagram (ZDD) of all solutions.
    """
    from combien._questions import family  # Start-up: not for --help.
    from combien.cover.formats._names import named  # Start-up: not for --help.

    loaded = asked.load()
    problem = loaded.model.problem()
    left = countdown(asked.budget.seconds)
    with Bar() as bar, known_when_interrupted(bar, NO_DIAGRAM):
        solutions = family(loaded.model, budget=asked.budget, report=bar)
        # In this order: the marginals also compute the count.
        found, total = solutions.marginals(seconds=left()), solutions.count
    rows = [(found.get(o, 0), named(problem, [o])) for o in range(problem.option_count)]
    with any_length():
        if asked.json:
            options = [{"solutions": str(times), "name": name} for times, name in rows]
            written = {"problem": loaded.name, "count": str(total), "options": options}
            say_json(written)
        else:
            wide = len(str(max((times for times, _ in rows), default=0)))
            for times, name in rows:
                # Integer arithmetic, since counts may exceed the range of floating point.
                share = times * 10_000 // max(total, 1) / 100
                say(f"{times:>{wide}}  {share:6.2f} %  {name}\n")
    return ended(loaded.name, bar, verbose=asked.verbose, none=not total)
