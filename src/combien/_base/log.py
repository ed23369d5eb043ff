"""Messages for `logging`, under the logger `combien`, at no cost for programs that do not use it.

`logging` takes 6 ms to import, so it is never imported here: a program that has not imported it has
no handler either.  Messages are about decisions (which engine, why), hand-overs, workers, files
and plug-ins, not about steps of a search.  Nothing is printed unless the program asks for it.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The numbers of these levels in `logging`.
DEBUG, INFO, WARNING = 10, 20, 30


def log(area: str, level: int, message: str, *values: object) -> None:
    """Log a message to the logger `combien.AREA`; the values are put into it if it is shown.

    >>> import logging
    >>> logging.getLogger("combien").isEnabledFor(DEBUG)
    False
    >>> log("engines", DEBUG, "%s has %d options", "a problem", 3)

    Cost: 0.1 microseconds if `logging` is not imported, 1 if nobody listens.
    """
    logging: Any = sys.modules.get("logging")
    # Another thread may be importing it.
    if hasattr(logging, "getLogger"):
        logger = logging.getLogger(f"combien.{area}")
        if logger.isEnabledFor(level):
            if not logger.parent.handlers:
                logger.parent.addHandler(logging.NullHandler())
            logger.log(level, message, *values)
