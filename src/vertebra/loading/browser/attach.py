"""Sending capture steps to a tab: one of our own, or one that somebody's Playwright has open."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from vertebra.loading.browser.capture import Captured, Command, Pause, stage_of, take
from vertebra.loading.browser.options import CaptureOptions
from vertebra.loading.browser.snapshot import page_from_snapshot
from vertebra.model import Meta, Page

if TYPE_CHECKING:
    from playwright import async_api, sync_api

Taking = Generator[Command | Pause, Any, Captured]
Watch = Callable[[str, float], None]  # stage and seconds


def capture_open(tab: sync_api.Page, options: CaptureOptions | None = None) -> Page:
    """The page in an open tab of Playwright's synchronous API. The tab stays open."""
    options = options or CaptureOptions()
    meta = _meta(tab.url, tab.context.browser)
    source = tab.content().encode("utf-8", "replace")
    session = tab.context.new_cdp_session(tab)
    try:
        captured = drive(session, take(options))
    finally:
        session.detach()
    return finish(captured, meta, source, options)


async def capture_open_async(tab: async_api.Page, options: CaptureOptions | None = None) -> Page:
    """The page in an open tab of Playwright's asynchronous API. The tab stays open."""
    options = options or CaptureOptions()
    meta = _meta(tab.url, tab.context.browser)
    source = (await tab.content()).encode("utf-8", "replace")
    session = await tab.context.new_cdp_session(tab)
    try:
        captured = await drive_async(session, take(options))
    finally:
        await session.detach()
    return finish(captured, meta, source, options)


def drive(session: sync_api.CDPSession, steps: Taking) -> Captured:
    """Send every command of the steps and hand back the answers."""
    answer: Any = None
    while True:
        try:
            command = steps.send(answer)
        except StopIteration as end:
            captured: Captured = end.value
            return captured
        if isinstance(command, Pause):
            time.sleep(command.seconds)
        else:
            answer = session.send(command.method, command.parameters)


async def drive_async(session: async_api.CDPSession, steps: Taking, watch: Watch | None = None) -> Captured:
    """The same for an asynchronous session; `watch` is told how long each stage took."""
    answer: Any = None
    while True:
        try:
            command = steps.send(answer)
        except StopIteration as end:
            captured: Captured = end.value
            return captured
        start = time.perf_counter()
        if isinstance(command, Pause):
            await asyncio.sleep(command.seconds)
        else:
            answer = await session.send(command.method, command.parameters)
        if watch is not None:
            watch(stage_of(command), time.perf_counter() - start)


def finish(captured: Captured, meta: Meta, source: bytes, options: CaptureOptions, own_origin: str = "") -> Page:
    """The page from what was captured and what is known about it."""
    meta = dataclasses.replace(
        meta,
        origin="browser",
        scripts=options.scripts,
        viewport=captured.viewport,
        problems=(*meta.problems, *captured.problems),
    )
    return page_from_snapshot(captured.snapshot, meta, source, captured.tiles, own_origin)


def _meta(url: str, browser: sync_api.Browser | async_api.Browser | None) -> Meta:
    return Meta(url=url, final_url=url, browser=f"Chromium {browser.version}" if browser else "")
