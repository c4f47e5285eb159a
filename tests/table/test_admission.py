"""Admission of lines when there are too many."""

from __future__ import annotations

from typing import Any

import pytest

from wreckoning.core.ids import SeatIndex
from wreckoning.server.limits import Limits
from wreckoning.server.live.admission import POLICY, Admission
from wreckoning.server.live.clients import TRY_AGAIN, Client
from wreckoning.table.ids import TableId
from wreckoning.table.refusals import TooMany


class Tables:
    """Tables, and lines that come to them."""

    def __init__(self, **limits: Any) -> None:
        self.admission = Admission(Limits(**limits))
        self.lines: dict[str, list[Client]] = {}

    def come(self, table: str, address: str, *seats: SeatIndex, host: bool = False) -> Client:
        """Connect a line, with its hello."""
        line = Client(seats=seats, host=host, address=address)
        self.admission.arrive(line)
        self.admission.admit(line, self.lines.setdefault(table, []))
        line.table = TableId(table)
        self.lines[table].append(line)
        return line

    def full(self, table: str, address: str) -> str:
        """Why a new spectator is not let in."""
        with pytest.raises(TooMany) as refused:
            self.come(table, address)
        return str(refused.value)


def ended(lines: list[Client]) -> list[bool]:
    return [line.is_ended for line in lines]


def test_spectators_per_address_and_table_are_limited() -> None:
    tables = Tables(watchers_per_address=3, watchers_per_table=10)
    here = [tables.come("a", "home") for _ in range(3)]
    assert "watch this table from your address" in tables.full("a", "home")
    elsewhere = [tables.come("b", "home"), tables.come("a", "cafe")]
    assert not any(ended(here + elsewhere))
    here[1].close()
    assert not tables.come("a", "home").is_ended


def test_full_table_closes_a_line_of_the_most_crowded_address() -> None:
    """But no line is given up for a newcomer from an address that would be as crowded then."""
    tables = Tables(watchers_per_table=4)
    crowd = [tables.come("a", "home") for _ in range(3)]
    other = tables.come("a", "cafe")
    tables.come("a", "train")
    assert (ended(crowd), other.is_ended) == ([False, False, True], False)
    assert crowd[2].ending == (TRY_AGAIN, "made room for a watcher from elsewhere")
    assert "watch this table" in tables.full("a", "cafe")
    assert "watch this table" in tables.full("a", "home")


def test_spectators_of_a_server_are_limited() -> None:
    tables = Tables(watchers=2)
    tables.come("a", "home", 0)
    first = tables.come("a", "home")
    tables.come("b", "cafe")
    assert "watch here" in tables.full("c", "train")
    first.close()
    tables.come("c", "train")


def test_player_replaces_the_newest_spectator() -> None:
    """At an address with too many lines the newest that watches goes, where most do."""
    tables = Tables(lines_per_address=4)
    one, *two = [tables.come(table, "home") for table in "abb"]
    player = tables.come("a", "home", 0)
    assert "too many lines from your address" in tables.full("c", "home")
    host = tables.come("c", "home", host=True)
    assert ended([one, *two, player]) == [False, False, True, False]
    assert two[1].ending == (TRY_AGAIN, "made room for a player")
    tables.come("c", "home", 1)
    tables.come("c", "home", 2)
    assert ended([one, *two, player, host]) == [True, True, True, False, False]


def test_player_replaces_the_newest_player_of_the_most_crowded_address() -> None:
    tables = Tables(lines_per_address=3)
    one = tables.come("a", "home", 0)
    several = [tables.come("b", "home", 0), tables.come("b", "home", 1)]
    assert not tables.come("a", "home", 1).is_ended
    assert ended([one, *several]) == [False, False, True]


def test_oldest_line_of_a_seat_with_too_many_is_closed() -> None:
    """Whatever address they come from; the oldest goes."""
    tables = Tables(lines_per_seat=2)
    ann = [tables.come("a", "home", 0), tables.come("a", "phone", 0)]
    bob = tables.come("a", "home", 1)
    tables.come("a", "train", 0, 1)
    assert (ended(ann), bob.is_ended) == ([True, False], False)
    assert ann[0].ending == (POLICY, "made room for a newer line")
    hosts = [tables.come("a", "home", host=True) for _ in range(3)]
    assert ended(hosts) == [True, False, False]


def test_oldest_of_too_many_silent_lines_is_closed() -> None:
    admission = Admission(Limits(silent_lines=2))
    lines = [Client(address="home") for _ in range(3)]
    for line in lines:
        admission.arrive(line)
    assert ended(lines) == [True, False, False]
    admission.arrive(Client(address="cafe"))
    assert ended(lines) == [True, False, False]
    for line in lines:
        admission.leave(line)
