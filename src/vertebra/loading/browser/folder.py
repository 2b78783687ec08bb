"""A folder served to the browser, so that a saved site works as it did on the web.

Opened as files, pages may not load each other, scripts may not be modules and `/style.css` is the
root of the disk. Served from this machine they behave, and nothing outside the folder can be read.
"""

from __future__ import annotations

import mimetypes
import os
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import BinaryIO, Final, Self
from urllib.parse import quote, unquote_to_bytes

from vertebra.errors import SourceNotFound, UsageError
from vertebra.loading.browser.streams import LoopbackServer, read_head

_CHUNK: Final = 256 * 1024
_INDEXES: Final = ("index.html", "index.htm")
_REDIRECTS: Final = "_redirects"
_REDIRECT_STATUSES: Final = frozenset({"301", "302", "303", "307", "308"})
_SAFE: Final = "/:?#[]@!$&'()*+,;=-._~%"  # left as they are in a Location
# HTML without a charset, so that what the page declares counts.
_TYPES: Final = {
    ".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml", ".xht": "application/xhtml+xml",
    ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json",
    ".map": "application/json", ".svg": "image/svg+xml", ".webp": "image/webp", ".avif": "image/avif",
    ".ico": "image/x-icon", ".woff": "font/woff", ".woff2": "font/woff2", ".ttf": "font/ttf", ".otf": "font/otf",
    ".wasm": "application/wasm", ".txt": "text/plain", ".xml": "application/xml",
    ".mhtml": "multipart/related", ".mht": "multipart/related",
    ".webmanifest": "application/manifest+json", ".webm": "video/webm", ".mp4": "video/mp4",
}  # fmt: skip
_OTHER_TYPES: Final = mimetypes.MimeTypes(filenames=())  # the same on every machine


@dataclass(frozen=True)
class _Answer:
    status: HTTPStatus
    headers: tuple[str, ...] = ()
    body: bytes = b""
    file: BinaryIO | None = None  # in place of the body
    size: int = 0  # of the file


class FolderServer(LoopbackServer):
    """Serves one folder, for reading only, at `origin`."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        try:
            self._root = root.resolve(strict=True)
        except (OSError, RuntimeError):
            raise SourceNotFound(f"no such folder: {root}") from None
        if not self._root.is_dir():
            raise SourceNotFound(f"not a folder: {root}")
        self._redirects = _read_redirects(self._root)

    @classmethod
    async def open(cls, root: Path) -> Self:
        """A server that listens, in the running event loop."""
        server = cls(root)
        await server.listen()
        return server

    @property
    def origin(self) -> str:
        """Scheme, host and port, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def url_of(self, path: Path) -> str:
        """The URL of a file or folder inside the root; a relative path counts from the root."""
        whole = Path(os.path.normpath(self._root / path))
        if not whole.is_relative_to(self._root):
            whole = whole.resolve()
        if not whole.is_relative_to(self._root):
            raise UsageError(f"{path} is outside the folder {self._root}")
        relative = whole.relative_to(self._root).as_posix()
        name = "" if relative == "." else quote(os.fsencode(relative))
        return f"{self.origin}/{name}{'/' if name and whole.is_dir() else ''}"

    async def answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serve the requests of one connection, one after the other."""
        keep = True
        while keep:
            try:
                lines = await read_head(reader)
            except ValueError:
                await _send(writer, _problem(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE), True, False)
                return
            if not lines:
                return
            words = lines[0].split(" ")
            headers = dict(_headers(lines[1:]))
            keep = _keeps_open(words[-1], headers)
            answer = self._answer(words, headers.get("host", ""))
            try:
                await _send(writer, answer, words[0] != "HEAD", keep)
            finally:
                if answer.file is not None:
                    answer.file.close()

    def _answer(self, words: list[str], host: str) -> _Answer:
        if len(words) != 3 or not words[1].startswith("/"):
            return _problem(HTTPStatus.BAD_REQUEST)
        # Another name for this machine may be a web page's attempt to read the folder.
        if host and host.lower() not in (f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
            return _problem(HTTPStatus.MISDIRECTED_REQUEST)
        if words[0] not in ("GET", "HEAD"):
            return _problem(HTTPStatus.METHOD_NOT_ALLOWED, "Allow: GET, HEAD")
        return self._found(words[1].partition("#")[0])

    def _found(self, target: str) -> _Answer:
        path, mark, query = target.partition("?")
        if redirect := self._redirects.get(target) or self._redirects.get(path):
            status, place = redirect
            return _problem(status, f"Location: {place}")
        for name in _names(path, query) if mark else _names(path):
            found = self._inside(name)
            if found is not None and found.is_dir():
                if not path.endswith("/"):
                    place = quote(path.encode("latin-1"), safe=_SAFE) + "/" + mark + query
                    # A path that begins with two slashes would lead to another host.
                    return _problem(HTTPStatus.MOVED_PERMANENTLY, f"Location: /{place.lstrip('/')}")
                found = next(filter(None, (self._inside(name + os.fsencode(index)) for index in _INDEXES)), None)
            elif found is not None and name.endswith(b"/"):
                found = None
            if found is not None and found.is_file():
                return _file(found)
        return _problem(HTTPStatus.NOT_FOUND)

    def _inside(self, name: bytes) -> Path | None:
        """What there is under a name, unless it is outside the folder."""
        try:
            parts = os.fsdecode(name).split("/")
            if b"\0" in name or ".." in parts:
                return None
            found = self._root.joinpath(*(part for part in parts if part)).resolve(strict=True)
            return found if found.is_relative_to(self._root) and (found.is_file() or found.is_dir()) else None
        except (OSError, RuntimeError, ValueError):  # too long, a loop of links, no rights
            return None


def _names(path: str, query: str | None = None) -> Iterator[bytes]:
    """The file names to try: saved sites have files called `index.php?p=3`."""
    plain = unquote_to_bytes(path.encode("latin-1"))
    if query is not None:
        raw = query.encode("latin-1")
        page = plain + b"index.html" if plain.endswith(b"/") else plain
        yield page + b"?" + raw
        yield page + b"?" + unquote_to_bytes(raw)
    yield plain


def _file(path: Path) -> _Answer:
    try:
        file = path.open("rb")
    except OSError:
        return _problem(HTTPStatus.NOT_FOUND)
    return _Answer(HTTPStatus.OK, _type_headers(path.name), file=file, size=os.fstat(file.fileno()).st_size)


def _type_headers(name: str) -> tuple[str, ...]:
    """The type by the name's ending; none if it says nothing, which lets the browser look at the content."""
    ending = Path(name.partition("?")[0]).suffix.lower()
    kind = _TYPES.get(ending) or _OTHER_TYPES.guess_type(f"x{ending}")[0]
    return (f"Content-Type: {kind}",) if kind else ()


