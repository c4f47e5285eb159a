"""Adds, tests and removes the channels of a person or of a table."""

from __future__ import annotations

import json
from dataclasses import replace

from sqlalchemy import Engine, RowMapping

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.texts.wording import listed
from wreckoning.server.leagues.service import LeagueService
from wreckoning.server.limits import Buckets, Limits
from wreckoning.server.live.service import TableService, fresh_id
from wreckoning.server.notices import models, storage
from wreckoning.server.notices.addresses import check_endpoint, read_address
from wreckoning.server.notices.keys import public_key
from wreckoning.server.notices.kinds import KINDS, PUSH, NoticeSettings
from wreckoning.server.notices.pieces import Letter
from wreckoning.server.notices.sender import Sender
from wreckoning.server.notices.sending import Outcome
from wreckoning.server.notices.wording import TEST, TEST_OF_POSTS, site_of
from wreckoning.server.profiles.service import Profiles
from wreckoning.table.identity import secret_digest
from wreckoning.table.ids import TableId
from wreckoning.table.refusals import Unknown

SITES = ("table", "league")  # with channels of their own
Owner = dict[str, str]  # `profile_id`, `table_id` or `league_id`; and what its channels tell


class ChannelService:
    """The channels of all people and tables. `key` is the server's private one for Web Push."""

    def __init__(
        self,
        tables: TableService,
        profiles: Profiles,
        sender: Sender,
        settings: NoticeSettings,
        key: str,
        limits: Limits,
        leagues: LeagueService,
    ) -> None:
        self._tables, self._profiles, self._sender = tables, profiles, sender
        self._leagues = leagues
        self._settings, self._key = settings, key
        self._tests = Buckets(limits.notices, "new channels and tests")

    @property
    def engine(self) -> Engine:
        """The database."""
        return self._tables.store.engine

    def letter(self, channel: RowMapping, title: str, body: str, path: str) -> Letter:
        """A notice to this channel, with a link to a page."""
        address, base = channel["address"], channel["base"]
        link = base + path
        letter = Letter(channel["kind"], address, title, body, link, self._key, site_of(base))
        return replace(letter, is_private=self._settings.private)

    # Whose

    async def own(self, device: str) -> Owner:
        """The owner by a device's token. Raises Forbidden."""
        return {"profile_id": await self._profiles.own(device), "tells": storage.TURN}

    async def of_table(self, table_id: TableId, wanted: models.AsHost) -> Owner:
        """The table as owner, if the token is its host's. Raises Unknown or Forbidden."""
        async with self._tables.following.newest(table_id) as live:
            live.table.check_host(await self._profiles.proof(wanted.token))
        return {"table_id": table_id, "tells": wanted.tells}

    async def of_league(self, league: str, wanted: models.AsHost) -> Owner:
        """The league, if the token is its owner's; it gets posts. Raises Unknown or Forbidden."""
        await self._leagues.check_owner(league, await self._profiles.proof(wanted.token))
        return {"league_id": league, "tells": storage.POSTS}

    # Looking

    async def look(self, owner: Owner, device: str = "") -> models.Channels:
        """The owner's channels, and the kinds that may be added."""
        rows = await self._profiles.read(storage.channels_of, owner)
        here = await self._device(device) if device and rows else ""
        has_push = PUSH in self._settings.kinds and "profile_id" in owner
        return models.Channels(
            kinds=[
                models.ChannelKind(kind.key, kind.title, kind.example)
                for kind in self._settings.addressed
            ],
            push=public_key(self._key) if has_push else "",
            channels=[_shown(row, here) for row in rows],
        )

    async def _device(self, token: str) -> str:
        found: str = await self._profiles.read(storage.device_of, secret_digest(token))
        return found

    # Changing

    async def add(self, owner: Owner, address: str, base: str) -> None:
        """Add a channel by its address. Raises Malformed, Illegal or TooMany."""
        self._tests.take(next(iter(owner.values())))
        read = read_address(address, self._settings.private)
        if read.kind not in self._settings.kinds:
            raise Malformed("address", self._expected(read.kind))
        await self._store(owner, read.kind, address, read.shown, base)

    def _expected(self, kind: str) -> str:
        titles = [one.title for one in self._settings.addressed]
        if not titles:
            return "this server sends no notices to addresses"
        known = f"expected an address of {listed(titles, 'or')}"
        return f"{known}, found one of {KINDS[kind].title}" if kind else known

    async def subscribe(
        self, device: str, subscription: models.Subscription, name: str, base: str
    ) -> None:
        """Add the asking browser, by Web Push. Raises Forbidden, Malformed, Illegal or TooMany."""
        owner = await self.own(device)
        self._tests.take(owner["profile_id"])
        if PUSH not in self._settings.kinds:
            raise Malformed("subscription", "this server sends no Web Push")
        check_endpoint(subscription.endpoint, self._settings.private)
        address = json.dumps(subscription.model_dump(include={"endpoint", "keys"}))
        await self._store(owner, PUSH, address, name, base, await self._device(device))

    async def _store(
        self, owner: Owner, kind: str, address: str, name: str, base: str, device: str = ""
    ) -> None:
        row: Json = {"profile_id": None, "table_id": None, "league_id": None, **owner}
        row |= {"id": fresh_id(), "device_id": device or None, "kind": kind, "address": address}
        row |= {"name": name[:120], "base": base[:200], "created": self._profiles.now()}
        row |= {"sent": 0.0, "problem": "", "failed": 0, "rest_until": 0.0}
        most = models.MAX_CHANNELS if "profile_id" in owner else models.MAX_OF_TABLE
        if not await self._profiles.read(storage.add_channel, row, most):
            raise Illegal(f"expected at most {most} channels; remove one first")

    async def test(self, owner: Owner, name: str, address: str) -> None:
        """Send a notice to a channel now; what comes of it is noted there.

        `address` is that of the visitor who asks.
        Raises Unknown or TooMany.
        """
        self._tests.take(next(iter(owner.values())))
        rows: list[RowMapping] = await self._profiles.read(storage.channels_of, owner)
        channel = next((row for row in rows if row["id"] == name), None)
        if channel is None:
            raise Unknown("no such channel: it may have been removed")
        outcome = Outcome("this kind is switched off")
        if channel["kind"] in self._settings.kinds:
            parts = [f"{name}/{owner[f'{name}_id']}" for name in SITES if f"{name}_id" in owner]
            words = TEST if owner["tells"] == storage.TURN else TEST_OF_POSTS
            letter = self.letter(channel, "Wreckoning", words, next(iter(parts), "me"))
            person = next(iter(owner.values()))
            outcome = await self._sender.try_one(letter, person, address)
        now = self._profiles.now()
        await self._profiles.read(storage.note_outcome, name, outcome, now)

    async def remove(self, owner: Owner, name: str) -> None:
        """Remove a channel. Raises Unknown."""
        if not await self._profiles.read(storage.remove_channel, owner, name):
            raise Unknown("no such channel: it may have been removed")


def _shown(row: RowMapping, here: str) -> models.Channel:
    return models.Channel(
        id=row["id"],
        kind=row["kind"],
        title=KINDS[row["kind"]].title if row["kind"] in KINDS else row["kind"],
        name=row["name"],
        created=row["created"],
        sent=row["sent"] or None,
        problem=row["problem"],
        here=bool(here) and row["device_id"] == here,
    )
