"""Writes an experiment to begin with: a file with all that a game can vary, in comments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wreckoning.core.files.data import data_names, document
from wreckoning.core.ruleset import Ruleset, default_opponent

FEW = 6  # values that are listed
MOST_FIGURES = 3  # figures shown from a data file

HEAD = """\
# An experiment. Race it with `wreck lab run` and this file's name.
#
# What is not in comments is needed; take away the # of what you want to try.

title = "{title}"
ruleset = "{key}"
course = "{course}"{courses}
seed = 1                      # the same seed, the same dice

# How many races of each variant: a number, or until the 95 % intervals of the win shares are this
# narrow (0.005 is half a percent to either side).
races = 20000
# until = 0.005

# rotate = false              # every line-up starts from every place, unless you say so
# illegal = "skip"            # leave out combinations that the rules forbid; else they are refused
# watch = "Subject"           # whose intervals count; else every driver with something that varies

# Who races: seats of one table are equal.
[[seats]]
name = "Subject"
player = "{player}"           # {players}
{setup}
[[seats]]
name = "Field"
count = {count}
player = "{player}"
"""


def starter(ruleset: Ruleset) -> str:
    """The file for this ruleset. It can be raced unchanged."""
    courses = ruleset.course_names()
    most = min(ruleset.seats[-1], 6)
    text = HEAD.format(
        title=f"A first experiment with {ruleset.title}",
        key=ruleset.key,
        course=courses[0],
        courses=f"  # {_some(courses)}, a list of them, or all" if len(courses) > 1 else "",
        player=default_opponent(ruleset),
        players=", ".join(ruleset.policies),
        setup="".join(_setup(ruleset)),
        count=max(1, most - 1),
    )
    return text + "\n".join(["", *_options(ruleset), *_data(ruleset), *_varied(ruleset), ""])


def _some(names: Any) -> str:
    listed = list(names)
    return ", ".join(listed[:FEW]) + (", …" if len(listed) > FEW else "")


def _setup(ruleset: Ruleset) -> Iterator[str]:
    for choice, cards in ruleset.setup.items():
        names = list(cards())
        if names:
            yield f'# {choice} = "{names[0]}"  # {_some(names)}\n'


def _options(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.switches:
        yield "# House rules by switch, in all variants."
        yield "[options]"
        for switch in ruleset.switches:
            values = " or ".join(switch.values)
            yield f'# {switch.name} = "{switch.default}"  # {values}: {switch.text} ({switch.rule})'
        yield ""


def _data(ruleset: Ruleset) -> Iterator[str]:
    figures = list(_figures(ruleset))
    if figures:
        yield "# Figures of the game's own data, in all variants: the file, then key after key."
        yield "[data]"
        for path, value in figures:
            yield f'# "{path}" = {value}'
        yield ""


def _figures(ruleset: Ruleset) -> Iterator[tuple[str, int]]:
    """The first whole numbers of each data file."""
    for name in data_names(ruleset.package):
        numbers = _numbers(document(ruleset.package, name), name)
        yield from (found for _, found in zip(range(MOST_FIGURES), numbers, strict=False))


def _numbers(place: object, path: str) -> Iterator[tuple[str, int]]:
    if type(place) is int:
        yield path, place
    elif isinstance(place, dict):
        for key, value in place.items():
            yield from _numbers(value, f"{path}.{key}")
    elif isinstance(place, list) and place and isinstance(place[0], dict):
        name = place[0].get("key", place[0].get("name", "1"))
        yield from _numbers(place[0], f"{path}.{name}")


def _varied(ruleset: Ruleset) -> Iterator[str]:
    """One axis that is raced, and the other kinds in comments."""
    switch = next((s for s in ruleset.switches if s.name != "referee"), None)
    yield "# What varies: all combinations are raced. Values are a list, or all there are."
    yield "[[vary]]"
    if switch:
        yield f'what = "options.{switch.name}"'
        yield 'values = "all"'
    else:
        yield 'what = "seats.Field.count"'
        yield f"values = [1, {max(1, min(ruleset.seats[-1], 6) - 1)}]"
    for choice, cards in ruleset.setup.items():
        names = list(cards())
        if names:
            yield from ("", "# [[vary]]", f'# what = "seats.Subject.{choice}"', '# values = "all"')
    for path, value in list(_figures(ruleset))[:1]:
        yield from ("", "# [[vary]]", f'# what = "data.{path}"', f"# values = [{value}]")
    yield from ("", "# [[vary]]", '# what = "seats.Subject.player"', '# values = "all"')
    yield from ("", "# Or several things at a time, each set with a name of its own:")
    yield from ("# [[variant]]", '# name = "as printed"')
    yield from ("# [[variant]]", '# name = "a house rule"')
    what = f'"options.{switch.name}" = "{switch.values[-1]}"' if switch else '"course.laps" = 1'
    yield f"# set = {{ {what} }}"
