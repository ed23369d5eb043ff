"""What the language server makes of messages that are none: an error, and the next answer."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from threading import Thread, Timer
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.language._messages import MOST_HEADER, Messages, NotJson

PATIENCE = 300
TEXT = "pattern bar = {**}\nproblem p = constant 3x2 true [bar ~sym]\n"
URI = "untitled:p"
PLACE = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 9}}


def request(number: object, method: object = "textDocument/hover", params: object = PLACE) -> Any:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def framed(message: object, *, more: int = 0, header: str = "Content-Length: {}") -> bytes:
    """A message with its length, and this much more."""
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return f"{header.format(len(body) + more)}\r\n\r\n".encode() + body


# The bytes ----------------------------------------------------------------------------------------

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
objects = st.dictionaries(st.text(), values, max_size=3)
pieces = st.one_of(
    st.binary(max_size=20),
    st.sampled_from(
        [
            b"Content-Length: ",
            b"content-length: 7\r\n\r\n",
            b"Content-Length: 99999999999\r\n\r\n",
            b"Content-Length: 30\r\nContent-Type: x\r\n",
            b"Content-Type: application/json\r\n",
            b'{"id": 1',
            b'"a',
            b"\r\n",
            b"1",
            b"[",
        ]
    ),
    st.builds(framed, objects, more=st.integers(-30, 300)),
)


def taken(*chunks: bytes) -> list[Any]:
    messages = Messages()
    return [value for chunk in chunks for value in messages.take(chunk)]


@given(st.lists(objects), st.lists(st.integers(0, 400)))
def test_messages_may_come_in_any_parts(sent: list[Any], cuts: list[int]) -> None:
    whole = b"".join(map(framed, sent))
    places = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]
    parts = [whole[a:b] for a, b in pairwise(places) if a < b]
    assert taken(*parts) == sent


@given(st.lists(pieces), st.booleans())
def test_whatever_comes_before_a_message_does_not_hide_it(wrong: list[bytes], late: bool) -> None:
    good = {"the": "good one"}
    *_, last = taken(*wrong, *[b""] * late, framed(good), b"")
    assert last == good


@pytest.mark.parametrize("more", [-7, -1, 1, 7, 10**6, 10**20])
def test_a_wrong_length_loses_no_message(more: int) -> None:
    first, second = {"first": "é" * 9}, {"second": 2}
    assert taken(framed(first, more=more) + framed(second), b"") == [first, second]


def test_each_wrong_part_is_named_once() -> None:
    found = taken(b"hello\r\n" * MOST_HEADER, framed(b"{]"), framed({}), b"")
    assert [getattr(one, "why", one) for one in found] == [
        "expected a header with Content-Length",
        "a message is JSON: Expecting property name enclosed in double quotes: line 1 column 2 "
        "(char 1)",
        {},
    ]
    assert taken(b"hello", b"")[0].why == "expected a header with Content-Length"
    assert taken(b"Content-Type: x\r\ncontent-LENGTH:2 \n\n{}\r\n", framed({})) == [{}, {}]
    assert isinstance(taken(framed(b"[" * 100_000))[0], NotJson)


# The server ---------------------------------------------------------------------------------------


class Server:
    """A language server on its standard streams."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def send(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self) -> Any:
        """The next message of the server."""
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b": ")
            length = int(value) if name == b"Content-Length" else length
        return json.loads(self.process.stdout.read(length))

    def reply(self, number: object) -> Any:
        """The next reply to the request of this number, or to none."""
        while True:
            message = self.read()
            if "method" not in message and message["id"] == number:
                return message

    def hover(self, number: object) -> Any:
        self.send(framed(request(number)))
        return self.reply(number)["result"]["contents"]["value"]


