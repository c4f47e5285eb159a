"""The words of a course (R9): names, what each feature does, and the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from wreckoning.core.documents import Json
from wreckoning.core.files.course_files import Documented
from wreckoning.core.files.toml_tables import TomlTable
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import table_rule
from wreckoning.rulesets.rtd.item_table import phrase_of
from wreckoning.rulesets.rtd.race import (
    PLENTY,
    Changing,
    Course,
    Damage,
    DashPanel,
    Hazard,
    Item,
    Kind,
    Path,
)

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Feature:
    """The words of a hazard, a dash panel or a path: its name, and what it does."""

    name: str
    text: str


@dataclass(frozen=True)
class SegmentWords:
    """The words of a segment; its features stand in the order of the record."""

    name: str
    hazards: tuple[Feature, ...]
    dash_panels: tuple[Feature, ...]
    paths: tuple[Feature, ...]


@dataclass(frozen=True)
class EventWords:
    """The words of an event: its name, and its states in their order."""

    name: str
    states: tuple[str, ...]


@dataclass(frozen=True)
class CourseFile(Documented):
    """A course: its words, its record, and the document that both are made from."""

    key: str
    title: str
    blurb: str
    difficulty: int  # 1 easy … 5 hard
    document: Json
    record: Course = field(compare=False)
    segments: tuple[SegmentWords, ...]
    events: tuple[EventWords, ...]


@dataclass(frozen=True)
class Conditions:
    """The events on which features may depend. Notes in `used` which of them are used."""

    events: tuple[EventWords, ...]
    used: set[int]

    def read(self, table: TomlTable) -> tuple[int, int]:
        """`event` and `when` of a table: the event's index and a bit for each state, or none."""
        if "event" not in table.values:
            if "when" in table.values:
                table.wrong("event", "the event that `when` is about")
            return NOBODY, 0
        known = [event.name for event in self.events]
        if not known:
            table.wrong("event", "no event: the course has none")
        index = known.index(table.word("event", known))
        states = self.events[index].states
        given = table.words("when", states)
        if len(given) == len(states):
            table.wrong("when", "some of the states, not all (or leave out `event` and `when`)")
        self.used.add(index)
        return index, sum(1 << states.index(state) for state in given)

    def words(self, event: int, states: int) -> str:
        """`while Tide is low or rising`, or nothing."""
        if event == NOBODY:
            return ""
        there = self.events[event]
        given = [name for bit, name in enumerate(there.states) if states >> bit & 1]
        return f"while {there.name} is {series(given, 'or')}"


def signed(number: int) -> str:
    """A number with a real minus, without a plus."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def series(words: Sequence[str], last: str) -> str:
    """`one, two and three`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def check_words(modifier: int) -> str:
    sign = "+" if modifier > 0 else ""
    return f"a Racing Check at {sign}{signed(modifier)}" if modifier else "a Racing Check"


def hazard_words(modifier: int, damage: int) -> str:
    return f"{check_words(modifier)}, or {'flip' if damage == Damage.FLIP else 'spin out'}"


def _sentence(*clauses: str) -> str:
    joined = "; ".join(clause for clause in clauses if clause)
    return f"{joined[:1].upper()}{joined[1:]}."


def hazard_text(hazard: Hazard, conditions: Conditions) -> str:
    there = conditions.words(hazard.event, hazard.states)
    worse = conditions.words(hazard.worse_event, hazard.worse_states)
    harder = hazard_words(hazard.worse_modifier, hazard.worse_damage)
    return _sentence(
        hazard_words(hazard.modifier, hazard.damage),
        f"only {there}" if there else "",
        f"{worse}: {harder}" if worse else "",
    )


def dash_panel_text(panel: DashPanel) -> str:
    brings = [f"+{panel.momentum} Momentum"] if panel.momentum else []
    gain = series([*brings, "ink washed off"], "and")
    return _sentence(f"{check_words(panel.modifier)} for {gain}" if panel.checked else gain)


def path_text(path: Path, conditions: Conditions) -> str:
    """What the path needs and brings, from its numbers."""
    fails = series(_failure_words(path), "and")
    there = conditions.words(path.event, path.states)
    return _sentence(
        f"needs {series(_needs_words(path), 'and')}",
        f"brings {series(_success_words(path), 'and')}",
        f"failing costs {fails}" if fails else "",
        f"open only {there}" if there else "",
    )


def _needs_words(path: Path) -> list[str]:
    items = [item for item in Item if path.items >> item & 1]
    needs = []
    if items:
        lasting = " (one at work will do)" if {Item.BOO, Item.STAR} & set(items) else ""
        needs.append(series([phrase_of(item) for item in items], "or") + lasting)
    if path.checked:
        needs.append(check_words(path.modifier))
    return needs


def _success_words(path: Path) -> list[str]:
    brings = [f"+{path.momentum} Momentum"] if path.momentum else []
    brings += ["no features to meet this turn"] if path.skips_features else []
    brings += ["a free pass attempt"] if path.free_pass else []
    brings += ["ink washed off"] if path.washes else []
    brings += ["the next segment at once"] if path.advances else []
    return brings


def _failure_words(path: Path) -> list[str]:
    costs = [f"{-path.failure_momentum} Momentum"] if path.failure_momentum else []
    costs += ["all items"] if path.failure_loses_items else []
    costs += ["a Fall Back"] if path.failure_falls_back else []
    return costs


_ROADS = {
    Kind.TIGHT: "━┓┗━",
    Kind.STRAIGHT: "━━━━",
    Kind.BROAD_STRAIGHT: "════",
    Kind.CURVE: "━━━┓",
    Kind.BROAD_CURVE: "═══╗",
}


@table_rule("R9")
def map_lines(course: CourseFile) -> list[str]:
    """The course's map: the road, segment by segment, with everything that is special there."""
    record = course.record
    laps = "1 lap" if record.laps == 1 else f"{record.laps} laps"
    lines = [f"{course.title} ({laps} of {record.segments} segments)", course.blurb, ""]
    for number, words in enumerate(course.segments):
        lines += _segment_lines(course, number, words)
    if course.events:
        lines.append("")
    for event, changing in zip(course.events, record.events, strict=False):
        lines.append(f"~ {event.name}: {_cycle(event, changing)}, and again.")
    return lines


def _segment_lines(course: CourseFile, number: int, words: SegmentWords) -> list[str]:
    segment = course.record.segment[number]
    kind = Kind(segment.kind)
    road = f"{_ROADS[kind]} {number + 1:2} {words.name}"
    facts = [kind.name.lower().replace("_", " "), _box_words(segment.boxes)]
    lines = [f"{road:<36} {', '.join(fact for fact in facts if fact)}"]
    signs = (("!", words.hazards), (">", words.dash_panels), ("?", words.paths))
    for sign, features in signs:
        lines += [f"        {sign} {feature.name}: {feature.text}" for feature in features]
    if segment.link != NOBODY:
        lines.append(f"        @ Attacks reach {course.segments[segment.link].name}.")
    return lines


def _box_words(boxes: int) -> str:
    if boxes == PLENTY:
        return "plenty of item boxes"
    return "1 item box" if boxes == 1 else f"{boxes} item boxes" if boxes else ""


def _cycle(event: EventWords, changing: Changing) -> str:
    """`low for 3 turns, then high for 2`."""
    stays = [
        f"{name} for {turns} turn{'' if turns == 1 else 's'}"
        for name, turns in zip(event.states, changing.turns, strict=False)
    ]
    return ", then ".join(stays)
