"""The code of the process that sends notices: Apprise and Web Push.

It serves no table, so a service that does not answer holds nothing up. Apprise is imported here
only, as it takes a second and 45 MB.
"""

from __future__ import annotations

import contextlib
import json
import logging
import re
import threading
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from wreckoning.core.errors import Malformed
from wreckoning.server.notices.addresses import ChannelAddress, check_endpoint, read_address
from wreckoning.server.notices.hosts import go_directly, guard, refused
from wreckoning.server.notices.kinds import PUSH
from wreckoning.server.notices.pieces import BeginPiece, Letter, send_post
from wreckoning.server.workers.workers import begin_background

MEMORY = 2 << 30  # bytes of address space: an answer without end fails
KEPT_FOR = 24 * 3600  # seconds in which a push service delivers
LONGEST_REQUEST = 15.0  # seconds, also for connecting: longer than anybody waits for the outcome
GONE = (404, 410)  # what a push service says of a browser that takes no more
ENCODED = {"user", "password", "host"}  # arguments that Apprise decodes
STATUS = re.compile(r"\berror=([1-5]\d\d)\b")  # in a line of Apprise
UNREACHED = "onnection error"  # the same
SERVERS_FAULT = 500
MEANINGS = {
    401: "it refuses the sign-in",
    403: "it refuses the sign-in",
    404: "it does not know this address",
    410: "it does not know this address any more",
    429: "too many notices",
}
NO_ANSWER = "no answer"
NOT_TAKEN = "the service did not take it"
NOT_REACHED = "the service cannot be reached"

_warned = threading.local()  # the `lines` in which Apprise told problems, by thread


@dataclass(frozen=True)
class Outcome:
    """What became of a notice: `problem` is '' if it was taken.

    `gone`: the address will never take one again. `unsure`: it may have been taken.
    `left`: the pieces of a post that are still to be sent, after others were taken.
    `fault` names an exception for the server's log.
    """

    problem: str = ""
    gone: bool = False
    unsure: bool = False
    left: tuple[str, ...] = ()
    fault: str = ""


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
    getattr(_warned, "lines", []).append(record.getMessage())


def instance_of(address: ChannelAddress) -> Any:
    """Apprise's object for the checked parts of an address; None if it takes them for none."""
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
    arguments = dict(address.arguments)
    for name in ENCODED & arguments.keys():
        arguments[name] = quote(arguments[name], safe="[:]")
    arguments |= {"cto": LONGEST_REQUEST, "rto": LONGEST_REQUEST}
    return Apprise.instantiate(arguments, asset=asset, suppress_exceptions=True)


def load_libraries(letter: Letter) -> None:
    """Import what sends this, unless that is done."""
    if letter.kind == PUSH:
        import pywebpush  # noqa: F401
    else:
        import apprise  # noqa: F401


def send(letter: Letter, begin_piece: BeginPiece = lambda left: None) -> Outcome:
    """Send one. `begin_piece` hears before each piece of a post which ones come after it."""
    refused.why = ""
    _warned.lines = []
    try:
        return _push(letter) if letter.kind == PUSH else _notify(letter, begin_piece)
    except Exception as error:
        return Outcome(refused.why or NOT_TAKEN, fault=type(error).__name__)


def _notify(letter: Letter, begin_piece: BeginPiece) -> Outcome:
    from apprise import NotifyFormat, OverflowMode

    try:
        made = instance_of(read_address(letter.address, letter.is_private))
    except Malformed as refusal:
        return _no_more(refusal.problem)
    if made is None:
        return _no_more("it is none of this kind")
    made.notify_format = NotifyFormat.TEXT  # e-mail would be HTML, and run the lines together
    made.overflow_mode = OverflowMode.SPLIT
    if letter.pieces:
        taken, left = send_post(made, letter, begin_piece)
        return Outcome(_why_not_taken(), left=left if taken else ()) if left else Outcome()
    is_taken = made.notify(title=letter.title, body=f"{letter.body}\n{letter.link}")
    return Outcome() if is_taken else Outcome(_why_not_taken())


def _no_more(problem: str) -> Outcome:
    """An address that an earlier release took. Its channel rests until it is tried by hand."""
    words = f"this address is no longer accepted: {problem}. Remove it, and add another"
    return Outcome(words, gone=True)


def _why_not_taken() -> str:
    """Why the service did not take a notice, in our words.

    The library's own lines may repeat what the service said, or what is on this machine. Of them
    only the HTTP status is told.
    """
    if refused.why:
        return str(refused.why)
    for line in reversed(_warned.lines):
        if status := STATUS.search(line):
            return answered(int(status[1]))
        if UNREACHED in line:
            return NOT_REACHED
    return NOT_TAKEN


def answered(status: int) -> str:
    """`the service answered 404: it does not know this address`."""
    meaning = MEANINGS.get(status) or ("it has a fault" if status >= SERVERS_FAULT else "")
    return f"the service answered {status}" + (f": {meaning}" if meaning else "")


def _push(letter: Letter) -> Outcome:
    import requests
    from pywebpush import WebPushException, webpush

    subscription = json.loads(letter.address)
    try:
        check_endpoint(subscription["endpoint"], letter.is_private)
    except Malformed as refusal:
        return _no_more(refusal.problem)
    session = requests.Session()
    session.trust_env, session.max_redirects = False, 0
    said = {"title": letter.title, "body": letter.body, "url": letter.link}
    try:
        webpush(
            subscription,
            json.dumps(said),
            vapid_private_key=letter.key,
            vapid_claims={"sub": letter.site},
            ttl=KEPT_FOR,
            timeout=LONGEST_REQUEST,
            headers={"urgency": "normal"},
            requests_session=session,
        )
    except WebPushException as error:
        if error.status_code in GONE:
            return Outcome("the browser takes no more notices", gone=True)
        status = error.status_code
        return Outcome(answered(status) if status else refused.why or NOT_TAKEN)
    except requests.ReadTimeout:
        return Outcome(NO_ANSWER, unsure=True)
    except requests.RequestException:
        return Outcome(refused.why or NOT_REACHED)
    return Outcome()
