"""Sources: told apart, read within limits, refused with a hint."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

import vertebra
from tests.conftest import Site
from vertebra.errors import AddressBlocked, NotAPage, SourceNotFound, TooLarge, UsageError
from vertebra.loading.api import LoadOptions, load
from vertebra.loading.source import find_pages


def test_files_folders_and_text(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>index")
    (tmp_path / "other.htm").write_text("<p>other")
    (tmp_path / "notes.txt").write_text("<p> is no tag here")
    for source in (tmp_path, str(tmp_path), tmp_path / "index.html", "<p>index", b"<p>index"):
        assert load(source)[0].all_text == "index"
    assert load(tmp_path / "notes.txt")[0].all_text == "<p> is no tag here"
    assert find_pages(tmp_path) == [tmp_path / "index.html", tmp_path / "other.htm"]
    assert find_pages("<p>x") == ["<p>x"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO("<p>é".encode())))
    assert load("-")[0].all_text == "é"


def test_text_is_text_whatever_its_meta_says() -> None:
    assert load("<meta charset=koi8-r><p>Grüße")[0].all_text == "Grüße"


def test_relative_links_of_files_and_text(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<a href=next.html>x</a>")
    assert load(path).links.url == ((tmp_path / "next.html").as_uri(),)
    assert load(path, LoadOptions(base_url="https://a.example/b/")).links.url == ("https://a.example/b/next.html",)


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match="no such file or folder"):
        load(tmp_path / "nothing.html")
    with pytest.raises(SourceNotFound, match=r"https://www\.example\.org"):
        load("www.example.org")
    with pytest.raises(SourceNotFound, match="no page in this folder"):
        find_pages(tmp_path)
    with pytest.raises(UsageError, match="without an index page"):
        load(tmp_path)


def test_limits(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"x" * 101)
    for source in (path, path.read_bytes()):
        with pytest.raises(TooLarge, match="larger than 100 bytes"):
            load(source, LoadOptions(max_bytes=100))


def test_urls(site: Site, other_site: Site) -> None:
    site.put("<title>Grüße</title><a href=x>y</a>", "/a/b")
    site.redirects["/old"] = "/a/b"
    page = load(site.origin + "/old")
    assert (page.title, page.links.url) == ("Grüße", (site.origin + "/a/x",))
    assert (page.meta.url, page.meta.final_url) == (site.origin + "/old", site.origin + "/a/b")
    assert (page.meta.status, page.meta.content_type, page.meta.encoding) == (200, "text/html", "utf-8")
    missing = load(site.origin + "/missing")
    assert (missing.meta.status, [problem.code for problem in missing.meta.problems]) == (404, ["http-status"])
    site.answers["/picture"] = ("image/png", b"\x89PNG")
    with pytest.raises(NotAPage, match="image/png"):
        load(site.origin + "/picture")
    site.redirects["/jump"] = other_site.origin + "/"
    with pytest.raises(AddressBlocked, match="allow"):
        load(site.origin + "/jump")
    assert other_site.asked == []


def test_the_header_decides_the_encoding(site: Site) -> None:
    site.answers["/"] = ("text/html; charset=windows-1251", "<meta charset=utf-8><p>Привет".encode("cp1251"))
    assert load(site.origin + "/")[0].all_text == "Привет"


def test_pages_are_described_shortly() -> None:
    assert repr(vertebra.load("<title>Hi</title>")) == "<Page - 'Hi', 6 nodes>"
