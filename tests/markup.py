"""Random HTML for hypothesis: real tags, wrong nesting, unclosed everything, odd characters."""

from __future__ import annotations

from hypothesis import strategies as st

_NAMES = st.sampled_from(
    [
        "div",
        "p",
        "span",
        "a",
        "b",
        "i",
        "table",
        "tr",
        "td",
        "ul",
        "li",
        "h1",
        "br",
        "img",
        "script",
        "style",
        "template",
        "select",
        "option",
        "svg",
        "title",
        "body",
        "x-y",
        "form",
    ]
)
_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["some words here", "  ", "漢字かな", "ภาษาไทย", "e\u0301 नमस्ते", "&amp;&lt;&#0;", "a<b", "]]>", "\x00", "😀😀"]
)
_ATTRIBUTES = st.sampled_from(
    [
        "",
        " id=a",
        ' class="x y"',
        " href='/z?q=1'",
        " hidden",
        ' a="<p>"',
        " =",
        ' "',
        " data-é=ü",
        " shadowrootmode=open",
    ]
)


@st.composite
def _pieces(draw: st.DrawFn) -> str:
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return draw(_TEXTS)
    if kind == 1:
        return f"</{draw(_NAMES)}>"
    if kind == 2:
        return f"<!--{draw(_TEXTS)}-->"
    return f"<{draw(_NAMES)}{draw(_ATTRIBUTES)}>"


markup = st.lists(_pieces(), max_size=60).map("".join)
