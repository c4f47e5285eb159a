"""What the findings say, in sentences.

A sentence says that there is a difference only if there is one beyond chance. All sentences of a
report share one error of 5 % (Bonferroni), and in each all pairs of what is compared share its
part (`rankings`): of twenty reports on equal things, about nineteen have no such sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

import numpy as np

from wreckoning.core.texts.wording import listed
from wreckoning.lab.dealt import dealt
from wreckoning.lab.experiment import COURSE, Axis
from wreckoning.lab.findings import Findings, VariantResults, named
from wreckoning.lab.luck import luck
from wreckoning.lab.rankings import Ranking, RankingVerdict, against
from wreckoning.lab.statistics import ERROR, Floats
from wreckoning.lab.summary import (
    by_course,
    columns,
    even_share,
    group_lots,
    mean_over,
    percent,
    unit_of,
    varying,
    with_value,
    within,
)

LENGTHS, SWAPS = "lengths", "lead_changes"  # figures of a whole race
SMALLEST_PART = 0.0005  # of the spread of places: a smaller one is 0.0 %


class About(IntEnum):
    """What a sentence is about; what the experiment asks comes first."""

    VARIED = 0
    DRIVERS = 1
    STARTS = 2
    SEATS = 3
    RACES = 4
    LUCK = 5


@dataclass(frozen=True)
class LabSentence:
    """A sentence. `points` is the size of the difference that it says there is, in points."""

    about: About
    words: str
    is_difference: bool = False
    points: float = 0.0


Question = Callable[[float], LabSentence | None]  # from the chance of an error to a sentence


def sentences_on(findings: Findings) -> list[LabSentence]:
    """The sentences on the findings; the first answers the experiment."""
    questions = list(_questions(findings))
    found = [question(ERROR / len(questions)) for question in questions]
    told = [sentence for sentence in found if sentence]
    head = min(
        told, key=lambda sentence: (sentence.about, not sentence.is_difference, -sentence.points)
    )
    return [head, *(sentence for sentence in told if sentence is not head)]


def sentences(findings: Findings) -> list[str]:
    """The findings in a few sentences; the first answers the experiment."""
    return [sentence.words for sentence in sentences_on(findings)]


def _questions(findings: Findings) -> Iterator[Question]:
    watch, axes = findings.experiment.watch, varying(findings)
    if len(axes) > 1:
        yield from (partial(_best_variant, findings, group) for group in watch)
    for axis in axes:
        yield from (partial(_by_axis, findings, axis, group) for group in watch)
    if len(findings.found) > 1 and even_share(findings) is not None:
        yield from (partial(_against_even, findings, group) for group in watch)
    if len(findings.experiment.groups) > 1 and not any(axis.name != COURSE for axis in axes):
        yield partial(_between_drivers, findings)
    for course, found in by_course(findings).items():
        yield partial(_by_start, findings, course, found)
    yield partial(_by_seat, findings)
    yield partial(_races, findings, LENGTHS)
    if all(found.lead_changes for found in findings.found):
        yield partial(_races, findings, SWAPS)
    for axis in axes:
        yield partial(_races_by_axis, findings, axis, LENGTHS)
        yield partial(_races_by_axis, findings, axis, SWAPS)
    yield partial(_of_luck, findings)


# --- who wins


def _best_variant(findings: Findings, group: str, error: float) -> LabSentence | None:
    names = tuple(named(found.variant.labels, findings) for found in findings.found)
    lots = tuple(group_lots(found, group) for found in findings.found)
    found = Ranking(names, lots).judge(error)
    if not found.is_clear:
        return None  # the sentences on each axis say so
    even = even_share(findings)
    return _more(About.VARIED, group, "with ", found, f" Even is {percent(even)}." if even else "")


def _by_axis(findings: Findings, axis: Axis, group: str, error: float) -> LabSentence | None:
    """Whether a driver wins more often with one value of an axis than with another."""
    known = {c.label: with_value(findings, axis, c.label) for c in axis.choices}
    known = {label: variants for label, variants in known.items() if variants}
    if len(known) < 2:
        return None
    lots = (mean_over(found, lambda each: group_lots(each, group)) for found in known.values())
    found = Ranking(tuple(known), tuple(lots)).judge(error)
    about = About.DRIVERS if axis.name == COURSE else About.VARIED
    if found.is_clear:
        return _more(about, f"{axis.title}: {group}", "with ", found)
    return _none(about, f"{axis.title}: ", found, f"in how often {group} wins")


def _between_drivers(findings: Findings, error: float) -> LabSentence:
    names = tuple(group.name for group in findings.experiment.groups)
    lots = tuple(
        mean_over(findings.found, lambda each, name=name: group_lots(each, name))  # type: ignore[misc]
        for name in names
    )
    found = Ranking(names, lots).judge(error)
    if not found.is_clear:
        return _none(About.DRIVERS, "", found, "in how often each driver wins")
    return _first(About.DRIVERS, "", found)


def _against_even(findings: Findings, group: str, error: float) -> LabSentence:
    """How many variants are above and below an even share."""
    even = even_share(findings) or 0.0
    lots = [group_lots(found, group) for found in findings.found]
    above, below = against(lots, even, error)
    rest = len(lots) - above - below
    words = (
        f"{group}: of {len(lots)} variants {above} clearly above even ({percent(even)}),"
        f" {below} clearly below, {rest} not to be told from it."
    )
    courses_only = all(axis.name == COURSE for axis in varying(findings))
    return LabSentence(About.DRIVERS if courses_only else About.VARIED, words, above + below > 0)


def _by_start(
    findings: Findings, course: str, found: Sequence[VariantResults], error: float
) -> LabSentence | None:
    """The worth of the place on the grid, on one course."""
    places = columns(found, VariantResults.grid_shares)
    if not places:
        return None
    where = f"{course}: " if len(findings.experiment.axes[0].choices) > 1 else ""
    names = tuple(f"starting place {number}" for number in range(1, len(places) + 1))
    verdict = Ranking(names, tuple(places)).judge(error)
    if not verdict.is_clear:
        return _none(About.STARTS, where, verdict, "between starting places")
    return _first(About.STARTS, where, verdict)


def _by_seat(findings: Findings, error: float) -> LabSentence:
    """The worth of the seat at the table, with the cards that the game deals to it."""
    shares = columns(findings.found, VariantResults.seat_shares)
    cards = dealt(findings.found[0].variant)
    seats = [f"seat {number}" for number in range(1, len(shares) + 1)]
    titles = cards if len(cards) == len(seats) else ("",) * len(seats)
    names = tuple(f"{c} ({s})" if c else s for c, s in zip(titles, seats, strict=True))
    found = Ranking(names, tuple(shares)).judge(error)
    what = "seats at the table"
    if cards:
        what = "seats with the cards dealt to them"
    if not findings.experiment.rotate:
        what = "seats with their drivers, who did not change seats"
    if not found.is_clear:
        return _none(About.SEATS, "", found, f"between {what}")
    return _first(About.SEATS, f"Of {what}, ", found)


def _more(
    about: About, who: str, before: str, found: RankingVerdict, after: str = ""
) -> LabSentence:
    """A driver wins more often with one thing than with another."""
    most, least = (
        f"{before}{found.name(n)}, {_share(found, n)}" for n in (found.most, found.least)
    )
    if found.is_single:
        words = f"{who} wins most {most}: {_points(found)} more than {least}."
    else:
        words = f"{who} wins more often {most}, than {least}: by {_points(found)}.{_tied(found)}"
    return LabSentence(about, f"{words}{after}", True, _size(found))


def _first(about: About, where: str, found: RankingVerdict) -> LabSentence:
    """One thing wins more often than another."""
    most, least = (f"{found.name(n)}" for n in (found.most, found.least))
    shares = [_share(found, n) for n in (found.most, found.least)]
    if found.is_single:
        words = f"{where}{most} wins most, {shares[0]}: {_points(found)} more than {least}, "
        words += f"{shares[1]}."
    else:
        words = f"{where}{most}, {shares[0]}, wins more often than {least}, {shares[1]}:"
        words += f" by {_points(found)}.{_tied(found)}"
    return LabSentence(about, _upper(words), True, _size(found))


def _none(about: About, where: str, found: RankingVerdict, what: str) -> LabSentence:
    """There is no difference, or it is small; or nobody can tell yet."""
    if found.within == float("inf"):
        return LabSentence(about, _upper(f"{where}too few races to tell a difference {what}."))
    points = f"{100 * found.within:.1f} points"
    return LabSentence(about, _upper(f"{where}no difference of more than {points} {what}."))


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]


def _share(found: RankingVerdict, number: int) -> str:
    return within(found.mean(number).within(0, 1))


def _points(found: RankingVerdict) -> str:
    gap = found.gap.scaled(100)
    return f"{gap.value:.1f} points ({gap.low:.1f} to {gap.high:.1f})"


def _size(found: RankingVerdict) -> float:
    return 100 * found.gap.low


def _tied(found: RankingVerdict) -> str:
    return f" {found.equals} more cannot be told from {found.name(found.most)}."


# --- races


def _races(findings: Findings, figure: str, error: float) -> LabSentence:
    """How long and how close races are."""
    lots = tuple(found.lot_means(figure) for found in findings.found)
    means = [float(each.mean()) for each in lots]
    names = tuple(named(found.variant.labels, findings) for found in findings.found)
    is_clear = len(lots) > 1 and Ranking(names, lots).judge(error).is_clear
    middle = float(np.mean(means))
    told = f"{min(means):.1f} to {max(means):.1f}" if is_clear else f"{middle:.1f}"
    if figure == SWAPS:
        return LabSentence(About.RACES, f"The lead changes {told} times a race.", is_clear)
    unit = unit_of(findings.found[0].variant)
    return LabSentence(About.RACES, f"A race takes {told} {unit}s on average.", is_clear)


def _races_by_axis(findings: Findings, axis: Axis, figure: str, error: float) -> LabSentence | None:
    """The value of an axis with the longest races, or the most lead changes."""
    known = {c.label: with_value(findings, axis, c.label) for c in axis.choices}
    known = {label: variants for label, variants in known.items() if variants}
    everyone = [found for each in known.values() for found in each]
    if len(known) < 2 or not all(getattr(found, figure) for found in everyone):
        return None

    def of(found: VariantResults) -> Floats:
        return found.lot_means(figure)

    verdict = Ranking(tuple(known), tuple(mean_over(found, of) for found in known.values())).judge(
        error
    )
    if not verdict.is_clear:
        return None
    unit = f"{unit_of(findings.found[0].variant)}s" if figure == LENGTHS else "times"
    what = "races are longer" if figure == LENGTHS else "the lead changes more often"
    most, least = (
        f"with {verdict.name(n)}, {verdict.mean(n).value:.2f} {unit}"
        for n in (verdict.most, verdict.least)
    )
    return LabSentence(About.RACES, f"{axis.title}: {what} {most}, than {least}.", True)


def _of_luck(findings: Findings, _: float) -> LabSentence:
    shares = luck(findings.found).clear()
    seat = "seat with the cards dealt to it" if dealt(findings.found[0].variant) else "seat"
    parts = [
        f"{percent(share)} {seat if name == 'seat' else name}"
        for name, share in shares.parts()
        if share >= SMALLEST_PART
    ]
    words = listed(parts) if len(parts) > 1 else "dice alone, as far as can be told"
    return LabSentence(
        About.LUCK, f"Where the spread of places comes from: {words}.", len(parts) > 1
    )
