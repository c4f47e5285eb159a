"""A campaign as a document, to be kept, sent and resumed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from wreckoning.core.documents import Json
from wreckoning.core.errors import Changed, Malformed, WreckError
from wreckoning.core.records import NOBODY
from wreckoning.core.texts.names import CODES, MAX_NAME
from wreckoning.rulesets.rally.campaign.drawing import Roll
from wreckoning.rulesets.rally.campaign.fielding import FIRST_EDITION, Terms
from wreckoning.rulesets.rally.campaign.moves import MOST_PLAYERS, Strict, read_move, read_strict
from wreckoning.rulesets.rally.campaign.play import Campaign
from wreckoning.rulesets.rally.race import SIDES

FORM = "wreckoning campaign 1"
MOST_MOVES = 5000
MOST_DICE = 10_000
MOST_TITLE = 200  # characters


class PlayerKept(Strict):
    """A player as they began; `bot` is empty for a person."""

    name: Annotated[str, Field(max_length=CODES * MAX_NAME)]
    bot: Annotated[str, Field(max_length=40)]


class Document(Strict):
    """The terms, every move (each with its `who`) and every die."""

    form: Literal["wreckoning campaign 1"]
    ruleset: Literal["rally"]
    title: Annotated[str, Field(max_length=MOST_TITLE)]
    rounds: int
    size: Annotated[str, Field(max_length=40)]
    hire: Literal["on", "off"] | None = None  # not there in those of the first edition
    players: list[PlayerKept]
    moves: Annotated[list[Json], Field(max_length=MOST_MOVES)]
    dice: Annotated[list[Annotated[int, Field(ge=1, le=SIDES)]], Field(max_length=MOST_DICE)]


def to_document(campaign: Campaign) -> Json:
    """The document of a campaign: its terms, every move and every die."""
    terms = campaign.terms
    return {
        "form": FORM,
        "ruleset": "rally",
        "title": terms.title,
        "rounds": terms.rounds,
        "size": terms.size,
        **({"hire": terms.hire} if terms.hire else {}),
        "players": [{"name": name, "bot": bot} for name, bot in campaign.players],
        "moves": [{**move.model_dump(), "who": who} for who, move in campaign.moves],
        "dice": list(campaign.dice),
    }


def from_document(given: object, roll: Roll, where: str = "campaign") -> Campaign:
    """Play a campaign again from its document; `roll` gives the dice after those.

    Raises Malformed for an invalid document, Changed for one that plays differently now.
    """
    if not isinstance(given, dict) or given.get("form") != FORM:
        raise Malformed(where, f'expected a campaign of the form "{FORM}"')
    document = read_strict(Document, given, where)
    try:
        terms = Terms(
            document.title, document.rounds, document.size, document.hire or FIRST_EDITION
        )
        players = [(each.name, each.bot) for each in document.players]
        tape = iter(document.dice)
        campaign = Campaign(
            terms, players, lambda question, sides: next(tape, 0) or roll(question, sides)
        )
    except Malformed as error:
        raise Malformed(where, str(error)) from None
    for number, move in enumerate(document.moves, 1):
        try:
            _make(campaign, move)
        except WreckError as error:
            raise Changed(f"{where}: move {number}", str(error)) from None
    if next(tape, 0):
        raise Changed(where, "there are more dice than its moves have rolled")
    return campaign


def _make(campaign: Campaign, kept: Json) -> None:
    """Make a stored move. Raises a WreckError."""
    who = kept.get("who")
    if type(who) is not int or not NOBODY <= who < MOST_PLAYERS:
        raise Malformed("who", f"expected a player's number, or {NOBODY} for the table")
    campaign.do(who, read_move({key: kept[key] for key in kept if key != "who"}))
