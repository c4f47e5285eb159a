"""Keeping the peace: what the host may do about a person at the table, and what comes of it.

A person is known by their profile, by the token of the seat that they had, and by a digest of their
address, which says nothing at another table. An address that others here share names nobody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Literal

from wreckoning.core.errors import Illegal, Over
from wreckoning.core.ruleset import PERSON_NAME, default_opponent
from wreckoning.table import lobby, models
from wreckoning.table.identity import profiles_in
from wreckoning.table.models import Sanction, SeatState
from wreckoning.table.racing import racing
from wreckoning.table.refusals import Forbidden, Stale
from wreckoning.table.replies import Result
from wreckoning.table.table import OPEN, RUNNING, Outcome, Table, digest

MOST = 100  # sanctions of a table; the oldest go first


def address_digest(table: Table, address: str) -> str:
    """What is stored of an address at this table; '' of an unknown one."""
    if not address:
        return ""
    return hashlib.sha256(f"address {address} at {table.id}".encode()).hexdigest()[:32]


def host_name(table: Table) -> str:
    """The name in the host's own seat; 'the host' if the host has none."""
    settings = table.settings
    for seat in settings.seats:
        by_profile = seat.profile and seat.profile == settings.host_profile
        if by_profile or (seat.token and seat.token == settings.host_token):
            return seat.name
    return "the host"


def sanction_of(
    table: Table, kind: str, tokens: Iterable[str], address: str = ""
) -> Sanction | None:
    """The latest sanction of this kind against the owner of these tokens; None without one."""
    tokens = list(tokens)
    digests, profiles = {digest(token) for token in tokens} - {"-"}, profiles_in(tokens)
    of = address_digest(table, address)
    for one in reversed(table.settings.sanctions):
        is_known = one.token in digests or one.profile in profiles
        if one.kind == kind and (is_known or (of and one.address == of)):
            return one
    return None


def why_banned(table: Table, tokens: Sequence[str], address: str) -> str:
    """Why the owner of these tokens may not be here; '' for all others, and for seated players."""
    if not table.settings.sanctions or table.seats_of(tokens) or table.is_host(tokens):
        return ""
    ban = sanction_of(table, "banned", tokens, address)
    return f"{ban.by} has banned you from this table" if ban else ""


def claim(table: Table, command: models.Claim, token: str, address: str) -> Outcome:
    """Take an open seat. A banned person may not; one who is muted stays so."""
    own = [command.token]
    why = why_banned(table, own, address)
    if why:
        raise Forbidden(why)
    done = lobby.claim(table, command, token)
    seat = table.seat(command.seat)  # made by the claim
    seat.address = address_digest(table, address)
    seat.muted = sanction_of(table, "muted", own, address) is not None
    settings = table.settings
    settings.sanctions = [one for one in settings.sanctions if not _is_past(one, seat.profile)]
    return done


def _is_past(sanction: Sanction, profile: str) -> bool:
    """Was this person removed, and sits here again?"""
    return sanction.kind == "removed" and bool(profile) and sanction.profile == profile


def check_may_talk(table: Table, seat: SeatState) -> None:
    """Raise Forbidden for a seat that the host has muted."""
    if seat.muted:
        raise Forbidden(f"{host_name(table)} has muted you at this table")


def remove(table: Table, command: models.Remove, address: str) -> Outcome:
    """Take a seat from its player, who may be banned as well. In a race a bot drives on.

    `address` is the host's. The result says by what a ban knows the person.
    """
    if table.state not in (OPEN, RUNNING):
        raise Over("the race is over: players can no longer be removed")
    seat = _person(table, command.seat, command.token)
    if not (seat.token or seat.profile):
        raise Illegal(f"seat {command.seat + 1} has no player")
    kind: Literal["banned", "removed"] = "banned" if command.ban else "removed"
    known = _known_by(table, seat, address)
    if table.state == OPEN:
        lobby.free(table, command.seat)
    else:
        gone = {"token": "", "profile": "", "address": "", "muted": False, "orders": None}
        _replace(table, seat, seat.model_copy(update=gone))
        race = racing(table)
        race.set_driver(table.seat(command.seat), default_opponent(table.ruleset))
        race.drive()
    _note(table, Sanction(kind=kind, by=host_name(table), name=seat.name, **known))
    by = [part for part in ("profile", "address") if command.ban and known[part]]
    return "host", Result(known_by=by)


def mute(table: Table, command: models.Mute, address: str) -> Outcome:
    """A player says nothing in the chat any more, or may speak again. `address` is the host's."""
    seat = _person(table, command.seat, command.token)
    if seat.muted == command.muted:
        raise Illegal(f"{seat.name} {'is muted already' if seat.muted else 'is not muted'}")
    known = _known_by(table, seat, address)
    _replace(table, seat, seat.model_copy(update={"muted": command.muted}))
    if command.muted:
        _note(table, Sanction(kind="muted", by=host_name(table), name=seat.name, **known))
    else:
        table.settings.sanctions = [
            one
            for one in table.settings.sanctions
            if one.kind != "muted" or not any(known[by] == getattr(one, by) != "" for by in known)
        ]
    return "host", Result()


def lift(table: Table, command: models.Lift) -> Outcome:
    """A ban ends: that person may come again."""
    bans = bans_of(table)
    if command.number >= len(bans) or bans[command.number].name != command.name:
        raise Stale("the bans have changed since; here is how things stand now")
    gone = bans[command.number]
    settings = table.settings
    settings.sanctions = [one for one in settings.sanctions if one is not gone]
    settings.seats = list(settings.seats)  # they have changed: it is stored
    return "host", Result()


def bans_of(table: Table) -> list[Sanction]:
    """The bans of a table, the oldest first."""
    return [one for one in table.settings.sanctions if one.kind == "banned"]


def _person(table: Table, number: int, token: str) -> SeatState:
    """The seat of another person. Raises Unknown or Illegal."""
    seat = table.seat(number)
    if seat.player != PERSON_NAME:
        raise Illegal(f"no player sits in seat {number + 1}")
    if number in table.seats_of([token]):
        raise Illegal(f"seat {number + 1} is your own")
    return seat


def _known_by(table: Table, seat: SeatState, address: str) -> dict[str, str]:
    """What this seat's player is known by. An address that others share names nobody."""
    shared = {one.address for one in table.settings.seats if one is not seat}
    shared |= {"", address_digest(table, address)}
    of = "" if seat.address in shared else seat.address
    return {"token": seat.token, "profile": seat.profile, "address": of}


def _replace(table: Table, seat: SeatState, by: SeatState) -> None:
    """Instead of this seat another; the list is a new one, so that it is stored."""
    table.settings.seats = [by if one is seat else one for one in table.settings.seats]


def _note(table: Table, sanction: Sanction) -> None:
    settings = table.settings
    settings.sanctions = [*settings.sanctions, sanction][-MOST:]
