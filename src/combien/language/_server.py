"""The language server: what editors ask about a script, by the Language Server Protocol.

Scripts are read in a thread, which looks between two declarations whether the text has changed, so
typing does not wait.  `count` and `draw` run the command line in a process, which is ended with its
budget or when the user cancels; the answers are those of the command.  The script is passed as
text, so what is not saved counts, and only files below its folder are read.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from socket import socketpair
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, TypeVar

from combien._base.extras import interpreter, missing_extra
from combien._base.signals import end_signals, exit_process
from combien._wording import printable_lines
from combien.language._analysis import Analysis, Fault, analyze
from combien.language._assistance import completions_at, definition_at, hover_at
from combien.language._source import Source, Span

try:
    from lsprotocol import types
    from pygls.exceptions import JsonRpcInvalidParams
    from pygls.lsp.server import LanguageServer
    from pygls.uris import from_fs_path, to_fs_path
    from pygls.workspace import PositionCodec
except Exception as error:  # `serve` raises it.
    _missing: Exception | None = error
else:
    _missing = None

T = TypeVar("T")

COUNT, DRAW = "combien.count", "combien.draw"
# In seconds: a pause in typing, the limit of a question unless the editor sets one, and what a
# process may take beyond it.
PAUSE, USUAL, GRACE = 0.2, 10.0, 5.0
LONGEST = 86_400.0
# In bytes: a drawing that an editor still shows.
LARGEST_DRAWING = 10_000_000

# The names that the protocol has for our kinds of words and of definitions.
_KINDS = {
    "pattern": "Variable",
    "tiles": "Class",
    "problem": "Function",
    "keyword": "Keyword",
    "option": "Property",
    "choice": "EnumMember",
    "isometry": "EnumMember",
    "algorithm": "Module",
    "file": "File",
}


class Places:
    """Converts between offsets in a source and positions of the protocol."""

    def __init__(self, source: Source, codec: PositionCodec) -> None:
        self._source = source
        self._codec = codec
        self._lines = source.text.split("\n")

    def position(self, offset: int) -> types.Position:
        """Return the position of an offset."""
        line, column = self._source.place(min(offset, len(self._source.text)))
        before = self._lines[line - 1][: column - 1]
        return types.Position(line - 1, self._codec.client_num_units(before))

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position; one beyond the end of a line is at its end."""
        if position.line >= len(self._lines):
            return len(self._source.text)
        column, left = 0, position.character
        for character in self._lines[position.line]:
            left -= self._codec.client_num_units(character)
            if left < 0:
                break
            column += 1
        return self._source.offset(position.line + 1, column + 1)

    def range(self, start: int, end: int) -> types.Range:
        """Return the range between two offsets."""
        return types.Range(self.position(start), self.position(end))


