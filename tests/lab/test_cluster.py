"""A Ray cluster on this machine: the same figures, and a killed worker costs nothing."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from tests.lab.test_report import RTD

from wreckoning.core.errors import Malformed
from wreckoning.lab.arena import Contest
from wreckoning.lab.arena_running import races_of
from wreckoning.lab.experiment_file import read
from wreckoning.lab.session import run, so_far
from wreckoning.lab.tables import rows
from wreckoning.lab.variants import line_up

NOWHERE = "127.0.0.1:1"

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")


def busy_workers() -> Iterator[int]:
    """The workers below this process that play a lot right now."""
    parents = {}
    names = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                pid, stat = int(folder.name), (folder / "stat").read_text()
                names[pid] = (folder / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            parents[pid] = int(stat.rpartition(")")[2].split()[1])
    for pid, name in names.items():
        above = pid
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid() and name.startswith("ray::_play"):
            yield pid


@pytest.mark.slow
def test_a_killed_worker_costs_nothing(tmp_path: Path) -> None:
    found = line_up(read(RTD.replace("6000", "3000"), "x.toml", tmp_path))
    killed: list[int] = []

    def kill() -> None:
        until = time.monotonic() + 200
        while not killed and time.monotonic() < until:
            for pid in busy_workers():
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
                break
            time.sleep(0.02)

    killer = Thread(target=kill)
    killer.start()
    on_ray = run(found, tmp_path / "ray", workers=2, ray="local")
    killer.join()
    assert killed
    assert on_ray.is_finished
    assert rows(on_ray) == rows(run(found, tmp_path / "here"))


def test_missing_cluster_is_refused_in_one_line(tmp_path: Path) -> None:
    found = line_up(read(RTD, "x.toml", tmp_path))
    with pytest.raises(Malformed, match="no cluster there"):
        run(found, tmp_path / "ray", ray=NOWHERE)


def test_missing_cluster_deletes_nothing(tmp_path: Path) -> None:
    found = line_up(read(RTD.replace("6000", "1000"), "x.toml", tmp_path))
    raced = rows(run(found, tmp_path / "x.lab"))
    with pytest.raises(Malformed, match="no cluster there"):
        run(found, tmp_path / "x.lab", ray=NOWHERE, fresh=True)
    assert rows(so_far(tmp_path / "x.lab")) == raced


@pytest.mark.slow
def test_arena_on_a_cluster_gives_the_same_places() -> None:
    contest = Contest("rtd", ("rookie", "absent"), "sundae_drive", 2, 1, 7)
    here, there = (
        {race.number: race.places for race, _ in races_of(contest, range(6), 1, ray)}
        for ray in ("", "local")
    )
    assert here == there
