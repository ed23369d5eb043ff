"""Counting with a model counter, which the sat engine uses if one is installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from combien.engines._counting import OutOfBytes
from combien.errors import CannotAnswer
from combien.sat import _model_counter as model_counter
from combien.sat._encode import Encoding
from combien.sat._programs import Program

__all__ = ["ModelCounting"]


class ModelCounting:
    """A count by a model counter, in progress; the encoding has one model for each solution."""

    def __init__(
        self, encoding: Encoding, counter: str, words: Sequence[str], *, bytes: int | None
    ) -> None:
        self._encoding = encoding
        self._counter = counter
        self._bytes = bytes
        self._program = Program(words, encoding, bytes=bytes)
        self._count: int | None = None
        self._begun = False

    @property
    def steps(self) -> int:
        """1 if the program has been started, else 0."""
        return int(self._begun)

    @property
    def work(self) -> Mapping[str, int]:
        """The steps, as nodes; the work inside the program is unknown."""
        return {"nodes": self.steps}

    @property
    def known(self) -> Mapping[str, int]:
        """The counters."""
        return self.work

    @property
    def fraction(self) -> None:
        """None, as the progress of the program is unknown."""

    @property
    def count(self) -> int:
        """The number that the program printed."""
        assert self._count is not None
        return self._count

    @property
    def why(self) -> str:
        """The program, and the size and kind of the encoding."""
        encoding = self._encoding
        return f"{self._counter} on {encoding.clause_count} clauses ({encoding.style})"

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Wait for the program for a slice."""
        code = self._program.run((), seconds)
        self._begun = True
        if code is None:
            return False
        self._count = model_counter.number(self._program.text("out"))
        if self._count is None:
            if self._bytes is not None:
                raise OutOfBytes
            raise CannotAnswer(
                f"{self._counter} {self._program.exit_message(code)} and printed no count: "
                "ask engine='auto'"
            )
        return True

    def stop(self) -> None:
        """End the program, if it is running."""
        self._program.stop()
