"""`orders` in `wreck play`: given at a question, used, kept on this machine, taken back."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from tests.cli.run import wreck

SEATS = "Ann=you,rookie,rookie"
RACE = ("play", "rtd", "--course", "sundae_drive", "--seats", SEATS, "--dice", "seeded:7")
ORDERS = "orders rocket start: no; order: draft, aggressive; passes: yes >= 50%; item box: no"
NOTE = "Ann, by orders given ahead: No attempt (Attempt a Rocket Start?)"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Races and orders go to a folder of the test's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("WRECK_DATA", str(folder))
    return folder


def test_orders_are_said_to_choose_and_then_answer(data_folder: Path) -> None:
    ran = wreck(*RACE, given=f"orders\n{ORDERS}\n\nquit\n")
    assert (ran.status, ran.err) == (0, "")
    assert "Ann has no orders" in ran.out
    assert "Try to Pull Ahead?" in ran.out  # what they can be about
    assert "Now: No attempt (rocket start: no)" in ran.out
    assert NOTE in ran.out
    assert "Ann, by orders given ahead: Draft (What is your action this turn?)" in ran.out
    (kept,) = (data_folder / "orders").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_what_orders_choose_is_shown_before_they_are_given(data_folder: Path) -> None:
    ran = wreck(*RACE, given=f"{ORDERS}\nn\norders\nquit\n")
    shown, after = ran.out.split("Give these orders?")
    assert "order: draft else aggressive" in shown
    assert "Now: No attempt (rocket start: no)" in shown
    assert "Not given." in after
    assert "Ann has no orders" in after
    assert "by orders given ahead" not in ran.out
    assert not (data_folder / "orders").exists()


def test_orders_are_kept_for_a_resumed_race_and_taken_back() -> None:
    wreck(*RACE, given=f"{ORDERS}; use: hold\nyes\nquit\n")
    ran = wreck("play", "--resume", "last", given="orders\norders off\norders\nquit\n")
    assert "order: draft else aggressive" in ran.out
    assert "Ann has no orders any more." in ran.out
    assert ran.out.count("Ann has no orders") == 2


def test_a_question_that_no_order_covers_is_asked() -> None:
    ran = wreck(*RACE, given="orders order: draft\n\nquit\n")
    assert "Now: you are asked (otherwise: wait)" in ran.out
    assert NOTE not in ran.out


def test_orders_rest_after_an_undo() -> None:
    before, after = wreck(*RACE, given=f"{ORDERS}\n\nundo\nquit\n").out.split("Taken back: ")
    assert "by orders given ahead" in before
    assert "by orders given ahead" not in after  # Ann is asked again


def test_orders_that_cannot_be_read_are_told() -> None:
    ran = wreck(*RACE, given="orders order: jump\nquit\n")
    assert "orders: line 1: order: no option 'jump'; for example aggressive" in ran.out


def test_each_kind_and_each_figure_is_offered_once() -> None:
    ran = wreck(*RACE, given="orders\norders order: draft if heat > 3\nquit\n")
    listed, refused = ran.out.split("no condition 'heat'")
    assert "nobody behind, chance, place, lap, momentum" in " ".join(refused.split())
    lines = [line.split() for line in listed.splitlines()]
    assert ["order", "What", "is", "your", "action", "this", "turn?", "R17"] in lines
    assert not [line for line in lines if line[:2] == ["momentum", "What"]]  # a second name
