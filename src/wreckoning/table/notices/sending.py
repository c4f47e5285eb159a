"""The code of the process that sends notices: Apprise and Web Push.

It serves no table, so a service that does not answer holds nothing up. Apprise is imported here
only, as it takes a second and 45 MB.
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
import time
from dataclasses import dataclass
from typing import Any

from wreckoning.table.notices.kinds import PUSH, kind_of
from wreckoning.table.notices.outgoing import go_directly, guard, refused
from wreckoning.table.workers import begin_background

MEMORY = 2 << 30  # bytes of address space: an answer without end fails
MOST_TARGETS = 5  # of one address
LONGEST_PROBLEM = 200
KEPT_FOR = 24 * 3600  # seconds in which a push service delivers
GONE = (404, 410)  # what a push service says of a browser that takes no more

_warned = threading.local()  # the last line in which Apprise told a problem, by thread


@dataclass(frozen=True)
class ChannelAddress:
    """An address that was understood. `shown` hides what is secret in it."""

    kind: str
    shown: str


@dataclass(frozen=True)
class Letter:
    """A notice on its way: where to, and what it says. `key` and `site` are for Web Push."""

    kind: str
    address: str
    title: str
    body: str
    link: str
    key: str = ""
    site: str = ""
    pieces: tuple[str, ...] = ()  # of a post, instead of body and link
    picture: bytes = b""  # attached where the kind allows it; elsewhere its address is added
    picture_link: str = ""


@dataclass(frozen=True)
class Outcome:
    """What became of a notice: `problem` is '' if it was taken.

    `gone`: the address will never take one again. `unsure`: it may have been taken.
    """

    problem: str = ""
    gone: bool = False
    unsure: bool = False


def begin_sending(private: bool) -> None:
    """Set up the process. With `private` it may connect to any address."""
    begin_background()
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    go_directly()
    if not private:
        guard()
    handler = logging.Handler(logging.WARNING)
    handler.emit = _note  # type: ignore[method-assign]
    logging.getLogger("apprise").addHandler(handler)
    logging.getLogger("apprise").propagate = False


def _note(record: logging.LogRecord) -> None:
    _warned.line = record.getMessage()


def understand(address: str) -> ChannelAddress:
    """Read an address without connecting to it. `kind` is '' if it is none of ours."""
    made = _instance(address)
    kind = kind_of(_schemas(made)) if made is not None else ""
    if not kind or len(made) > MOST_TARGETS:
        return ChannelAddress("", "")
    shown = str(made.url(privacy=True)).partition("?")[0].rstrip("/")
    return ChannelAddress(kind, shown)


def _instance(address: str) -> Any:
    """Apprise's object for this address; None if there is none."""
    from apprise import Apprise, AppriseAsset, PersistentStoreMode

    asset = AppriseAsset(
        app_id="Wreckoning",
        app_desc="Wreckoning",
        app_url="",
        image_url_mask="",
        image_url_logo="",
        http_redirects=False,
        storage_mode=PersistentStoreMode.MEMORY,
    )
    with contextlib.suppress(Exception):  # some plugins fail at addresses that are not theirs
        return Apprise.instantiate(address, asset=asset, suppress_exceptions=True)
    return None


def _schemas(made: Any) -> list[str]:
    """How the addresses of such an object begin. Some objects forget what their own began with."""
    given = (made.protocol or (), made.secure_protocol or ())
    return [name for one in given for name in ([one] if isinstance(one, str) else one)]


def send_all(letters: list[Letter], within: float) -> list[Outcome]:
    """Send all of them at the same time, and wait for so many seconds."""
    _load_libraries(letters)  # before the time begins: on a busy machine this takes seconds
    late = Outcome(f"no answer within {within:g} s", unsure=True)
    outcomes = [late] * len(letters)

    def send_one(at: int) -> None:
        outcomes[at] = send(letters[at])

    threads = [
        threading.Thread(target=send_one, args=[at], daemon=True) for at in range(len(letters))
    ]
    until = time.monotonic() + within
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    return list(outcomes)


def _load_libraries(letters: list[Letter]) -> None:
    """Import what sends these, unless that is done."""
    if any(letter.kind == PUSH for letter in letters):
        import pywebpush  # noqa: F401
    if any(letter.kind != PUSH for letter in letters):
        import apprise  # noqa: F401


def send(letter: Letter) -> Outcome:
    """Send one."""
    refused.why = _warned.line = ""
    try:
        return _push(letter) if letter.kind == PUSH else _notify(letter)
    except Exception as error:
        return Outcome(_cut(refused.why or f"{type(error).__name__}: {error}"))


def _notify(letter: Letter) -> Outcome:
    from apprise import NotifyFormat, OverflowMode
    from apprise.attachment import memory

    attach: Any = memory.AttachMemory
    made = _instance(letter.address)
    if made is None or kind_of(_schemas(made)) != letter.kind:
        return Outcome("the address is not understood any more")
    made.notify_format = NotifyFormat.TEXT  # e-mail would be HTML, and run the lines together
    made.overflow_mode = OverflowMode.SPLIT
    pieces = list(letter.pieces or (f"{letter.body}\n{letter.link}",))
    attached = None
    if letter.picture and made.attachment_support:
        attached = attach(letter.picture, name="board.png", mimetype="image/png")
    elif letter.picture_link:
        pieces[-1] += f"\n{letter.picture_link}"
    for at, piece in enumerate(pieces):
        title, last = "" if at else letter.title, at == len(pieces) - 1
        if not made.notify(title=title, body=piece, attach=attached if last else None):
            why = refused.why or _warned.line or "the service did not take it"
            return Outcome(_cut(why), unsure=at > 0)
    return Outcome()


def _push(letter: Letter) -> Outcome:
    import requests
    from pywebpush import WebPushException, webpush

    session = requests.Session()
    session.trust_env, session.max_redirects = False, 0
    said = {"title": letter.title, "body": letter.body, "url": letter.link}
    try:
        webpush(
            json.loads(letter.address),
            json.dumps(said),
            vapid_private_key=letter.key,
            vapid_claims={"sub": letter.site},
            ttl=KEPT_FOR,
            timeout=10,
            headers={"urgency": "normal"},
            requests_session=session,
        )
    except WebPushException as error:
        if error.status_code in GONE:
            return Outcome("the browser takes no more notices", gone=True)
        said_no = f"the push service answered {error.status_code}"
        return Outcome(said_no if error.status_code else _cut(error.message))
    return Outcome()


def _cut(text: str) -> str:
    return " ".join(text.split())[:LONGEST_PROBLEM]
