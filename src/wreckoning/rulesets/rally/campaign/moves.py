"""The moves of a campaign, with their fields, and how they are read from JSON.

A move is a frozen model: `{"do": "save", "vehicle": 3}` in JSON, `Save(vehicle=3)` here. Reading is
strict: no other keys, no text for a number, nothing larger than a campaign needs.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.texts.names import CODES, MAX_NAME
from wreckoning.rulesets.rally.race import MAX_VEHICLES
from wreckoning.rulesets.rally.teams.codes import MAX_CODE

MOST_PLAYERS = 9
MOST_GAMES = 100  # of a campaign; 12 rounds of 9 players have 48
MOST_POINTS = 10_000  # of a game
MOST_OWNED = 1000  # vehicles ever in a roster

Code = Annotated[str, Field(max_length=MAX_CODE)]
Vehicle = Annotated[int, Field(ge=0, lt=MOST_OWNED)]
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]


class Strict(BaseModel):
    """Strict JSON: every key is known, and every value has its type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Join(Strict):
    """A player takes a seat, or goes by another name."""

    do: Literal["join"] = "join"
    name: Annotated[str, Field(max_length=CODES * MAX_NAME)]


class ChooseRoster(Strict):
    """A roster to begin with; another one replaces it."""

    do: Literal["roster"] = "roster"
    team: Code


class Start(Strict):
    """The host starts the campaign."""

    do: Literal["start"] = "start"


class FieldTeam(Strict):
    """The vehicles that drive in the game of this round."""

    do: Literal["field"] = "field"
    vehicles: Annotated[list[Vehicle], Field(max_length=MAX_VEHICLES)]


class Fate(Strict):
    """How a vehicle came home from a game."""

    destroyed: bool
    hit_points: Points
    most: Points  # its hit points when it is whole


class Result(Strict):
    """The table counts a finished game: for each player their points and their vehicles' fates."""

    do: Literal["result"] = "result"
    game: Annotated[int, Field(ge=0, lt=MOST_GAMES)]
    points: Annotated[list[Points], Field(max_length=MOST_PLAYERS)]
    winner: Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]  # their place in this game's list
    fates: Annotated[
        list[Annotated[list[Fate], Field(max_length=MAX_VEHICLES)]], Field(max_length=MOST_PLAYERS)
    ]


class Repair(Strict):
    """Pay for a damaged vehicle."""

    do: Literal["repair"] = "repair"
    vehicle: Vehicle


class Save(Strict):
    """Pay for a vehicle that is in doubt."""

    do: Literal["save"] = "save"
    vehicle: Vehicle


class Scrap(Strict):
    """Give up a vehicle that is in doubt."""

    do: Literal["scrap"] = "scrap"
    vehicle: Vehicle


class Refit(Strict):
    """Add to a vehicle: `design` is the code of the vehicle as it is afterwards."""

    do: Literal["refit"] = "refit"
    vehicle: Vehicle
    design: Code


class Buy(Strict):
    """Buy another vehicle."""

    do: Literal["buy"] = "buy"
    design: Code


class Hire(Strict):
    """Hire a vehicle for the game of this round: its type, without weapons."""

    do: Literal["hire"] = "hire"
    vehicle: Annotated[str, Field(max_length=MAX_NAME)]


class Ready(Strict):
    """Go on to the next round."""

    do: Literal["ready"] = "ready"


TableMove = Start | Result
PlayerMove = Join | ChooseRoster | FieldTeam | Repair | Save | Scrap | Refit | Buy | Hire | Ready
Move = TableMove | PlayerMove

NAMES = [str(kind.model_fields["do"].default) for kind in get_args(Move)]
MOVES: TypeAdapter[Move] = TypeAdapter(Annotated[Move, Field(discriminator="do")])
SHOULD = re.compile("^[A-Z][a-z]+ should (be|have)")  # as pydantic begins
PHRASES = {"missing": "expected a value, found none", "extra_forbidden": "unknown key"}

AnyStrict = TypeVar("AnyStrict", bound=Strict)


def read_move(given: object) -> Move:
    """Read a move from JSON. Raises Malformed."""
    if not isinstance(given, dict):
        raise Malformed("move", 'expected an object, {"do": …}')
    name = given.get("do")
    if not isinstance(name, str):
        raise Malformed("do", f"expected the name of a move, one of {', '.join(NAMES)}")
    if name not in NAMES:
        raise Malformed("do", unknown("move", name, NAMES))
    try:
        return MOVES.validate_python(given)
    except ValidationError as error:
        raise fault_of(error) from None


def read_strict(kind: type[AnyStrict], given: object, where: str) -> AnyStrict:
    """Read a model from JSON. Raises Malformed."""
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        fault = fault_of(error)
        raise Malformed(f"{where}: {fault.where}", fault.problem) from None


def fault_of(error: ValidationError) -> Malformed:
    """The first fault: its place, and what was expected."""
    fault: Any = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(_part(part) for part in fault["loc"])
    problem = SHOULD.sub("expected", str(fault["msg"]).replace("\n", " "))
    return Malformed(where or "here", PHRASES.get(fault["type"], problem[:200]))


def _part(part: str | int) -> str:
    """A part of a place. A key may be any text, so it is cut and shown on one line."""
    text = str(part)
    return text if text.isidentifier() or isinstance(part, int) else ascii(text[:40])
