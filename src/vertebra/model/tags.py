"""What HTML says about elements by their names alone."""

from __future__ import annotations

from typing import Final

# Elements whose text a browser never shows as text of the page.
UNSHOWN: Final = ("head", "script", "style", "template", "title", "noembed", "noframes", "datalist")

# Elements that run on within a line of text; every other one begins and ends a piece of text.
INLINE: Final = frozenset({
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "label", "mark", "nobr", "output", "q", "ruby", "s", "samp", "slot", "small", "span", "strike", "strong",
    "sub", "sup", "time", "tt", "u", "var", "wbr",
})  # fmt: skip
