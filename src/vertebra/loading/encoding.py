"""The encoding of a document, decided as browsers decide it.

Byte order mark, then the HTTP header, then a `meta` in the first 1024 bytes, then a look at the
bytes themselves. Labels are those of the WHATWG Encoding Standard: "latin1" means windows-1252.
"""

from __future__ import annotations

import codecs
import re
from typing import Final, NamedTuple

from vertebra.model import Problem

FALLBACK: Final = "windows-1252"
_PRESCAN: Final = 1024
_SAMPLE: Final = 16_384

_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))

# Standard name -> the Python codec that decodes it as browsers do.
_CODECS: Final = {
    "utf-8": "utf-8", "utf-16-le": "utf-16-le", "utf-16-be": "utf-16-be", "ibm866": "cp866",
    "iso-8859-2": "iso8859_2", "iso-8859-3": "iso8859_3", "iso-8859-4": "iso8859_4",
    "iso-8859-5": "iso8859_5", "iso-8859-6": "iso8859_6", "iso-8859-7": "iso8859_7",
    "iso-8859-8": "iso8859_8", "iso-8859-10": "iso8859_10", "iso-8859-13": "iso8859_13",
    "iso-8859-14": "iso8859_14", "iso-8859-15": "iso8859_15", "iso-8859-16": "iso8859_16",
    "koi8-r": "koi8_r", "koi8-u": "koi8_u", "macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic",
    "windows-874": "cp874", "windows-1250": "cp1250", "windows-1251": "cp1251", "windows-1252": "cp1252",
    "windows-1253": "cp1253", "windows-1254": "cp1254", "windows-1255": "cp1255", "windows-1256": "cp1256",
    "windows-1257": "cp1257", "windows-1258": "cp1258", "gb18030": "gb18030", "big5": "big5hkscs",
    "euc-jp": "euc_jp", "iso-2022-jp": "iso2022_jp", "shift_jis": "cp932", "euc-kr": "cp949",
}  # fmt: skip
_STANDARD: Final = {codec.replace("-", "_"): name for name, codec in _CODECS.items()}

# Labels that Python does not know, or reads differently from browsers.
_LABELS: Final = {
    "ascii": "windows-1252", "us-ascii": "windows-1252", "latin1": "windows-1252", "l1": "windows-1252",
    "iso-8859-1": "windows-1252", "iso8859-1": "windows-1252", "iso_8859-1": "windows-1252",
    "x-cp1252": "windows-1252", "ansi_x3.4-1968": "windows-1252", "x-user-defined": "windows-1252",
    "iso-8859-9": "windows-1254", "iso8859-9": "windows-1254", "latin5": "windows-1254",
    "iso-8859-11": "windows-874", "tis-620": "windows-874", "dos-874": "windows-874",
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "gb_2312-80": "gb18030", "chinese": "gb18030",
    "big5-hkscs": "big5", "cn-big5": "big5", "x-x-big5": "big5",
    "sjis": "shift_jis", "x-sjis": "shift_jis", "shift-jis": "shift_jis", "ms_kanji": "shift_jis",
    "windows-31j": "shift_jis", "x-euc-jp": "euc-jp", "ks_c_5601-1987": "euc-kr", "korean": "euc-kr",
    "ksc5601": "euc-kr", "windows-949": "euc-kr", "koi8": "koi8-r", "koi": "koi8-r", "koi8-ru": "koi8-u",
    "x-mac-roman": "macintosh", "mac": "macintosh", "x-mac-ukrainian": "x-mac-cyrillic",
    "iso-8859-8-i": "iso-8859-8", "logical": "iso-8859-8", "visual": "iso-8859-8",
    "x-cp1250": "windows-1250", "x-cp1251": "windows-1251", "unicode-1-1-utf-8": "utf-8",
    "utf-16": "utf-16-le", "unicode": "utf-16-le", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be",
}  # fmt: skip

_META: Final = re.compile(rb"<meta\s[^>]*?charset\s*=\s*[\"']?\s*([^\s\"'/>;]+)", re.IGNORECASE)
_COMMENT: Final = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)


class Decoded(NamedTuple):
    """A document as UTF-8, and how it was read."""

    utf8: bytes
    encoding: str  # standard name
    problems: tuple[Problem, ...]


def decode(data: bytes, header: str = "") -> Decoded:
    """The document in UTF-8. Bytes that the encoding does not allow become U+FFFD, with a problem."""
    encoding = decide(data, header)
    mark = next((mark for mark, name in _MARKS if name == encoding and data.startswith(mark)), b"")
    body = data[len(mark) :]
    problems: list[Problem] = []
    label = normalise_label(header)
    if header and not label:
        problems.append(Problem("unknown-encoding", f"the server declares {header!r}, which is no encoding"))
    try:
        text = body.decode(_CODECS[encoding])
    except UnicodeDecodeError as error:
        problems.append(Problem("bad-bytes", f"not {encoding} at byte {error.start + len(mark)}: replaced"))
        text = body.decode(_CODECS[encoding], "replace")
    else:
        if encoding == "utf-8":
            return Decoded(body, encoding, tuple(problems))
    # UTF-16 can hold half characters, which UTF-8 cannot.
    return Decoded(text.encode("utf-8", "replace"), encoding, tuple(problems))


def decide(data: bytes, header: str = "") -> str:
    """The standard name of the document's encoding."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    if name := normalise_label(header):
        return name
    if name := _declared(data):
        return name
    return _detect(data)


def normalise_label(label: str) -> str:
    """The standard name for a label, or an empty string if browsers do not know it."""
    label = label.strip(" \t\r\n\f\"'").lower()
    name = _LABELS.get(label, label)
    if name in _CODECS:
        return name
    try:
        return _STANDARD.get(codecs.lookup(label).name.replace("-", "_"), "") if label.isascii() else ""
    except (LookupError, ValueError):
        return ""


def _declared(data: bytes) -> str:
    start = _COMMENT.sub(b"", data[:_PRESCAN])
    for match in _META.finditer(start):
        if name := normalise_label(match[1].decode("ascii", "replace")):
            # A meta that can be read byte by byte is certainly not in UTF-16.
            return "utf-8" if name.startswith("utf-16") else name
    return ""


def _detect(data: bytes) -> str:
    """Undeclared: UTF-8 if the bytes are, UTF-16 if every other byte is zero, else the best guess."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return _utf16_by_zeros(data) or "utf-8"
    return _utf16_by_zeros(data) or _guess(data)


def _utf16_by_zeros(data: bytes) -> str:
    sample = data[:_PRESCAN]
    half = len(sample) // 2
    if half < 8:
        return ""
    even, odd = sample[0 : 2 * half : 2].count(0), sample[1 : 2 * half : 2].count(0)
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.4 * half and odd < 0.05 * half else ""


def _guess(data: bytes) -> str:
    """By the letters that each legacy encoding would give, from where the first of them is."""
    from charset_normalizer import from_bytes  # slow to import, seldom needed

    first = next(i for i, byte in enumerate(data) if byte > 127)
    sample = data[max(0, first - 512) : first + _SAMPLE]
    candidates = [codec for name, codec in _CODECS.items() if not name.startswith(("utf", "iso-2022", "x-mac", "mac"))]
    best = from_bytes(sample, cp_isolation=candidates, chunk_size=512).best()
    if best is None or "cp1252" in best.could_be_from_charset:
        return FALLBACK
    return _STANDARD.get(best.encoding, FALLBACK)
