"""Tells clients that come again, such as feed readers and browsers, that nothing has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ASK_FIRST = {"cache-control": "no-cache"}
DESCRIBES = ("content-length", "content-type", "content-encoding", "content-disposition")


def tagged(
    body: str | bytes,
    kind: str,
    headers: Mapping[str, str] = ASK_FIRST,
    updated: float | None = None,
) -> Response:
    """Answer with a text or a file that clients ask for again and again, marked by its content.

    `kind` is its media type. `updated` is when it last changed, in seconds since 1970.
    """
    data = body.encode() if isinstance(body, str) else body
    marks = {**headers, "etag": f'W/"{hashlib.sha256(data).hexdigest()[:32]}"'}
    if updated is not None:
        marks["last-modified"] = format_datetime(datetime.fromtimestamp(int(updated), UTC), True)
    return Response(data, headers=marks, media_type=kind)


def saved_as(name: str) -> dict[str, str]:
    """The headers of a file that browsers save under this name."""
    return {**ASK_FIRST, "content-disposition": f'attachment; filename="{name}"'}


class Conditional:
    """Answers 304 without a body if the client has the same already.

    It compares what the answer is marked with; answers without `ETag` or `Last-Modified` pass.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        asked, is_same = Headers(scope=scope), False

        async def check(message: Message) -> None:
            nonlocal is_same
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                _weaken(headers)
                is_same = message["status"] == 200 and has_same(asked, headers)
                if is_same:
                    message["status"] = 304
                    headers.add_vary_header("accept-encoding")
                    for name in DESCRIBES:
                        del headers[name]
            elif is_same and message["type"] == "http.response.body":
                message = {"type": "http.response.body", "more_body": message.get("more_body")}
            await send(message)

        await self.app(scope, receive, check)


def _weaken(headers: MutableHeaders) -> None:
    """Mark the content, whatever way it is compressed for the client."""
    tag = headers.get("etag", "")
    if tag and not tag.startswith("W/"):
        headers["etag"] = f"W/{tag}"


def has_same(asked: Headers, answer: Headers) -> bool:
    """True if the client has what the answer holds. Its tags count before its date."""
    tag, updated = answer.get("etag"), answer.get("last-modified")
    tags, since = ",".join(asked.getlist("if-none-match")), asked.get("if-modified-since")
    if "if-none-match" in asked:
        known = {each.strip().removeprefix("W/") for each in tags.split(",")}
        return tag is not None and ("*" in known or tag.removeprefix("W/") in known)
    if since is None or updated is None:
        return False
    try:
        return _moment(since) >= _moment(updated)
    except (ValueError, TypeError, OverflowError):  # no date: as if there were none
        return False


def _moment(text: str) -> datetime:
    """A date of HTTP, which is always in UTC. Raises ValueError, TypeError or OverflowError."""
    return parsedate_to_datetime(text).replace(tzinfo=UTC)
