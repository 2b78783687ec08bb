"""Prefix sums over the nodes: the sum over any sub-tree is a difference of two numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vertebra.model.columns import Ints, Kind, Nodes
from vertebra.text import SPACE, classify, code_points, word_starts

Prefix = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sums:
    """Each column has one entry more than there are nodes; entry i is the sum over nodes 0 to i-1."""

    characters: Prefix  # not white space, in texts of the page
    words: Prefix
    anchor_characters: Prefix  # the same, inside hyperlinks
    anchor_words: Prefix
    links: Prefix
    elements: Prefix
    texts: Prefix  # texts of the page that are not all white space
    _end: Ints

    @staticmethod
    def of(
        nodes: Nodes,
        text: str,
        counted: npt.NDArray[np.bool_],
        anchors: npt.NDArray[np.bool_],
        links: Ints,
    ) -> Sums:
        """Count once over the texts that count and the nodes."""
        rows = np.flatnonzero(counted)
        spans = zip(nodes.text_start[rows].tolist(), nodes.text_end[rows].tolist(), strict=True)
        classes = classify(code_points("".join([text[start:end] for start, end in spans])))
        ends = np.cumsum(nodes.text_end[rows] - nodes.text_start[rows], dtype=np.int64)
        starts = np.concatenate((np.zeros(1, np.int64), ends[:-1])) if len(ends) else ends
        characters, words = np.zeros(len(counted), np.int64), np.zeros(len(counted), np.int64)
        characters[rows] = _between(classes != SPACE, starts, ends)
        words[rows] = _between(word_starts(classes, starts), starts, ends)
        is_link = np.zeros(len(counted), np.int64)
        is_link[links] = 1
        return Sums(
            characters=_prefix(characters),
            words=_prefix(words),
            anchor_characters=_prefix(characters * anchors),
            anchor_words=_prefix(words * anchors),
            links=_prefix(is_link),
            elements=_prefix(nodes.kind == Kind.ELEMENT),
            texts=_prefix(characters > 0),
            _end=nodes.end,
        )

    def below(self, prefix: Prefix) -> Prefix:
        """For every node the sum over its sub-tree, itself included."""
        return prefix[self._end] - prefix[:-1]


def _between(marks: npt.NDArray[np.bool_], starts: Prefix, ends: Prefix) -> Prefix:
    """How many marks lie in each span."""
    counts = _prefix(marks)
    return counts[ends] - counts[starts]


def _prefix(values: npt.NDArray[np.bool_] | Prefix) -> Prefix:
    sums = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=sums[1:])
    return sums
