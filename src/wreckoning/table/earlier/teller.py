"""Tells a race by the rules it was played by. It runs in an archive of these rules (`archives`).

    python -c "…; main()" < REQUEST > REPLY

Both are JSON; a later release and this one only have to agree on them. A request has the header of
a log, its answers as in a log, the dice's secret if it is known, and a list of what is wanted:

    {"header": {…}, "entries": […], "secret": "…", "given_up": false, "wants": ["stand"], …}

    stand     the race as a table shows it, with its log and its result
    replay    the race from its start, moment by moment
    marks     the position at each checkpoint so far; `part`: all that was told up to the last one
    position  the checkpoint at or before answer `number`, to play on from

`earlier` is what was told before these rules took the race over, in the form of `part`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import orjson

from wreckoning.core.asks import Entry, NewRules
from wreckoning.core.dice import Dice, Physical
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import WreckError
from wreckoning.core.fair import Fair, Sealed, read_terms
from wreckoning.core.logs.entries import read_entry
from wreckoning.core.logs.headers import begin
from wreckoning.core.logs.log_file import write_log
from wreckoning.core.match import Match
from wreckoning.core.ruleset import find_ruleset
from wreckoning.core.series import raced
from wreckoning.table.race_log import (
    DiceSoFar,
    EarlierPart,
    RaceLog,
    moments,
    read_part,
    rolls_of_move,
)

Request = ReadOnlyJson
Told = Json


def tell(request: Request) -> Told:
    """Tell the race after its last answer, as requested. Raises a WreckError."""
    match, entries = _begun(request)
    marks = [_mark(match)]
    for entry in entries:
        match.play_entry(entry)
        if match.checkpoint.number != marks[-1]["number"]:
            marks.append(_mark(match))
    return {want: TELLS[want](match, request, marks) for want in request["wants"]}


def _begun(request: Request) -> tuple[Match, list[Entry]]:
    """The race before its first answer by these rules, and the answers by these rules."""
    header = request["header"]
    match = begin(header, find_ruleset(header["ruleset"]), _dice(request))
    read = [read_entry(line, f"entry {n}") for n, line in enumerate(request["entries"], 1)]
    first = max((n for n, entry in enumerate(read, 1) if isinstance(entry, NewRules)), default=0)
    if first:
        change = read[first - 1]
        assert isinstance(change, NewRules)
        match.take_over(read[: first - 1], change)
    return match, read[first:]


def _dice(request: Request) -> Dice:
    terms = request["header"].get("fair")
    if terms is None:
        return Physical()
    read, secret = read_terms(terms), request.get("secret", "")
    return Fair(secret, read.match, read.texts) if secret else Sealed(read)


def _earlier(request: Request) -> EarlierPart | None:
    """What was told before these rules took the race over."""
    part = request.get("earlier")
    return None if part is None else read_part(part)


def _mark(match: Match) -> Told:
    mark = match.checkpoint
    position = match.checkpoint_position()
    return {"number": mark.number, "entries": mark.entries, "position": position}


def _stand(match: Match, request: Request, _: list[Told]) -> Told:
    """Everything that a table shows of a race that is over, or was given up."""
    view = match.ruleset.view
    race_log = RaceLog(match, _earlier(request))
    race_log.catch_up()
    series = match.series
    title = match.course.title
    return {
        "number": match.settled,
        "log": write_log(match, given_up=bool(request.get("given_up"))),
        "board": {
            "things": view.things(match),
            "headline": view.headline(match),
            "standings": view.standings(match),
            "energy": view.ENERGY,
            "track": view.track(match),
            "podium": view.podium(match) if match.is_over else None,
            "dice": DiceSoFar().of(match),
            "rolls": race_log.rolls[len(race_log.rolls) - rolls_of_move(match) :],
        },
        "ground": view.ground(match.course),
        "lines": race_log.lines,
        "result": match.result(),
        "raced": None
        if series is None or not match.is_over
        else raced(match.ruleset, match.race, match.seats, title, "?").as_json(),
    }


def _replay(match: Match, request: Request, _: list[Told]) -> Told:
    """The race from its start: its ground, and what was told at each moment."""
    view, race = match.ruleset.view, moments(match, _earlier(request))
    return {
        "ground": view.ground(match.course),
        "energy": view.ENERGY,
        "podium": view.podium(match) if match.is_over else None,
        **_part(race),
    }


def _marks(match: Match, request: Request, marks: list[Told]) -> Told:
    """The checkpoints so far, and the race up to the last one."""
    twin = match.fork()
    twin.rewind(marks[-1]["entries"])
    return {"marks": marks, "part": _part(moments(twin, _earlier(request)))}


def _part(race: EarlierPart) -> Told:
    return {"lines": race.lines, "rolls": race.rolls, "frames": race.frames}


def _position(match: Match, request: Request, _: list[Told]) -> Told:
    """The position to play on from after this many answers; `over` if the race is over there."""
    twin = match.fork()
    twin.rewind(request["number"])
    return {"position": twin.checkpoint_position(), "over": twin.is_over}


TELLS: dict[str, Callable[[Match, Request, list[Told]], Told]] = {
    "stand": _stand,
    "replay": _replay,
    "marks": _marks,
    "position": _position,
}


def main() -> None:
    """Answer one request. An error of the rules becomes the reply's `error`."""
    request = json.loads(sys.stdin.buffer.read())
    try:
        reply: object = tell(request)
    except WreckError as error:
        reply = {"error": str(error)}
    sys.stdout.buffer.write(orjson.dumps(reply))
