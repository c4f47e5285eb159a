"""The seats of a campaign: their owners, and their players' texts for the dice."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.fair import check_text
from wreckoning.core.protocols import Campaign, Campaigns
from wreckoning.server.campaigns.storage import Keeping
from wreckoning.table.identity import profiles_in
from wreckoning.table.refusals import Forbidden
from wreckoning.table.table import digest


def digest_in(tokens: Sequence[str], wanted: str) -> bool:
    """True if one of these tokens has this digest."""
    return any(secrets.compare_digest(digest(token), wanted) for token in tokens)


def seats_of(keeping: Keeping, tokens: Sequence[str]) -> list[int]:
    """The seats that these tokens open."""
    return [
        number
        for number, seat in enumerate(keeping.seats)
        if (seat.token and digest_in(tokens, seat.token))
        or (seat.profile and seat.profile in profiles_in(tokens))
    ]


def is_host(keeping: Keeping, tokens: Sequence[str]) -> bool:
    """True if the host's token is among these, or the host's profile is proved."""
    profile = keeping.host_profile
    return digest_in(tokens, keeping.host) or bool(profile and profile in profiles_in(tokens))


def check_crews(kind: Campaigns, campaign: Campaign, bots: Sequence[str], seats: int) -> None:
    """Check that the players of a campaign's file can play it here. Raises Malformed or Illegal."""
    if len(campaign.crews) != seats:
        raise Illegal(f"this campaign has {len(campaign.crews)} players, found {seats} seats")
    kind.check_names([crew.name for crew in campaign.crews])
    for crew in campaign.crews:
        if crew.bot and crew.bot not in bots:
            raise Malformed(f"document: seat {crew.seat + 1}", unknown("bot", crew.bot, bots))


def takes_texts(campaign: Campaign, keeping: Keeping) -> bool:
    """True if players may give texts: until the start; in a loaded campaign, until the next die."""
    stretch, taken_up_here = keeping.fair[-1], len(keeping.fair) > 1
    if stretch.games or len(campaign.dice) > stretch.first:
        return False
    return bool(campaign.is_open) or taken_up_here


def put_text(campaign: Campaign, keeping: Keeping, seat: int, text: str) -> None:
    """Set a player's text for the dice. Raises Malformed or Illegal."""
    check_text("text", text)
    if not takes_texts(campaign, keeping):
        raise Illegal("the texts for the dice are fixed: they are given before the first roll")
    keeping.seats[seat].text = text
    keeping.fair[-1].texts = [each.text for each in keeping.seats]


def check_own(keeping: Keeping, seat: int, token: str) -> None:
    """Raise Forbidden if this is not the seat's token."""
    if seat not in seats_of(keeping, [token]):
        raise Forbidden("this is not your seat")


def open_seats(campaign: Campaign, keeping: Keeping, seats: Iterable[int]) -> list[int]:
    """The seats among these that wait for a player."""
    return [
        seat for seat in seats if not campaign.crews[seat].bot and not keeping.seats[seat].token
    ]
