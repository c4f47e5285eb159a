"""A ruleset's campaign with the table's dice, as far as it goes without anybody."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from wreckoning.core.errors import Changed, Malformed
from wreckoning.core.fair import Fair
from wreckoning.core.protocols import Campaigns
from wreckoning.core.ruleset import find_ruleset
from wreckoning.table.campaigns.storage import Keeping, StoredCampaign
from wreckoning.table.campaigns.stretches import DiceTerms

MOST_BOT_MOVES = 2000  # in a row: a bot that never ends would otherwise hold the table


def kind_of(ruleset: str) -> Campaigns:
    """The campaigns of a ruleset. Raises Malformed if it has none."""
    found = find_ruleset(ruleset)
    if found.campaign is None:
        raise Malformed("ruleset", f"{found.title} has no campaigns")
    return found.campaign


class CampaignDice:
    """Fair dice for a campaign, numbered from its first on."""

    def __init__(self, secret: str, fair: DiceTerms, rolled: int) -> None:
        self._fair = Fair(secret, fair.match, fair.texts)
        self._number = rolled
        self.is_past = True  # the moves that are made again have dice already

    def roll(self, question: str, sides: int) -> int:
        """The next one. Raises Changed while past moves are made again."""
        if self.is_past:
            raise Changed("dice", "there are fewer than its moves have rolled")
        face = self._fair.roll(self._number, sides, question)
        self._number += 1
        return face


def take_up(kept: StoredCampaign) -> Any:
    """The campaign as it stands. Raises Malformed or Changed."""
    document = json.loads(kept.document)
    return taken_up(kept.ruleset, document, kept.secret, kept.keeping)


def taken_up(ruleset: str, document: dict[str, Any], secret: str, keeping: Keeping) -> Any:
    """A campaign from its document, with the dice that go on from there."""
    dice = CampaignDice(secret, keeping.fair[-1], rolled_in(document))
    campaign = kind_of(ruleset).from_document(document, dice.roll, "document")
    dice.is_past = False
    return campaign


def rolled_in(document: dict[str, Any]) -> int:
    """How many dice a document has; 0 if it is none of a campaign."""
    dice = document.get("dice")
    return len(dice) if isinstance(dice, list) else 0


def let_bots(kind: Any, campaign: Any) -> None:
    """Bots do all that they have to do."""
    for _ in range(MOST_BOT_MOVES):
        seat = next((s for s in campaign.waited_for() if campaign.crews[s].bot), None)
        move = None if seat is None else kind.bot_move(campaign, seat)
        if move is None:
            return
        campaign.do(seat, move)


def people(campaign: Any) -> Sequence[int]:
    """The seats that are not a bot's."""
    return [crew.seat for crew in campaign.crews if not crew.bot]
