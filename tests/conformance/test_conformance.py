"""Every installed ruleset holds what the kit asks of one; so does the toy."""

from __future__ import annotations

from collections.abc import Iterator

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
from wreckoning.core import deciding
from wreckoning.core.compiled import compiled
from wreckoning.core.records import pack
from wreckoning.core.ruleset import Ruleset, find_ruleset, registered

RULESETS = [TOY, *(find_ruleset(key) for key in sorted(registered()))]
RACES = [
    pytest.param(ruleset, setting, id=f"{ruleset.key}-{number}")
    for ruleset in RULESETS
    for number, setting in enumerate(settings(ruleset, races_to_cover(ruleset)), 1)
]


@pytest.fixture(autouse=True, scope="module")
def quick_bots() -> Iterator[None]:
    """Bots decide compiled, as on a server: `test_bots_decide_alike` holds them to the rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deciding, "_COMPILED", {})
        for key in registered():
            deciding.use(key, _compiled_bots(find_ruleset(key)))
        yield


def _compiled_bots(ruleset: Ruleset) -> deciding.Decide:
    decide = compiled(ruleset).decide
    return lambda race, index: decide(pack(race), index)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_declaration(ruleset: Ruleset) -> None:
    check_declaration(ruleset)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)  # race by race
@pytest.mark.parametrize(("ruleset", "setting"), RACES)
def test_ruleset(check: Check, ruleset: Ruleset, setting: Setting) -> None:
    check(ruleset, setting)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_the_races_show_everything(ruleset: Ruleset) -> None:
    races = settings(ruleset, races_to_cover(ruleset))
    assert {race.course for race in races} == set(ruleset.course_names())
    assert {len(race.seats) for race in races} == set(ruleset.seats)
    for switch in ruleset.switches:
        assert {race.options[switch.name] for race in races} == set(switch.values)
    players = {seat.player for race in races for seat in race.seats}
    assert players == {"person", *ruleset.policies}
    choices = {name for race in races for seat in race.seats for name in seat.setup}
    assert choices == set(ruleset.setup)
    assert len({race.seed for race in races}) == len(races)
