"""A table as JSON, made from the settings and the ruleset's `view`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from wreckoning.core.asks import Ask
from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.errors import WreckError
from wreckoning.core.ids import by_seat
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, Seat, rulesets
from wreckoning.core.series import refusals, rules_of
from wreckoning.core.shown import Option, Preview, Prompt
from wreckoning.core.texts.wording import listed
from wreckoning.show.learning import learning_of
from wreckoning.show.typed_moves import hint_of, is_numbered
from wreckoning.table import replies
from wreckoning.table.house_files import example_of
from wreckoning.table.ids import TableId, shown_seat
from wreckoning.table.lessons import lesson_of
from wreckoning.table.next_race import series_so_far
from wreckoning.table.race_log import moments
from wreckoning.table.shown.game_cards import announcement_of
from wreckoning.table.table import ABANDONED, FINISHED, OPEN, RUNNING, Table, bots


def ruleset_card(ruleset: Ruleset) -> replies.RulesetCard:
    """A ruleset in the list of games."""
    announced = announcement_of(ruleset)
    courses = []
    for name in ruleset.course_names():
        course = ruleset.load_course(name)
        facts, blurb = ruleset.view.course_card(course)
        courses.append(replies.CourseCard(name, course.title, facts, blurb))
    return replies.RulesetCard(
        key=ruleset.key,
        title=ruleset.title,
        version=ruleset.version,
        stage=ruleset.stage,
        blurb=ruleset.blurb,
        sources=list(ruleset.sources),
        seats=(ruleset.seats[0], ruleset.seats[-1]),
        bots=list(bots(ruleset)),
        bot_words=bots(ruleset),
        switches=[
            replies.SwitchCard(
                name=s.name,
                values=list(s.values),
                rule=s.rule,
                text=s.text,
                meanings=[s.says(value) for value in s.values],
            )
            for s in ruleset.house_switches
        ],
        setup={
            kind: {
                key: replies.Card(**ruleset.view.setup_card(card)) for key, card in cards().items()
            }
            for kind, cards in ruleset.setup.items()
        },
        setup_usual=replies.UsualSetup(ruleset.view.SETUP.usual, dict(ruleset.view.SETUP.cards)),
        house_example=example_of(ruleset),
        builds=next(iter(ruleset.setup)) if ruleset.builder else "",
        campaign=_campaign_card(ruleset),
        series=_series_card(ruleset),
        courses=courses,
        first_race=_first_race(ruleset),
        minutes=announced.minutes,
        difficulty=announced.difficulty,
        quick=replies.QuickStart(announced.course, announced.bots),
    )


def _first_race(ruleset: Ruleset) -> replies.FirstRaceCard | None:
    """The card of a ruleset's first race; None if it has none."""
    lesson = learning_of(ruleset.package).first_race
    if lesson is None:
        return None
    return replies.FirstRaceCard(lesson.title, lesson.about, lesson.minutes)


def _campaign_card(ruleset: Ruleset) -> replies.CampaignForm | None:
    """The form for a new campaign of this ruleset; None if it has no campaigns."""
    kind = ruleset.campaign
    if kind is None:
        return None
    fields = [replies.FormField(n, label, list(values)) for n, label, values in kind.FORM_FIELDS]
    return replies.CampaignForm((kind.PLAYERS[0], kind.PLAYERS[-1]), fields)


def _series_card(ruleset: Ruleset) -> replies.SeriesCard | None:
    """The series of this ruleset, for the form of a new table; None if it has none."""
    rules = ruleset.series
    if rules is None:
        return None
    return replies.SeriesCard(
        title=rules.title,
        rule=rules.rule,
        text=rules.text,
        races=(rules.races[0], rules.races[-1]),
        refused=refusals(ruleset, (), 0, Seat("")),
    )


def ruleset_cards() -> list[replies.RulesetCard]:
    """The cards of all installed rulesets."""
    return [ruleset_card(ruleset) for ruleset in rulesets()]


