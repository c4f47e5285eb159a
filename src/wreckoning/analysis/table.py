"""The decisions of a review as a table for spreadsheets: a row for each option of each of them."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.analysis.replies import RaceReview, RatedDecision
from wreckoning.readers.sheets import csv_text

HEAD = (
    *("decision", "answers before", "turn", "driver", "rule", "question", "loss", "loss band"),
    *(
        "grade",
        "times",
        "place",
        "option",
        "label",
        "chance",
        "band",
        "playouts",
        "chosen",
        "better",
    ),
)


def decisions_csv(found: RaceReview) -> str:
    """All rated decisions in the order of the race; their options by their chances."""
    rows = [row for number, each in enumerate(found.decisions, 1) for row in _rows(number, each)]
    return csv_text(HEAD, rows)


def _rows(number: int, of: RatedDecision) -> Iterator[tuple[str | int | float, ...]]:
    head = (number, of.number, of.turn, of.who, of.rule, of.question, of.loss, of.band)
    for place, each in enumerate(of.options, 1):
        marks = ("yes" if each.taken else "", "yes" if each.better else "")
        figures = (each.chance, each.band, each.playouts, *marks)
        yield *head, of.grade, of.times, place, each.option, each.label, *figures
