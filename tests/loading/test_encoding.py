"""Encodings as browsers decide them."""

import pytest

from vertebra.loading.encoding import decide, decode, normalise_label

GERMAN = "<p>Grüße aus Köln, schöne Straße</p>"


@pytest.mark.parametrize(
    ("data", "header", "expected"),
    [
        (b"\xef\xbb\xbf<p>", "iso-8859-1", "utf-8"),  # a byte order mark beats the header
        ("\ufeff<p>x".encode("utf-16-le"), "", "utf-16-le"),
        ("\ufeff<p>x".encode("utf-16-be"), "", "utf-16-be"),
        (b"<meta charset=utf-8>", "windows-1251", "windows-1251"),  # the header beats the meta
        (b"<meta charset=utf-8>", "no-such-thing", "utf-8"),  # an unknown header does not
        (b'<meta http-equiv=x content="text/html; charset=Shift_JIS">', "", "shift_jis"),
        (b"<!-- <meta charset=koi8-r> --><meta charset=gb2312>", "", "gb18030"),
        (b"<meta charset=utf-16>", "", "utf-8"),  # it could not have been read
        (b" " * 1100 + b"<meta charset=koi8-r>", "", "utf-8"),  # too late
        (b"plain", "", "utf-8"),
        ("<p>no mark, sixteen bits</p>".encode("utf-16-le"), "", "utf-16-le"),
        ("<p>no mark, sixteen bits</p>".encode("utf-16-be"), "", "utf-16-be"),
        (GERMAN.encode("utf-8"), "", "utf-8"),
        (GERMAN.encode("cp1252"), "", "windows-1252"),
        ("<p>Привет, как дела? Сегодня хорошая погода.</p>".encode("cp1251"), "", "windows-1251"),
        ("<p>これは日本語のテストです。今日は良い天気です。</p>".encode("euc_jp"), "", "euc-jp"),
        ("<p>這是一個測試網頁,內容是繁體中文。今天天氣很好。</p>".encode("big5"), "", "big5"),
    ],
)
def test_decide(data: bytes, header: str, expected: str) -> None:
    assert decide(data, header) == expected


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("latin1", "windows-1252"),
        (" 'ISO-8859-1' ", "windows-1252"),
        ("GBK", "gb18030"),
        ("ks_c_5601-1987", "euc-kr"),
        ("cp1251", "windows-1251"),
        ("utf8", "utf-8"),
        ("hex", ""),  # codecs that are no encodings of text
        ("rot13", ""),
        ("utf-7", ""),
        ("unicode_escape", ""),
        ("", ""),
        ("\u2028é", ""),
    ],
)
def test_labels(label: str, name: str) -> None:
    assert normalise_label(label) == name


def test_wrong_bytes_are_replaced_and_reported() -> None:
    decoded = decode(b"<p>a\xffb", "utf-8")
    assert decoded.utf8.decode() == "<p>a\ufffdb"
    assert [problem.code for problem in decoded.problems] == ["bad-bytes"]
    assert "byte 4" in decoded.problems[0].message


def test_half_characters_do_not_survive() -> None:
    decoded = decode(b"\xff\xfe" + b"\x3d\xd8" + "x".encode("utf-16-le"))
    decoded.utf8.decode()
    assert [problem.code for problem in decoded.problems] == ["bad-bytes"]


def test_a_false_header_is_reported() -> None:
    assert [problem.code for problem in decode(b"x", "klingon").problems] == ["unknown-encoding"]