def chat_json(said: ReadOnlyJson) -> replies.ChatLine:
    """A chat message as it is sent."""
    return replies.ChatLine(
        id=said["id"],
        seat=said["seat"],
        name=said["name"],
        text=said["text"],
        at=said["at"],
        emote=said["emote"],
        line=said["line"],
        quote=said["quote"],
    )


def table_json(
    table: Table, here: Collection[int], created: float, updated: float
) -> replies.TableInfo:
    """The table, its settings and its seats."""
    settings, ruleset = table.settings, table.ruleset
    fair = None
    if settings.dice == "fair":
        is_told = table.state in (FINISHED, ABANDONED) and not table.is_sealed
        texts = [seat.text for seat in settings.seats]
        fair = replies.Fairness(
            match=table.dice_id,
            commitment=settings.commitment,
            texts=texts,
            secret=table.secret if is_told else None,
        )
    came_from = settings.came_from
    return replies.TableInfo(
        id=table.id,
        title=settings.course_title,
        state=table.state,
        ruleset=ruleset.key,
        ruleset_title=ruleset.title,
        course=replies.CourseName(settings.course_key, settings.course_title),
        options=settings.options,
        house_rules=ruleset.house_rules(settings.options),
        own_data=bool(settings.data),
        pace=settings.pace,
        listed=settings.listed,
        dice=settings.dice,
        fair=fair,
        seats=[
            replies.SeatInfo(
                seat=number,
                name=seat.name,
                player=seat.player,
                driver=seat.driver,
                setup=seat.setup,
                vehicle=ruleset.view.setup_words(seat.setup),
                text=seat.text,
                here=number in here,
                kept=bool(seat.before or seat.profile_before),
                muted=seat.muted,
            )
            for number, seat in by_seat(settings.seats)
        ],
        practice=settings.practice,
        hints=table.allows_hints,
        stuck=table.stuck if table.state == RUNNING else "",
        chances=table.shows_chances,
        hinted=[replies.HintNoted(one.seat, one.line, one.what) for one in settings.hinted],
        day=settings.day,
        lesson=lesson_of(ruleset).end if settings.lesson else "",
        campaign=settings.campaign,
        league=settings.league,
        ended_by=settings.ended_by,
        came_from=replies.CameFrom(*came_from) if came_from else None,
        next_table=settings.next_table,
        series=series_json(table),
        created=created,
        updated=updated,
    )


def series_json(table: Table) -> replies.SeriesInfo | None:
    """The series of this race: the standings, and the choices for the next race.

    `refused` has for each seat, before the start, the illegal choices and the reasons.
    """
    series = series_so_far(table)
    if series is None or table.series is None:
        return None
    ruleset, seats = table.ruleset, table.settings.seats
    rules = rules_of(ruleset)
    drove = [one.name for one in series.past[-1].drivers] if series.past else [""] * len(seats)
    sitting = [
        replace(seat, name=seat.name or was)
        for seat, was in zip(table.race_seats, drove, strict=True)
    ]
    refused = []
    if table.state == OPEN:
        refused = [refusals(ruleset, series.past, n, seat) for n, seat in by_seat(sitting)]
    ran = [raced.race for raced in series.past]
    return replies.SeriesInfo(
        title=rules.title,
        rule=rules.rule,
        text=rules.text,
        unit=rules.unit,
        pays=rules.pays,
        number=table.series.number,
        over=series.is_over,
        races=[
            replies.SeriesRace(title, TableId(ran[n]) if n < len(ran) else None)
            for n, title in enumerate(series.titles)
        ],
        standings=[
            replies.SeriesStanding(**vars(one)) for one in rules.standings(series.past, sitting)
        ],
        sold=list(rules.sold),
        refused=refused,
    )


def where(table: Table) -> str:
    """The progress of a race in words; '' before its start."""
    if table.ended is not None:
        at = table.ended.board["headline"]
        return f"{at['unit']} {at['turn']}, lap {at['lap']} of {at['laps']}"
    if table.match is None:
        return ""
    headline = table.ruleset.view.headline(table.match)
    return f"{headline.unit} {headline.turn}, lap {headline.lap} of {headline.laps}"


