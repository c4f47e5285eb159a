"""A campaign as a document, to be kept, sent and taken up again."""

from __future__ import annotations

from typing import Any

from wreckoning.core.errors import Changed, Malformed, WreckError
from wreckoning.rulesets.rally.campaign.drawing import Roll
from wreckoning.rulesets.rally.campaign.play import Campaign, Terms

FORM = "wreckoning campaign 1"
KEYS = ("form", "ruleset", "title", "rounds", "size", "players", "moves", "dice")
MOST_MOVES = 5000


def to_document(campaign: Campaign) -> dict[str, Any]:
    """All of it: what was agreed, every move and every die."""
    terms = campaign.terms
    return {
        "form": FORM,
        "ruleset": "rally",
        "title": terms.title,
        "rounds": terms.rounds,
        "size": terms.size,
        "players": [{"name": crew.name, "bot": crew.bot} for crew in campaign.crews],
        "moves": list(campaign.moves),
        "dice": list(campaign.dice),
    }


def from_document(document: Any, roll: Roll, where: str = "campaign") -> Campaign:
    """Play a campaign again from its document; `roll` gives the dice after those.

    Raises Malformed for what is none, Changed for one that these rules do not play like that.
    """
    if not isinstance(document, dict) or document.get("form") != FORM:
        raise Malformed(where, f'expected a campaign of the form "{FORM}"')
    unknown = [key for key in document if key not in KEYS]
    if unknown:
        raise Malformed(where, f"unknown key {unknown[0][:40]!r}; expected {', '.join(KEYS)}")
    try:
        terms = Terms(str(document["title"]), int(document["rounds"]), str(document["size"]))
        players = [(str(each["name"]), str(each["bot"])) for each in document["players"]]
        moves, dice = list(document["moves"]), [int(face) for face in document["dice"]]
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed(where, f"not readable: {error}") from None
    if len(moves) > MOST_MOVES:
        raise Malformed(where, f"expected at most {MOST_MOVES} moves, found {len(moves)}")
    tape = iter(dice)
    campaign = Campaign(
        terms, players, lambda question, sides: next(tape, 0) or roll(question, sides)
    )
    for number, move in enumerate(moves, 1):
        try:
            campaign.do(int(move["who"]), {k: v for k, v in move.items() if k != "who"})
        except (WreckError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise Changed(f"{where}: move {number}", str(error)) from None
    if next(tape, 0):
        raise Changed(where, "there are more dice than its moves have rolled")
    return campaign
