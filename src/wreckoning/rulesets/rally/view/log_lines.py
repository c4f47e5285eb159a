"""Write the log: gather events into lines, one for each thing that a driver did.

An activation is told in a few lines: its recovery; the way that was driven, with the gates on it;
and a line for each thing that was hit, driven over or shot at, with all dice.
"""

from __future__ import annotations

from cmath import phase
from math import cos, hypot, radians, sin
from typing import assert_never

from wreckoning.core.events import Roll
from wreckoning.core.ids import SeatIndex
from wreckoning.core.shown import BAD, DIE, GOOD
from wreckoning.core.texts.wording import listed, ordinal, several
from wreckoning.geometry.angles import DEGREE, TURN, turn_between
from wreckoning.rulesets.rally import events as ev
from wreckoning.rulesets.rally.events import Modifier, Trial
from wreckoning.rulesets.rally.questions import STEP, Pace
from wreckoning.rulesets.rally.race import INCH, Weapon
from wreckoning.rulesets.rally.rules.exploding import BLAST
from wreckoning.rulesets.rally.view.clauses import (
    AT_TERRAIN,
    NOBODY_OF_ALL,
    Gathering,
    OnTheWay,
    TurnDraft,
    Way,
)
from wreckoning.rulesets.rally.view.names import is_touching, vehicle_word, weapon_word
from wreckoning.rulesets.rally.view.sentences import PACES, gate_word, show_die, terrain_word
from wreckoning.rulesets.rally.view.words import SIDES, inches, points
from wreckoning.show.words import turn_words

BOOSTED = "boosted"
SETS_OUT = {Pace.DRIVE: "set out to drive", Pace.ADVANCE: "set out to advance"}
CAUSES = {
    Trial.CRITICAL_HIT: "critical hit, so",
    Trial.OBSTRUCTED: "Obstructing, so",
}  # of tests after an attack


