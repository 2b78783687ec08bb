"""HTML without a browser: parsers, columns and an extractor on the same pages."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from importlib import import_module

from tests.hostile import CASES, load_in_child

from vertebra.loading.guard import tame
from vertebra.loading.html import parse_html
from vertebra.model import Meta

Work = Callable[[bytes], object]


def contenders() -> dict[str, Work]:
    """Name -> what is done with a page."""
    import lxml.html
    from selectolax.lexbor import LexborHTMLParser

    extract = import_module("resiliparse.extract.html2text").extract_plain_text  # has no type stubs
    parse = import_module("resiliparse.parse.html").HTMLTree.parse_from_bytes
    meta = Meta()
    parser = lxml.html.HTMLParser(encoding="utf-8")
    return {
        "parser alone (lexbor)": LexborHTMLParser,
        "guard alone": tame,
        "parser + columns (vertebra)": lambda page: parse_html(page, meta),
        "… + sums": lambda page: parse_html(page, meta).sums,
        "… + path hashes": lambda page: parse_html(page, meta).path_hashes,
        "lxml parse": lambda page: lxml.html.document_fromstring(page, parser=parser),
        "resiliparse parse": lambda page: parse(page, "utf-8"),
        "resiliparse main content": lambda page: extract(parse(page, "utf-8"), main_content=True),
    }


def measure(pages: list[bytes], rounds: int = 5) -> dict[str, dict[str, float]]:
    """Milliseconds a page; the best of some rounds for each page, contenders taking turns."""
    work = contenders()
    best = {name: [float("inf")] * len(pages) for name in work}
    for _ in range(rounds):
        for name, do in work.items():
            times = best[name]
            for i, page in enumerate(pages):
                start = time.perf_counter()
                do(page)
                times[i] = min(times[i], time.perf_counter() - start)
    alone = sum(best["parser alone (lexbor)"])
    return {
        name: {
            "mean_ms": 1000 * statistics.fmean(times),
            "median_ms": 1000 * statistics.median(times),
            "times_parser": sum(times) / alone,
        }
        for name, times in best.items()
    }


def growth(sizes: tuple[int, ...] = (1000, 10_000, 100_000)) -> dict[int, float]:
    """Microseconds a node for pages of growing size: flat if the cost is linear."""
    from bench.pages import of_size

    result: dict[int, float] = {}
    for size in sizes:
        page = of_size(size)
        times = []
        for _ in range(3):
            start = time.perf_counter()
            nodes = len(parse_html(page, Meta()))
            times.append((time.perf_counter() - start) / nodes)
        result[nodes] = 1e6 * min(times)
    return result


def hostile() -> dict[str, dict[str, float]]:
    """CPU seconds and peak megabytes for input made to break things, the worst first."""
    outcomes = {name: load_in_child(make()) for name, make in CASES.items()}
    worst = sorted(outcomes.items(), key=lambda item: -item[1].seconds)
    return {name: {"seconds": outcome.seconds, "peak_MB": outcome.megabytes} for name, outcome in worst}
