"""The entry point of the command line, `combien` and `python -m combien`.

It handles `--version` itself.  Otherwise it installs the handler of Ctrl-C before it imports
anything else.
"""

from __future__ import annotations

import atexit
import sys

from combien import __version__

__all__ = ["main"]


def main() -> int:
    """Run the command line of this process; return its exit code."""
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:
        try:
            sys.stdout.write(f"combien {__version__}\n")
            sys.stdout.flush()
            return 0
        except OSError:
            from combien._cli._shared.guard import flushed, guarded  # Start-up: only for errors.

            return guarded(flushed)
    from combien._base import signals  # Start-up: not for --version.

    signals.install()
    # Called last, after threads have ended: the interpreter would print a traceback from then on.
    atexit.register(signals.ignore_signals)
    from combien._cli.main import main as run  # Start-up: not for --version.

    code = run()
    from threading import enumerate as threads  # Start-up: not for --version.

    # If a KeyboardInterrupt passed through `exec` of a string (as when a dataclass is made),
    # Python ends itself by the signal instead of with this code, although it was caught.
    # It also waits for HiGHS, which stops at its next check: that may take minutes.
    if code == signals.INTERRUPTED or any(thread.name == "HiGHS" for thread in threads()):
        signals.exit_process(code)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
