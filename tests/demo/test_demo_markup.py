"""Building and writing elements, and reading the texts of the data files."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from vertebra.demo.markup import el, plain_text, reading, to_html, with_paths
from vertebra.demo.pictures.bitmaps import png
from vertebra.demo.prose import blocks
from vertebra.demo.records import read_library, typeset
from vertebra.demo.view import View

PRINTABLE = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "))


@settings(derandomize=True, database=None)
@example("<b>&amp; </p>", "\"'> &lt;")
@given(PRINTABLE, PRINTABLE)
def test_text_and_attributes_survive_writing_and_parsing(text: str, value: str) -> None:
    """Escaping loses and adds nothing."""
    page = el("html", el("head"), el("body", el("p", text, title=value)))
    node = LexborHTMLParser(to_html(page)).css_first("p")
    assert node is not None
    assert node.text() == text
    assert (node.attributes["title"] or "") == value


def test_script_text_cannot_end_its_element() -> None:
    """JSON-LD may hold any text."""
    script = el("script", '{"a": "</script><b>"}', type="application/ld+json")
    tree = LexborHTMLParser(to_html(el("html", el("head", script), el("body"))))
    assert tree.css("b") == []
    assert tree.css("script")[0].text() == '{"a": "<\\u002fscript><b>"}'


def test_paths_count_elements_of_the_same_name() -> None:
    """Text and other elements do not count."""
    root = el("html", el("body", el("p"), el("div"), "text", el("p", el("b"))))
    assert [path for path, _ in with_paths(root)] == [
        "/html[1]",
        "/html[1]/body[1]",
        "/html[1]/body[1]/p[1]",
        "/html[1]/body[1]/div[1]",
        "/html[1]/body[1]/p[2]",
        "/html[1]/body[1]/p[2]/b[1]",
    ]


def test_reading_keeps_one_use_and_separates_blocks() -> None:
    """Cells of a row stay on one line."""
    row = el("tr", el("th", "Price"), el("td", "£2"))
    root = el(
        "div",
        el("h1", "Head ", el("em", "line")),
        el("p", "not this").reads("none"),
        el("p", "said").reads("comments"),
        el("table", el("tbody", row)),
        el("p", "one", el("br"), "two"),
    ).reads("main")
    assert reading(root, "main") == "Head line\n\nPrice £2\n\none two"
    assert reading(root, "comments") == "said"


def test_plain_text_separates_neighbouring_elements_but_not_words() -> None:
    """As a browser would show them."""
    assert plain_text(el("li", el("a", "Title"), el("span", "3 posts"))) == "Title 3 posts"
    assert plain_text(el("p", "un", el("em", "broken"))) == "unbroken"


def tags(text: str) -> list[str]:
    """Return the element names of the blocks of a text."""
    return [block.tag for block in blocks(text, View(read_library(), "news/x.html"))]


def test_prose_knows_its_blocks() -> None:
    """One of each kind."""
    text = "One.\n\n## Two\n\n- a\n- b\n\n1. c\n\n> d\n-- e\n\n| f | g | h |\n| 1 | 2 | 3 |"
    assert tags(text) == ["p", "h2", "ul", "ol", "blockquote", "table"]


def test_blank_lines_within_a_fence_do_not_end_it() -> None:
    """Timetables have blank lines."""
    assert tags("```\na\n\nb\n```\n\nafter") == ["pre", "p"]


def test_links_in_prose_are_relative_to_the_page() -> None:
    """Paths from the root are rewritten, other addresses kept."""
    view = View(read_library(), "culture/2025/05/x.html")
    (paragraph,) = blocks("See [it](/about/contact.html) or [them](https://a.example/).", view)
    hrefs = [e.attributes["href"] for _, e in with_paths(paragraph) if e.tag == "a"]
    assert hrefs == ["../../../about/contact.html", "https://a.example/"]


def test_typesetting_opens_and_closes_quotations() -> None:
    """Also within lists and tables."""
    assert typeset('"It\'s \'so\'" ("yes")') == "“It\u2019s \u2018so\u2019” (“yes”)"
    assert typeset({"a": ['"b"', 3]}) == {"a": ["“b”", 3]}


def test_png_holds_the_pixels() -> None:
    """The compressed data is the rows, each after a filter byte."""
    pixels = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    data = png(pixels)
    assert struct.unpack(">II", data[16:24]) == (3, 2)
    length = struct.unpack(">I", data[33:37])[0]
    rows = zlib.decompress(data[41 : 41 + length])
    assert rows == b"\0" + pixels[0].tobytes() + b"\0" + pixels[1].tobytes()