def summary(table: Table) -> replies.TableSummary:
    """The table in a list; without `updated`."""
    settings = table.settings
    seats = settings.seats
    match, winner = table.match, ""
    if match is not None and match.is_over:
        winner = table.ruleset.view.podium(match)[0].name
    if table.ended is not None and table.ended.board["podium"]:
        winner = table.ended.board["podium"][0]["name"]
    return replies.TableSummary(
        id=table.id,
        title=settings.course_title,
        state=table.state,
        ruleset=settings.ruleset,
        ruleset_title=table.ruleset.title,
        course=settings.course_title,
        names=[seat.name for seat in seats if seat.player != "open"],
        open_seats=sum(seat.player == "open" for seat in seats),
        seats=len(seats),
        pace=settings.pace,
        dice=settings.dice,
        where=where(table),
        series=_series_words(table),
        winner=winner,
        own_data=bool(settings.data),
    )


def _series_words(table: Table) -> str:
    """`Grand Prix, race 2 of 3`, `Grand Prix won by Ann`; '' for a single race."""
    series = series_so_far(table)
    if series is None or table.series is None:
        return ""
    if not series.is_over:
        return table.series.words(table.ruleset)
    rules = rules_of(table.ruleset)
    first = [one.name for one in rules.standings(series.past, table.race_seats) if one.place == 1]
    return f"{rules.title} won by {listed(first)}"


def board_json(
    match: Match, dice: list[replies.DiceCount], rolls: list[replies.DiceRoll]
) -> replies.BoardView:
    """The board; it stays the same until the rules go on."""
    view = match.ruleset.view
    return replies.BoardView(
        things=view.things(match),
        headline=view.headline(match),
        standings=view.standings(match),
        energy=view.ENERGY,
        track=view.track(match),
        podium=view.podium(match) if match.is_over else None,
        dice=dice,
        rolls=rolls,
    )


def menu_of(match: Match, ask: Ask, prompt: Prompt, number: int, complete: bool) -> replies.Menu:
    """An open question after `number` answers, with its options.

    `complete` adds chances and previews, which take time.
    """
    view, choices = match.ruleset.view, range(len(ask.names))
    if complete and not ask.is_dice:
        described = [view.describe_option(match, ask, index) for index in choices]
        previews = [view.preview(match, ask, index) for index in choices]
        options = list(map(_option, described, previews))
    else:
        described = labels_of(match, ask)
        options = list(map(_option, described))
    return replies.Menu(
        number=number,
        seat=shown_seat(ask),
        who=ask.who,
        ask=ask.question,
        prompt=prompt,
        options=options,
        hint=hint_of(described),
        complete=complete or ask.is_dice,
    )


def labels_of(match: Match, ask: Ask) -> list[Option]:
    """The labels of a question's options, without chances; for a die its faces."""
    if ask.is_dice:
        return [Option(face, face, "") for face in ask.names]
    label = match.ruleset.view.label_option
    return [label(match, ask, index) for index in range(len(ask.names))]


def _option(option: Option, preview: Preview | None = None) -> replies.MenuOption:
    return replies.MenuOption(**vars(option), numbered=is_numbered(option), preview=preview)


def replay_json(table: Table) -> replies.RaceReplay:
    """The race so far, moment by moment, without secret answers."""
    if table.ended is not None:
        told = table.ended.replay()
        parts = {name: told[name] for name in ("ground", "lines", "frames", "energy", "podium")}
        return replies.RaceReplay(**parts, records=table.records)
    match = table.match
    assert match is not None
    view, race = match.ruleset.view, moments(match, table.earlier)
    return replies.RaceReplay(
        ground=view.ground(match.course),
        lines=race.lines,
        frames=race.frames,
        energy=view.ENERGY,
        podium=view.podium(match) if match.is_over else None,
        records=table.records,
    )


def course_json(ruleset: Ruleset, name: str) -> replies.CoursePage:
    """A course with its drawing and features. Raises WreckError for an unknown one."""
    if name not in ruleset.course_names():
        raise WreckError(f"no course {name[:40]!r}")
    course = ruleset.load_course(name)
    counted = ruleset.view.course_features(course)
    return replies.CoursePage(ruleset.view.ground(course), dict(counted))
