"""The first visit of the static site: each file is loaded once, and all are kept."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from combien.web._page import page_files
from tests.web.conftest import Open
from tests.web.pages import begin, wait_ready

LARGE = ("pyodide/pyodide.asm.wasm", "combien.zip")
# In the place of the solver: it loads the same files, and answers nothing.
WORKER = f"""
for (const name of {json.dumps(LARGE)}) await (await fetch(name)).arrayBuffer();
postMessage(JSON.stringify({{ event: "ready" }}));
"""


@pytest.fixture
def counted(tmp_path: Path) -> Iterator[tuple[str, Counter[str]]]:
    """The address of a site without a solver, and how often each file was asked for."""
    (tmp_path / "pyodide").mkdir()
    for name, content in page_files().items():
        (tmp_path / name).write_bytes(content)
    for name in LARGE:
        (tmp_path / name).write_bytes(bytes(100_000))
    (tmp_path / "worker.js").write_text(WORKER)
    names = [
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    ]
    worker = tmp_path / "service_worker.js"
    text = worker.read_text().replace('["FILES"]', json.dumps(["./", *names]))
    worker.write_text(text)
    asked: Counter[str] = Counter()

    class Counting(SimpleHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            asked[self.path.lstrip("/").partition("?")[0]] += 1

        def end_headers(self) -> None:
            # What the service worker keeps, the cache of the browser may not replace.
            self.send_header("Cache-Control", "no-store")
            super().end_headers()

    handler = partial(Counting, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        Thread(target=files.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{files.server_address[1]}/", asked
        files.shutdown()


def test_large_files_are_loaded_once_and_kept(
    counted: tuple[str, Counter[str]], open_page: Open
) -> None:
    address, asked = counted
    page = open_page(address)
    begin(page)
    wait_ready(page)
    kept = """async (names) => {
        const all = await Promise.all(names.map((name) => caches.match(name)));
        return all.every(Boolean);
    }"""
    page.wait_for_function(kept, arg=list(LARGE))
    assert {name: asked[name] for name in LARGE} == dict.fromkeys(LARGE, 1)
    page.context.set_offline(True)
    page.reload()
    wait_ready(page)
    page.click("#tab-sudoku")
    page.wait_for_selector("#sudoku svg")
    assert {name: asked[name] for name in LARGE} == dict.fromkeys(LARGE, 1)


def test_the_wait_for_the_solver_is_named_beside_the_board(
    counted: tuple[str, Counter[str]], open_page: Open, tmp_path: Path
) -> None:
    (tmp_path / "worker.js").write_text("")
    page = open_page(counted[0])
    begin(page)
    page.locator("#answer", has_text="Loading the solver").wait_for()
