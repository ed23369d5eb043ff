"""How hypothesis draws in all tests, without a clock and the same each time; where `bench` is."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import settings

# The machines that run these tests are shared: no test may fail because it was slow.
settings.register_profile("combien", deadline=None, derandomize=True)
settings.load_profile("combien")

# The benchmark is no part of the package: it is found in the repository.
sys.path.append(str(Path(__file__).parents[1]))
