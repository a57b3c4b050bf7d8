"""Pictures in notebooks."""

from __future__ import annotations

import re

__all__ = ["card"]

_numbers = iter(range(1, 1 << 62))


def card(svg: str) -> str:
    """A picture on white paper, which is read on light pages and on dark ones.

    Several pictures stand on one page there: what one of them names must not be another's. Classes get new
    names, too: what `use` shows is a tree of its own, in which no rule finds what is around it.
    """
    svg = svg[svg.index("<svg") :]
    mark = f"u{next(_numbers)}-"
    svg = re.sub(r'\bid="', f'id="{mark}', svg)
    svg = re.sub(r'href="#', f'href="#{mark}', svg)
    svg = re.sub(r"url\(#", f"url(#{mark}", svg)
    svg = re.sub(r'\bclass="([^"]*)"', lambda names: f'class="{_marked(names[1], mark)}"', svg)
    svg = re.sub(r"<style>.*?</style>", lambda style: _renamed(style[0], mark), svg, flags=re.DOTALL)
    width = re.search(r'width="([0-9.]+)"', svg)
    wide = 1.6 * float(width[1]) if width else 0
    svg = svg.replace("<svg ", f'<svg style="width:{wide:.0f}px;max-width:100%;height:auto" ', 1)
    return f'<div style="display:inline-block;background:#fff;border-radius:6px;padding:8px">{svg}</div>'


def _marked(names: str, mark: str) -> str:
    return " ".join(mark + name for name in names.split())


def _renamed(style: str, mark: str) -> str:
    return re.sub(r"[^{}]+\{", lambda selectors: selectors[0].replace(".", f".{mark}"), style)
