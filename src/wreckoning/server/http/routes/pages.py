"""Serves the browser's side, as it was built."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import cache
from html import escape
from pathlib import Path

from fastapi import HTTPException
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from wreckoning.core.ruleset import registered
from wreckoning.server.arrivals import is_for_programs, path_of
from wreckoning.server.damage import DAMAGED
from wreckoning.server.http.conditional import tagged
from wreckoning.server.http.routes.common import serving
from wreckoning.server.store import schema
from wreckoning.table.shown.previews import with_preview

PAGES = Path(__file__).parents[2] / "pages"
ROUTES = Path(__file__).parents[1] / "routes.json"
MISSING = """<!doctype html><meta charset="utf-8"><title>Wreckoning</title>
<h1>The pages are not built</h1><p>Run <code>make pages</code>, then load this page again.</p>"""
FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}
ASK_FIRST = {"cache-control": "no-cache"}
WHOLE = {"accept-ranges": "none"}
BY_LINK = {"x-robots-tag": "noindex"}  # pages of a race, a league, a person: only links lead there
OF_TABLES, OF_RULESETS = ("table", "replay"), ("rules", "build")
KEPT = {"campaign": schema.campaigns, "league": schema.leagues, "profile": schema.profiles}


class Pages:
    """Routes for everything else: pages for browsers, nothing below /api."""

    def __init__(self, otherwise: ASGIApp) -> None:
        self.otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = path_of(scope).removeprefix("/")
        if scope["type"] != "http" or is_for_programs(scope):
            await self.otherwise(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        whole = [header for header in scope["headers"] if header[0] != b"range"]
        scope = {**scope, "headers": whole}  # files are small, and compressed on the way
        request = Request(scope)
        response = file_response(path, request) or await _page(path, request)
        await response(scope, receive, send)


def file_response(path: str, request: Request) -> Response | None:
    """A file of the pages; None for the path of a page, which the start page draws."""
    file = find(path) or find(f"{path.rstrip('/')}.html")
    if file is not None and file.suffix == ".html":
        return _html(file, request) if file.name != "index.html" else None
    if file is not None:
        headers = FOR_GOOD if path.startswith("assets/") else ASK_FIRST
        return FileResponse(file, headers=headers | WHOLE)
    if path.startswith("assets/"):
        raise HTTPException(404)
    return None


def _html(file: Path, request: Request) -> Response:
    """A page, with the root of the site in its addresses."""
    return tagged(at_root(file, request), "text/html", ASK_FIRST)


def at_root(file: Path, request: Request) -> str:
    """The text of a page; its addresses begin with the root of the site."""
    root = str(request.scope.get("root_path", ""))
    return file.read_text("utf-8").replace('="./', f'="{escape(root)}/')


async def _page(path: str, request: Request) -> Response:
    """The start page, which reads the address itself: 404 if nothing is there."""
    index = PAGES / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, 503)
    html = at_root(index, request)
    page, name = route_of(path)
    headers = ASK_FIRST | (BY_LINK if page in (*OF_TABLES, *KEPT) else {})
    if page == "nowhere" or (page in OF_RULESETS and name not in registered()):
        return HTMLResponse(html, 404, headers)
    with suppress(*DAMAGED):  # or Busy: then the page itself says so
        tables = serving(request).tables
        read, store = tables.live_tables.read, tables.store
        if page in OF_TABLES:
            stored = await read(store.summary, name)
            if stored is None:
                return HTMLResponse(html, 404, headers)
            summary, turn = stored
            html = with_preview(html, str(request.base_url), summary, turn)
        elif page in KEPT and not await read(store.has, KEPT[page], name):
            return HTMLResponse(html, 404, headers)
    return tagged(html, "text/html", headers)


def route_of(path: str) -> tuple[str, str]:
    """The page at a path, and the id or key in it: ('table', 'x7'); 'nowhere' if there is none."""
    for pattern, page in routes():
        found = pattern.fullmatch(path.strip("/"))
        if found is not None:
            return page, "".join(found.groups())
    return "nowhere", ""


@cache
def routes() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The pages and their paths, as the browser's side knows them too."""
    listed = json.loads(ROUTES.read_text("utf-8"))
    return tuple(
        (re.compile(re.sub(r":\w+", "([^/]{1,80})", shape)), page) for shape, page in listed.items()
    )


def first_words() -> set[str]:
    """The first words of the paths of pages: `table`, `rules`, …"""
    return {pattern.pattern.split("/")[0] for pattern, _ in routes()} - {""}


def find(path: str) -> Path | None:
    """A file below the pages; None for any other path."""
    try:
        file = (PAGES / path).resolve()
        is_ours = file.is_relative_to(PAGES.resolve()) and file.is_file()
    except (OSError, ValueError):  # not a file's name: too long, or with a NUL
        return None
    return file if is_ours else None
