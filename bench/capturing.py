"""The browser: milliseconds by stage, pages a second, memory over many pages."""

from __future__ import annotations

import gc
import statistics
import time
from concurrent.futures import Future
from pathlib import Path

import psutil

from bench.pages import of_size
from vertebra.demo import write_site
from vertebra.loading.browser.options import CaptureOptions
from vertebra.loading.browser.process import Browser
from vertebra.loading.browser.visit import Target
from vertebra.loading.html import parse_html
from vertebra.model import Meta, Page


class Stopwatch:
    """Seconds by stage, summed over pages."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def __call__(self, stage: str, seconds: float) -> None:
        """Note some seconds."""
        self.seconds[stage] = self.seconds.get(stage, 0.0) + seconds


def stages(targets: list[Target], options: CaptureOptions) -> dict[str, float]:
    """Mean milliseconds a page by stage of a capture."""
    watch = Stopwatch()
    with Browser(watch) as browser:
        browser.capture(targets[0], options)  # warm
        watch.seconds.clear()
        start = time.perf_counter()
        for target in targets:
            browser.capture(target, options)
        total = time.perf_counter() - start
    parts = {stage: 1000 * seconds / len(targets) for stage, seconds in watch.seconds.items()}
    whole = 1000 * total / len(targets)
    return parts | {"other (context, tab, closing)": whole - sum(parts.values()), "whole": whole}


def pages_a_second(targets: list[Target], options: CaptureOptions, contexts: int) -> float:
    """With so many contexts open at the same time."""
    with Browser() as browser:
        browser.capture(targets[0], options)
        start = time.perf_counter()
        waiting = list(reversed(targets))
        under_way: list[Future[Page]] = []
        while waiting or under_way:
            while waiting and len(under_way) < contexts:
                under_way.append(browser.submit(waiting.pop(), options))
            under_way.pop(0).result()
        return len(targets) / (time.perf_counter() - start)


def demo_targets(folder: Path) -> list[Target]:
    """The demo site's pages."""
    site = write_site(folder)
    return [Target(name, path=site.root / name, root=site.root) for name in site.pages]


def snapshot_of_1500_nodes(repeats: int = 20) -> dict[str, float]:
    """Median milliseconds of snapshot and columns for a page of 1,500 nodes."""
    target = Target("1,500 nodes", html=of_size(1750), charset="utf-8")
    options = CaptureOptions(lazy=False, screenshot=False)
    watch = Stopwatch()
    readings: list[dict[str, float]] = []
    with Browser(watch) as browser:
        nodes = len(browser.capture(target, options))
        for _ in range(repeats):
            watch.seconds.clear()
            browser.capture(target, options)
            readings.append(dict(watch.seconds))
    parts = {stage: 1000 * statistics.median(r[stage] for r in readings) for stage in ("snapshot", "columns")}
    return parts | {"together": sum(parts.values()), "nodes": float(nodes)}


def parsing_memory(pages: list[bytes], count: int = 5000) -> tuple[float, float]:
    """Resident megabytes after the first 200 pages and after `count`."""
    meta = Meta()
    process = psutil.Process()
    for i in range(count):
        parse_html(pages[i % len(pages)], meta).sums.words[-1]
        if i == 200:
            gc.collect()
            before = process.memory_info().rss / 2**20
    gc.collect()
    return before, process.memory_info().rss / 2**20


def browser_memory(targets: list[Target], count: int) -> list[tuple[int, float, float]]:
    """Pages done, megabytes of this process and of the browser's processes, along the way."""
    options = CaptureOptions(lazy=False, screenshot=False)
    own = psutil.Process()
    readings = []
    with Browser() as browser:
        for i in range(count + 1):
            if i % max(1, count // 5) == 0 and i:
                gc.collect()
                below = [p for p in own.children(recursive=True) if p.status() != psutil.STATUS_ZOMBIE]
                megabytes = sum(p.memory_info().rss for p in below) / 2**20
                readings.append((i, own.memory_info().rss / 2**20, megabytes))
            if i < count:
                browser.capture(targets[i % len(targets)], options)
    return readings