@contextmanager
def served() -> Iterator[Server]:
    # Nobody reads its errors.
    with subprocess.Popen(
        [sys.executable, "-m", "combien", "lsp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        # A server that does not answer ends, and with it what waits for it.
        late = Timer(PATIENCE, process.kill)
        late.start()
        try:
            server = Server(process)
            server.send(framed(request(1, "initialize", {"capabilities": {}})))
            assert "capabilities" in server.reply(1)["result"]
            server.send(framed({"jsonrpc": "2.0", "method": "initialized", "params": {}}))
            server.send(framed(opened()))
            yield server
        finally:
            late.cancel()
            process.kill()


def opened() -> Any:
    document = {"uri": URI, "languageId": "cmb", "version": 1, "text": TEXT}
    params = {"textDocument": document}
    return {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params}


NOT_JSON, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
COMMAND = "workspace/executeCommand"


@pytest.mark.needs(".[lsp]")
def test_each_wrong_message_gets_its_error() -> None:
    wrong: list[tuple[bytes, int | None, int]] = [
        (framed(request(7, params={"textDocument": 3})), 7, INVALID_PARAMS),
        (framed(request(7, params=[1])), 7, INVALID_PARAMS),
        (framed(request(7, params={**PLACE, "position": {"line": -1}})), 7, INVALID_PARAMS),
        (framed({"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover"}), 7, INVALID_PARAMS),
        (framed(request(7, params={**PLACE, "textDocument": {"uri": "?"}})), 7, INVALID_PARAMS),
        (framed(request(7, COMMAND, {"command": "no"})), 7, INVALID_PARAMS),
        (framed(request(7, COMMAND, {"command": "combien.count"})), 7, INVALID_PARAMS),
        (framed(request(7, "no/method")), 7, NO_METHOD),
        (framed(request(7, 3)), 7, INVALID_REQUEST),
        (framed({"id": 7, "method": "textDocument/hover"}), 7, INVALID_REQUEST),
        (framed(request([7])), None, INVALID_REQUEST),
        (framed({"jsonrpc": "2.0"}), None, INVALID_REQUEST),
        (framed([request(7)]), None, INVALID_REQUEST),
        (framed(7), None, INVALID_REQUEST),
        (framed(b'{"jsonrpc": '), None, NOT_JSON),
        (framed(b"\xff{}"), None, NOT_JSON),
        (framed(b""), None, NOT_JSON),
        (b"Content-Length: many\r\n\r\n{}", None, NOT_JSON),
        (b"Content-Length: -2\r\n\r\n{}", None, NOT_JSON),
    ]
    with served() as server:
        for data, number, code in wrong:
            server.send(data)
            server.send(framed(request("good")))
            error = server.reply(number)["error"]
            assert error["code"] == code, data
            assert error["message"], data
            assert "Traceback" not in error["message"], data
            assert "result" in server.reply("good"), data
        for more in (-9, 9, 10**20):
            server.send(framed(request(8), more=more))
            assert "bar" in server.reply(8)["result"]["contents"]["value"]
        # Although nothing follows.
        server.send(b"hello\r\n")
        assert server.reply(None)["error"]["code"] == NOT_JSON
        # Wrong answers and notifications have no reply; the server lives on.
        server.send(framed({"jsonrpc": "2.0", "id": [], "result": 1}))
        server.send(framed({"jsonrpc": "2.0", "id": 99, "error": "?"}))
        server.send(framed({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {}}))
        server.send(framed({**opened(), "params": {"textDocument": {"uri": URI}}}))
        assert "bar" in server.hover("after")


def mutated(value: Any, random: random.Random) -> Any:
    """A value with something else in one place."""
    if isinstance(value, dict) and value and random.random() < 0.8:
        key = random.choice(sorted(value))
        if random.random() < 0.2:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: mutated(value[key], random)}
    others: list[Any] = [
        None,
        True,
        -1,
        1e300,
        10**30,
        "",
        "\ud800",
        [],
        {},
        [[]],
        {"uri": URI},
        "$/x",
    ]
    return random.choice(others)


def malformed(random: random.Random) -> bytes:
    methods = ["textDocument/hover", "textDocument/completion", "textDocument/codeLens", COMMAND]
    known = [opened(), request(5), request("six", random.choice(methods), mutated(PLACE, random))]
    message = mutated(random.choice(known), random)
    data = framed(message, header=random.choice(["Content-Length: {}", "content-length:{}"]))
    match random.randrange(5):
        case 0:
            place = random.randrange(len(data))
            return data[:place] + random.randbytes(random.randrange(9)) + data[place + 3 :]
        case 1:
            return data[: random.randrange(len(data))]
        case 2:
            return framed(message, more=random.choice([-20, -1, 1, 20, 10**7]))
        case _:
            return data


@pytest.mark.needs(".[lsp]")
@pytest.mark.parametrize("seed", range(1))
def test_five_hundred_malformed_messages(seed: int) -> None:
    rng = random.Random(seed)
    with served() as server:
        for _ in range(500):
            server.send(malformed(rng))
        # A script that was closed or changed by chance is opened again.
        server.send(framed(opened()))
        assert server.hover("the good one") == "pattern `bar`: 2x1, 2 cells\n```text\n**\n```"
        assert server.process.stdin is not None
        server.process.stdin.close()
        # What is left is read, so that the server can write it.
        assert server.process.stdout is not None
        Thread(target=server.process.stdout.read, daemon=True).start()
        assert server.process.wait(PATIENCE) == 0


@pytest.mark.needs(".[lsp]")
@pytest.mark.parametrize(("asks", "code"), [(True, 0), (False, 1)])
def test_the_exit_code_tells_whether_a_shutdown_was_asked_for(asks: bool, code: int) -> None:
    with served() as server:
        if asks:
            server.send(framed({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}))
            assert server.reply(2)["result"] is None
            server.send(framed(request(3)))
            assert server.reply(3)["error"]["code"] == INVALID_REQUEST
        server.send(framed({"jsonrpc": "2.0", "method": "exit"}))
        assert server.process.wait(PATIENCE) == code
