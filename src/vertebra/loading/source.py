"""What a source is: a URL, a file, a folder, standard input, or HTML itself."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from vertebra.errors import NotAPage, SourceNotFound, TooLarge, UsageError
from vertebra.loading.pagefile import SUFFIX
from vertebra.urls import is_web_url

PAGE_SUFFIXES: Final = (".html", ".htm", ".xhtml", ".mhtml", ".mht", SUFFIX)

_BINARY: Final = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF document",
    b"\x1f\x8b": "gzip-compressed data",
    b"PK\x03\x04": "a ZIP archive",
    b"\x7fELF": "a program",
    b"BZh": "bzip2-compressed data",
    b"\xfd7zXZ": "xz-compressed data",
    b"wOFF": "a font",
    b"wOF2": "a font",
}


class Form(Enum):
    """The forms a source can have."""

    URL = "URL"
    FILE = "file"
    FOLDER = "folder"
    STDIN = "standard input"
    CONTENT = "content"  # the document itself


@dataclass(frozen=True)
class Source:
    """A source, told apart but not read yet."""

    name: str
    form: Form
    path: Path | None = None
    content: bytes = b""
    charset: str = ""  # of the content, if it is certain


def find_source(given: str | bytes | Path) -> Source:
    """Tell what was given. A string with a tag in it is HTML; any other string is a URL or a path."""
    if isinstance(given, bytes):
        return Source("(bytes)", Form.CONTENT, content=given)
    text = str(given)
    if isinstance(given, str):
        if is_web_url(text):
            return Source(text, Form.URL)
        if text == "-":
            return Source("(standard input)", Form.STDIN)
        if "<" in text or "\n" in text:
            return Source("(text)", Form.CONTENT, content=text.encode("utf-8", "replace"), charset="utf-8")
    path = Path(text)
    if path.is_dir():
        return Source(text, Form.FOLDER, path=path)
    if path.is_file():
        return Source(text, Form.FILE, path=path)
    hint = f"; for the website write https://{text}" if "." in text and "/" not in text.strip("/") else ""
    raise SourceNotFound(f"{text}: no such file or folder{hint}")


def find_pages(given: str | bytes | Path) -> list[str | bytes | Path]:
    """The single pages of a source: the pages of a folder in a fixed order, else the source itself."""
    source = find_source(given)
    if source.form is not Form.FOLDER or source.path is None:
        return [given]
    found = sorted(p for p in source.path.rglob("*") if p.suffix.lower() in PAGE_SUFFIXES and p.is_file())
    if not found:
        raise SourceNotFound(f"{source.name}: no page in this folder (looked for {', '.join(PAGE_SUFFIXES)})")
    return list(found)


def read(source: Source, max_bytes: int) -> bytes:
    """The content of a source that is no URL, within the limit."""
    data = source.content
    if source.form is Form.STDIN:
        data = sys.stdin.buffer.read(max_bytes + 1)
    elif source.path is not None:
        try:
            with source.path.open("rb") as file:
                data = file.read(max_bytes + 1)
        except OSError as error:
            raise SourceNotFound(f"{source.name}: {error.strerror}") from error
    if len(data) > max_bytes:
        raise TooLarge(f"{source.name}: larger than {max_bytes:,} bytes (option max_bytes)")
    return data


def is_mhtml(data: bytes) -> bool:
    """Whether this is a page saved as MHTML."""
    head = data[:2000].lower()
    return b"multipart/related" in head and b"mime-version:" in head and not head.lstrip().startswith(b"<")


def refuse_binary(data: bytes, name: str) -> None:
    """NotAPage for data that is known to be something else."""
    for magic, what in _BINARY.items():
        if data.startswith(magic):
            raise NotAPage(f"{name}: {what}, not an HTML page")


def need_single(source: Source) -> Source:
    """The source itself, or the index page of a folder."""
    if source.form is not Form.FOLDER or source.path is None:
        return source
    for suffix in PAGE_SUFFIXES:
        index = source.path / f"index{suffix}"
        if index.is_file():
            return Source(str(index), Form.FILE, path=index)
    raise UsageError(f"{source.name} is a folder without an index page: load its files one by one (find_pages)")
