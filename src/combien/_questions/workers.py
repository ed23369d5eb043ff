"""Who counts, and where the run is stored: threads, processes or a cluster, and a file."""

from __future__ import annotations

from os import PathLike

from combien._base.budget import MOST_THREADS
from combien._base.checks import check_int, short_repr
from combien._base.records import dataclass
from combien.errors import BadInput

__all__ = ["Workers"]


@dataclass(frozen=True, slots=True)
class Workers:
    """The arguments of a count that name its workers and its file.

    `cluster` is the address of a Dask scheduler, or a `distributed.Client`.
    """

    threads: int | None = None
    processes: int | None = None
    cluster: object = None
    checkpoint: str | PathLike[str] | None = None

    def __post_init__(self) -> None:
        for name, number in (("threads", self.threads), ("processes", self.processes)):
            if number is not None:
                check_int(name, number, least=1, most=MOST_THREADS)
        kinds = ("threads", "processes", "cluster")
        given = [f"{kind}=" for kind in kinds if getattr(self, kind) is not None]
        if len(given) > 1:
            raise BadInput(f"{' and '.join(given)} were both given: expected one of them")
        if self.checkpoint is None:
            if self.processes is not None or self.cluster is not None:
                raise BadInput(
                    f"{given[0]} needs checkpoint=, the file of the run: expected for example "
                    "checkpoint='run.db'"
                )
        elif not isinstance(self.checkpoint, (str, PathLike)):
            raise BadInput(f"checkpoint={short_repr(self.checkpoint)}: expected the name of a file")
        elif not str(self.checkpoint):
            raise BadInput("checkpoint='': expected the name of a file")

    def require_no_run(self, keyword: str) -> None:
        """Check that there is no file of a run."""
        if self.checkpoint is not None:
            raise BadInput(
                f"checkpoint= and {keyword} were both given: a run continues from its own file"
            )
