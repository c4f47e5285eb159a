"""Lines of attacks and explosions: who fired what at whom, with all dice, and what it took."""

from __future__ import annotations

from wreckoning.core.shown import BAD, GOOD
from wreckoning.core.wording import several
from wreckoning.rulesets.rally.race import Weapon
from wreckoning.rulesets.rally.rules.exploding import BLAST
from wreckoning.rulesets.rally.view.gathering import AT_TERRAIN, Gathering, TurnDraft
from wreckoning.rulesets.rally.view.names import vehicle_of, weapon_word
from wreckoning.rulesets.rally.view.sentences import Event, terrain_word
from wreckoning.rulesets.rally.view.words import inches


class AttackLines(Gathering):
    """Handlers of the events in which somebody is shot at, or caught in an explosion."""

    # Explosions

    def _exploded(self, event: Event, _: int) -> None:
        name = terrain_word(self.match, event["terrain"])
        self._begin("blast", f"{name} exploded", event["rule"], tone=BAD)

    def _caught(self, event: Event, _: int) -> None:
        vehicle = vehicle_of(event)
        touching = "touched it" if event["touching"] else f"was within {inches(BLAST)}"
        words = f"{self._word(event)} {touching}"
        draft = self._begin("blast", words, event["rule"], vehicle, BAD)
        draft.note(event["who"])

    # Attacks

    def _fired(self, event: Event, _: int) -> None:
        self._attack(event, f"at {self._word(event, 'target')}").note(
            self._owner(vehicle_of(event, "target"))
        )

    def _fired_at_terrain(self, event: Event, _: int) -> None:
        self._attack(event, f"at {terrain_word(self.match, event['terrain'])}", AT_TERRAIN)

    def _attack(self, event: Event, at: str, key: str = "attack") -> TurnDraft:
        vehicle = vehicle_of(event)
        weapon = weapon_word(self.match, vehicle, event["weapon"])
        words = f"{self._word(event)} fired the {weapon} {at}"
        return self._begin(key, words, event["rule"], vehicle)

    def _dropped(self, event: Event, _: int) -> None:
        vehicle = vehicle_of(event)
        weapon = weapon_word(self.match, vehicle, event["weapon"])
        self._begin("drop", f"{self._word(event)} used the {weapon}", event["rule"], vehicle)

    def _hits(self, event: Event, _: int) -> None:
        """The skill rolls of an attack, and how many hit."""
        vehicle, target = vehicle_of(event), vehicle_of(event, "target")
        draft = self._last("attack", "drop")
        if draft is None or draft.vehicle != vehicle:
            words = f"{self._word(event)} attacked {self._word(event, 'target')}"
            draft = self._begin("attack", words, event["rule"], vehicle)
        at = f"; at {self._word(event, 'target')}" if draft.key == "drop" else ""
        if self.dice:
            build = self.race.builds[vehicle]
            needed = self._needed(build.weapons[event["weapon"]], build.skill)
            self._rolled(draft, f"{at}: skill {needed}:", ("skill", target))
        draft.add(" → ")
        number = event["hits"]
        draft.add(several(number, "hit") if number else "no hits", tone=GOOD if number else BAD)
        draft.note(self._owner(target), rule=event["rule"])

    def _needed(self, weapon: Weapon, skill: int) -> str:
        """`9+`; of a Torrent `2+`, unless it is used in assault range."""
        close = any(m["name"] == "assault_range" for m in self.dice[0]["modifiers"])
        return "2+" if weapon.torrent and not close else f"{skill}+"

    def _critical(self, event: Event, _: int) -> None:
        self.drafts[-1].note(rule=event["rule"])
