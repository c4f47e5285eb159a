"""The race report: events gathered into lines, a line for each thing that somebody did.

An event begins a line of its own, or goes on with the line before: a pass, its dice, its outcome
and what it did to both drivers' Momentum read as one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from wreckoning.core.match import Match
from wreckoning.core.shown import BAD, CHANGE, DIE, NEUTRAL, Line, Part
from wreckoning.rulesets.rtd.view.sentences import (
    STATEMENTS,
    STATUSES,
    Event,
    predicate,
    show_roll,
    tone,
)
from wreckoning.rulesets.rtd.view.words import count, item_phrase, turns

# Events that begin a line wherever they come.
OPENING = (
    "ordered",
    "action_lost",
    "deployed",
    "blue_shell_strikes",
    "custom",
    "lap",
    "course_changed",
    "fake_hit",
    "race_over",
)

# Dice that begin a line, and how. {at} is the feature they meet.
OPENING_ROLLS = {
    "rocket_check": "{who} tried a Rocket Start",
    "hazard_check": "{who} at {at}",
    "dash_check": "{who} at {at}",
    "fall_back_check": "{who} had no Momentum left",
    "pull_ahead_check": "{who} tried to Pull Ahead",
    "box_check": "{who} went for an item box",
}

# What a die is for, where the line does not say so already. Defenders' dice follow an "against".
NOTES = {
    "spin_out_check": "to stay straight",
    "blast_check": "in the blast",
    "item_roll": "Item Roll",
    "steal_from": "whom",
    "steal_item": "which item",
    "ram_check": "ram",
    "shell_attack": "shell",
    "bomb_dodge": "to dodge",
    "share_roll": "to share it",
}
DEFENCES = ("pass_defence", "ram_defence", "shell_defence", "share_defence")


@dataclass
class _Draft:
    """A line being gathered."""

    key: str
    who: str | None
    parts: list[Part] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    heading: bool = False
    last_who: str | None = None

    def add(self, text: str, kind: str = "text", tone: str = NEUTRAL, face: int = 0) -> None:
        self.parts.append(Part(text, kind, tone, face))

    def note(self, *names: str | None, rule: str = "") -> None:
        self.names += [name for name in names if name and name not in self.names]
        if rule and rule not in self.rules:
            self.rules.append(rule)

    def line(self) -> Line:
        return Line(tuple(self.parts), tuple(self.names), tuple(self.rules), self.heading)


class _Report:
    def __init__(self, match: Match, events: Sequence[Event]) -> None:
        self.match = match
        self.events = events
        self.drafts: list[_Draft] = []

    def lines(self) -> list[Line]:
        for index, event in enumerate(self.events):
            handler = getattr(self, f"_{event['event']}", None)
            if handler:
                handler(event, index)
            else:
                self._plain(event)
        return [draft.line() for draft in self.drafts if draft.parts]

    def _open(self, key: str, who: str | None, text: str, rule: str, tone: str = "") -> _Draft:
        draft = _Draft(key, who, last_who=who)
        draft.add(text, tone=tone)
        draft.note(who, rule=rule)
        self.drafts.append(draft)
        return draft

    def _last(self, *keys: str) -> _Draft | None:
        """The line being gathered, if it is of one of these keys."""
        if self.drafts and (not keys or self.drafts[-1].key in keys):
            return self.drafts[-1]
        return None

    # Events

    def _plain(self, event: Event) -> None:
        """Go on with the line, or begin one."""
        name, who = event["event"], event.get("who")
        if name in STATEMENTS:
            words = STATEMENTS[name](self.match, event)
            draft = self._last()
            if name == "left_lying" and draft:
                draft.add(f"; {words[0].lower()}{words[1:]}")
                draft.note(rule=event["rule"])
            else:
                self._open(name, None, words, event["rule"])
            return
        words = predicate(self.match, event)
        draft = self._last()
        if name in OPENING or draft is None or draft.key in ("turn", "stance", "grid", "ended"):
            self._open(name, who, f"{who} {words}", event["rule"], tone(event))
            self.drafts[-1].note(event.get("other"))
            return
        subject = "" if draft.last_who == who else f"{who} "
        draft.add(f", {subject}{words}", tone=tone(event))
        draft.note(who, event.get("other"), rule=event["rule"])
        draft.last_who = who

    def _turn_begins(self, event: Event, _: int) -> None:
        draft = self._open("turn", None, f"Turn {event['turn']}", "")
        draft.heading = True

    def _stance(self, event: Event, _: int) -> None:
        text = f"{event['who']} {predicate(self.match, event)}"
        draft = self._last("stance")
        if draft:
            draft.add(f"; {text}")
            draft.note(event["who"], rule=event["rule"])
        else:
            self._open("stance", event["who"], text, event["rule"])

    def _grid_set(self, event: Event, _: int) -> None:
        text = f"{event['place']} {event['who']}"
        draft = self._last("grid")
        if draft:
            draft.add(f", {text}")
            draft.note(event["who"])
        else:
            self._open("grid", None, f"The grid: {text}", event["rule"]).note(event["who"])

    def _pass_tried(self, event: Event, _: int) -> None:
        draft = self._last("ordered", "deployed")
        who, other = event["who"], event["other"]
        if draft and draft.who == who and draft.key != "passing":
            draft.key = "passing"
            draft.add(f", tried to pass {other}")
            draft.note(other, rule=event["rule"])
            draft.last_who = who
        else:
            self._open("passing", who, f"{who} tried to pass {other}", event["rule"]).note(other)

    def _passed(self, event: Event, _: int) -> None:
        self._outcome(event, "passed")

    def _pass_failed(self, event: Event, _: int) -> None:
        self._outcome(event, "stayed behind")

    def _rammed(self, event: Event, _: int) -> None:
        self._outcome(event, "the ram hit home")

    def _ram_failed(self, event: Event, _: int) -> None:
        self._outcome(event, "the ram missed")

    def _outcome(self, event: Event, words: str) -> None:
        """How an opposed roll ended: the line says between whom."""
        draft = self._last()
        if draft is None:
            self._plain(event)
            return
        subject = "" if draft.who == event["who"] or words.startswith("the") else f"{event['who']} "
        draft.add(f", {subject}{words}", tone=tone(event))
        draft.note(event["who"], event["other"], rule=event["rule"])
        draft.last_who = event["who"]

    def _laid(self, event: Event, _: int) -> None:
        self._plain(event)
        self.drafts[-1].key = "litter"

    def _missed(self, event: Event, _: int) -> None:
        self._plain(event)
        if event["item"] in ("banana", "fake_item_box"):
            self.drafts[-1].key = "litter"

    def _inked(self, event: Event, _: int) -> None:
        draft = self._last("deployed")
        if draft and draft.last_who and draft.parts[-1].text.endswith("inked"):
            text = draft.parts[-1].text.removesuffix(" got inked")
            draft.parts[-1] = Part(f"{text}, {event['who']} got inked", tone=tone(event))
            draft.note(event["who"], rule=event["rule"])
        else:
            self._plain(event)

    def _dashed(self, event: Event, _: int) -> None:
        draft, who = self._last(), event["who"]
        if draft and draft.key == "dash_check" and draft.who == who:
            draft.add(", on it", tone=tone(event))
        elif draft and draft.key == f"dash {event['name']}":
            draft.add(f", {who}")
            draft.last_who = who
        else:
            draft = self._open(f"dash {event['name']}", who, f"{event['name']}: {who}", "")
        draft.note(who, rule=event["rule"])

    def _hazard_passed(self, event: Event, _: int) -> None:
        self._feature(event, "got past it")

    def _hazard_hit(self, event: Event, _: int) -> None:
        self._feature(event, "ran into it")

    def _feature(self, event: Event, words: str) -> None:
        draft = self._last("hazard_check")
        if draft and draft.who == event["who"]:
            draft.add(f", {words}", tone=tone(event))
            draft.note(rule=event["rule"])
        else:
            self._plain(event)

    def _pulled_ahead(self, event: Event, _: int) -> None:
        self._of_pull_ahead(event)

    def _pull_ahead_cancelled(self, event: Event, _: int) -> None:
        self._of_pull_ahead(event)

    def _of_pull_ahead(self, event: Event) -> None:
        draft = self._last("pull_ahead_check")
        if draft and draft.who == event["who"]:
            self._plain(event)
        else:
            words = f"{event['who']} {predicate(self.match, event)}"
            self._open("pulled_ahead", event["who"], words, event["rule"], tone(event))

    def _lap(self, event: Event, index: int) -> None:
        later = self.events[index + 1 : index + 2]
        if later and later[0]["event"] == "finished":
            return  # the finish says more
        key = f"Lap {event['lap']} in {turns(event['turns'])}"
        draft = self._last(key)
        if draft:
            draft.add(f", {event['who']}")
            draft.note(event["who"])
        else:
            self._open(key, event["who"], f"{key}: {event['who']}", event["rule"])

    def _finished(self, event: Event, index: int) -> None:
        words = predicate(self.match, event)
        draft = self._open(
            "finished", event["who"], f"{event['who']} {words}", event["rule"], tone(event)
        )
        before = self.events[index - 1] if index else {}
        if before.get("event") == "lap":
            draft.add(f" (last lap in {turns(before['turns'])})")

    def _status_ended(self, event: Event, _: int) -> None:
        text = f"{event['who']}'s {STATUSES[event['status']]}"
        draft = self._last("ended")
        if draft:
            draft.add(f", {text}")
            draft.note(event["who"])
        else:
            self._open("ended", event["who"], f"Wore off: {text}", event["rule"])

    def _item_taken(self, event: Event, _: int) -> None:
        draft = self._last()
        if draft and draft.key == "box_check":
            draft.add(f": {item_phrase(event['item'])}", tone=tone(event))
            draft.note(rule=event["rule"])
        else:
            self._plain(event)

    # Momentum

    def _momentum(self, event: Event, _: int) -> None:
        who, before, now = event["who"], event["now"] - event["change"], event["now"]
        draft = self._opened_for(event)
        draft.note(who, rule="" if event["cause"] == "check" else event["rule"])
        last = draft.parts[-1]
        if last.kind == CHANGE and draft.last_who == who:
            begun = last.text.removeprefix(" (").split("→")[0]
            draft.parts[-1] = replace(last, text=f" ({begun}→{count(now)})", tone=NEUTRAL)
            return
        text = f"M {count(before)}→{count(now)}"
        owner = "" if draft.last_who == who else f"{who} "
        draft.add(f" ({owner}{text})", CHANGE)
        draft.last_who = who

    def _opened_for(self, event: Event) -> _Draft:
        """The line that this change of Momentum belongs to."""
        who, cause = event["who"], event["cause"]
        draft = self._last()
        if cause == "rocket_start":
            if draft and draft.key == "rocket_check" and draft.who == who:
                return draft
            return self._open("rocket", who, f"{who} made no Rocket Start", event["rule"])
        if cause in ("below_zero", "maximum", "high_acceleration"):
            if draft and draft.key == cause:
                draft.add(f", {who}")
                draft.last_who = who
                return draft
            words = {
                "below_zero": "Never below zero",
                "maximum": "No more than the maximum",
                "high_acceleration": "High Acceleration",
            }
            return self._open(cause, who, f"{words[cause]}: {who}", event["rule"])
        return draft or self._open("momentum", who, f"{who}", event["rule"])

    # Dice

    def _roll(self, event: Event, index: int) -> None:
        question, who = event["question"], event["who"]
        draft = self._drafted_for_roll(event, index)
        rules = {event["rule"], *(modifier["rule"] for modifier in event["modifiers"])}
        draft.note(who, rule=event["rule"])
        for rule in sorted(rules):
            draft.note(rule=rule)
        draft.add(show_roll(event), DIE, face=event["natural"][0])
        if question == "dash_check" and not self._met(event, index):
            draft.add(", missed it", tone=BAD)
        if question != "item_roll":
            draft.last_who = who

    def _drafted_for_roll(self, event: Event, index: int) -> _Draft:
        """The line this die belongs to, with the words before the die."""
        question, who = event["question"], event["who"]
        if question in OPENING_ROLLS:
            unnamed = "a dash panel" if question == "dash_check" else "a hazard"
            at = self._met(event, index) or unnamed
            words = OPENING_ROLLS[question].format(who=who, at=at)
            draft = self._open(question, who, words, event["rule"])
            draft.add(": ")
            return draft
        if question == "grid_check":
            draft = self._last("tie") or self._open("tie", None, "A tie on the grid", event["rule"])
            draft.add(f"{':' if len(draft.parts) == 1 else ','} {who} ")
            return draft
        found = self._last()
        if question == "avoid_check" and (found is None or found.key != "litter"):
            draft = self._open("met", who, f"{who} met what lies there", event["rule"])
            draft.add(": ")
            return draft
        if found is None:
            draft = self._open(question, who, who, "")
            draft.add(": ")
            return draft
        if question in DEFENCES:
            found.add(f" against {who} ")
        else:
            self._lead_in(found, event)
        return found

    def _lead_in(self, draft: _Draft, event: Event) -> None:
        """Words between what the line says already and the next die."""
        question, who = event["question"], event["who"]
        note = NOTES.get(question, "")
        subject = "" if draft.last_who == who or question == "item_roll" else who
        words = " ".join(word for word in (subject, note) if word)
        draft.add(
            f"{':' if len(draft.parts) == 1 or not words else ','} {words}{' ' * bool(words)}"
        )

    def _met(self, event: Event, index: int) -> str:
        """The name of the hazard or dash panel that this check is about: told after it."""
        for later in self.events[index + 1 :]:
            if later["event"] in ("hazard_passed", "hazard_hit", "dashed"):
                if later.get("who") == event["who"]:
                    return str(later["name"])
                break
            if later["event"] == "roll":
                break
        return ""


def report(match: Match, events: Sequence[dict[str, Any]]) -> list[Line]:
    """The events as lines, in the order in which things happened."""
    return _Report(match, name_paths(events)).lines()


def name_paths(events: Sequence[Event]) -> list[Event]:
    """Orders to take a path, with the path's name where a later event tells it.

    An order that is lost at once is left out: its loss says it.
    """
    named = []
    for index, event in enumerate(events):
        later = events[index + 1] if index + 1 < len(events) else {}
        if event["event"] == "ordered" and later.get("event") == "action_lost":
            continue
        if str(event.get("order", "")).startswith("path"):
            event = {**event, **_path_named(event, events[index + 1 :])}
        named.append(event)
    return named


def _path_named(order: Event, events: Sequence[Event]) -> dict[str, str]:
    for later in events:
        if later.get("who") == order["who"] and "path" in later:
            return {"path_name": later["name"]}
        if later["event"] == "ordered":
            break
    return {}
