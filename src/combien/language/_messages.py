"""Messages of an editor: from the bytes that it sends to what they say, whatever comes.

A message is JSON after a header with its length, in bytes.  A wrong length must not end the
conversation, as later messages would be lost: what begins a message is JSON, which shows where it
ends, and no JSON contains the end of a header, whose line breaks it would escape.  So the next
header is found in any case.

Microsoft, "Language Server Protocol", section "Base Protocol"; "JSON-RPC 2.0 Specification".
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from typing import Any

__all__ = ["Messages", "NotJson", "number_of", "wrong_request"]

# In bytes; a longer message has a wrong length.
MOST_BYTES = 100_000_000
# What may follow without being the begin of a header.
MOST_HEADER = 1000

# Of two lengths, the later one may be the begin of the next message.
_HEADER = re.compile(
    rb"content-length:[ \t]*(\d{1,30})[ \t]*\r?\n"
    rb"(?:(?:(?!content-length)[a-z-])+:(?:(?!content-length)[^\r\n])*\r?\n)*\r?\n",
    re.IGNORECASE,
)
_FIELDS = re.compile(rb"(?:[a-z-]+:[^\r\n]*\r?\n)*", re.IGNORECASE)


class NotJson:
    """Bytes without a message, and why."""

    def __init__(self, why: str) -> None:
        self.why = why


class Messages:
    """The messages in a stream of bytes.

    >>> messages = Messages()
    >>> list(messages.take(b'Content-Length: 8\\r\\n\\r\\n{"a"'))
    []
    >>> list(messages.take(b': 1}'))
    [{'a': 1}]
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        # The length of a message whose header has been read.
        self._length: int | None = None
        # Whether what comes before the next header is the rest of something wrong.
        self._lost = False

    @property
    def is_partial(self) -> bool:
        """Whether the rest of a message is missing."""
        return self._length is not None or (len(self._buffer) > 0 and not self._lost)

    def take(self, data: bytes) -> Iterator[Any]:
        """Take bytes, and yield the values of messages that are complete, or `NotJson`.

        No bytes mean that none have come for a moment: what is there is a message if it can be one,
        although it should be longer.
        """
        self._buffer += data
        while self._length is not None or (yield from self._read_header(waiting=not data)):
            assert self._length is not None
            end = self._length if len(self._buffer) >= self._length else 0
            if not end and (data or not (self._ends() or _HEADER.search(self._buffer))):
                return
            self._length = None
            yield self._read_value(end)

    def _read_header(self, *, waiting: bool) -> Generator[Any, None, bool]:
        """Read the next header; return whether there is one."""
        found = _HEADER.search(self._buffer)
        before = (self._buffer[: found.start()] if found else self._buffer).lstrip()
        known = found or waiting or len(before) > MOST_HEADER
        if before and known and not self._lost and not (found and _FIELDS.fullmatch(before)):
            yield NotJson("expected a header with Content-Length")
            self._lost = True
        if found:
            self._length = min(int(found[1]), MOST_BYTES)
            self._lost = False
            del self._buffer[: found.end()]
        else:
            del self._buffer[:-MOST_HEADER]
        return found is not None

    def _read_value(self, length: int) -> Any:
        """Return the value of the next message, and forget its bytes."""
        wrong: Exception | None = None
        for end in (length, self._ends()):
            try:
                value = json.loads(self._buffer[:end].decode())
            except (ValueError, RecursionError) as error:
                wrong = wrong or error
            else:
                del self._buffer[:end]
                return value
        # The next header may be anywhere.
        self._lost = True
        return NotJson(f"a message is JSON: {wrong}")

    def _ends(self) -> int:
        """Return where the object or array ends that the buffer begins with, 0 if there is none."""
        text = self._buffer.decode("latin-1")
        begin = len(text) - len(text.lstrip())
        if text[begin : begin + 1] not in ("{", "["):
            return 0
        try:
            return json.JSONDecoder().raw_decode(text, begin)[1]
        except (ValueError, RecursionError):
            return 0


def wrong_request(value: Any) -> str:
    """Return what is wrong with a message as one of JSON-RPC; empty if nothing is.

    >>> wrong_request({"jsonrpc": "2.0", "id": [], "method": "textDocument/hover"})
    'id is a number or a string'
    """
    if not isinstance(value, dict):
        return "a message is an object"
    if value.get("jsonrpc") != "2.0":
        return 'expected "jsonrpc": "2.0"'
    if "id" in value and number_of(value) is None:
        return "id is a number or a string"
    if "method" in value:
        return "" if isinstance(value["method"], str) else "method is a string"
    return "" if "id" in value else "expected a method or an id"


def number_of(value: dict[str, Any]) -> int | str | None:
    """Return the id of a message, None if it has none."""
    number = value.get("id")
    return number if isinstance(number, int | str) and not isinstance(number, bool) else None
