"""Verdicts in words and as JSON: the verdict first, then its figures, then how it was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wreckoning import __version__
from wreckoning.core.documents import Json
from wreckoning.core.texts.wording import MINUS, listed, several, whose
from wreckoning.lab.ask import Case, Verdicts
from wreckoning.lab.figures import LENGTH, PLACE, WINS, Figure
from wreckoning.lab.verdict import Says, Verdict

STARTS = {Says.YES: "Yes", Says.NO: "No", Says.NOT_SETTLED: "Not settled"}
SOURCE = "Howard, Ramdas, McAuliffe and Sekhon, Annals of Statistics 49 (2021), theorem 4"
WAYS = {PLACE: ("further back", "further ahead"), LENGTH: ("longer", "shorter")}  # more, less
NOUNLESS = (WINS, PLACE, LENGTH)  # of these the verb says all
VERBS = {
    WINS: ("wins", "win"),
    PLACE: ("finishes", "finish"),
}
ALIKE = {  # as with the other rules; and as an even share
    WINS: ("about as often", "about an even share"),
    PLACE: ("about as far ahead", "about in the middle"),
    LENGTH: ("about as long", ""),
}
AS_IT_IS = ", compared with the game as it is,"
MOST_DIGITS = 7  # after the point
MOST_NAMED = 4  # cases in a sentence; more are counted
SURE = 0.9995  # more is "more than 99.9 %"


def headline(verdicts: Verdicts) -> str:
    """All verdicts in one sentence, or one for each subject and verdict."""
    if len(verdicts.cases) == 1:
        return sentence(verdicts, verdicts.cases[0])
    groups: dict[tuple[int, str, str], list[Case]] = {}
    unsettled = sum(not case.verdict.is_settled for case in verdicts.cases)
    counted = unsettled if unsettled > MOST_NAMED else 0
    for says in (Says.YES, Says.NO) if counted else STARTS:
        for case in verdicts.cases:
            if case.verdict.says is says:
                start, claim = _claim(verdicts.hypothesis.figure, case)
                groups.setdefault((case.subject, start, claim), []).append(case)
    rest = [f"Not settled: {counted} of {len(verdicts.cases)}."] if counted else []
    return " ".join([*_claims(verdicts, groups), *rest])


def _claims(
    verdicts: Verdicts, groups: Mapping[tuple[int, str, str], Sequence[Case]]
) -> Iterator[str]:
    """A sentence for each group: `Yes: Subject wins less on Dash and Mile.`

    Subjects with the same verdict everywhere share a sentence.
    """
    figure = verdicts.hypothesis.figure
    shared: dict[tuple[str, str, str], list[int]] = {}
    for (subject, start, claim), cases in groups.items():
        shared.setdefault((start, claim, _scenes(verdicts, cases)), []).append(subject)
    sentences: dict[tuple[str, str], list[str]] = {}
    for (start, claim, scenes), subjects in shared.items():
        names = [verdicts.hypothesis.subjects[subject].name for subject in subjects]
        who = listed(names) if len(names) <= MOST_NAMED else f"{len(names)} of {_wide(verdicts)}"
        does = "races are" if figure.is_of_race else f"{who} {_verb(figure, len(names))}"
        does = does if claim else f"nothing was raced for {who}"
        sentences.setdefault((start, does), []).append(f" {claim}{scenes}" if claim else scenes)
    for (start, does), claims in sentences.items():
        claimed = f"{does}{';'.join(claims)}."
        yield f"{start}{claimed}" if start else capital(claimed)


def _wide(verdicts: Verdicts) -> int:
    return len(verdicts.hypothesis.subjects)


def _claim(figure: Figure, case: Case) -> tuple[str, str]:
    """How a sentence on a verdict begins, and what it claims: `Yes: `, `less`; "" if unraced."""
    is_change = case.scene.before is not None
    start = f"{STARTS[case.verdict.says]}: " if is_change or not case.verdict.is_settled else ""
    noun = "" if figure.name in NOUNLESS else f" {_noun(figure)}"
    if case.verdict.says is Says.YES:
        return start, _way(figure, case) + noun
    if not case.verdict.values:
        return start, ""
    if case.verdict.says is Says.NOT_SETTLED:
        return start, f"{_way(figure, case)}{noun} so far"
    as_before, even = ALIKE.get(figure.name, (f"about as many{noun}", f"about as many{noun}"))
    return start, as_before if is_change else even


def _scenes(verdicts: Verdicts, cases: Sequence[Case]) -> str:
    """The courses and drivers of these cases, if they differ among all: ` on Dash and Mile`."""
    found = ""
    courses = {case.scene.after.course.title for case in verdicts.cases}
    drivers = {case.scene.drivers for case in verdicts.cases}
    on = dict.fromkeys(case.scene.after.course.title for case in cases)
    by = dict.fromkeys(case.scene.drivers for case in cases)
    if len(courses) > 1 and len(drivers) > 1 and len(cases) < len(on) * len(by):
        by_driver = [
            f"by {driver}s"
            + _on(
                [case.scene.after.course.title for case in cases if case.scene.drivers == driver],
                len(courses),
            )
            for driver in by
        ]
        return f", driven {listed(by_driver)}"
    if len(courses) > 1:
        found += _on(list(on), len(courses))
    if len(drivers) > 1:
        found += f", driven by {listed([f'{driver}s' for driver in by])}"
    return found


def _on(courses: Sequence[str], of: int) -> str:
    if len(courses) <= MOST_NAMED:
        return f" on {listed(courses)}"
    return f" on {'all' if len(courses) == of else len(courses)} of {of} courses"


def case_names(verdicts: Verdicts) -> list[str]:
    """What tells the cases apart: the course, who drives, the subject."""
    parts = [
        [case.scene.after.course.title for case in verdicts.cases],
        [f"{case.scene.drivers}s" for case in verdicts.cases],
        [verdicts.hypothesis.subjects[case.subject].name for case in verdicts.cases],
    ]
    telling = [part for part in parts if len(set(part)) > 1] or parts[:1]
    return [", ".join(words) for words in zip(*telling, strict=True)]


def sentence(verdicts: Verdicts, case: Case) -> str:
    """One verdict, in a sentence."""
    asked, verdict = verdicts.hypothesis, case.verdict
    figure, effect = asked.figure, case.verdict.effect.scaled(asked.figure.scale)
    smallest = amount(figure, asked.smallest * figure.scale, has_noun=False)
    subject = asked.subjects[case.subject].name
    ends = f"({interval(verdicts, case)})"
    change, other = asked.words
    if verdict.says is Says.NO:
        what = (
            f"{whose(subject)} {_noun(figure)}" if not figure.is_of_race else "the length of races"
        )
        if case.scene.before:
            changed = f"{change} instead of {other}" if other else f"{change}{AS_IT_IS}"
            return f"No: {changed} changes {what} by less than {smallest} {ends}."
        even = _even(verdicts, case)
        return f"Even: {what} {_verb_is(figure)} within {smallest} of {even} {ends}."
    if not verdict.values:
        return f"Not settled: {needed(verdicts, case)}."
    does = _does(figure, subject, effect.value)
    if case.scene.before:
        about = f"with {change} instead of {other}, " if other else f"with {change}{AS_IT_IS} "
        start, than = STARTS[verdict.says], ""
    else:
        about, than = "", f" than {_even(verdicts, case)}"
        start = _uneven(figure, case)
    if verdict.says is Says.YES:
        most = max(abs(effect.low), abs(effect.high))
        little = f", but by less than {smallest}" if most < asked.smallest * figure.scale else ""
        return f"{start}{little}: {about}{does}{than} {ends}."
    return f"Not settled: {about}so far {does}{than} {ends}; {needed(verdicts, case)}."


def interval(verdicts: Verdicts, case: Case) -> str:
    """The interval of an effect, `−0.91 to 0.23`, in as many digits as its verdict needs."""
    figure = verdicts.hypothesis.figure
    effect = case.verdict.effect.scaled(figure.scale)
    bounds = (0.0, *(sign * verdicts.hypothesis.smallest * figure.scale for sign in (1, -1)))
    return f"{_end(effect.low, bounds)} to {_end(effect.high, bounds)}"


def effect_of(verdicts: Verdicts, case: Case) -> str:
    """An effect without its unit: `−7.7`."""
    return _figure(case.verdict.effect.value * verdicts.hypothesis.figure.scale)


def short_verdict(verdicts: Verdicts, case: Case) -> str:
    """A verdict in a cell: `yes`, or without a change `more`, `less` or `even`."""
    if case.scene.before or not case.verdict.is_settled:
        return str(case.verdict.says)
    is_even = case.verdict.says is Says.NO
    return "even" if is_even else _way(verdicts.hypothesis.figure, case)


def table(verdicts: Verdicts) -> list[str]:
    """A line for each case: where and what, the verdict, the effect, its interval."""
    figure = verdicts.hypothesis.figure
    unit = f"{figure.unit}s" if figure.unit else _noun(figure)
    rows = [("", "verdict", unit, "interval")]
    rows += [
        (
            capital(name),
            short_verdict(verdicts, case),
            effect_of(verdicts, case),
            interval(verdicts, case),
        )
        for name, case in zip(case_names(verdicts), verdicts.cases, strict=True)
    ]
    first, second, third, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    return [
        f"{name:<{first}}  {says:<{second}}  {effect:>{third}}  {ends}"
        for name, says, effect, ends in rows
    ]


def needed(verdicts: Verdicts, case: Case) -> str:
    """What would settle it: `about 46,000 more races, 2 minutes`."""
    verdict = case.verdict
    if not verdict.values or not verdicts.races:
        return "nothing was raced"
    races = verdict.more * (2 if case.scene.before else 1)
    return more_races(verdicts, races)


def more_races(verdicts: Verdicts, races: int) -> str:
    """So many races and how long they take: `about 46,000 more races, 2 minutes`."""
    seconds = races * verdicts.seconds / verdicts.races
    return f"about {_rounded(races):,} more races, {spell(max(1.0, seconds))}"


def figures(verdicts: Verdicts, case: Case) -> str:
    """The figures of a verdict on one line."""
    verdict, figure = case.verdict, verdicts.hypothesis.figure
    sides = f"{_level(figure, case.after)} against {_level(figure, case.before)}"
    races = verdict.values * (2 if case.scene.before else 1)
    return f"{sides}; {_how_sure(verdict)}{several_races(races)}"


def several_races(races: int) -> str:
    """`1 race`, `2,000 races`."""
    return "1 race" if races == 1 else f"{races:,} races"


def where(case: Case) -> str:
    """The scene of a verdict: its course and its drivers."""
    drivers = f", driven by {case.scene.drivers}s" if case.scene.drivers else ""
    return f"{case.scene.after.course.title}{drivers}"


def method(verdicts: Verdicts) -> str:
    """How it was found, with the source."""
    asked = verdicts.hypothesis
    pairs = any(case.scene.before for case in verdicts.cases)
    races = (
        "Pairs of races on the same dice, keyed by turn, question and seat"
        if pairs and verdicts.is_paired
        else "Races"
    )
    seats = ", each driver in each seat equally often" if asked.experiment.rotate else ""
    several_of = asked.comparisons
    smallest = amount(asked.figure, asked.smallest * asked.figure.scale)
    yes, no = ("Yes", "No") if asked.unchanged is not None else ("More or less", "Even")
    share = (
        f", its error divided among {several_of} comparisons (Bonferroni)" if several_of > 1 else ""
    )
    bound = (
        ""
        if asked.figure.name in (WINS, PLACE)
        else ", the widest effect in a race taken as its bound"
    )
    return (
        f"{races}{seats}. The {100 * asked.confidence:g} % interval holds at every look "
        f"(empirical Bernstein confidence sequence{bound}: {SOURCE}){share}. "
        f"{yes}: it is clear of 0. {no}: all of it is within {smallest}. "
        f"Seed {asked.experiment.seed}; Wreckoning {__version__}, "
        f"{asked.experiment.ruleset.title} {asked.experiment.ruleset.version}."
    )


def as_document(verdicts: Verdicts) -> Json:
    """The verdicts as JSON. Effects are in the units that people read: 1.0 is one point."""
    asked = verdicts.hypothesis
    figure = asked.figure
    return {
        "title": asked.experiment.title,
        "ruleset": asked.experiment.ruleset.key,
        "version": asked.experiment.ruleset.version,
        "verdict": headline(verdicts),
        "settled": verdicts.is_settled,
        "stopped": verdicts.is_stopped,
        "measure": figure.name,
        "unit": figure.unit or figure.name,
        "smallest": asked.smallest * figure.scale,
        "confidence": asked.confidence,
        "comparisons": asked.comparisons,
        "change": dict(asked.change),
        "against": None if asked.unchanged is None else dict(asked.unchanged),
        "seed": asked.experiment.seed,
        "races": verdicts.races,
        "seconds": round(verdicts.seconds, 1),
        "cases": [_case(verdicts, case) for case in verdicts.cases],
        "method": method(verdicts),
    }


def _case(verdicts: Verdicts, case: Case) -> Json:
    figure, verdict = verdicts.hypothesis.figure, case.verdict
    effect = verdict.effect.scaled(figure.scale)
    paired = 2 if case.scene.before else 1
    return {
        "course": case.scene.course,
        "drivers": case.scene.drivers or "as seated",
        "subject": verdicts.hypothesis.subjects[case.subject].name,
        "says": str(verdict.says),
        "sentence": sentence(verdicts, case),
        "effect": effect.value,
        "low": effect.low,
        "high": effect.high,
        "changed": case.after * figure.scale,
        "compared_with": case.before * figure.scale,
        "error": verdict.error if verdict.is_settled else None,
        "races": verdict.values * paired,
        "more_races": verdict.more * paired,
    }


# words


def capital(text: str) -> str:
    """The text with a capital letter, to begin a sentence."""
    return text[:1].upper() + text[1:]


def amount(figure: Figure, value: float, has_noun: bool = True) -> str:
    """An amount with its unit: `1 point`, `1.3 points`; of a tally with its noun."""
    shown = _number(value)
    if not figure.unit:
        return f"{shown} {_noun(figure)}" if has_noun else shown
    return f"{shown} {figure.unit if shown == '1' else figure.unit + 's'}"


def _number(value: float) -> str:
    return f"{value:g}" if value < 0.01 else f"{value:.2f}".rstrip("0").rstrip(".")


def _way(figure: Figure, case: Case) -> str:
    """Which way an effect goes: `more`, `shorter`."""
    more, less = WAYS.get(figure.name, ("more", "less"))
    return more if case.verdict.effect.value > 0 else less


def _does(figure: Figure, subject: str, value: float) -> str:
    """`Subject wins 1.3 points more`, `Field has 0.4 more items used`."""
    size = _round(abs(value))
    more, less = WAYS.get(figure.name, ("more", "less"))
    way = more if value > 0 else less
    who = "races are" if figure.name == LENGTH else f"{subject} {_verb(figure, 1)}"
    if figure.name in NOUNLESS:
        return f"{who} {amount(figure, size)} {way}"
    return f"{who} {_number(size)} {way} {_noun(figure)}"


def _verb(figure: Figure, subjects: int) -> str:
    """The verb of a figure: `wins`; `win` for several subjects."""
    one, several_do = VERBS.get(figure.name, ("has", "have"))
    return one if subjects == 1 else several_do


def _uneven(figure: Figure, case: Case) -> str:
    """How a verdict begins that is not even: `Less often than even`."""
    way = _way(figure, case)
    often = " often" if figure.name == WINS else ""
    return capital(f"{way}{often} than {'even' if figure.name == WINS else 'average'}")


def _noun(figure: Figure) -> str:
    return figure.name.replace("_", " ")


def _verb_is(figure: Figure) -> str:
    return "is" if figure.name == PLACE else "are"


def _even(verdicts: Verdicts, case: Case) -> str:
    figure = verdicts.hypothesis.figure
    if figure.name == WINS:
        return f"an even share of {_level(figure, case.before)}"
    return f"the average of all, {_level(figure, case.before)}"


def _level(figure: Figure, value: float) -> str:
    return f"{100 * value:.1f} %" if figure.name == WINS else f"{value:.2f}"


def _round(value: float) -> float:
    """To one decimal; small values to two; tiny ones to their first digit."""
    return float(f"{value:.1g}") if value < 0.01 else round(value, 1 if value >= 2 else 2)


def _end(value: float, bounds: Sequence[float]) -> str:
    """An end of an interval, rounded as usual, but never onto or across one of the bounds."""
    usual = _round(abs(value)) * (1 if value > 0 else -1)
    for shown in (usual, *(round(value, digits) for digits in range(2, MOST_DIGITS))):
        if all((shown > b) == (value > b) and (shown < b) == (value < b) for b in bounds):
            return _signed(shown)
    return _signed(value)


def _figure(value: float) -> str:
    return _signed(_round(abs(value)) * (1 if value > 0 else -1))


def _signed(value: float) -> str:
    shown = f"{abs(value):.6g}"
    return f"{MINUS}{shown}" if value < 0 and shown != "0" else shown


def _how_sure(verdict: Verdict) -> str:
    if not verdict.is_settled:
        return ""
    sure = 1 - verdict.error
    return "sure to more than 99.9 %; " if sure > SURE else f"sure to {100 * sure:.1f} %; "


def _rounded(races: int) -> int:
    """To two digits."""
    size = int(10 ** max(0, len(str(races)) - 2))
    return round(races / size) * size


def spell(seconds: float) -> str:
    """A time: `less than a second`, `1 second`, `2 minutes`."""
    if round(seconds) < 1:
        return "less than a second"
    if seconds < 90:
        return several(round(seconds), "second")
    if seconds < 90 * 60:
        return several(round(seconds / 60), "minute")
    if seconds < 36 * 3600:
        return several(round(seconds / 3600), "hour")
    return several(round(seconds / 86400), "day")
