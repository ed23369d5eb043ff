"""Format answers as JSON and as sentences, with what is known beside them.

A file may define several problems, of which a command takes the last one unless it is told which.
The others are answered too where that costs nothing, and the numbers that BurrTools stored are
compared with ours.  All of this goes to the standard error and into the JSON object: the standard
output keeps its form, however many problems a file has and however hard they are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from combien._base.budget import Budget, Spending
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.options import SCHEMA, Request
from combien._cli._shared.progress import Bar, counters
from combien._wording import counted
from combien.engines._protocol import Answer
from combien.errors import BadInput, CannotAnswer, OutOfBudget

if TYPE_CHECKING:
    from combien._cli._shared.files import Loaded
    from combien._questions.up_to import SymmetryName
    from combien.engines._protocol import Answer
    from combien.tilings.disassembly import Survey


# The advice after Ctrl-C during a question about all solutions.
NO_DIAGRAM = (
    "the diagram of all solutions was not complete and cannot be resumed; combien solve lists "
    "solutions without it"
)


def print_json(content: Mapping[str, object]) -> None:
    """Write a JSON object with its schema number on one line of the standard output."""
    import json  # Start-up: only for --json.

    sys.stdout.write(json.dumps({"schema": SCHEMA, **content}) + "\n")


def in_french(statement: Mapping[str, Any], *, paper: bool = False) -> str:
    """Return a statement in French for a terminal, or for paper; no space is protected.

    On paper, tiles have no numbers and searches no counters.

    >>> in_french({"code": "hint-only", "values": {"line": {"code": "row", "values": {"n": 2}}}})
    'ligne 2 : ses blocs n’ont qu’une disposition possible'
    """
    from combien._french.statements import (  # Start-up: only for --language fr.
        STATEMENTS,
        TERMINAL,
        french,
    )

    return (
        french(statement, STATEMENTS if paper else TERMINAL)
        .replace("\u00a0", " ")
        .replace("\u202f", " ")
    )


def counts_as_text(value: Any) -> Any:
    """Return a JSON value with the integers under the keys `count` replaced by strings.

    >>> counts_as_text({"parts": [{"count": 65, "options": 7}]})
    {'parts': [{'count': '65', 'options': 7}]}
    """
    if isinstance(value, Mapping):
        return {
            key: str(one) if key == "count" and isinstance(one, int) else counts_as_text(one)
            for key, one in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [counts_as_text(one) for one in value]
    return value


def sentence(answer: Answer[object]) -> str:
    """Describe the engine, why it was chosen and its work, or why there is no answer."""
    who = f"{answer.engine}: {answer.why}"
    # The reason for a stop includes the work.
    work = "" if answer.status == "stopped" else counters(answer.work)
    return "; ".join(part for part in (who, work, f"{answer.seconds:.3f} s") if part)


def exit_code(answer: Answer[object]) -> Exit:
    """Return the exit code for the status."""
    return {"solved": Exit.ANSWERED, "none": Exit.NONE, "stopped": Exit.UNKNOWN}[answer.status]


def finish(loaded: Loaded, bar: Bar, *, verbose: bool, none: bool) -> Exit:
    """Print the final messages of a command and return its exit code."""
    if verbose:
        print_message(bar.sentence)
    if none:
        print_message(loaded.none)
    return Exit.NONE if none else Exit.ANSWERED


@contextmanager
def explain_interrupt(bar: Bar, then: str) -> Iterator[None]:
    """Context manager that adds the work done and the advice `then` to the message of Ctrl-C.

    >>> with Bar() as bar, explain_interrupt(bar, "reduce --walks"):
    ...     pass
    """
    try:
        yield
    except KeyboardInterrupt as interrupt:
        bar.clear()
        if str(interrupt):
            # It says what was interrupted.
            raise
        done = counters(bar.work)
        after = f"in {bar.phase}, " if bar.phase else ""
        after += f"after {done} of {bar.engine}" if done else "before any work was reported"
        raise KeyboardInterrupt(f"interrupted {after}; {then}") from None


@contextmanager
def unlimited_digits() -> Iterator[None]:
    """Context manager that lifts Python's limit on the digits of an integer.

    The limit of 4300 digits protects parsers, so it must stay in force while files are read; a
    count may be longer.
    """
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def answer_each(
    asked: Sequence[tuple[Request, Loaded]],
    answer: Callable[[Request, Loaded], Exit],
    *,
    heading: str = "{}:\n",
) -> Exit:
    """Answer each problem, with its name before the answer if there are several.

    Return the exit code: unknown if one of the answers is, and none if all are.
    """
    if len(asked) == 1:
        return answer(*asked[0])
    codes = []
    for request, loaded in asked:
        if not request.json:
            print_text(heading.format(loaded.name))
        try:
            codes.append(answer(request, loaded))
        except (CannotAnswer, OutOfBudget) as error:
            print_message(f"combien: {loaded.name}: {error}")
            codes.append(Exit.UNKNOWN)
        if codes[-1] == Exit.INTERRUPTED:
            return Exit.INTERRUPTED
    if Exit.UNKNOWN in codes:
        return Exit.UNKNOWN
    return Exit.ANSWERED if Exit.ANSWERED in codes else Exit.NONE


# What costs nothing: milliseconds, and the same in every run.
_MOST_PLACEMENTS = 20_000
_FREE_NODES = 10_000
_FREE_MOVES = 1_000
# To find the reason for a stored number, a problem is counted once more, up to another group.
_NODES_FOR_A_REASON = 1_000_000
_GROUPS: dict[SymmetryName, str] = {
    "rotations": "rotations",
    "all": "all symmetries",
    "none": "no symmetries",
}


class Beside:
    """Answers, within what is left of a budget, what was not asked but may have been meant."""

    def __init__(self, loaded: Loaded, *, up_to: SymmetryName, budget: Budget) -> None:
        self._loaded = loaded
        self._up_to = up_to
        self._spending = Spending(budget)

    def of_count(self, found: Answer[object]) -> dict[str, object]:
        """Print what is known beside a count, and return it for JSON."""
        if found.count is None:
            return {}
        counts = dict.fromkeys(self._loaded.others, "")
        for other in self._free():
            known = self._count(other, self._up_to, _FREE_NODES)
            counts[other.name] = "" if known is None else str(known)
        others = [{"problem": name, "count": known or None} for name, known in counts.items()]
        return self._printed(counts, others, self._stored(found.count))

    def of_survey(self, found: Survey) -> dict[str, object]:
        """Print what is known beside a survey of all assemblies, and return it for JSON."""
        words = dict.fromkeys(self._loaded.others, "")
        surveys = {other.name: self._survey(other) for other in self._free()}
        others: list[dict[str, object]] = []
        for name in words:
            one = surveys.get(name)
            words[name] = str(one).partition("\n")[0] if one else ""
            numbers = (one.assemblies, one.apart) if one else (None, None)
            others.append({"problem": name, "assemblies": numbers[0], "apart": numbers[1]})
        return self._printed(words, others, self._stored(found.assemblies, found.apart))

    def _printed(
        self, words: dict[str, str], others: object, stored: dict[str, object]
    ) -> dict[str, object]:
        lines = [f"  {name}: {answer}" for name, answer in words.items() if answer]
        lines += [str(stored["why"])] if stored.get("why") else []
        if lines:
            print_message("\n".join(lines))
        return {**({"others": others} if others else {}), **({"stored": stored} if stored else {})}

    def _stored(self, assemblies: int, apart: int | None = None) -> dict[str, object]:
        """Return the numbers that BurrTools stored, if any, and why they differ from ours."""
        said = self._loaded.said
        if said is None or (said.assemblies is None and said.solutions is None):
            return {}
        why = []
        if said.assemblies not in (None, assemblies):
            reason = "the file was saved before BurrTools had found all"
            if said.finished:
                reason = self._group_of(said.assemblies)
            why.append(f"the file stores {counted(said.assemblies, 'assembly')}: {reason}")
        if apart is not None and said.solutions not in (None, apart):
            reason = "counted as its assemblies are"
            if not said.movable:
                reason = "BurrTools takes no pieces of this grid apart"
            elif not why:
                reason = "its search of moves had not ended, or was another one"
            why.append(f"the file stores {said.solutions} that come apart: {reason}")
        numbers = {"assemblies": said.assemblies, "solutions": said.solutions}
        return {**numbers, "why": "; ".join(why)}

    def _group_of(self, stored: int) -> str:
        """Return why a stored number differs: it is counted up to other symmetries."""
        unknown = []
        for name, words in _GROUPS.items():
            if name == self._up_to:
                continue
            count = self._count(self._loaded, name, _NODES_FOR_A_REASON)
            if count == stored:
                return f"BurrTools counted up to {words}, as --up-to {name} does"
            unknown += [f"--up-to {name}"] * (count is None)
        if unknown:
            return f"BurrTools may have counted as {' or '.join(unknown)} does"
        return "it is the count up to none of the groups of --up-to, so its search was another one"

    def _free(self) -> Iterator[Loaded]:
        """Yield the other problems whose exact covers are small, all of them together."""
        if not self._loaded.others:
            return
        from combien.tilings._packing_problem import PackingProblem  # Start-up: not for --help.
        from combien.tilings._tiling import TilingProblem  # Start-up: not for --help.

        room = _MOST_PLACEMENTS
        for other in self._loaded.others.values():
            model = other.model
            if not isinstance(model, (TilingProblem, PackingProblem)):
                continue
            size = len(model.board) * sum(len(tile.orientations) for tile in model.tiles)
            if size <= room:
                room -= size
                yield other

    def _count(self, loaded: Loaded, up_to: SymmetryName, nodes: int) -> int | None:
        """Return the count of a problem, or None if it is not known within the budget."""
        from combien._questions import count  # Start-up: not for --help.

        with suppress(BadInput, CannotAnswer, OutOfBudget):
            return count(loaded.model, up_to=up_to, budget=self._budget(nodes))
        return None

    def _survey(self, loaded: Loaded) -> Survey | None:
        """Return how many assemblies come apart, or None if it is not known within the budget."""
        from combien._questions import solutions  # Start-up: not for --help.
        from combien.tilings.disassembly import survey  # Start-up: not for --help.

        model: Any = loaded.model
        with suppress(BadInput, CannotAnswer, OutOfBudget):
            return survey(
                solutions(model, up_to=self._up_to, budget=self._budget(_FREE_NODES)),
                groups=loaded.said.groups if loaded.said else {},
                budget=self._budget(_FREE_MOVES),
            )
        return None

    def _budget(self, nodes: int) -> Budget:
        left = self._spending.left
        return replace(left, nodes=nodes if left.nodes is None else min(nodes, left.nodes))
