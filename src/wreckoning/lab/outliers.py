"""Exceptional races, played once more with all answers kept, as logs to replay."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wreckoning.core.ids import by_seat
from wreckoning.core.logs.log_file import write_log
from wreckoning.core.match import Match
from wreckoning.core.texts.wording import ordinal, several
from wreckoning.lab.files import write_whole
from wreckoning.lab.findings import Findings, VariantResults, named
from wreckoning.lab.lots import COMEBACK, EXTREMES, LONGEST, SHORTEST, SWAPS, Extreme, stands_out
from wreckoning.lab.recorded import Simulated, play_recorded
from wreckoning.lab.summary import unit_of
from wreckoning.lab.variants import Variant

FOLDER = "logs"


@dataclass(frozen=True)
class Outlier:
    """An exceptional race: by which figure, in which variant, and its log."""

    name: str
    extreme: Extreme
    found: VariantResults
    words: str
    log: str  # its path from the experiment's folder


def write_outliers(findings: Findings, folder: Path) -> list[Outlier]:
    """The most exceptional races, with their logs. Raises Malformed if the disk is full."""
    outliers = []
    for name in EXTREMES:
        best: tuple[Extreme, VariantResults] | None = None
        for found in findings.found:
            extreme = found.extremes.get(name)
            if extreme and (best is None or stands_out(name, extreme, best[0])):
                best = extreme, found
        if best:
            outliers.append(_written(findings, folder, name, *best))
    return outliers


def _written(
    findings: Findings, folder: Path, name: str, extreme: Extreme, found: VariantResults
) -> Outlier:
    match = record(found.variant, extreme.rotation, extreme.number)
    log = f"{FOLDER}/{name.replace(' ', '_')}.jsonl"
    write_whole(folder / log, write_log(match).encode())
    winner = _winner(found.variant, match, extreme.rotation)
    unit = unit_of(found.variant)
    value = extreme.value
    words = {
        SHORTEST: f"The shortest race: {several(value, unit)}",
        LONGEST: f"The longest race: {several(value, unit)}",
        SWAPS: f"The most lead changes: {value}",
        COMEBACK: f"The greatest comeback: {winner} won, and had been {ordinal(value)}",
    }[name]
    return Outlier(name, extreme, found, f"{words} ({named(found.variant.labels, findings)})", log)


def _winner(variant: Variant, match: Match, rotation: int) -> str:
    places = match.ruleset.tallies.place
    seats = variant.seats(rotation)
    return next(seat.name for n, seat in by_seat(seats) if places(match.race, n) == 1)


def record(variant: Variant, rotation: int, number: int) -> Match:
    """Race `number` of the variant, played interpreted with every answer kept: the same race."""
    dice = Simulated(variant.seed, number)
    seats = variant.seats(rotation)
    match = Match(variant.ruleset, variant.course, seats, variant.options, dice, automatic=False)
    return play_recorded(match, dice)
