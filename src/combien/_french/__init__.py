"""French, in one place, for the page, the game of nonograms, notebooks, paper and the terminal.

Each module has one kind of text.  A table has the keys of its English one, and a test compares the
two (`tests/test_french.py`).  JavaScript gets its tables as a module that `web/_page.py` makes.

- `statements`: reasons, hints and messages, by their codes;
- `page`: the words of the page and of the game;
- `puzzles`: the puzzles, their settings, and their tasks on paper;
- `paper`: handouts, and the few sentences that only the command line has.
"""

from combien._french.statements import STATEMENTS, french

__all__ = ["STATEMENTS", "french"]
