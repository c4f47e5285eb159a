"""Write the log: gather events into lines, one for each thing that a driver did.

A driver's turn is told in two lines or three: the gearstick with its dice; the way that was
driven, with the mines that were laid and met on it; and a line for each car rammed or shot at.
"""

from __future__ import annotations

from typing import assert_never

from wreckoning.core.events import Roll
from wreckoning.core.shown import CHANGE, DIE, GOOD, Part
from wreckoning.core.wording import listed, ordinal, several
from wreckoning.rulesets.rush import events as ev
from wreckoning.rulesets.rush.events import Manner
from wreckoning.rulesets.rush.questions import Question
from wreckoning.rulesets.rush.rules.steering import UNLIMITED
from wreckoning.rulesets.rush.spots import gear_of, speed_of
from wreckoning.rulesets.rush.squares import FINISH
from wreckoning.rulesets.rush.view.contact_lines import ContactLines
from wreckoning.rulesets.rush.view.gathering import TurnDraft, Who
from wreckoning.rulesets.rush.view.sentences import shift_words, words
from wreckoning.rulesets.rush.view.words import lane_words, spot_words, tile_name
from wreckoning.show.words import rounds, show_roll

LEADS = {
    Question.HEAT_DIE: "; red ",
    Question.STEERING_DIE: "; white ",
    Question.SAW_DIE: "; the saw ",
    Question.BOOST_DIE: "; red ",
}


