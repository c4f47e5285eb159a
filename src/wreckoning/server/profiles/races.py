"""A profile's races: the open turns, the results, and all of its data as a file."""

from __future__ import annotations

import asyncio
import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import RowMapping

from wreckoning.core.documents import Json
from wreckoning.server.profiles import storage
from wreckoning.server.profiles.service import Profiles
from wreckoning.server.store.profile_rows import HOST_SEAT, read_settings
from wreckoning.table.profile_messages import (
    CourseBest,
    CurrentRaces,
    GameResults,
    OwnRace,
    OwnRaces,
    ProfilePage,
    RaceKind,
)
from wreckoning.table.refusals import Unknown
from wreckoning.table.table import OPEN, RUNNING

MOST_RACES = 5000  # of one profile's seats, the latest
PER_PAGE, LATEST = 24, 6
PODIUM = 3
CURRENT = (OPEN, RUNNING)


@dataclass(frozen=True)
class RaceSearch:
    """A search among your own races; '' matches anything. Days are `2026-11-24`, inclusive."""

    game: str = ""
    course: str = ""
    opponent: str = ""
    since: str = ""
    until: str = ""

    def finds(self, race: OwnRace) -> bool:
        """True if it matches this race."""
        table = race.table
        others = [name for name in table.names if name not in race.seats]
        day = datetime.datetime.fromtimestamp(race.updated, datetime.UTC).date().isoformat()
        return (
            self.game in ("", table.ruleset)
            and self.course.casefold() in table.course.casefold()
            and (not self.opponent or _in_any(self.opponent, others))
            and (not self.since or self.since <= day)
            and (not self.until or day <= self.until)
        )


def _in_any(part: str, names: Iterable[str]) -> bool:
    return any(part.casefold() in name.casefold() for name in names)


KINDS: dict[RaceKind, Callable[[OwnRace], bool]] = {
    "turn": lambda race: race.turn,
    "running": lambda race: race.table.state == "running",
    "open": lambda race: race.table.state == "open",
    "over": lambda race: race.table.state in ("over", "abandoned"),
    "all": lambda _: True,
}


async def own_races(
    profiles: Profiles, token: str, kind: RaceKind, search: RaceSearch, offset: int
) -> OwnRaces:
    """Your own races that match a search: your turn first, then the latest. Raises Forbidden."""
    names = await profiles.all_of(token)
    rows = await profiles.read(storage.races_of, names, MOST_RACES)
    return await asyncio.to_thread(_found, rows, names, kind, search, offset)


def _found(
    rows: Sequence[Json],
    names: Sequence[str],
    kind: RaceKind,
    search: RaceSearch,
    offset: int,
) -> OwnRaces:
    races = [race for race in _races(rows, names) if search.finds(race)]
    found = sorted(filter(KINDS[kind], races), key=lambda race: not race.turn)
    return OwnRaces(
        races=found[offset : offset + PER_PAGE],
        more=len(found) > offset + PER_PAGE,
        turn=sum(map(KINDS["turn"], races)),
        running=sum(map(KINDS["running"], races)),
        open=sum(map(KINDS["open"], races)),
        over=sum(map(KINDS["over"], races)),
    )


async def current_races(profiles: Profiles, token: str) -> CurrentRaces:
    """Your own open and running races, your turn first. Raises Forbidden."""
    names = await profiles.all_of(token)
    rows = await profiles.read(storage.races_of, names, MOST_RACES, CURRENT)
    races = await asyncio.to_thread(_races, rows, names)
    return CurrentRaces(sorted(races, key=lambda race: not race.turn)[:PER_PAGE])


def _races(rows: Sequence[Json], names: Sequence[str]) -> list[OwnRace]:
    """The races of these rows: several seats at one table are one race."""
    by_table: dict[str, list[Json]] = {}
    for row in rows:
        by_table.setdefault(row["table_id"], []).append(row)
    return [_race(seats, names) for seats in by_table.values()]


def _race(rows: Sequence[Json], names: Sequence[str]) -> OwnRace:
    first = rows[0]
    driven = [row for row in rows if row["seat"] != HOST_SEAT]
    due = [row["due"] for row in rows if row["due"] is not None]
    places = [row["place"] for row in driven if row["place"]]
    return OwnRace(
        table=replace(first["summary"], state=first["state"]),
        created=first["created"],
        updated=first["updated"],
        deadline=min(due, default=first["deadline"]),
        seats=[row["name"] for row in driven],
        numbers=[row["seat"] for row in driven],
        vehicle=driven[0]["vehicle"] if driven else "",
        host=len(driven) < len(rows),
        turn=any(f" {name} " in first["asked"] for name in names),
        place=min(places, default=None),
    )


