"""Makes profiles, moves them to other devices, and deletes them.

A profile needs no account. The browser that makes one holds a token. A link signs in another
browser, which gets its own token. A passkey signs in if every token was lost.
"""

from __future__ import annotations

import io
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import segno
from sqlalchemy import Engine, RowMapping

from wreckoning.core.documents import Json
from wreckoning.server.live.live_tables import LiveTables
from wreckoning.server.live.service import TableService, fresh_id
from wreckoning.server.profiles import storage
from wreckoning.server.store.profile_rows import read_settings
from wreckoning.table.identity import is_device_token, new_device_token, proof_of, secret_digest
from wreckoning.table.ids import TableId
from wreckoning.table.profile_messages import (
    MAX_DEVICES,
    Adopted,
    ChangeProfile,
    Device,
    Held,
    JoinLink,
    NewProfile,
    OwnProfile,
    PasskeyCard,
    ProfileSettings,
    SignedIn,
)
from wreckoning.table.refusals import Forbidden, Unknown, going_on

T = TypeVar("T")

LINK_SECONDS = 600
BELIEVED = 20.0  # seconds that a token stays valid here after another process signed it out
REMEMBERED = 10_000  # devices
NOTED_EVERY = 30.0  # seconds between two notes that a person is active
SETTINGS: Sequence[str] = ("public", "wait", "waits", "rhythm", "page")
SIGNED_OUT = "this browser is signed out of its profile"


