"""Running: the same figures whatever the workers, interrupted or not; nothing finished is lost."""

from __future__ import annotations

import json
import resource
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.lab.small import SMALL, lineup, toys
from tests.toy.ruleset import TOY

from wreckoning.core.errors import Malformed, WreckError
from wreckoning.core.rules import jitable
from wreckoning.lab.findings import Findings
from wreckoning.lab.lots import Lot
from wreckoning.lab.pools import Cores
from wreckoning.lab.races import Races, play
from wreckoning.lab.running import ExperimentRun, Progress, heats
from wreckoning.lab.session import run, so_far
from wreckoning.lab.simulate import Simulation
from wreckoning.lab.statistics import share_of
from wreckoning.lab.store import LOTS, ExperimentStore
from wreckoning.lab.tables import rows
from wreckoning.lab.variants import Lineup

UNTIL = SMALL.replace("races = 1200", "until = 0.02")


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    toys(monkeypatch)


def figures(findings: Findings) -> str:
    """All of them, to be compared."""
    return json.dumps(rows(findings))


class Stop(Exception):
    """The run is cut off."""


def cut_off(folder: Path, found: Lineup, lots: int, workers: int) -> None:
    """A run that ends in the middle of everything."""
    left = lots

    def tell(_: Progress) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Stop

    with pytest.raises(Stop):
        run(found, folder, workers, tell=tell)


@pytest.mark.parametrize("text", [SMALL, UNTIL])
def test_the_same_figures_whatever_the_workers_and_wherever_it_was_cut_off(
    tmp_path: Path, text: str
) -> None:
    found = lineup(text)
    whole = figures(run(found, tmp_path / "whole", workers=1))
    assert figures(run(found, tmp_path / "three", workers=3)) == whole
    for lots in (1, 7, 9):
        cut_off(tmp_path / "cut", found, lots, workers=2)
    assert figures(run(found, tmp_path / "cut", workers=2)) == whole
    assert figures(run(found, tmp_path / "cut")) == whole  # nothing is left to race


def test_lot_has_the_same_races_as_simulation() -> None:
    """Rotation 0 of the first lot: races 0 … of the seed, drivers as seated."""
    found = lineup()
    variant = found.variants[1]
    count = heats(found, variant)
    with Cores(TOY, 1) as pool:
        kept: dict[int, Lot] = {}  # by number: one that was begun later may end first
        unrotated = replace(variant, number=0, starts=variant.starts[:1])
        alone = replace(found, variants=(unrotated,))
        ExperimentRun(alone, {}, lambda v, n, lot: kept.update({n: lot})).run(pool)
    table = Simulation(TOY, variant.course, variant.seats(0), {}, seed=7)
    wanted = table.run(heats(alone, unrotated))
    assert count * 3 <= heats(alone, unrotated) + 2
    assert np.array_equal(kept[0].places, wanted.places)
    assert np.array_equal(kept[0].tallies, wanted.totals)


def test_until_the_interval_is_narrow_enough_and_not_much_longer(tmp_path: Path) -> None:
    findings = run(lineup(UNTIL), tmp_path / "out")
    for found in findings.found:
        share = found.win_share(0)
        assert share.half <= 0.02
        fewer = found.races * 9 // 10
        if len(found.lots) > 20:  # more than the first look
            assert share_of(round(share.value * fewer), fewer).half > 0.02
    some = UNTIL.replace("until", "races = 1000\nuntil")
    assert all(f.races <= 1100 for f in run(lineup(some), tmp_path / "some").found)


def test_races_of_a_torn_line_are_run_again(tmp_path: Path) -> None:
    found = lineup()
    whole = figures(run(found, tmp_path))
    path = tmp_path / LOTS
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    half = so_far(tmp_path)
    assert 0 < half.races < 2 * 1200
    assert not half.is_finished
    assert figures(run(found, tmp_path)) == whole
    assert path.read_bytes().count(b"\n") == data.count(b"\n")


def test_a_changed_byte_is_noticed(tmp_path: Path) -> None:
    found = lineup()
    whole = figures(run(found, tmp_path))
    path = tmp_path / LOTS
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"[", b"[1", 1)
    path.write_bytes(b"".join(lines))
    assert sum(len(each.lots) for each in so_far(tmp_path).found) <= 3
    assert figures(run(found, tmp_path)) == whole


def test_full_disk_is_one_line_and_keeps_finished_races(tmp_path: Path) -> None:
    """No file may grow above 4 KiB, as if the disk were full."""
    found = lineup()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4 * 1024, hard))
    try:
        with pytest.raises(Malformed, match=r"lots\.jsonl: cannot be written: .*lots are kept"):
            run(found, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (tmp_path / LOTS).read_bytes().endswith(b"\n")
    kept = so_far(tmp_path).races
    assert 0 < kept < 2 * 1200
    assert figures(run(found, tmp_path)) == figures(run(found, tmp_path.parent / "whole"))


def test_folder_of_another_experiment_is_refused(tmp_path: Path) -> None:
    run(lineup(), tmp_path / "one")
    other = lineup(SMALL.replace("seed = 7", "seed = 8"))
    with pytest.raises(Malformed, match="holds another experiment"):
        run(other, tmp_path / "one")
    assert run(other, tmp_path / "one", fresh=True).is_finished
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("…", "utf-8")
    for fresh in (False, True):
        with pytest.raises(Malformed, match="expected"):
            run(other, tmp_path / "letters", fresh=fresh)
    assert (tmp_path / "letters" / "dear.txt").exists()
    with pytest.raises(Malformed, match="expected the folder of an experiment"):
        so_far(tmp_path / "letters")


def test_two_runs_of_one_folder_are_refused(tmp_path: Path) -> None:
    with (
        ExperimentStore(tmp_path, lineup()),
        pytest.raises(Malformed, match="another run of this experiment is under way"),
    ):
        run(lineup(), tmp_path)


def test_a_house_rule_under_which_no_race_ends_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toys(monkeypatch, replace(TOY, key="never_ending", is_over=never_over))
    with pytest.raises(WreckError, match=r"race \d+ of seed 7 does not end"):
        run(lineup(SMALL.replace('"all"', '["steady"]')), tmp_path)


@jitable
def never_over(_race: object) -> bool:
    """Nobody ever gets there."""
    return False


def test_progress_counts_races(tmp_path: Path) -> None:
    told: list[Progress] = []
    findings = run(lineup(), tmp_path, tell=told.append)
    assert told[0].done == 0
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert told[-1].done == told[-1].expected == findings.races


def test_no_race_is_raced_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every lot and every rotation has race numbers of its own, the same in all variants."""
    raced: list[tuple[int, int]] = []

    def note(*given: Any) -> Races:
        raced.append((given[4], given[5]))
        return play(*given)

    monkeypatch.setattr("wreckoning.lab.lots.play", note)
    findings = run(lineup(), tmp_path, workers=1)
    numbers = [first + n for first, count in raced for n in range(count)]
    assert len(numbers) == findings.races
    assert sorted(numbers) == sorted([*range(findings.races // 2)] * 2)
