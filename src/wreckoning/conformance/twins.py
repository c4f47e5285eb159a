"""Checks that interpreted and compiled play are the same, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, SupportsIndex

from wreckoning.conformance.frame import check, difference, left_by_steps
from wreckoning.conformance.played import finished, follow, left
from wreckoning.conformance.races import Setting, begin, start_live
from wreckoning.core import door
from wreckoning.core.compiling.compiled import compiled
from wreckoning.core.errors import Refused, Suspended
from wreckoning.core.records import Record, pack, to_array, unpack
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
def check_indexes(ruleset: Ruleset, setting: Setting) -> None:
    """Check that no array of a race is counted from its end: compiled, other memory lies there."""
    race = unpack(ruleset.race, pack(start_live(ruleset, setting)))  # shares nothing
    _forbid_the_end(race)
    for _ in left_by_steps(ruleset, race):
        pass


class _FromTheStart(list[Any]):
    """An array of a race, in which an index below 0 is a mistake."""

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        _check_index(at)
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        _check_index(at)
        super().__setitem__(at, value)


def _check_index(at: SupportsIndex | slice) -> None:
    assert isinstance(at, slice) or int(at) >= 0, f"an array is counted from its end: [{int(at)}]"


def _forbid_the_end(record: Record) -> None:
    for field in record.fields:
        value = getattr(record, field.name)
        if field.record:
            for part in value if field.length else [value]:
                _forbid_the_end(part)
        if field.length:
            setattr(record, field.name, _FromTheStart(value))


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
