"""The race of the day: the same course, bots and dice for everyone, once for each profile.

Its terms are drawn a day ahead and kept with the server's keys. The secret of its dice is shown
when the day is over, so nobody who plays can foresee a die: docs/fair-dice.md. The id of a race
follows from its day and its profile: nobody has two.
"""

from __future__ import annotations

import asyncio
import datetime
import hmac
import json
import secrets
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Engine, func, select

from wreckoning.core.fair import commitment
from wreckoning.core.ruleset import default_opponent, find_ruleset, rulesets
from wreckoning.server import days
from wreckoning.server.live.service import ID_LENGTH, ID_LETTERS, TableService, draw_randomness
from wreckoning.server.notices.keys import kept_key
from wreckoning.server.profiles.service import SIGNED_OUT, Profiles
from wreckoning.server.store.schema import Values, keys, moves, seatings, tables
from wreckoning.table import lobby, models, replies
from wreckoning.table.identity import profiles_in
from wreckoning.table.ids import TableId
from wreckoning.table.refusals import Forbidden, Unknown
from wreckoning.table.shown.game_cards import announcement_of
from wreckoning.table.table import OPEN, Table

MOST_RESULTS = 100
YOU = "You"


@dataclass(frozen=True)
class DayTerms:
    """What is fixed for a day before it begins."""

    day: str
    secret: str
    ruleset: str
    course: str
    bots: int

    def race_of(self, profile: str) -> TableId:
        """The id of this profile's race. Nobody can guess it before the secret is shown."""
        made = hmac.digest(
            bytes.fromhex(self.secret),
            f"wreckoning race of the day 1\n{self.day}\n{profile}".encode(),
            "sha256",
        )
        letters = [ID_LETTERS[byte % len(ID_LETTERS)] for byte in made[:ID_LENGTH]]
        return TableId(_first_id(self.day) + "".join(letters))


def _first_id(day: str) -> str:
    """What the ids of a day's races begin with; other tables' ids have no such digits."""
    return f"d{day.replace('-', '')}"


