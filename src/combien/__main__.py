"""`python -m combien`: the command line, for whoever has no `combien` on the path."""

from __future__ import annotations

import sys

from combien.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
