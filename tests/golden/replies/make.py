"""Record the replies again, after a change of what the server says.

python -m tests.golden.replies.make
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.golden.replies.recording import HOST, Recorder, write
from tests.golden.replies.script import play_all
from tests.table.hosting import hosting

from wreckoning.server.leagues.clock import LeagueClock
from wreckoning.server.live.clocks import Clocks
from wreckoning.server.notices.kinds import NoticeSettings

SENDS = NoticeSettings(("json",), private=True)


def record(folder: Path) -> list[str]:
    """What the server says, with a database in this folder."""
    server = hosting(folder / "t.db", sends=SENDS, names=[HOST])
    with pytest.MonkeyPatch.context() as patch:
        for clock in (Clocks, LeagueClock):  # nothing happens by itself
            patch.setattr(clock, "watch", _rest)
        with server as hosted:
            recorder = Recorder(hosted, patch)
            play_all(recorder)
    return recorder.kept


async def _rest(_: object) -> None:
    """Stands in for a clock that looks what is due."""


def main() -> None:
    with TemporaryDirectory() as folder:
        write(record(Path(folder)))


if __name__ == "__main__":
    main()
