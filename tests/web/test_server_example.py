"""The web server of examples/server under load, and what it refuses."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason='starlette is missing: pip install ".[web]"')
pytest.importorskip("uvicorn", reason='uvicorn is missing: pip install ".[web]"')

FOLDER = Path(__file__).parents[2] / "examples" / "server"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
    command = [sys.executable, str(FOLDER / "server.py"), "--port", str(number)]
    with subprocess.Popen(command) as server:
        for _ in range(200):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", number)) == 0:
                    break
            time.sleep(0.05)
        yield number
        server.terminate()


def ask(port: int, path: str, text: str) -> tuple[int, dict[str, object]]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", text.encode())
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_answers(port: int) -> None:
    text = "a b c\na b\nc\na\nb c\n"
    status, found = ask(port, "/count", text)
    assert (status, found["count"], found["status"]) == (200, "2", "solved")
    status, found = ask(port, "/solutions", text)
    assert (status, found) == (200, {"complete": True, "solutions": [[0, 1], [2, 3]]})


@pytest.mark.parametrize(
    ("path", "text", "status", "reason"),
    [
        ("/count?seconds=x", "a", 400, "expected a number"),
        ("/count?seconds=nan", "a", 400, "expected a number up to 60"),
        ("/count?format=odd", "a", 400, "there is no format 'odd'"),
        ("/count", "a\nb\n", 400, "line 2"),
        ("/count", "a" * 1_000_001, 413, "more than 1000000 bytes"),
    ],
)
def test_refusals(port: int, path: str, text: str, status: int, reason: str) -> None:
    code, found = ask(port, path, text)
    assert code == status
    assert reason in str(found["error"])


def test_many_questions_at_once(port: int) -> None:
    # The program fails if a request is lost or late, or a question goes on without its client.
    command = [sys.executable, str(FOLDER / "load.py"), "--port", str(port)]
    command += ["--requests", "30", "--seconds", "1"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "30 clients went away; idle after" in done.stdout
