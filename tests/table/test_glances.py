"""Visitors who look at many tables at once take turns, table by table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.table.house import make, run

from wreckoning.server.limits import VISITOR
from wreckoning.server.live.glances import Glancing
from wreckoning.server.live.service import TableService
from wreckoning.table.ids import TableId
from wreckoning.table.refusals import TooMany

MANY = 12  # tables


async def tables_of(tables: TableService) -> list[TableId]:
    return [TableId((await make(tables, "mine", "rookie"))["id"]) for _ in range(MANY)]


@pytest.mark.parametrize("cold", [False, True])
def test_one_visitor_with_many_requests_keeps_nobody_else_waiting(
    tmp_path: Path, cold: bool
) -> None:
    """Whether the tables are in memory or in the store.

    From the store all read each table together, so that some of the others may end just before.
    """

    async def does(tables: TableService) -> None:
        names, glancing = await tables_of(tables), Glancing(tables.live_tables)
        if cold:
            tables.live_tables.in_memory.clear()
        ended = list[str]()

        async def ask(visitor: str) -> None:
            VISITOR.set(visitor)
            assert [one.table.id for one in await glancing.at(names)] == names
            ended.append(visitor)

        greedy = [asyncio.create_task(ask("glutton")) for _ in range(10)]
        await asyncio.sleep(0)
        await asyncio.gather(ask("ann"), *greedy)
        assert "ann" in ended[: 6 if cold else 1]

    run(tmp_path, does)


def test_the_server_does_other_things_between_two_tables(tmp_path: Path) -> None:
    async def does(tables: TableService) -> None:
        names, glancing = await tables_of(tables), Glancing(tables.live_tables)
        between = 0
        looking = asyncio.create_task(glancing.at(names))
        while not looking.done():
            await asyncio.sleep(0)
            between += 1
        assert between >= MANY

    run(tmp_path, does)


def test_too_many_requests_of_a_visitor_are_refused(tmp_path: Path) -> None:
    async def does(tables: TableService) -> None:
        names, glancing = await tables_of(tables), Glancing(tables.live_tables)
        found = await asyncio.gather(
            *(glancing.at(names) for _ in range(60)), return_exceptions=True
        )
        refused = [one for one in found if isinstance(one, TooMany)]
        assert 0 < len(refused) < 60

    run(tmp_path, does)
