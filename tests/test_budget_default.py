"""The default memory of tables: what the machine and its control groups leave."""

from __future__ import annotations

import re
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from combien import Problem, Region, Tile, TilingProblem, explain
from combien._base import memory
from combien._base.budget import Budget, Meter
from combien._base.memory import available_bytes, default_bytes
from combien._base.memory import default_bytes as of_engines
from combien._cli._shared.inputs import read_bytes
from combien.cover import formats
from combien.errors import BadFormat
from combien.nonograms._solver import meter_of
from combien.rectangles import all_primes, table
from tests.engines.boards import queens

GB = 10**9


def system(root: Path, files: dict[str, object]) -> str:
    """Files as the kernel of a system shows them; 8 GB are available."""
    all_files = {"proc/meminfo": f"MemTotal: 9 kB\nMemAvailable: {8 * GB // 1024} kB\n", **files}
    for name, text in all_files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="ascii")
    return str(root)


def test_the_memory_of_the_machine(tmp_path: Path) -> None:
    assert available_bytes(system(tmp_path, {})) == 8 * GB // 1024 * 1024


def test_version_2_has_the_least_of_all_enclosing_groups(tmp_path: Path) -> None:
    top = "sys/fs/cgroup"
    files: dict[str, object] = {
        "proc/self/cgroup": "0::/user/job",
        f"{top}/user/memory.max": 3 * GB,
        f"{top}/user/memory.high": "max",
        f"{top}/user/memory.current": 2 * GB,
        f"{top}/user/memory.stat": f"anon 5\ninactive_file {GB // 2}",
        f"{top}/user/job/memory.max": 7 * GB,
        f"{top}/user/job/memory.current": GB,
    }
    # 3 - 2, and half a gigabyte of files that can be dropped.
    assert available_bytes(system(tmp_path, files)) == 3 * GB // 2
    files[f"{top}/user/job/memory.high"] = 2 * GB
    assert available_bytes(system(tmp_path, files)) == GB


def test_version_1_with_a_path_of_the_host(tmp_path: Path) -> None:
    top = "sys/fs/cgroup/memory"
    files: dict[str, object] = {
        "proc/self/cgroup": "3:cpu,cpuacct:/docker/f00\n4:memory:/docker/f00\n0::/",
        f"{top}/memory.limit_in_bytes": 2 * GB,
        f"{top}/memory.usage_in_bytes": GB,
        f"{top}/memory.stat": f"total_inactive_file {GB // 4}",
    }
    assert available_bytes(system(tmp_path, files)) == 5 * GB // 4
    files[f"{top}/docker/f00/memory.limit_in_bytes"] = GB // 2
    assert available_bytes(system(tmp_path, files)) == GB // 2
    # What is in use beyond the limit leaves nothing.
    files[f"{top}/docker/f00/memory.usage_in_bytes"] = GB
    assert available_bytes(system(tmp_path, files)) == 0


def test_absent_limits_as_words_and_numbers(tmp_path: Path) -> None:
    files: dict[str, object] = {
        "proc/self/cgroup": "4:memory:/\n0::/\nnonsense",
        "sys/fs/cgroup/memory/memory.limit_in_bytes": 9223372036854771712,
        "sys/fs/cgroup/memory.max": "max",
    }
    assert available_bytes(system(tmp_path, files)) == 8 * GB // 1024 * 1024


def test_a_system_without_these_files(tmp_path: Path) -> None:
    assert available_bytes(str(tmp_path)) > 0


def test_engines_and_nonograms_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert of_engines is default_bytes
    monkeypatch.setattr(memory, "_available_at", lambda second: 3 * GB)
    assert default_bytes() == 3 * GB // 2
    assert Meter(Budget(), engine="dlx").bytes == 3 * GB // 2
    assert Meter(Budget(), engine="auto", default_part=4).bytes == 3 * GB // 4
    assert Meter(Budget(bytes=GB), engine="auto", default_part=4).bytes == GB
    assert meter_of(Budget(), None).bytes == 3 * GB // 2


def test_arguments_and_weights_obey_the_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    def add(span: object, vector: object) -> bool:
        raise AssertionError("the time is up")

    monkeypatch.setattr("combien.cover._weights.Span.add", add)
    # Without a solution, and no simple argument shows it.
    model = TilingProblem(Region.box(6, 6), [Tile("***\n*..", symmetries="all", times="any")])
    assert explain(model, seconds=0).status == "unknown"
    assert explain(Problem.from_options(["ab", "bc", "ca"]), seconds=0).status == "unknown"
    (tee,) = [Tile("***\n.*.", symmetries="all", times="any")]
    assert not all_primes([tee], seconds=0).proved
    assert table([tee], (5, 8), seconds=0).at(5, 8).tileable is None


# Limits of the process ---------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "line"), [("RLIMIT_AS", "VmSize"), ("RLIMIT_DATA", "VmData")])
def test_the_limits_of_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, line: str
) -> None:
    resource = pytest.importorskip("resource")
    none = resource.RLIM_INFINITY
    limits = {getattr(resource, limit): 3 * GB}
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (limits.get(kind, none), none))
    root = system(tmp_path, {"proc/self/status": f"Name:\tpython\n{line}:\t 1000000 kB"})
    assert available_bytes(root) == 3 * GB - 1024 * 10**6
    limits[getattr(resource, limit)] = 1
    assert available_bytes(root) == 0
    limits.clear()
    assert available_bytes(root) == 8 * GB // 1024 * 1024


@pytest.mark.parametrize(
    ("given", "part", "most"),
    [
        (None, 2, "2 GB, half of the 4 GB that were available"),
        (None, 4, "1 GB, a quarter of the 4 GB that were available"),
        (3 * GB, 2, "3 GB"),
        # The tables did not get as much as they were allowed.
        (5 * GB, 2, "the 4 GB that were available"),
    ],
)
def test_what_there_was_is_named(
    monkeypatch: pytest.MonkeyPatch, given: int | None, part: int, most: str
) -> None:
    monkeypatch.setattr(memory, "_available_at", lambda second: 4 * GB)
    meter = Meter(Budget(bytes=given), engine="frontier", default_part=part)
    assert meter.bytes == (4 * GB // part if given is None else given)
    # At the end, the tables have taken it.
    monkeypatch.setattr(memory, "_available_at", lambda second: 1)
    said = f"the count needs more than {most} (states 7); give more bytes=, or ask engine='dlx'"
    assert str(meter.stop_for_bytes({"states": 7})).startswith(said)


LIMITED = """
import resource
from combien.__main__ import main
resource.setrlimit(resource.RLIMIT_AS, (200_000_000, -1))
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems ignore limits of memory")
def test_a_sweep_in_little_memory(tmp_path: Path) -> None:
    """It said that it needs more than half of what the machine has, or that a file is too long."""
    path = tmp_path / "queens.dlx"
    path.write_text(formats.write(queens(18), format="dlx"))
    words = [sys.executable, "-c", LIMITED, "count", "--engine", "frontier", str(path)]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert re.search(
        r"the count needs more than 0\.0\d+ GB, half of the 0\.1\d+ GB that were available",
        ended.stderr,
    )


def test_a_file_takes_no_more_memory_than_it_has(tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_bytes(b"short")
    tracemalloc.start()
    try:
        assert read_bytes(str(path), 10**9) == b"short"
        assert tracemalloc.get_traced_memory()[1] < 10**7
    finally:
        tracemalloc.stop()
    with pytest.raises(BadFormat, match="is longer than 0 MB"):
        read_bytes(str(path), 4)