class _Superseded(Exception):
    """Raised where a text is read that has been changed since."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """A text that is being read, or has been."""

    text: str
    changed: Event
    found: asyncio.Future[Analysis]


class Scripts:
    """The open scripts of an editor, and what is known about each."""

    def __init__(self, ls: LanguageServer) -> None:
        self._ls = ls
        self.seconds = USUAL
        self.shows_drawings = False
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._readings: dict[str, _Reading] = {}
        self._drawings: TemporaryDirectory[str] | None = None

    # Reading --------------------------------------------------------------------------------------

    async def in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """Return the result of a function that runs in the thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, partial(work, *arguments))

    async def analysis(self, uri: str) -> Analysis:
        """Return what is known about the present text of an open script."""
        while True:
            document = self._ls.workspace.text_documents.get(uri)
            if document is None:
                raise JsonRpcInvalidParams("this script is not open")
            text = document.source
            reading = self._readings.get(uri)
            if reading is None or reading.text != text:
                self.forget(uri)
                changed = Event()
                task = asyncio.ensure_future(self.in_thread(_read, text, file_of(uri), changed))
                reading = self._readings[uri] = _Reading(text, changed, task)
            with suppress(_Superseded):
                return await asyncio.shield(reading.found)

    def forget(self, uri: str) -> None:
        """Stop reading a script, and read it again when it is needed."""
        if (reading := self._readings.pop(uri, None)) is not None:
            reading.changed.set()

    async def places(self, uri: str) -> tuple[Analysis, Places]:
        """Return the analysis of a script, and its places."""
        found = await self.analysis(uri)
        return found, Places(found.source, self._ls.workspace.position_codec)

    async def publish(self, uri: str) -> None:
        """Send the errors and warnings of a script."""
        document = self._ls.workspace.text_documents.get(uri)
        if document is None:
            return
        version = document.version
        try:
            found, places = await self.places(uri)
        except JsonRpcInvalidParams:  # It has been closed.
            return
        if (now := self._ls.workspace.text_documents.get(uri)) is None or now.version != version:
            return
        diagnostics = [_diagnostic(fault, places) for fault in found.faults]
        self._ls.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, diagnostics, version)
        )

    # Questions ------------------------------------------------------------------------------------

    def configure(self, settings: object) -> None:
        """Take the settings of the editor: the seconds of a question, and who shows drawings."""
        given = settings if isinstance(settings, dict) else {}
        seconds = given.get("seconds")
        if isinstance(seconds, int | float) and 0 < seconds <= LONGEST:
            self.seconds = float(seconds)
        if isinstance(given.get("showsDrawings"), bool):
            self.shows_drawings = given["showsDrawings"]

    async def ask(self, uri: str, problem: str, *words: str) -> tuple[int, str, str] | None:
        """Run a command about a problem; return its exit code and what it wrote, None if cancelled.

        A script with errors is not run: the first error is the answer.
        """
        found = await self.analysis(uri)
        if wrong := [fault for fault in found.faults if not fault.warning]:
            line, _ = found.source.place(wrong[0].start)
            return 2, "", f"line {line}: {wrong[0].message}"
        if problem not in [one.name.text for one in found.problems()]:
            return 2, "", f"there is no problem '{problem[:100]}' in this script"
        # -P: Python files in the folder of a script are not to be imported.
        python = interpreter("commands of editors are run")
        program = [python, "-P", "-m", "combien", words[0], "-", "--problem", problem]
        process = await asyncio.create_subprocess_exec(
            *program,
            *words[1:],
            "--seconds",
            f"{self.seconds:g}",
            cwd=os.path.dirname(found.source.file) or None,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        answer = asyncio.ensure_future(
            process.communicate(found.source.text.encode(errors="replace"))
        )
        try:
            if not await self._finished(answer, f"combien {words[0]} {problem}"):
                return None
            out, err = await answer
            return process.returncode or 0, out.decode(), printable_lines(err.decode())
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            with suppress(asyncio.CancelledError):
                await answer

    async def _finished(self, answer: asyncio.Future[Any], title: str) -> bool:
        """Wait for an answer, with a progress bar that can be cancelled; return whether it came."""
        waiting = {answer}
        token, progress = str(uuid.uuid4()), self._ls.work_done_progress
        window = self._ls.client_capabilities.window
        shown = bool(window and window.work_done_progress)
        if shown:
            await progress.create_async(token)
            progress.begin(token, types.WorkDoneProgressBegin(title, cancellable=True))
            waiting.add(asyncio.wrap_future(progress.tokens[token]))
        try:
            limit = self.seconds + GRACE
            ended, _ = await asyncio.wait(
                waiting, timeout=limit, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            if shown:
                progress.end(token, types.WorkDoneProgressEnd())
                del progress.tokens[token]
        if not ended:
            self.say(f"{title}: no answer in {limit:g} seconds", well=False)
        return answer.done()

    def say(self, message: str, *, well: bool) -> None:
        """Show a message."""
        kind = types.MessageType.Info if well else types.MessageType.Warning
        self._ls.window_show_message(types.ShowMessageParams(kind, message.strip()))

    async def show(self, name: str, svg: str) -> None:
        """Open a drawing outside of the editor, from a temporary folder of its own."""
        if self._drawings is None:
            self._drawings = TemporaryDirectory(prefix="combien-")
        path = Path(self._drawings.name, f"{name[:40]}.svg")
        path.write_text(svg, encoding="utf-8")
        window = self._ls.client_capabilities.window
        if window and window.show_document and window.show_document.support:
            await self._ls.window_show_document_async(
                types.ShowDocumentParams(path.as_uri(), external=True)
            )
        else:
            self.say(f"the drawing is in {path}", well=True)

    def close(self) -> None:
        """Remove the drawings."""
        if self._drawings is not None:
            self._drawings.cleanup()


def _read(text: str, file: str, changed: Event) -> Analysis:
    def pause() -> None:
        if changed.is_set():
            raise _Superseded

    return analyze(text, file=file, pause=pause)


def file_of(uri: str) -> str:
    """Return the path of a script, or an empty string if it is not in a file."""
    return (to_fs_path(uri) or "") if uri.startswith("file:") else ""


def _diagnostic(fault: Fault, places: Places) -> types.Diagnostic:
    level = types.DiagnosticSeverity
    return types.Diagnostic(
        places.range(fault.start, fault.end),
        fault.message,
        severity=level.Warning if fault.warning else level.Error,
        source="combien",
    )


def add_features(ls: LanguageServer, scripts: Scripts) -> None:
    """Let a server answer what editors ask about scripts."""

    @ls.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        scripts.configure(params.initialization_options)

    @ls.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configure(params: types.DidChangeConfigurationParams) -> None:
        settings = params.settings
        scripts.configure(settings.get("combien") if isinstance(settings, dict) else None)

    @ls.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        await scripts.publish(params.text_document.uri)

    @ls.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        uri, version = params.text_document.uri, params.text_document.version
        await asyncio.sleep(PAUSE)
        document = ls.workspace.text_documents.get(uri)
        if document is not None and document.version == version:
            await scripts.publish(uri)

    @ls.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        # Other scripts may include this one.
        for uri in list(ls.workspace.text_documents):
            scripts.forget(uri)
            await scripts.publish(uri)

    @ls.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        scripts.forget(uri)
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    @ls.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        found, places = await scripts.places(params.text_document.uri)
        shown = await scripts.in_thread(hover_at, found, places.offset(params.position))
        if shown is None:
            return None
        text, span = shown
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, places.range(span.start, span.end))

    @ls.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["~", '"', "/"])
    )
    async def complete(params: types.CompletionParams) -> list[types.CompletionItem]:
        found, places = await scripts.places(params.text_document.uri)
        offset = places.offset(params.position)
        return [
            types.CompletionItem(
                one.word,
                kind=types.CompletionItemKind[_KINDS[one.kind.rstrip("3")]],
                detail=one.kind,
                text_edit=types.TextEdit(places.range(one.start, offset), one.word),
            )
            for one in await scripts.in_thread(completions_at, found, offset)
        ]

    @ls.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def define(params: types.DefinitionParams) -> types.Location | None:
        uri = params.text_document.uri
        found, places = await scripts.places(uri)
        place = definition_at(found, places.offset(params.position))
        if place is None:
            return None
        if isinstance(place, str):
            start = types.Position(0, 0)
            return types.Location(_uri(place), types.Range(start, start))
        if place.source is found.source:
            return types.Location(uri, places.range(place.start, place.end))
        return _elsewhere(place, ls.workspace.position_codec)

    @ls.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        found, places = await scripts.places(params.text_document.uri)
        return [
            types.DocumentSymbol(
                one.name.text,
                types.SymbolKind[_KINDS[one.word.rstrip("3")]],
                places.range(one.tree.span.start, one.tree.span.end),
                places.range(one.name.span.start, one.name.span.end),
                detail=one.word,
            )
            for one in found.own()
        ]

    @ls.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        found, places = await scripts.places(uri)
        return [
            types.CodeLens(
                places.range(one.tree.span.start, one.tree.span.end),
                types.Command(title, command, arguments=[uri, one.name.text]),
            )
            for one in found.problems()
            for title, command in (("count", COUNT), ("draw", DRAW))
        ]

    # An argument that is missing is an error of `ask`, as a wrong one is.
    @ls.command(COUNT)
    async def count(uri: str = "", problem: str = "") -> dict[str, str] | None:
        answer = await scripts.ask(uri, problem, "count")
        if answer is None:
            return None
        code, out, err = answer
        if code not in (0, 10):
            scripts.say(err, well=False)
            return None
        number = out.strip()
        scripts.say(
            f"{problem}: {number} {'solution' if number == '1' else 'solutions'}", well=True
        )
        return {"problem": problem, "count": number}

    @ls.command(DRAW)
    async def draw(uri: str = "", problem: str = "") -> dict[str, str] | None:
        answer = await scripts.ask(uri, problem, "solve", "--svg", "-")
        if answer is None:
            return None
        code, svg, err = answer
        if code or len(svg) > LARGEST_DRAWING:
            scripts.say(
                err if code else f"the drawing of {problem} is too large to show", well=False
            )
            return None
        if not scripts.shows_drawings:
            await scripts.show(problem, svg)
        return {"problem": problem, "svg": svg}


