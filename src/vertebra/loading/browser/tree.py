"""The nodes of a snapshot's documents as one tree: frames inside their frame elements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vertebra.model import Flag, Kind
from vertebra.model.build import depths_of, ends_of
from vertebra.model.columns import Bytes
from vertebra.text import squeeze

_KINDS: Final = {1: Kind.ELEMENT, 3: Kind.TEXT, 4: Kind.TEXT, 8: Kind.COMMENT, 9: Kind.DOCUMENT, 10: Kind.DOCTYPE}
_NAMES: Final = {3: "#text", 4: "#text", 8: "#comment", 9: "#document", 10: "#doctype"}
_SILENT_INPUTS: Final = frozenset({"checkbox", "radio", "hidden", "password", "image", "range", "color", "file"})

Raw = dict[str, Any]


def whole(string: str) -> str:
    """A string without half characters, which scripts can make and UTF-8 cannot hold."""
    return string if string.isascii() else string.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Tree:
    """The nodes of all documents in one document order, frames inside their frame elements."""

    def __init__(self, raw: Raw) -> None:
        self.strings: list[str] = raw["strings"]
        self.documents: list[Raw] = raw["documents"]
        self.frame_of: dict[int, int] = {}  # document -> its frame element, by new number
        self.number: list[list[int]] = [[-1] * len(d["nodes"]["parentIndex"]) for d in self.documents]
        self.places: list[tuple[int, int]] = []  # new number -> document, node
        for document, node in _in_order(self.documents, self.strings):
            self.number[document][node] = len(self.places)
            self.places.append((document, node))
        self.tags: dict[str, int] = {}
        self.parent: list[int] = []
        self.tag: list[int] = []
        self.names: list[str] = []
        self._fill()
        self.kinds = self._kinds()
        self.flags = self._flags()

    def _fill(self) -> None:
        for document, raw in enumerate(self.documents):
            for owner, inner in _rare(raw["nodes"], "contentDocumentIndex").items():
                if self.number[document][owner] >= 0:
                    self.frame_of[inner] = self.number[document][owner]
        for document, node in self.places:
            nodes = self.documents[document]["nodes"]
            above = nodes["parentIndex"][node]
            self.parent.append(self.number[document][above] if above >= 0 else self.frame_of.get(document, -1))
            kind = nodes["nodeType"][node]
            name = _NAMES.get(kind) or self.strings[nodes["nodeName"][node]].lower()
            self.names.append(name)
            self.tag.append(self.tags.setdefault(name, len(self.tags)))

    def gather(self, name: str) -> dict[int, int]:
        """A sparse column of the snapshot, by new node number."""
        found: dict[int, int] = {}
        for document, raw in enumerate(self.documents):
            for node, value in _rare(raw["nodes"], name).items():
                if self.number[document][node] >= 0:
                    found[self.number[document][node]] = value
        return found

    def _kinds(self) -> Bytes:
        kinds = [_KINDS.get(self.documents[d]["nodes"]["nodeType"][node], Kind.COMMENT) for d, node in self.places]
        result = np.asarray(kinds, np.uint8)
        result[list(self.gather("pseudoType"))] = Kind.PSEUDO
        return result

    def _flags(self) -> Bytes:
        flags = np.zeros(len(self.places), np.uint8)
        columns = {
            "shadowRootType": Flag.SHADOW,
            "inputChecked": Flag.CHECKED,
            "optionSelected": Flag.SELECTED,
            "isClickable": Flag.CLICKABLE,
        }
        for name, flag in columns.items():
            flags[list(self.gather(name))] |= np.uint8(flag)
        return flags

    def texts(self, generated_texts: Mapping[int, str]) -> list[str]:
        """The own text of every node: text, generated content, or the value a control shows."""
        strings = self.strings
        texts = [""] * len(self.places)
        for number_ in np.flatnonzero(np.isin(self.kinds, (Kind.TEXT, Kind.COMMENT))).tolist():
            document, node = self.places[number_]
            value = self.documents[document]["nodes"]["nodeValue"][node]
            texts[number_] = strings[value] if value >= 0 else ""
        for number_, generated in generated_texts.items():
            texts[number_] = generated
        inputs = self.gather("inputValue") | self.gather("textValue")
        for number_, value in inputs.items():
            if value >= 0 and self._attribute(number_, "type").lower() not in _SILENT_INPUTS:
                texts[number_] = strings[value]
        for number_ in self.gather("optionSelected"):
            self._show_option(number_, texts)
        return texts

    def _show_option(self, option: int, texts: list[str]) -> None:
        """A closed list shows its selected option."""
        above = self.parent[option]
        while above > 0 and self.names[above] == "optgroup":
            above = self.parent[above]
        end = option + 1
        while end < len(self.parent) and self.parent[end] >= option:
            end += 1
        label = squeeze("".join(text for text in texts[option + 1 : end]))
        if self.names[above] == "select" and not texts[above]:
            texts[above] = label

    def _attribute(self, number_: int, wanted: str) -> str:
        document, node = self.places[number_]
        pairs = self.documents[document]["nodes"]["attributes"][node]
        for name, value in zip(pairs[::2], pairs[1::2], strict=True):
            if self.strings[name].lower() == wanted:
                return str(self.strings[value])
        return ""

    def attributes(self) -> tuple[dict[str, Any], npt.NDArray[np.int64], str, tuple[str, ...]]:
        """The attribute table, where each node's rows end, the values and the names."""
        pairs = [self.documents[document]["nodes"]["attributes"][node] for document, node in self.places]
        flat = list(chain.from_iterable(pairs))
        strings = self.strings
        numbers: dict[str, int] = {}
        names = [numbers.setdefault(strings[i].lower(), len(numbers)) for i in flat[::2]]
        values = [strings[i] if i >= 0 else "" for i in flat[1::2]]
        value_end = np.cumsum(np.array([len(value) for value in values], np.int64))
        value_start = value_end - np.array([len(value) for value in values], np.int64)
        table = {"name": names, "value_start": value_start, "value_end": value_end}
        return table, np.cumsum([len(pair) // 2 for pair in pairs]), "".join(values), tuple(numbers)


def _in_order(documents: list[Raw], strings: list[str]) -> Iterator[tuple[int, int]]:
    """Document and node of all nodes in one order, the content of a frame after its element."""
    inner = [_rare(document["nodes"], "contentDocumentIndex") for document in documents]
    stack = [(0, iter(_reading_order(documents[0]["nodes"], strings)))]
    while stack:
        document, nodes = stack[-1]
        for node in nodes:
            yield document, node
            if node in inner[document]:
                below = inner[document][node]
                stack.append((below, iter(_reading_order(documents[below]["nodes"], strings))))
                break
        else:
            stack.pop()


def _reading_order(nodes: Raw, strings: list[str]) -> list[int]:
    """The nodes of one document; `::after` comes first in a snapshot but last on the page."""
    parents: list[int] = nodes["parentIndex"]
    last = [node for node, kind in _rare(nodes, "pseudoType").items() if strings[kind] == "after"]
    if not last:
        return list(range(len(parents)))
    parent = np.asarray(parents, np.int32)
    ends, depths = ends_of(parent).tolist(), depths_of(parent).tolist()
    place = [(node, 1, 0) for node in range(len(parents))]
    for node in last:
        place[node] = (ends[parents[node]], 0, -depths[node])
    return sorted(range(len(parents)), key=place.__getitem__)


def _rare(nodes: Raw, name: str) -> dict[int, int]:
    """A sparse column: node -> value (1 for yes-or-no columns)."""
    column = nodes.get(name, {"index": []})
    return dict(zip(column["index"], column.get("value", [1] * len(column["index"])), strict=True))
