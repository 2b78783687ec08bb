"""How a page is captured."""

from __future__ import annotations

from dataclasses import dataclass

from vertebra.options import Options, option


@dataclass(frozen=True)
class CaptureOptions(Options):
    """Window, limits and policy of a capture."""

    width: int = option(1366, "width of the window in CSS pixels", at_least=100, at_most=10_000)
    height: int = option(768, "height of the window in CSS pixels", at_least=100, at_most=10_000)
    scripts: bool = option(True, "run the page's scripts")
    lazy: bool = option(True, "scroll through the page so that lazy content loads")
    unfold: bool = option(True, "make the window taller for a page that scrolls inside of itself")
    screenshot: bool = option(True, "take a picture of the whole page")
    timeout: float = option(60.0, "seconds for the whole capture of a page", at_least=1, at_most=3600)
    patience: float = option(
        10.0, "seconds to wait for a page to finish loading before it is taken as it is", at_least=0.1, at_most=600
    )
    max_height: int = option(60_000, "pixels of the page that are photographed", at_least=100, at_most=500_000)
    max_bytes: int = option(200_000_000, "bytes a page may load", at_least=1000)
    max_requests: int = option(3000, "requests a page may make", at_least=1)
    allow_private: bool = option(False, "let the page reach private and loopback addresses")
    base_url: str = option("", "the address that a saved page or a string of HTML came from")
    user_agent: str = option("", "what the browser calls itself; its own name if empty")
    record_time: bool = option(False, "write the time of capture into the page (it then differs every time)")
