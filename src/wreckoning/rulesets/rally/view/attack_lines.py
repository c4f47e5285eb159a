"""Write lines of attacks and explosions: the weapon, the target, all dice, the damage."""

from __future__ import annotations

from wreckoning.core.shown import BAD, GOOD
from wreckoning.core.wording import several
from wreckoning.rulesets.rally import events as ev
from wreckoning.rulesets.rally.events import Modifier
from wreckoning.rulesets.rally.race import Weapon
from wreckoning.rulesets.rally.rules.exploding import BLAST
from wreckoning.rulesets.rally.view.gathering import Gathering, TurnDraft
from wreckoning.rulesets.rally.view.names import is_touching, weapon_word
from wreckoning.rulesets.rally.view.words import inches


class AttackLines(Gathering):
    """Log lines of shots and explosions."""

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
