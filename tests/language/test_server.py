"""The language server, asked through the protocol as an editor asks it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlparse
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien._base.extras import install_command
from combien.errors import BadScript
from combien.language import parse
from combien.language._parser import plain
from combien.language._source import Source
from tests.language.hostile import contents, lay_out

pytestmark = pytest.mark.needs(".[lsp]")

types: Any = pytest.importorskip("lsprotocol.types", reason="pip install '.[lsp]'")

SCRIPT = """\
pattern bar = {**}
tiles bars = [bar ~sym, { *** } ~maybe]
problem p = constant 3x2 true [bar ~sym]
problem q = constant 4x3 true bars

count dlx p
"""


class Editor:
    """What a test does with a server: it opens texts and asks, and keeps what is sent to it."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.published: dict[str, Any] = {}
        self.messages: list[str] = []
        self.titles: list[str] = []
        self.documents: list[str] = []
        self.cancels = False
        self.commands: list[str] = []
        self._news = asyncio.Event()

        for name, take in {
            types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: self._diagnostics,
            types.WINDOW_SHOW_MESSAGE: self._message,
            types.WINDOW_WORK_DONE_PROGRESS_CREATE: self._create,
            types.WINDOW_SHOW_DOCUMENT: self._document,
            types.PROGRESS: self._progress,
        }.items():
            client.feature(name)(partial(take))  # pygls sets attributes of it.

    def _diagnostics(self, params: Any) -> None:
        self.published[params.uri] = params
        self._news.set()

    def _message(self, params: Any) -> None:
        self.messages.append(params.message)

    def _create(self, params: Any) -> None:
        """Accept a progress bar."""

    def _document(self, params: Any) -> Any:
        self.documents.append(params.uri)
        return types.ShowDocumentResult(True)

    def _progress(self, params: Any) -> None:
        if params.value["kind"] == "begin":
            self.titles.append(params.value["title"])
            if self.cancels:
                self.client.window_work_done_progress_cancel(
                    types.WorkDoneProgressCancelParams(params.token)
                )

    async def until(self, met: Callable[[], bool]) -> None:
        """Wait until something that the server sends makes this true."""
        async with asyncio.timeout(60):
            while not met():
                self._news.clear()
                await self._news.wait()

    def open(self, uri: str, text: str) -> None:
        document = types.TextDocumentItem(uri, "cmb", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(document))

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        )

    def save(self, uri: str) -> None:
        self.client.text_document_did_save(
            types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri))
        )

    def change(self, uri: str, version: int, text: str) -> None:
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def faults(self, uri: str, version: int = 1) -> list[Any]:
        """The errors and warnings of this version of a text."""
        await self.until(lambda: uri in self.published and self.published[uri].version == version)
        return list(self.published[uri].diagnostics)

    async def hover(self, uri: str, line: int, character: int) -> str | None:
        found = await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        )
        return None if found is None else str(found.contents.value)

    async def words(self, uri: str, line: int, character: int) -> list[str]:
        found = await self.client.text_document_completion_async(
            types.CompletionParams(
                types.TextDocumentIdentifier(uri), types.Position(line, character)
            )
        )
        return [item.label for item in found]

    async def place(self, uri: str, line: int, character: int) -> tuple[str, int, int] | None:
        found = await self.client.text_document_definition_async(
            types.DefinitionParams(
                types.TextDocumentIdentifier(uri), types.Position(line, character)
            )
        )
        if found is None:
            return None
        return found.uri, found.range.start.line, found.range.start.character

    async def lenses(self, uri: str) -> list[tuple[int, str, list[str]]]:
        found = await self.client.text_document_code_lens_async(
            types.CodeLensParams(types.TextDocumentIdentifier(uri))
        )
        return [
            (lens.range.start.line, lens.command.command, lens.command.arguments) for lens in found
        ]

    async def run(self, command: str, *arguments: object) -> Any:
        return await self.client.workspace_execute_command_async(
            types.ExecuteCommandParams(command, arguments=list(arguments))
        )


@asynccontextmanager
async def an_editor(**options: object) -> AsyncIterator[Editor]:
    """An editor with a server of its own, which ends with it."""
    from pygls.lsp.client import LanguageClient

    client: Any = LanguageClient("test", "1")
    editor = Editor(client)
    await client.start_io(sys.executable, "-m", "combien", "lsp")
    window = types.WindowClientCapabilities(
        work_done_progress=True, show_document=types.ShowDocumentClientCapabilities(True)
    )
    known = await client.initialize_async(
        types.InitializeParams(
            types.ClientCapabilities(window=window), initialization_options=options
        )
    )
    editor.commands = list(known.capabilities.execute_command_provider.commands)
    client.initialized(types.InitializedParams())
    try:
        yield editor
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()


