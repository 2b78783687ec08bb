"""A saved page: one file that holds everything and gives the same page back.

A ZIP archive, so that any tool can look inside: `page.json` (schema version, metadata, names and the
directory of columns), `columns.bin` (the columns one after the other, little-endian), `text.txt`,
`attributes.txt`, `source.html`, and the screenshot's tiles. Nothing in it depends on the clock: the
same page gives the same bytes. Nothing in it can run code, and sizes are checked before unpacking.
"""

from __future__ import annotations

import dataclasses
import io
import json
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np

from vertebra.errors import PageFileError
from vertebra.model import Layout, Meta, Page, Problem, Tile, check
from vertebra.model.columns import Attributes, Boxes, Nodes, Styles, dtypes, make_table

SUFFIX: Final = ".vertebra"
SCHEMA: Final = 1
MAGIC: Final = "vertebra-page"
MAXIMUM_SIZE: Final = 4 * 2**30  # of all members, unpacked

# All that reading an archive, JSON and columns with wrong content can raise.
_DAMAGE: Final = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError),
    *(ArithmeticError, AttributeError, LookupError, TypeError, ValueError),
)
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # the earliest time a ZIP can hold, for every member


def save(page: Page, path: str | Path) -> Path:
    """Write the page to a file; an existing one is replaced whole or not at all."""
    path = Path(path)
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(to_bytes(page))
    beside.replace(path)
    return path


def to_bytes(page: Page) -> bytes:
    """The file's content."""
    tables: dict[str, Any] = {"nodes": page.nodes, "attributes": page.attributes}
    if page.rendered is not None:
        tables |= {"boxes": page.rendered.boxes, "styles": page.rendered.styles}
    directory, columns = _pack(tables)
    index = {
        "format": MAGIC,
        "schema": SCHEMA,
        "meta": dataclasses.asdict(page.meta),
        "tags": page.tags,
        "attribute_names": page.attribute_names,
        "style_words": page.rendered.words if page.rendered else None,
        "tiles": [{"top": tile.top, "height": tile.height} for tile in page.screenshot],
        "columns": directory,
    }
    members = {
        "page.json": json.dumps(index, ensure_ascii=False, indent=1).encode(),
        "columns.bin": columns,
        "text.txt": page.text.encode(),
        "attributes.txt": page.attribute_text.encode(),
        "source.html": page.source,
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            _add(archive, name, data, zipfile.ZIP_DEFLATED)
        for number, tile in enumerate(page.screenshot):
            _add(archive, f"screenshot-{number}.png", tile.png, zipfile.ZIP_STORED)
    return out.getvalue()


def is_page_file(data: bytes) -> bool:
    """Whether these bytes look like a saved page."""
    return data.startswith(b"PK\x03\x04") and data[30:39] == b"page.json"


def read(path: str | Path) -> Page:
    """The page in a file."""
    return from_bytes(Path(path).read_bytes(), str(path))


def from_bytes(data: bytes, name: str = "saved page") -> Page:
    """The page from the file's content. Any damage is a PageFileError, never a wrong page."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > MAXIMUM_SIZE:
                raise PageFileError(f"{name}: larger than {MAXIMUM_SIZE:,} bytes unpacked")
            return _unpack_page(archive)
    except _DAMAGE as error:
        raise PageFileError(f"{name}: not a whole saved page ({error})") from error


def _add(archive: zipfile.ZipFile, name: str, data: bytes, method: int) -> None:
    member = zipfile.ZipInfo(name, _EPOCH)
    member.compress_type = method
    member.create_system = 3
    archive.writestr(member, data)


def _pack(tables: dict[str, Any]) -> tuple[list[dict[str, Any]], bytes]:
    directory: list[dict[str, Any]] = []
    pieces: list[bytes] = []
    for table_name, table in tables.items():
        for column, dtype in dtypes(type(table)).items():
            data = getattr(table, column).astype(dtype.newbyteorder("<"), copy=False).tobytes()
            kind = dtype.str.lstrip("<|=")
            directory.append({"table": table_name, "column": column, "type": kind, "bytes": len(data)})
            pieces.append(data)
    return directory, b"".join(pieces)


def _unpack_page(archive: zipfile.ZipFile) -> Page:
    index = json.loads(archive.read("page.json"))
    if not isinstance(index, dict) or index.get("format") != MAGIC:
        raise ValueError("page.json does not describe a page")
    if index["schema"] > SCHEMA:
        raise ValueError(f"schema {index['schema']} is newer than this release reads ({SCHEMA}): update vertebra")
    tables = _unpack_tables(index["columns"], archive.read("columns.bin"))
    layout = None
    if index["style_words"] is not None:
        boxes, styles = make_table(Boxes, tables["boxes"]), make_table(Styles, tables["styles"])
        layout = Layout(boxes, styles, tuple(index["style_words"]))
    page = Page(
        nodes=make_table(Nodes, tables["nodes"]),
        attributes=make_table(Attributes, tables["attributes"]),
        text=archive.read("text.txt").decode(),
        attribute_text=archive.read("attributes.txt").decode(),
        tags=tuple(index["tags"]),
        attribute_names=tuple(index["attribute_names"]),
        meta=_unpack_meta(index["meta"]),
        source=archive.read("source.html"),
        rendered=layout,
        screenshot=tuple(
            Tile(tile["top"], tile["height"], archive.read(f"screenshot-{number}.png"))
            for number, tile in enumerate(index["tiles"])
        ),
    )
    return check(page)


def _unpack_tables(directory: list[dict[str, Any]], data: bytes) -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {}
    position = 0
    for entry in directory:
        dtype = np.dtype(entry["type"]).newbyteorder("<")
        if dtype.kind not in "iuf":
            raise ValueError(f"a column of type {entry['type']!r}")
        size = entry["bytes"]
        column = np.frombuffer(data[position : position + size], dtype)
        tables.setdefault(entry["table"], {})[entry["column"]] = column
        position += size
    if position != len(data):
        raise ValueError("columns.bin has another size than its directory says")
    return tables


def _unpack_meta(meta: dict[str, Any]) -> Meta:
    known = {field.name for field in dataclasses.fields(Meta)}
    values = {name: value for name, value in meta.items() if name in known}
    values["viewport"] = tuple(values["viewport"])
    values["size"] = tuple(values["size"])
    values["problems"] = tuple(Problem(**problem) for problem in values["problems"])
    return Meta(**values)
