"""Checks that interpreted and compiled play are the same, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from wreckoning.conformance.frame import check, difference
from wreckoning.conformance.played import finished, follow, left
from wreckoning.conformance.races import Setting, begin
from wreckoning.core import door
from wreckoning.core.compiling.compiled import compiled
from wreckoning.core.errors import Refused, Suspended
from wreckoning.core.records import pack, to_array
from wreckoning.core.ruleset import Ruleset

Step = Callable[[Any], None]


@check
def check_live_play(ruleset: Ruleset, setting: Setting) -> None:
    """Check that with dice and bots from the same seeds, both agree at every checkpoint."""
    step = compiled(ruleset).step
    races = left(ruleset, setting)
    twin = to_array(next(races))
    for number, race in enumerate(races, 1):
        door.at_checkpoint(twin[0])
        step(twin)
        problem = difference(ruleset.race, pack(race), twin.tobytes())
        assert not problem, f"interpreted and compiled, at checkpoint {number}: {problem}"


@check
def check_tapes(ruleset: Ruleset, setting: Setting) -> None:
    """Check that with a match's answers, both stop at equal asks and reach equal checkpoints."""
    entries = finished(ruleset, setting).entries
    match = follow(begin(twins(ruleset), setting), entries)
    assert match.is_over, "compiled, the same race does not end"


def twins(ruleset: Ruleset, at_asks: bool = True) -> Ruleset:
    """The same ruleset, which also plays each step compiled and compares.

    Without `at_asks` only steps that reach a checkpoint are compared. That is quicker and shows
    nearly as much: play up to an ask is repeated up to the checkpoint.
    """
    step = compiled(ruleset).step

    def both(race: Any) -> None:
        before = race.copy()
        ended = _run(ruleset.step, race)
        if ended is not None and not at_asks:
            raise ended
        twin = to_array(before)
        compiled_ended = _run(step, twin)
        assert ended is compiled_ended, f"interpreted {ended}, compiled {compiled_ended}"
        problem = difference(ruleset.race, pack(race), twin.tobytes())
        assert not problem, f"interpreted and compiled: {problem}"
        if ended is not None:
            raise ended

    return replace(ruleset, step=both)


def _run(step: Step, race: object) -> type[Exception] | None:
    try:
        step(race)
    except (Suspended, Refused) as error:
        return type(error)
    return None
