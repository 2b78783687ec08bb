"""Pages to measure on: generated ones, and real ones when a data folder is given."""

from __future__ import annotations

import json
import lzma
import random
from pathlib import Path

WORDS = [
    "river",
    "bridge",
    "market",
    "council",
    "lantern",
    "library",
    "ferry",
    "orchard",
    "the",
    "of",
    "and",
    "a",
    "to",
    "in",
    "is",
    "was",
    "for",
    "on",
    "with",
]

_STYLE = (
    "body{margin:20px;font:16px/1.5 sans-serif}nav li{display:inline-block;margin:5px}"
    ".card{border:1px solid #ccc;padding:8px}"
)


def generated(count: int = 100, seed: int = 1) -> list[bytes]:
    """Pages of very different sizes, like the web's: menus, paragraphs, lists and tables."""
    chance = random.Random(seed)
    return [_page(chance, round(30 * 1.06**i) if i < 70 else 400) for i in range(count)]


def of_size(nodes: int) -> bytes:
    """A page with about this many nodes."""
    return _page(random.Random(nodes), nodes // 9)


def real(folder: Path, most: int = 400) -> list[bytes]:
    """Every n-th page of the data folder's content sets."""
    pages: list[bytes] = []
    files = sorted((folder / "content").glob("*.jsonl.xz"))
    for path in files:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            pages += [
                json.loads(line)["html"].encode() for _, line in zip(range(most // len(files)), lines, strict=False)
            ]
    return pages


def _page(chance: random.Random, parts: int) -> bytes:
    """A page whose bytes are shared out as on the web: about a third of them inline style and script."""
    weight = max(2000, parts * 120)
    pieces = ["<!doctype html><html lang=en><head><meta charset=utf-8><title>Generated</title><style>", _STYLE]
    pieces += [f".c{i}{{margin:{i % 7}px;padding:{i % 5}px;color:#{i % 999:03}}}" for i in range(weight // 120)]
    pieces.append("</style></head><body><nav><ul>")
    pieces += [f'<li class="item"><a href="/section/{i}">{_words(chance, 2)}</a></li>' for i in range(10)]
    pieces.append("</ul></nav><main>")
    pieces += [_part(chance, i) for i in range(parts)]
    pieces.append("</main><footer><p>The end</p></footer><script>")
    pieces += [f'var item{i}={{"name":"{_words(chance, 3)}","value":{i}}};' for i in range(weight // 60)]
    pieces.append("</script></body></html>")
    return "".join(pieces).encode()


def _part(chance: random.Random, i: int) -> str:
    kind = chance.random()
    if kind < 0.2:
        return f'<h2 id="h{i}">{_words(chance, 4)}</h2>'
    if kind < 0.7:
        link = f'<a href="/article/{i}.html" title="{_words(chance, 3)}">{_words(chance, 3)}</a>'
        return f'<p class="text">{_words(chance, 40)} {link} {_words(chance, 20)}</p>'
    if kind < 0.85:
        return '<ul class="list">' + "".join(f"<li>{_words(chance, 6)}</li>" for _ in range(5)) + "</ul>"
    card = (
        f'<div class="card"><div class="inner"><b>{_words(chance, 3)}</b><span>{_words(chance, 8)}</span></div></div>'
    )
    return card + f"<table><tbody><tr><td>{_words(chance, 2)}</td><td>{_words(chance, 2)}</td></tr></tbody></table>"


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(count))
