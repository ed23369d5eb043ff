"""Settings of all tests: hypothesis, Ctrl-C, and what a test needs to be installed.

A test marked `needs("minisat")` is skipped where minisat is missing, with the command that installs
it.  `pytest -m needs --no-skips` runs these tests where everything is installed.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests.programs import how_to_get

# The machines that run these tests are shared: no test may fail because it was slow, and the quick
# suite has few cases of each kind.
settings.register_profile("combien", deadline=None, derandomize=True, max_examples=40)
settings.load_profile("combien")

# A process that a shell starts in the background ignores Ctrl-C, which some tests need.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a skipped test is a failure")
    parser.addoption("--screenshots", action="store_true", help="write docs/playground/*.png")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude the tests from garbage collection, which took a tenth of all CPU time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000)
        gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    commands = {how_to_get(need) for mark in item.iter_markers("needs") for need in mark.args}
    if missing := sorted(commands - {""}):
        pytest.skip("; ".join(missing))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show how many problems each engine was compared on (tests/test_engines_agree.py)."""
    lines = sorted(
        str(value)
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        for name, value in getattr(report, "user_properties", ())
        if name == "engines agree"
    )
    if lines:
        numbers = f"{'problems':>8} {'solvable':>8} {'answered':>8} {'both':>8}"
        terminalreporter.section("random problems of each engine")
        terminalreporter.line(f"{'engine':14} {'question':9} {numbers}")
        for line in lines:
            terminalreporter.line(line)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and item.config.getoption("--no-skips") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
    return report
