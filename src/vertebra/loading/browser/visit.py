"""One visit of the browser to one page: a fresh context, behind a gate, gone afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vertebra.errors import FetchFailed, SourceNotFound
from vertebra.loading.browser.attach import Watch, drive_async, finish
from vertebra.loading.browser.capture import Captured, take
from vertebra.loading.browser.folder import FolderServer
from vertebra.loading.browser.gate import TOO_MANY_BYTES, Gate, GateLimits
from vertebra.loading.browser.options import CaptureOptions
from vertebra.loading.policy import AddressPolicy
from vertebra.model import Meta, Page, Problem
from vertebra.urls import is_web_url

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import BrowserContext, Response, Route
    from playwright.async_api import Page as Tab

_QUIET: Final = 0.06  # seconds without a request under way
_MOST_QUIET_WAIT: Final = 2.0  # seconds; some pages never stop asking
_NO_ADDRESS: Final = "http://page.invalid/"  # where a string of HTML lives when nobody says


@dataclass(frozen=True)
class Target:
    """What to render: a URL, a file (its folder is served to the browser), or HTML itself."""

    name: str  # for messages
    url: str = ""
    path: Path | None = None
    root: Path | None = None  # the folder the file's pictures and styles may come from
    html: bytes | None = None
    charset: str = ""  # of the HTML, if it is certain


@dataclass(frozen=True)
class _Place:
    """Where the browser goes for a target, and what that says about the page."""

    address: str
    url: str  # what the page calls itself afterwards
    source: bytes | None  # known beforehand
    own_origin: str = ""  # our server's, if the page is served by us,
    folder: str = ""  # and the folder that it serves


class Visit:
    """A visit. `capture` once, `close` always."""

    def __init__(self, chromium: Chromium, target: Target, options: CaptureOptions, watch: Watch | None = None) -> None:
        self.crashed = False
        self._chromium = chromium
        self._target = target
        self._options = options
        self._watch = watch or _nobody_watches
        self._things = contextlib.AsyncExitStack()
        self._requests = 0
        self._under_way = 0
        self._document: Response | None = None  # of the page that the tab shows
        self._problems: list[Problem] = []

    async def capture(self) -> Page:
        """Go there, let the page load, take it."""
        options = self._options
        place = await self._place()
        gate = await self._gate(place)
        context = await self._context(gate, place)
        tab = await self._tab(context, gate)
        start = time.perf_counter()
        first = await self._go(tab, place)
        self._watch("navigate", time.perf_counter() - start)
        if place.own_origin and first is not None and first.status >= HTTPStatus.BAD_REQUEST:
            raise SourceNotFound(f"{self._target.name}: not to be had below {self._target.root}")
        captured = await self._take(context, tab)
        self._note_refusals(gate)
        response = self._document or first
        url = place.url if place.source is not None else tab.url
        source = place.source
        if response is not first:
            url = tab.url.replace(place.own_origin, place.folder, 1) if place.own_origin else tab.url
            self._note("moved-on", f"the page went on to {url} by itself")
            source = None
        meta = Meta(
            url=self._target.url or place.url,
            final_url=url,
            status=response.status if response and not place.own_origin else 0,
            content_type=(response.headers.get("content-type", "") if response else "").partition(";")[0].strip(),
            encoding=_encoding(captured.snapshot),
            browser=f"Chromium {self._chromium.version}",
            captured_at=datetime.now(UTC).isoformat(timespec="seconds") if options.record_time else "",
            problems=tuple(self._problems),
        )
        start = time.perf_counter()
        page = finish(captured, meta, await _body(response) if source is None else source, options, place.own_origin)
        self._watch("columns", time.perf_counter() - start)
        return page

    async def _take(self, context: BrowserContext, tab: Tab) -> Captured:
        """Take the page; if it leaves for another one meanwhile, take that."""
        from playwright.async_api import Error

        address = tab.url
        session = await context.new_cdp_session(tab)
        try:
            return await drive_async(session, take(self._options), self._watch)
        except Error:
            if self.crashed or not self._chromium.is_connected():
                raise
            await tab.wait_for_load_state("load", timeout=self._options.patience * 1000)
            if tab.url == address:
                raise
        return await drive_async(await context.new_cdp_session(tab), take(self._options), self._watch)

    async def close(self) -> None:
        """Give everything back, whatever state it is in."""
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self._things.aclose(), 15)

    async def _place(self) -> _Place:
        target, base = self._target, self._options.base_url
        if target.html is not None:
            address = base or target.url or _NO_ADDRESS
            return _Place(address, base or target.url, target.html)
        if target.path is None:
            return _Place(target.url, target.url, None)
        source = target.path.read_bytes()
        own = base or target.path.resolve().as_uri()
        if target.path.suffix.lower() in (".mht", ".mhtml"):
            return _Place(target.path.resolve().as_uri(), own, source)
        root = (target.root or target.path.parent).resolve()
        server = await FolderServer.open(root)
        self._things.push_async_callback(server.close)
        return _Place(server.url_of(target.path.resolve()), own, source, server.origin, root.as_uri())

    async def _gate(self, place: _Place) -> Gate:
        """The only way out: private addresses are refused, except the one that was asked for."""
        options = self._options
        policy = AddressPolicy.for_url(place.address, options.allow_private)
        gate = await Gate.open(policy, GateLimits(max_bytes=options.max_bytes))
        self._things.push_async_callback(gate.close)
        return gate

    async def _context(self, gate: Gate, place: _Place) -> BrowserContext:
        options = self._options
        # Everything goes through the gate, loopback included; only our own server is reached directly.
        bypass = ",".join(["<-loopback>", *([place.own_origin.partition("//")[2]] if place.own_origin else [])])
        settings: dict[str, Any] = {"user_agent": options.user_agent} if options.user_agent else {}
        context = await self._chromium.new_context(
            viewport={"width": options.width, "height": options.height},
            java_script_enabled=options.scripts,
            proxy={"server": gate.url, "bypass": bypass},
            reduced_motion="reduce",
            service_workers="block",
            accept_downloads=False,
            locale="en-US",
            timezone_id="UTC",
            **settings,
        )
        self._things.push_async_callback(context.close)
        return context

    async def _tab(self, context: BrowserContext, gate: Gate) -> Tab:
        tab = await context.new_page()
        context.on("page", lambda popup: asyncio.ensure_future(popup.close()))
        tab.on("dialog", lambda dialog: asyncio.ensure_future(dialog.dismiss()))
        tab.on("crash", lambda _: self._crash())
        tab.on("response", lambda response: self._answered(response, tab))
        tab.on("request", lambda _: self._started(gate))
        tab.on("requestfinished", lambda _: self._ended())
        tab.on("requestfailed", lambda _: self._ended())
        return tab

    async def _go(self, tab: Tab, place: _Place) -> Response | None:
        """Navigate; a page that never finishes loading is taken as it is."""
        from playwright.async_api import Error
        from playwright.async_api import TimeoutError as TimedOut

        if place.source is not None and not place.own_origin and is_web_url(place.address):
            await tab.route(place.address, _answer_with(place.source, self._target.charset))
        patience = self._options.patience * 1000
        try:
            response = await tab.goto(place.address, wait_until="commit", timeout=self._options.timeout * 1000)
        except Error as error:
            if self.crashed or not self._chromium.is_connected():
                raise
            raise FetchFailed(f"{self._target.name}: {_reason(error.message)}") from error
        deadline = time.monotonic() + self._options.patience
        for state in ("domcontentloaded", "load"):
            try:
                await tab.wait_for_load_state(state, timeout=max(1.0, (deadline - time.monotonic()) * 1000))
            except TimedOut:
                self._note("slow-page", f"still loading after {patience / 1000:g} s: taken as it was")
                break
        await self._quiet(min(deadline, time.monotonic() + _MOST_QUIET_WAIT))
        return response

    async def _quiet(self, deadline: float) -> None:
        """Wait until no request has been under way for a moment: scripts load more after the page has."""
        still_since = time.monotonic()
        while (now := time.monotonic()) < deadline and now - still_since < _QUIET:
            if self._under_way:
                still_since = now
            await asyncio.sleep(0.02)

    def _answered(self, response: Response, tab: Tab) -> None:
        is_redirect = HTTPStatus.MULTIPLE_CHOICES <= response.status < HTTPStatus.BAD_REQUEST
        if response.request.is_navigation_request() and response.frame == tab.main_frame and not is_redirect:
            self._document = response

    def _crash(self) -> None:
        self.crashed = True

    def _started(self, gate: Gate) -> None:
        self._requests += 1
        self._under_way += 1
        if self._requests == self._options.max_requests:
            self._note("too-many-requests", f"cut off after {self._requests} requests")
            gate.shut()

    def _ended(self) -> None:
        self._under_way -= 1

    def _note(self, code: str, message: str) -> None:
        self._problems.append(Problem(code, message))

    def _note_refusals(self, gate: Gate) -> None:
        """What the page did not get, and why. What it asked for after being cut off goes without saying."""
        if gate.why_shut == TOO_MANY_BYTES:
            self._note(TOO_MANY_BYTES, f"cut off after {self._options.max_bytes:,} bytes")
        for host, reason in sorted(set(gate.refused)):
            if reason != gate.why_shut:
                self._note("refused", f"{host}: {reason}")


def _nobody_watches(_stage: str, _seconds: float) -> None:
    pass


async def _body(response: Response | None) -> bytes:
    """The document as it arrived; a redirected or evicted one may be gone."""
    from playwright.async_api import Error

    if response is None:
        return b""
    try:
        return await response.body()
    except Error:
        return b""


def _answer_with(html: bytes, charset: str) -> Any:
    content_type = f"text/html; charset={charset}" if charset else "text/html"

    async def answer(route: Route) -> None:
        await route.fulfill(body=html, content_type=content_type)

    return answer


def _encoding(snapshot: dict[str, Any]) -> str:
    index = snapshot["documents"][0]["encodingName"]
    return snapshot["strings"][index].lower() if index >= 0 else "utf-8"


def _reason(message: str) -> str:
    """Chromium's error in plain words, without Playwright's call log."""
    first = message.splitlines()[0].removeprefix("Page.goto: ")
    return first.partition(" at http")[0]
