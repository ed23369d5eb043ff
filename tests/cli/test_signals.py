"""Ctrl-C, SIGTERM and SIGHUP from the start of a command to its end."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.commands import SCRIPT

STATUS = Path("/proc/self/status")
COMMAND = [sys.executable, "-m", "combien"]
HUGE = ["--problem", "huge", str(SCRIPT)]

pytestmark = pytest.mark.skipif(
    not STATUS.exists(), reason="whether a process hears a signal is seen in /proc"
)


def hears(process: subprocess.Popen[str], number: signal.Signals) -> bool:
    """Whether a process has a handler for a signal."""
    text = Path(f"/proc/{process.pid}/status").read_text()
    (caught,) = re.findall(r"^SigCgt:\s*(\w+)", text, re.MULTILINE)
    return bool(int(caught, 16) >> (number - 1) & 1)


def ended_by(
    number: signal.Signals, after: float, *words: str, ignored: signal.Signals | None = None
) -> tuple[int, str, str]:
    """The outcome of a command that gets a signal `after` seconds after it begins to listen.

    Python hears Ctrl-C by itself before it runs any line of a program; SIGTERM tells that the
    program is running.
    """

    def prepare() -> None:
        for usual in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(usual, signal.SIG_IGN if usual == ignored else signal.SIG_DFL)

    with subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=prepare,
    ) as process:
        heard = {signal.SIGTERM, number} - {ignored}
        while not all(hears(process, one) for one in heard) and process.poll() is None:
            time.sleep(0.001)
        time.sleep(after)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def check(after: float, number: signal.Signals = signal.SIGINT) -> None:
    code, out, err = ended_by(number, after, "count", "--engine", "dlx", *HUGE)
    assert (code, out) == (130, ""), (after, err)
    # One line: the command had begun to count, or had not.
    # What was interrupted, and for a count the command that resumes it.
    assert err.count("\n") in (1, 2), (after, err)
    assert "interrupted" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("after", [0.0, 0.01, 0.03, 0.08, 0.2])
def test_ctrl_c_at_the_start(after: float) -> None:
    check(after)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_like_ctrl_c(number: signal.Signals) -> None:
    check(0.0, number)
    check(0.4, number)


@pytest.mark.slow
def test_ctrl_c_at_random_times() -> None:
    dice = random.Random(9)
    for _ in range(50):
        check(dice.uniform(0, 0.5))


def test_sigterm_tells_the_position() -> None:
    code, out, err = ended_by(signal.SIGTERM, 0.5, "solve", "-n", "0", "--engine", "dlx", *HUGE)
    if out:  # Not on a machine where it takes longer to begin.
        assert "resume with: combien solve" in err
    assert code == 130


def test_a_command_under_nohup_ignores_hangups() -> None:
    code, out, err = ended_by(
        *(signal.SIGHUP, 0.2, "count", "--engine", "bits", "--problem", "square", str(SCRIPT)),
        ignored=signal.SIGHUP,
    )
    assert (code, err) == (0, "")
    assert int(out) > 0


def test_ctrl_c_after_the_answer() -> None:
    program = (
        "import atexit, os, signal, sys, combien.__main__\n"
        "sys.argv = ['combien', '--help']\n"
        "atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))\n"
        "sys.exit(combien.__main__.main())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    # Our last handler has been called before this one.
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("words", "code"), [(["--help"], 0), (["queens", "3"], 10), (["x"], 2)])
def test_the_program_ends_at_once_and_loses_nothing(words: list[str], code: int) -> None:
    program = (
        "import atexit, combien.__main__\n"
        "class Kept:\n"
        "    def __del__(self): print('freed')\n"
        "kept = Kept()\n"
        "atexit.register(print, 'end')\n"
        "combien.__main__.program()\n"
    )
    command = [sys.executable, "-c", program, *words]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (code, ["end"])


def test_an_interrupt_that_python_swallows() -> None:
    program = (
        "import os, sys, signal\n"
        "from combien._base import signals\n"
        "class Final:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        for _ in range(1000): pass\n"
        "signals.install()\n"
        "with signals.raising_interrupts():\n"
        "    Final()\n"
        "    sys.exit(5)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "combien: interrupted\n")


def test_without_the_entry_point_nothing_changes() -> None:
    from combien._base import signals

    before = [signal.getsignal(number) for number in signals.end_signals()]
    with signals.raising_interrupts():
        assert [signal.getsignal(number) for number in signals.end_signals()] == before
    signals.ignore_signals()
    assert [signal.getsignal(number) for number in signals.end_signals()] == before
    assert os.getpid()
