"""First races: tables at which a newcomer is led from question to question.

The rules are the real ones. What is said and allowed at each question is data of the ruleset
(`show.learning`); here it is looked up, and other answers are refused.
"""

from __future__ import annotations

from wreckoning.core.asks import Ask, is_by, read_option
from wreckoning.core.errors import Illegal
from wreckoning.core.fair import commitment
from wreckoning.core.ids import as_seat
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, find_ruleset
from wreckoning.core.seats import check_options
from wreckoning.core.texts.wording import listed
from wreckoning.show.learning import Lesson, LessonStep, learning_of
from wreckoning.table import models, replies
from wreckoning.table.identity import profile_in
from wreckoning.table.lobby import Randomness, check_settings
from wreckoning.table.models import SeatState, Settings
from wreckoning.table.refusals import Unknown
from wreckoning.table.table import RUNNING, Table, digest

LEARNER = as_seat(0)


def lesson_of(ruleset: Ruleset) -> Lesson:
    """The first race of this ruleset. Raises Unknown if it has none."""
    lesson = learning_of(ruleset.package).first_race
    if lesson is None:
        raise Unknown(f"{ruleset.title} has no first race")
    return lesson


def new_lesson(
    wanted: models.NewFirstRace, chance: Randomness
) -> tuple[Table, list[replies.OwnSeat]]:
    """A table for a first race, and the learner's seat with its token."""
    ruleset = find_ruleset(wanted.ruleset)
    lesson = lesson_of(ruleset)
    course = ruleset.load_course(lesson.course)
    settings = Settings(
        ruleset=ruleset.key,
        rules_version=ruleset.version,
        course=course.document,
        course_key=course.key,
        course_title=course.title,
        options=check_options(ruleset, lesson.options),
        pace=models.Relaxed(kind="relaxed"),
        listed=False,
        dice="fair",
        commitment=commitment(lesson.secret),
        practice=True,
        lesson=True,
        seats=[
            SeatState(name=seat.name, player=seat.player, setup=dict(seat.setup))
            for seat in lesson.seats
        ],
        position=lesson.position,
        names=[seat.name for seat in lesson.seats],
        host=digest(chance.host),
        host_profile=profile_in(wanted.token),
        bot_seed=chance.bot_seed,
    )
    learner = settings.seats[LEARNER]
    learner.player, learner.token = PERSON_NAME, digest(chance.tokens[LEARNER])
    learner.profile, settings.host_token = settings.host_profile, learner.token
    check_settings(ruleset, settings)
    table = Table(chance.id, settings, lesson.secret)
    return table, [replies.OwnSeat(LEARNER, chance.tokens[LEARNER])]


def step_of(table: Table, ask: Ask) -> tuple[int, LessonStep] | None:
    """The step that this question belongs to, and its number from 1; None outside a first race.

    A step for another question counts as none: then the race has left the lesson.
    """
    if not table.settings.lesson or table.match is None or ask.by != LEARNER:
        return None
    steps = lesson_of(table.ruleset).steps
    number = sum(is_by(entry, ask.who) for entry in table.match.entries)
    if number >= len(steps) or steps[number].ask != ask.question:
        return None
    step = steps[number]
    if step.allow and not set(step.allow) & set(ask.names):
        return None
    return number + 1, step


def check_answer(table: Table, ask: Ask, given: str) -> None:
    """Check that the lesson allows this answer. Raises Illegal."""
    found = step_of(table, ask)
    if found is None or not found[1].allow or table.match is None:
        return
    step = found[1]
    option = read_option(table.ruleset, table.match.race, ask, given)
    if ask.names[ask.options.index(option)] in step.allow:
        return
    labels = [
        table.ruleset.view.label_option(table.match, ask, index).label
        for index, name in enumerate(ask.names)
        if name in step.allow
    ]
    names = listed([f"“{label}”" for label in labels], "or")
    raise Illegal(f"a first race shows one thing at a time: choose {names} here")


def lesson_now(table: Table) -> replies.LessonNow | None:
    """What the learner is told and may choose now; None outside a first race."""
    if not table.settings.lesson or table.state != RUNNING:
        return None
    ask = next((ask for ask in table.waiting() if ask.by == LEARNER), None)
    found = step_of(table, ask) if ask is not None else None
    if ask is None or found is None:
        return None
    number, step = found
    return replies.LessonNow(
        ask=ask.question,
        step=number,
        steps=len(lesson_of(table.ruleset).steps),
        allow=list(step.allow),
        text=step.text,
        rule=step.rule or ask.rule,
    )
