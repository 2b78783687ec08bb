"""Saved pages: exact round trip, same bytes, nothing wrong read from damage."""

from __future__ import annotations

import dataclasses
import io
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vertebra
from tests.markup import markup
from vertebra.errors import PageFileError
from vertebra.loading import pagefile
from vertebra.model import Page
from vertebra.model.columns import Nodes, dtypes

HTML = "<title>x</title><p>Grüße 漢字 <a href=/y>😀</a>"


def assert_same(one: Page, other: Page) -> None:
    for table in ("nodes", "attributes"):
        for column in dtypes(type(getattr(one, table))):
            left, right = getattr(getattr(one, table), column), getattr(getattr(other, table), column)
            assert left.dtype == right.dtype
            assert (left == right).all()
    for name in ("text", "attribute_text", "tags", "attribute_names", "meta", "source", "screenshot"):
        assert getattr(one, name) == getattr(other, name)


@given(markup)
@settings(max_examples=60, deadline=None)
def test_round_trip(html: str) -> None:
    page = vertebra.load(html.encode())
    data = pagefile.to_bytes(page)
    again = pagefile.from_bytes(data)
    assert_same(page, again)
    assert pagefile.to_bytes(again) == data


def test_same_page_same_bytes() -> None:
    assert pagefile.to_bytes(vertebra.load(HTML)) == pagefile.to_bytes(vertebra.load(HTML))


def test_a_saved_page_is_a_source(tmp_path: Path) -> None:
    page = vertebra.load(HTML)
    path = vertebra.save(page, tmp_path / "x.vertebra")
    assert_same(page, vertebra.load(path))
    assert not list(tmp_path.glob("*.part"))


@given(st.integers(0, 10_000), st.integers(0, 255))
@settings(max_examples=150, deadline=None)
def test_damage_is_an_error_or_harmless(place: int, value: int) -> None:
    """A changed byte gives the same page (unused bytes) or PageFileError, never another page."""
    page = vertebra.load(HTML)
    data = bytearray(pagefile.to_bytes(page))
    data[place % len(data)] = value
    try:
        again = pagefile.from_bytes(bytes(data))
    except PageFileError:
        return
    assert_same(page, again)


def test_truncated_file(tmp_path: Path) -> None:
    path = vertebra.save(vertebra.load(HTML), tmp_path / "x.vertebra")
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(PageFileError, match=r"x\.vertebra"):
        vertebra.load(path)


def edited(page: Page, **changes: object) -> bytes:
    """The page's file with another index."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(pagefile.to_bytes(page))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "page.json":
                data = json.dumps(json.loads(data) | changes).encode()
            new.writestr(name, data)
    return out.getvalue()


def test_newer_schema_says_to_update() -> None:
    with pytest.raises(PageFileError, match="update vertebra"):
        pagefile.from_bytes(edited(vertebra.load(HTML), schema=pagefile.SCHEMA + 1))


def test_columns_that_could_run_code_are_refused() -> None:
    page = vertebra.load(HTML)
    columns = [{"table": "nodes", "column": name, "type": "O", "bytes": 8} for name in dtypes(Nodes)]
    with pytest.raises(PageFileError, match="type 'O'"):
        pagefile.from_bytes(edited(page, columns=columns))


def test_wrong_columns_are_refused() -> None:
    page = vertebra.load(HTML)
    meta = dataclasses.asdict(page.meta)
    with pytest.raises(PageFileError):
        pagefile.from_bytes(edited(page, tags=["just one"], meta=meta))