def _elsewhere(place: Span, codec: PositionCodec) -> types.Location:
    places = Places(place.source, codec)
    return types.Location(_uri(place.file), places.range(place.start, place.end))


def _uri(path: str) -> str:
    return from_fs_path(path) or ""


def serve(version: str) -> None:
    """Serve the editor that started this process, on the standard streams, and end the process."""
    if _missing is not None:
        raise missing_extra("the language server needs pygls", "lsp", _missing) from _missing

    from combien.language._conversation import Conversation  # Optional dependency: pygls.

    # Whole texts: pygls and the protocol disagree about where lines end.
    ls = LanguageServer("combien", version, types.TextDocumentSyncKind.Full)
    scripts = Scripts(ls)
    add_features(ls, scripts)
    # It would write a page for each wrong message.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)

    wake, woken = socketpair()
    wake.setblocking(False)

    def leave(code: int) -> None:
        # Not by the end of Python, which would wait for the thread that waits for the input.
        scripts.close()
        exit_process(code)

    def end() -> None:
        woken.recv(1)
        leave(0)

    def handle(*_: object) -> None:
        wake.send(b"\0")

    # Python calls a handler in the main thread, and a signal that comes just before asyncio waits
    # there does not end that wait.  The wake-up is written where the signal comes.
    signal.set_wakeup_fd(wake.fileno())
    for number in end_signals():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handle)
    Thread(target=end, daemon=True).start()
    try:
        asyncio.run(Conversation(ls).listen())
    except BrokenPipeError:
        leave(0)
    except SystemExit as ended:
        # By the editor; with 1 if it did not ask for a shutdown before.
        leave(int(ended.code or 0))
    leave(0)
