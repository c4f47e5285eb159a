"""Word the questions, and describe the situation of the asked driver."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.asks import Ask
from wreckoning.core.ids import as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Prompt
from wreckoning.core.texts.wording import listed, ordinal, several, show_face
from wreckoning.geometry.bodies import FRONT, REAR
from wreckoning.odds.spreads import chance_words
from wreckoning.rulesets.kart.events import Modifier
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.odds.spreads import clean_chance
from wreckoning.rulesets.kart.questions import Question
from wreckoning.rulesets.kart.race import Item, Kart, Race
from wreckoning.rulesets.kart.refusals import off_straight, why_not
from wreckoning.rulesets.kart.rules.ending import way_to_gate
from wreckoning.rulesets.kart.rules.hazards import WIPES_OUT
from wreckoning.rulesets.kart.view.board import race_order
from wreckoning.rulesets.kart.view.dashboard import troubles
from wreckoning.rulesets.kart.view.pools import clash_of, smashing_thing
from wreckoning.rulesets.kart.view.sentences import term_words
from wreckoning.rulesets.kart.view.skids import face_word, faces_of, left_now
from wreckoning.rulesets.kart.view.words import (
    dice,
    hazards,
    item_name,
    manoeuvre_words,
    millimetres,
)
from wreckoning.show.prompts import die_prompt, pending

# Of dice whose faces are always the same; the scatter die's are steps of 15° clockwise.
FACES = {
    Question.SMASH_DIE: ", 4 and 5 hit once, 6 twice",
    Question.ATTACK_DIE: ", 4 and 5 hit once, 6 twice",
    Question.EVADE_DIE: ", a 6 cancels a hit",
    Question.SCATTER_DIE: ", to face 6 down, 12 left, 18 up, 24 right on the board",
}


def describe_ask(match: Match, ask: Ask) -> Prompt:
    """The question for a person: a choice, or a die to be rolled at the table."""
    if ask.is_dice:
        return _die(match, ask)
    standing, more = _standing(match, match.race.karts[_driver(ask)]), _more(match, ask)
    # What decides stands first: where there is little room, only that is in sight at once.
    lines = (standing, *more) if ask.question == "manoeuvre" else (*more, standing)
    return Prompt(_words(match, ask), lines, ask.rule)


def _driver(ask: Ask) -> int:
    """The driver of the kart in question."""
    return ask.subject if ask.question == "chosen_for" else ask.by


def _words(match: Match, ask: Ask) -> str:
    question = Question[ask.question.upper()]
    if question == Question.CHOSEN_FOR:
        return f"Which template for {match.names[ask.subject]}?"
    if question == Question.USE:
        return f"Use the {item_name(ask.subject)} before you move?"
    if question == Question.DECLARE and ask.subject != NOBODY:
        return f"Smash or evade {match.names[ask.subject]}?"
    return question.words


def _die(match: Match, ask: Ask) -> Prompt:
    """Whose die it is, what for, and the terms that the number of dice is made of."""
    question = Question[ask.question.upper()]
    thing = other = whose = ""
    if question == Question.SMASH_DIE:
        thing, clash = smashing_thing(match), clash_of(match)
        if thing:
            other = match.names[ask.subject]
            whose = f"{thing} against {other}"
        elif clash:
            other = match.names[clash.against(as_seat(ask.subject))]
    terms = [term_words(what, value, other) for _, what, value in pending(match, Modifier)]
    told = [f"dice: {', '.join(terms)}"] if terms else []
    return die_prompt(match, ask, told, whose, _faces(match, question))


def _faces(match: Match, question: Question) -> str:
    """What the faces mean, where they are not simply counted as skid dice are."""
    if question == Question.POLE_DIE:
        return "".join(f", {face} {name}" for face, name in enumerate(match.names, 1))
    if question == Question.ITEM_DIE:
        return "".join(f", {item.value} {item_name(item)}" for item in Item if item)
    return FACES.get(question, "")


def _standing(match: Match, kart: Kart) -> str:
    """`2nd of 4 · Gear 3 of 4 · 2 of 6 hazards · Handling 4 · to The Taps, 412 mm`."""
    race: Race = match.race
    place = [each.seat for each in race_order(race)].index(kart.seat) + 1
    words = [
        f"{ordinal(place)} of {race.racers}",
        f"Gear {kart.gear} of {kart.max_gear}",
        f"{kart.hazards} of {hazards(WIPES_OUT)}"
        if kart.hazards < WIPES_OUT
        else f"{hazards(kart.hazards)}: you wipe out after this move",
        f"Handling {kart.handling}",
    ]
    if kart.finish_round == 0:
        gate, way = match.course.gates[kart.gate], millimetres(way_to_gate(race, kart))
        words.append(f"to {gate}, {way}")
    return " · ".join([*words, *troubles(race, kart)])


def _more(match: Match, ask: Ask) -> list[str]:
    """The details of the question."""
    race: Race = match.race
    kart = race.karts[ask.by]
    question = Question[ask.question.upper()]
    if question == Question.CHOSEN_FOR:
        name = match.names[ask.subject]
        return [f"no template keeps {name} on the table, so you choose (E4)"]
    if question == Question.MANOEUVRE:
        return list(_before_the_template(race, kart))
    if question == Question.SKID_DICE:
        die = "a die: HAZARD 1, SPIN 2, SLIDE 3, SHIFT 4–6"
        clean = "clean roll: SHIFTs cancel the rest"
        return [f"{manoeuvre_words(race.manoeuvre)} · {die}", clean]
    if question == Question.PUSH:
        faces = faces_of(ask.subject)
        shown = ", ".join(f"{show_face(face)} {face_word(face)}" for face in faces)
        costs = "costs 1 hazard (G10)" if race.push_price else "is free: all on road (G17)"
        return [shown, f"pushing {costs}"]
    if question == Question.SHIFT:
        left = left_now(match).words
        return [f"{several(ask.subject, 'SHIFT')} left · not cancelled yet: {left}"]
    if question == Question.DECLARE:
        clash = clash_of(match)
        return [clash.words(match)] if clash else []
    if question == Question.ATTACK and kart.holds == Item.SHELL:
        return list(_out_of_aim(match, kart))
    return []


def _out_of_aim(match: Match, kart: Kart) -> Iterator[str]:
    """The karts that cannot be shot at, and why, from the edge closer to them (E14)."""
    race: Race = match.race
    body = race.bodies[kart.seat]
    for other in race.karts[: race.racers]:
        if other.seat == kart.seat:
            continue
        there = race.bodies[other.seat]
        edge = min((FRONT, REAR), key=lambda edge: off_straight(body, edge, there))
        why = why_not(race, kart, edge, other.seat)
        if why is not None:
            yield f"not {match.names[other.seat]}: {why[0]} ({why[1]})"


def _before_the_template(race: Race, kart: Kart) -> Iterator[str]:
    """The chances of the dice, the item held, and the next activation."""
    count = kart.handling
    plain, trivial = (chance_words(clean_chance(count, free)) for free in (False, True))
    yield (
        f"clean roll: SHIFTs cancel all that {dice(count)} bring, {plain}; "
        f"with the free SHIFT of a trivial template {trivial}"
    )
    words = [f"holds: {item_name(kart.holds)}"] if kart.holds else []
    phases = [str(gear) for gear in range(race.gear_phase + 1, kart.gear + 1)]
    if phases:
        one = "phase" if len(phases) == 1 else "phases"
        words.append(f"in Gear {kart.gear} you move again in {one} {listed(phases)}")
    if words:
        yield " · ".join(words)
