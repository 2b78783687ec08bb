"""The gold answers hold for the pages as an HTML5 parser reads them."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, get_args

import pytest
from selectolax.lexbor import LexborHTMLParser

from vertebra.demo.gold import DesignError, broken_links, navigation, segments
from vertebra.demo.markup import LinkKind, Role, SegmentType, el, with_paths
from vertebra.demo.page import About, Page, PageType
from vertebra.demo.records import read_library
from vertebra.demo.site import build_pages

if TYPE_CHECKING:
    from tests.demo.conftest import Written


def squeezed(text: str) -> str:
    """Return a text without white space."""
    return re.sub(r"\s+", "", text)


def test_parser_builds_the_tree_that_was_written(demo: Written) -> None:
    """Nothing is moved, closed or added by the rules of HTML5."""
    for page in build_pages(read_library()):
        meant = [path for path, _ in with_paths(page.root)]
        assert meant == list(demo.elements(page.path)), page.path


def test_every_path_finds_its_element(demo: Written) -> None:
    """XPaths hold in the parsed page."""
    for page in demo.pages:
        known = demo.elements(page["page"])
        parts = [*page["segments"], *page["navigation"]]
        assert [part["xpath"] for part in parts if part["xpath"] not in known] == []


def test_every_link_is_in_exactly_one_group_and_in_the_nearest(demo: Written) -> None:
    """Groups are found again from the parsed page alone."""
    for page in demo.pages:
        groups: dict[str, list[tuple[str, str | None]]] = {g["xpath"]: [] for g in page["navigation"]}
        for path, node in demo.elements(page["page"]).items():
            if node.tag != "a":
                continue
            around = [g for g in groups if path == g or path.startswith(f"{g}/")]
            link = (" ".join(node.text(deep=True).split()), node.attributes["href"])
            groups[max(around, key=len)].append(link)
        given = {g["xpath"]: [(link["text"], link["href"]) for link in g["links"]] for g in page["navigation"]}
        assert groups == given, page["page"]


def test_headings_of_link_groups_can_be_read_on_the_page(demo: Written) -> None:
    """A heading in the gold is one that visitors see."""
    for page in demo.pages:
        body = squeezed(demo.elements(page["page"])["/html[1]/body[1]"].text())
        headings = [g["heading"] for g in page["navigation"] if g["heading"]]
        assert [heading for heading in headings if squeezed(heading) not in body] == []


def test_kinds_types_and_roles_are_of_the_scheme_and_in_use(demo: Written) -> None:
    """The gold exercises the whole scheme (the site has no video)."""
    found = [segment for page in demo.pages for segment in page["segments"]]
    types = {segment["type"] for segment in found}
    assert types == {*get_args(SegmentType)} - {"Video"}
    assert {segment["role"] for segment in found} == {*get_args(Role), None}
    kinds = {group["kind"] for page in demo.pages for group in page["navigation"]}
    assert kinds == {*get_args(LinkKind)}
    assert {page["page_type"] for page in demo.pages} == {*get_args(PageType)}


def test_blocks_lie_within_one_region_and_nothing_else_nests(demo: Written) -> None:
    """Regions hold blocks, and carry a role when they hold none."""
    for page in demo.pages:
        paths = {segment["xpath"]: segment for segment in page["segments"]}
        assert len(paths) == len(page["segments"])
        with_blocks = set()
        for path, segment in paths.items():
            around = [other for other in paths if path.startswith(f"{other}/")]
            assert len(around) == segment["level"] - 1, (page["page"], path)
            assert all(paths[other]["level"] == 1 for other in around)
            with_blocks.update(around)
        without_role = {path for path, segment in paths.items() if segment["role"] is None}
        assert without_role == with_blocks


def test_segments_cover_all_the_text_a_visitor_sees(demo: Written) -> None:
    """Only separators, kickers and taglines may lie outside the innermost segments."""
    for page in demo.pages:
        leaves = [s["xpath"] for s in page["segments"] if s["role"]]
        elements = demo.elements(page["page"])
        inside = sum(len(squeezed(elements[path].text())) for path in leaves)
        body = len(squeezed(elements["/html[1]/body[1]"].text()))
        assert inside >= 0.9 * body, page["page"]


def test_main_text_stands_on_the_page_in_this_order(demo: Written) -> None:
    """Each paragraph follows the one before it."""
    for page in demo.pages:
        body = squeezed(demo.elements(page["page"])["/html[1]/body[1]"].text())
        place = 0
        for paragraph in page["main_text"].split("\n\n"):
            place = body.find(squeezed(paragraph), place)
            assert place >= 0, (page["page"], paragraph)
            place += len(squeezed(paragraph))
        assert len(page["main_text"]) > 20


@pytest.mark.parametrize(
    ("template", "selector"),
    [
        ("article", "article.story > header h1, .standfirst, .story-text"),
        ("static", "article.plain > h1, .story-text"),
        ("thread", "#content > h1, .words"),
        ("product", ".buy h1, .lead, .buy .price, .stock, .description > div + div, .specification table"),
        ("board", ".welcome, table.list"),
        ("archive", "main > h1, ol.dated"),
    ],
)
def test_main_text_is_what_lies_in_the_parts_of_the_template(demo: Written, template: str, selector: str) -> None:
    """Compared with the text taken from the parsed page by class names, captions left out."""
    pages = [page for page in demo.pages if page["template"] == template]
    assert len(pages) >= 3
    for page in pages:
        tree = LexborHTMLParser((demo.site.root / page["page"]).read_text(encoding="utf-8"))
        for caption in tree.css("figcaption"):
            caption.decompose()
        parts = "".join(part.text() for part in tree.css(selector))
        assert squeezed(parts) == squeezed(page["main_text"]), page["page"]


def test_comments_are_apart_from_the_main_text(demo: Written) -> None:
    """Comments and reviews lie in the region declared for them."""
    with_comments = [page for page in demo.pages if page["comments_text"]]
    assert {page["template"] for page in with_comments} == {"article", "product"}
    assert len(with_comments) >= 40
    for page in with_comments:
        (region,) = [s for s in page["segments"] if s["type"] == "Comments"]
        said = squeezed(demo.elements(page["page"])[region["xpath"]].text())
        for comment in page["comments_text"].split("\n\n"):
            assert squeezed(comment) in said
            assert comment not in page["main_text"]


def test_main_text_leaves_out_advertisements(demo: Written) -> None:
    """No text of a paid link is main text."""
    for page in demo.pages:
        elements = demo.elements(page["page"])
        adverts = [elements[s["xpath"]] for s in page["segments"] if s["type"] == "Ad"]
        texts = [link.text() for advert in adverts for link in advert.css("a")]
        assert [text for text in texts if text.strip() and text in page["main_text"]] == []


def test_titles_authors_and_dates(demo: Written) -> None:
    """What the gold says about a page can be read on it."""
    for page in demo.pages:
        title = demo.tree(page["page"]).css_first("title")
        assert title is not None
        assert title.text().startswith(page["title"])
        if page["template"] == "article":
            assert re.fullmatch(r"2025-0[456]-\d\d", page["date"])
            byline = demo.tree(page["page"]).css_first(".byline")
            assert byline is not None
            assert page["author"] in byline.text()


def test_articles_differ_in_what_their_heads_tell(demo: Written) -> None:
    """Some have JSON-LD and OpenGraph, some only the latter, some neither."""
    told: Counter[tuple[bool, bool]] = Counter()
    for page in demo.pages:
        if page["template"] == "article":
            tree = demo.tree(page["page"])
            scripts = tree.css("script[type='application/ld+json']")
            told[bool(scripts), bool(tree.css("meta[property='og:title']"))] += 1
            for script in scripts:
                assert json.loads(script.text())["headline"] == page["title"]
    assert told.keys() == {(True, True), (False, True), (False, False)}


def test_pages_give_no_hint_of_the_gold(demo: Written) -> None:
    """Declarations stay out of the HTML."""
    names: set[str] = set()
    for page in demo.site.pages:
        for node in demo.elements(page).values():
            names.update(node.attributes)
            assert "gold" not in (node.attributes.get("class") or "")
    assert not {name for name in names if name.startswith(("data-", "gold"))}


def test_adverts_are_of_several_kinds(demo: Written) -> None:
    """Frames from a file, inline frames, pictures and plain words."""
    kinds: Counter[str] = Counter()
    for page in demo.pages:
        for segment in page["segments"]:
            if segment["type"] == "Ad":
                node = demo.elements(page["page"])[segment["xpath"]]
                frames = [frame.attributes for frame in node.css("iframe")]
                kinds["srcdoc"] += any("srcdoc" in attributes for attributes in frames)
                kinds["frame"] += any("src" in attributes for attributes in frames)
                kinds["picture"] += bool(node.css("a > img"))
                kinds["words"] += bool(node.css("a")) and not node.css("img")
    assert all(kinds[kind] >= 5 for kind in ("srcdoc", "frame", "picture", "words")), kinds


def test_a_link_outside_every_group_is_refused() -> None:
    """A template cannot forget a link."""
    root = el("html", el("body", el("a", "x", href="x.html")))
    with pytest.raises(DesignError, match=r"/html\[1\]/body\[1\]/a\[1\] belongs to no group"):
        navigation(root)


def test_a_region_within_a_region_is_refused() -> None:
    """A template cannot nest regions."""
    inner = el("div").region("Content", "other")
    with pytest.raises(DesignError, match="within region"):
        segments(el("html", el("div", inner).region("Content")))


def test_a_block_in_a_region_with_a_role_is_refused() -> None:
    """A region has a role or blocks, not both."""
    inner = el("div").block("Content", "other")
    with pytest.raises(DesignError, match="leaves roles"):
        segments(el("html", el("div", inner).region("Content", "main text")))


def test_a_broken_link_nobody_declared_is_refused() -> None:
    """A typing error in a link stops the generator."""
    root = el("html", el("body", el("a", "x", href="../gone.html")))
    page = Page("news/a.html", About("article", "article", "A"), root)
    assert broken_links([page], ["gone.html"]) == [
        {"page": "news/a.html", "href": "../gone.html", "target": "gone.html"}
    ]
    with pytest.raises(DesignError, match="gone"):
        broken_links([page], [])
