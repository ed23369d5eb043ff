"""Terms that a command is given, and the formulas and growth that are guessed from terms."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence

from combien._cli._shared.inputs import label_of, read_text
from combien.errors import BadFormat, BadInput
from combien.sequences import Guess, GuessedGrowth, guess, guess_growth

_TERMS = re.compile(r"\s*-?\d+(\s*,\s*-?\d+)*\s*,?\s*", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,4300}", re.ASCII)
_MOST_BYTES = 10_000_000


def given_terms(argument: str) -> list[int]:
    """Return the terms of an argument such as 1,1,2,5, or those of the file of that name.

    A file has numbers, separated by spaces, commas or lines; or n and a(n) in each line, as a
    b-file does.  Comments begin with #.
    """
    inline = _TERMS.fullmatch(argument)
    text = argument if inline else read_text(argument, _MOST_BYTES)
    lines = [line.partition("#")[0].replace(",", " ").split() for line in text.splitlines()]
    lines = [line for line in lines if line]
    label = "the terms" if inline else label_of(argument)
    for word in (word for line in lines for word in line):
        if not _NUMBER.fullmatch(word):
            raise BadFormat(
                f"{label}: expected whole numbers of at most 4300 digits, not {word[:40]!r}"
            )
    numbers = [[int(word) for word in line] for line in lines]
    first = numbers[0][0] if numbers else 0
    if len(numbers) > 1 and all(
        len(line) == 2 and line[0] == n for n, line in enumerate(numbers, first)
    ):
        return [term for _, term in numbers]
    return [term for line in numbers for term in line]


def _found(terms: Sequence[int]) -> tuple[tuple[Guess, ...], GuessedGrowth | None]:
    """Return the guessed formulas, and the growth for the least dimension in which there is one."""
    guesses = guess(terms)
    for dimension in (1, 2, 3):
        try:
            growth = guess_growth(terms, dimension=dimension)
        except BadInput:  # Too few terms.
            break
        # In more dimensions, terms that grow like n! have a growth of 1.
        if growth is not None and (dimension == 1 or growth.value - growth.error > 1):
            return guesses, growth
    return guesses, None


def print_guesses(terms: Sequence[int], *, latex: bool) -> None:
    """Print what is guessed, a line each, which says on how many terms it was checked."""
    guesses, growth = _found(terms)
    lines = [one.to_latex() if latex else str(one) for one in (*guesses, growth) if one is not None]
    if not guesses:
        lines.insert(0, "no formula is guessed: none of those that are tried fits")
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def guess_facts(terms: Sequence[int]) -> dict[str, object]:
    """Return what is guessed, for the output of `--json`."""
    guesses, growth = _found(terms)
    return {
        "guesses": [json.loads(one.to_json()) for one in guesses],
        "guessed_growth": None if growth is None else json.loads(growth.to_json()),
    }
