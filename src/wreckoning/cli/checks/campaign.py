"""`wreck verify` for a campaign's file: what the check of its moves and dice found, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wreckoning.core.documents import Json
from wreckoning.core.protocols import Campaign
from wreckoning.core.texts.wording import listed, several
from wreckoning.table.campaigns.checking import CheckedCampaign
from wreckoning.table.campaigns.stretches import DiceTerms

if TYPE_CHECKING:
    from wreckoning.cli.checks.games import CountedGame
    from wreckoning.cli.terminal.voice import Voice


def as_document(checked: CheckedCampaign, games: Sequence[CountedGame]) -> Json:
    """The result as JSON."""
    return {
        "verdict": f"{verdict(checked)} {verdict_on_games(games)}".rstrip(),
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
        "results": [
            {"game": game.number + 1, "match": game.table or None, "log": game.log or None}
            for game in games
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


def verdict_on_games(games: Sequence[CountedGame]) -> str:
    """Which results follow from logs, and which were not checked; '' if there are none."""
    held, words = [game for game in games if game.log], []
    if held:
        words.append(f"Games whose results follow from their logs: {len(held)} of {len(games)}.")
    left = [game for game in games if not game.log]
    if left:
        which = listed([f"{game.title}, {game.why}" for game in left])
        words.append(f"Results that are taken from the file, not checked: {which}.")
    return " ".join(words)


def tell_verdict(voice: Voice, checked: CheckedCampaign, games: Sequence[CountedGame]) -> None:
    """Print the players, the terms of the dice, and that everything passed."""
    from rich.text import Text

    from wreckoning.cli.checks.verdicts import given_texts
    from wreckoning.cli.terminal.voice import GOOD, HEADING

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
    if found := verdict_on_games(games):
        voice.say(Text(found, style=GOOD if all(game.log for game in games) else ""))


def _end(campaign: Campaign) -> str:
    return "it is over" if campaign.is_over else "it goes on"