def in_editor(task: Callable[[Editor], Awaitable[None]], **options: object) -> None:
    async def run() -> None:
        async with an_editor(**options) as editor:
            await task(editor)

    asyncio.run(run())


URI = "untitled:p"


def test_errors_are_those_of_the_command() -> None:
    text = "pattern a = {**} ^\nproblem p = a [{*} ~symm]\ncount dxl q\n"

    async def task(editor: Editor) -> None:
        editor.open(URI, text)
        faults = await editor.faults(URI)
        ranges = [
            (f.range.start.line, f.range.start.character, f.range.end.character) for f in faults
        ]
        assert ranges == [(1, 0, 7), (1, 19, 24), (2, 6, 9)]
        with pytest.raises(BadScript) as caught:
            parse(text)
        assert faults[0].message == caught.value.message
        assert "did you mean '~sym'" in faults[1].message
        assert "did you mean 'dlx'" in faults[2].message
        assert {f.severity for f in faults} == {types.DiagnosticSeverity.Error}

    in_editor(task)


def test_errors_follow_what_is_typed() -> None:
    async def task(editor: Editor) -> None:
        editor.open(URI, "pattern a = {**")
        assert len(await editor.faults(URI)) == 1
        # Only the last of several quick changes is read to its end.
        for version in range(2, 8):
            editor.change(URI, version, "pattern a = {**}\n" * version + "problem p = b [a]\n")
        await editor.faults(URI, 7)
        shown = [(f.severity.name, f.message) for f in editor.published[URI].diagnostics]
        again = ("Warning", "pattern 'a' is defined again")
        wrong = ("Error", "there is no pattern 'b': there is only a")
        assert shown == [*[again] * 6, wrong]
        editor.change(URI, 8, "pattern a = {**}\n")
        assert await editor.faults(URI, 8) == []
        editor.close(URI)
        await editor.until(lambda: editor.published[URI].version is None)

    in_editor(task)


def test_hovers() -> None:
    async def task(editor: Editor) -> None:
        editor.open(URI, SCRIPT)
        assert await editor.hover(URI, 0, 9) == ("pattern `bar`: 2x1, 2 cells\n```text\n**\n```")
        # Its placements on the board of a problem, and of each problem with this list.
        drawn = "```text\n**\n```"
        assert await editor.hover(URI, 2, 32) == (
            f"tile 0 (bar), any number, 2 orientations, 7 placements\n{drawn}"
        )
        assert await editor.hover(URI, 1, 15) == (
            f"tile 0 (bar), any number, 2 orientations\n{drawn}\n\nin `q`, 17 placements"
        )
        assert await editor.hover(URI, 5, 11) == (
            "problem `p`: 6 cells, 1 tile, 7 placements; 6 items, 7 options\n```text\n***\n***\n```"
        )
        tiles = await editor.hover(URI, 3, 33)
        assert tiles is not None
        assert tiles.startswith("list of tiles `bars`: 2 tiles\n")
        assert await editor.hover(URI, 4, 0) is None

    in_editor(task)


def test_a_hover_counts_no_placements_of_a_huge_board() -> None:
    text = "problem p = constant 1000x200 true [{**}]\n"

    async def task(editor: Editor) -> None:
        editor.open(URI, text)
        assert await editor.hover(URI, 0, 8) == (
            "problem `p`: 200000 cells, 1 tile, up to 199800 placements"
        )
        shown = await editor.hover(URI, 0, 38)
        assert shown is not None
        assert "up to 199800 placements" in shown

    in_editor(task)


def test_completions() -> None:
    async def task(editor: Editor) -> None:
        editor.open(URI, SCRIPT + "solve \nproblem r = \nproblem s = bar \napply \ncount dlx \n")
        assert "auto" in await editor.words(URI, 6, 6)
        assert "best" in await editor.words(URI, 6, 6)
        patterns = await editor.words(URI, 7, 12)
        assert "bar" in patterns
        assert not {"bars", "p", "count", "~sym"} & set(patterns)
        assert "bars" in await editor.words(URI, 8, 16)
        assert {"p", "q"} == set(await editor.words(URI, 10, 10))
        editor.change(URI, 2, "pattern a = {**} # a \npattern b = apply Ro")
        assert await editor.words(URI, 0, 20) == []
        assert await editor.words(URI, 0, 14) == []
        assert {"Rot90", "Diag1Refl"} < set(await editor.words(URI, 1, 20))
        editor.change(URI, 3, "problem p = {**} [{*} ~s] ~on he")
        assert "~sym" in await editor.words(URI, 0, 24)
        assert "hexagons" in await editor.words(URI, 0, 32)
        editor.change(URI, 4, "tiles pento")
        assert "pentominoes" in await editor.words(URI, 0, 11)

    in_editor(task)


