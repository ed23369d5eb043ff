"""Solutions by SAT, one at a time, without storing the solutions already found.

The usual method adds a blocking clause for each solution; the clauses pile up, and a position
would have to contain every solution so far.  Here the solutions are enumerated as a search tree
instead.  The options chosen and excluded so far form the *path*, and the solver searches for a
solution below it.  The options of a solution extend the path; to continue, the last chosen option
becomes excluded.  Learned clauses stay valid, and when there is no solution below a path, the
solver's core is the part of the path that is responsible, so the walk backjumps there at once.

Measured in 40 s, with Glucose: 35 of the 520 tilings of Scott's board by the tree, 19 by blocking
clauses.  Where solutions are easy to find, blocking clauses are faster: 4600 solutions a second at
first, against 1300 by the tree.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping

from combien._base.budget import Meter
from combien._base.records import dataclass
from combien._base.threads import mutex
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._verify import fault
from combien.engines._search.places import check_writer, tree_name
from combien.errors import BadPosition, CannotAnswer, InUse, OutOfBudget
from combien.sat._encoding.encode import Encoding
from combien.sat._proofs.steps import write_proof
from combien.sat._solvers.solver import Outcome, SatSolver

__all__ = ["SatWalk", "TreePlace"]

# In a path: at least one option besides the options chosen up to here.
MORE = 0


@dataclass(frozen=True, slots=True)
class TreePlace:
    """A position: the options chosen (1, 2, ...) and excluded (-1, -2, ...), from the root down.

    `stage` is "at" if everything below is still to be searched, "after" if the chosen options are a
    solution that was already returned, and "done" at the end.
    """

    path: tuple[int, ...] = ()
    stage: str = "at"

    def text(self, problem: Problem) -> str:
        """Return the position as text, with option numbers; `~7` is an excluded option."""
        words = ["*" if x == MORE else f"{'~' * (x < 0)}{abs(x) - 1}" for x in self.path]
        return f"{tree_name('sat')}:{problem.fingerprint}:{'.'.join(words)}:{self.stage}"

    @classmethod
    def parse(cls, text: str, problem: Problem) -> TreePlace:
        """Parse a position; raise `BadPosition` if it does not belong to this problem."""
        if not text:
            return cls()
        parts = text.strip().split(":")
        if len(parts) != 4 or parts[3] not in ("at", "after", "done"):
            raise BadPosition(
                f"'{text[:60]}' is not a position; one looks like "
                f"{tree_name('sat')}:{problem.fingerprint}:3.~14.15:after"
            )
        writer, fingerprint, path, stage = parts
        check_writer(writer, fingerprint, "sat", problem)
        steps = [cls._step(word, problem) for word in path.split(".")] if path else []
        options = [abs(step) for step in steps if step != MORE]
        if len(set(options)) < len(options):
            raise BadPosition("this position has an option twice")
        return cls(tuple(steps), stage)

    @staticmethod
    def _step(word: str, problem: Problem) -> int:
        if word == "*":
            return MORE
        digits = word.removeprefix("~")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 18):
            raise BadPosition(f"'{word[:20]}' in this position is not the number of an option")
        if int(digits) >= problem.option_count:
            raise BadPosition(f"this position does not belong to this search: no option {digits}")
        return (int(digits) + 1) * (-1 if word != digits else 1)


class SatWalk:
    """An iterator over the solutions, found by a solver on the clauses of an encoding.

    A position does not depend on the solver, the encoding or the budget, so any other combination
    can resume it.  It does not contain the learned clauses.

    Threads may share a walk.  In the child of a fork it raises `InUse`, as the solver belongs to
    the parent; its position can be resumed there.
    """

    def __init__(
        self,
        encoding: Encoding,
        solver: SatSolver,
        *,
        why: str,
        meter: Meter,
        resume: str,
        proof: str = "",
    ) -> None:
        self.engine = "sat"
        self.why = why
        self._encoding = encoding
        self._problem = encoding.problem
        self._solver = solver
        self._meter = meter
        # A solution can contain another one only if an item may be covered a variable number of
        # times.
        bounds = map(self._problem.bounds, range(self._problem.item_count))
        flags = self._problem.primary_flags
        self._nested = any(
            low < high for (low, high), one in zip(bounds, flags, strict=True) if one
        )
        self._proof = proof
        place = TreePlace.parse(resume, self._problem)
        self._variables = encoding.variable_count
        self._path: list[int] = []
        # The variable that requires each MORE of the path, by its place in the path.
        self._demands: dict[int, int] = {}
        for step in place.path:
            self._require_more() if step == MORE else self._path.append(step)
        self._found = place.stage == "after"
        self._done = place.stage == "done"
        self._mutex = mutex()
        self._process = os.getpid()
        self._save_place()

    def __iter__(self) -> Iterator[Solution]:
        return self

    def __next__(self) -> Solution:
        with self._mutex:
            if os.getpid() != self._process:
                raise InUse(
                    "this walk uses a SAT solver of the parent process: resume it here "
                    "with solutions(..., resume=walk.position)"
                )
            return self._next()

    def _next(self) -> Solution:
        if self._found:
            self._found = False
            if self._nested:
                self._require_more()
            else:
                self._exclude_last()
            self._save_place()
        while not self._done:
            if self._solve() == Outcome.SATISFIABLE:
                solution = self._solution()
                chosen = set(self._path)
                self._path += [x + 1 for x in solution if x + 1 not in chosen]
                self._found = True
                self._save_place()
                return solution
            if self._proof and not self._path:
                write_proof(self._encoding, self._solver.proof(), self._proof)
            self._backjump(self._solver.core())
            self._save_place()
        raise StopIteration

    def _solve(self) -> Outcome:
        """Run the solver below the path until it has an outcome; raise if the budget runs out."""
        solver, meter = self._solver, self._meter
        asked = False
        try:
            while True:
                steps, seconds = meter.slice(solver.steps)
                if steps == 0:
                    raise meter.stop(self.work, position=self.position)
                if not asked:
                    solver.ask([self._demands.get(place, x) for place, x in enumerate(self._path)])
                    asked = True
                outcome = solver.run(steps, seconds)
                if outcome == Outcome.OUT_OF_BYTES:
                    raise OutOfBudget(
                        f"the SAT solver needs more than {meter.bytes / 1e9:.3g} GB: give more "
                        "bytes=",
                        known=self.work,
                        position=self.position,
                    )
                if outcome != Outcome.OUT_OF_SLICE:
                    return outcome
                meter.progress(self.fraction, self.work)
        except BaseException:
            solver.stop()
            raise

    def _solution(self) -> Solution:
        """Return the solver's solution; it is verified, because a program may be wrong."""
        last = self._problem.option_count
        solution = self._encoding.solution(x for x in self._solver.model() if 0 < x <= last)
        reason = fault(self._problem, solution)
        if reason:
            raise CannotAnswer(f"the SAT solver's answer is no solution ({reason}): ask another")
        return solution

    # The tree ---------------------------------------------------------------------------------

    def _require_more(self) -> None:
        """Extend the path by the condition that at least one more option is chosen."""
        self._variables += 1
        known = {abs(step) for step in self._path}
        options = range(1, self._problem.option_count + 1)
        self._solver.add([-self._variables, *(x for x in options if x not in known)])
        self._demands[len(self._path)] = self._variables
        self._path.append(MORE)

    def _shorten(self) -> None:
        """Remove the last step of the path."""
        if self._path.pop() == MORE:
            self._solver.add([-self._demands.pop(len(self._path))])

    def _exclude_last(self) -> None:
        """Exclude the last chosen option, whose subtree is done; end the walk if there is none."""
        while self._path and self._path[-1] <= 0:
            self._shorten()
        if self._path:
            self._path[-1] = -self._path[-1]
        else:
            self._done = True
            self._solver.stop()

    def _backjump(self, core: Iterable[int]) -> None:
        """Go back to the last step in the core, and exclude its option."""
        core_set = set(core)
        while self._path and self._demands.get(len(self._path) - 1, self._path[-1]) not in core_set:
            self._shorten()
        self._exclude_last()

    # Position and progress -----------------------------------------------------------------------

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of the solver; nodes are calls and conflicts."""
        return self._solver.work

    @property
    def position(self) -> str:
        """The position as text: the options chosen and excluded, from the root down."""
        return self._place.text(self._problem)

    def _save_place(self) -> None:
        """Save the position, which other threads may read while the walk changes."""
        stage = "done" if self._done else "after" if self._found else "at"
        self._place = TreePlace(tuple(self._path), stage)

    @property
    def fraction(self) -> float:
        """The part that is done, if each option is assumed to halve the search space."""
        place = self._place
        if place.stage == "done":
            return 1.0
        share, done = 1.0, 0.0
        for step in place.path:
            if step != MORE:
                share /= 2
                done += share if step < 0 else 0.0
        return done + share if place.stage == "after" and not self._nested else done

    @property
    def complete(self) -> bool:
        """Whether every solution has been yielded."""
        return self._done
