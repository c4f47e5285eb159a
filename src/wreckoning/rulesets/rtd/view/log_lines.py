"""Write the log: gather events into lines, one for each thing that a driver did.

An event begins a line of its own, or goes on with the line before: a pass, its dice, its outcome
and what it did to both drivers' Momentum read as one line.
"""

from __future__ import annotations

from typing import assert_never

from wreckoning.core.events import Roll
from wreckoning.core.texts.wording import listed
from wreckoning.rulesets.rtd import events as ev
from wreckoning.rulesets.rtd.events import Cause, Status
from wreckoning.rulesets.rtd.item_table import phrase_of
from wreckoning.rulesets.rtd.race import Order
from wreckoning.rulesets.rtd.view.attack_lines import AttackLines
from wreckoning.rulesets.rtd.view.clauses import Draft, WoreOff
from wreckoning.rulesets.rtd.view.dice_lines import DiceLines
from wreckoning.rulesets.rtd.view.sentences import PATHS, STATUSES, predicate, words
from wreckoning.rulesets.rtd.view.words import turns
from wreckoning.show.drafts import Changes, Deed, FigureChange, tone

FREE_ATTEMPT = "A19"  # the rule of a pass that is no jockeying (R27)
ENDS_RAM = (ev.Rammed, ev.RamFailed, ev.Finished)  # events that end a ram that was ordered

# Changes of Momentum that have a line of their own.
OWN_LINES = {
    Cause.BELOW_ZERO: "Back up to 0 M",
    Cause.MAXIMUM: "Down to the maximum",
    Cause.HIGH_ACCELERATION: "High Acceleration",
}