def test_definitions_and_symbols(tmp_path: Path) -> None:
    (tmp_path / "tiles.cmb").write_text("pattern bar = {**}\n")
    script = tmp_path / "script.cmb"
    text = 'include "tiles.cmb"\nproblem p = bar [bar]\ncount dlx p\ninclude "ti"\n'

    async def task(editor: Editor) -> None:
        uri = script.as_uri()
        editor.open(uri, text)
        tiles = (tmp_path / "tiles.cmb").as_uri()
        assert await editor.place(uri, 0, 12) == (tiles, 0, 0)
        assert await editor.place(uri, 1, 13) == (tiles, 0, 8)
        assert await editor.place(uri, 2, 10) == (uri, 1, 8)
        assert await editor.place(uri, 2, 7) is None
        assert await editor.place(uri, 3, 11) is None  # There is no such file.
        assert await editor.words(uri, 3, 11) == ["tiles.cmb"]
        symbols = await editor.client.text_document_document_symbol_async(
            types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
        )
        assert [(one.name, one.detail) for one in symbols] == [("p", "problem")]

    in_editor(task)


def test_a_file_is_included_from_the_folder_of_the_script_only(tmp_path: Path) -> None:
    lay_out(tmp_path)
    folder = tmp_path / "scripts"
    outside = ["../outside/secret.cmb", "link.cmb", "folder_link/secret.cmb", "/etc/passwd", "pipe"]

    async def task(editor: Editor) -> None:
        for number, name in enumerate(outside):
            uri = (folder / f"script{number}.cmb").as_uri()
            editor.open(uri, f'include "{name}"\n')
            (fault,) = await editor.faults(uri)
            assert "do not show this" not in fault.message
            assert await editor.place(uri, 0, 12) is None
        uri = (folder / "more.cmb").as_uri()
        editor.open(uri, 'include "../\ninclude "\n')
        assert await editor.words(uri, 0, 12) == []
        assert await editor.words(uri, 1, 9) == ["tiles.cmb"]
        editor.open(URI, 'include "tiles.cmb"\nproblem p = bar [bar]')
        (fault,) = await editor.faults(URI)
        assert fault.message.startswith("save this script first")

    in_editor(task)


def test_an_error_in_an_included_file_is_shown_at_the_include(tmp_path: Path) -> None:
    script, tiles = tmp_path / "script.cmb", tmp_path / "tiles.cmb"
    tiles.write_text("pattern bar = {**\n")

    async def task(editor: Editor) -> None:
        uri = script.as_uri()
        editor.open(uri, 'pattern a = {*}\ninclude "tiles.cmb"\nproblem p = bar [bar]\n')
        (fault,) = await editor.faults(uri)
        assert (fault.range.start.line, fault.range.end.character) == (1, 19)
        with pytest.raises(BadScript) as caught:
            parse(tiles.read_text(), file=str(tiles))
        assert fault.message == str(caught.value)
        tiles.write_text("pattern bar = {**}\n")
        editor.published.clear()
        editor.save(uri)
        assert await editor.faults(uri) == []

    in_editor(task)


def test_count_and_draw_above_each_problem() -> None:
    async def task(editor: Editor) -> None:
        editor.open(URI, SCRIPT)
        lenses = await editor.lenses(URI)
        assert [(line, command) for line, command, _ in lenses] == [
            (2, "combien.count"),
            (2, "combien.draw"),
            (3, "combien.count"),
            (3, "combien.draw"),
        ]
        assert editor.titles == []  # Nothing has run yet.
        assert sorted(editor.commands) == ["combien.count", "combien.draw"]
        assert await editor.run("combien.count", *lenses[0][2]) == {"problem": "p", "count": "3"}
        drawn = await editor.run("combien.draw", *lenses[1][2])
        assert ElementTree.fromstring(drawn["svg"]).tag.endswith("svg")
        assert editor.messages == ["p: 3 solutions"]
        assert editor.titles == ["combien count p", "combien solve p"]
        assert editor.documents == []

    in_editor(task, showsDrawings=True)


