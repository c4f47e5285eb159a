"""Commands, addresses and files about something that is not there are refused, never a fault."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from sqlalchemy import select, update
from tests.table.hosting import Hosted, hosting
from tests.table.serving import REQUESTS, make_table, start

from wreckoning.leagues.messages import LeagueCommand
from wreckoning.server.store.schema import leagues
from wreckoning.table import models

ROUND = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 4}
TERMS = {"points": {"places": [10, 6]}, "divisions": [{"title": "One", "places": 3}]}
RACES = ("1-1-1-1-1", "1-1-1-1-2", "9-9-9-9-9", "200-20-f-99-9", "0-0-0-0-0", "nonsense", "")
ENTRIES = (0, 1, 4, 9, 10**6)
ROUNDS = (1, 2, 9, 200)
COMMANDS: dict[str, dict[str, tuple[Any, ...]]] = {
    "sign_up": {"name": ("Zed",), "bot": ("", "nobody"), "division": (None, 1, 9, 10**6)},
    "withdraw": {"entry": ENTRIES[1:]},
    "check_in": {"entry": ENTRIES[1:], "round": ROUNDS},
    "open": {"round": ROUNDS},
    "close": {"round": ROUNDS},
    "advance": {},
    "replace": {"round": ROUNDS, "leaves": ENTRIES[1:], "comes": ENTRIES},
    "correct": {
        "race": RACES,
        "entry": ENTRIES,
        "change": ("place", "points", "void"),
        "value": (-1000, 0, 3, 1000),
        "reason": ("so it is",),
    },
    "change": {"rounds": ([], [{**ROUND, "courses": ["nowhere"]}], [{**ROUND, "ruleset": "no"}])},
    "next_season": {},
}
VIEWS = [
    *("standings?division=9", "standings?driver_class=no", "standings?page=9", "calendar?page=9"),
    *("results?round=9", "results?round=200", "results?page=9", "records?page=9"),
    *("ratings?page=9", "teams?page=9", "entries?page=9", "drivers/9", "drivers/1000000"),
    *("drivers/1?page=9", "standings.csv?division=9", "races/9-9-9-9-9/log"),
    *("races/1-1-1-1-1/log", "races/0/log", "races/f/log"),
]
SHOWN = [
    *("standings", "standings?division=0", "calendar", "results", "records", "ratings", "teams"),
    *("entries", "drivers/1", "standings.csv", "results.csv", "calendar.ics", "feed.atom", "file"),
]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("references") / "table.db") as server:
        yield server


@pytest.fixture(scope="module")
def whole(hosted: Hosted) -> dict[str, Any]:
    """The file of a league: its first round is over, and one driver waits."""
    made = hosted.post("/api/leagues", title="Cup", terms=TERMS, rounds=[ROUND, ROUND])
    at = f"/api/leagues/{made['id']}"
    for name in ("Bolt", "Gasket", "Spark", "Rivet"):
        hosted.post(f"{at}/do", **asked(made["host"], do="sign_up", name=name, bot="rookie"))
    hosted.post(f"{at}/do", **asked(made["host"], do="open", round=1))
    void = {"race": "1-1-1-1-1", "entry": 1, "change": "points", "value": 1, "reason": "so it is"}
    hosted.post(f"{at}/do", **asked(made["host"], do="correct", **void))
    found: dict[str, Any] = hosted.get(f"{at}/file?logs=false")
    return found


def asked(token: str, **body: Any) -> dict[str, Any]:
    return {"request": next(REQUESTS), "token": token, **body}


def test_every_command_is_walked() -> None:
    kinds = get_args(get_args(LeagueCommand.__value__)[0])
    assert {kind.model_fields["do"].default for kind in kinds} == set(COMMANDS)


def test_a_command_about_nothing_is_refused(hosted: Hosted, whole: dict[str, Any]) -> None:
    for do, fields in COMMANDS.items():
        made = hosted.post("/api/leagues", document=whole)
        at, refused = f"/api/leagues/{made['id']}", 0
        for values in itertools.islice(itertools.product(*fields.values()), 120):
            body = {"do": do, **dict(zip(fields, values, strict=True))}
            answer = hosted.http.post(f"{at}/do", json=asked(made["host"], **body))
            assert answer.status_code in (200, 403, 404, 409, 422), (body, answer.text)
            refused += answer.status_code != 200
        assert refused or do in ("advance", "next_season"), do
        for path in SHOWN:
            assert hosted.http.get(f"{at}/{path}").status_code == 200, (do, path)


def test_an_address_of_nothing_is_refused(hosted: Hosted, whole: dict[str, Any]) -> None:
    made = hosted.post("/api/leagues", document=whole)
    for path in VIEWS:
        answer = hosted.http.get(f"/api/leagues/{made['id']}/{path}")
        assert answer.status_code in (200, 404, 422), (path, answer.text)
        if answer.status_code != 200:
            assert answer.json()["error"]["text"].isprintable()


CORRECTED = {"race": "1-1-1-1-1", "entry": 1, "do": "points", "value": 1, "reason": "so it is"}
SUBSTITUTED = {"race": "", "round": 1, "leaves": 1, "comes": 2}
BROKEN: list[tuple[str, Any]] = [
    ("corrections", [{**CORRECTED, "entry": 77}]),
    ("corrections", [{**CORRECTED, "entry": 0}]),
    ("corrections", [{**CORRECTED, "entry": -5}]),
    ("corrections", [{**CORRECTED, "race": "1-1-1-1-7"}]),
    ("corrections", [{**CORRECTED, "race": "nonsense"}]),
    ("corrections", [{**CORRECTED, "do": "void", "entry": 77}]),
    *[
        ("corrections", [{**CORRECTED, "do": "place", "value": place}])
        for place in (-999, -1, 0, 5, 99)
    ],
    ("substitutions", [{**SUBSTITUTED, "leaves": 77}]),
    ("substitutions", [{**SUBSTITUTED, "comes": 77}]),
    ("substitutions", [{**SUBSTITUTED, "round": 77}]),
    ("substitutions", [{**SUBSTITUTED, "round": 0}]),
    ("substitutions", [{**SUBSTITUTED, "race": "nonsense"}]),
    ("rounds.0.lineups", [[1, 2, 77]]),
    ("rounds.0.lineups", [[1, 2], [3]]),
    ("rounds.0.lineups", [[1, 1, 2]]),
    ("rounds.0.present", [77]),
    ("entries.0.division", 7),
    ("entries.0.number", 2),
    ("entries.0.also", [2]),
    ("entries.0.number", 77),
    ("races.0.entries.0", 77),
    ("races.0.key", "9-1-1-1-1"),
    ("races.0.shares", {"0": [[77, 1000]]}),
    ("races.0.luck", {"77": [0.1, 0.1]}),
]


@pytest.mark.parametrize(("place", "value"), BROKEN)
def test_a_file_about_nothing_is_refused(
    hosted: Hosted, whole: dict[str, Any], place: str, value: Any
) -> None:
    document = json.loads(json.dumps(whole))
    *way, last = [int(part) if part.isdecimal() else part for part in place.split(".")]
    spot = document
    for part in way:
        spot = spot[part]
    spot[last] = value
    answer = hosted.http.post("/api/leagues", json={"document": document})
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["text"].isprintable()


def test_a_stored_correction_of_nobody_is_shown_all_the_same(
    hosted: Hosted, whole: dict[str, Any]
) -> None:
    """An earlier version took it over from a file."""
    made = hosted.post("/api/leagues", document=whole)
    tables = hosted.app.state.serving.tables
    with tables.store.engine.begin() as connection:
        mine = leagues.c.id == made["id"]
        kept = select(leagues.c.document).where(mine)
        document = json.loads(connection.execute(kept).scalar_one())
        document["corrections"].append({**CORRECTED, "entry": 77, "at": 1.0})
        document["substitutions"].append({**SUBSTITUTED, "leaves": 77, "comes": 78, "at": 1.0})
        values = {"document": json.dumps(document), "version": leagues.c.version + 1}
        connection.execute(update(leagues).where(mine).values(**values))
    at = f"/api/leagues/{made['id']}"
    assert hosted.http.post(f"{at}/look", json={"tokens": []}).status_code == 200
    for path in SHOWN:
        answer = hosted.http.get(f"{at}/{path}")
        assert answer.status_code == 200, (path, answer.text)


def test_a_tables_command_about_nothing_is_refused(hosted: Hosted) -> None:
    for begun in (False, True):
        made = make_table(hosted, "mine", "rookie", options={"referee": "on"})
        if begun:
            start(hosted, made)
        for kind in get_args(get_args(models.Command.__value__)[0]):
            do = kind.model_fields["do"].default
            if do in ("abandon", "start"):
                continue
            for seat in (1, 7, 11):
                body: dict[str, Any] = {"seat": seat, "version": 99, "ask": "no", "name": "Z"}
                body |= {"answer": "no"}
                body |= {"player": "nobody", "number": 9, "line": "", "text": "x", "target": 4}
                body |= {"reason": "so it is", "changes": {"karts": {"9": {}}}, "emote": "honk"}
                known = {k: v for k, v in body.items() if k in kind.model_fields}
                if do == "chat":
                    known["line"] = 9999
                answer = hosted.http.post(
                    f"/api/tables/{made.id}/{do}", json=asked(made.host, **known)
                )
                assert answer.status_code < 500, (do, seat, answer.text)
