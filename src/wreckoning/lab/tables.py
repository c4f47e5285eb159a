"""Writes results as a table, one row for a variant and a driver, in CSV and Parquet.

A driver has a row for all seats together (`seat` is `all`) and, if the lineup was rotated, one for
each. Figures stand next to their 95 % intervals: `win_share`, `win_share_low`, `win_share_high`. A
missing end of an interval is None: a single lot has no spread.

A driver's choices have columns of the ruleset's names. If the table has such a column itself, the
choice is in `setup_NAME`: Rush's card is in `setup_driver`, since `driver` is who drives.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wreckoning.core.documents import Json
from wreckoning.core.ids import seat_range
from wreckoning.lab.experiment import VARIANT
from wreckoning.lab.files import write_whole
from wreckoning.lab.findings import Findings, VariantResults
from wreckoning.lab.needs import need
from wreckoning.lab.statistics import Estimate
from wreckoning.lab.variants import Variant
from wreckoning.readers.sheets import csv_text

CSV, PARQUET = "results.csv", "results.parquet"
ALL_SEATS = "all"
WHO = ("variant", "driver", "group", "player")  # the columns before a driver's choices
FIGURES = ("win_share", "win_share_change", "place", "length", "lead_changes")  # and after them

Row = Json


def rows(findings: Findings) -> list[Row]:
    """The rows of the table; all have the same columns."""
    return [row for found in findings.found for row in _rows_of(findings, found)]


def _rows_of(findings: Findings, found: VariantResults) -> Iterator[Row]:
    variant = found.variant
    reference = findings.reference(found)
    names = setup_columns(variant)
    for driver, who in enumerate(variant.drivers):
        common: Row = {
            "variant": variant.number + 1,
            **_labels(variant),
            "driver": who.name,
            "group": variant.groups[driver],
            "player": who.player,
            **{column: who.setup.get(choice, "") for choice, column in names.items()},
        }
        change = None
        if reference and driver < len(reference.variant.drivers):
            change = found.change(reference, driver)
        yield {
            **common,
            "seat": ALL_SEATS,
            "races": found.races,
            "wins": int(found.wins[driver].sum()),
            **_figure("win_share", found.win_share(driver)),
            **_figure("win_share_change", change),
            **_figure("place", found.place(driver)),
            **_whole_race(found),
            **_tallies(found, driver),
        }
        if variant.rotations == 1:
            continue
        races = found.races_from_a_seat
        for at in seat_range(len(variant.drivers)):
            yield {
                **common,
                "seat": str(at + 1),
                "races": races,
                "wins": int(found.wins[driver, at]),
                **_figure("win_share", found.win_share_from(driver, at)),
                **_figure("win_share_change", None),
                **_figure("place", None),
                "place": float(found.place_sums[driver, at]) / races,
                **_figure("length", None),
                **_figure("lead_changes", None),
                **{
                    key: None
                    for name in variant.ruleset.tallies.names
                    for key in _figure(f"mean_{name}", None)
                },
            }


def _labels(variant: Variant) -> Row:
    """The value of each axis. The column `variant` is its number, so its name has another one."""
    named = f"{VARIANT}_name"
    return {named if axis == VARIANT else axis: label for axis, label in variant.labels.items()}


def setup_columns(variant: Variant) -> dict[str, str]:
    """The column of each choice of the ruleset: no two columns of the table have one name."""
    figures = [*FIGURES, *(f"mean_{name}" for name in variant.ruleset.tallies.names)]
    taken = {*WHO, *_labels(variant), "seat", "races", "wins"}
    taken.update(column for name in figures for column in _figure(name, None))
    return {
        choice: f"setup_{choice}" if choice in taken else choice for choice in variant.ruleset.setup
    }


def _whole_race(found: VariantResults) -> Row:
    return {**_figure("length", found.length), **_figure("lead_changes", found.swaps)}


def _tallies(found: VariantResults, driver: int) -> Row:
    row: Row = {}
    for index, name in enumerate(found.variant.ruleset.tallies.names):
        row |= _figure(f"mean_{name}", found.tally(driver, index))
    return row


def _figure(name: str, estimate: Estimate | None) -> Row:
    if estimate is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    low, high = estimate.ends
    return {name: estimate.value, f"{name}_low": low, f"{name}_high": high}


def write_tables(table: list[Row], folder: Path) -> None:
    """Write both files. Raises Malformed for a full disk, or without a library for Parquet."""
    write_whole(folder / CSV, _as_csv(table).encode())
    arrow, parquet = need("pyarrow", "lab"), need("pyarrow.parquet", "lab")
    sink = io.BytesIO()
    parquet.write_table(arrow.Table.from_pylist(table, schema=_schema(arrow, table)), sink)
    write_whole(folder / PARQUET, sink.getvalue())


def _as_csv(table: list[Row]) -> str:
    return csv_text(list(table[0]) if table else [], (list(row.values()) for row in table))


def _schema(arrow: Any, table: list[Row]) -> Any:
    """The types of columns: a value missing in one row has its type from other rows."""
    fields = []
    for name in table[0] if table else ():
        values = [row[name] for row in table if row[name] is not None]
        kind = type(values[0]) if values else float
        fields.append((name, {str: arrow.string(), int: arrow.int64()}.get(kind, arrow.float64())))
    return arrow.schema(fields)
