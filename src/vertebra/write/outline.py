"""A page as a short tree: what is where, how much of it, within a budget of characters.

The whole page is one line; the line with the most words below it is opened into its parts as long as
the budget allows. What is not opened still shows its totals, so nothing is left out in silence.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

import numpy as np

from vertebra.model import Kind, Page
from vertebra.model.columns import Ints
from vertebra.model.tags import INLINE
from vertebra.options import Options, option
from vertebra.text import squeeze

# What a reader looks for by name; chains of wrappers collapse, but these keep their line.
LANDMARKS = frozenset(
    [
        "main",
        "nav",
        "header",
        "footer",
        "aside",
        "article",
        "section",
        "form",
        "table",
        "ul",
        "ol",
        "dl",
        "figure",
        "blockquote",
        "pre",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "p",
        "iframe",
        "svg",
        "img",
        "video",
        "dialog",
        "details",
        "fieldset",
    ]
)
_PICTURES = ("img", "svg", "canvas", "video", "picture", "iframe", "object")
_CONTROLS = ("input", "select", "textarea", "button")


@dataclass(frozen=True)
class OutlineOptions(Options):
    """How much an outline says."""

    max_chars: int = option(4000, "the outline is never longer than this", at_least=40, at_most=10_000_000)
    gist: int = option(60, "characters of text shown for each part", at_least=0, at_most=1000)
    fan_out: int = option(20, "parts shown of one element before the rest is summed up", at_least=2, at_most=10_000)


@dataclass
class _Line:
    """A line of the outline: a node, or the remaining parts of one."""

    nodes: list[int]
    depth: int
    text: str
    parts: list[_Line] = field(default_factory=list)


def outline(page: Page, options: OutlineOptions | None = None) -> str:
    """The outline as text: `[number] name "gist" size`, indented by depth."""
    return _Outliner(page, options or OutlineOptions()).run()


class _Outliner:
    def __init__(self, page: Page, options: OutlineOptions) -> None:
        self.page = page
        self.options = options
        sums = page.sums
        self.words = sums.below(sums.words)
        self.links = sums.below(sums.links)
        self.pictures = self._below(page.having_tag(*_PICTURES))
        self.controls = self._below(page.having_tag(*_CONTROLS))
        self.weight = self.words + self.pictures + self.controls

    def run(self) -> str:
        """Open the heaviest line again and again while its parts fit."""
        root = _Line([0], 0, self._describe(0))
        left = self.options.max_chars - len(root.text) - 1
        if left < 0:
            return root.text[: self.options.max_chars - 1] + "\n"
        heap = [(-int(self.weight[0]), 0, root)]
        while heap:
            _, _, line = heapq.heappop(heap)
            parts = self._parts(line)
            cost = sum(2 * part.depth + len(part.text) + 1 for part in parts)
            if not parts or cost > left:
                continue
            left -= cost
            line.parts = parts
            for part in parts:
                if len(part.nodes) == 1:
                    heapq.heappush(heap, (-int(self.weight[part.nodes[0]]), part.nodes[0], part))
        return self._print(root)

    def _print(self, root: _Line) -> str:
        lines: list[str] = []
        stack = [root]
        while stack:
            line = stack.pop()
            lines.append("  " * line.depth + line.text)
            stack += reversed(line.parts)
        return "\n".join(lines) + "\n"

    def _parts(self, line: _Line) -> list[_Line]:
        """The parts of a line: its content-bearing children, wrappers looked through."""
        page = self.page
        node = line.nodes[0]
        if page.tags[page.nodes.tag[node]] in ("p", "pre", "svg", "h1", "h2", "h3", "h4", "h5", "h6"):
            return []
        children = self._children(node)
        while len(children) == 1 and page.tags[page.nodes.tag[children[0]]] not in LANDMARKS:
            inner = self._children(children[0])
            if not inner:
                break
            children = inner
        if all(self._is_inline(child) for child in children):
            return []
        kept = children[: self.options.fan_out]
        depth = line.depth + 1
        parts = [_Line([child], depth, self._describe(child)) for child in kept]
        rest = children[len(kept) :]
        if rest:
            total = self._size(int(self.words[rest].sum()), int(self.links[rest].sum()), 0, 0)
            parts.append(_Line(rest, depth, f"… {len(rest)} more {total}"))
        return parts

    def _children(self, node: int) -> list[int]:
        nodes = self.page.nodes
        found: list[int] = []
        child, end = node + 1, int(nodes.end[node])
        while child < end:
            if self.weight[child] > 0 and self.page.shown[child]:
                found.append(child)
            child = int(nodes.end[child])
        return found

    def _is_inline(self, node: int) -> bool:
        kind = self.page.nodes.kind[node]
        return kind in (Kind.TEXT, Kind.PSEUDO) or self.page.tags[self.page.nodes.tag[node]] in INLINE

    def _describe(self, node: int) -> str:
        """One line about a node."""
        counts = (self.words[node], self.links[node], self.pictures[node], self.controls[node])
        parts = [f"[{node}]", self._name(node), self._gist(node), self._size(*(int(count) for count in counts))]
        return " ".join(part for part in parts if part)

    def _name(self, node: int) -> str:
        view = self.page[node]
        if node == 0:
            return "page"
        label = view.attribute("id")
        name = view.tag + (f"#{label}" if label and len(label) <= 30 else "")
        role = view.attribute("role")
        return name + (f" ({role})" if role and len(role) <= 20 else "")

    def _gist(self, node: int) -> str:
        if not self.options.gist:
            return ""
        view = self.page[node]
        text = self.page.title if node == 0 else self._beginning(node)
        text = text or view.attribute("aria-label") or view.attribute("alt") or view.attribute("placeholder")
        text = squeeze(text)
        return f'"{text[: self.options.gist - 1]}…"' if len(text) > self.options.gist else f'"{text}"' if text else ""

    def _beginning(self, node: int) -> str:
        """The first characters of a sub-tree's text, without reading all of it."""
        nodes, page = self.page.nodes, self.page
        pieces: list[str] = []
        length = 0
        for i in np.flatnonzero(page.counted[node : nodes.end[node]]).tolist():
            piece = squeeze(page.text[nodes.text_start[node + i] : nodes.text_end[node + i]])
            if piece:
                pieces.append(piece)
                length += len(piece) + 1
            if length > self.options.gist:
                break
        return " ".join(pieces)

    @staticmethod
    def _size(words: int, links: int, pictures: int, controls: int) -> str:
        named = ((words, "words"), (links, "links"), (pictures, "pictures"), (controls, "controls"))
        said = [f"{count} {name if count != 1 else name[:-1]}" for count, name in named if count]
        return f"({', '.join(said)})" if said else ""

    def _below(self, found: Ints) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        marks = np.zeros(len(self.page) + 1, np.int64)
        marks[found + 1] = 1
        prefix = np.cumsum(marks)
        return prefix[self.page.nodes.end] - prefix[:-1]
