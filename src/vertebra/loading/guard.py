"""Markup that would make an HTML parser quadratic, defused before parsing.

The standard's algorithm looks through the open elements at most tags, copies the open formatting
elements into every new block, and compares every attribute with those before it. Each is harmless
on real pages and a trap on made ones: 100,000 nested tags take 13 s, 3,000 unclosed `<b id=…>` with
paragraphs between them 1.6 GB. Small markup cannot hurt; of the rest upper bounds are found first
(`_may_pile_up`, `_may_have_long_tag`), and only what passes them is read tag by tag (`_excess`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from vertebra.model import Problem

Places = npt.NDArray[np.int64]

MAXIMUM_DEPTH: Final = 512  # browsers stop nesting here too
MAXIMUM_OPEN: Final = 1000  # open elements the parser may see; the rest is cut by MAXIMUM_DEPTH
MAXIMUM_FORMATTING: Final = 64  # open formatting elements
MAXIMUM_COPIES: Final = 500_000  # formatting elements copied into later blocks
MAXIMUM_ATTRIBUTES: Final = 1000  # of one element
MAXIMUM_REPEATS: Final = 100  # of html and body, whose attributes are merged

# Below these nothing bad can happen: measured, each costs the parser less than 0.3 s.
_HARMLESS_SIZE: Final = 7500
_HARMLESS_TAGS: Final = 2500
_HARMLESS_NESTING: Final = 10_000  # tags, as long as few of them are formatting elements
_HARMLESS_FORMATTING: Final = 500
_HARMLESS_TAG_LENGTH: Final = 64_000

_RAW: Final = (b"script", b"style", b"xmp", b"iframe", b"noembed", b"noframes", b"textarea", b"title")
_HIDDEN: Final = re.compile(  # comments and raw text, closed or running to the end
    rb"<(?:!--(?:[^-]++|-(?!->))*+|"
    + b"|".join(rb"(?i:%s)\b(?:[^<]++|<(?!/(?i:%s)))*+" % (name, name) for name in _RAW)
    + b")"
)
_TAG_NAME: Final = re.compile(rb"</?[a-zA-Z][^\s/>]*+")
# Quotes count only after "=". A long tag: fifty values, or 2,000 bytes without any.
_VALUE: Final = rb"""=\s*+(?:"[^"]*+"|'[^']*+')?+"""
_LONG_TAG: Final = re.compile(rb"<[a-zA-Z](?:[^>=]{0,1999}%s){0,49}+(?:[^>=]{2000}|[^>=]*+=)" % _VALUE)
_TAG: Final = re.compile(rb"<(/?)([a-zA-Z][^\s/>]*+)((?:[^>=]++|%s)*+)>?|<!--" % _VALUE)
_ATTRIBUTE: Final = re.compile(rb"""[^\s/=>]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+))?+""")
_VOID: Final = frozenset(
    b"area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
_FORMATTING: Final = frozenset(b"b big code em font i s small strike strong tt u".split())
_FORMATTING_PAIRS: Final = np.array([name[0] << 8 | name[1] for name in _FORMATTING if len(name) > 1], np.uint16)
_MERGED: Final = frozenset({b"html", b"body"})
# A start tag of the key closes open elements of the value; none of these nests by itself.
_CLOSES: Final = {
    b"p": {b"p"},
    b"a": {b"a"},
    b"li": {b"li"},
    b"dt": {b"dt", b"dd"},
    b"dd": {b"dt", b"dd"},
    b"option": {b"option"},
    b"td": {b"td", b"th"},
    b"th": {b"td", b"th"},
    b"tr": {b"td", b"th", b"tr"},
    b"tbody": {b"td", b"th", b"tr", b"tbody", b"thead"},
}


def tame(markup: bytes) -> tuple[bytes, list[Problem]]:
    """The markup, with the excess cut out and a problem for each kind of cut."""
    if len(markup) < _HARMLESS_SIZE:
        return markup, []
    data = np.frombuffer(markup, np.uint8)
    starts = np.flatnonzero(data[:-2] == ord("<"))
    if not (_may_pile_up(markup, data, starts) or _may_have_long_tag(markup, starts)):
        return markup, []
    pieces: list[bytes] = []
    kept_to = 0
    why: Counter[str] = Counter()
    for start, end, instead, reason in _excess(markup):
        pieces += (markup[kept_to:start], instead)
        kept_to = end
        why[reason] += 1
    if not why:
        return markup, []
    pieces.append(markup[kept_to:])
    return b"".join(pieces), [Problem("excess-markup", f"{n} tags cut: {reason}") for reason, n in why.items()]


def _bytes(characters: bytes) -> npt.NDArray[np.uint8]:
    return np.frombuffer(characters, np.uint8)


class _NameNumbers(dict[bytes, int]):
    """Tag as written -> number of its name, negative for an end tag, 0 for what never nests."""

    def __init__(self) -> None:
        self.numbers: dict[bytes, int] = {}

    def __missing__(self, tag: bytes) -> int:
        name = tag.lstrip(b"</").lower()
        nests = name not in _VOID and name not in _CLOSES and name not in _RAW
        number = self.numbers.setdefault(name, len(self.numbers) + 1) if nests else 0
        self[tag] = -number if tag[1:2] == b"/" else number
        return self[tag]


def _formatting_at_most(data: npt.NDArray[np.uint8], starts: Places) -> int:
    """How many formatting elements may start here, by their first two letters."""
    first, second = data[starts + 1] | 0x20, data[starts + 2]
    single = np.isin(first, _bytes(b"bius")) & (np.isin(second, _bytes(b">/")) | (second <= ord(" ")))
    pairs = first.astype(np.uint16) << 8 | second | 0x20
    return int((single | np.isin(pairs, _FORMATTING_PAIRS)).sum())


def _may_have_long_tag(markup: bytes, starts: Places) -> bool:
    """Whether some tag has too many attributes: it would be long, and not be closed soon."""
    gaps = np.diff(starts, append=len(markup))
    return any(_LONG_TAG.match(markup, start) for start in starts[gaps > _HARMLESS_TAG_LENGTH].tolist())


def _may_pile_up(markup: bytes, data: npt.NDArray[np.uint8], starts: Places) -> bool:
    """Whether an upper bound of what the parser would have open, or compare, passes a limit."""
    if len(starts) <= _HARMLESS_TAGS:
        return False
    if len(starts) <= _HARMLESS_NESTING and _formatting_at_most(data, starts) <= _HARMLESS_FORMATTING:
        return False
    markup = _HIDDEN.sub(b"", markup)
    if _LONG_TAG.search(markup):
        return True
    numbers = _NameNumbers()
    tags = np.fromiter(map(numbers.__getitem__, _TAG_NAME.findall(markup)), np.int64)
    tags = tags[tags != 0]
    if not len(tags):
        return False
    names = np.abs(tags)
    # Small numbers are sorted by counting, which on a million tags is ten times faster.
    order = np.argsort(names.astype(np.uint16) if names.max() < 2**16 else names, kind="stable")
    names, steps = names[order], np.sign(tags[order])
    # The most elements of one name open at once is the largest rise of its running count; names
    # are kept apart by lowering each one's count below all earlier ones.
    count = np.cumsum(steps) - names * (2 * len(tags))
    lowest = np.minimum.accumulate(count - steps)
    first = np.flatnonzero(np.diff(names, prepend=0))
    rises = np.maximum.reduceat(count - lowest, first)
    most = dict(zip(names[first].tolist(), rises.tolist(), strict=True))
    by_name = {name: most.get(number, 0) for name, number in numbers.numbers.items()}
    formatting = sum(by_name.get(name, 0) for name in _FORMATTING)
    merged = sum(markup.count(b"<" + name) for name in _MERGED)
    return sum(by_name.values()) > MAXIMUM_OPEN or formatting > MAXIMUM_FORMATTING or merged > MAXIMUM_REPEATS


def _excess(markup: bytes) -> Iterator[tuple[int, int, bytes, str]]:
    """Spans to replace: start, end, what stands there instead, and why."""
    open_tags = _OpenTags()
    position = 0
    while match := _TAG.search(markup, position):
        position = match.end()
        name = match[2]
        if name is None:  # a comment; one that never ends hides the rest
            position = markup.find(b"-->", position) + 3
            if position < 3:
                return
            continue
        name = name.lower()
        if match[1]:
            open_tags.close(name)
            continue
        if name in _RAW:
            position = _after_raw(markup, position, name)
            if position < 0:
                return
        if reason := open_tags.refuse(name):
            yield match.start(), match.end(), b"", reason
        elif match.end(3) - match.start(3) > 2000 and (cut := _attribute_cut(match[3])) is not None:
            yield match.start(3) + cut, match.end(3), b"", f"more than {MAXIMUM_ATTRIBUTES} attributes"


def _after_raw(markup: bytes, position: int, name: bytes) -> int:
    """Where the end tag of a raw text element begins, -1 if there is none."""
    end = re.compile(rb"</" + name, re.IGNORECASE).search(markup, position)
    return end.start() if end else -1


def _attribute_cut(attributes: bytes) -> int | None:
    for count, match in enumerate(_ATTRIBUTE.finditer(attributes)):
        if count == MAXIMUM_ATTRIBUTES:
            return match.start()
    return None


class _OpenTags:
    """A rough count of what the parser would have open; exact enough to see an attack."""

    def __init__(self) -> None:
        self.stack: list[bytes] = []
        self.counts: Counter[bytes] = Counter()
        self.formatting: Counter[bytes] = Counter()
        self.formatting_open = 0
        self.copies = 0
        self.merged = 0

    def refuse(self, name: bytes) -> str:
        """Count a start tag; a reason if it must go."""
        if name in _VOID:
            return ""
        if name in _MERGED:
            self.merged += 1
            return "repeated html or body" if self.merged > MAXIMUM_REPEATS else ""
        if name in _FORMATTING:
            if self.formatting_open >= MAXIMUM_FORMATTING or self.copies > MAXIMUM_COPIES:
                return "unclosed formatting"
            self.formatting[name] += 1
            self.formatting_open += 1
        else:
            self.copies += self.formatting_open
        if len(self.stack) >= MAXIMUM_OPEN:
            return f"nested deeper than {MAXIMUM_OPEN}"
        while self.stack and self.stack[-1] in _CLOSES.get(name, ()):
            self.counts[self.stack.pop()] -= 1
        self.stack.append(name)
        self.counts[name] += 1
        return ""

    def close(self, name: bytes) -> None:
        """Count an end tag: it closes everything down to its start tag."""
        if self.formatting[name]:
            self.formatting[name] -= 1
            self.formatting_open -= 1
        if not self.counts[name]:
            return
        while (top := self.stack.pop()) != name:
            self.counts[top] -= 1
        self.counts[name] -= 1