class Profiles:
    """All profiles of a server. `clock` gives seconds since 1970; without it, the tables' does."""

    def __init__(self, tables: TableService, clock: Callable[[], float] | None = None) -> None:
        self._tables, self._clock = tables, clock or (lambda: tables.clock())
        self._known: OrderedDict[str, tuple[float, str]] = OrderedDict()  # proofs, by token
        self._noted: dict[str, float] = {}  # the last note, by token

    @property
    def engine(self) -> Engine:
        """The database."""
        return self._tables.store.engine

    def now(self) -> float:
        """Seconds since 1970."""
        return self._clock()

    async def read(self, ask: Callable[..., T], *arguments: object) -> T:
        """Use the database in a thread. Raises Busy if it does not answer."""
        live_tables: LiveTables = self._tables.live_tables
        return await live_tables.read(ask, self.engine, *arguments)

    # What a token proves

    async def proof(self, token: str) -> str:
        """The proof for a device's token; '' if it is unknown. Any other token itself."""
        if not is_device_token(token):
            return token
        until, proof = self._known.get(token, (0.0, ""))
        now = time.monotonic()
        if until <= now:
            proof = proof_of(await self.read(storage.profiles_of, token))
            self._known[token] = now + BELIEVED, proof
            self._known.move_to_end(token)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return proof

    async def proofs(self, tokens: Iterable[str]) -> list[str]:
        """The proofs of these tokens."""
        return [await self.proof(token) for token in tokens]

    async def own(self, token: str) -> str:
        """The profile of this device's token. Raises Forbidden if it is signed out."""
        found: list[str] = await self.read(storage.profiles_of, token) if token else []
        if not found:
            raise Forbidden(SIGNED_OUT)
        await self.note_active(token)
        return found[0]

    async def all_of(self, token: str) -> list[str]:
        """The profile of this device's token, and those that joined it. Raises Forbidden."""
        return [*await self.read(storage.all_of, await self.own(token))]

    async def note_active(self, token: str) -> None:
        """Note that the person is at this device now; at most every half minute."""
        now = self._clock()
        if now - self._noted.get(token, 0.0) < NOTED_EVERY:
            return
        if len(self._noted) > REMEMBERED:
            self._noted.clear()
        self._noted[token] = now
        await self.read(storage.note_active, token, now)

    def _forget(self, digest: str) -> None:
        """Reject a signed-out device from now on, and close its connections to this process."""
        for token in [one for one in self._known if secret_digest(one) == digest]:
            del self._known[token]
        for live in self._tables.live_tables.all():
            for client in live.clients:
                if client.device and secret_digest(client.device) == digest:
                    client.close()

    # Making and changing profiles

    async def create(self, wanted: NewProfile, device_name: str) -> SignedIn:
        """Make a profile, signed in on the asking browser."""
        now, name = self._clock(), fresh_id()
        row = {
            "id": name,
            "name": wanted.name,
            "colour": wanted.colour,
            "settings": wanted.settings.model_dump_json(),
            "created": now,
            "seen": now,
        }
        token, device = self._new_device(name, device_name)
        await self.read(storage.add_profile, row, device)
        return SignedIn(token, await self.look(token))

    def _new_device(self, profile: str, name: str) -> tuple[str, Json]:
        token, now = new_device_token(), self._clock()
        row = {"id": fresh_id(), "profile_id": profile, "digest": secret_digest(token)}
        return token, {**row, "name": name, "created": now, "seen": now}

    async def _row(self, name: str) -> RowMapping:
        """The row of a profile. Raises Forbidden if it was deleted just now."""
        row = await self.read(storage.profile, name)
        if row is None:
            raise Forbidden(SIGNED_OUT)
        return row

    async def look(self, token: str) -> OwnProfile:
        """Your own profile. Raises Forbidden."""
        name = await self.own(token)
        row = await self._row(name)
        devices = await self.read(storage.devices_of, name)
        passkeys = await self.read(storage.passkeys_of, name)
        settings = read_settings(name, row["settings"])
        return OwnProfile(
            id=name,
            name=row["name"],
            colour=row["colour"],
            public=settings.public,
            wait=settings.wait,
            waits=settings.waits,
            rhythm=settings.rhythm,
            page=settings.page,
            created=row["created"],
            devices=[_device(one, token) for one in devices],
            passkeys=[
                PasskeyCard(one["credential"], one["name"], one["created"]) for one in passkeys
            ],
        )

    async def change(self, token: str, wanted: ChangeProfile) -> OwnProfile:
        """Change name, colour or settings. Raises Forbidden."""
        name = await self.own(token)
        row = await self._row(name)
        settings = read_settings(name, row["settings"])
        given: Json = wanted.model_dump(exclude_none=True)
        own = {key: given.pop(key) for key in SETTINGS if key in given}
        settings = ProfileSettings.model_validate({**settings.model_dump(), **own})
        values = {**given, "settings": settings.model_dump_json()}
        await self.read(storage.change_profile, name, values)
        if "rhythm" in own:
            await self._set_deadlines(token)
        return await self.look(token)

    async def _set_deadlines(self, token: str) -> None:
        """Set the deadlines of this person's races by post again."""
        for table in await self.read(storage.waiting_tables, await self.all_of(token)):
            with going_on():  # that table may be gone, or its rules are not here
                await self._tables.set_deadlines(table)

    async def adopt(self, token: str, held: Held) -> Adopted:
        """Seats that this browser holds by their tokens become the profile's, unless they are
        another's. Returns the tables where nothing is held by its token alone. Raises Forbidden.
        """
        name, adopted = await self.own(token), list[str]()
        for table, tokens in held.tables.items():
            with going_on():  # that table may be gone, or its rules are not here
                if await self._tables.adopt(TableId(table), tokens, name):
                    adopted.append(table)
        return Adopted(adopted)

    # Other devices

    async def link(self, token: str, base: str) -> JoinLink:
        """Make a link that signs in one more device, once. Raises Forbidden."""
        name, code, now = await self.own(token), secrets.token_urlsafe(18), self._clock()
        await self.read(storage.add_code, code, "link", name, now, now + LINK_SECONDS)
        address = f"{base}join#{code}"  # the part after # is not sent to any server
        drawn = io.BytesIO()
        made = segno.make(address, error="m")
        made.save(drawn, kind="svg", scale=6, border=4, dark="#000", light="#fff", xmldecl=False)
        qr = drawn.getvalue().decode()
        return JoinLink(address, code, qr, until=now + LINK_SECONDS)

    async def join(self, code: str, token: str, device_name: str) -> SignedIn:
        """Sign a browser in by a link's code. The profile that it had joins the new one.

        Raises Unknown for a code that is used or expired.
        """
        used = await self.read(storage.use_code, code, "link", self._clock())
        if used is None:
            raise Unknown("this link was used already, or is too old: make a new one")
        return await self.sign_in(used["profile_id"], token, device_name)

    async def sign_in(self, profile: str, token: str, device_name: str) -> SignedIn:
        """Sign a browser in to a profile; `token` is its earlier one, if any."""
        before: list[str] = await self.read(storage.profiles_of, token) if token else []
        if before and before[0] == profile:
            return SignedIn(token, await self.look(token))
        fresh, device = self._new_device(profile, device_name)
        await self.read(storage.sign_in, device, next(iter(before), ""), MAX_DEVICES)
        self._known.clear()  # other devices may prove more than before
        if before:
            own: list[RowMapping] = await self.read(storage.devices_of, profile)
            old = next((one for one in own if one["digest"] == secret_digest(token)), None)
            if old is not None:
                await self.sign_out(fresh, old["id"])
        return SignedIn(fresh, await self.look(fresh))

    async def sign_out(self, token: str, device: str) -> None:
        """End a device's sign-in: this one's or another's. Raises Forbidden or Unknown."""
        digest: str = await self.read(storage.sign_out, await self.own(token), device)
        if not digest:
            raise Unknown("no such device: it may be signed out already")
        self._forget(digest)

    # Deletion

    async def delete(self, token: str) -> None:
        """Delete a profile and everything known about it. Raises Forbidden."""
        names = await self.all_of(token)
        devices = await self.read(storage.devices_of, names[0])
        await self.read(storage.delete_profile, names)
        for device in devices:
            self._forget(device["digest"])


def _device(row: RowMapping, token: str) -> Device:
    return Device(
        id=row["id"],
        name=row["name"],
        created=row["created"],
        seen=row["seen"],
        here=row["digest"] == secret_digest(token),
    )


def describe_browser(agent: str) -> str:
    """A browser in words, by its User-Agent: `Firefox on Linux`."""
    browsers = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome"}
    systems = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows"}
    systems |= {"Mac OS": "macOS", "CrOS": "ChromeOS", "Linux": "Linux"}
    browser = next((name for sign, name in browsers.items() if sign in agent), "")
    browser = browser or ("Safari" if "Safari" in agent else "A browser")
    system = next((name for sign, name in systems.items() if sign in agent), "")
    return f"{browser} on {system}" if system else browser
