"""Replays a campaign's file, and checks each of its dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wreckoning.core.errors import Changed, Malformed
from wreckoning.core.protocols import Campaign
from wreckoning.core.ruleset import find_ruleset
from wreckoning.table.campaigns.stretches import DiceTerms, check_texts, read_stretches


@dataclass(frozen=True)
class CheckedCampaign:
    """A campaign whose moves and dice all passed."""

    campaign: Campaign
    moves: int
    dice: int
    stretches: tuple[DiceTerms, ...]

    @property
    def rolls(self) -> list[tuple[DiceTerms, int]]:
        """Each stretch of dice with its number of rolls."""
        ends = [stretch.first for stretch in self.stretches[1:]]
        if self.stretches:
            ends.append(self.dice)
        return [
            (stretch, max(end - stretch.first, 0))
            for stretch, end in zip(self.stretches, ends, strict=True)
        ]


def check_campaign(document: object, where: str) -> CheckedCampaign:
    """Replay a campaign with the dice in its file. Raises Malformed or Changed.

    Dice with a secret in the file are made again, with the players' texts. For the others only the
    questions are checked.
    """
    if not isinstance(document, dict) or not isinstance(document.get("ruleset"), str):
        raise Malformed(where, "expected a campaign's file, with its ruleset")
    ruleset = find_ruleset(document["ruleset"])
    if ruleset.campaign is None:
        raise Malformed(where, f"{ruleset.title} has no campaigns")
    dice = document.get("dice")
    if not isinstance(dice, list) or not all(type(face) is int for face in dice):
        raise Malformed(f"{where}: dice", "expected a list of whole numbers")
    stretches = read_stretches(document.get("fair", []), len(dice), f"{where}: fair")
    rolled = 0

    def roll(question: str, sides: int) -> int:
        nonlocal rolled
        if rolled == len(dice):
            raise Changed("dice", f"there are {len(dice)}, and the moves ask for one more")
        shown: int = dice[rolled]
        _check_die(stretches, rolled, question, sides, shown)
        rolled += 1
        return shown

    played = {key: value for key, value in document.items() if key != "fair"} | {"dice": []}
    campaign = ruleset.campaign.from_document(played, roll, where)
    if rolled != len(dice):
        raise Changed(f"{where}: dice", f"the moves ask for {rolled}, found {len(dice)}")
    check_texts(stretches, len(campaign.crews), f"{where}: fair")
    return CheckedCampaign(campaign, len(document["moves"]), rolled, tuple(stretches))


def _check_die(
    stretches: Sequence[DiceTerms], number: int, question: str, sides: int, shown: int
) -> None:
    """Check one die against its secret, if that is known. Raises Changed."""
    if not 1 <= shown <= sides:
        raise Changed(f"die {number + 1}", f"expected 1 to {sides}, found {str(shown)[:40]}")
    stretch = next((one for one in reversed(stretches) if one.first <= number), None)
    fair = stretch.fair if stretch else None
    made = fair.roll(number, sides, question) if fair else shown
    if made != shown:
        raise Changed(f"die {number + 1}", f"its secret makes {made} of it, found {shown}")
