"""The log: events gathered into lines, a line for each thing that somebody did.

An event begins a line of its own, or goes on with the line before: a pass, its dice, its outcome
and what it did to both drivers' Momentum read as one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wreckoning.core.match import Match
from wreckoning.core.shown import CHANGE, NEUTRAL, LogLine, Part
from wreckoning.core.wording import count, listed, whose
from wreckoning.rulesets.rtd.view.attack_lines import AttackLines
from wreckoning.rulesets.rtd.view.dice_lines import DiceLines
from wreckoning.rulesets.rtd.view.gathering import Draft
from wreckoning.rulesets.rtd.view.sentences import STATUSES, Event, predicate, tone
from wreckoning.rulesets.rtd.view.words import item_phrase, turns

FREE_ATTEMPT = "A19"  # the rule of a pass that is no jockeying (R27)
ENDS_RAM = ("rammed", "ram_failed", "finished")  # events after which nobody is made ready to


class _Report(AttackLines, DiceLines):
    """All lines of these events. Of a turn that is over it tells as well what came to nothing."""

    def __init__(self, match: Match, events: Sequence[Event], part: range | None = None) -> None:
        super().__init__(match, named_paths(events), part)
        self.turn = 0  # of the events; 0 before one is told
        self.ramming: list[str] = []  # who made ready to and has not had the chance
        self._recall()

    def _recall(self) -> None:
        """What the events before this part leave open."""
        for event in self.events[: self.part.start]:
            if event["event"] == "turn_begins":
                self.turn, self.ramming = event["turn"], []
            elif event["event"] == "stance":
                self._note_stance(event)
            elif event["event"] in ENDS_RAM:
                self._used_ram(event["who"])

    def lines(self) -> list[LogLine]:
        self.gather()
        goes_on = self.part.stop < len(self.events)
        is_over = not goes_on and 0 < self.turn < self.match.race.turn
        if is_over:
            self._tell_idle_rams()
        self._tell_vain_uses(goes_on or is_over)
        return [draft.line() for draft in self.drafts if draft.parts]

    # Turns and orders

    def _turn_begins(self, event: Event, _: int) -> None:
        self._tell_idle_rams()
        self.turn = event["turn"]
        draft = self._open("turn", None, f"Turn {event['turn']}", "")
        draft.heading = True

    def _stance(self, event: Event, _: int) -> None:
        who, words = event["who"], predicate(self.match, event)
        draft = self._last("stance")
        if draft and draft.said[-1] == words:
            before = draft.parts[-1].text.removesuffix(f" {words}").replace(" and ", ", ")
            draft.parts[-1] = Part(f"{before} and {who} {words}")
        elif draft:
            draft.add(f"; {who} {words}")
        else:
            draft = self._open("stance", who, f"{who} {words}", event["rule"])
        draft.said.append(words)
        draft.note(who, rule=event["rule"])
        self._note_stance(event)

    def _note_stance(self, event: Event) -> None:
        if event["order"] == "ram" and self.turn:
            self.ramming.append(event["who"])

    def _tell_idle_rams(self) -> None:
        """At a turn's end: the rams (R22) that were ordered and never came to a pass."""
        if self.ramming:
            words = f"{listed(self.ramming)} found nobody to ram"
            self._open("unused", None, words, "R22").note(*self.ramming)
        self.ramming = []

    def _used_ram(self, who: str) -> None:
        if who in self.ramming:
            self.ramming.remove(who)

    def _ordered(self, event: Event, index: int) -> None:
        later = self.events[index + 1 : index + 2]
        if later and later[0]["event"] == "action_lost":
            return  # its loss says it
        is_path = str(event["order"]).startswith("path")
        words = f"{event['who']} {predicate(self.match, event)}"
        draft = self._open("path" if is_path else "ordered", event["who"], words, event["rule"])
        if event["order"] == "draft":
            draft.note(rule="R20")  # other actions have dice, and those their rule
        draft.said.append(str(event.get("path_name", "")))

    def _path_taken(self, event: Event, _: int) -> None:
        self._of_path(event, "made it")

    def _path_failed(self, event: Event, _: int) -> None:
        self._of_path(event, "failed")

    def _of_path(self, event: Event, words: str) -> None:
        """The line that began with the order has the path's name."""
        draft = self._last("path")
        if draft and event["name"] in draft.said:
            self._clause(draft, event, words)
        else:
            self._plain(event)

    def _grid_set(self, event: Event, _: int) -> None:
        text = f"{event['place']} {event['who']}"
        draft = self._last("grid")
        if draft:
            draft.add(f", {text}")
            draft.note(event["who"])
        else:
            self._open("grid", None, f"The grid: {text}", event["rule"]).note(event["who"])

    def _pass_tried(self, event: Event, _: int) -> None:
        draft = self._last("ordered", "path", "deployed")
        who, other = event["who"], event["other"]
        if draft and draft.who == who:
            draft.key, draft.item = "passing", ""
            draft.clause(who, f"tried to pass {other}")
            draft.note(other, rule=FREE_ATTEMPT)
        else:
            self._open("passing", who, f"{who} tried to pass {other}", event["rule"]).note(other)

    def _passed(self, event: Event, index: int) -> None:
        self._outcome(event, "passed", index)

    def _pass_failed(self, event: Event, index: int) -> None:
        self._outcome(event, "stayed behind", index)

    def _rammed(self, event: Event, index: int) -> None:
        self._of_ram(event, "it hit home", index)

    def _ram_failed(self, event: Event, index: int) -> None:
        self._of_ram(event, "it missed", index)

    def _of_ram(self, event: Event, words: str, index: int) -> None:
        self._used_ram(event["who"])
        self._outcome(event, words, index)
        self.drafts[-1].last_who = None

    def _outcome(self, event: Event, words: str, index: int) -> None:
        """How an opposed roll ended: the line says between whom."""
        draft, who = self._last(), event["who"]
        if draft is None:
            self._plain(event)
            return
        is_plain = words.startswith("it") or (draft.who == who and draft.last_who in (None, who))
        subject = "" if is_plain else f"{who} "
        draft.add(f", {self._tie_words(index)}{subject}{words}", tone=tone(event))
        is_free = FREE_ATTEMPT in draft.rules and event["event"] in ("passed", "pass_failed")
        draft.note(who, event["other"], rule="" if is_free else event["rule"])
        draft.last_who = who

    def _dashed(self, event: Event, _: int) -> None:
        draft, who = self._last(), event["who"]
        if draft and draft.key == "dash_check" and draft.who == who:
            draft.add(", on it", tone=tone(event))
        elif draft and draft.key == f"dash {event['name']}":
            draft.add(f"; {who}")
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
        self._used_ram(event["who"])
        draft = self._open(
            "finished", event["who"], f"{event['who']} {words}", event["rule"], tone(event)
        )
        before = self.events[index - 1] if index else {}
        if before.get("event") == "lap":
            draft.add(f" (last lap in {turns(before['turns'])})")

    def _status_ended(self, event: Event, _: int) -> None:
        text = f"{whose(event['who'])} {STATUSES[event['status']]}"
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
        owner = "" if who in (draft.last_who, draft.relative) else f"{who} "
        draft.add(f" ({owner}{text})", CHANGE)
        draft.last_who = who

    def _opened_for(self, event: Event) -> Draft:
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


def log_lines(match: Match, events: Sequence[Event], part: range | None = None) -> list[LogLine]:
    """The events as lines, in the order in which things happened; perhaps only a part of them."""
    return _Report(match, events, part).lines()


def named_paths(events: Sequence[Event]) -> list[Event]:
    """Orders to take a path, with the path's name where a later event tells it."""
    return [
        {**event, **_path_named(event, events[index + 1 :])}
        if str(event.get("order", "")).startswith("path")
        else event
        for index, event in enumerate(events)
    ]


def _path_named(order: Event, events: Sequence[Event]) -> dict[str, str]:
    for later in events:
        if later.get("who") == order["who"] and "path" in later:
            return {"path_name": later["name"]}
        if later["event"] == "ordered":
            break
    return {}