def _problem(status: HTTPStatus, *headers: str) -> _Answer:
    title = escape(f"{status.value} {status.phrase}")
    body = f"<!DOCTYPE html><title>{title}</title><h1>{title}</h1>\n".encode()
    return _Answer(status, ("Content-Type: text/html", *headers), body)


def _headers(lines: list[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, _, value = line.partition(":")
        yield name.strip().lower(), value.strip()


def _keeps_open(version: str, headers: dict[str, str]) -> bool:
    """Whether another request may follow; after a request with a body, none does."""
    if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
        return False
    wish = headers.get("connection", "").lower()
    return "close" not in wish if version == "HTTP/1.1" else version == "HTTP/1.0" and "keep-alive" in wish


async def _send(writer: StreamWriter, answer: _Answer, with_body: bool, keep: bool) -> None:
    size = answer.size if answer.file else len(answer.body)
    head = [
        f"HTTP/1.1 {answer.status.value} {answer.status.phrase}",
        *answer.headers,
        f"Content-Length: {size}",
        f"Connection: {'keep-alive' if keep else 'close'}",
    ]
    writer.write("\r\n".join([*head, "", ""]).encode("latin-1"))
    if with_body and answer.file is None:
        writer.write(answer.body)
    left = size if with_body and answer.file else 0
    while left and answer.file:
        data = answer.file.read(min(_CHUNK, left))
        if not data:  # the file has become shorter than announced
            raise ConnectionAbortedError
        left -= len(data)
        writer.write(data)
        await writer.drain()
    await writer.drain()


def _read_redirects(root: Path) -> dict[str, tuple[HTTPStatus, str]]:
    """The lines `/from /to 301` of the redirects file; other lines are left alone."""
    try:
        lines = (root / _REDIRECTS).read_text("utf-8", "replace").splitlines()
    except OSError:
        return {}
    redirects: dict[str, tuple[HTTPStatus, str]] = {}
    for line in lines:
        words = line.split()
        status = words[2].rstrip("!") if len(words) > 2 else "301"
        if len(words) >= 2 and words[0].startswith("/") and status in _REDIRECT_STATUSES:
            source, place = (quote(word, safe=_SAFE) for word in words[:2])
            redirects.setdefault(source, (HTTPStatus(int(status)), place))
    return redirects
