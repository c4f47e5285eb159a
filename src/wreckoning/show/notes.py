"""Lines of the log that no rule tells: answers by orders, and what the referee did.

Each has its place between the events of the race.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from wreckoning.core.asks import DICE_NAME, REFEREE_NAME, Answer, Correction, Entry, Skip, Skipped
from wreckoning.core.called import CalledCheck
from wreckoning.core.documents import ChangedValue
from wreckoning.core.door import MODIFIER, PHASE
from wreckoning.core.match import Match
from wreckoning.core.records import Record
from wreckoning.core.ruleset import Ruleset
from wreckoning.core.shown import LogLine, Part
from wreckoning.core.texts.numerals import is_digits
from wreckoning.core.texts.wording import count, listed, show_face, signed
from wreckoning.show.corrections import (
    ADDED,
    NEXT_ROLL,
    ROLL,
    Subject,
    next_roll_words,
    subjects,
)
from wreckoning.show.orders import plain
from wreckoning.show.standing_answers import ahead_line

Note = tuple[int, LogLine]  # how many journal entries (or events) come before the line


def note_of(match: Match, entry: Entry) -> Note | None:
    """The line for an entry that no rule tells, with the journal entries before it."""
    if isinstance(entry, Answer) and entry.ahead >= 0:
        return entry.ahead, ahead_line(match, entry)
    if isinstance(entry, Answer) and entry.skip is not None and entry.skip.told >= 0:
        return entry.skip.told, skip_line(match, entry, entry.skip)
    if isinstance(entry, Correction) and entry.told >= 0:
        return entry.told, correction_line(match, entry)
    return None


def notes_of(match: Match, kind: type[Entry] | None = None) -> list[Note]:
    """All such lines that everyone may know, each with the number of events before it.

    With a `kind`, only the lines for entries of that kind.
    """
    entries = [one for one in match.settled_entries() if kind is None or isinstance(one, kind)]
    found = [note_of(match, entry) for entry in entries]
    return [(events_in(match.told[:told]), line) for told, line in filter(None, found)]


def events_in(entries: Sequence[Sequence[int]]) -> int:
    """The number of events in these journal entries."""
    return sum(entry[0] not in (MODIFIER, PHASE) for entry in entries)


def notes_from(notes: Sequence[Note], first: int) -> list[Note]:
    """The notes by the number of events after the `first` ones. Earlier ones are left out."""
    return [(before - first, line) for before, line in notes if before >= first]


def log_lines(match: Match) -> list[LogLine]:
    """The log of a race from its beginning, with the notes."""
    events, notes, view = match.events(), notes_of(match), match.ruleset.view
    turns = [at for at, event in enumerate(events) if view.new_turn(event) and at] if notes else []
    lines = list[LogLine]()
    for first, end in pairwise([0, *turns, len(events)]):
        lines += with_notes(match, events, range(first, end), notes, end == len(events))
    return lines


def skip_line(match: Match, entry: Answer, skip: Skip) -> LogLine:
    """What the referee skipped of a seat and why, and the answer that was used instead."""
    question = match.ruleset.words.questions[entry.question.upper()]
    skipped = {
        Skipped.QUESTION: f"{entry.who} skipped",
        Skipped.TURN: f"{entry.who} skipped for this turn",
        Skipped.STILL: f"{entry.who} still skipped",
    }[skip.kind]
    why = f" ({skip.reason})" if skip.reason else ""
    said = f"Referee: {skipped}{why}; used instead: {plain(entry.name)} ({question.words})"
    return LogLine((Part(said),), (entry.who,), (question.rule,))


def correction_line(match: Match, correction: Correction) -> LogLine:
    """What the referee took back and changed, from what to what, and why."""
    parts, names = list[str](), list(correction.taken_back)
    if correction.taken_back[:1] == (REFEREE_NAME,):
        since = listed(correction.taken_back[1:])
        parts.append("took back the last correction")
        parts[0] += f", and what {since} answered" if since else ""
    elif correction.taken_back:
        nobody = (DICE_NAME, REFEREE_NAME)
        whose = [f"the {who}" if who in nobody else who for who in correction.taken_back]
        parts.append(f"took back what was answered by {listed(whose)}")
    for subject, told in _by_subject(match, correction.changed):
        if subject:
            names.append(subject.driver)
        parts.append(f"{subject.name}, {', '.join(told)}" if subject else ", ".join(told))
    if correction.called is not None:
        names.append(correction.called.who)
        parts.append(_called_words(correction.called))
    what = "; ".join(parts) or "nothing changed"
    why = f" ({correction.reason})" if correction.reason else ""
    drove = tuple(who for who in dict.fromkeys(names) if who in match.names)
    return LogLine((Part(f"Referee: {what}{why}"),), drove)


def _called_words(check: CalledCheck) -> str:
    """`Bolt rolled ⚄ 5 +1 = 6, and 4 or more were needed: made`."""
    sides = "" if check.sides == 6 else f" (d{check.sides})"
    rolled = show_face(check.rolled) if check.sides == 6 else str(check.rolled)
    if check.modifier:
        rolled += f" {signed(check.modifier)} = {count(check.result)}"
    made = "made" if check.is_made else "failed"
    needed = f"and {check.target} or more were needed: {made}"
    return f"{check.who} rolled {rolled}{sides}, {needed}"


def _by_subject(
    match: Match, changed: Sequence[ChangedValue]
) -> Iterator[tuple[Subject | None, list[str]]]:
    """The changes in words, those of one driver or vehicle together; None: of the race itself."""
    every = subjects(match)
    first = {(one.driver, one.name): one for one in reversed(every)}  # its parts are told together
    known = {(one.part, one.key): first[one.driver, one.name] for one in every}
    found: dict[Subject | None, list[str]] = {}
    rolls: dict[Subject, dict[str, ChangedValue]] = {}
    parts: dict[str, list[str]] = {}
    for change in changed:
        part, key, *_ = (*change.where, "")
        subject = known.get((part, key))
        where = change.where[2:] if subject else change.where
        told = found.setdefault(subject, [])
        if subject and where in ((ROLL,), (ADDED,)):
            rolls.setdefault(subject, {})[where[0]] = change
            continue
        if not subject and len(where) > 1:
            parts.setdefault(where[0], []).append(_of_part(match.ruleset, change))
            continue
        field = " ".join(where).replace("_", " ")
        told.append(f"{field} {_shown(change.before)} → {_shown(change.after)}".strip())
    for one, both in rolls.items():
        found[one].append(_next_roll_words(match.ruleset, both.get(ROLL), both.get(ADDED)))
    for part, told in parts.items():
        found[None].append(f"{part.replace('_', ' ')} {', '.join(told)}")
    yield from found.items()


def _of_part(ruleset: Ruleset, change: ChangedValue) -> str:
    """A change within a part of the race: `driver Bolt`, or from what to what if it had a value."""
    name, kinds = " ".join(change.where[1:]).replace("_", " "), None
    record: type[Record] | None = ruleset.race
    for step in change.where:
        if is_digits(step):
            continue  # a record of a list
        field = next((one for one in record.fields if one.name == step), None) if record else None
        record, kinds = (field.record, field.enum) if field else (None, None)
    empty = min(kinds).name.lower() if kinds else None
    if change.before not in (False, 0, None, empty):
        return f"{name} {_shown(change.before)} → {_shown(change.after)}"
    return name if change.after is True else f"{name} {_shown(change.after)}"


def _next_roll_words(
    ruleset: Ruleset, roll: ChangedValue | None, added: ChangedValue | None
) -> str:
    """`next roll (Pass) +2`, or from what to what."""
    before, after = (
        next_roll_words(ruleset, roll and getattr(roll, when), added and getattr(added, when))
        for when in ("before", "after")
    )
    return f"{NEXT_ROLL} {after if before == 'none' else f'{before} → {after}'}"


def _shown(value: object) -> str:
    """A value of a position in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " + ".join(map(_shown, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(each)}" for key, each in value.items()).replace("_", " ")
    return "none" if value is None else str(value).replace("_", " ").replace("-", "−")


def with_notes(
    match: Match,
    events: Sequence[object],
    part: range,
    notes: Sequence[Note],
    is_last: bool = False,
) -> list[LogLine]:
    """The log lines of a part of the events, with the notes between them.

    A note has the number of events before it; one at the very end is shown only if `is_last`.
    """
    view = match.ruleset.view
    lines: list[LogLine] = view.log_lines(match, events, part)
    for before, note in reversed(notes):
        if before in part or (is_last and before == part.stop):
            until = range(part.start, before)
            at = len(view.log_lines(match, events, until)) if until else 0
            near = lines[at : at + 1] or lines[-1:]
            lines.insert(at, replace(note, phase=near[0].phase if near else ""))
    return lines
