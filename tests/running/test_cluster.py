"""Runs on a Dask cluster: a real scheduler and workers over TCP, some of which are killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import combien
from combien import running
from combien.errors import BadInput, CannotAnswer
from tests.engines.boards import queens

pytestmark = pytest.mark.needs("distributed")

# Dask and its web server warn about other things than ours.
quiet = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def cluster() -> Iterator[Any]:
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            protocol="tcp://",
            dashboard_address=None,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def nodes_of(size: int) -> int:
    return combien.answer(queens(size), engine="bits").work["nodes"]


@quiet
def test_a_scheduler_by_its_address(tmp_path: Path, cluster: Any) -> None:
    path = tmp_path / "run.db"
    address = cluster.scheduler.address
    assert address.startswith("tcp://")
    assert combien.count(queens(11), engine="bits", checkpoint=path, cluster=address) == 2680
    assert running.status(path).nodes == nodes_of(11)


@quiet
def test_a_cluster_that_is_started_here(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    assert combien.count(queens(10), engine="bits", checkpoint=path, cluster="local:1") == 724


@quiet
def test_workers_that_are_killed(tmp_path: Path, cluster: Any) -> None:
    path = tmp_path / "run.db"
    killed = []

    def kill() -> None:
        for _ in range(2):
            time.sleep(0.4)
            workers = list(cluster.run(os.getpid).values())
            os.kill(workers[0], signal.SIGKILL)
            killed.append(workers[0])

    thread = threading.Thread(target=kill)
    thread.start()
    found = combien.answer(queens(15), engine="bits", checkpoint=path, cluster=cluster)
    thread.join()
    assert len(killed) == 2
    assert found.count == 2279184
    assert found.work["nodes"] == nodes_of(15)


@quiet
@pytest.mark.parametrize(
    ("address", "error", "message"),
    [
        ("local:none", BadInput, "expected local:4 or tcp"),
        ("local:0", BadInput, "expected local:4 or tcp"),
        ("somewhere", BadInput, "expected local:4 or tcp"),
        (3, BadInput, "expected a Dask client"),
        ("tcp://127.0.0.1:1", CannotAnswer, "no Dask scheduler answers"),
    ],
)
def test_addresses_that_are_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    address: object,
    error: type[Exception],
    message: str,
) -> None:
    from combien.running import _runners

    monkeypatch.setattr(_runners, "CONNECT_SECONDS", 1)
    with pytest.raises(error, match=message):
        combien.count(queens(9), engine="bits", checkpoint=tmp_path / "r.db", cluster=address)
