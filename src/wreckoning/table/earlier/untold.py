"""A race whose rules are not here, or do not tell it: what is left of it without them."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, WreckError
from wreckoning.core.logs.entries import read_stored
from wreckoning.core.logs.log_file import write_entries
from wreckoning.core.shown import Ground
from wreckoning.table.earlier.ended import EndedRace
from wreckoning.table.table import RUNNING, Table, header_of


def untold_race(table: Table, entries: Sequence[Json], turn: int, why: str) -> EndedRace:
    """The race without board and story: a line that says why, its answers, and the dice's secret.

    While it runs, its log stays closed: without its rules, which answers are secret is unknown.
    """
    ground = _ground(table)
    line = {"parts": [{"text": f"This race cannot be shown: {why}."}]}
    lines = [{"names": [], "rules": [], "heading": "", "phase": "", **line}]
    board: Json = {
        "things": [],
        "headline": {
            "title": table.settings.course_title,
            "turn": turn,
            "lap": 0,
            "laps": 0,
            "conditions": [],
            "unit": "turn",
        },
        "standings": [],
        "energy": table.ruleset.view.ENERGY,
        "track": [],
        "podium": None,
        "dice": [],
        "rolls": [],
    }

    def tell(*wants: str, given_up: bool = False, **_: object) -> Json:
        if wants == ("replay",):
            parts = ("things", "headline", "standings", "track", "rolls")
            frame = {"number": len(entries), "lines": 1, "effects": []}
            frames = [{**frame, **{part: board[part] for part in parts}}]
            told = {"ground": ground, "energy": board["energy"], "podium": None}
            return {"replay": {**told, "lines": lines, "rolls": [], "frames": frames}}
        if wants == ("stand",):
            return {"stand": {**stand, "log": log(table.secret if given_up else "")}}
        raise Illegal(f"this race cannot be played on from: {why}")

    def log(secret: str) -> str:
        answers = [read_stored(one) for one in entries]
        return write_entries(header_of(table), answers, secret)

    stand = {
        "number": len(entries),
        "log": log("" if table.state == RUNNING else table.secret),
        "board": board,
        "ground": ground,
        "lines": lines,
        "result": None,
        "raced": None,
    }
    return EndedRace(stand, tell, len(entries), why)


def _ground(table: Table) -> Ground:
    """The course as the current rules draw it; an empty one if they do not."""
    try:
        return table.ruleset.view.ground(table.course)
    except WreckError:
        return Ground(1.0, 1.0, (), (), ())
