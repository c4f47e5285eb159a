"""Draws pictures of boards as PNG, on the server, without a browser."""

from __future__ import annotations

from functools import cache


def as_png(svg: str) -> bytes:
    """An SVG document as PNG, in the font that comes with the package."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(_fonts()))
    )


@cache
def _fonts() -> tuple[str, ...]:
    import font_roboto

    return (str(font_roboto.RobotoBold),)
