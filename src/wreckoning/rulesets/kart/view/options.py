"""Describe options: the meaning of each, and its chances."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from wreckoning.core.asks import Ask
from wreckoning.core.texts.wording import several
from wreckoning.geometry.bodies import FRONT, REAR
from wreckoning.odds.questions import Spread
from wreckoning.odds.spreads import at_least, average_words, chance_words
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.numbers import Item
from wreckoning.rulesets.kart.odds.spreads import (
    clean_chance,
    hit_odds,
    left_odds,
    spare_mean,
    wipeout_chance,
)
from wreckoning.rulesets.kart.questions import (
    MOST_SPIN_STEPS,
    SIDES,
    STEP,
    Attack,
    Declaration,
    Question,
    Shift,
    Side,
    slide_turn,
)
from wreckoning.rulesets.kart.race import Kart, Race, Standing
from wreckoning.rulesets.kart.rules.hazards import WIPES_OUT
from wreckoning.rulesets.kart.rules.paths import standing_of
from wreckoning.rulesets.kart.view.pools import (
    Clash,
    clash_of,
    edge_way,
    evade_pool,
    shell_pool,
    smash_pool,
)
from wreckoning.rulesets.kart.view.skids import face_word, faces_of, left_now
from wreckoning.rulesets.kart.view.ways import way_of, way_rules, way_words
from wreckoning.rulesets.kart.view.words import dice, hazards, item_name, manoeuvre_words
from wreckoning.show.options import OptionWords, in_two_ways
from wreckoning.show.words import turn_words

Described = tuple[str, str, Fraction | None, tuple[str, ...]]
Describer = Callable[[Match, Kart, Ask, int, bool], Described]

STANDING_WORDS = {
    Standing.TRIVIAL: "trivial: a free SHIFT",
    Standing.HAZARDOUS: "hazardous: +1 hazard",
}
SHIFT_WORDS = {
    Shift.CANCEL_HAZARD: ("Cancel a HAZARD", "saves 1 hazard"),
    Shift.CANCEL_SPIN: ("Cancel a SPIN", "saves 1 hazard; with no SPIN left, no spin"),
    Shift.CANCEL_SLIDE: ("Cancel a SLIDE", "saves 1 hazard; with no SLIDE left, no slide"),
}

CLEAN, HIT = "clean roll", "hit"
LEAST = "a collision costs each of you at least 1 hazard"
CHANCE_OF = {
    Question.MANOEUVRE: CLEAN,
    Question.CHOSEN_FOR: CLEAN,
    Question.SKID_DICE: CLEAN,
    Question.PUSH: CLEAN,
    Question.DECLARE: HIT,
    Question.ATTACK: HIT,
}


def _words(match: Match, ask: Ask, option: int, thorough: bool) -> OptionWords:
    question = Question[ask.question.upper()]
    kart = match.race.karts[ask.subject if question == Question.CHOSEN_FOR else ask.by]
    described = DESCRIBERS[question](match, kart, ask, option, thorough)
    return OptionWords(*described, CHANCE_OF.get(question, ""))


describe_option, label_option = in_two_ways(_words)


def may_look(match: Match, question: Question) -> bool:
    """Whether players may measure before they choose a template; by the book they may not (G7)."""
    measured = (Question.MANOEUVRE, Question.CHOSEN_FOR, Question.FORCED, Question.SLIDE)
    return bool(match.race.switches.measuring) or question not in measured


def _looked(match: Match, ask: Ask, option: int, thorough: bool) -> tuple[str, tuple[str, ...]]:
    """The end of a movement in words, and its rules."""
    if not thorough or not may_look(match, Question[ask.question.upper()]):
        return "", ()
    way = way_of(match, ask, option)
    if way is None:
        return "", ()
    words, rules = list(way_words(match, way)), way_rules(way)
    if way.wholly_on_road and ask.question in ("manoeuvre", "chosen_for"):
        words.append("all on road: pushing is free")
        rules += ("G17",)
    return " · ".join(words) or "nothing in the way", rules


# --- templates and skid dice


def _manoeuvre(match: Match, kart: Kart, ask: Ask, option: int, thorough: bool) -> Described:
    race: Race = match.race
    standing = Standing(standing_of(race, kart.gear, option))
    trivial = standing == Standing.TRIVIAL
    words = [STANDING_WORDS[standing]] if standing in STANDING_WORDS else []
    looked, rules = _looked(match, ask, option, thorough)
    if looked:
        words.append(looked)
    clean = clean_chance(kart.handling, trivial)
    rule = "E4" if ask.question == "chosen_for" else "G7"
    return manoeuvre_words(option), " · ".join(words), clean, (rule, "G8", "G9", *rules)


def _forced(match: Match, _: Kart, ask: Ask, option: int, thorough: bool) -> Described:
    looked, rules = _looked(match, ask, option, thorough)
    return manoeuvre_words(option), looked, None, ("G27", *rules)


def spare_words(count: int, trivial: bool, kept: tuple[int, ...] = ()) -> str:
    """`0.8 SHIFTs to spare on average`."""
    return f"{float(spare_mean(count, trivial, kept)):.1f} SHIFTs to spare on average"


def _skid_dice(match: Match, kart: Kart, _: Ask, option: int, __: bool) -> Described:
    race: Race = match.race
    trivial = standing_of(race, kart.gear, race.manoeuvre) == Standing.TRIVIAL
    clean = clean_chance(option, trivial)
    if option == 0:
        text = "only the free SHIFT of the trivial template"
        return "No dice", text if trivial else "no SHIFTs, no hazards", clean, ("G9",)
    words = [spare_words(option, trivial)]
    gone = wipeout_chance(option, trivial, WIPES_OUT - kart.hazards)
    if gone:
        words.append(f"{chance_words(gone)} that they wipe you out")
    return dice(option).capitalize(), " · ".join(words), clean, ("G9", "G1", "G11", "G12")


def _push(match: Match, kart: Kart, ask: Ask, option: int, _: bool) -> Described:
    race: Race = match.race
    faces = faces_of(ask.subject)
    again = [number for number in range(len(faces)) if option >> number & 1]
    kept = tuple(face for number, face in enumerate(faces) if number not in again)
    trivial = standing_of(race, kart.gear, race.manoeuvre) == Standing.TRIVIAL
    clean = clean_chance(len(again), trivial, kept)
    if not again:
        spare = several(round(spare_mean(0, trivial, kept)), "SHIFT")
        return "Keep them", f"{spare} to spare", clean, ("G10",)
    which = ", ".join(face_word(faces[number]) for number in again)
    text = spare_words(len(again), trivial, kept)
    return f"Roll again: {which}", text, clean, ("G10", "G17")


def _shift(match: Match, kart: Kart, ask: Ask, option: int, _: bool) -> Described:
    left = left_now(match).total
    shift = Shift(option)
    if shift in SHIFT_WORDS:
        label, text = SHIFT_WORDS[shift]
        return label, text, None, ("G3", "G12")
    if shift == Shift.NOTHING:
        text = f"leaves {several(ask.subject, 'SHIFT')} unused"
        if left:
            after = kart.hazards + left
            text += f"; the dice give you {hazards(left)}, {kart.hazards}→{after}"
            text += ": a wipeout" * (after >= WIPES_OUT)
        return "Spend no more", text, None, ("G3", "G12")
    if shift == Shift.DROP_HAZARD:
        return "Drop a hazard", f"hazards {kart.hazards}→{kart.hazards - 1}", None, ("G3",)
    change = 1 if shift == Shift.GEAR_UP else -1
    gear = kart.gear + change
    text = f"Gear {kart.gear}→{gear}, hazards {kart.hazards}→{kart.hazards + 1}"
    text += f"; {_activations(match.race, gear)}"
    return f"Shift {'up' if change > 0 else 'down'}", text, None, ("G3", "E1", "E2")


def _activations(race: Race, gear: int) -> str:
    """The number of phases of this round in which the kart drives again in this gear."""
    more = max(gear - race.gear_phase, 0)
    if more == 0:
        return "your last move in this round"
    return f"you move {several(more, 'more time')} in this round"


# --- where it goes


def _slide(match: Match, _: Kart, ask: Ask, option: int, thorough: bool) -> Described:
    side = Side(option // SIDES).name.lower()
    looked, rules = _looked(match, ask, option, thorough)
    label = f"Slide {side}, {_facing(slide_turn(option))}"
    return label, looked, None, ("G13", "E6", *rules)


def _facing(degrees: int) -> str:
    return "facing as before" if degrees == 0 else f"turned {turn_words(degrees)}"


def _spin(match: Match, _: Kart, ask: Ask, option: int, thorough: bool) -> Described:
    turn = STEP * (option - MOST_SPIN_STEPS)
    looked, rules = _looked(match, ask, option, thorough)
    label = "Stay as you are" if turn == 0 else f"Spin {turn_words(turn)}"
    return label, looked, None, ("G15", "E7", *rules)


def _use(match: Match, _: Kart, ask: Ask, option: int, thorough: bool) -> Described:
    if option == 0:
        return f"Keep the {item_name(ask.subject)}", "", None, ("E15",)
    if ask.subject != Item.MUSHROOM:
        text = "until the end of your next activation you take no hits and smash with 2 dice more"
        return "Use the Star", text, None, ("E15",)
    looked, rules = _looked(match, ask, option, thorough)
    text = "a Medium straight at once, for +1 hazard"
    return "Use the Mushroom", f"{text} · {looked}" if looked else text, None, ("E15", *rules)


# --- collisions and attacks


def _declare(match: Match, kart: Kart, _: Ask, option: int, __: bool) -> Described:
    clash = clash_of(match)
    assert clash is not None
    race: Race = match.race
    other = race.karts[clash.against(kart.seat)]
    if option == Declaration.SMASH:
        return _smash(match, clash, kart, other)
    theirs = smash_pool(match, clash, other.seat)
    own = evade_pool(kart)
    bare, evaded = hit_odds(theirs.dice), left_odds(theirs.dice, own.dice)
    name = match.names[other.seat]
    text = (
        f"{own.words}, each 6 cancels a hit: if {name} smashes with "
        f"{theirs.words}, you take {average_words(evaded)} hits on average instead of "
        f"{average_words(bare)}"
    )
    if not theirs.dice:
        text = f"{name} has no dice to smash with"
    text += _end_words(kart, evaded, "you wipe out")
    return "Evade", f"{text}; {LEAST}", None, ("G19", "G2", "G21", "G22")


def _smash(match: Match, clash: Clash, kart: Kart, other: Kart) -> Described:
    pool, name = smash_pool(match, clash, kart.seat), match.names[other.seat]
    theirs = evade_pool(other)
    bare, evaded = hit_odds(pool.dice), left_odds(pool.dice, theirs.dice)
    text = (
        f"{pool.words}: {average_words(bare)} hits on average, {average_words(evaded)} if {name} "
        f"evades with {dice(theirs.dice)}"
    )
    if not pool.dice:
        text = "you have no dice to smash with"
    text += _end_words(other, bare, f"{name} wipes out")
    if kart.hazards + 1 >= WIPES_OUT:
        text += "; you wipe out in any case"
    rules = ("G19", "G20", "G21", "G22")
    return "Smash", f"{text}; {LEAST}", at_least(bare, 1), rules


def _end_words(kart: Kart, odds: Spread, what: str, least: int = 1) -> str:
    """The words for a possible wipeout. `least`: hazards that a collision costs anyway."""
    room = WIPES_OUT - kart.hazards
    chance = Fraction(1) if room <= least else Fraction() if kart.star else at_least(odds, room)
    if chance == 1:
        return f"; {what} in any case"
    return f"; {chance_words(chance)} that {what}" if chance else ""


def _attack(match: Match, kart: Kart, ask: Ask, option: int, _: bool) -> Described:
    race: Race = match.race
    if option == Attack.PASS:
        return "Do not attack", f"keep the {item_name(ask.subject)}", None, ("G25",)
    if option == Attack.BANANA:
        text = "behind you; 3 dice attack the first kart that touches it"
        return "Drop the Banana", text, None, ("E15",)
    if option == Attack.BULLET_BILL:
        text = "it flies along the road and smashes what it meets first, as a heavy kart in Gear 2"
        return "Fire the Bullet Bill", text, None, ("E12", "G24")
    edge = REAR if option >= Attack.SHELL_BEHIND else FRONT
    target = race.karts[option % SIDES]
    name = match.names[target.seat]
    pool = shell_pool(race, kart.seat, edge, target.seat)
    theirs = evade_pool(target)
    odds = left_odds(pool.dice, theirs.dice)
    text = f"{pool.words}; {name} evades with {theirs.words}: {average_words(odds)} hits on average"
    if target.star:
        text += ", but the Star takes none"
        return f"Shell {edge_way(edge)} at {name}", text, Fraction(), ("G25", "E14", "E15")
    text += _end_words(target, odds, f"{name} wipes out", 0)
    return f"Shell {edge_way(edge)} at {name}", text, at_least(odds, 1), ("G25", "E14", "G2")


DESCRIBERS: dict[Question, Describer] = {
    Question.USE: _use,
    Question.MANOEUVRE: _manoeuvre,
    Question.CHOSEN_FOR: _manoeuvre,
    Question.SKID_DICE: _skid_dice,
    Question.PUSH: _push,
    Question.SHIFT: _shift,
    Question.SLIDE: _slide,
    Question.SPIN: _spin,
    Question.DECLARE: _declare,
    Question.FORCED: _forced,
    Question.ATTACK: _attack,
}