def _draw(day: str) -> DayTerms:
    """Terms for a day: the games take turns, and so do the courses of each."""
    number = datetime.date.fromisoformat(day).toordinal()
    games = rulesets()
    game = games[number % len(games)]
    courses = game.course_names()
    course = courses[number // len(games) % len(courses)]
    return DayTerms(day, secrets.token_hex(32), game.key, course, announcement_of(game).bots)


def terms_of(engine: Engine, day: str) -> DayTerms:
    """The terms of a day: of today and tomorrow they are drawn if there are none.

    Raises Unknown for a later day, and for an earlier one that was not drawn.
    """
    name = f"day {day}"
    if days.today() <= day <= days.today(1):
        return DayTerms(**json.loads(kept_key(engine, name, json.dumps(asdict(_draw(day))))))
    with engine.connect() as connection:
        found = connection.execute(select(keys.c.value).where(keys.c.name == name)).scalar()
    if found is None:
        raise Unknown(f"there was no race of the day on {day} here")
    return DayTerms(**json.loads(found))


class Daily:
    """The races of the day of a server."""

    def __init__(self, tables: TableService, profiles: Profiles) -> None:
        self._tables, self._profiles = tables, profiles
        self._making = asyncio.Lock()

    async def look(self, day: str, token: str) -> replies.DailyRace:
        """A day's race and its results; '' is today. `token` is that of a device, or ''.

        Raises Unknown for a day to come, and for one on which nobody looked.
        """
        if day > days.today():
            raise Unknown(f"the race of {day} is not told before that day begins")
        terms: DayTerms = await self._profiles.read(terms_of, day or days.today())
        sealed = not days.is_over(terms.day)
        own = profiles_in([await self._profiles.proof(token)])
        rows = await self._profiles.read(_results, terms.day)
        mine = await self._own_race(terms, own)
        may_see = not sealed or (mine is not None and mine.state == "over")
        game = find_ruleset(terms.ruleset)
        following = await self._profiles.read(terms_of, days.today(1)) if sealed else None
        return replies.DailyRace(
            day=terms.day,
            ends=days.end_of(terms.day),
            ruleset=game.key,
            ruleset_title=game.title,
            course=replies.CourseName(terms.course, game.load_course(terms.course).title),
            bots=terms.bots,
            commitment=commitment(terms.secret),
            secret=None if sealed else terms.secret,
            following=commitment(following.secret) if following else None,
            own=mine,
            results=_ranked(rows, own, may_see),
        )

    async def _own_race(self, terms: DayTerms, own: list[str]) -> replies.OwnDailyRace | None:
        for profile in own:
            name = terms.race_of(profile)
            kept = await self._tables.live_tables.read(self._tables.store.summary, name)
            if kept is not None:
                return replies.OwnDailyRace(name, kept[0].state)
        return None

    async def race(self, wanted: models.NewDailyRace) -> TableId:
        """Begin today's race, or return the one begun. Raises Forbidden without a profile."""
        own = profiles_in([wanted.token])
        if not own:
            raise Forbidden(SIGNED_OUT)
        terms: DayTerms = await self._profiles.read(terms_of, days.today())
        async with self._making:
            mine = await self._own_race(terms, own)
            if mine is None or mine.state == OPEN:
                return await self._begin(terms, own[0], wanted, mine is None)
        return mine.table

    async def _begin(
        self, terms: DayTerms, profile: str, wanted: models.NewDailyRace, is_new: bool
    ) -> TableId:
        table, host = new_race(terms, profile, wanted)
        if is_new:
            await self._tables.store_new(table)
        await self._tables.begin(table.id, host if is_new else wanted.token)
        return table.id


def new_race(terms: DayTerms, profile: str, wanted: models.NewDailyRace) -> tuple[Table, str]:
    """The table of a profile's race, which has not begun, and its host's token."""
    bot = default_opponent(find_ruleset(terms.ruleset))
    driver = models.NewSeat(player=lobby.MINE, name=wanted.name.strip() or YOU)
    table = models.NewTable(
        ruleset=terms.ruleset,
        course=terms.course,
        listed=False,
        seats=[driver, *[models.NewSeat(player=bot)] * terms.bots],
        practice=True,
    )
    drawn = draw_randomness()
    chance = replace(drawn, id=terms.race_of(profile), secret=terms.secret)
    made, _ = lobby.new_table(table.model_copy(update={"token": wanted.token}), chance)
    made.settings.day, made.day_is_over = terms.day, days.is_over
    return made, chance.host


def _results(engine: Engine, day: str) -> list[Values]:
    """The finishers of a day's races that were over before the day was."""
    first = _first_id(day)
    played = (
        select(moves.c.table_id, func.max(moves.c.at).label("at"))
        .where(moves.c.table_id.between(first, first + "z" * ID_LENGTH), moves.c.entries != "[]")
        .group_by(moves.c.table_id)
        .subquery()
    )
    columns = [seatings.c[name] for name in ("profile_id", "name", "place", "drivers", "turns")]
    wanted = (
        select(*columns, tables.c.id.label("table"))
        .join(tables, tables.c.id == seatings.c.table_id)
        .join(played, played.c.table_id == tables.c.id)
        .where(seatings.c.seat >= 0, seatings.c.place.is_not(None), tables.c.state == "over")
        .where(played.c.at < days.end_of(day))
    )
    with engine.connect() as connection:
        return [dict(row) for row in connection.execute(wanted).mappings()]


def _ranked(rows: list[Values], own: list[str], may_see: bool) -> list[replies.DailyResult]:
    """Finishers by their place, then by their turns until the finish; equals share a rank."""

    def key(row: Values) -> tuple[int, bool, int]:
        return row["place"], not row["turns"], row["turns"]

    ordered = sorted(rows, key=lambda row: (*key(row), row["name"].casefold()))
    keyed = [key(row) for row in ordered]
    ranked = [
        replies.DailyResult(
            rank=keyed.index(key(row)) + 1,
            name=row["name"],
            place=row["place"],
            drivers=row["drivers"],
            turns=row["turns"],
            mine=row["profile_id"] in own,
            table=row["table"] if may_see or row["profile_id"] in own else None,
        )
        for row in ordered
    ]
    return [one for at, one in enumerate(ranked) if at < MOST_RESULTS or one.mine]
