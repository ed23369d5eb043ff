"""A server of the page, the static site on plain file servers, and a browser for all of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.programs import SITE, WEBSITE

Open = Callable[..., Any]

# What these fixtures need (tests/programs.py).
NEEDS = {
    "browser": ("chromium", "playwright"),
    "server": (".[web]",),
    "site": ("site",),
    "site_below": ("site",),
    "website": ("docs",),
}


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test with the needs of its fixtures, and of the one that its host names."""
    case = getattr(item, "callspec", None)
    hosts = {case.params.get("host", "")} if case else set()
    used = hosts.union(getattr(item, "fixturenames", ()))
    for name in sorted(used & NEEDS.keys()):
        item.add_marker(pytest.mark.needs(*NEEDS[name]))
    if "browser" in used:
        # Its transport is closed by the garbage collector.
        item.add_marker(pytest.mark.filterwarnings("ignore::ResourceWarning"))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address, with its token, of a local server of the page."""
    command = [sys.executable, "-m", "combien", "web", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("combien web: http://127.0.0.1:"), line
            yield line.split()[-1]
        finally:
            process.terminate()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """The address of a plain file server."""
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
        Thread(target=files.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{files.server_address[1]}/"
        files.shutdown()


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the static site."""
    with _served(SITE) as address:
        yield address


@pytest.fixture(scope="session")
def site_below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the static site in a folder of a server."""
    root = tmp_path_factory.mktemp("school")
    (root / "class").mkdir()
    (root / "class" / "maths").symlink_to(SITE)
    with _served(root) as address:
        yield address + "class/maths/"


@pytest.fixture(scope="session")
def website() -> Iterator[str]:
    """The address of the website, with the static site in it."""
    with _served(WEBSITE) as address:
        yield address


# Its event loop would be in the way of other tests.
@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Debian's Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Without its sandbox, which a container without user namespaces cannot have.
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Open]:
    """Open an address in a fresh profile; errors on the page are failures."""
    contexts: list[Any] = []
    faults: list[str] = []

    def opened(address: str, **options: Any) -> Any:
        usual = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US"}
        context = browser.new_context(**(usual | options))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda message: faults.append(message.text) if message.type == "error" else None,
        )
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
