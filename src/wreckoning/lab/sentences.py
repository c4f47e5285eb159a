"""What the findings say, in sentences.

A sentence says that there is a difference only if there is one beyond chance. All sentences of a
report share one error of 5 % (Bonferroni), and in each all pairs of what is compared share its
part (`rankings`): of twenty reports on equal things, about nineteen have no such sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from math import isinf

import numpy as np

from wreckoning.core.texts.wording import listed
from wreckoning.lab.dealt import dealt, seat_names
from wreckoning.lab.experiment import COURSE, Axis
from wreckoning.lab.findings import Findings, VariantResults, named, with_titles
from wreckoning.lab.luck import luck
from wreckoning.lab.rankings import Ranking, RankingVerdict, against
from wreckoning.lab.statistics import ERROR, Floats
from wreckoning.lab.summary import (
    by_course,
    by_value,
    columns,
    even_share,
    group_lots,
    mean_over,
    percent,
    unit_of,
    varying,
    within,
)

LENGTHS, SWAPS = "lengths", "lead_changes"  # figures of a whole race
SMALLEST_PART = 0.0005  # of the spread of places: a smaller one is 0.0 %


class About(IntEnum):
    """What a sentence is about; what the experiment asks comes first."""

    VARIED = 0
    DRIVERS = 1
    EVEN = 2
    COURSES = 3
    STARTS = 4
    SEATS = 5
    RACES = 6
    LUCK = 7


@dataclass(frozen=True)
class LabSentence:
    """A sentence. `points` is the size of the difference that it says there is, in points."""

    about: About
    words: str
    is_difference: bool = False
    points: float = 0.0


Question = Callable[[float], Iterable[LabSentence]]  # from the chance of an error to sentences


def sentences_on(findings: Findings) -> list[LabSentence]:
    """The sentences on the findings; the first answers the experiment."""
    findings = with_titles(findings)
    questions = list(_questions(findings))
    error = ERROR / len(questions)
    told = [sentence for question in questions for sentence in question(error)]
    head = min(told, key=lambda each: (each.about, not each.is_difference, -each.points))
    return [head, *(sentence for sentence in told if sentence is not head)]


def sentences(findings: Findings) -> list[str]:
    """The findings in a few sentences; the first answers the experiment."""
    return [sentence.words for sentence in sentences_on(findings)]


def _questions(findings: Findings) -> Iterator[Question]:
    axes = varying(findings)
    if len(axes) > 1:
        yield partial(_best_variants, findings)
    yield from (partial(_by_axis, findings, axis) for axis in axes)
    if len(findings.found) > 1 and even_share(findings) is not None:
        yield partial(_against_even, findings)
    if len(findings.experiment.groups) > 1 and not any(axis.name != COURSE for axis in axes):
        yield partial(_between_drivers, findings)
    yield partial(_by_start, findings)
    yield partial(_by_seat, findings)
    yield partial(_races, findings, LENGTHS)
    if all(found.lead_changes for found in findings.found):
        yield partial(_races, findings, SWAPS)
    for axis in axes:
        yield partial(_races_by_axis, findings, axis, LENGTHS)
        yield partial(_races_by_axis, findings, axis, SWAPS)
    yield partial(_of_luck, findings)


# --- who wins


def _best_variants(findings: Findings, error: float) -> Iterator[LabSentence]:
    """The variants with which a driver wins most; the sentences on axes say if there are none."""
    names = tuple(named(found.variant.labels, findings) for found in findings.found)
    even = even_share(findings)
    after = f" Even is {percent(even)}." if even else ""
    watch = findings.experiment.watch
    for group in watch:
        lots = tuple(group_lots(found, group) for found in findings.found)
        found = Ranking(names, lots).judge(error / len(watch))
        if found.is_clear:
            yield _more(About.VARIED, group, "with ", found, after)


def _by_axis(findings: Findings, axis: Axis, error: float) -> Iterator[LabSentence]:
    """Whether drivers win more often with one value of an axis than with another."""
    known = by_value(findings, axis)
    if len(known) < 2:
        return
    about = About.COURSES if axis.name == COURSE else About.VARIED
    watch, rest = findings.experiment.watch, {}
    for group in watch:
        of_group = partial(group_lots, group=group)
        lots = tuple(mean_over(variants, of_group) for variants in known.values())
        found = Ranking(tuple(known), lots).judge(error / len(watch))
        if found.is_clear:
            yield _more(about, f"{axis.title}: {group}", "with ", found)
        else:
            rest[group] = found
    if rest:
        yield _none(about, f"{axis.title}: ", rest.values(), f"in how often {_any(rest)} wins")


def _between_drivers(findings: Findings, error: float) -> Iterator[LabSentence]:
    names = tuple(group.name for group in findings.experiment.groups)
    lots = tuple(mean_over(findings.found, partial(group_lots, group=name)) for name in names)
    found = Ranking(names, lots).judge(error)
    if found.is_clear:
        yield _first(About.DRIVERS, "", found)
    else:
        yield _none(About.DRIVERS, "", [found], "in how often each driver wins")


def _against_even(findings: Findings, error: float) -> Iterator[LabSentence]:
    """How many variants are above and below an even share."""
    even = even_share(findings) or 0.0
    watch, rest = findings.experiment.watch, []
    count = len(findings.found)
    for group in watch:
        lots = [group_lots(found, group) for found in findings.found]
        above, below = against(lots, even, error / len(watch))
        if above + below == 0:
            rest.append(group)
            continue
        others = f", {count - above - below} not to be told from it"
        yield LabSentence(
            About.EVEN,
            f"{group}: of {count} variants {above} clearly above even ({percent(even)}),"
            f" {below} clearly below{others if count > above + below else ''}.",
            True,
        )
    if rest:
        words = f"{listed(rest)}: none of {count} variants can be told from even ({percent(even)})."
        yield LabSentence(About.EVEN, words)


def _by_start(findings: Findings, error: float) -> Iterator[LabSentence]:
    """The worth of the place on the grid, course by course: a mean would hide it."""
    places = {
        course: columns(found, VariantResults.grid_shares)
        for course, found in by_course(findings).items()
    }
    places = {course: shares for course, shares in places.items() if shares}
    is_one = len(findings.experiment.axes[0].choices) == 1
    rest = {}
    for course, shares in places.items():
        names = tuple(f"starting place {number}" for number in range(1, len(shares) + 1))
        verdict = Ranking(names, tuple(shares)).judge(error / len(places))
        if verdict.is_clear:
            yield _first(About.STARTS, "" if is_one else f"{course}: ", verdict)
        else:
            rest[course] = verdict
    if rest:
        where = "" if is_one else f"{listed(list(rest))}: "
        yield _none(About.STARTS, where, rest.values(), "between starting places")


def _by_seat(findings: Findings, error: float) -> Iterator[LabSentence]:
    """The worth of the seat at the table, with the cards that the game deals to it."""
    shares = columns(findings.found, VariantResults.seat_shares)
    cards = seat_names(findings.found[0].variant)
    plain = tuple(f"seat {number}" for number in range(1, len(shares) + 1))
    names = cards if len(cards) == len(shares) else plain
    found = Ranking(names, tuple(shares)).judge(error)
    what = "seats at the table"
    if cards:
        what = "seats with the cards dealt to them"
    if not findings.experiment.rotate:
        what = "seats with their drivers, who did not change seats"
    if found.is_clear:
        yield _first(About.SEATS, f"Of {what}, ", found)
    else:
        yield _none(About.SEATS, "", [found], f"between {what}")


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


def _none(about: About, where: str, found: Iterable[RankingVerdict], what: str) -> LabSentence:
    """There is no difference, or it is small; or nobody can tell yet."""
    most = max(each.within for each in found)
    if isinf(most):
        return LabSentence(about, _upper(f"{where}too few races to tell a difference {what}."))
    points = f"{100 * most:.1f} points"
    return LabSentence(about, _upper(f"{where}no difference of more than {points} {what}."))


def _any(names: Iterable[str]) -> str:
    return listed(list(names), "or")


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


def _races(findings: Findings, figure: str, error: float) -> Iterator[LabSentence]:
    """How long and how close races are."""
    lots = tuple(found.lot_means(figure) for found in findings.found)
    means = [float(each.mean()) for each in lots]
    names = tuple(named(found.variant.labels, findings) for found in findings.found)
    is_clear = len(lots) > 1 and Ranking(names, lots).judge(error).is_clear
    middle = float(np.mean(means))
    told = f"{min(means):.1f} to {max(means):.1f}" if is_clear else f"{middle:.1f}"
    if figure == SWAPS:
        yield LabSentence(About.RACES, f"The lead changes {told} times a race.", is_clear)
        return
    unit = unit_of(findings.found[0].variant)
    yield LabSentence(About.RACES, f"A race takes {told} {unit}s on average.", is_clear)


def _races_by_axis(
    findings: Findings, axis: Axis, figure: str, error: float
) -> Iterator[LabSentence]:
    """The value of an axis with the longest races, or the most lead changes."""
    known = by_value(findings, axis)
    everyone = [found for each in known.values() for found in each]
    if len(known) < 2 or not all(getattr(found, figure) for found in everyone):
        return

    lots = tuple(mean_over(found, partial(_lot_means, figure)) for found in known.values())
    verdict = Ranking(tuple(known), lots).judge(error)
    if not verdict.is_clear:
        return
    unit = f"{unit_of(findings.found[0].variant)}s" if figure == LENGTHS else "times"
    what = "races are longer" if figure == LENGTHS else "the lead changes more often"
    most, least = (
        f"with {verdict.name(n)}, {verdict.mean(n).value:.2f} {unit}"
        for n in (verdict.most, verdict.least)
    )
    yield LabSentence(About.RACES, f"{axis.title}: {what} {most}, than {least}.", True)


def _lot_means(figure: str, found: VariantResults) -> Floats:
    return found.lot_means(figure)


def _of_luck(findings: Findings, _: float) -> Iterator[LabSentence]:
    shares = luck(findings.found).clear()
    seat = "seat with the cards dealt to it" if dealt(findings.found[0].variant) else "seat"
    parts = [
        f"{percent(share)} {seat if name == 'seat' else name}"
        for name, share in shares.parts()
        if share >= SMALLEST_PART
    ]
    words = (
        listed(parts)
        if len(parts) > 1
        else "dice; the seat and the driver explain nothing, as far as can be told"
    )
    yield LabSentence(
        About.LUCK, f"Where the spread of places comes from: {words}.", len(parts) > 1
    )
