"""The demo site, written once for all tests, and its pages as a browser's parser sees them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from vertebra.demo import DemoSite, write_site


class Written:
    """A written demo site with its gold, and its parsed pages."""

    def __init__(self, site: DemoSite) -> None:
        """Read the gold."""
        self.site = site
        lines = (site.gold / "pages.jsonl").read_text(encoding="utf-8").splitlines()
        self.pages: list[dict[str, Any]] = [json.loads(line) for line in lines]
        self.elements = cache(self._elements)
        self.tree = cache(self._tree)

    def gold(self, name: str) -> Any:
        """Return one of the gold files about the whole site."""
        return json.loads((self.site.gold / f"{name}.json").read_text(encoding="utf-8"))

    def _tree(self, page: str) -> LexborHTMLParser:
        return LexborHTMLParser((self.site.root / page).read_text(encoding="utf-8"))

    def _elements(self, page: str) -> dict[str, LexborNode]:
        root = self.tree(page).root
        assert root is not None
        return dict(_with_paths(root, "/html[1]"))


def _with_paths(node: LexborNode, path: str) -> Iterator[tuple[str, LexborNode]]:
    yield path, node
    seen: Counter[str] = Counter()
    for child in node.iter(include_text=False):
        tag = child.tag
        if tag is None or tag.startswith(("-", "!")):
            continue
        seen[tag] += 1
        yield from _with_paths(child, f"{path}/{tag}[{seen[tag]}]")


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """Return a freshly written demo site."""
    folder: Path = tmp_path_factory.mktemp("demo")
    return Written(write_site(folder))
