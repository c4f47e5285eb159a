"""Plays a ruleset's campaign with the table's dice, as far as bots can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wreckoning.core.documents import Json
from wreckoning.core.errors import Changed, Malformed
from wreckoning.core.fair import Fair
from wreckoning.core.protocols import Campaign, Campaigns
from wreckoning.core.ruleset import find_ruleset
from wreckoning.table.campaigns.stretches import DiceTerms

MOST_BOT_MOVES = 2000  # in a row: a bot that never ends would otherwise block the table


def kind_of(ruleset: str) -> Campaigns:
    """The campaigns of a ruleset. Raises Malformed if it has none."""
    found = find_ruleset(ruleset)
    if found.campaign is None:
        raise Malformed("ruleset", f"{found.title} has no campaigns")
    return found.campaign


def check_terms(kind: Campaigns, terms: Mapping[str, str]) -> None:
    """Check the names and values of a new campaign's settings. Raises Malformed."""
    known = {name: values for name, _, values in kind.FORM_FIELDS}
    for name, value in terms.items():
        if name not in known:
            raise Malformed(name[:40], f"expected one of {', '.join(known)}")
        if value not in known[name]:
            raise Malformed(name, f"expected one of {', '.join(known[name])}, found {value[:40]!r}")


def no_die(question: str, sides: int) -> int:
    """Refuse any roll: there are none before the start."""
    raise AssertionError(f"{question}: a die of {sides} before the start")


class CampaignDice:
    """Fair dice for a campaign, numbered from 0."""

    def __init__(self, secret: str, fair: DiceTerms, rolled: int) -> None:
        self._fair = Fair(secret, fair.match, fair.texts)
        self._number = rolled
        self.is_past = True  # while past moves are replayed, which have their dice

    def roll(self, question: str, sides: int) -> int:
        """Roll the next die. Raises Changed while past moves are replayed."""
        if self.is_past:
            raise Changed("dice", "there are fewer than its moves have rolled")
        face = self._fair.roll(self._number, sides, question)
        self._number += 1
        return face


def taken_up(ruleset: str, document: Json, secret: str, fair: DiceTerms) -> Campaign:
    """The campaign of a document, with the dice that follow."""
    dice = CampaignDice(secret, fair, rolled_in(document))
    campaign: Campaign = kind_of(ruleset).from_document(document, dice.roll, "document")
    dice.is_past = False
    return campaign


def rolled_in(document: Json) -> int:
    """The number of dice in a document; 0 if it is not a campaign's."""
    dice = document.get("dice")
    return len(dice) if isinstance(dice, list) else 0


def let_bots(kind: Campaigns, campaign: Campaign) -> None:
    """Let bots make all their moves."""
    for _ in range(MOST_BOT_MOVES):
        seat = next((s for s in campaign.waited_for() if campaign.crews[s].bot), None)
        move = None if seat is None else kind.bot_move(campaign, seat)
        if seat is None or move is None:
            return
        campaign.do(seat, move)


def people(campaign: Campaign) -> Sequence[int]:
    """The seats of people."""
    return [crew.seat for crew in campaign.crews if not crew.bot]
