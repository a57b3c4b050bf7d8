"""Pictures in notebooks."""

from __future__ import annotations

import re

__all__ = ["card"]

_numbers = iter(range(1, 1 << 62))


def card(svg: str) -> str:
    """A picture on white paper, which is read on light pages and on dark ones.

    Several pictures stand on one page there: what one of them names must not be another's.
    """
    svg = svg[svg.index("<svg") :]
    mark = f"u{next(_numbers)}-"
    svg = re.sub(r'\bid="', f'id="{mark}', svg)
    svg = re.sub(r'href="#', f'href="#{mark}', svg)
    svg = re.sub(r"url\(#", f"url(#{mark}", svg)
    svg = re.sub(r"<style>(.*?)</style>", lambda style: _scoped(style, mark), svg, flags=re.DOTALL)
    svg = svg.replace("<svg ", f'<svg class="{mark}p" style="max-width:100%;height:auto" ', 1)
    return f'<div style="display:inline-block;background:#fff;border-radius:6px;padding:8px">{svg}</div>'


def _scoped(style: "re.Match[str]", mark: str) -> str:
    rules = re.sub(
        r"([^{}]+)\{",
        lambda rule: ",".join(f".{mark}p {one.strip()}" for one in rule[1].split(",")) + "{",
        style[1],
    )
    return f"<style>{rules}</style>"