def test_a_drawing_opens_outside_of_an_editor_that_shows_none() -> None:
    async def task(editor: Editor) -> None:
        editor.open(URI, SCRIPT)
        drawn = await editor.run("combien.draw", URI, "p")
        (uri,) = editor.documents
        path = Path(urlparse(uri).path)
        assert path.read_text() == drawn["svg"]
        paths.append(path)

    paths: list[Path] = []
    in_editor(task)
    assert not paths[0].parent.exists()


def test_questions_without_an_answer() -> None:
    none, large = "{***} [{**}]", "constant 30x31 true [{***} ~sym, {*$**} ~rot]"
    text = f"problem none = {none}\nproblem large = {large}\n"

    async def task(editor: Editor) -> None:
        editor.open(URI, text)
        assert await editor.run("combien.count", URI, "none") == {"problem": "none", "count": "0"}
        assert await editor.run("combien.draw", URI, "none") is None
        assert await editor.run("combien.count", URI, "--help") is None
        editor.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"combien": {"seconds": 0.2}})
        )
        assert await editor.run("combien.count", URI, "large") is None
        editor.change(URI, 2, text + "count dlx nothing")
        assert await editor.run("combien.count", URI, "none") is None
        *before, stopped, after = editor.messages
        assert [message.partition(":")[0] for message in before] == [
            "none",
            "none has no solution",
            "there is no problem '--help' in this script",
        ]
        # On a busy machine they end while the problem is built.
        assert "the budget of 0.2 seconds ended" in stopped
        assert after.startswith("line 3:")

    in_editor(task)


def test_a_question_is_cancelled() -> None:
    text = "problem p = constant 40x40 true [{ *** } ~sym, {*$**} ~rot, {**$.*} ~rot]\n"

    async def task(editor: Editor) -> None:
        editor.open(URI, text)
        editor.cancels = True
        assert await editor.run("combien.count", URI, "p") is None
        assert editor.titles == ["combien count p"]
        assert editor.messages == []
        # The server goes on.
        assert await editor.hover(URI, 0, 8) is not None

    in_editor(task, seconds=3600)


def test_nothing_in_the_folder_of_a_script_is_run(tmp_path: Path) -> None:
    for module in ("combien", "random", "click", "json", "sitecustomize"):
        (tmp_path / f"{module}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    text = SCRIPT + 'solve dlx p svg "p.svg"\ndimacs p "p.cnf"\nsolve sat "touch ran" p ascii\n'
    before = contents(tmp_path)

    async def task(editor: Editor) -> None:
        uri = (tmp_path / "script.cmb").as_uri()
        editor.open(uri, text)
        assert await editor.faults(uri) == []
        assert await editor.run("combien.count", uri, "p") == {"problem": "p", "count": "3"}
        assert await editor.run("combien.draw", uri, "p") is not None

    in_editor(task)
    assert contents(tmp_path) == before


@given(
    st.text("ab\n\r\t é\u2028\u0301𝄞😀"),
    st.sampled_from(["utf-8", "utf-16-le", "utf-32-le"]),
    st.data(),
)
def test_positions_count_code_units(text: str, encoding: str, data: st.DataObject) -> None:
    from pygls.workspace import PositionCodec

    from combien.language._server import Places

    text = plain(text)
    codec = PositionCodec(encoding.removesuffix("-le"))
    places = Places(Source(text), codec)
    offset = data.draw(st.integers(0, len(text)))
    position = places.position(offset)
    before = text[:offset].split("\n")
    unit = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}[encoding]
    units = len(before[-1].encode(encoding)) // unit
    assert (position.line, position.character) == (len(before) - 1, units)
    assert places.offset(position) == offset
    # Beyond the end of a line or of the text, and within a character.
    end = text.find("\n", offset)
    far = types.Position(position.line, 10_000)
    assert places.offset(far) == (len(text) if end < 0 else end)
    assert places.offset(types.Position(10_000, 0)) == len(text)
    assert places.offset(types.Position(position.line, units + 1)) <= offset + 1


@pytest.mark.parametrize("how", ["term", "closed"])
def test_the_server_ends_with_its_editor(how: str) -> None:
    """Also while its editor keeps the standard input open."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    body = json.dumps(message).encode()
    command = [sys.executable, "-m", "combien", "lsp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        server.stdin.flush()
        assert server.stdout.readline().startswith(b"Content-Length")
        if how == "term":
            server.terminate()
        else:
            server.stdin.close()
        assert server.wait(60) == 0


def test_without_pygls_the_command_names_the_extra(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError(name='pygls')\n")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-m", "combien", "lsp"],
        env={**os.environ, "PYTHONPATH": path},
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    need = "the language server needs pygls, which is not installed"
    assert done.stderr == f"combien: {need}: {install_command('lsp')}\n"
