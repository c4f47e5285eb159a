"""A letter, and how a post in one is sent: in pieces, the picture with them or after them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wreckoning.show.reports import messages

PICTURE = ""  # the piece that is only the picture
BREAK = 2  # characters between a title and the text if a service has no titles
LEAST = 200  # characters of a piece
WITHOUT = ("slack",)  # kinds that drop pictures without a word
AFTER = ("discord", "matrix", "telegram")  # kinds that take a picture as a message of its own

BeginPiece = Callable[[tuple[str, ...]], None]


@dataclass(frozen=True)
class Letter:
    """A notice on its way: where to, and what it says. `key` and `site` are for Web Push.

    `is_private`: it may lead to any machine.
    """

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
    is_private: bool = False


def send_post(service: Any, letter: Letter, begin_piece: BeginPiece) -> tuple[int, tuple[str, ...]]:
    """Send the pieces of a post one after another, up to the first that is refused.

    `service` is Apprise's object for the letter's address. `begin_piece` hears before each piece
    which ones come after it. Returns how many were taken, and the others.
    """
    has_picture = _takes_picture(service, letter)
    pieces = _pieces(letter, service.body_maxlen, has_picture)
    for at, piece in enumerate(pieces):
        title, is_last = "" if at else letter.title, at == len(pieces) - 1
        begin_piece(tuple(pieces[at + 1 :]))
        picture = letter.picture if has_picture and is_last else b""
        if not _is_taken(service, title, piece, picture, letter.picture_link):
            return at, tuple(pieces[at:])
    return len(pieces), ()


def _takes_picture(service: Any, letter: Letter) -> bool:
    return bool(letter.picture and service.attachment_support and letter.kind not in WITHOUT)


def _pieces(letter: Letter, most: int, has_picture: bool) -> list[str]:
    """The pieces, cut between lines so that each fits into a message of `most` characters."""
    pieces, link = list(letter.pieces), letter.picture_link
    if has_picture and letter.kind in AFTER and pieces[-1] != PICTURE:
        pieces.append(PICTURE)
    elif not has_picture and not pieces[-1].rstrip().endswith(link):
        pieces[-1] = f"{pieces[-1]}\n{link}".lstrip()
    room = max(most - len(letter.title) - BREAK, LEAST)
    return [cut.rstrip() for piece in pieces for cut in (messages(piece, room) or [PICTURE])]


def _is_taken(service: Any, title: str, piece: str, picture: bytes, link: str) -> bool:
    """Send a piece, with its picture or, if that is refused, with the picture's address."""
    if not picture:
        return bool(service.notify(title=title, body=piece))
    from apprise.attachment import memory

    attach: Any = memory.AttachMemory
    attached = attach(picture, name="board.png", mimetype="image/png")
    if service.notify(title=title, body=piece, attach=attached):
        return True
    named = link if piece == PICTURE else f"{piece}\n{link}"
    return bool(link and service.notify(title=title, body=named))


def unsent_words(pieces: Sequence[str], turn: int, is_again: bool) -> str:
    """What a post still lacks: `the last 2 messages of turn 7 are missing; they are sent later`."""
    what, are, they = "message", "is", "it is"
    if len(pieces) > 1:
        what, are, they = f"{len(pieces)} messages", "are", "they are"
    later = f"; {they} sent later" if is_again else ""
    return f"the last {what} of turn {turn} {are} missing{later}"
