"""Everything that is known about a set of pages, one page at a time.

Each source is loaded or rendered; a page that fails is a record with its reason, and the work goes on.
Pages come in the order they were asked for, are handed to the caller, and are not kept.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from vertebra.errors import VertebraError
from vertebra.loading.api import LoadOptions, load, render_target
from vertebra.loading.browser.options import CaptureOptions
from vertebra.loading.browser.process import Browser
from vertebra.loading.pagefile import SUFFIX
from vertebra.loading.source import find_source
from vertebra.model import Page
from vertebra.options import Options, option


@dataclass(frozen=True)
class AnalyzeOptions(Options):
    """How a set of pages is gone through."""

    render: bool = option(True, "open the pages in a browser; without it they are only parsed")
    contexts: int = option(2, "pages open in the browser at the same time", at_least=1, at_most=64)


@dataclass(frozen=True)
class Analysed:
    """One source: the page, or why there is none."""

    name: str
    page: Page | None
    failure: str
    milliseconds: float

    def record(self) -> dict[str, object]:
        """The figures of this page, for a table or a line of JSON."""
        page = self.page
        if page is None:
            return {"name": self.name, "error": self.failure}
        boxes = page.rendered.boxes if page.rendered else None
        return {
            "name": self.name,
            "url": page.meta.final_url,
            "title": page.title,
            "nodes": len(page),
            "words": int(page.sums.words[-1]),
            "links": len(page.links.node),
            "boxes": len(boxes.node) if boxes else 0,
            "visible_boxes": int(boxes.visible.sum()) if boxes else 0,
            "width": page.meta.size[0],
            "height": page.meta.size[1],
            "problems": [{"code": problem.code, "message": problem.message} for problem in page.meta.problems],
        }


@dataclass(frozen=True)
class Settings:
    """All options of an analysis together."""

    analyze: AnalyzeOptions
    load: LoadOptions
    capture: CaptureOptions
    root: Path | None = None  # files are named relative to it, and may use what lies below it


def analyze(sources: Sequence[str | Path], settings: Settings) -> Iterator[Analysed]:
    """Go through the sources in order."""
    if settings.analyze.render:
        yield from _render_all(sources, settings)
        return
    for source in sources:
        start = time.perf_counter()
        page, failure = None, ""
        try:
            page = load(source, settings.load)
        except VertebraError as error:
            failure = str(error)
        yield Analysed(_name(source, settings.root), page, failure, (time.perf_counter() - start) * 1000)


def _render_all(sources: Sequence[str | Path], settings: Settings) -> Iterator[Analysed]:
    """Keep a few pages under way in one browser; hand them out in order."""
    waiting = deque(sources)
    under_way: deque[tuple[str, Future[Page], float]] = deque()
    with Browser() as browser:
        while waiting or under_way:
            while waiting and len(under_way) < settings.analyze.contexts:
                source = waiting.popleft()
                under_way.append(
                    (_name(source, settings.root), _submit(browser, source, settings), time.perf_counter())
                )
            name, future, start = under_way.popleft()
            page, failure = None, ""
            try:
                page = future.result()
            except VertebraError as error:
                failure = str(error)
            yield Analysed(name, page, failure, (time.perf_counter() - start) * 1000)


def _submit(browser: Browser, source: str | Path, settings: Settings) -> Future[Page]:
    """The page to come. One that was saved is there already; a source that is none has failed already."""
    done: Future[Page] = Future()
    try:
        if str(source).endswith(SUFFIX):
            done.set_result(load(source, settings.load))
            return done
        return browser.submit(render_target(find_source(source), settings.root), settings.capture)
    except VertebraError as error:
        done.set_exception(error)
        return done


def _name(source: str | Path, root: Path | None) -> str:
    if root is not None and isinstance(source, Path) and source.is_relative_to(root):
        return source.relative_to(root).as_posix()
    return str(source)