class Lines(AttackLines, DiceLines):
    """All lines of these events. For a finished turn, also what came to nothing."""

    turn = 0  # of the events; 0 before one is told

    def begin(self) -> None:
        """Read what the events before this part leave open."""
        self.ramming: list[int] = []  # drivers who ordered a ram and had no chance yet
        for event in self.events[: self.part.start]:
            if isinstance(event, ev.TurnBegins):
                self.turn, self.ramming = event.turn, []
            elif isinstance(event, ev.Stance):
                self._note_stance(event)
            elif isinstance(event, ENDS_RAM):
                self._used_ram(event.who)

    def gather(self) -> None:
        super().gather()
        goes_on = self.part.stop < len(self.events)
        is_over = not goes_on and 0 < self.turn < self.match.race.turn
        if is_over:
            self._tell_idle_rams(self.phase)
        self._tell_vain_uses(goes_on or is_over)

    def tell(self, event: ev.RtdEvent, index: int) -> None:
        """Add this event to the line, or begin a new line."""
        match event:
            case ev.TurnBegins():
                self._turn_begins(event)
            case ev.GridSet():
                who = self.name(event.who)
                self.add_to_list("grid", "The grid: ", f"{event.place} {who}", event.rule, who)
            case ev.Momentum():
                self._momentum(event)
            case ev.Ordered():
                self._ordered(event, index)
            case ev.Stance():
                self._stance(event)
            case ev.PassTried():
                self._pass_tried(event)
            case ev.Passed():
                self._outcome(event, "passed", index)
            case ev.PassFailed():
                self._outcome(event, "stayed behind", index)
            case ev.Rammed():
                self._of_ram(event, "hit home", index)
            case ev.RamFailed():
                self._of_ram(event, "missed", index)
            case ev.ItemLost():
                self._item_lost(event, index)
            case ev.Deployed():
                self._deployed(event)
            case ev.Laid():
                self._laid(event)
            case ev.Aimed():
                self._aimed(event, index)
            case ev.Hit():
                self._hit(event, index)
            case ev.Missed():
                self._missed(event, index)
            case ev.LeftLying():
                self._left_lying(event)
            case ev.Reversed():
                self._of_shell(event, "turned round")
            case ev.FunnyBounce():
                self._of_shell(event, "bounced on, better aimed")
            case ev.ShellLeft():
                self._of_shell(event, "left the track")
            case ev.Blocked():
                self._blocked(event)
            case ev.Inked():
                self._inked(event)
            case ev.Shrunk():
                self._shrunk(event)
            case ev.BlueShellSent():
                self._blue_shell_sent(event)
            case ev.BlueShellStrikes():
                self._blue_shell_strikes(event)
            case ev.Blast():
                self._blast(event)
            case ev.PathTaken():
                self._of_path(event, "made it")
            case ev.PathFailed():
                self._of_path(event, "failed")
            case ev.HazardPassed():
                self._feature(event, "got past it")
            case ev.HazardHit():
                self._feature(event, "ran into it")
            case ev.Dashed():
                self._dashed(event)
            case ev.PulledAhead() | ev.PullAheadCancelled():
                self._of_pull_ahead(event)
            case ev.Finished():
                self._finished(event, index)
            case ev.ItemTaken():
                self._item_taken(event)
            case ev.StatusEnded():
                self._status_ended(event)
            case ev.Lap():
                self._lap(event, index)
            case Roll():
                self._roll(event, index)
            case (
                ev.ActionLost()
                | ev.PassEnded()
                | ev.SpunOut()
                | ev.Flipped()
                | ev.Thrown()
                | ev.ItemsLost()
                | ev.Washed()
                | ev.Invincible()
                | ev.Incorporeal()
                | ev.Stolen()
                | ev.NothingToSteal()
                | ev.BlueShellEscaped()
                | ev.BlueShellShared()
                | ev.PullAheadRight()
                | ev.Advanced()
                | ev.FellBack()
                | ev.HeldOn()
                | ev.PullAheadFailed()
                | ev.BoxMissed()
                | ev.FakeHit()
                | ev.CourseChanged()
                | ev.RaceOver()
                | ev.Custom()
                | ev.SlideWon()
                | ev.ItemLeft()
            ):
                self.plain(event)
            case _:
                assert_never(event)

    # Turns and orders

    def _turn_begins(self, event: ev.TurnBegins) -> None:
        self._tell_idle_rams(self.phase_before)
        self.turn = event.turn
        draft = self.open("turn", None, f"Turn {event.turn}", "")
        draft.heading = True

    def _stance(self, event: ev.Stance) -> None:
        who = self.match.names[event.who]
        stance = Deed(predicate(self.match, event), [who])
        draft = self.last("stance") or self.open("stance", who, stance, event.rule)
        last = draft.clauses[-1]
        if isinstance(last, Deed) and last is not stance and last.did == stance.did:
            last.who.append(who)
        elif last is not stance:
            stance.lead = "; "
            draft.join(stance)
        draft.note(who, rule=event.rule)
        self._note_stance(event)

    def _note_stance(self, event: ev.Stance) -> None:
        if event.order == Order.RAM and self.turn:
            self.ramming.append(event.who)

    def _tell_idle_rams(self, phase: str) -> None:
        """At a turn's end: the rams (R22) that were ordered and never came to a pass."""
        if self.ramming:
            names = [self.match.names[seat] for seat in self.ramming]
            words = f"{listed(names)} found nobody to ram"
            draft = self.open("unused", None, words, "R22")
            draft.note(*names)
            draft.phase = phase
        self.ramming = []

    def _used_ram(self, who: int) -> None:
        if who in self.ramming:
            self.ramming.remove(who)

    def _ordered(self, event: ev.Ordered, index: int) -> None:
        if isinstance(self.after(index), ev.ActionLost):
            return  # its loss says it
        who, is_path = self.name(event.who), event.order in PATHS
        path = self._path_called(event, index) if is_path else ""
        words = f"{who} headed for {path}" if path else f"{who} {predicate(self.match, event)}"
        draft = self.open("path" if is_path else "ordered", who, words, event.rule)
        if event.order == Order.DRAFT:
            draft.note(rule="R20")  # other actions have dice, and those their rule
        draft.said.append(path)

    def _path_called(self, order: ev.Ordered, index: int) -> str:
        """The name of the path that a driver was ordered to take, if a later event tells it."""
        for later in self.events[index + 1 :]:
            if isinstance(later, ev.PathTaken | ev.PathFailed) and later.who == order.who:
                return later.called(self.match.course)
            if isinstance(later, ev.Ordered):
                break
        return ""

    def _of_path(self, event: ev.PathTaken | ev.PathFailed, words: str) -> None:
        """Add the path's name to the line that began with the order."""
        draft = self.last("path")
        if draft and event.called(self.match.course) in draft.said:
            self._clause(draft, event, words)
        else:
            self.plain(event)

    def _pass_tried(self, event: ev.PassTried) -> None:
        draft = self.last("ordered", "path", "deployed")
        who, other = self.match.names[event.who], self.match.names[event.other]
        if draft and draft.who == who:
            draft.key, draft.use = "passing", None
            draft.clause(who, f"tried to pass {other}")
            draft.note(other, rule=FREE_ATTEMPT)
        else:
            self.open("passing", who, f"{who} tried to pass {other}", event.rule).note(other)

    def _of_ram(self, event: ev.Rammed | ev.RamFailed, words: str, index: int) -> None:
        self._used_ram(event.who)
        self._outcome(event, words, index, "it")
        self.drafts[-1].last_who = None

    def _outcome(self, event: ev.Opposed, words: str, index: int, subject: str = "") -> None:
        """The outcome of an opposed roll, of `subject` or the driver. The line names both."""
        draft, who = self.last(), self.match.names[event.who]
        if draft is None:
            self.plain(event)
            return
        is_clear = draft.who == who and draft.last_who in (None, who)
        named = [subject] if subject else [] if is_clear else [who]
        draft.join(Deed(words, named, lead=f", {self._tie_words(index)}", tone=tone(event)))
        is_free = FREE_ATTEMPT in draft.rules and isinstance(event, ev.Passed | ev.PassFailed)
        draft.note(who, self.name(event.other), rule="" if is_free else event.rule)
        draft.last_who = who

    def _dashed(self, event: ev.Dashed) -> None:
        draft, who = self.last(), self.name(event.who)
        panel = event.called(self.match.course)
        if draft and draft.key == "dash_check" and draft.who == who:
            draft.add(", drove over it", tone=tone(event))
        elif draft and draft.key == f"dash {panel}":
            draft.add(f"; {who}")
            draft.last_who = who
        else:
            draft = self.open(f"dash {panel}", who, f"{panel}: {who}", "")
        draft.note(who, rule=event.rule)

    def _feature(self, event: ev.HazardPassed | ev.HazardHit, words: str) -> None:
        draft = self.last("hazard_check")
        if draft and draft.who == self.name(event.who):
            draft.add(f", {words}", tone=tone(event))
            draft.note(rule=event.rule)
        else:
            self.plain(event)

    def _of_pull_ahead(self, event: ev.PulledAhead | ev.PullAheadCancelled) -> None:
        draft = self.last("pull_ahead_check")
        if draft and draft.who == self.name(event.who):
            self.plain(event)
        else:
            words = f"{self.name(event.who)} {predicate(self.match, event)}"
            self.open("pulled_ahead", self.name(event.who), words, event.rule, tone(event))

    def _lap(self, event: ev.Lap, index: int) -> None:
        if not isinstance(self.after(index), ev.Finished):  # the finish says more
            key, who = f"Lap {event.lap} in {turns(event.turns)}", self.match.names[event.who]
            self.add_to_list(key, f"{key}: ", who, event.rule, who, who)

    def _finished(self, event: ev.Finished, index: int) -> None:
        self._used_ram(event.who)
        text = words(self.match, event)
        if event.place == 1:
            text = f"{self.name(event.who)} won the race on turn {event.turns}"
        draft = self.open("finished", self.name(event.who), text, event.rule, tone(event))
        before = self.before(index)
        if isinstance(before, ev.Lap):
            draft.add(f" (last lap in {turns(before.turns)})")

    def _status_ended(self, event: ev.StatusEnded) -> None:
        """Tell who lost which statuses: `Wore off: ink on Ann and Bob; Boo on Cid`."""
        who, what = self.match.names[event.who], STATUSES[Status(event.status)]
        draft = self.last("ended") or self.open("ended", who, WoreOff(), event.rule)
        if told := draft.find(WoreOff):
            told.drivers.setdefault(what, []).append(who)
        draft.note(who)

    def _item_taken(self, event: ev.ItemTaken) -> None:
        draft = self.last()
        if draft and draft.key == "box_check":
            draft.add(f": {phrase_of(event.item)}", tone=tone(event))
            draft.note(rule=event.rule)
        else:
            self.plain(event)

    # Momentum

    def _momentum(self, event: ev.Momentum) -> None:
        who = self.match.names[event.who]
        draft = self._opened_for(event, who)
        draft.note(who, rule="" if event.cause == Cause.CHECK else event.rule)
        last = draft.clauses[-1]
        owner = "" if who in (draft.last_who, draft.relative) else who
        change = FigureChange("M", event.before, event.now, owner)
        if not isinstance(last, Changes):
            draft.join(Changes([change]))
        elif draft.last_who == who:
            last.told[-1].now = event.now
        elif owner:  # of two drivers in one bracket
            last.told.append(change)
        else:
            draft.join(Changes([change]))
        draft.last_who = who

    def _opened_for(self, event: ev.Momentum, who: str) -> Draft:
        """The line that this change of Momentum belongs to."""
        draft = self.last()
        if event.cause == Cause.ROCKET_START:
            if draft and draft.key == "rocket_check" and draft.who == who:
                return draft
            return self.open("rocket", who, f"{who} made no Rocket Start", event.rule)
        words = OWN_LINES.get(Cause(event.cause))
        if words is None:
            return draft or self.open("momentum", who, f"{who}", event.rule)
        for told in self.drafts[-len(OWN_LINES) :]:
            if told.key == words and told.phase == self.phase:
                told.add(f", {who}")
                told.last_who = who
                return told
        return self.open(words, who, f"{words}: {who}", event.rule)


log_lines = Lines.log_lines
