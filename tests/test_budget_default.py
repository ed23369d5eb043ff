"""The default memory of tables: what the machine and its control groups leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from combien import Problem, Region, Tile, TilingProblem, explain
from combien._base import budget
from combien._base.budget import Budget, Meter, available_bytes, default_bytes
from combien._base.budget import default_bytes as of_engines
from combien.nonograms._solver import meter_of
from combien.rectangles import all_primes, table

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
    monkeypatch.setattr(budget, "_available_at", lambda second: 3 * GB)
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
