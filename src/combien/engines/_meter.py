"""The meter of an engine; see `combien._budget`, where models find it too."""

from __future__ import annotations

from combien._budget import NO_LIMIT, Meter, countdown, default_bytes

__all__ = ["NO_LIMIT", "Meter", "countdown", "default_bytes"]
