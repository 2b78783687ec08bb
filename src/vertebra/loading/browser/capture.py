"""Taking a page from a browser tab, in browser commands and nothing else.

The steps are generators: they yield a command, get its answer, and do not care who sends it. So one
description serves our own browser, a synchronous tab and an asynchronous tab of somebody else's.
"""

from __future__ import annotations

import base64
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from vertebra.loading.browser.options import CaptureOptions
from vertebra.loading.browser.styles import PROPERTIES
from vertebra.model import Problem, Tile

TILE: Final = 4096  # pixels; the graphics stack cannot draw much more than 16,000 at once
_SCROLL_PAUSE: Final = 0.03
_MOST_SCREENS: Final = 60
_MOST_FRAMES: Final = 50
_WORLD: Final = "vertebra"


class Command(NamedTuple):
    """A command of the Chrome DevTools Protocol."""

    method: str
    parameters: dict[str, Any] | None = None


class Pause(NamedTuple):
    """Let the page work for a while."""

    seconds: float


Answer = dict[str, Any]
Steps = Generator[Command | Pause, Any, Any]  # answers come back as dictionaries


def stage_of(step: Command | Pause) -> str:
    """What a step is counted as when time is measured."""
    if isinstance(step, Pause):
        return "settle"
    return {"DOMSnapshot.captureSnapshot": "snapshot", "Page.captureScreenshot": "screenshot"}.get(
        step.method, "settle"
    )


@dataclass
class Captured:
    """What came out of a tab."""

    snapshot: Answer
    tiles: tuple[Tile, ...]
    viewport: tuple[int, int]
    problems: list[Problem] = field(default_factory=list)


# Bring the page to rest: lazy pictures load, finite animations end, endless ones are taken back,
# films stop, no blinking cursor.
_REST: Final = """(() => {
  for (const image of document.images) if (image.loading === 'lazy') image.loading = 'eager';
  for (const animation of document.getAnimations ? document.getAnimations() : []) {
    try {
      const timing = animation.effect && animation.effect.getComputedTiming();
      if (timing && timing.endTime !== Infinity && animation.playbackRate > 0) animation.finish();
      else animation.cancel();
    } catch (error) { }
  }
  for (const film of document.querySelectorAll('video, audio')) { film.autoplay = false; film.pause(); }
  if (document.activeElement && document.activeElement !== document.body) document.activeElement.blur();
})()"""

_SCROLL_TO: Final = "(() => {{ window.scrollTo({{left: 0, top: {top}, behavior: 'instant'}}); }})()"
# How much taller the window has to be for the area that most of a page scrolls in to show it all.
_FOLDED: Final = """(() => {
  const root = document.scrollingElement || document.documentElement;
  let more = 0;
  if (root.scrollHeight <= innerHeight * 1.05)
    for (const area of document.querySelectorAll('body, body *'))
      if (area.scrollHeight - area.clientHeight > 50 && /auto|scroll/.test(getComputedStyle(area).overflowY)
          && area.clientHeight * area.clientWidth > innerHeight * innerWidth / 2)
        more = Math.max(more, area.scrollHeight - area.clientHeight);
  return {more, ratio: devicePixelRatio};
})()"""
_PENDING: Final = """(() => {
  const waiting = [...document.images].filter(image => !image.complete).length;
  return waiting + (document.fonts && document.fonts.status === 'loading' ? 1 : 0);
})()"""


def take(options: CaptureOptions) -> Generator[Command | Pause, Any, Captured]:
    """All steps: come to rest, snapshot, screenshot."""
    problems: list[Problem] = []
    yield Command("Page.enable")
    yield Command("DOM.enable")
    if options.lazy:
        yield from _scroll_through(options, problems)
    worlds = yield from _worlds()  # scrolling may have brought new frames
    unfolded = yield from _unfold(worlds[0], options, problems)
    for world in worlds:
        yield _evaluate(world, _REST)
    yield from _wait_for_pictures(worlds[0], options.patience / 2)
    for world in worlds:
        yield _evaluate(world, _REST)
    # From here on nothing may change: the picture has to show what the columns say.
    yield Command("Emulation.setScriptExecutionDisabled", {"value": True})
    metrics = yield Command("Page.getLayoutMetrics")
    snapshot = yield Command(
        "DOMSnapshot.captureSnapshot",
        {"computedStyles": list(PROPERTIES), "includePaintOrder": True, "includeDOMRects": False},
    )
    tiles: tuple[Tile, ...] = ()
    if options.screenshot:
        tiles = yield from _photograph(metrics["cssContentSize"], options, problems)
    yield Command("Emulation.setScriptExecutionDisabled", {"value": not options.scripts})
    if unfolded is not None:
        yield unfolded
    window = metrics["cssLayoutViewport"]
    return Captured(snapshot, tiles, (int(window["clientWidth"]), int(window["clientHeight"])), problems)