async def profile_page(profiles: Profiles, name: str, token: str) -> ProfilePage:
    """A profile's results. Raises Unknown if it does not exist or is not public."""
    own = await profiles.all_of(token) if token else []
    row = await profiles.read(storage.profile, name)
    if row is None or not (name in own or _is_public(row)):
        raise Unknown("no such profile: its person may not show it")
    names = await profiles.read(storage.all_of, row["id"])
    rows = await profiles.read(storage.races_of, names, MOST_RACES)
    return await asyncio.to_thread(_page, row, name in own, rows, names)


def _page(row: RowMapping, is_own: bool, rows: Sequence[Json], names: Sequence[str]) -> ProfilePage:
    raced = [one for one in rows if one["place"] and one["counts"]]
    places = [one["place"] for one in raced]
    listed = [race for race in _races(rows, names) if race.seats]
    return ProfilePage(
        id=row["id"],
        name=row["name"],
        colour=row["colour"],
        own=is_own,
        races=len(raced),
        wins=places.count(1),
        podiums=sum(place <= PODIUM for place in places),
        vehicle=_favourite(raced),
        games=_games(raced),
        courses=_courses(raced),
        latest=listed[:LATEST] if is_own else [],
    )


def _is_public(row: RowMapping) -> bool:
    return read_settings(row["id"], row["settings"]).public


def _favourite(raced: Sequence[Json]) -> str:
    """The vehicle driven most often."""
    counted = Counter(one["vehicle"] for one in raced if one["vehicle"])
    return counted.most_common(1)[0][0] if counted else ""


def _games(raced: Sequence[Json]) -> list[GameResults]:
    by_game = defaultdict(list)
    for one in raced:
        by_game[one["summary"].ruleset].append(one)
    found: list[GameResults] = []
    for ruleset, races in by_game.items():
        places = [one["place"] for one in races]
        found.append(
            GameResults(
                ruleset=ruleset,
                title=races[0]["summary"].ruleset_title,
                races=len(races),
                wins=places.count(1),
                podiums=sum(place <= PODIUM for place in places),
                mean_place=round(sum(places) / len(places), 2),
                vehicle=_favourite(races),
            )
        )
    return sorted(found, key=lambda game: -game.races)


def _courses(raced: Sequence[Json]) -> list[CourseBest]:
    by_course = defaultdict(list)
    for one in raced:
        summary = one["summary"]
        by_course[summary.ruleset, summary.course].append(one)
    found: list[CourseBest] = []
    for (ruleset, course), races in by_course.items():
        home = sorted((one for one in races if one["turns"]), key=lambda one: int(one["turns"]))
        laps = [one["best_lap"] for one in races if one["best_lap"]]
        best = home[0] if home else None
        found.append(
            CourseBest(
                ruleset=ruleset,
                title=races[0]["summary"].ruleset_title,
                course=course,
                races=len(races),
                place=min(one["place"] for one in races),
                turns=best["turns"] if best else 0,
                best_lap=min(laps, default=0),
                table=best["table_id"] if best else "",
            )
        )
    return sorted(found, key=lambda course: (course.title, course.course))


async def all_data(profiles: Profiles, token: str) -> Json:
    """Everything that is stored about a profile, for its owner. Raises Forbidden."""
    names = await profiles.all_of(token)
    own = await profiles.look(token)
    rows = await profiles.read(storage.races_of, names, MOST_RACES)
    chats = await profiles.read(storage.chats_of, names)
    left_out = ("summary", "asked", "due")
    return {
        "profile": asdict(own),
        "seats": [
            {
                **{key: value for key, value in row.items() if key not in left_out},
                "game": row["summary"].ruleset_title,
                "course": row["summary"].course,
                "log": f"/api/tables/{row['table_id']}/log",
            }
            for row in rows
        ],
        "orders": await profiles.read(storage.orders_of, names),
        "channels": [dict(row) for row in await profiles.read(storage.channels_of, names[0])],
        "said": [{"table": one["table_id"], "at": one["at"], "text": one["text"]} for one in chats],
    }
