"""The digest of all answers, as a table publishes it with every state."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from tests.table.sitting import asked_again, one, pair

from wreckoning.core.logs.log_file import read_log
from wreckoning.server.encoding import dump
from wreckoning.server.live.live_table import LiveTable
from wreckoning.table.logs import log_of


def published(live: LiveTable) -> tuple[int, str]:
    """Number and digest, as a state and an update have them."""
    plays: list[dict[str, Any]]
    plays = [orjson.loads(live.update(False))["play"], orjson.loads(dump(live.state([])))["play"]]
    found = {(play["number"], play["digest"]) for play in plays}
    assert len(found) == 1
    return found.pop()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("dice", ["fair", "physical"])
def test_every_state_has_the_digest_of_the_log(dice: str) -> None:
    """Whatever was published is in the log as it is then, and in the log of the whole race."""
    table = pair(dice=dice)
    live = LiveTable(table.game, 0, 0)
    seen = {}

    def is_over() -> bool:
        log = read_log(log_of(table.game))
        number, digest = published(live)
        assert (number, digest) == (len(log.entries), log.digests[-1])
        seen[number] = digest
        return table.game.state == "over"

    table.play_until(is_over)
    whole = read_log(log_of(table.game))
    assert whole.end is not None
    assert (whole.end.answers, whole.end.hex) == (max(seen), seen[max(seen)])
    assert len(seen) > 40
    for number, digest in seen.items():
        assert whole.digests[number] == digest


def test_digest_excludes_hidden_answers_of_a_group() -> None:
    digests = set()
    for choice in ("yes", "no"):
        table = pair()
        live = LiveTable(table.game, 0, 0)
        before = published(live)
        table.answer("Ann", choice)
        assert published(live) == before
        table.answer("Bob", "yes")
        digests.add(published(live))
    assert len(digests) == 2


def test_digest_follows_undo_and_correction() -> None:
    table = asked_again(one(options={"referee": "on"}), "Ann")
    live = LiveTable(table.game, 0, 0)
    number, digest = published(live)
    table.undo("Ann")
    back = published(live)
    assert back[0] == number - 1
    assert back[1] != digest
    table.play_until(lambda: table.match.is_between_slots)
    before = published(live)
    table.do("correct", changes={"karts": {"Ann": {"momentum": 2}}}, reason="a slip")
    after = published(live)
    assert after[0] > before[0]
    assert after == (table.game.number, read_log(log_of(table.game)).digests[-1])


@pytest.mark.parametrize("dice", ["fair", "physical"])
def test_digest_of_an_abandoned_race(dice: str) -> None:
    """Also part-way through a group: what was hidden stays out of log and digest."""
    table = pair(dice=dice)
    live = LiveTable(table.game, 0, 0)
    table.answer("Ann", "yes")
    before = published(live)
    table.do("abandon")
    log = read_log(log_of(table.game))
    assert published(live) == before
    assert log.end is not None
    assert (log.end.answers, log.end.hex) == before
