"""Tabs that somebody's own Playwright has open."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import async_playwright
from playwright.sync_api import sync_playwright

import vertebra
from tests.conftest import Site
from tests.loading.browser.test_browser import codes, text_of
from vertebra.loading.browser.find import need_chromium
from vertebra.model import Page

pytestmark = pytest.mark.browser


def test_a_tab_of_somebody_elses_playwright(site: Site) -> None:
    url = site.put("<body style='margin:0'><p style='margin:30px'>changed by hand</p>")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=need_chromium(), args=["--no-sandbox"])
        tab = chromium.new_page(viewport={"width": 800, "height": 600}, device_scale_factor=2)
        tab.goto(url)
        tab.evaluate("document.querySelector('p').textContent = 'by their script'")
        page = vertebra.capture_open(tab)
        assert (text_of(page), page.meta.viewport, page.meta.url) == ("by their script", (800, 600), url)
        box = page[int(page.having_tag("p")[0])].box
        assert box is not None
        assert (box.x0, box.y0) == (30, 30)
        assert tab.evaluate("1 + 1") == 2  # still open, scripts still on
        chromium.close()


def test_frames_of_another_process_are_not_lost_in_silence(site: Site, other_site: Site) -> None:
    far = other_site.put("<p>far away</p>").replace("127.0.0.1", "localhost")
    url = site.put(f"<p>near</p><iframe src={far}></iframe><iframe srcdoc='<p>inside</p>'></iframe>")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--site-per-process"]
        chromium = playwright.chromium.launch(executable_path=need_chromium(), args=arguments)
        tab = chromium.new_page()
        tab.goto(url)
        page = vertebra.capture_open(tab)
        chromium.close()
    assert "inside" in text_of(page)
    assert "far away" not in text_of(page)
    assert "frame-missing" in codes(page)


def test_an_asynchronous_tab(site: Site) -> None:
    url = site.put("<p>asynchronous</p>")

    async def theirs() -> Page:
        async with async_playwright() as playwright:
            chromium = await playwright.chromium.launch(executable_path=need_chromium(), args=["--no-sandbox"])
            tab = await chromium.new_page()
            await tab.goto(url)
            page = await vertebra.capture_open_async(tab)
            await chromium.close()
            return page

    assert text_of(asyncio.run(theirs())) == "asynchronous"
