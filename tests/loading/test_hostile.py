"""Input made to break things: each gives a page or one clear error, in bounded time and memory."""

from __future__ import annotations

from pathlib import Path

import pytest

import vertebra
from tests.hostile import CASES, load_in_child
from vertebra.errors import VertebraError
from vertebra.loading.guard import MAXIMUM_DEPTH, tame


@pytest.mark.parametrize("name", CASES)
def test_bounded(name: str) -> None:
    outcome = load_in_child(CASES[name]())
    assert outcome.depth <= MAXIMUM_DEPTH
    # CPU time on a shared machine, not a benchmark: what is quadratic takes minutes.
    assert outcome.seconds < 10


def test_too_many_nodes_are_one_clear_error() -> None:
    assert "more than 1,200,000 nodes" in load_in_child(CASES["a million siblings"]()).error


def test_empty_is_a_page_that_says_so() -> None:
    page = vertebra.load(b"")
    assert [node.tag for node in page] == ["#document", "html", "head", "body"]
    assert [problem.code for problem in page.meta.problems] == ["empty"]


def test_deep_nesting_keeps_its_text() -> None:
    page = vertebra.load(b"<div>" * 50_000 + b"the text")
    assert page[len(page) - 1].text == "the text"
    assert {"excess-markup", "too-deep"} == {problem.code for problem in page.meta.problems}


def test_plaintext() -> None:
    page = vertebra.load(CASES["plaintext"]())
    assert page[len(page) - 1].text == "<p>not a tag</plaintext>"


def test_frameset() -> None:
    page = vertebra.load(CASES["frameset"]())
    assert [page[int(i)].attribute("src") for i in page.having_tag("frame")] == ["a", "b"]


def test_utf16_and_misdeclared_text_is_read() -> None:
    for name in ("UTF-16 with mark", "UTF-16 without mark", "declared UTF-16, is ASCII"):
        page = vertebra.load(CASES[name]())
        assert page[int(page.having_tag("p")[0])].all_text.startswith("text")


@pytest.mark.parametrize("start", [b"\x89PNG\r\n", b"%PDF-1.7", b"\x1f\x8b\x08", b"PK\x03\x04xx"])
def test_other_formats_are_named(start: bytes, tmp_path: Path) -> None:
    path = tmp_path / "thing"
    path.write_bytes(start + b"\x00" * 100)
    with pytest.raises(VertebraError, match=r"thing: .* not an HTML page"):
        vertebra.load(path)


def test_harmless_markup_is_left_alone() -> None:
    """A big ordinary page: nothing is cut."""
    rows = b"".join(b"<tr><td><a href='/%d'>x</a><td><b>y</b><p>z" % i for i in range(6000))
    html = b"<html><body><table>" + rows + b"</table><script>if (a<b) '<div><div>'</script></body></html>"
    assert tame(html) == (html, [])
