"""Words and characters in every script."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vertebra.text import classify, code_points, count_characters, count_words, squeeze, word_starts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("one two  three", 3),
        ("don't stop", 3),  # the apostrophe is no letter
        ("snake_case counts once", 3),
        ("Größe über café", 3),
        ("हिन्दी भाषा", 2),  # vowel signs and conjuncts belong to the word
        ("e\u0301te\u0301", 1),  # combining accents
        ("中文字", 3),
        ("ひらがな", 4),
        ("한국어 문장", 2),  # written with spaces
        ("ไทย", 3),
        ("ที่", 1),  # one letter with two marks
        ("中a", 2),
        ("ที่abc", 2),  # a word after a mark that stands on a letter of its own
        ("2026-11-15", 3),
        ("...!?", 0),
        ("😀 😀", 0),
        ("𠀀𠀁", 2),  # Han beyond U+FFFF
    ],
)
def test_words(text: str, words: int) -> None:
    assert count_words(text) == words


def test_characters_leave_out_every_white_space() -> None:
    assert count_characters(" a\u00a0b\u3000c\n\t") == 3


@given(st.lists(st.text(max_size=8), max_size=8))
def test_words_never_run_across_a_boundary(texts: list[str]) -> None:
    """Counting in one pool with boundaries is counting each text alone."""
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    starts = np.concatenate(([0], ends[:-1])).astype(np.int64) if texts else np.zeros(0, np.int64)
    marks = word_starts(classify(code_points("".join(texts))), starts)
    counted = [int(marks[start:end].sum()) for start, end in zip(starts, ends, strict=True)]
    assert counted == [count_words(text) for text in texts]


def test_squeeze() -> None:
    assert squeeze(" a \n\t b\u00a0 ") == "a b"
