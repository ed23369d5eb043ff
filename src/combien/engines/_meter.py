"""The names of `combien._budget` that engines use."""

from __future__ import annotations

from combien._budget import NO_LIMIT, Meter, countdown, default_bytes

__all__ = ["NO_LIMIT", "Meter", "countdown", "default_bytes"]
