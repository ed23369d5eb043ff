"""Terms that are counted one by one, each by the engine that is best for it.

Terms can be stored in a folder, so that the next run begins where this one ended; there, the count
of the term at hand is stored as well.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from combien._base.budget import Meter, Reporter, Spending
from combien._base.checks import as_int, check_instance
from combien._base.files import open_regular, read_up_to, write_file
from combien._questions import answer
from combien.cover._model import problem_of
from combien.engines._protocol import Budget, Engine, Model
from combien.errors import BadFormat, CannotWrite, OutOfBudget
from combien.geometry._symmetry import Group

if TYPE_CHECKING:
    from combien._questions.up_to import SymmetryName

_MOST_BYTES = 100_000_000


class Numbered(Protocol):
    """A family with a model for each n."""

    @property
    def name(self) -> str:
        """The name of the family."""

    def model(self, n: int) -> Model[Any] | None:
        """Return the model for n, or None if there is none."""

    def without(self, n: int) -> int:
        """Return a(n) where there is no model."""


class CountedSource:
    """The terms of a family, counted one after the other."""

    def __init__(
        self,
        family: Numbered,
        *,
        up_to: str | Group = "none",
        engine: str | Engine = "auto",
        budget: Budget | None = None,
        report: Reporter | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
    ) -> None:
        self._family = family
        self._up_to = cast("SymmetryName | Group", up_to)
        self._engine = engine
        self._spending = Spending(budget or Budget())
        self._report = report
        self._store = TermStore(checkpoint, family.name)
        self._terms: list[int] = []
        self._engines: list[str] = []

    @property
    def name(self) -> str:
        """The name of the family."""
        return self._family.name

    @property
    def engines(self) -> tuple[str, ...]:
        """The engine that counted each term; the empty string if none was needed."""
        return tuple(self._engines)

    @property
    def known(self) -> tuple[int, ...]:
        """The terms counted so far."""
        return tuple(self._terms)

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return the first terms, counting those that are not known; they stay if a limit ends."""
        while len(self._terms) < count:
            term, engine = self._counted(len(self._terms))
            self._terms.append(term)
            self._engines.append(engine)
            meter.progress(None, {"terms": len(self._terms)})
        return self._terms

    def formula(self, meter: Meter) -> None:
        """Return None: nothing is known about further terms."""

    def _counted(self, n: int) -> tuple[int, str]:
        model = self._family.model(n)
        if model is None:
            return self._family.without(n), ""
        fingerprint = f"{problem_of(model).fingerprint} {self._up_to}"
        stored = self._store.get(n, fingerprint)
        if stored is not None:
            return stored
        found = answer(
            model,
            "count",
            up_to=self._up_to,
            engine=self._engine,
            budget=self._spending.left,
            report=self._report,
            checkpoint=self._store.run(n) if self._up_to == "none" else None,
        )
        self._spending.spend(found.work.get("nodes", 0) + found.work.get("transitions", 0))
        if found.count is None:
            raise OutOfBudget(f"a({n}): {found.why}", known=found.known)
        self._store.add(n, found.count, found.engine, fingerprint)
        return found.count, found.engine


class TermStore:
    """A folder with the terms of a sequence that were counted, and the run of the next one.

    `terms.json` has the terms with their engines and the fingerprints of their problems, which are
    compared before a term is used, and a digest of all.  Without a folder, nothing is stored.
    """

    def __init__(self, folder: str | os.PathLike[str] | None, name: str) -> None:
        self._folder = None if folder is None else Path(folder)
        self._name = name
        self._terms: dict[int, tuple[int, str, str]] = {}
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(f"cannot write '{self._folder}': {error.strerror}") from None
        if self._file.exists():
            self._read()

    def get(self, n: int, fingerprint: str) -> tuple[int, str] | None:
        """Return the term and its engine if they are stored for a problem with this fingerprint."""
        term, engine, stored = self._terms.get(n, (0, "", ""))
        return (term, engine) if stored == fingerprint else None

    def run(self, n: int) -> Path | None:
        """Return the file in which the count of this term is stored."""
        return None if self._folder is None else self._folder / f"a{n:04}.run"

    def add(self, n: int, term: int, engine: str, fingerprint: str) -> None:
        """Store a term, and delete the run that found it."""
        self._terms[n] = (term, engine, fingerprint)
        if self._folder is None:
            return
        terms = [
            {"n": place, "term": f"{value:x}", "engine": by, "problem": of}
            for place, (value, by, of) in sorted(self._terms.items())
        ]
        facts = {"schema": 2, "family": self._name, "terms": terms, "digest": _digest(terms)}
        content = json.dumps(facts, indent=1)
        write_file(self._file, content + "\n")
        for run in self._folder.glob(f"a{n:04}.run*"):
            with suppress(OSError):
                run.unlink()

    @property
    def _file(self) -> Path:
        assert self._folder is not None
        return self._folder / "terms.json"

    def _read(self) -> None:
        with open_regular(self._file) as stream:
            content = read_up_to(stream, _MOST_BYTES + 1)
        try:
            if len(content) > _MOST_BYTES:
                raise ValueError("too long")
            facts = json.loads(content)
            if facts["digest"] != _digest(facts["terms"]):
                raise ValueError("not what was written")
            for entry in facts["terms"]:
                n = as_int(entry["n"])
                if n is None:
                    raise ValueError(entry)
                engine = check_instance("engine", entry["engine"], str)
                problem = check_instance("problem", entry["problem"], str)
                # Hexadecimal: long decimal numbers take quadratic time to read.
                self._terms[n] = (int(entry["term"], 16), engine, problem)
        except (ValueError, TypeError, KeyError, RecursionError):
            raise BadFormat(
                f"'{self._file}' is damaged, or does not have the terms of a sequence: remove it, "
                "and they are counted anew"
            ) from None


def _digest(terms: object) -> str:
    return blake2b(json.dumps(terms).encode(), digest_size=16).hexdigest()
