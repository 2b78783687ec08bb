"""What a template hands back: a finished page and what is known about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from vertebra.demo.markup import Element

PageType = Literal["article", "documentation", "service", "forum", "product", "listing", "collection"]


@dataclass(frozen=True, slots=True)
class About:
    """What is known about a page besides its elements."""

    template: str
    page_type: PageType
    title: str
    author: str | None = None
    date: date | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One HTML page of the site."""

    path: str
    about: About
    root: Element


def long_date(day: date) -> str:
    """Return a date as the newspaper prints it, such as ``12 June 2025``."""
    return f"{day.day} {day:%B %Y}"


def clock(moment: datetime) -> str:
    """Return a time of day as the newspaper prints it, such as ``7.40am``."""
    hour = moment.hour % 12 or 12
    return f"{hour}.{moment.minute:02d}{'am' if moment.hour < 12 else 'pm'}"
