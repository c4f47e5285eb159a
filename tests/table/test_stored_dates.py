"""What was stored before dates were checked: every page, feed and file of it can still be read."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar
from tests.table.hosting import hosting

from wreckoning.core.documents import Json

ROUND = {"ruleset": "rtd", "courses": ["sundae_drive"], "opens": "2030-05-31T20:00"}
TERMS = {"points": {"places": [10]}, "divisions": [{"title": "One"}], "time_zone": "Asia/Tokyo"}
PARTS = [
    "look",
    "calendar",
    "standings",
    "results",
    "records",
    "ratings",
    "teams",
    "entries",
    "file",
]
FILES = ["feed.atom", "calendar.ics", "standings.csv", "results.csv"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "1970-01-01", "2030-02-30"])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "Mars/Base"])
def test_stored_dates_of_any_year_are_shown(tmp_path: Path, day: str, zone: str) -> None:
    database = tmp_path / "table.db"
    with hosting(database) as server:
        league = server.post("/api/leagues", title="Cup", terms=TERMS, rounds=[ROUND] * 2)["id"]
        token = server.post("/api/profile", name="Ann")["token"]
    with sqlite3.connect(database) as store:
        (text,) = store.execute("SELECT document FROM leagues").fetchone()
        document: Json = json.loads(text)
        document["terms"]["time_zone"] = zone
        for plan in document["rounds"]:
            plan |= {"opens": f"{day}T00:00", "closes": f"{day}T23:59", "closed": 253_402_300_799.0}
        store.execute("UPDATE leagues SET document = ?", [json.dumps(document)])
        (text,) = store.execute("SELECT settings FROM profiles").fetchone()
        settings: Json = json.loads(text)
        settings["rhythm"] = {"zone": zone}
        if day in ("1970-01-01", "9999-12-31"):  # others were always refused there
            settings["rhythm"]["holidays"] = [{"first": day, "last": day}]
        store.execute("UPDATE profiles SET settings = ?", [json.dumps(settings)])
    store.close()
    with hosting(database) as server:
        http: Any = server.http
        found = {}
        for part in [*PARTS, *FILES]:
            path = f"/api/leagues/{league}/{part}"
            answer = http.post(path, json={}) if part == "look" else http.get(path)
            assert answer.status_code == 200, (part, answer.text)
            found[part] = answer.content
        Calendar.from_ical(found["calendar.ics"])
        assert http.get("/api/leagues?state=open").status_code == 200
        for path in ("/api/profile", "/api/profile/export", "/api/profile/races"):
            answer = http.get(path, headers={"authorization": f"Bearer {token}"})
            assert answer.status_code == 200, (path, answer.text)
