"""What holds in all tests: how hypothesis draws, that Ctrl-C is heard, and where `bench` is."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from hypothesis import settings

# The machines that run these tests are shared: no test may fail because it was slow.
settings.register_profile("combien", deadline=None, derandomize=True)
settings.load_profile("combien")

# What a shell starts in the background ignores Ctrl-C, and hands that down; some tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The benchmark is no part of the package: it is found in the repository.
sys.path.append(str(Path(__file__).parents[1]))
