"""Serves the browser's side, as it was built."""

from __future__ import annotations

import re
from pathlib import Path

from fastapi import HTTPException
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from wreckoning.table.api.common import serving
from wreckoning.table.previews import with_preview
from wreckoning.table.refusals import Busy

PAGES = Path(__file__).parents[1] / "pages"
MISSING = """<!doctype html><meta charset="utf-8"><title>Wreckoning</title>
<h1>The pages are not built</h1><p>Run <code>make pages</code>, then load this page again.</p>"""
FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}
ASK_FIRST = {"cache-control": "no-cache"}
OF_TABLE = re.compile(r"table/([a-z0-9]{1,32})(/replay)?")


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
            response = await _table_page(path, scope) or page(path)
            await response(scope, receive, send)


async def _table_page(path: str, scope: Scope) -> Response | None:
    """The page of a stored table, with what chats show of it; None for any other path."""
    found, index = OF_TABLE.fullmatch(path), PAGES / "index.html"
    if found is None or not index.is_file():
        return None
    request = Request(scope)
    tables = serving(request).tables
    try:
        stored = await tables.live_tables.read(tables.store.summary, found[1])
    except Busy:
        return None  # the page itself says so
    if stored is None:
        return None
    html = with_preview(index.read_text("utf-8"), str(request.base_url), *stored)
    return HTMLResponse(html, headers=ASK_FIRST)


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
