"""The demo site's gold holds in the page model: same paths, same links, same words; parsed or rendered."""

from __future__ import annotations

import re

import pytest

import vertebra
from tests.demo.conftest import Written
from vertebra.loading.browser.options import CaptureOptions
from vertebra.loading.browser.process import Browser
from vertebra.loading.browser.visit import Target
from vertebra.model import Node, Page


def by_path(page: Page) -> dict[str, Node]:
    return {node.xpath: node for node in page}


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def test_gold_is_found_in_the_columns(demo: Written) -> None:
    for gold in demo.pages:
        page = vertebra.load(demo.site.root / gold["page"])
        nodes = by_path(page)
        assert {segment["xpath"] for segment in gold["segments"]} <= nodes.keys()
        for block in gold["navigation"]:
            assert block["xpath"] in nodes
        links = [link for block in gold["navigation"] for link in block["links"]]
        assert len(links) == len(page.links.node)
        assert {link["text"] for link in links} == {page[int(i)].all_text for i in page.links.node}
        assert words(gold["main_text"]) <= words(page[0].all_text)


@pytest.mark.browser
def test_rendered_pages_have_the_same_paths_and_visible_segments(demo: Written, browser: Browser) -> None:
    by_template = {gold["template"]: gold for gold in demo.pages}
    for gold in by_template.values():
        path = demo.site.root / gold["page"]
        target = Target(gold["page"], path=path, root=demo.site.root)
        page = browser.capture(target, CaptureOptions(lazy=False, screenshot=False, scripts=False))
        if gold["template"] == "redirect":
            continue
        nodes = by_path(page)
        assert {node.xpath for node in vertebra.load(path) if node.tag in ("a", "p", "li")} <= nodes.keys()
        for segment in gold["segments"]:
            box = nodes[segment["xpath"]].box
            assert box is not None, (gold["page"], segment)
            assert box.width > 5
            assert box.height > 5
