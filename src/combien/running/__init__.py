"""Long runs: counts that are stored in a file, by threads, processes or a cluster.

`count(model, checkpoint="run.db")` begins a run or continues it; the functions here read its file.
"""

from __future__ import annotations

from combien.running._inspection import LayerStatus, RunStatus, export, status, verify

__all__ = ["LayerStatus", "RunStatus", "export", "status", "verify"]
