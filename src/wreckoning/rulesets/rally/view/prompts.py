"""Word the questions, describe the situation of the asked player, suggest an answer."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.asks import Ask
from wreckoning.core.shown import Prompt
from wreckoning.rulesets.rally.events import Modifier
from wreckoning.rulesets.rally.forecast import forecast
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.questions import MOST_STEPS, Leg, Nudge, Pace, Question, Target
from wreckoning.rulesets.rally.race import Race, Vehicle
from wreckoning.rulesets.rally.rules.aiming import expected_loss, weapon_of
from wreckoning.rulesets.rally.rules.attributes import has_lost_half, movement_of
from wreckoning.rulesets.rally.view.chances import behind
from wreckoning.rulesets.rally.view.figures import goal_words, weapon_figures
from wreckoning.rulesets.rally.view.names import is_single, is_touching, vehicle_word, weapon_card
from wreckoning.rulesets.rally.view.plans import budget_words, look_at
from wreckoning.rulesets.rally.view.previews import grip_of
from wreckoning.rulesets.rally.view.sentences import term_words
from wreckoning.rulesets.rally.view.words import inches, manoeuvres
from wreckoning.show.prompts import die_prompt, index_if_offered, pending

DEFAULTS = {
    Question.PACE: int(Pace.DRIVE),
    Question.NUDGE_TURN: MOST_STEPS,
    Question.NUDGE_MOVE: int(Nudge.STAY),
}


def describe_ask(match: Match, ask: Ask) -> Prompt:
    """The question for a person: a choice, or a die to be rolled at the table."""
    if ask.is_dice:
        return _die(match, ask)
    return Prompt(
        _words(match, ask),
        tuple(_situation(match, ask)),
        ask.rule,
        default=_default(match, ask),
        grip=grip_of(match, ask),
    )


def _die(match: Match, ask: Ask) -> Prompt:
    """Whose die it is, what for, and its modifiers."""
    is_players = ask.question == Question.INITIATIVE_DIE.word
    whose = match.names[ask.subject] if is_players else vehicle_word(match, ask.subject)
    return die_prompt(
        match, ask, [term_words(what, n) for _, what, n in pending(match, Modifier)], whose
    )


def _subject(match: Match, ask: Ask) -> Vehicle | None:
    """The vehicle that a question is about."""
    race: Race = match.race
    question = Question[ask.question.upper()]
    if question in (Question.PLACE, Question.ACTIVATE):
        return None
    if question in (Question.TARGET, Question.DROP):
        return race.vehicles[race.active]
    return race.vehicles[ask.subject]


def _words(match: Match, ask: Ask) -> str:
    question, vehicle = Question[ask.question.upper()], _subject(match, ask)
    if vehicle is None:
        return question.words
    name = vehicle_word(match, vehicle.index)
    if question in (Question.TARGET, Question.DROP):
        weapon = weapon_of(match.race, vehicle, ask.subject)
        title = weapon_card(weapon).title
        if question == Question.DROP:
            words = f"Use the {title}?"
        elif is_touching(weapon):
            words = f"Strike which target with the {title}?"
        else:
            words = f"Fire the {title} at which target?"
    elif question == Question.NUDGE_MOVE:
        return f"{name} is out of control: where do you push it?"
    elif question == Question.NUDGE_TURN:
        return f"{name} is out of control: how far do you turn it?"
    else:
        words = question.words
    is_own = vehicle.owner == ask.by and is_single(match, vehicle.index)
    return words if is_own else f"{name}: {words[:1].lower()}{words[1:]}"


# --- how things are


def _situation(match: Match, ask: Ask) -> Iterator[str]:
    question, vehicle = Question[ask.question.upper()], _subject(match, ask)
    race: Race = match.race
    if vehicle is None:
        return
    if question in (Question.PACE, Question.BOOST):
        yield " · ".join(filter(None, (_state(race, vehicle), goal_words(match, vehicle))))
    elif question == Question.PLAN:
        yield from _planned(match, vehicle)
    elif question in (Question.TARGET, Question.DROP):
        weapon = weapon_of(race, vehicle, ask.subject)
        skill = f"skill {race.builds[vehicle.index].skill}+"
        yield f"{weapon_figures(weapon)} · {skill}"
    elif question == Question.NUDGE_MOVE:
        yield "half an inch or an inch any way, then a turn of up to 45° and a defence test"
        yield "degrees are clockwise from where it looks"
    elif question == Question.NUDGE_TURN:
        yield "up to 45° either way; after that a defence test"


def _state(race: Race, vehicle: Vehicle) -> str:
    """`7/10 hit points · 1 stress`."""
    words = [f"{vehicle.hit_points}/{race.builds[vehicle.index].hit_points} hit points"]
    if vehicle.stress:
        words.append(f"{vehicle.stress} stress")
    if has_lost_half(race, vehicle):
        words.append("badly damaged")
    return " · ".join(words)


def _planned(match: Match, vehicle: Vehicle) -> Iterator[str]:
    """The movement left, the next gate, and the outcome of the plan."""
    race: Race = match.race
    ahead = forecast(race, vehicle, race.path)
    budget = budget_words(ahead, movement_of(race, vehicle, race.pace))
    yield " · ".join(filter(None, (budget, goal_words(match, vehicle))))
    if race.path.count:
        told = look_at(match, vehicle, Leg.GO).words or ("nothing in the way",)
        turns = f", {manoeuvres(ahead.turns)}" if ahead.turns else ""
        yield f"planned: {inches(ahead.spent)}{turns} · {' · '.join(told)}"


# --- the obvious answer


def _default(match: Match, ask: Ask) -> int | None:
    """The index of an option that is hardly ever wrong."""
    question = Question[ask.question.upper()]
    race: Race = match.race
    if question == Question.PLAN:
        return _default_leg(match, ask)
    if question in (Question.SPOT, Question.PLACE, Question.ACTIVATE, Question.BOOST):
        return 0
    if question == Question.DROP:
        return ask.options.index(int(not _hits_own(race, ask)))
    if question == Question.TARGET:
        return _best_target(race, ask)
    return index_if_offered(ask, DEFAULTS.get(question))


def _hits_own(race: Race, ask: Ask) -> bool:
    """Whether a dropper would hit a vehicle of the player's own team."""
    own = race.vehicles[race.active].owner
    return any(vehicle.owner == own for vehicle in behind(race, ask.subject))


def _default_leg(match: Match, ask: Ask) -> int | None:
    """GO once something is planned; before that the longest way ahead without a contact."""
    race: Race = match.race
    if race.path.count and Leg.GO in ask.options:
        return index_if_offered(ask, Leg.GO)
    ahead = [option for option in ask.options if Leg.FORWARD < option < Leg.BACK]
    low, high = 0, len(ahead)  # the number of them that meet nothing
    while low < high:
        middle = (low + high + 1) // 2
        look = look_at(match, race.vehicles[ask.subject], ahead[middle - 1])
        if look.ahead.meetings:
            high = middle - 1
        else:
            low = middle
    return ask.options.index(ahead[low - 1]) if low else None


def _best_target(race: Race, ask: Ask) -> int | None:
    """The target with the most damage on average; terrain is never the default."""
    vehicle = race.vehicles[race.active]
    found = [option for option in ask.options if Target.VEHICLE <= option < Target.TERRAIN]
    if not found:
        return index_if_offered(ask, Target.PASS)
    best = max(
        found, key=lambda option: expected_loss(race, vehicle, ask.subject, option - Target.VEHICLE)
    )
    return ask.options.index(best)
