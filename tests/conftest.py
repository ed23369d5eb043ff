"""How hypothesis draws, for all tests: without a clock, and the same each time."""

from __future__ import annotations

from hypothesis import settings

# The machines that run these tests are shared: no test may fail because it was slow.
settings.register_profile("combien", deadline=None, derandomize=True)
settings.load_profile("combien")
