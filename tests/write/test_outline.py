"""Outlines: within budget, everything accounted for, wrappers looked through."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

import vertebra
from tests.markup import markup
from vertebra.text import count_words
from vertebra.write.outline import OutlineOptions, outline

PAGE = """<title>News</title><div><div><nav><a href=/a>One</a> <a href=/b>Two</a></nav></div>
<main><article><h1>Headline</h1><p>First paragraph here.</p><p>Second one.</p><img alt="A boat"></article></main>
<div><div><div><ul><li>x<li>y<li>z</ul></div></div></div><form><input placeholder="Search"></form></div>"""


def test_names_gists_and_sizes() -> None:
    lines = outline(vertebra.load(PAGE)).splitlines()
    assert lines[0] == '[0] page "News" (11 words, 2 links, 1 picture, 1 control)'
    by_name = {line.split()[1]: line.strip() for line in lines}
    assert by_name["h1"].endswith('h1 "Headline" (1 word)')
    assert by_name["img"].endswith('img "A boat" (1 picture)')
    assert by_name["input"].endswith('input "Search" (1 control)')
    assert by_name["nav"].endswith('nav "One Two" (2 words, 2 links)')


def test_wrappers_are_looked_through() -> None:
    page = vertebra.load("<div><div><section><div><p>one</p><p>two</p></div></section></div></div>")
    names = [line.split()[1] for line in outline(page).splitlines()]
    assert names == ["page", "section", "p", "p"]


def test_long_lists_are_summed_up() -> None:
    page = vertebra.load("<ul>" + "<li><p>two words</p></li>" * 50 + "</ul>")
    text = outline(page, OutlineOptions(fan_out=5))
    assert "… 45 more (90 words)" in text


def test_numbers_are_node_numbers() -> None:
    page = vertebra.load(PAGE)
    for number, name in re.findall(r"\[(\d+)\] (\w+)", outline(page)):
        assert int(number) == 0 or page[int(number)].tag == name


@given(markup, st.integers(40, 600))
@settings(max_examples=150, deadline=None)
def test_never_longer_than_its_budget(html: str, budget: int) -> None:
    assert len(outline(vertebra.load(html.encode()), OutlineOptions(max_chars=budget))) <= budget


@given(markup)
@settings(max_examples=100, deadline=None)
def test_the_parts_of_a_line_have_all_its_words(html: str) -> None:
    page = vertebra.load(html.encode())
    stack: list[list[int]] = []  # depth, words, words of the parts
    for line in outline(page, OutlineOptions(max_chars=100_000, gist=0, fan_out=10_000)).splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        found = re.search(r"(\d+) words?", line)
        words = int(found[1]) if found else 0
        while stack and stack[-1][0] >= depth:
            _check(stack.pop())
        if stack:
            stack[-1][2] += words
        stack.append([depth, words, 0])
    total = stack[0][1]
    for entry in stack:
        _check(entry)
    assert total == sum(count_words(page[i].text) for i in range(len(page)) if page.counted[i])


def _check(entry: list[int]) -> None:
    _, words, of_parts = entry
    assert of_parts in (0, words)
