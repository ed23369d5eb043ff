"""A board editor for notebooks: draw a board, choose pieces, and use them as a `TilingProblem`.

    from combien.notebook import BoardEditor
    editor = BoardEditor()
    editor                  # draw
    editor.problem          # what is drawn now: a TilingProblem

The browser shows the page of `combien web` as a widget of anywidget (the extra `notebook`);
its questions are answered in a process, so that the kernel and the page stay free.
"""

from __future__ import annotations

import json
import sys
import weakref
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from combien._base.extras import needed
from combien.drawing._picture import Picture
from combien.errors import BadInput
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem
from combien.web._page import bundled, scoped_styles
from combien.web._reading import read_drawn, symmetries_name
from combien.web.session import Event, answer

if TYPE_CHECKING:
    from combien.web.worker import Background

__all__ = ["BoardEditor"]

# The largest board of the page.
MOST_SIDE = 40


class BoardEditor:
    """An editor of a board on squares and its pieces, shown by a notebook.

    >>> board = Region.box(4, 4) - Region([(0, 0), (3, 3)])
    >>> editor = BoardEditor(TilingProblem(board, [Tile("**", symmetries="all", times="any")]))
    >>> editor.problem
    <TilingProblem: 14 cells, 1 tile>
    >>> editor.ask("why")[-2]["text"].splitlines()[0]
    'Color the board like a chessboard.'

    Without a problem it begins with an 8 x 8 board and dominoes.  `seconds` bounds each question,
    which the page can cancel; functions such as `combien.count(editor.problem)` have no such bound.
    The page is in French where the browser asks for it.  Where there are no processes (in
    WebAssembly), the kernel itself answers, and cannot be interrupted.

    Raises `BadInput` for a board that is wider or higher than 40 cells, or not on squares, and for
    a tile with other symmetries or numbers than the page offers.
    """

    def __init__(self, problem: TilingProblem | None = None, *, seconds: float = 10.0) -> None:
        if problem is None:
            domino = Tile("**", symmetries="all", times="any", name="domino")
            problem = TilingProblem(Region.box(8, 8), [domino])
        self._seconds = seconds
        self._number = 0
        self._shown: list[Any] = []
        self._widget: Any = None
        self._background: Background | None = None
        self._drawn: dict[str, Any] = {}
        self.problem = problem

    def __repr__(self) -> str:
        return f"<BoardEditor: {self.problem!r}>"

    @property
    def problem(self) -> TilingProblem:
        """The problem as it is drawn now; setting it changes what is drawn.

        Its least x and least y are 0, or those of the grid after a change on the page.
        """
        drawn = read_drawn(self._drawn)
        return TilingProblem(drawn.board, drawn.tiles)

    @problem.setter
    def problem(self, problem: TilingProblem) -> None:
        board = problem.board.at_origin()
        if board.lattice != SQUARE or board.dimension != 2 or max(board.size) > MOST_SIDE:
            raise BadInput(
                f"an editor has a board of at most {MOST_SIDE} x {MOST_SIDE} squares, not "
                f"{problem.board!r}"
            )
        drawn = {
            "board": {"lattice": "square", "cells": _lists(board)},
            "pieces": [_piece(tile) for tile in problem.tiles],
            "fixed": [],
        }
        read_drawn(drawn)
        self._set(drawn)
        if self._widget is not None:
            self._widget.drawn = drawn

    @property
    def picture(self) -> Picture:
        """A picture of what the page shows: a tiling, or the board alone."""
        drawn = read_drawn(self._drawn)
        parts: list[tuple[Iterable[Any], int | None, str]] = [
            (
                [tuple(cell) for cell in placement["cells"]],
                placement["piece"],
                drawn.pieces[placement["piece"]].name,
            )
            for placement in self._shown
        ]
        return Picture.of_cells(parts or [([cell], None, "") for cell in drawn.board])

    @property
    def widget(self) -> Any:
        """The widget, for use in layouts.

        Raises `MissingExtra` without anywidget.
        """
        if self._widget is None:
            widget = _widget_class()(drawn=self._drawn)
            widget.observe(lambda change: self._set(change["new"]), names="drawn")
            widget.on_msg(lambda _, message, buffers: self._receive(message))
            self._widget = widget
        return self._widget

    def ask(self, *asked: str, emit: Callable[[Event], None] | None = None, **more: Any) -> Any:
        """Ask about what is drawn in the protocol of the page, and return the list of events.

        `emit` gets each event as soon as it is known.
        """
        heard: list[Event] = []

        def take(event: Event) -> None:
            heard.append(event)
            self._take(event)
            if emit is not None:
                emit(event)

        answer(self._question(asked, more), take)
        return heard

    def _question(self, asked: Iterable[str], more: dict[str, Any]) -> str:
        self._number += 1
        question = {
            "id": self._number,
            **self._drawn,
            **more,
            "v": 1,
            "ask": list(asked),
            "budget": {"seconds": self._seconds},
        }
        return json.dumps(question)

    def _take(self, event: Event) -> None:
        if event["event"] in ("first", "next", "sample"):
            self._shown = event["placements"] or []

    def _set(self, drawn: dict[str, Any]) -> None:
        self._drawn = drawn
        self._shown = []

    def _receive(self, message: dict[str, Any]) -> None:
        """Begin to answer a question of the page, or end it."""
        if message.get("cancel"):
            if self._background is not None:
                self._background.cancel()
            return
        asked = message.get("ask")
        if not isinstance(asked, list) or not all(isinstance(part, str) for part in asked):
            return
        more: dict[str, Any] = {
            key: message[key] for key in ("id", "position", "seed") if key in message
        }
        if sys.platform == "emscripten":
            self.ask(*asked, emit=self.widget.send, **more)
            return
        if self._background is None:
            from combien.web.worker import Background  # Platform: it has processes.

            # Without a reference to the editor, whose end it would outlive.
            me, widget = weakref.ref(self), self.widget

            def emit(event: Event) -> None:
                editor = me()
                if editor is not None:
                    editor._take(event)
                widget.send(event)

            self._background = Background(emit)
            weakref.finalize(self, self._background.close)
        self._background.ask(self._question(asked, more))

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget for a notebook, and its picture for where no widget works."""
        found = self.widget._repr_mimebundle_(**options)
        data = found[0] if isinstance(found, tuple) else found
        if data is not None:
            data["image/svg+xml"] = self.picture.svg()
        return found


def _piece(tile: Tile) -> dict[str, Any]:
    """Return a tile as a piece of the page."""
    symmetries = symmetries_name(tile)
    low, high = tile.times
    if (low, high) not in ((0, None), (0, 1), (low, low)):
        raise BadInput(f"{tile!r}: an editor has tiles for any number, at most one, or exactly n")
    if Tile(tile.region, symmetries=symmetries).symmetries != tile.symmetries:
        raise BadInput(f"{tile!r}: the symmetries of an editor's tile are none, rotations, or all")
    return {
        "name": tile.name[:12],
        "cells": _lists(tile.region),
        "times": "any" if high is None else [low, high],
        "symmetries": symmetries,
    }


def _lists(cells: Iterable[tuple[int, ...]]) -> list[list[int]]:
    return [list(cell) for cell in cells]


@cache
def _widget_class() -> Any:
    """Return the class of the widget, which loads anywidget."""
    with needed("the board editor needs anywidget", "notebook"):
        from anywidget import AnyWidget  # Optional dependency.
        from traitlets import Dict  # Optional dependency.
    traits = {
        "_esm": bundled("widget"),
        "_css": scoped_styles("combien-editor"),
        "drawn": Dict().tag(sync=True),
    }
    return type("BoardEditorWidget", (AnyWidget,), traits)
