"""Every error Vertebra raises on purpose.

    VertebraError
      UsageError            the call itself is wrong
        InvalidOption       an option's value is outside its range
        MissingExtra        an optional package is needed; says what to install
      LoadError             a source did not become a page
        SourceNotFound      no such file, folder or host
        NotAPage            the source is there but is no HTML document
        TooLarge            a size, count or time limit was passed
        FetchFailed         the HTTP exchange failed
          AddressBlocked    the address is private and was not asked for
        PageFileError       a saved page is damaged or from an unknown version
      BrowserError          the browser could not do its part
        BrowserMissing      no usable Chromium; says how to get one
        BrowserCrashed      the browser died twice on the same page
        CaptureTimeout      the page did not finish within its time limit
      NoLayout              a method needs a rendered page; says to render it

The command line turns these into one line on standard error; anything else is a bug.
"""

from __future__ import annotations


class VertebraError(Exception):
    """Base class: the message is written for the person who made the call."""


class UsageError(VertebraError):
    """The call is wrong: a bad argument, option or combination."""


class InvalidOption(UsageError):
    """An option is outside its declared range."""


class MissingExtra(UsageError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs the package {package!r}: pip install 'vertebra[{extra}]'")
        self.package = package
        self.extra = extra


class LoadError(VertebraError):
    """A source did not become a page."""


class SourceNotFound(LoadError):
    """There is nothing at the given place."""


class NotAPage(LoadError):
    """Something is there, but it is not an HTML document."""


class TooLarge(LoadError):
    """A limit on size, count or time was passed."""


class FetchFailed(LoadError):
    """The HTTP exchange failed."""


class AddressBlocked(FetchFailed):
    """The address belongs to a private network and was not asked for."""


class PageFileError(LoadError):
    """A saved page is damaged, or of a version this release cannot read."""


class BrowserError(VertebraError):
    """The browser could not do its part."""


class BrowserMissing(BrowserError):
    """No usable Chromium was found."""


class BrowserCrashed(BrowserError):
    """The browser died, and died again when the page was retried."""


class CaptureTimeout(BrowserError):
    """The page did not finish within its time limit."""


class NoLayout(VertebraError):
    """A method that needs positions was given a page without any."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} needs a rendered page, and this one was only parsed: "
            "use vertebra.render(source), or `vertebra render` on the command line"
        )
