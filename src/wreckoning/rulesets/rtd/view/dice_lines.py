"""Write dice into log lines: the words before each, and its outcome if no event tells it."""

from __future__ import annotations

from wreckoning.core.events import Event, Roll
from wreckoning.core.shown import BAD, DIE, GOOD, Tone
from wreckoning.core.texts.wording import count, whose
from wreckoning.rulesets.rtd import events as ev
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.view.clauses import DEFENCES, Draft, Gathering
from wreckoning.rulesets.rtd.view.sentences import roll_words

# Dice that begin a line, and how. {at} is the feature they meet.
OPENING_ROLLS = {
    Question.ROCKET_CHECK: "{who} tried a Rocket Start",
    Question.HAZARD_CHECK: "{who} at {at}",
    Question.DASH_CHECK: "{who} at {at}",
    Question.FALL_BACK_CHECK: "{who} tried not to Fall Back",
    Question.PULL_AHEAD_CHECK: "{who} tried to Pull Ahead",
    Question.BOX_CHECK: "{who} went for an item box",
}

# What a die is for, where the line does not say so already. Defenders' dice follow an "against".
NOTES = {
    Question.ITEM_ROLL: "Item Roll",
    Question.STEAL_FROM: "drew driver",
    Question.STEAL_ITEM: "drew item",
}
# How a check ended: (the event that tells it, else the words and whether they are good news).
ENDINGS: dict[Question, tuple[type[Event], str, Tone]] = {
    Question.SLIDE_CHECK: (ev.SlideWon, "no slide", BAD),
    Question.BOMB_DODGE: (ev.Hit, "got away", GOOD),
    Question.AVOID_CHECK: (ev.Hit, "got past", GOOD),
    Question.BLAST_CHECK: (ev.Blast, "drove on", GOOD),
    Question.SPIN_OUT_CHECK: (ev.SpunOut, "managed it", GOOD),
}


class DiceLines(Gathering):
    """The log lines of rolls."""

    def _roll(self, event: ev.Rolled, index: int) -> None:
        question, who = event.question, self.match.names[event.who]
        draft = self._drafted_for_roll(event, index)
        rules = {event.rule, *(modifier.rule for modifier, _ in event.modifiers)}
        draft.note(who, rule=event.rule)
        for rule in sorted(rules):
            draft.note(rule=rule)
        draft.add(roll_words(event), DIE, face=event.natural)
        draft.relative = None
        if question == Question.ROCKET_CHECK and not self._soon(index, ev.Momentum):
            draft.add(", stalled", tone=BAD)
        if question == Question.PULL_AHEAD_CHECK and not (
            self._soon(index, ev.PullAheadFailed) or self._soon(index, ev.PulledAhead)
        ):
            draft.add(", got away", tone=GOOD)  # and meets the next segment now
        if question == Question.DASH_CHECK and not self._met(event, index):
            draft.add(", missed it", tone=BAD)
        if question in ENDINGS:
            told, words, tone = ENDINGS[question]
            if not self._soon(index, told):
                draft.add(f", {words}", tone=tone)
        if question in DEFENCES:
            draft.last_who = None
        elif question != Question.ITEM_ROLL:
            draft.last_who = who

    def _drafted_for_roll(self, event: ev.Rolled, index: int) -> Draft:
        """The line this die belongs to, with the words before the die."""
        question, who = event.question, self.match.names[event.who]
        if question in OPENING_ROLLS:
            unnamed = "a dash panel" if question == Question.DASH_CHECK else "a hazard"
            at = self._met(event, index) or unnamed
            words = OPENING_ROLLS[question].format(who=who, at=at)
            draft = self.open(question.word, who, words, event.rule)
            draft.add(": ")
            return draft
        if question == Question.GRID_CHECK:
            return self._drafted_for_tie(event, index)
        found = self.last()
        if question == Question.AVOID_CHECK and (found is None or found.key != "litter"):
            draft = self.open("met", who, f"{who} met what lies there", event.rule)
            draft.add(": ")
            return draft
        if found is None:
            draft = self.open(question.word, who, who, "")
            draft.add(": ")
            return draft
        found.add(self._lead_in(found, event))
        return found

    def _lead_in(self, draft: Draft, event: ev.Rolled) -> str:
        """Words between what the line says already and the next die."""
        question, who = event.question, self.match.names[event.who]
        if question in DEFENCES:
            return f" against {who} "
        if question == Question.RAM_CHECK:
            draft.say_once("ram")
            return f"; {whose(who)} ram: "
        if question == Question.PASS_ROLL and "ram" in draft.said:
            return f"; the pass: {who} "
        if question == Question.SHELL_ATTACK:
            return "; then " if draft.dice else ": "
        if question == Question.SHARE_ROLL:
            return ", who tried to share it: "
        if question == Question.AVOID_CHECK:
            return f"; {who} " if draft.dice else f": {who} "
        if question == Question.BOMB_DODGE:
            return ", who tried to dodge: "
        if question == Question.BLAST_CHECK:
            return f"; in the blast: {who} " if draft.say_once("in the blast") else f"; {who} "
        if question == Question.SPIN_OUT_CHECK:
            return f"; {who} to stay straight: "
        note = NOTES.get(question, "")
        is_plain = question == Question.ITEM_ROLL or who in (draft.last_who, draft.relative)
        words = " ".join(word for word in ("" if is_plain else who, note) if word)
        if draft.is_bare or not words:
            return f": {words} " if words else ": "
        return f", {words} "

    def _drafted_for_tie(self, event: ev.Rolled, index: int) -> Draft:
        """The line of a tie on the grid: drivers with the same Momentum and the same rolls."""
        who = self.name(event.who)
        tie = self._tie(index)
        draft = self.last("tie")
        if draft is None or draft.tie != tie:
            words = f"Tied on the grid with {count(tie[0])} M" if len(tie) == 1 else "Still tied"
            draft = self.open("tie", None, words, event.rule)
            draft.tie = tie
        draft.add(f": {who} " if draft.is_bare else f", {who} ")
        return draft

    def _tie(self, index: int) -> tuple[int, ...]:
        """A driver's values before a die for the grid: their Momentum, and their dice so far."""
        momentum, dice = 0, []
        who = getattr(self.events[index], "who", None)
        for event in self.events[:index]:
            match event:
                case ev.Momentum(who=driver, now=now) if driver == who:
                    momentum = now
                case Roll(who=driver, question=Question.GRID_CHECK, result=result) if driver == who:
                    dice.append(result)
        return momentum, *dice

    def _met(self, event: ev.Rolled, index: int) -> str:
        """The name of the hazard or dash panel of this check; its event comes after it."""
        for later in self.events[index + 1 :]:
            if isinstance(later, ev.HazardPassed | ev.HazardHit | ev.Dashed):
                return later.called(self.match.course) if later.who == event.who else ""
            if isinstance(later, Roll):
                break
        return ""
