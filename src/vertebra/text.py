"""What a character and a word are, in every script.

A *character* is a code point that is not white space. A *word* is a run of letters, digits, marks and
connectors; in scripts written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) every
letter is a word of its own, because nothing but a dictionary could find the longer ones.
Counting is done on arrays of code points, so a page costs a few vector operations.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import numpy as np
import numpy.typing as npt

# Scripts without spaces between words, as inclusive ranges of code points.
_UNSPACED: Final = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),  # ideographic iteration mark, closing mark, zero
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),  # Katakana extensions
    (0x3400, 0x4DBF),  # Han, extension A
    (0x4E00, 0x9FFF),  # Han
    (0xF900, 0xFAFF),  # Han, compatibility
    (0xFF66, 0xFF9F),  # half-width Katakana
    (0x1B000, 0x1B16F),  # Kana supplements
    (0x20000, 0x3FFFF),  # Han, further extensions
)

OTHER, SPACE, WORD, ALONE, MARK = range(5)  # classes of code points

_BLOCK: Final = 256
_classes: npt.NDArray[np.uint8] = np.zeros(0x110000, np.uint8)
_known: npt.NDArray[np.bool_] = np.zeros(0x110000 // _BLOCK, np.bool_)

_SPACES: Final = re.compile(r"\s+")


def squeeze(text: str) -> str:
    """The text with every run of white space as one space, and none at the ends."""
    return _SPACES.sub(" ", text).strip()


def code_points(text: str) -> npt.NDArray[np.uint32]:
    """The text as an array of code points."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.uint32, copy=False)


def classify(points: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
    """The class of every code point: OTHER, SPACE, WORD, ALONE (a word by itself) or MARK."""
    if len(points):
        used = np.flatnonzero(np.bincount(points // _BLOCK))
        for block in used[~_known[used]].tolist():
            _learn_block(block)
    return _classes[points]


def word_starts(classes: npt.NDArray[np.uint8], boundaries: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    """True where a word begins; no word runs across a position in `boundaries`."""
    base = classes
    if (classes == MARK).any():  # a mark continues whatever it stands on
        standing = np.maximum.accumulate(np.where(classes != MARK, np.arange(len(classes)), 0))
        base = classes[standing]
    starts: npt.NDArray[np.bool_] = classes == WORD
    starts[1:] &= base[:-1] != WORD
    cuts = boundaries[boundaries < len(classes)]
    starts[cuts] = classes[cuts] == WORD
    starts |= classes == ALONE
    return starts


def count_words(text: str) -> int:
    """Number of words in a text."""
    classes = classify(code_points(text))
    return int(word_starts(classes, np.empty(0, np.int64)).sum())


def count_characters(text: str) -> int:
    """Number of characters that are not white space."""
    return int((classify(code_points(text)) != SPACE).sum())


def _learn_block(block: int) -> None:
    first = block * _BLOCK
    for point in range(first, first + _BLOCK):
        _classes[point] = _class_of(chr(point))
    _known[block] = True


def _class_of(character: str) -> int:
    if character.isspace():
        return SPACE
    category = unicodedata.category(character)
    if category[0] == "M":
        return MARK
    if category[0] not in "LN" and category != "Pc":
        return OTHER
    point = ord(character)
    is_letter = category[0] == "L" or category == "Nl"
    return ALONE if is_letter and any(low <= point <= high for low, high in _UNSPACED) else WORD
