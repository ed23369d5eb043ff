"""The file of a search in numbered parts: what was found in each finished part, sealed as text.

It is the file of a run with a finished share for each part; see `Database` for how it is guarded
against damage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from os import PathLike
from pathlib import Path
from time import monotonic
from typing import ClassVar, Self

from combien._base.checks import short_repr
from combien.errors import BadInput
from combien.running._database import Damage, Database
from combien.running._ledger import unnamed

# What was found is written after this number of seconds.
PORTION = 1.0


class StoredTexts(Database):
    """A file of numbered texts, opened by one process; used by one thread at a time."""

    # The form of a text, and the texts that were in the file when it was opened.
    form: ClassVar[re.Pattern[str]]
    texts: dict[int, re.Match[str]]
    _added: list[tuple[int, str]]
    _written: float

    @classmethod
    @contextmanager
    def opened(cls, path: str | PathLike[str], about: Mapping[str, object]) -> Iterator[Self]:
        """Context manager: open the file, or create it; write what was added at the end.

        `about` are the facts of the run: its question, and what the texts depend on.  Raises
        `BadInput` if those of the file differ, and `BadFormat` if it is damaged.
        """
        if not isinstance(path, str | PathLike):
            raise BadInput(f"checkpoint={short_repr(path)}: expected the path of a file")
        file = Path(path)
        facts = {key: str(value) for key, value in about.items()}
        if not file.exists():
            # Another process may create it at the same time.
            with suppress(FileExistsError), cls.created(file, unnamed(file), facts):
                pass
        with closing(cls.connected(file)) as stored:
            for key, value in facts.items():
                if stored.facts.get(key) != value:
                    raise BadInput(
                        f"{file.name} is the file of another run, with other {key}: name another "
                        "one, or repeat the same command with the same version of combien"
                    )
            stored.texts, stored._added = {}, []
            stored._written = monotonic()
            with stored.reading():
                for number, _, text, *_ in stored.rows():
                    match = cls.form.fullmatch(text)
                    if match is None:
                        raise Damage(f"part {number} is {text[:40]!r}")
                    stored.texts[number] = match
            try:
                yield stored
            finally:
                stored._write()

    def put(self, number: int, text: str) -> None:
        """Add the text of a finished part."""
        self._added.append((number, text))
        if monotonic() > self._written + PORTION:
            self._write()

    def _write(self) -> None:
        with self.transaction() as connection:
            # Another process may have found the same.
            connection.executemany(
                "INSERT OR IGNORE INTO share VALUES (?, NULL, ?, 'done', '0', 0, '', 0, 0, 0, 0)",
                self._added,
            )
        self._added.clear()
        self._written = monotonic()
