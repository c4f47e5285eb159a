"""The drivers' dashboards in few letters: energy, gauges, the grid of the viewer."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from wreckoning.cli.terminal.voice import BAD, GOOD, OWN, Voice
from wreckoning.core.shown import BAD as DANGER
from wreckoning.core.shown import Row

TONES = {"good": GOOD, "bad": BAD, "": ""}


def energy(voice: Voice, row: Row) -> Text:
    """`●●●○○ 3`; empty without a value."""
    if not row.most:
        return Text()
    number = str(row.energy).replace("-", "−")
    if voice.plain:
        return Text(number)
    full = max(0, min(row.energy, row.most))
    style = BAD if row.energy <= 0 else GOOD if row.energy >= row.most - 1 else ""
    text = Text("●" * full + "○" * (row.most - full), style=style)
    text.append(f" {number}")
    return text


def gauges(row: Row, shorts: dict[str, str]) -> Text:
    """`St5 H2 T3!`; the mark, like the colour, shows a critical value."""
    text = Text()
    for gauge in row.gauges:
        mark = "!" if gauge.tone == DANGER else ""
        words = f"{shorts[gauge.name]}{gauge.value}{mark}".replace("-", "−")
        text.append(" " if text else "").append(words, TONES[gauge.tone])
    return text


def short_names(rows: Sequence[Row]) -> dict[str, str]:
    """Each gauge's name, cut to the fewest letters that no other begins with."""
    names = list(_each(rows))

    def is_plain(start: str) -> bool:
        return sum(name.startswith(start) for name in names) == 1

    return {
        name: next((name[:at] for at in range(1, len(name)) if is_plain(name[:at])), name)
        for name in names
    }


def legend(rows: Sequence[Row]) -> str:
    """`St Structure (of 8), H Heat (of 6)`: the meaning of short names, and each maximum."""
    shorts = short_names(rows)
    ends = {name: f" (of {most})" if most else "" for name, most in _each(rows).items()}
    return ", ".join(f"{shorts[name]} {name}{end}" for name, end in ends.items())


def _each(rows: Sequence[Row]) -> dict[str, int]:
    found: dict[str, int] = {}
    for gauge in (gauge for row in rows for gauge in row.gauges):
        found[gauge.name] = max(gauge.most, found.get(gauge.name, 0))
    return found


def draw_grid(voice: Voice, row: Row) -> None:
    """Draw the small table of a dashboard: its title, and `[ ]` around the pawn's field."""
    width = max((len(cell.text) for line in row.grid for cell in line if cell), default=0)
    voice.say(Text(f"  {row.grid_title}", style="dim"))
    for line in row.grid:
        text = Text("  ")
        for cell in line:
            words = f"{cell.text if cell else '':^{width}}"
            here = cell is not None and cell.here
            text.append(f"[{words}]" if here else f" {words} ", OWN if here else "")
        voice.say(text)
