"""Verdicts in words and as JSON: the verdict first, then its figures, then how it was found."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning import __version__
from wreckoning.core.documents import Json
from wreckoning.core.texts.wording import MINUS, listed, several, whose
from wreckoning.lab.ask import Case, Verdicts
from wreckoning.lab.figures import LENGTH, PLACE, WINS, Figure
from wreckoning.lab.verdict import Says, Verdict

STARTS = {Says.YES: "Yes", Says.NO: "No", Says.NOT_SETTLED: "Not settled"}
SOURCE = "Howard, Ramdas, McAuliffe and Sekhon, Annals of Statistics 49 (2021), theorem 4"
WAYS = {PLACE: ("further back", "further ahead"), LENGTH: ("longer", "shorter")}  # more, less
MOST_NAMED = 4  # cases in a sentence; more are counted
SURE = 0.9995  # more is "more than 99.9 %"


def headline(verdicts: Verdicts) -> str:
    """All verdicts in one sentence."""
    if len(verdicts.cases) == 1:
        return sentence(verdicts, verdicts.cases[0])
    names, groups = case_names(verdicts), dict[str, list[str]]()
    for says, word in STARTS.items():
        for name, case in zip(names, verdicts.cases, strict=True):
            if case.verdict.says is says:
                way = f", {_way(verdicts.hypothesis.figure, case)}" if says is Says.YES else ""
                groups.setdefault(word + way, []).append(name)
    return " ".join(f"{start}: {_some(of, names)}." for start, of in groups.items())


def _some(names: Sequence[str], of: Sequence[str]) -> str:
    """Their names, or how many they are if they are many."""
    return listed(names) if len(names) <= MOST_NAMED else f"{len(names)} of {len(of)}"


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
    smallest = amount(figure, asked.smallest * figure.scale)
    subject = asked.subjects[case.subject].name
    change = f"{asked.words[0]} instead of {asked.words[1]}" if case.scene.before else ""
    interval = f"({_figure(effect.low)} to {_figure(effect.high)})"
    if verdict.says is Says.NO:
        what = (
            f"{whose(subject)} {_noun(figure)}" if not figure.is_of_race else "the length of races"
        )
        if change:
            return f"No: {change} changes {what} by less than {smallest} {interval}."
        even = _even(verdicts, case)
        return f"No: {what} {_verb_is(figure)} within {smallest} of {even} {interval}."
    than = "" if change else f" than {_even(verdicts, case)}"
    about = f"with {change}, " if change else ""
    if verdict.says is Says.YES:
        most = max(abs(effect.low), abs(effect.high))
        little = f", but by less than {smallest}" if most < asked.smallest * figure.scale else ""
        return f"Yes{little}: {about}{_does(figure, subject, effect.value)}{than} {interval}."
    return (
        f"Not settled: {about}{_does(figure, subject, effect.value)}{than} so far {interval}; "
        f"{needed(verdicts, case)}."
    )


def needed(verdicts: Verdicts, case: Case) -> str:
    """What would settle it: `about 46,000 more races, 2 minutes`."""
    verdict = case.verdict
    if not verdict.values or not verdicts.races:
        return "nothing was raced"
    races = verdict.more * (2 if case.scene.before else 1)
    seconds = races * verdicts.seconds / verdicts.races
    return f"about {_rounded(races):,} more races, {_spell(seconds)}"


def figures(verdicts: Verdicts, case: Case) -> str:
    """The figures of a verdict on one line."""
    verdict, figure = case.verdict, verdicts.hypothesis.figure
    sides = f"{_level(figure, case.after)} against {_level(figure, case.before)}"
    races = verdict.values * (2 if case.scene.before else 1)
    return f"{sides}; {_how_sure(verdict)}{several_races(races)}"


def several_races(races: int) -> str:
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
        f"Yes: it is clear of 0. No: all of it is within {smallest}. "
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


def amount(figure: Figure, value: float) -> str:
    """An amount with its unit: `1 point`, `1.3 points`."""
    shown = f"{value:g}" if value < 0.01 else f"{value:.2f}".rstrip("0").rstrip(".")
    if not figure.unit:
        return f"{shown} {figure.name.replace('_', ' ')}"
    return f"{shown} {figure.unit if shown == '1' else figure.unit + 's'}"


def _way(figure: Figure, case: Case) -> str:
    """Which way an effect goes: `more`, `shorter`."""
    more, less = WAYS.get(figure.name, ("more", "less"))
    return more if case.verdict.effect.value > 0 else less


def _does(figure: Figure, subject: str, value: float) -> str:
    """`Subject wins 1.3 points more`."""
    size = amount(figure, _round(abs(value)))
    more, less = WAYS.get(figure.name, ("more", "less"))
    way = more if value > 0 else less
    if figure.name == WINS:
        return f"{subject} wins {size} {way}"
    if figure.name == PLACE:
        return f"{subject} finishes {size} {way}"
    if figure.name == LENGTH:
        return f"races are {size} {way}"
    return f"{subject} has {size} {way}"


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


def _figure(value: float) -> str:
    shown = f"{_round(abs(value)):g}"
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


def _spell(seconds: float) -> str:
    """A waiting time."""
    if seconds < 90:
        return several(max(1, round(seconds)), "second")
    if seconds < 90 * 60:
        return several(round(seconds / 60), "minute")
    if seconds < 36 * 3600:
        return several(round(seconds / 3600), "hour")
    return several(round(seconds / 86400), "day")