def _worlds() -> Steps:
    """A world of our own in every frame, where the page's scripts cannot change what functions mean."""
    tree = (yield Command("Page.getFrameTree"))["frameTree"]
    waiting: list[Answer] = [tree]
    contexts: list[int] = []
    while waiting and len(contexts) < _MOST_FRAMES:
        frame = waiting.pop(0)
        waiting += frame.get("childFrames", [])
        answer = yield Command("Page.createIsolatedWorld", {"frameId": frame["frame"]["id"], "worldName": _WORLD})
        if "executionContextId" in answer:
            contexts.append(answer["executionContextId"])
    return contexts


def _evaluate(world: int, script: str) -> Command:
    return Command("Runtime.evaluate", {"expression": script, "contextId": world, "returnByValue": True})


def _scroll_through(options: CaptureOptions, problems: list[Problem]) -> Steps:
    """Down the page window by window, as far as it grows within the limits, and back up."""
    worlds = yield from _worlds()
    top, screens = 0, 0
    while screens < _MOST_SCREENS and top < options.max_height:
        height = (yield Command("Page.getLayoutMetrics"))["cssContentSize"]["height"]
        top += options.height
        if top >= height:
            break
        yield _evaluate(worlds[0], _SCROLL_TO.format(top=top))
        yield Pause(_SCROLL_PAUSE)
        screens += 1
    else:
        problems.append(Problem("long-page", f"stopped scrolling for lazy content after {screens} windows"))
    yield _evaluate(worlds[0], _SCROLL_TO.format(top=0))
    yield Pause(_SCROLL_PAUSE)


def _unfold(world: int, options: CaptureOptions, problems: list[Problem]) -> Steps:
    """Make the window tall enough for a page that scrolls inside of itself; the command that undoes it."""
    answer = (yield _evaluate(world, _FOLDED)).get("result", {}).get("value") or {"more": 0}
    window = (yield Command("Page.getLayoutMetrics"))["cssLayoutViewport"]
    if not options.unfold or not answer["more"]:
        return None
    width, height = int(window["clientWidth"]), int(window["clientHeight"])
    taller = min(height + int(answer["more"]), options.max_height)
    problems.append(Problem("unfolded", f"the page scrolls inside of itself: the window was made {taller} pixels tall"))
    settings = {"width": width, "deviceScaleFactor": answer["ratio"], "mobile": False}
    yield Command("Emulation.setDeviceMetricsOverride", settings | {"height": taller})
    yield Pause(_SCROLL_PAUSE)
    return Command("Emulation.setDeviceMetricsOverride", settings | {"height": height})


def _wait_for_pictures(world: int, seconds: float) -> Steps:
    for _ in range(int(seconds / _SCROLL_PAUSE)):
        answer = yield _evaluate(world, _PENDING)
        if not answer.get("result", {}).get("value"):
            return
        yield Pause(_SCROLL_PAUSE)


def _photograph(size: dict[str, float], options: CaptureOptions, problems: list[Problem]) -> Steps:
    """The page in tiles; parts fixed to the window are drawn once, where they are at first."""
    width = max(1, min(round(size["width"]), 16_000))
    height = max(1, round(size["height"]))
    if height > options.max_height:
        problems.append(Problem("long-page", f"photographed {options.max_height} of {height} pixels"))
        height = options.max_height
    tiles: list[Tile] = []
    for top in range(0, height, TILE):
        part = min(TILE, height - top)
        clip = {"x": 0, "y": top, "width": width, "height": part, "scale": 1}
        answer = yield Command(
            "Page.captureScreenshot",
            {"format": "png", "captureBeyondViewport": True, "optimizeForSpeed": True, "clip": clip},
        )
        tiles.append(Tile(top, part, base64.b64decode(answer["data"])))
    return tuple(tiles)