class Lines(ContactLines):
    """All lines of these events."""

    def tell(self, event: ev.RushEvent, index: int) -> None:
        """Add this event to the line, or begin a new line."""
        who = None if isinstance(event, ev.RoundBegins) else self.name(event.who)
        match event:
            case ev.RoundBegins():
                self.open("round", None, f"Round {event.round}").heading = True
            case ev.GridSet():
                self.grid_set(event, who, self.before(index))
            case ev.TurnBegins():
                self.spot, self.shifted = event.spot, False
            case ev.Shifted():
                text = f"{who} {shift_words(event.from_, event.to)}"
                self.open("gear", who, text, event.rule)
                self.spot, self.shifted = event.to, True
            case ev.Turbo() | ev.Braked():
                self.point_spent(event, who)
            case ev.NoHeat():
                self.gear_line(who, event.rule).add(", no heat", tone=GOOD)
            case ev.LaneChanges():
                self.lane_changes(event, who)
            case Roll():
                self.roll(event, who, index)
            case ev.Moved():
                self.moved(event, who)
            case ev.Steered():
                self.steered(event, who)
            case ev.MineDropped():
                self.mine_dropped(event, who)
            case ev.LitterMet():
                self.litter_met(event, who)
            case ev.MineGone():
                if draft := self.last():
                    draft.note(rule=event.rule)
            case ev.Lap():
                if draft := self.goes_on(self.last_of(who, "drive", "boost"), event):
                    draft.add(f"; lap {event.lap} done", tone=GOOD)
            case ev.ObstructionHit():
                self.hit_obstruction(event, who)
            case ev.Stuck():
                self.stuck(event, who)
            case ev.SideRam():
                self.side_ram(event, who)
            case ev.Displaced():
                self.displaced(event, who)
            case ev.RamHeld():
                self.ram_held(event, who)
            case ev.Rush():
                self.rush(event, who)
            case ev.Armed():
                self.armed(event, who)
            case ev.Used():
                self.used(event, who)
            case ev.Shot():
                self.shot(event, who)
            case ev.Boosted():
                self.boosted(event, who)
            case ev.Heat() | ev.Structure():
                self.changed(event, who)
            case ev.Destroyed():
                self.destroyed(event, who)
            case ev.Finished():
                how = "won the race" if event.place == 1 else f"finished {ordinal(event.place)}"
                text = f"{who} {how} in {rounds(event.round)}"
                self.open("finished", who, text, event.rule, GOOD)
            case ev.Placed():
                item = f"{ordinal(event.place)} {who}"
                self.add_to_list("placed", "Not home: ", item, event.rule, who)
            case ev.RaceOver():
                self.open("race_over", None, words(self.match, event), event.rule)
            case _:
                assert_never(event)

    def grid_set(self, event: ev.GridSet, who: Who, before: ev.RushEvent | None) -> None:
        """Tell the grid place with its die; the last place needs none."""
        draft = self.last_of(None, "grid")
        draft = draft or self.open("grid", None, "The grid, by lot:", event.rule)
        draft.add(f"{';' if draft.names else ''} {ordinal(event.place)} {who}")
        if isinstance(before, Roll):
            draft.add(" (die ")
            draft.add(show_roll(before), DIE, face=before.natural)
            draft.add(")")
        draft.note(who)

    # The gearstick, and the dice before the movement

    def gear_line(self, who: Who, rule: str) -> TurnDraft:
        """The line of the gearstick; if there is none yet, the gearstick was kept in place."""
        draft = self.last_of(who, "gear")
        if draft is None:
            how = "went on at" if self.shifted else "kept" if self.spot else "stayed in"
            draft = self.open("gear", who, f"{who} {how} {spot_words(self.spot)}", "N9")
        draft.note(rule=rule)
        return draft

    def point_spent(self, event: ev.Turbo | ev.Braked, who: Who) -> None:
        draft = self.gear_line(who, event.rule)
        draft.points.append(speed_of(event.to))
        what = "Turbo" if isinstance(event, ev.Turbo) else "Brake"
        speeds = listed([str(speed) for speed in draft.points])
        draft.say("points", f"; {what} to {speeds} in gear {gear_of(event.to)}")
        self.spot = event.to

    def lane_changes(self, event: ev.LaneChanges, who: Who) -> None:
        draft = self.gear_line(who, event.rule)
        if draft.question is Question.STEERING_DIE:
            draft.add(f": {several(event.lane_changes, 'lane change')}")
        elif event.lane_changes != UNLIMITED:
            draft.add("; no lane changes")

    def roll(self, event: ev.Rolled, who: Who, index: int) -> None:
        question = event.question
        if question is Question.GRID_DRAW:
            return  # told with the place it gave
        if question in (Question.HEAT_DIE, Question.STEERING_DIE):
            draft = self.gear_line(who, "")
        else:
            draft = self.last() or self.open(question.name, who, who or "")
        if draft.question is question and draft.told.get("losses") == len(draft.parts) - 1:
            draft.forget("losses")  # told after the last of these dice
        again = draft.question is question and draft.parts[-1].kind == DIE
        draft.add(" " if again else LEADS.get(question, ": "))
        draft.add(show_roll(event), DIE, face=event.natural)
        draft.question = question
        draft.note(who, rule=question.rule)
        for modifier, _ in event.modifiers:
            draft.note(rule=modifier.rule)
        last_of_rush = draft.rolled == draft.rush_dice and not draft.losses
        may_harm = question is Question.LITTER_DIE or last_of_rush
        if may_harm and not isinstance(self.after(index), ev.Structure):
            draft.add(", no harm")

    # The way

    def moved(self, event: ev.Moved, who: Who) -> None:
        draft = self.last_of(who, "drive", "boost") or self.open("drive", who, "")
        draft.note(rule=event.rule)
        draft.squares += 1
        draft.ends = event.to
        if event.manner in draft.turns:
            draft.turns[event.manner] += 1
        draft.parts[0] = Part(f"{who} {self.way_words(draft)}")

    def way_words(self, draft: TurnDraft) -> str:
        """`drove 7 squares to Retort Mile, left lane (lanes: 2 right)`."""
        how = "boosted" if draft.key == "boost" else "drove"
        if draft.ends == FINISH:
            goal = "over the finish line"
        else:
            goal = f"to {tile_name(self.match.course, draft.ends)}, {lane_words(draft.ends)} lane"
        turns = [(Manner(side).name.lower(), number) for side, number in draft.turns.items()]
        sides = [f"{number} {side}" for side, number in turns if number]
        turned = f" (lanes: {', '.join(sides)})" if sides else ""
        return f"{how} {several(draft.squares, 'square')} {goal}{turned}"

    def steered(self, event: ev.Steered, who: Who) -> None:
        hard = f"{who} turned the wheel hard"
        draft = self.last_of(who, "drive") or self.open("drive", who, hard)
        draft.steering = draft.steering or event.left + event.spent
        draft.say("steering", f" (Steering {draft.steering}→{event.left})", CHANGE)
        draft.note(rule=event.rule)

    def mine_dropped(self, event: ev.MineDropped, who: Who) -> None:
        """Tell a mine with the way that leads on from it."""
        draft = self.last_of(who, "drive", "boost") or self.open("drive", who, f"{who} drove on")
        draft.mines += 1
        mines = several(draft.mines, "mine") if draft.mines > 1 else "a mine"
        draft.say("mines", f"; dropped {mines}")
        draft.note(rule=event.rule)

    def litter_met(self, event: ev.LitterMet, who: Who) -> None:
        what = ev.Cause(event.cause).words
        draft = self.last_of(who, "drive", "boost") or self.last("side_ram")
        if draft is None:
            draft = self.open("drive", who, f"{who} drove through {what}")
        elif draft.key == "side_ram":
            draft.add(f"; {who} into {what}")
        else:
            draft.add(f"; through {what}")
        draft.note(who, rule=event.rule)

    def gather(self) -> None:
        """Tell the events of this part, then the losses that are told late."""
        super().gather()
        for draft in self.drafts:
            if "losses" not in draft.told:
                draft.tell_losses()


log_lines = Lines.log_lines
