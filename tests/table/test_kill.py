"""Servers are killed again and again while clients are at work: nothing is lost or doubled.

Only processes that the tests started are killed, by their ids. With --slow, the same for long, and
with campaigns and a Grand Prix.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from tests.table.forking import ForkServer
from tests.table.kill.audit import Audit, Figures, Told
from tests.table.kill.parties import Party
from tests.table.kill.powercut import PowerCuts, extent, in_main_file
from tests.table.kill.site import Site
from tests.table.kill.tour import Tour
from tests.table.postgres import Postgres, private_postgres

KINDS = ["", "answer", "again", "start", "change", "hand_over", "look", "move", "undo", "correct"]
OF_A_CRASH = (  # what a server may say of a PostgreSQL that has crashed
    "the store does not answer",
    "nothing can be stored",
    "a commit failed",
    "the clocks cannot be watched",
    "the leagues cannot be watched",
)


class Run:
    """People at every kind of table, servers that are killed, and what is stored in the end."""

    def __init__(
        self, site: Site, rulesets: Sequence[str], tours: int = 0, cup: bool = False
    ) -> None:
        self.site = site
        chance = random.Random(4711)

        def fresh() -> random.Random:
            return random.Random(chance.random())

        self.parties = [Party(site, fresh(), ruleset) for ruleset in rulesets]
        self.parties.append(Party(site, fresh(), "rtd", dice="physical"))
        if cup:
            self.parties.append(Party(site, fresh(), "kart", cup=True))
        self.tours = [Tour(site, fresh()) for _ in range(tours)]

    @property
    def everybody(self) -> list[Party | Tour]:
        return [*self.parties, *self.tours]

    def told(self) -> Told:
        """What clients have been told so far."""
        return Told.by(self.parties, self.tours)

    @property
    def done(self) -> int:
        """Commands acknowledged so far."""
        return sum(each.done for each in self.everybody)

    def go(self, kills: int, each: int, within: float) -> Figures:
        """Kill servers, each time after about `each` commands; then compare everything.

        There are twice as many commands as that in all.
        """
        try:
            asyncio.run(asyncio.wait_for(self._go(kills, each), within))
        finally:
            self.site.stop()
        assert self.site.kills == kills
        audit = Audit(self.site.db)
        try:
            figures = audit.everything(self.parties, self.tours)
        finally:
            audit.close()
        assert figures.commands + figures.chat >= 2 * kills * each
        self._check_words()
        return figures

    async def _go(self, kills: int, each: int) -> None:
        try:
            for one in self.everybody:
                await one.sit_down()
            async with asyncio.TaskGroup() as group:
                group.create_task(self._kill(kills, each))
                for one in self.everybody:
                    group.create_task(one.go())
            for one in self.everybody:
                await one.leave()
        finally:  # what stays open would be blamed on another test
            await self.site.close()

    async def _kill(self, kills: int, each: int) -> None:
        await self.site.kill(kills, KINDS, lambda: self.done, each)
        enough = max(self.done + each, 2 * kills * each)
        while self.done < enough:
            await asyncio.sleep(0.01)
        self.site.is_on = False

    def _check_words(self) -> None:
        """No fault was logged, and no token."""
        expected = OF_A_CRASH if self.site.crashes else ()
        errors = [line for line in self.site.words.splitlines() if "[error" in line]
        assert [line for line in errors if not any(words in line for words in expected)] == []
        tokens = [t for party in self.parties for a in party.accounts for t in a.tokens]
        tokens += [t for tour in self.tours for each in tour.played for t in each.tokens.values()]
        assert all(token not in self.site.words for token in tokens)


def test_a_power_cut_loses_nothing_that_a_checkpoint_has_copied(tmp_path: Path) -> None:
    db = tmp_path / "table.db"
    with closing(sqlite3.connect(db)) as one, closing(sqlite3.connect(db)) as other:
        for words in ("PRAGMA journal_mode=WAL", "CREATE TABLE t (x)", "INSERT INTO t VALUES (1)"):
            one.execute(words)
            one.commit()
        assert in_main_file(db) == 0
        other.execute("BEGIN").execute("SELECT * FROM t").fetchall()  # the log goes on meanwhile
        one.execute("PRAGMA wal_checkpoint").fetchall()
        copied = extent(db).end
        one.execute("INSERT INTO t VALUES (2)")
        one.commit()
        assert in_main_file(db) == copied < extent(db).end


def test_sqlite_survives_kills_and_power_cuts(tmp_path: Path, fork_server: ForkServer) -> None:
    site = Site(fork_server, str(tmp_path / "table.db"), 1)
    run = Run(site, ["rush"])
    cuts = PowerCuts(site, run.told, tmp_path)
    run.go(kills=2, each=8, within=300)
    assert cuts.images == 6


@pytest.mark.slow
def test_two_processes_on_postgresql_survive_kills(
    postgres: Postgres, fork_server: ForkServer
) -> None:
    site = Site(fork_server, postgres.new_database(), 2, servers=2)
    Run(site, ["rtd"]).go(kills=2, each=8, within=300)


@pytest.mark.slow
def test_sqlite_survives_many_kills_and_power_cuts(tmp_path: Path, fork_server: ForkServer) -> None:
    site = Site(fork_server, str(tmp_path / "table.db"), 3, helpers=True)
    run = Run(site, ["rtd", "rush", "kart", "rally"] * 2, tours=3, cup=True)
    cuts = PowerCuts(site, run.told, tmp_path)
    figures = run.go(kills=60, each=40, within=1800)
    print(f"\n{site.kills} kills, {cuts.images} power cuts: {figures}")


@pytest.mark.slow
def test_two_processes_on_postgresql_survive_many_kills(fork_server: ForkServer) -> None:
    with private_postgres() as postgres:
        site = Site(fork_server, postgres.new_database(), 4, 2, postgres, helpers=True)
        run = Run(site, ["rtd", "rush", "kart", "rally"] * 2, tours=3, cup=True)
        figures = run.go(kills=50, each=40, within=1800)
    print(f"\n{site.kills} kills, {site.crashes} of them of PostgreSQL: {figures}")
