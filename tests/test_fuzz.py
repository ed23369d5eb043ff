"""Every reader takes damaged input: it is read or refused, quickly and within little memory."""

from __future__ import annotations

import pytest

from combien.errors import BadFormat
from tests import fuzz
from tests.readers import READERS, Reader

pytestmark = pytest.mark.filterwarnings("ignore::combien.cover.formats.FormatWarning")

# For more, and with other seeds: python -m tests.fuzz
CASES = 200


@pytest.mark.parametrize("reader", READERS)
def test_valid_input_is_read(reader: str) -> None:
    for format, content in READERS[reader].seeds():
        try:
            READERS[reader].read(format, content)
        except BadFormat as refusal:
            pytest.fail(f"{format}: {refusal}: {content[:100]!r}")


@pytest.mark.parametrize("reader", READERS)
def test_damaged_input_is_read_or_refused(reader: str) -> None:
    assert list(fuzz.findings(reader, range(CASES), seed=1)) == []


def _fail(_: str, content: bytes) -> None:
    if b"7" in content:
        raise KeyError(content)
    while content.startswith(b"endless"):
        pass
    if content.startswith(b"large"):
        bytes(10 * fuzz.BYTES)


@pytest.mark.parametrize(
    ("seed", "fault", "small"),
    [
        (b"a7b", "KeyError", b"7"),
        (b"endless", "TooLong", b"endless"),
        (b"large", "MemoryError", b""),
    ],
)
def test_a_fault_is_found_and_shrunk(
    monkeypatch: pytest.MonkeyPatch, seed: bytes, fault: str, small: bytes
) -> None:
    monkeypatch.setattr(fuzz, "SECONDS", 0.02)
    monkeypatch.setitem(READERS, "planted", Reader(lambda: [("", seed)], _fail))
    monkeypatch.setattr(fuzz, "damaged", lambda content, seeds, dice: content)
    (found,) = fuzz.findings("planted", range(1), seed=1)
    assert f": {fault}" in found
    assert small in found.encode()
