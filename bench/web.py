"""How fast the page replies: from the local server, and as a static site in WebAssembly.

    python bench/web.py [--rounds 9] [--hosts server wasm]

Needs Chromium, `pip install playwright '.[web]'`, and dist/ from `nox -s site`.  Times are
wall times in the page, the best and the median of all rounds in milliseconds; they mean something
on an idle machine only.

    stroke    from a pointer's release to the redrawn page, without any solver
    dead      from a stroke that leaves a cell alone until that cell is marked
    first     from a change of the board (6x10, twelve pentominoes) to its first tiling
    cancel    from "Stop" during a long count to the first tiling of the next board
    start     from the address to the first tiling, in a fresh profile
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

SITE = Path(__file__).parent.parent / "dist"
BARS = {
    "server": {"stroke": 16, "dead": 30, "first": 50},
    "wasm": {"stroke": 16, "dead": 30, "first": 150},
}
PATIENCE = 180_000
# 30x30 cells with two tetrominoes in any number: a count of hours.
DRAWN = [30, 30, "", [["L", "***/*..", "any", "all"], ["T", "***/.*.", "any", "all"]], []]
LONG = "1." + urlsafe_b64encode(json.dumps(DRAWN).encode()).decode().rstrip("=")

# In the page: performs an action, and resolves with the milliseconds until a selector is there.
WATCH = """([action, selector]) => new Promise((resolve) => {
    const layer = document.querySelector("#canvas svg");
    const at = (x, y) => {
        const point = new DOMPoint(x + .5, y + .5).matrixTransform(layer.getScreenCTM());
        return { clientX: point.x, clientY: point.y, bubbles: true, pointerId: 1 };
    };
    const stroke = (x, y) => {
        layer.dispatchEvent(new PointerEvent("pointerdown", at(x, y)));
        layer.dispatchEvent(new PointerEvent("pointerup", at(x, y)));
    };
    const begun = performance.now();
    const done = () => resolve(performance.now() - begun);
    if (selector) {
        const observer = new MutationObserver(() => {
            if (!document.querySelector(selector)) return;
            observer.disconnect();
            done();
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    }
    ({
        stroke: () => stroke(0, 0),
        isolate: () => { stroke(1, 0); stroke(0, 1); },
        undo: () => document.querySelector("#undo").click(),
        cancel: () => {
            document.querySelector("#cancel").click();
            document.querySelector("#presets").value = "6 × 10";
            document.querySelector("#presets").dispatchEvent(new Event("change"));
        },
    })[action]();
    if (!selector) { layer.getBoundingClientRect(); done(); }
})"""


def main() -> None:
    """Print a table of all latencies."""
    from playwright.sync_api import sync_playwright  # Only here.

    parser = argparse.ArgumentParser(description="Latencies of the page.")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--hosts", nargs="+", choices=tuple(BARS), default=list(BARS))
    words = parser.parse_args()
    print("| host | what | best ms | median ms | bar |\n|---|---|---|---|---|")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for host in words.hosts:
            with served(host) as address:
                for name, times in measured(chromium, address, words.rounds).items():
                    bar = BARS[host].get(name, "")
                    print(f"| {host} | {name} | {min(times):.1f} | {median(times):.1f} | {bar} |")
        chromium.close()


@contextmanager
def served(host: str) -> Iterator[str]:
    """Start a server of the page, and yield its address."""
    if host == "server":
        command = ["combien", "web", "--no-browser"]
    else:
        command = ["http.server", "--bind", "127.0.0.1", "--directory", str(SITE), "0"]
    with subprocess.Popen(
        [sys.executable, "-u", "-m", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            words = process.stdout.readline().replace("(", " ").replace(")", " ").split()
            (address,) = (word for word in words if word.startswith("http://"))
            yield address
        finally:
            process.terminate()


def measured(chromium: Any, address: str, rounds: int) -> dict[str, list[float]]:
    """Return the times of each latency on a host."""
    times: dict[str, list[float]] = {
        name: [] for name in ("stroke", "dead", "first", "cancel", "start")
    }
    page = chromium.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")

    def until(action: str, selector: str) -> float:
        return float(page.evaluate(WATCH, [action, selector]))

    def first() -> None:
        page.wait_for_selector("#canvas .piece", state="attached", timeout=PATIENCE)

    page.goto(address)
    first()
    # The time since the navigation began.
    times["start"].append(page.evaluate("performance.now()"))
    for _ in range(rounds):
        times["stroke"].append(until("stroke", ""))
        page.wait_for_selector("#answer .reason", timeout=PATIENCE)
        times["first"].append(until("undo", "#canvas .piece"))
    for _ in range(rounds):
        page.select_option("#presets", "8 × 8")
        first()
        times["dead"].append(until("isolate", "#canvas .dead, #canvas .label"))
    for _ in range(max(1, rounds // 3)):
        page.evaluate("(link) => { location.hash = link; }", LONG)
        first()
        page.click("#count")
        # Long enough to be in the middle of it.
        page.wait_for_timeout(1000)
        times["cancel"].append(until("cancel", "#canvas .piece"))
    page.close()
    return times


if __name__ == "__main__":
    main()
