"""The columns: invariants on random HTML, views, links, sums, paths."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings

import vertebra
from tests.markup import markup
from vertebra.errors import NoLayout
from vertebra.model import Flag, Kind, Node, Page
from vertebra.model.build import check, depths_of, ends_of
from vertebra.text import count_characters, count_words

EXAMPLE = """<!doctype html><title> A
 title </title><base href="/base/"><body><p id=one class="x y">Some <b>bold</b> words
<a href="next.html">a link</a></p><ul><li>one<li>two</ul><script>var not_text</script>
<a name=anchor>no link</a><p>漢字</p></body>"""


def page() -> Page:
    return vertebra.load(EXAMPLE, vertebra.LoadOptions(base_url="https://example.org/dir/page.html"))


def walk(node: Node) -> Iterator[Node]:
    """Document order by children, to hold against the order of the columns."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack += reversed(list(top.children))


@given(markup)
@settings(max_examples=300, deadline=None)
def test_invariants_of_random_pages(html: str) -> None:
    page = vertebra.load(html.encode())
    nodes = page.nodes
    assert check(page) is page
    assert [node.i for node in walk(page[0])] == list(range(len(page)))
    assert (ends_of(nodes.parent) == nodes.end).all()
    assert (depths_of(nodes.parent) == nodes.depth).all()
    for node in page:
        inside = [j for j in range(len(page)) if node.i in _ancestors(page, j)]
        assert inside == list(range(node.i, int(nodes.end[node.i])))


def _ancestors(page: Page, i: int) -> list[int]:
    found = [i]
    while page.nodes.parent[found[-1]] >= 0:
        found.append(int(page.nodes.parent[found[-1]]))
    return found


@given(markup)
@settings(max_examples=150, deadline=None)
def test_sums_are_the_counts_of_the_sub_trees(html: str) -> None:
    page = vertebra.load(html.encode())
    words, characters = page.sums.below(page.sums.words), page.sums.below(page.sums.characters)
    for node in page:
        texts = [page[j].text for j in range(node.i, int(page.nodes.end[node.i])) if page.counted[j]]
        assert words[node.i] == sum(count_words(text) for text in texts)
        assert characters[node.i] == sum(count_characters(text) for text in texts)


@given(markup)
@settings(max_examples=150, deadline=None)
def test_paths_are_unique_and_equal_tags_have_equal_hashes(html: str) -> None:
    page = vertebra.load(html.encode())
    assert len({node.xpath for node in page}) == len(page)
    tags = [tuple(page[i].tag for i in _ancestors(page, j)) for j in range(len(page))]
    hashes = page.path_hashes.tolist()
    assert len(set(tags)) == len(set(zip(tags, hashes, strict=True))) == len(set(hashes))


@pytest.mark.parametrize("attribute", ["text", "nodes"])
def test_columns_cannot_be_written(attribute: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        page().nodes.parent[0] = 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(page(), attribute, "x")


def test_broken_columns_are_refused() -> None:
    good = page()
    parent = good.nodes.parent.copy()
    parent[5] = 7
    with pytest.raises(ValueError, match="parent"):
        check(dataclasses.replace(good, nodes=dataclasses.replace(good.nodes, parent=parent)))


def test_views() -> None:
    found = page()
    paragraph = found[int(found.having_tag("p")[0])]
    assert paragraph.attributes == {"id": "one", "class": "x y"}
    assert paragraph.all_text == "Some bold words a link"
    assert paragraph.xpath == "/html[1]/body[1]/p[1]"
    assert [child.tag for child in paragraph.children] == ["#text", "b", "#text", "a"]
    assert paragraph.kind is Kind.ELEMENT
    assert paragraph == found[paragraph.i]
    assert paragraph.attribute("missing", "-") == "-"
    assert [item.all_text for item in found if item.tag == "li"] == ["one", "two"]
    with pytest.raises(IndexError):
        found[len(found)]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one</p><p>two</p>", "one two"),
        ("w<b>or</b>d <i>a</i><u>b</u>", "word ab"),
        ("<td>cell", "cell"),
        ("<table><tr><td>1<td>2</table>", "1 2"),
        ("a<br>b<img>c", "a b c"),
        ("x<div></div>y", "x y"),
        ("a<!-- -->b<script>no</script>", "ab"),
    ],
)
def test_blocks_are_kept_apart_and_words_together(html: str, text: str) -> None:
    assert vertebra.load(html)[0].all_text == text


def test_title_links_and_base() -> None:
    found = page()
    assert found.title == "A title"
    assert found.base_url == "https://example.org/base/"
    assert found.links.url == ("https://example.org/base/next.html",)
    assert [found[int(i)].all_text for i in found.links.node] == ["a link"]


def test_sums_know_what_is_text_and_what_is_a_link() -> None:
    sums = page().sums
    assert sums.words[-1] == 5 + 2 + 2 + 2  # paragraph, list, anchor without href, two Han letters
    assert sums.anchor_words[-1] == 2
    assert sums.links[-1] == 1


def test_path_hashes_are_the_same_on_other_pages() -> None:
    one, other = page(), vertebra.load("<em>x</em><p><b>different</b>")
    find = {p: int(p.path_hashes[p.having_tag("b")[0]]) for p in (one, other)}
    assert find[one] == find[other]


def test_a_method_that_needs_a_layout_says_what_to_do() -> None:
    with pytest.raises(NoLayout, match=r"bcs needs a rendered page.*render"):
        page().layout("bcs")


def test_template_content_is_kept_but_not_text_of_the_page() -> None:
    found = vertebra.load("<p>seen</p><template><p>unseen</p></template>")
    assert [found[int(i)].all_text for i in found.having_tag("p")] == ["seen", "unseen"]
    assert found.sums.words[-1] == 1


def test_declarative_shadow_trees_are_part_of_the_page() -> None:
    found = vertebra.load("<div><template shadowrootmode=open><p>shadow</p></template>light</div>")
    shadow = found[int(found.having_tag("p")[0])]
    assert shadow.flags & Flag.SHADOW
    assert shadow.xpath == "/html[1]/body[1]/div[1]/template[1]/#shadow-root/p[1]"
    assert found.sums.words[-1] == 2


def test_noscript_follows_the_scripts_option() -> None:
    html = "<noscript><p>no scripts here</p></noscript>"
    assert vertebra.load(html).sums.words[-1] == 0
    assert vertebra.load(html, vertebra.LoadOptions(scripts=False)).sums.words[-1] == 3


def test_attribute_lookup_over_the_page() -> None:
    found = page()
    assert list(found.with_attribute("href").values()) == ["/base/", "next.html"]
    assert found.with_attribute("nowhere") == {}
    owners = np.array(list(found.with_attribute("id")))
    assert [found[int(i)].tag for i in owners] == ["p"]
