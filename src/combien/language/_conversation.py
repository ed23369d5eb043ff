"""The conversation of the language server with its editor, on the standard streams.

pygls says what a message means, and answers it.  Its own loop never answers a request with wrong
parameters, and waits for ever after a wrong length; here each gets an error, and the next message
its answer.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from threading import Thread
from typing import Any

from cattrs import transform_error
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from combien.language._messages import Messages, NotJson, number_of, wrong_request

# The codes of JSON-RPC.
NOT_JSON, INVALID_REQUEST, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32602, -32603
# How long the rest of a message may take to come, before what is there is looked at.
STALL = 1.0
# What is read at once, in bytes.
CHUNK = 1 << 16
# In characters, of the faults of a message.
MOST_FAULTS = 1000


class Conversation:
    """What is said on the standard streams."""

    def __init__(self, ls: LanguageServer) -> None:
        self._protocol = ls.protocol
        self._output = sys.stdout.buffer
        self._ending = False
        self._protocol.set_writer(self)

    def write(self, data: bytes) -> None:
        """Send bytes to the editor."""
        self._output.write(data)
        self._output.flush()

    def close(self) -> None:
        """Leave the stream to the end of the process, which follows."""

    async def listen(self) -> None:
        """Answer until the input ends."""
        loop, messages = asyncio.get_running_loop(), Messages()
        chunks: asyncio.Queue[bytes] = asyncio.Queue()

        def read() -> None:
            while data := os.read(sys.stdin.fileno(), CHUNK):
                loop.call_soon_threadsafe(chunks.put_nowait, data)
            loop.call_soon_threadsafe(chunks.put_nowait, b"")

        Thread(target=read, daemon=True).start()
        while True:
            try:
                async with asyncio.timeout(STALL if messages.is_partial else None):
                    data = await chunks.get()
                ended = not data
            except TimeoutError:
                data, ended = b"", False
            for value in messages.take(data):
                self._receive(value)
            if ended:
                return

    def _receive(self, value: Any) -> None:
        if isinstance(value, NotJson):
            self._refuse(None, NOT_JSON, value.why)
            return
        asks = isinstance(value, dict) and "method" in value
        number = number_of(value) if asks else None
        if wrong := wrong_request(value):
            # A wrong answer gets no answer: that could go on for ever.
            if asks or not (isinstance(value, dict) and {"result", "error"} & set(value)):
                self._refuse(number, INVALID_REQUEST, wrong)
            return
        if self._ending and number is not None:
            self._refuse(number, INVALID_REQUEST, "the server shuts down")
            return
        try:
            message = self._protocol.structure_message(value)
        except JsonRpcException as error:
            if number is not None:
                self._refuse(number, INVALID_PARAMS, _faults(error))
            if asks:
                return
            # Who waits for this answer gets an error.
            failed = {"code": INVALID_REQUEST, "message": _faults(error)}
            answer = {"jsonrpc": "2.0", "id": value["id"], "error": failed}
            message = self._protocol.structure_message(answer)
        self._ending = self._ending or (asks and value["method"] == types.SHUTDOWN)
        try:
            self._protocol.handle_message(message)
        except BrokenPipeError:
            raise
        except Exception as error:
            # Such as an answer to what was not asked.
            if number is not None:
                self._refuse(number, INTERNAL_ERROR, repr(error))

    def _refuse(self, number: int | str | None, code: int, why: str) -> None:
        error = {"code": code, "message": why}
        body = json.dumps({"jsonrpc": "2.0", "id": number, "error": error}).encode()
        self.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))


def _faults(error: Exception) -> str:
    """Return what is wrong with the parameters of a message."""
    cause = error.__cause__
    faults = [str(error)] if cause is None else transform_error(cause)
    return "; ".join(faults)[:MOST_FAULTS]
