"""`wreck review` in the terminal: the ledger by kind of roll and by rival."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.analysis.test_ledger import made, vague

from wreckoning.analysis.ledger import Amount, FromRival
from wreckoning.analysis.review import Review
from wreckoning.cli.review import _show_split
from wreckoning.core.ids import by_seat


def shown(found: Review, capsys: pytest.CaptureFixture[str], columns: int = 80) -> list[str]:
    """The lines of the split, without the spaces after them."""
    from rich.console import Console

    _show_split(Console(width=columns), found)
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_each_driver_has_a_line_of_luck_and_one_of_rivals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = shown(made(), capsys)
    assert lines[1] == "Luck by kind of roll, and what rivals did"
    assert lines[2:5] == [
        "Ann",
        "  luck: heat +65 ±4; Side Ram −10 ±3",
        "  rivals: Bob luck −10 ±3, choices −6 ±7; Cid luck −2 ±3, choices +5 ±6",
    ]
    assert [line for line in lines[2:] if not line.startswith(" ")] == ["Ann", "Bob", "Cid"]


def test_amounts_too_rough_alone_are_question_marks_and_one_if_all_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "  luck: heat +65 ±4; Side Ram ?" in shown(vague(), capsys)
    rough = Amount(1.0, 0.5)
    drivers = []
    for seat, driver in by_seat(made().drivers):
        rivals = {other: FromRival(rough, rough) for other, _ in by_seat("abc") if other != seat}
        account = replace(driver.account, by_roll={"heat_die": rough}, by_rival=rivals)
        drivers.append(replace(driver, account=account))
    lines = shown(replace(made(), drivers=tuple(drivers)), capsys)
    assert lines[2:5] == ["Ann", "  luck: ?", "  rivals: ?"]


def test_no_line_is_longer_than_the_terminal_is_wide(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(made(), capsys, 40)
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("  ") for line in lines if "choices" in line)
