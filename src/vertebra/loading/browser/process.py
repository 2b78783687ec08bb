"""The browser itself: one process for many pages, replaced when it dies, never left behind.

Playwright's asynchronous API runs on an event loop in a thread of its own, so that callers need no
loop and may have one running (notebooks do), and several pages can be captured at once.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import threading
import weakref
from collections.abc import Coroutine
from concurrent.futures import Future
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from vertebra.errors import BrowserCrashed, BrowserError, BrowserMissing, CaptureTimeout, MissingExtra
from vertebra.loading.browser.attach import Watch
from vertebra.loading.browser.find import HOW_TO_GET_ONE, need_chromium
from vertebra.loading.browser.options import CaptureOptions
from vertebra.loading.browser.visit import Target, Visit
from vertebra.model import Page

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import Playwright

T = TypeVar("T")

# No network of its own, no second renderer for frames (the snapshot ends at process borders),
# no pictures that move, no way around the proxy.
_ARGUMENTS: Final = (
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
    "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,Translate,OptimizationHints,MediaRouter,LazyFrameLoading,AutofillServerCommunication",
    "--blink-settings=imageAnimationPolicy=2",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--font-render-hinting=none", "--force-color-profile=srgb", "--disable-lcd-text",
)  # fmt: skip


class Browser:
    """A Chromium for capturing pages. Use it as a context manager, or call `close`.

    >>> with Browser() as browser:  # doctest: +SKIP
    ...     page = browser.capture("https://example.org/")
    """

    def __init__(self, watch: Watch | None = None) -> None:
        """`watch` is called with the name of a stage and its seconds, for measuring."""
        self._watch = watch
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="vertebra-browser", daemon=True)
        self._thread.start()
        self._playwright: Playwright | None = None
        self._chromium: Chromium | None = None
        self._starting = asyncio.Lock()
        self._closed = False
        # At exit, should nobody have closed it; the reference is weak, so that it can also be collected.
        self._at_exit = partial(_close, weakref.ref(self))
        atexit.register(self._at_exit)

    def capture(self, target: Target, options: CaptureOptions | None = None) -> Page:
        """Render a target and wait for the page."""
        return self.submit(target, options).result()

    def submit(self, target: Target, options: CaptureOptions | None = None) -> Future[Page]:
        """Render a target in the background; several at once share the one browser."""
        return self._run(self._capture(target, options or CaptureOptions()))

    def start(self) -> str:
        """Start the browser now instead of with the first page; its version."""
        chromium = self._run(self._running()).result()
        return f"Chromium {chromium.version}"

    def close(self) -> None:
        """Stop the browser and everything that belongs to it. A second call does nothing."""
        if self._closed:
            return
        self._closed = True
        atexit.unregister(self._at_exit)
        with contextlib.suppress(TimeoutError):
            self._submit(self._stop()).result(timeout=20)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=10)
        if not self._thread.is_alive():
            self._loop.close()

    def __enter__(self) -> Self:
        """Nothing starts before the first page."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        if self._closed:
            work.close()
            raise BrowserError("this browser was closed; make a new one")
        return self._submit(work)

    def _submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _capture(self, target: Target, options: CaptureOptions) -> Page:
        """One page, tried a second time with a new browser if the first one died."""
        for last_try in (False, True):
            chromium = await self._running()
            from playwright.async_api import Error  # there, or it would not be running

            visit = Visit(chromium, target, options, self._watch)
            try:
                return await asyncio.wait_for(visit.capture(), options.timeout)
            except TimeoutError:
                raise CaptureTimeout(f"{target.name}: not captured within {options.timeout:g} s") from None
            except Error as error:
                if not (visit.crashed or not chromium.is_connected()):
                    raise BrowserError(f"{target.name}: {error.message.splitlines()[0]}") from error
                if last_try:
                    raise BrowserCrashed(f"{target.name}: the browser crashed on this page, twice") from error
            finally:
                await visit.close()
        raise AssertionError("unreachable")

    async def _running(self) -> Chromium:
        """The browser process, started or replaced when needed."""
        async with self._starting:
            if self._chromium is None or not self._chromium.is_connected():
                self._chromium = await self._launch()
            return self._chromium

    async def _launch(self) -> Chromium:
        try:
            from playwright.async_api import Error, async_playwright
        except ImportError:
            raise MissingExtra("playwright", "browser") from None
        executable = need_chromium()
        if self._playwright is None:
            self._playwright = await async_playwright().start()
        arguments = [*_ARGUMENTS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        try:
            return await self._playwright.chromium.launch(executable_path=executable, args=arguments)
        except Error as error:
            reason = error.message.splitlines()[0]
            raise BrowserMissing(f"{executable} does not start ({reason}): {HOW_TO_GET_ONE}") from error

    async def _stop(self) -> None:
        if self._chromium is not None:
            with contextlib.suppress(Exception):
                await self._chromium.close()
        if self._playwright is not None:
            with contextlib.suppress(Exception):
                await self._playwright.stop()


def _close(reference: weakref.ref[Browser]) -> None:
    if (browser := reference()) is not None:
        browser.close()
