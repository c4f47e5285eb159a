"""Lines of dice: the words before each, and how it ended where nothing else tells it."""

from __future__ import annotations

from wreckoning.core.shown import BAD, DIE, GOOD
from wreckoning.core.wording import count, whose
from wreckoning.rulesets.rtd.view.gathering import DEFENCES, Draft, Gathering
from wreckoning.rulesets.rtd.view.sentences import Event, show_roll

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
    "item_roll": "Item Roll",
    "steal_from": "whose item",
    "steal_item": "which item",
    "share_roll": "to share it",
}
# How a check ended: (the event that tells it, else the words and whether they are good news).
ENDINGS = {
    "slide_check": ("slide_won", "no slide", BAD),
    "bomb_dodge": ("hit", "got away", GOOD),
    "avoid_check": ("hit", "got past", GOOD),
    "blast_check": ("blast", "drove on", GOOD),
    "spin_out_check": ("spun_out", "managed it", GOOD),
}


class DiceLines(Gathering):
    """The handler of rolls."""

    def _roll(self, event: Event, index: int) -> None:
        question, who = event["question"], event["who"]
        draft = self._drafted_for_roll(event, index)
        rules = {event["rule"], *(modifier["rule"] for modifier in event["modifiers"])}
        draft.note(who, rule=event["rule"])
        for rule in sorted(rules):
            draft.note(rule=rule)
        draft.add(show_roll(event), DIE, face=event["natural"][0])
        draft.dice += 1
        draft.relative = None
        if question == "dash_check" and not self._met(event, index):
            draft.add(", missed it", tone=BAD)
        if question in ENDINGS:
            told, words, tone = ENDINGS[question]
            if not self._soon(index, told):
                draft.add(f", {words}", tone=tone)
        if question in DEFENCES:
            draft.last_who = None
        elif question != "item_roll":
            draft.last_who = who

    def _drafted_for_roll(self, event: Event, index: int) -> Draft:
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
            return self._drafted_for_tie(event, index)
        found = self._last()
        if question == "avoid_check" and (found is None or found.key != "litter"):
            draft = self._open("met", who, f"{who} met what lies there", event["rule"])
            draft.add(": ")
            return draft
        if found is None:
            draft = self._open(question, who, who, "")
            draft.add(": ")
            return draft
        found.add(self._lead_in(found, event))
        return found

    def _lead_in(self, draft: Draft, event: Event) -> str:
        """Words between what the line says already and the next die."""
        question, who = event["question"], event["who"]
        if question in DEFENCES:
            return f" against {who} "
        if question == "ram_check":
            draft.say_once("ram")
            return f"; {whose(who)} ram: "
        if question == "pass_roll" and "ram" in draft.said:
            return f"; the pass: {who} "
        if question == "shell_attack":
            return "; then " if draft.dice else ": "
        if question == "avoid_check":
            return f"; {who} " if draft.dice else f": {who} "
        if question == "bomb_dodge":
            return f": {who} to dodge "
        if question == "blast_check":
            return f"; in the blast: {who} " if draft.say_once("in the blast") else f"; {who} "
        if question == "spin_out_check":
            return f"; {who} to stay straight: "
        note = NOTES.get(question, "")
        is_plain = question == "item_roll" or who in (draft.last_who, draft.relative)
        words = " ".join(word for word in ("" if is_plain else who, note) if word)
        if draft.is_bare or not words:
            return f": {words} " if words else ": "
        return f", {words} "

    def _drafted_for_tie(self, event: Event, index: int) -> Draft:
        """A line for each tie on the grid: those who had the same Momentum, and rolled the same."""
        who = event["who"]
        tie = self._tie(index)
        draft = self._last("tie")
        if draft is None or draft.tie != tie:
            words = f"A tie on the grid (M {count(tie[0])})" if len(tie) == 1 else "Still tied"
            draft = self._open("tie", None, words, event["rule"])
            draft.tie = tie
        draft.add(f": {who} " if draft.is_bare else f", {who} ")
        return draft

    def _tie(self, index: int) -> tuple[int, ...]:
        """What a driver has before a die for the grid: his Momentum, and his dice so far."""
        momentum, dice = 0, []
        for event in self.events[:index]:
            if event.get("who") == self.events[index]["who"]:
                if event["event"] == "momentum":
                    momentum = event["now"]
                elif event["event"] == "roll" and event["question"] == "grid_check":
                    dice.append(event["result"])
        return momentum, *dice

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
