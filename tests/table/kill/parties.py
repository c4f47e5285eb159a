"""People at tables, who play as long as the site is up. Each has two tabs."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.table.kill.site import Site
from tests.table.kill.tab import Account, Tab, close_all

from wreckoning.core.ruleset import find_ruleset

ANN, BOB = 0, 1
CUPS = ("dishwater_dip", "lovers_knot", "toadstool_market")
TITLES = {"rtd": "sundae_drive", "rush": "gasworks_run", "kart": CUPS[0], "rally": "gasket_gulch"}


@dataclass
class Party:
    """Ann, the host, and Bob, with a bot, from one table to the next; `accounts` of each table."""

    site: Site
    chance: random.Random
    ruleset: str
    dice: str = "fair"
    cup: bool = False  # do they race for a Grand Prix?
    accounts: list[Account] = field(default_factory=list)
    ann: Tab = field(init=False)
    bob: Tab = field(init=False)
    lines: Iterator[int] = field(default_factory=itertools.count)
    bought: dict[str, str] = field(default_factory=dict)  # by table and seat: the upgrade
    shown: dict[str, Any] = field(default_factory=dict)  # the last table, at the end

    @property
    def done(self) -> int:
        """Commands acknowledged."""
        return sum(len(account.done()) for account in self.accounts)

    @property
    def tabs(self) -> tuple[Tab, Tab]:
        return self.ann, self.bob

    async def sit_down(self) -> None:
        """Make the first table. Nobody is killed yet."""
        seats = [{"player": "mine", "name": name} for name in ("Ann", "Bob")]
        wanted: dict[str, Any] = {"seats": [*seats, {"player": "random"}], "dice": self.dice}
        wanted |= {"ruleset": self.ruleset, "course": TITLES[self.ruleset]}
        wanted |= {"options": {"referee": "on"}} if self.dice == "physical" else {}
        wanted |= {"then": CUPS[1:]} if self.cup else {}
        status, made = await self.site.post(self.chance, "/api/tables", **wanted)
        assert status == 200, made
        self._open_tabs(made["id"], made["host"], *(seat["token"] for seat in made["seats"]))

    def _open_tabs(self, table: str, host: str, ann: str, bob: str) -> None:
        account = Account(table)
        self.accounts.append(account)
        chances = [random.Random(self.chance.random()) for _ in range(2)]
        self.ann = Tab(self.site, account, {ANN: ann}, host, chances[0])
        self.bob = Tab(self.site, account, {BOB: bob}, "", chances[1])

    async def go(self) -> None:
        """Play race after race until the site is off. An unfinished race is abandoned."""
        while self.site.is_on:
            if await self.ann.until(lambda: self.ann.state != "") and self.ann.state == "open":
                if self.cup:
                    await asyncio.gather(*(self._buy(tab) for tab in self.tabs))
                await self.ann.do("start", self.ann.host)
            async with asyncio.TaskGroup() as group:
                for tab in self.tabs:
                    group.create_task(self._race(tab))
            if self.site.is_on:
                await self._again()

    async def leave(self) -> None:
        """Abandon an unfinished race as the host, so that its secret is revealed."""
        if self.ann.state != "over":
            await self.ann.do("abandon", self.ann.host)
        await close_all(self.tabs)
        account = self.accounts[-1]
        while self.shown.get("version", -1) < account.version:  # a server hears of another's news
            self.shown = await self.site.get(self.chance, f"/api/tables/{account.table}")

    # A race

    async def _race(self, tab: Tab) -> None:
        steps = self.chance.randint(0, 6) if self.cup else 10_000
        while await tab.until(lambda: tab.state == "over" or bool(tab.menus)):
            if tab.state != "running":
                return
            if not steps:
                await self._let_a_bot_drive(tab)
                return
            steps -= 1
            if self.chance.random() < 0.2 and await self._something_else(tab):
                continue
            menu = self.chance.choice(tab.menus)
            await tab.answer(menu, self.chance.choice(menu["options"])["name"])

    async def _let_a_bot_drive(self, tab: Tab) -> None:
        [(seat, token)] = tab.tokens.items()
        await tab.do("hand_over", token, seat=seat, player="rookie")
        await tab.do("race_on", token)
        await tab.until(lambda: tab.state != "running")

    async def _something_else(self, tab: Tab) -> bool:
        """Undo, chat, let a bot drive for a moment, or correct. False if none is possible."""
        [(seat, token)] = tab.tokens.items()
        what = self.chance.choice(["undo", "undo", "chat", "wheel", "correct"])
        if what == "undo" and tab.undo:
            seat = self.chance.choice(tab.undo)
            await tab.do("undo", token, seat=seat, version=tab.version)
        elif what == "chat":
            await tab.do("chat", token, text=f"line {next(self.lines)} of {seat}")
        elif what == "wheel":
            await tab.do("hand_over", token, seat=seat, player="random")
            await tab.do("take_back", token, seat=seat)
        elif what == "correct" and self.dice == "physical":
            changes = {"karts": {"Bob": {"momentum": self.chance.randint(1, 5)}}}
            token = tab.host or token  # Bob tries as well
            await tab.do("correct", token, version=tab.version, changes=changes, reason="a slip")
        else:
            return False
        return True

    # After it

    async def _again(self) -> None:
        """Let both ask for the next table at the same time, and sit as before."""
        path = f"/api/tables/{self.accounts[-1].table}/again"
        own = [list(tab.tokens.values()) + [tab.host] * bool(tab.host) for tab in self.tabs]
        asks = [self.site.post(self.chance, path, tokens=tokens) for tokens in own * 2]
        first = [found for _, found in await asyncio.gather(*asks)]
        [table] = {found["id"] for found in first}
        ann, bob = [(await self.site.post(self.chance, path, tokens=each))[1] for each in own]
        assert [ann["id"], bob["id"]] == [table, table]
        assert {found["host"] for found in first[::2]} == {ann["host"]} != {""}
        assert bob["host"] == ""
        tokens = [one["token"] for found in (ann, bob) for one in found["seats"]]
        assert {one["token"] for found in first for one in found["seats"]} == set(tokens)
        await close_all(self.tabs)
        self._open_tabs(table, ann["host"], *tokens)

    async def _buy(self, tab: Tab) -> None:
        """Sometimes buy an upgrade that the coins pay for."""
        [(seat, token)] = tab.tokens.items()
        if not await tab.until(lambda: tab.state != ""):
            return
        series = tab.table["series"]
        refused = series["refused"][seat].get("upgrades", {}) if series["refused"] else {}
        cards = [key for key in find_ruleset("kart").setup["upgrades"]() if key not in refused]
        if series["number"] > 1 and cards and self.chance.random() < 0.8:
            setup = {"upgrades": self.chance.choice(cards)}
            done = await tab.do("change", token, seat=seat, setup=setup)
            assert done["type"] == "reply", done
            self.bought[f"{self.accounts[-1].table}/{seat}"] = setup["upgrades"]