class Lines(Gathering):
    """All lines of these events."""

    turn: TurnDraft | None = None  # the line of the way that is being driven

    def begin(self) -> None:
        super().begin()
        self.way = Way()
        self.poses: dict[int, ev.Moved | ev.Nudged] = {}  # where a vehicle was told to stand last
        self.rolled: set[SeatIndex] = set()  # who rolled for initiative last

    def tell(self, event: ev.RallyEvent, index: int) -> None:
        """Add this event to the line, or begin a new line."""
        match event:
            case ev.Deployed():
                item = f"{self._word(event.vehicle)} on spot {event.spot + 1}"
                owner = self._owner(event.vehicle)
                self.add_to_list("deployed", "Set up: ", item, event.rule, owner)
            case ev.RoundBegins():
                self._round_begins(event)
            case ev.Initiative():
                self._initiative(event)
            case ev.Activated():
                self.turn, self.way = None, Way()
            case ev.Recovered():
                self._recovered(event)
            case ev.PaceChosen():
                self._pace_chosen(event, index)
            case ev.Boosted():
                self._boosted(event)
            case ev.Moved():
                self.poses[event.vehicle] = event
            case ev.GateCrossed():
                self._on_the_way(event, f"crossed {gate_word(self.match, event.gate)}")
            case ev.Lap():
                self._on_the_way(event, f"lap {event.laps} done")
            case ev.Finished():
                self._finished(event)
            case ev.BecameEliminated():
                self._became_eliminated(event)
            case ev.Tried():
                self._tested(event, index)
            case ev.DroveOver():
                self._on(event, f"drove over {self._word(event.other)}", GOOD)
            case ev.HitTerrain():
                self._hit_terrain(event)
            case ev.Smashed():
                self._on(event, f"smashed {terrain_word(self.match, event.terrain)}", GOOD)
            case ev.LostControl():
                self._on(event, "lost control", BAD)
            case ev.Nudged():
                self._nudged(event, index)
            case ev.Exploded():
                name = terrain_word(self.match, event.terrain)
                self._begin("blast", f"{name} exploded", event.rule, tone=BAD)
            case ev.Caught():
                self._caught(event)
            case ev.Fired():
                self._attack(event, self._word(event.target)).note(self._owner(event.target))
            case ev.FiredAtTerrain():
                self._attack(event, terrain_word(self.match, event.terrain), AT_TERRAIN)
            case ev.Dropped():
                self._dropped(event)
            case ev.Hits():
                self._hits(event)
            case ev.Damaged():
                self._damaged(event)
            case ev.Critical():
                self.drafts[-1].note(rule=event.rule)
            case ev.Stressed():
                self._stressed(event)
            case ev.Destroyed():
                self._on(event, "was destroyed", BAD)
            case ev.Scored():
                self._scored(event)
            case ev.RoundEnds():
                self.round_over = True
            case ev.GameOver():
                self._game_over(event)
            case ev.Waits():
                self._on(event, "could not go on without reversing", BAD)
            case ev.Way():
                self._way(event)
            case Roll():
                self._roll(event, index)
            case _:
                assert_never(event)

    # Rounds, and what comes before the first

    def _round_begins(self, event: ev.RoundBegins) -> None:
        self.round_over, self.turn = False, None
        self._begin("round", f"Round {event.round}", "").heading = True

    def _initiative(self, event: ev.Initiative) -> None:
        """Tell the rolls of all players, ties again; then the order of those who rolled."""
        draft = self.last("order")
        if draft is None:
            rolled = bool(self.dice)
            words = "Initiative:" if rolled else "No roll for initiative: only"
            draft = self._begin("order", words, event.rule)
            seen: set[SeatIndex] = set()
            told_again = False
            for die in self.dice:
                again = die.who in seen
                lead = "; again" if again and not told_again else ","
                draft.add(f"{lead if draft.names else ''} {self.name(die.who)} ")
                draft.add(show_die(die), DIE, face=die.natural)
                draft.note(self.name(die.who), rule=die.rule)
                told_again = told_again or again
                seen.add(die.who)
            self.dice = []
            name = self.name(event.who)
            draft.add(f"; order: {name}" if rolled else f" {name} still drives")
            self.rolled = seen
        elif event.who in self.rolled:
            draft.add(f", {self.name(event.who)}")
        draft.note(self.name(event.who), rule=event.rule)

    # An activation and its way

    def _turn(self, event: ev.OfVehicle) -> TurnDraft:
        """The line of this vehicle's way."""
        vehicle = event.vehicle
        if self.turn is None or self.turn.vehicle != vehicle:
            name = vehicle_word(self.match, vehicle)
            self.turn = self._begin("turn", name, event.rule, vehicle)
            if self.way.vehicle == NOBODY_OF_ALL:
                self.way.vehicle = vehicle
            if self.way.vehicle == vehicle:
                self.turn.join(self.way)
        return self.turn

    def _recovered(self, event: ev.Recovered) -> None:
        removed, left = event.removed, event.left
        words = f"stress {removed + left}→{left}" if removed else f"stress stays at {left}"
        self._on(event, words, GOOD if removed else BAD)

    def _pace_chosen(self, event: ev.PaceChosen, index: int) -> None:
        if self.way.pace == BOOSTED:
            self.way.boost, self.way.legs = self.way.legs, []
        self.way.pace = PACES[Pace(event.pace)]
        self._turn(event).note(rule=event.rule)
        is_last = index + 1 == len(self.events)  # the way is still being planned
        if is_last and event.movement and not self.match.is_over:
            self.way.sets_out = f"{SETS_OUT[Pace(event.pace)]} up to {inches(event.movement)}"

    def _boosted(self, event: ev.Boosted) -> None:
        self.way.pace = BOOSTED
        self._turn(event).note(rule=event.rule)

    def _way(self, event: ev.Way) -> None:
        self.way.legs.append(event)
        self._turn(event).note(rule=event.rule)

    def _on_the_way(self, event: ev.GateCrossed | ev.Lap, words: str) -> None:
        draft = self._turn(event)
        has_way = any(clause is self.way for clause in draft.clauses)
        way = self.way if has_way else Way()
        draft.join(OnTheWay(words, way, len(draft.clauses) == 1 + has_way))
        draft.note(rule=event.rule)

    # Running into things

    def _hit_terrain(self, event: ev.HitTerrain) -> None:
        words = f"{self._word(event.vehicle)} ran into {terrain_word(self.match, event.terrain)}"
        self._begin("clash", words, event.rule, event.vehicle, BAD)

    def _tested(self, event: ev.Tried, index: int) -> None:
        if event.trial == Trial.DRIVING_OVER:
            self._meet(event, index)
        elif event.trial == Trial.RECOVERY and self.last("recover") is None:
            words = f"{self._word(event.vehicle)} tried to recover"
            self._begin("recover", words, "W7", event.vehicle)
        self._test(event, CAUSES.get(Trial(event.trial), ""))

    def _meet(self, event: ev.Tried, index: int) -> None:
        """The line of driving over another vehicle: the other's test tells which one."""
        words = f"{self._word(event.vehicle)} drove at another vehicle"
        for later in self.events[index + 1 :]:
            if isinstance(later, ev.Tried) and later.trial == Trial.DRIVEN_OVER:
                words = f"{self._word(event.vehicle)} drove at {self._word(later.vehicle)}"
                break
        self._begin("clash", words, "W22", event.vehicle)

    def _nudged(self, event: ev.Nudged, index: int) -> None:
        by = self._placer(event, index)
        self._on(event, self._placed(event, by)).note(by)
        self.poses[event.vehicle] = event

    def _placer(self, nudged: ev.Nudged, index: int) -> str:
        """The player who placed the vehicle of this event when it lost control."""
        for event in reversed(self.events[:index]):
            if isinstance(event, ev.LostControl) and event.vehicle == nudged.vehicle:
                return self.name(event.placed_by) or "nobody"
        return "someone"

    def _placed(self, event: ev.Nudged, by: str) -> str:
        """`pushed 1 inch left and turned 15° right by Bob`; its move told where it stood before."""
        before = self.poses.get(event.vehicle)
        if before is None:
            return f"pushed aside by {by}"
        turned = turn_between(before.heading, event.heading)
        heading = radians(before.heading / DEGREE)
        dx, dy = (event.x - before.x) / INCH, (event.y - before.y) / INCH
        far = hypot(dx, dy)
        words = []
        if far > 0.1:
            ahead = dx * cos(heading) + dy * sin(heading)
            right = dy * cos(heading) - dx * sin(heading)
            side = SIDES[_eighth(ahead, right)]
            words.append(f"pushed {inches(500 * round(2 * far))} {side}")
        if turned:
            words.append(f"turned {turn_words(STEP * round(turned / (STEP * DEGREE)))}")
        return f"{listed(words) or 'left where it was'} by {by}"

    # The end

    def _finished(self, event: ev.Finished) -> None:
        place = f" {ordinal(event.rank)}" if event.rank else ""
        words = f"{self._word(event.vehicle)} came home{place}"
        self._begin("finished", words, event.rule, event.vehicle, GOOD)

    def _became_eliminated(self, event: ev.BecameEliminated) -> None:
        words = f"{self._word(event.vehicle)} was eliminated at {gate_word(self.match, event.gate)}"
        draft = self._begin("eliminated", words, event.rule, event.vehicle, BAD)
        draft.add(f", {ordinal(event.rank)}")

    def _game_over(self, event: ev.GameOver) -> None:
        ended = self.match.race
        order = sorted(ended.seats[: ended.players], key=lambda player: player.place)
        told = ", ".join(
            f"{ordinal(player.place)} {self.match.names[player.seat]} ({points(player.points)})"
            for player in order
            if player.place
        )
        draft = self._begin("over", f"The game ended in round {event.round}", event.rule)
        if told:
            draft.add(f": {told}")
        draft.note(*(self.match.names[player.seat] for player in order))

    # Explosions

    def _caught(self, event: ev.Caught) -> None:
        vehicle = event.vehicle
        touching = "touched it" if event.touching else f"was within {inches(BLAST)}"
        words = f"{self._word(event.vehicle)} {touching}"
        draft = self._begin("blast", words, event.rule, vehicle, BAD)
        draft.note(self.name(event.who))

    # Attacks

    def _attack(
        self, event: ev.Fired | ev.FiredAtTerrain, target: str, key: str = "attack"
    ) -> TurnDraft:
        vehicle, slot = event.vehicle, event.weapon
        weapon = weapon_word(self.match, vehicle, slot)
        words = f"fired the {weapon} at {target}"
        if is_touching(self.race.builds[vehicle].weapons[slot]):
            words = f"struck {target} with the {weapon}"
        return self._begin(key, f"{self._word(vehicle)} {words}", event.rule, vehicle)

    def _dropped(self, event: ev.Dropped) -> None:
        vehicle = event.vehicle
        weapon = weapon_word(self.match, vehicle, event.weapon)
        self._begin("drop", f"{self._word(event.vehicle)} used the {weapon}", event.rule, vehicle)

    def _hits(self, event: ev.Hits) -> None:
        """The skill rolls of an attack, and the number of hits."""
        vehicle, target = event.vehicle, event.target
        draft = self.last("attack", "drop")
        if draft is None or draft.vehicle != vehicle:
            words = f"{self._word(event.vehicle)} attacked {self._word(event.target)}"
            draft = self._begin("attack", words, event.rule, vehicle)
        at = f"; at {self._word(event.target)}" if draft.key == "drop" else ""
        if self.dice:
            build = self.race.builds[vehicle]
            needed = self._needed(build.weapons[event.weapon], build.skill)
            self._rolled(draft, f"{at}: skill {needed}", ("skill", target))
        draft.add(" → ")
        number = event.hits
        draft.add(several(number, "hit") if number else "no hits", tone=GOOD if number else BAD)
        draft.note(self._owner(target), rule=event.rule)

    def _needed(self, weapon: Weapon, skill: int) -> str:
        """`9+`; of a Torrent `2+`, unless it is used in assault range."""
        close = any(modifier == Modifier.ASSAULT_RANGE for modifier, _ in self.dice[0].modifiers)
        return "2+" if weapon.torrent and not close else f"{skill}+"


def _eighth(ahead: float, right: float) -> int:
    """The eighth of a turn nearest to a direction, clockwise from ahead."""
    return round(phase(complex(ahead, right)) / radians(TURN / DEGREE / 8)) % 8


log_lines = Lines.log_lines
