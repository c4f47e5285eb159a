"""Every installed ruleset holds what the kit asks of one; so does the toy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from tests.toy.ruleset import TOY

from wreckoning.conformance import (
    CHECKS,
    Check,
    Setting,
    check_declaration,
    races_to_cover,
    settings,
)
from wreckoning.core.compiling.compiled import compiled
from wreckoning.core.door import Decide
from wreckoning.core.play import deciding
from wreckoning.core.records import pack
from wreckoning.core.ruleset import Ruleset, find_ruleset, registered

RULESETS = [TOY, *(find_ruleset(key) for key in sorted(registered()))]
DAILY = 56  # the seed whose first races are among the shortest; others are as good
SHARE = 3  # so many races of each ruleset are played daily, and each check looks at one of them
SEEDS = [DAILY, pytest.param(1, marks=pytest.mark.slow)]


@cache
def races(ruleset: str, seed: int) -> list[Setting]:
    """Races that show everything. Not worked out before a test needs them: that takes a while."""
    of = next(each for each in RULESETS if each.key == ruleset)
    return settings(of, races_to_cover(of), seed)


@pytest.fixture(autouse=True, scope="module")
def quick_bots() -> Iterator[None]:
    """Bots decide compiled, as on a server. `tests/core/test_compiled.py` compares them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deciding, "_COMPILED", {})
        for key in registered():
            deciding.use(key, _compiled_bots(find_ruleset(key)))
        yield


def _compiled_bots(ruleset: Ruleset) -> Decide:
    decide = compiled(ruleset).decide
    return lambda race, index: decide(pack(race), index)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_declaration(ruleset: Ruleset) -> None:
    check_declaration(ruleset)


def _by_turns() -> Iterator[tuple[Check, Ruleset, int, bool]]:
    """Every check of every race, and whether it is done daily."""
    for ruleset in RULESETS:
        for number in range(1, races_to_cover(ruleset) + 1):
            for turn, check in enumerate(CHECKS, number):
                yield check, ruleset, number, number <= SHARE and turn % SHARE == 0


BY_TURNS = list(_by_turns())


def test_every_ruleset_gets_every_check_daily() -> None:
    daily = {(ruleset.key, check) for check, ruleset, _, is_daily in BY_TURNS if is_daily}
    assert daily == {(ruleset.key, check) for ruleset in RULESETS for check in CHECKS}


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("check", "ruleset", "number"),
    [
        pytest.param(
            *(check, ruleset, number),
            id=f"{ruleset.key}-{number}-{check.__name__}",
            marks=[pytest.mark.slow] * (not is_daily),
        )
        for check, ruleset, number, is_daily in BY_TURNS
    ],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_ruleset(check: Check, ruleset: Ruleset, number: int, seed: int) -> None:
    check(ruleset, races(ruleset.key, seed)[number - 1])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_the_races_show_everything(ruleset: Ruleset, seed: int) -> None:
    shown = races(ruleset.key, seed)
    assert {race.course for race in shown} == set(ruleset.course_names())
    assert {len(race.seats) for race in shown} == set(ruleset.seats)
    for switch in ruleset.switches:
        assert {race.options[switch.name] for race in shown} == set(switch.values)
    players = {seat.player for race in shown for seat in race.seats}
    assert players == {"person", *ruleset.policies}
    choices = {name for race in shown for seat in race.seats for name in seat.setup}
    assert choices == set(ruleset.setup)
    assert len({race.seed for race in shown}) == len(shown)
