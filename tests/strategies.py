"""Random legal races, for hypothesis: courses, seats, options, seeds."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from wreckoning.conformance import Setting, settings
from wreckoning.core.dice import MAX_SEED
from wreckoning.core.ruleset import PERSON_NAME, Ruleset
from wreckoning.core.seats import RESERVED_NAMES
from wreckoning.core.texts.names import MAX_NAME

seeds = st.integers(0, MAX_SEED)
names = (
    st.text(min_size=1, max_size=MAX_NAME)
    .filter(str.isprintable)
    .filter(lambda name: name == name.strip() and name.casefold() not in RESERVED_NAMES)
)


def races(ruleset: Ruleset, *, players: tuple[str, ...] = ()) -> st.SearchStrategy[Setting]:
    """A legal race: any course, number of seats, switches, set-ups; names of any printable kind.

    `players` who may sit there: by default persons and all policies.
    """
    allowed = players or (PERSON_NAME, *ruleset.policies)

    @st.composite
    def draw_race(draw: st.DrawFn) -> Setting:
        (setting,) = settings(ruleset, 1, draw(st.integers(0, 2**31)))
        count = len(setting.seats)
        called = draw(st.lists(names, min_size=count, max_size=count, unique_by=str.casefold))
        seats = tuple(
            replace(seat, name=name, player=draw(st.sampled_from(allowed)))
            for seat, name in zip(setting.seats, called, strict=True)
        )
        return replace(setting, seats=seats)

    return draw_race()
