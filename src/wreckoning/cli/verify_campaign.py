"""`wreck verify` for a campaign's file: replays its moves, and checks each of its dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wreckoning.core.errors import Changed, Malformed
from wreckoning.table.campaigns.stretches import DiceTerms, check_texts, read_stretches

if TYPE_CHECKING:
    from wreckoning.cli.terminal.voice import Voice


@dataclass(frozen=True)
class CheckedCampaign:
    """A campaign whose moves and dice all passed."""

    campaign: Any
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


def check_campaign(document: Any, where: str) -> CheckedCampaign:
    """Replay a campaign with the dice in its file. Raises Malformed or Changed.

    Dice with a secret in the file are made again, with the players' texts. For the others only the
    questions are checked.
    """
    from wreckoning.core.ruleset import find_ruleset

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


def as_document(checked: CheckedCampaign) -> dict[str, Any]:
    """The result as JSON."""
    return {
        "verdict": verdict(checked),
        "title": checked.campaign.terms.title,
        "players": [crew.name for crew in checked.campaign.crews],
        "over": checked.campaign.is_over,
        "moves": checked.moves,
        "dice": checked.dice,
        "fair": [
            {"first": stretch.first, "rolls": count, **stretch.terms.as_json()}
            | {"secret": stretch.secret or None, "games": _games(stretch)}
            for stretch, count in checked.rolls
        ],
    }


def _games(stretch: DiceTerms) -> list[dict[str, str | None]]:
    """The tables of games, each with the commitment it must have."""
    return [{"match": game, "commitment": stretch.commitment_of(game)} for game in stretch.games]


def verdict(checked: CheckedCampaign) -> str:
    """The final verdict on a campaign that plays as its file says."""
    sealed = sum(count for stretch, count in checked.rolls if not stretch.secret)
    held = sum(count for stretch, count in checked.rolls if stretch.secret)
    without = checked.dice - held - sealed
    words = f"All {checked.moves} moves play as they stand here."
    if held:
        made = "what their secret and the players' texts make them"
        words += f" {held} of {checked.dice} dice are {made}."
    if sealed:
        over = "is not in the file" if checked.campaign.is_over else "is shown at the end"
        words += f" The secret of {sealed} {over}."
    if without:
        words += f" For {without} of {checked.dice} dice the file names no secret."
    return words


def tell_verdict(voice: Voice, checked: CheckedCampaign) -> None:
    """Print the players, the terms of the dice, and that everything passed."""
    from rich.text import Text

    from wreckoning.cli.terminal.voice import GOOD, HEADING
    from wreckoning.cli.verdicts import given_texts
    from wreckoning.core.wording import listed, several

    campaign = checked.campaign
    voice.say(Text(f"Campaign: {campaign.terms.title}", style=HEADING))
    voice.say(f"{listed([crew.name for crew in campaign.crews])}; {_end(campaign)}.")
    for stretch, count in checked.rolls:
        voice.say()
        voice.say(f"{several(count, 'die', 'dice')} of {stretch.terms.match}")
        voice.say_path(f"commitment {stretch.terms.commitment}")
        voice.say_path(f"secret     {stretch.secret or 'not shown yet'}")
        if stretch.texts:
            voice.say(given_texts([crew.name for crew in campaign.crews], stretch.texts))
        for game in _games(stretch):
            voice.say_path(
                f"game {game['match']}: commitment {game['commitment'] or 'not shown yet'}"
            )
    voice.say()
    voice.say(Text(verdict(checked), style=GOOD))


def _end(campaign: Any) -> str:
    return "it is over" if campaign.is_over else "it goes on"
