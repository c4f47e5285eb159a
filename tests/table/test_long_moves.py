"""What takes long at one table keeps no other waiting."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.table.house import begin, make
from tests.table.serving import REQUESTS

from wreckoning.table import models
from wreckoning.table.database import open_database, read_address
from wreckoning.table.game import Game
from wreckoning.table.store import Store
from wreckoning.table.tables import Tables


def test_other_tables_go_on(tmp_path: Path) -> None:
    """A command that takes a second, as when bots drive on for long: who chats is heard at once."""

    async def go() -> None:
        tables = Tables(Store(open_database(read_address(str(tmp_path / "t.db")))))
        slow, other = [await make(tables, "mine", "rookie") for _ in range(2)]
        await begin(tables, other)
        held = asyncio.Event()
        loop = asyncio.get_running_loop()

        def drives_on(_: Game) -> None:
            loop.call_soon_threadsafe(held.set)
            time.sleep(1)

        driving = asyncio.create_task(tables._do(slow["id"], next(REQUESTS), drives_on))
        await held.wait()
        said = models.Chat(request=next(REQUESTS), token=other["host"], text="Hello")
        await tables.do(other["id"], said)
        assert not driving.done()
        assert await driving == (0, {})
        tables.store.close()

    asyncio.run(go())
