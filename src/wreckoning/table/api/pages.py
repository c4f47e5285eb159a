"""Serves the browser's side, as it was built."""

from __future__ import annotations

from pathlib import Path

from fastapi import HTTPException
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

PAGES = Path(__file__).parents[1] / "pages"
MISSING = """<!doctype html><meta charset="utf-8"><title>Wreckoning</title>
<h1>The pages are not built</h1><p>Run <code>make pages</code>, then load this page again.</p>"""
FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}
ASK_FIRST = {"cache-control": "no-cache"}


class Pages:
    """Routes for everything else: pages for browsers, nothing below /api."""

    def __init__(self, otherwise: ASGIApp) -> None:
        self.otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        looks = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        path = scope["path"].removeprefix("/")
        if not looks or path == "api" or path.startswith("api/"):
            await self.otherwise(scope, receive, send)
        else:
            await page(path)(scope, receive, send)


def page(path: str) -> Response:
    """A file of the pages, or the start page, which reads the address itself."""
    file = find(path) or find(f"{path}.html")
    if file is not None:
        return FileResponse(file, headers=FOR_GOOD if path.startswith("assets/") else ASK_FIRST)
    if path.startswith("assets/"):
        raise HTTPException(404)
    index = PAGES / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, 503)
    return FileResponse(index, headers=ASK_FIRST)


def find(path: str) -> Path | None:
    """A file below the pages; None for any other path."""
    try:
        file = (PAGES / path).resolve()
        is_ours = file.is_relative_to(PAGES.resolve()) and file.is_file()
    except (OSError, ValueError):  # not a file's name: too long, or with a NUL
        return None
    return file if is_ours else None
