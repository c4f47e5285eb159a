"""CSV that a spreadsheet opens as a table of words and figures, and never as formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from wreckoning.readers.texts import one_line

BOM = "\ufeff"  # without it, Excel reads UTF-8 in the code page of its machine

# Where a cell begins for some reader, whatever separates them there, and what makes it a formula.
FORMULA = re.compile(r"(^|[,;|])(?=[\s\u200b-\u200f\u2060\"'`]*[=+\-@＝＋－＠\u2212])")


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in CSV: commas, lines that end in CR LF, a byte order mark before all."""
    out = io.StringIO()
    out.write(BOM)
    writer = csv.writer(out)
    writer.writerow([cell(name) for name in head])
    writer.writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()


def cell(value: object) -> object:
    """A cell. An apostrophe stands before words that a spreadsheet would work out."""
    return FORMULA.sub(r"\1'", one_line(value)) if isinstance(value, str) else value
