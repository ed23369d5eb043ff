"""The entry points of the command line: the program `combien`, and `python -m combien`.

`--version` is handled here.  Otherwise the handler of Ctrl-C is installed before anything else is
imported.
"""

from __future__ import annotations

import atexit
import gc
import sys

from combien import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from threading import Thread
    from typing import Any, NoReturn

__all__ = ["main", "program"]

# Objects created between two collections of garbage: most are functions and classes that stay.
COLLECT_AFTER = 20_000


def main() -> int:
    """Run the command line of this process; return its exit code."""
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:
        try:
            from combien._base.extras import installed  # Start-up: only for --version.

            extras = ", ".join(installed()) or "none"
            sys.stdout.write(f"combien {__version__}\nextras: {extras}; see combien doctor\n")
            sys.stdout.flush()
            return 0
        except OSError as error:
            from combien._cli._shared.guard import not_written  # Start-up: only for errors.

            return not_written(error)
    from combien._base import signals  # Start-up: not for --version.

    signals.install()
    # Called last, after threads have ended: the interpreter would print a traceback from then on.
    atexit.register(signals.ignore_signals)
    from combien._cli.main import main as run  # Start-up: not for --version.

    code = run()
    # If a KeyboardInterrupt passed through `exec` of a string (as when a dataclass is made),
    # Python ends itself by the signal instead of with this code, although it was caught.
    # It also waits for solvers, which stop at their next checks: that may take minutes.
    if code == signals.INTERRUPTED or any(thread.name == "solver" for thread in _other_threads()):
        signals.exit_process(code)
    return code


def program() -> NoReturn:
    """Run the command line, and end the process without freeing its objects, which takes 10 ms."""
    gc.set_threshold(COLLECT_AFTER)
    code = main()
    signals = sys.modules.get("combien._base.signals")
    if signals is not None and not _other_threads():
        signals.exit_process(code)
    raise SystemExit(code)


def _other_threads() -> list[Thread]:
    threading: Any = sys.modules.get("threading")
    if threading is None:
        return []
    return [one for one in threading.enumerate() if one is not threading.main_thread()]


if __name__ == "__main__":
    raise SystemExit(main())
