"""Makes, shows and changes campaigns, and makes tables for their games.

A campaign changes by one move after another. Each is stored as the next version before it is shown.
Viewing a campaign brings it up to date first: finished games are counted, and new games get their
tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from wreckoning.core.errors import Illegal, Malformed, Over
from wreckoning.core.fair import commitment
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import find_ruleset, unknown
from wreckoning.table import lobby, models, rows
from wreckoning.table.campaigns import storage as keeping_of
from wreckoning.table.campaigns.playing import (
    kind_of,
    let_bots,
    no_die,
    rolled_in,
    take_up,
    taken_up,
)
from wreckoning.table.campaigns.seats import (
    check_crews,
    check_own,
    is_host,
    open_seats,
    put_text,
    seats_of,
    takes_texts,
)
from wreckoning.table.campaigns.storage import (
    FINISHED,
    LISTED,
    AskedProfiles,
    GameTable,
    Keeping,
    StoredCampaign,
    StoredSeat,
    filled,
    state_of,
)
from wreckoning.table.campaigns.stretches import (
    MOST,
    DiceTerms,
    check_texts,
    game_secret,
    read_stretches,
)
from wreckoning.table.lookalikes import check_look
from wreckoning.table.metrics import METRICS
from wreckoning.table.profiles.identity import profile_in
from wreckoning.table.profiles.seatings import seatings_of
from wreckoning.table.refusals import Busy, Forbidden, Stale, Unknown
from wreckoning.table.replies import (
    CampaignCard,
    CampaignCards,
    CampaignInfo,
    CampaignTable,
    CampaignView,
    Claimed,
    Made,
    OwnSeat,
)
from wreckoning.table.service import TRIES, TableService, draw_randomness, fresh_id
from wreckoning.table.table import ABANDONED, Table, digest
from wreckoning.table.table import FINISHED as GAME_OVER
from wreckoning.table.table import OPEN as TABLE_OPEN

MINE, NOBODY_YET = "mine", "open"
GO_ON = "save it as a file and take it up again to go on"

Does = Callable[[Any, Any, Keeping], None]  # (campaigns of the ruleset, the campaign, its keeping)


@dataclass(frozen=True)
class OpenMove:
    """A move that a campaign waits for, in words, and since which version.

    `names` are the players who have to make it; empty if the host has to start the campaign.
    """

    version: int
    title: str
    game: str
    headline: str
    now: str
    names: tuple[str, ...]


class TooManyTables(Illegal):
    """A campaign has had as many tables as its file may name: too many games were given up."""


class CampaignService:
    """Every campaign of this server."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        self._engine = tables.store.engine
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    # New campaigns

    async def create(self, wanted: models.NewCampaign) -> Made:
        """Make a campaign, or load one from a file. Raises a WreckError."""
        kind, name = kind_of(wanted.ruleset), fresh_id()
        host, secret = secrets.token_urlsafe(18), secrets.token_hex(32)
        bots = find_ruleset(wanted.ruleset).policies
        tokens = [secrets.token_urlsafe(18) for _ in wanted.players]
        for player in wanted.players:
            if player.player not in (MINE, NOBODY_YET, *bots):
                known = (MINE, NOBODY_YET, *bots)
                raise Malformed("player", unknown("player", player.player, known))
        profile = profile_in(wanted.token)
        seats = [
            StoredSeat(token=digest(token), profile=profile)
            if player.player == MINE
            else StoredSeat()
            for token, player in zip(tokens, wanted.players, strict=True)
        ]
        document = wanted.document
        fair = _fair_of(document, name, secret, len(seats))
        keeping = Keeping(
            host=digest(host), host_profile=profile, pace=wanted.pace, seats=seats, fair=fair
        )
        if document is None:
            players = _named(wanted.players, bots)
            campaign = kind.begin({**wanted.terms, "title": wanted.title}, players, no_die)
        else:
            own = {key: value for key, value in document.items() if key != "fair"}
            campaign = await asyncio.to_thread(taken_up, wanted.ruleset, own, secret, fair[-1])
            check_crews(kind, campaign, bots, len(seats))
        let_bots(kind, campaign)
        now = self._tables.clock()
        state = state_of(campaign)
        row = StoredCampaign(
            name, wanted.ruleset, state, wanted.listed, 0, now, now, "", keeping, secret, ""
        )
        await self._read(keeping_of.add, self._engine, filled(row, kind, campaign))
        claimed: list[OwnSeat] = [
            {"seat": seat, "token": token}
            for seat, (token, player) in enumerate(zip(tokens, wanted.players, strict=True))
            if player.player == MINE
        ]
        return {"id": name, "host": host, "seats": claimed}

    # Viewing

    async def listed(self, state: str, page: int) -> CampaignCards:
        """A page of public campaigns, for the lobby."""
        rows, total = await self._read(keeping_of.listed, self._engine, state, page)
        cards = [cast(CampaignCard, json.loads(row.pop("summary")) | row) for row in rows]
        return {"campaigns": cards, "page": page, "pages": max(1, -(-total // LISTED))}

    async def look(self, name: str, tokens: Sequence[str]) -> CampaignInfo:
        """A campaign as these tokens see it, brought up to date."""
        row, problem = await self._up_to_date(name)
        campaign = take_up(row)
        own = seats_of(row.keeping, tokens)
        kind = kind_of(row.ruleset)
        fair = row.keeping.fair[-1]
        return {
            "id": row.id,
            "ruleset": row.ruleset,
            "ruleset_title": find_ruleset(row.ruleset).title,
            "state": row.state,
            "version": row.version,
            "listed": row.listed,
            "pace": row.keeping.pace,
            "you": {"seats": own, "host": is_host(row.keeping, tokens)},
            "open": open_seats(campaign, row.keeping, range(len(campaign.crews))),
            "tables": _tables_for(campaign, row.keeping, own),
            "fair": {
                "match": fair.match,
                "commitment": fair.commitment,
                "texts": fair.texts,
                "open": takes_texts(campaign, row.keeping),
                "secret": row.secret if row.state == FINISHED else None,
            },
            "page": cast(CampaignView, kind.page(campaign, own[0] if own else None)),
            "problem": problem,
            "league": row.keeping.league,
        }

    async def document(self, name: str) -> dict[str, Any]:
        """A campaign as a file, without the secret of future dice."""
        row, _ = await self._up_to_date(name)
        fair = [each.model_dump() for each in row.keeping.fair]
        fair[-1]["secret"] = row.secret if row.state == FINISHED else ""
        return {**json.loads(row.document), "fair": fair}

    async def open_move(self, name: str, profiles: Sequence[str]) -> OpenMove | None:
        """What a campaign waits for from these profiles; None if it waits for none of them."""
        row = await self._load(name)
        asked = AskedProfiles.read(row.asked)
        since = [asked.since[one].version for one in profiles if one in asked.since]
        if row.state == FINISHED or not since:
            return None
        campaign = await asyncio.to_thread(take_up, row)
        seen = kind_of(row.ruleset).page(campaign, None)
        seats = [seat for seat in seen["waited_for"] if row.keeping.seats[seat].profile in profiles]
        names = tuple(campaign.crews[seat].name for seat in seats)
        game = find_ruleset(row.ruleset).title
        return OpenMove(min(since), seen["title"], game, seen["headline"], seen["now"], names)

    # Changes

    async def claim(self, name: str, wanted: models.CampaignClaim) -> Claimed:
        """Take an open seat, and return its token."""
        token = secrets.token_urlsafe(18)

        def does(kind: Any, campaign: Any, keeping: Keeping) -> None:
            if wanted.seat >= len(keeping.seats):
                raise Unknown(f"no seat {wanted.seat + 1} in this campaign")
            if keeping.seats[wanted.seat].token or campaign.crews[wanted.seat].bot:
                raise Illegal("this seat is taken")
            if campaign.is_open:
                join = {"do": "join", "name": wanted.name}
                campaign.do(wanted.seat, kind.read_move(join))
                check_look([crew.name for crew in campaign.crews], wanted.seat)
            if wanted.text:
                put_text(campaign, keeping, wanted.seat, wanted.text)
            keeping.seats[wanted.seat].token = digest(token)
            keeping.seats[wanted.seat].profile = profile_in(wanted.token)
            keeping.note_reply(wanted.key, token)

        changed = await self._change(name, does, wanted.key)
        token = changed.keeping.replies[wanted.key]
        if not token:
            raise Over("the campaign is over")
        return {"token": token}

    async def give_text(self, name: str, wanted: models.CampaignText) -> None:
        """Replace a player's text for the dice. Raises a WreckError."""

        def does(kind: Any, campaign: Any, keeping: Keeping) -> None:  # noqa: ARG001
            check_own(keeping, wanted.seat, wanted.token)
            put_text(campaign, keeping, wanted.seat, wanted.text)
            keeping.note_reply(wanted.key, "")

        await self._change(name, does, wanted.key)

    async def do(self, name: str, wanted: models.CampaignMove) -> None:
        """Make a player's move, or the host's. Raises a WreckError."""

        def does(kind: Any, campaign: Any, keeping: Keeping) -> None:
            if wanted.seat == NOBODY and not is_host(keeping, [wanted.token]):
                raise Forbidden("only the host may do this")
            if wanted.seat != NOBODY:
                check_own(keeping, wanted.seat, wanted.token)
            if wanted.seat == NOBODY and wanted.move.get("do") != "start":
                raise Forbidden("results are counted by the table")
            campaign.do(wanted.seat, kind.read_move(wanted.move))
            keeping.note_reply(wanted.key, "")

        await self._change(name, does, wanted.key)

    async def _change(
        self, name: str, does: Does, key: str = "", made: Table | None = None
    ) -> StoredCampaign:
        """Apply a change and store it, with a table made for it. Keeps other processes' changes.

        A request with a known `key` was carried out before, and is not done again.
        """
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                row = await self._load(name)
                if key in row.keeping.replies:
                    return row
                kind, campaign, keeping = kind_of(row.ruleset), take_up(row), row.keeping
                does(kind, campaign, keeping)
                let_bots(kind, campaign)
                if campaign.is_over:
                    keeping.forget_tokens()
                now = self._tables.clock()
                changed = replace(row, version=row.version + 1, updated=now, keeping=keeping)
                changed = filled(changed, kind, campaign)
                table = rows.new_row(made, changed.updated) if made else None
                sitting = seatings_of(made) if made else []
                if await self._read(keeping_of.change, self._engine, changed, table, sitting):
                    return changed
        raise Busy("too much happens in this campaign at once; try again")

    # Games

    async def bring_on(self, name: str, may_start: bool) -> None:
        """Bring a campaign up to date. Raises a WreckError.

        One that `may_start` starts by itself once all players have what they begin with.
        """
        if may_start and _is_ready(take_up(await self._load(name))):
            with contextlib.suppress(Stale):  # another process was first
                await self._change(name, _start_by_itself)
        await self._up_to_date(name)

    async def _up_to_date(self, name: str) -> tuple[StoredCampaign, str]:
        """Count the finished games, and make tables for new ones.

        Also returns why a table cannot be made; '' if nothing is wrong.
        """
        row, problem = await self._load(name), ""
        for planned in kind_of(row.ruleset).planned_games(take_up(row)):
            for _ in range(TRIES):
                try:
                    row = await self._see_to(row, planned)
                    break
                except Stale:  # another process was first
                    row = await self._load(name)
                except TooManyTables as error:
                    problem = str(error)
                    break
        return row, problem

    async def _see_to(self, row: StoredCampaign, planned: Any) -> StoredCampaign:
        """Bring a game on: make its table, start it or count it. Raises Stale."""
        game = row.keeping.games.get(str(planned.number))
        if game is None:
            if open_seats(take_up(row), row.keeping, planned.players):
                return row
            return await self._make_table(row, planned)
        found = await self._tables.following.copy(game.table)
        if found.state == ABANDONED:
            return await self._make_table(row, planned)
        if found.state == TABLE_OPEN:
            await self._start(game)
        elif found.state == GAME_OVER:
            result = found.ended.result if found.ended else found.check_begun().result()
            assert result is not None
            return await self._count(row, planned.number, result)
        return row

    async def _count(
        self, row: StoredCampaign, game: int, result: dict[str, Any]
    ) -> StoredCampaign:
        def does(kind: Any, campaign: Any, keeping: Keeping) -> None:  # noqa: ARG001
            if game in {planned.number for planned in kind.planned_games(campaign)}:
                campaign.do(NOBODY, kind.result_move(campaign, game, result))

        return await self._change(row.id, does)

    async def _make_table(self, row: StoredCampaign, planned: Any) -> StoredCampaign:
        """Make the table of a game and start it; its tokens are kept for the players.

        It is stored together with the campaign, so that neither exists without the other. Raises
        Stale if another process was first, TooManyTables after the last that a file may name.
        """
        if len(row.keeping.fair[-1].games) >= MOST:
            raise TooManyTables(f"expected at most {MOST} tables of a campaign; {GO_ON}")
        seats = [
            models.NewSeat(
                player=MINE if seat.player == "person" else seat.player,
                name=seat.name,
                setup=dict(seat.setup),
                text=row.keeping.seats[player].text,
            )
            for player, seat in zip(planned.players, planned.seats, strict=True)
        ]
        wanted = models.NewTable(
            ruleset=row.ruleset,
            course=planned.course,
            pace=row.keeping.pace,
            listed=False,
            seats=seats,
        )
        stretch = row.keeping.fair[-1]
        name = stretch.next_table(planned.number)
        secret = game_secret(row.secret, stretch.match, name)
        chance = replace(draw_randomness(), id=name, secret=secret)
        table, claimed = lobby.new_table(wanted, chance)
        table.settings.campaign = row.id
        for seat, player in zip(table.settings.seats, planned.players, strict=True):
            seat.profile = row.keeping.seats[player].profile if seat.token else ""
        tokens = {each["seat"]: each["token"] for each in claimed}
        game = GameTable(
            table=chance.id,
            host=chance.host,
            tokens=[tokens.get(seat, "") for seat in range(len(seats))],
        )
        before = row.keeping.games.get(str(planned.number))

        def does(kind: Any, campaign: Any, keeping: Keeping) -> None:  # noqa: ARG001
            if keeping.games.get(str(planned.number)) != before or keeping.fair[-1] != stretch:
                raise Stale("another process has made a game's table, or a text has changed")
            keeping.games[str(planned.number)] = game
            keeping.fair[-1].games.append(game.table)

        changed = await self._change(row.id, does, made=table)
        METRICS.tables.inc()
        await self._start(game)
        return changed

    async def _start(self, game: GameTable) -> None:
        """Start a game, once, even if several processes try."""
        start = models.Start(request=f"start-{game.table}", token=game.host)
        await self._tables.do(game.table, start)

    async def _load(self, name: str) -> StoredCampaign:
        row: StoredCampaign | None = await self._read(keeping_of.load, self._engine, name)
        if row is None:
            raise Unknown("no such campaign: the link may be incomplete")
        return row

    async def _read(self, ask: Callable[..., Any], *arguments: Any) -> Any:
        return await self._tables.live_tables.read(ask, *arguments)


def _is_ready(campaign: Any) -> bool:
    """True if a campaign has not begun, and waits for nobody."""
    return campaign.is_open and not campaign.waited_for()


def _start_by_itself(kind: Any, campaign: Any, keeping: Keeping) -> None:  # noqa: ARG001
    if not _is_ready(campaign):
        raise Stale("the campaign has begun, or waits for a player again")
    campaign.do(NOBODY, kind.read_move({"do": "start"}))


def _named(players: Sequence[models.NewPlayer], bots: Sequence[str]) -> list[tuple[str, str]]:
    return [
        (player.name.strip() or f"Seat {number}", player.player if player.player in bots else "")
        for number, player in enumerate(players, 1)
    ]


def _fair_of(
    document: dict[str, Any] | None, name: str, secret: str, players: int
) -> list[DiceTerms]:
    """The terms of the dice from now on; for a loaded campaign, of the earlier ones too."""
    before: list[DiceTerms] = []
    first = 0
    if document is not None:
        first = rolled_in(document)
        before = read_stretches(document.get("fair", []), first, "document: fair")
        check_texts(before, players, "document: fair")
    now = DiceTerms(first=first, match=name, commitment=commitment(secret), texts=[""] * players)
    return [*before, now]


def _tables_for(campaign: Any, keeping: Keeping, own: Sequence[int]) -> list[CampaignTable]:
    """The tables of all games; for your own games with the tokens of your seats."""
    found: list[CampaignTable] = []
    for bout in campaign.bouts:
        game = keeping.games.get(str(bout.number))
        if game is None:
            continue
        seats: list[OwnSeat] = [
            {"seat": at, "token": game.tokens[at]}
            for at, player in enumerate(bout.players)
            if player in own and at < len(game.tokens) and game.tokens[at]
        ]
        found.append({"game": bout.number, "table": game.table, "seats": seats})
    return found
