"""The local server: who may ask, what is refused, and questions that are abandoned."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.web.asking import box, events, kinds, question

pytestmark = pytest.mark.needs(".[web]")

# It is never waited for.
LONG = question(
    "count",
    board=box(30, 30),
    pieces=[
        {"cells": [[0, 0], [1, 0], [2, 0], [2, 1]], "times": "any"},
        {"cells": [[0, 0], [1, 0], [2, 0], [1, 1]], "times": "any"},
    ],
    budget={"seconds": 3600},
)


class Client:
    """Requests to a server as its page sends them, with these changes."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        assert parts.port is not None
        self.port = parts.port
        self.host = f"127.0.0.1:{self.port}"
        self.token = parts.query.removeprefix("token=")
        self._open: list[HTTPConnection | HTTPResponse] = []

    def close(self) -> None:
        for opened in reversed(self._open):
            opened.close()

    def request(
        self, method: str, path: str, body: str | bytes = "", **headers: str
    ) -> HTTPResponse:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        data = body.encode() if isinstance(body, str) else body
        connection.putrequest(method, path, skip_host=True)
        for name, value in ({"Host": self.host, "Content-Length": str(len(data))} | named).items():
            if value:
                connection.putheader(name, value)
        connection.endheaders(data)
        reply = connection.getresponse()
        self._open += (connection, reply)
        return reply

    def ask(self, asked: dict[str, Any] | bytes, **headers: str) -> HTTPResponse:
        usual = {"Content_Type": "application/json", "X_Combien_Token": self.token}
        body = asked if isinstance(asked, bytes) else json.dumps(asked)
        return self.request("POST", "/ask", body, **(usual | headers))


@pytest.fixture
def client(server: str) -> Iterator[Client]:
    with closing(Client(server)) as made:
        yield made


def heard(reply: HTTPResponse) -> list[dict[str, Any]]:
    """The events of a reply."""
    assert reply.status == 200
    assert str(reply.headers["Content-Type"]).startswith("text/event-stream")
    lines = reply.read().decode().splitlines()
    return [json.loads(line[6:]) for line in lines if line.startswith("data: ")]


def next_event(reply: HTTPResponse) -> dict[str, Any]:
    """The next event of a reply that goes on."""
    while True:
        line = reply.readline().decode()
        assert line, "the reply has ended"
        if line.startswith("data: "):
            return dict(json.loads(line[6:]))


def begun(reply: HTTPResponse) -> dict[str, Any]:
    """The first event that is not progress, which a slow machine has while it builds."""
    while (event := next_event(reply))["event"] == "progress":
        pass
    return event


def test_same_events_as_without_a_server(client: Client) -> None:
    asked = question("first", "count")
    there = [event for event in heard(client.ask(asked)) if event["event"] != "progress"]
    here = [event for event in events(asked) if event["event"] != "progress"]
    for event in (*there, *here):
        event.pop("ms")
    assert there == here


def test_page_knows_the_token_and_loads_nothing_from_elsewhere(client: Client) -> None:
    reply = client.request("GET", f"/?token={client.token}")
    assert reply.status == 200
    assert f'content="{client.token}"' in reply.read().decode()
    policy = str(reply.headers["Content-Security-Policy"])
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert reply.headers["Referrer-Policy"] == "no-referrer"
    assert reply.headers["Cache-Control"] == "no-store"
    assert reply.headers["Access-Control-Allow-Origin"] is None


@pytest.mark.parametrize("token", ["", "?token=", "?token=wrong", "?token=%C3%A9"])
def test_page_needs_its_token(client: Client, token: str) -> None:
    assert client.request("GET", f"/{token}").status == 403


@pytest.mark.parametrize(
    "host", ["example.org", "example.org:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.2:{port}"]
)
def test_other_hosts_are_refused(client: Client, host: str) -> None:
    named = host.replace("{port}", str(client.port))
    assert client.request("GET", f"/?token={client.token}", Host=named).status == 421
    assert client.ask(question("count"), Host=named).status == 421


def test_no_host_is_refused(client: Client) -> None:
    # HTTP/1.0 has none; the connection may also be closed without an answer.
    with socket.create_connection(("127.0.0.1", client.port)) as connection:
        connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert b" 421 " in connection.recv(1000)


