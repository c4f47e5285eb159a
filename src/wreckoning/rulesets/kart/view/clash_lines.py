"""Lines of collisions, attacks, bananas and wipeouts: how they met, the dice term by term."""

from __future__ import annotations

from wreckoning.core.shown import BAD, CHANGE, GOOD, Part
from wreckoning.core.wording import count
from wreckoning.rulesets.kart.view.gathering import Gathering, TurnDraft
from wreckoning.rulesets.kart.view.sentences import (
    REASONS,
    Event,
    edge_words,
    obstruction_words,
    orientation_of,
    whose_thing,
)
from wreckoning.rulesets.kart.view.words import ORIENTATIONS, hits, item_name

CLASHES = ("clash", "attack", "banana", "bill")
LOOKS = ("right", "down right", "down", "down left", "left", "up left", "up", "up right")


def looks(heading: int) -> str:
    """Which way on the board a heading points."""
    return LOOKS[round(heading / 4500) % 8]


class ClashLines(Gathering):
    """Handlers of the events that somebody else is in, and of what hurts."""

    def _collision(self, event: Event, _: int) -> None:
        who, other, orientation = event["who"], event["other"], orientation_of(event)
        words = (
            f"{who} ran into {other}, {edge_words(event)} against "
            f"{edge_words(event, 'other_edge')}: {ORIENTATIONS[orientation]} "
            f"({REASONS[orientation]})"
        )
        draft = self._open("clash", who, words, event["rule"], BAD)
        draft.note(other, rule="G21")
        draft.against = {who: other, other: who}

    def _hit_obstruction(self, event: Event, _: int) -> None:
        who, what = event["who"], obstruction_words(event)
        words = f"{who} hit {what} with the {edge_words(event)}: head-on, and it smashed"
        draft = self._open("clash", who, words, event["rule"], BAD)
        draft.thing = "the " + what.removeprefix("a ").removeprefix("the ")

    def _hit_bill(self, event: Event, _: int) -> None:
        who, orientation = event["who"], orientation_of(event)
        words = f"{whose_thing(event, 'owner')} Bullet Bill smashed {who}: "
        words += f"{ORIENTATIONS[orientation]}, {edge_words(event)} against "
        words += edge_words(event, "other_edge")
        draft = self._open("clash", who, words[:1].upper() + words[1:], event["rule"], BAD)
        draft.thing = "the Bullet Bill"
        draft.note(event.get("owner"))

    def _both_evade(self, event: Event, _: int) -> None:
        draft = self.drafts[-1]
        draft.add(f"; {event['who']} was the slower, so both had to evade")
        draft.note(rule=event["rule"])

    def _declared(self, event: Event, index: int) -> None:
        draft = self.drafts[-1]
        draft.note(event["who"], rule=event["rule"])
        did = "smashed" if event["declaration"] == "smash" else "evaded"
        first = self.events[index - 1]["event"] != "declared"
        draft.add(f"{'; ' if first else ', '}{event['who']} {did}")

    def _clash_die(self, event: Event, index: int) -> None:
        """A die of a Smash, an attack or an Evade, with the reason for the number of dice."""
        who, question = event["who"], event["question"]
        draft = self.drafts[-1] if self.drafts else None
        if draft is None or draft.key not in CLASHES:
            draft = self._slip(event, index)
        smash = question == "smash_die"
        thing = draft.thing if smash else ""
        other = who if thing else draft.against.get(who, "")
        pool = self._pool_words(index, other)
        name = thing or who
        lead = {
            "smash_die": f"; {name} with {pool}: ",
            "evade_die": f"; {name} evaded with {pool}: ",
            "attack_die": f" with {pool}: ",
        }[question]
        self._die(draft, event, lead)

    def _slip(self, event: Event, index: int) -> TurnDraft:
        """The line of a banana: it is told after its dice."""
        told = self._next(index, "banana_hit")
        owner = whose_thing(told, "owner") if told else "a"
        draft = self._open(
            "banana", event["who"], f"{event['who']} slipped on {owner} banana", "E15", BAD
        )
        draft.note(told.get("owner") if told else None)
        return draft

    def _smash(self, event: Event, _: int) -> None:
        draft = self.drafts[-1]
        draft.add(f" → {hits(event['hits'])}", tone=BAD if event["hits"] else "")
        draft.note(rule=event["rule"])

    def _evaded(self, event: Event, _: int) -> None:
        draft = self.drafts[-1]
        text = f" → {event['cancelled']} cancelled"
        draft.add(text, tone=GOOD if event["cancelled"] else "")
        draft.note(rule=event["rule"])

    def _no_dice(self, event: Event, _: int) -> None:
        draft = self.drafts[-1]
        name = draft.thing or event["who"]
        draft.add(f"; {name} with no dice (counted {count(event['count'])})")
        draft.note(rule=event["rule"])

    # Attacks

    def _used(self, event: Event, index: int) -> None:
        who, item = event["who"], event["item"]
        told = self._next(index, "attacked") if item == "shell" else None
        if told is not None:
            words = f"{who} shot a Shell from the {edge_words(told)} at {told['target']}"
            draft = self._open("attack", who, words, event["rule"])
            draft.note(told["target"], rule="G25")
            return
        self._open("used", who, f"{who} used the {item_name(item)}", event["rule"], GOOD)

    def _attacked(self, event: Event, _: int) -> None:
        left = event["hits"] - event["cancelled"]
        self.drafts[-1].add(f", {hits(left)}", tone=GOOD if left else BAD)

    def _banana_dropped(self, event: Event, _: int) -> None:
        self._after_use(event, "dropped it behind")

    def _bill_fired(self, event: Event, _: int) -> None:
        self._after_use(event, "it flies along the road")

    def _after_use(self, event: Event, words: str) -> None:
        draft = self._last_of(event["who"], "used")
        if draft:
            draft.add(f": {words}")
            draft.note(rule=event["rule"])
        else:
            self._plain(event)

    def _banana_hit(self, event: Event, _: int) -> None:
        draft = self.drafts[-1] if self.drafts else None
        if draft is None or draft.key != "banana":
            self._plain(event)
            return
        draft.add(f", {hits(event['hits'] - event['cancelled'])}")

    def _bill_gone(self, event: Event, _: int) -> None:
        draft = self.drafts[-1] if self.drafts else None
        if draft is None or draft.key not in ("clash", "bill_moved"):
            self._plain(event)
            return
        draft.add("; the Bullet Bill was gone")
        draft.note(event["who"], rule=event["rule"])

    def _removed(self, event: Event, _: int) -> None:
        draft = self.drafts[-1] if self.drafts else None
        if draft is None or draft.key not in ("clash", "bill_moved"):
            self._plain(event)
            return
        draft.add("; it broke a mushroom" if draft.key == "bill_moved" else "; it was gone")
        draft.note(rule=event["rule"])

    # Wipeouts

    def _wipeout(self, event: Event, _: int) -> None:
        draft = self._last_of(event["who"], "wipeout")
        if draft is None:
            draft = self._open("wipeout", event["who"], f"{event['who']} wiped out", "", BAD)
        draft.add(f", now looks {looks(event['heading'])}")
        draft.note(rule=event["rule"])

    def _scatter_die(self, event: Event) -> None:
        who = event["who"]
        draft = self._open("wipeout", who, f"{who} wiped out", event["rule"], BAD)
        self._die(draft, event, ": scatter die ")

    def _gear(self, event: Event, _: int) -> None:
        """A gear change: told with the SHIFT or the wipeout that made it."""
        draft = self._last_of(event["who"])
        text = f"Gear {event['from']}→{event['to']}"
        if draft is None:
            self._plain(event)
        elif draft.shifts:
            draft.shifts[-1] += f" to Gear {event['to']}"
            draft.parts[draft.told_shifts] = Part(shift_words(draft.shifts))
        else:
            draft.add(f" ({text})", CHANGE, BAD)
            draft.note(rule=event["rule"])


def shift_words(shifts: list[str]) -> str:
    """`; SHIFTs: cancelled a SPIN, shifted up to Gear 4`."""
    return f"; {'SHIFTs' if len(shifts) > 1 else 'SHIFT'}: {', '.join(shifts)}"