@pytest.mark.parametrize("origin", ["https://example.org", "http://127.0.0.1:1", "null"])
def test_other_origins_are_refused(client: Client, origin: str) -> None:
    assert client.ask(question("count"), Origin=origin).status == 403


def test_own_origin(client: Client) -> None:
    assert client.ask(question("count"), Origin=f"http://{client.host}").status == 200


@pytest.mark.parametrize("token", ["", "wrong", "x" * 1000])
def test_question_needs_the_token(client: Client, token: str) -> None:
    assert client.ask(question("count"), X_Combien_Token=token).status == 403


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_question_is_json(client: Client, kind: str) -> None:
    assert client.ask(question("count"), Content_Type=kind).status == 415


def test_question_has_a_largest_size(client: Client) -> None:
    assert client.ask(b" " * 64_001).status == 413
    # The announced length may be wrong.
    assert client.ask(b'{"v": 1}').status == 200


def test_question_that_is_not_text(client: Client) -> None:
    assert client.ask(b"\xff\xfe").status == 400
    assert heard(client.ask(b"{"))[0]["code"] == "not-json"


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS"])
def test_questions_are_posted(client: Client, method: str) -> None:
    assert client.request(method, "/ask").status in (404, 405)


@pytest.mark.parametrize(
    "path",
    [
        "/server.py",
        "/../server.py",
        "/..%2fserver.py",
        "/%2e%2e/session.py",
        "//etc/passwd",
        "/static/page.js",
        "/page.js/",
        "/page.js%00.html",
        "/index.html",
        "/service_worker.js",
        "/.",
    ],
)
def test_no_other_file(client: Client, path: str) -> None:
    reply = client.request("GET", path)
    text = reply.read()
    assert reply.status in (307, 403, 404)
    assert b"import" not in text
    assert b"root:" not in text


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("page.js", "text/javascript"),
        ("statements.js", "text/javascript"),
        ("game.js", "text/javascript"),
        ("page.css", "text/css"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_files_of_the_page(client: Client, name: str, kind: str) -> None:
    reply = client.request("GET", f"/{name}")
    assert reply.status == 200
    assert str(reply.headers["Content-Type"]).startswith(kind)


def test_abandoned_questions_free_their_workers(server: str, client: Client) -> None:
    with closing(Client(server)) as leaving:
        for reply in [leaving.ask(LONG) for _ in range(4)]:
            assert begun(reply)["event"] == "problem"
        assert client.ask(question("count")).status == 503
    # The server notices when it sends the next event; the count is not waited for.
    for _ in range(1000):
        reply = client.ask(question("count"))
        if reply.status == 200:
            break
        assert reply.status == 503
    assert kinds(heard(reply)) == ["problem", "count", "done"]


def workers(port: int) -> list[int]:
    """The processes that answer for the server on this port."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            words = Path(f"/proc/{parent}/cmdline").read_bytes().split(b"\0")
            own = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if b"web" in words and str(port).encode() in words and b"spawn_main" in own:
            found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_killed_worker_is_an_event_and_is_replaced() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "combien", "web", "--no-browser", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            with closing(Client(process.stdout.readline().split()[-1])) as client:
                assert client.port == port
                reply = client.ask(LONG)
                assert begun(reply)["event"] == "problem"
                # The spare one too.
                for worker in workers(port):
                    os.kill(worker, signal.SIGKILL)
                last = heard(reply)
                assert kinds(last) == ["error", "done"]
                assert last[-2]["code"] == "memory"
                again = heard(client.ask(question("count")))
                assert kinds(again) == ["problem", "count", "done"]
        finally:
            process.terminate()
    # One that was just started ends when it finds that its server is gone.
    deadline = time.monotonic() + 60
    while workers(port):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_memory_of_a_worker_is_limited() -> None:
    program = """
from combien.web import worker
worker.available_bytes = lambda: 0
worker.PROGRAM_BYTES = 10**9
worker._limit_memory()
try:
    bytearray(2 * 10**9)
except MemoryError:
    print("limited")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "limited\n"


def test_port_in_use_is_an_error_in_words(client: Client) -> None:
    command = [sys.executable, "-m", "combien", "web", "--no-browser", "--port", str(client.port)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert str(client.port) in done.stderr
