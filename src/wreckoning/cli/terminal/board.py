"""Draws the board: headline, track, standings, dashboards; and the options of a question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from wreckoning.cli.terminal.voice import BAD, GOOD, HEADING, OWN, RULE, Voice, wrap
from wreckoning.core.ids import as_seat
from wreckoning.core.match import Match
from wreckoning.core.shown import BAD as DANGER
from wreckoning.core.shown import Headline, Option, Prompt, Row, Stretch
from wreckoning.core.texts.wording import several
from wreckoning.show.typed_moves import have_figures, hint_of

ACROSS = 6  # parts of the course next to each other
BAR = 5
WIDE = 90  # from this width on there is room for bars
TONES = {"good": GOOD, "bad": BAD, "": ""}


def draw_board(voice: Voice, match: Match, own: str) -> None:
    """Show the race at a glance."""
    view = match.ruleset.view
    draw_headline(voice, view.headline(match))
    if not strip_lines(voice, match, own):
        stretches = view.track(match)
        for at in range(0, len(stretches), ACROSS):
            _draw_track(voice, stretches[at : at + ACROSS], own)
    rows = view.standings(match)
    draw_standings(voice, rows, own, view.ENERGY, view.headline(match).unit)
    for row in rows:
        if row.name == own and row.grid and not row.finished:
            draw_grid(voice, row)


def draw_headline(voice: Voice, line: Headline) -> None:
    """Draw a line across the page: course, turn, lap, conditions."""
    words = [line.title, f"{line.unit} {line.turn}"]
    if line.laps > 1:
        words.append(f"lap {line.lap} of {line.laps}")
    title = Text(" · ".join(words), style=HEADING)
    conditions = " · ".join(line.conditions)
    beside = len(title) + len(conditions) + 8 <= voice.width
    if conditions and beside:
        title.append(f" · {conditions}", style="not bold default")
    voice.say(Rule(title, style="dim", align="left", characters="-" if voice.plain else "─"))
    if conditions and not beside:
        voice.say(Text(f"  {conditions}"))


def strip_lines(voice: Voice, match: Match, own: str) -> tuple[str, ...]:
    """The road around the viewer's own piece, if the ruleset draws such a strip; otherwise empty.

    It is drawn above each question instead of the track; `map` shows the whole course.
    """
    if voice.plain or own not in match.names:
        return ()
    return match.ruleset.view.strip(match, as_seat(match.names.index(own)), voice.width)


def draw_strip(voice: Voice, lines: Sequence[str]) -> None:
    """Draw the strip unchanged."""
    for line in lines:
        voice.say(Text(line, no_wrap=True, overflow="crop"))
    if lines:
        voice.say()


def _draw_track(voice: Voice, stretches: Sequence[Stretch], own: str) -> None:
    if voice.plain:
        _list_track(voice, stretches)
        return
    width = voice.width // len(stretches)
    grid = Table.grid(padding=0)
    for _ in stretches:
        grid.add_column(width=width, no_wrap=True)
    grid.add_row(*[_road(stretch, width) for stretch in stretches])
    grid.add_row(*[Text(_cut(stretch.name, width - 1), style="dim") for stretch in stretches])
    most = max(sum(len(names) for _, names in stretch.groups) for stretch in stretches)
    lines = max(1, (most + 1) // 2)
    columns = [_karts(stretch, own, width, lines) for stretch in stretches]
    for line in range(max(len(column) for column in columns)):
        grid.add_row(*[column[line] if line < len(column) else Text() for column in columns])
    voice.say(grid)


def _road(stretch: Stretch, width: int) -> Text:
    """`2 ═══╗ ! > □3`."""
    signs = [sign for sign, _ in stretch.signs] + ["%"] * bool(stretch.lying)
    text = Text(f"{stretch.number} ", style="bold")
    text.append(stretch.road)
    text.append(f" {' '.join(signs)}"[: width - len(text) - 1], style="bold")
    return text


def _cut(name: str, width: int) -> str:
    """A name that fits; without its mark, if there is no room for both."""
    if len(name) <= width:
        return name
    return f"{name[: width - 1]}…" if width > 7 else name[:width]


def _karts(stretch: Stretch, own: str, width: int, lines: int) -> list[Text]:
    """The vehicles in this part of the track, in race order; two on a line if there are many."""
    front = stretch.groups[0][0] if stretch.groups else 0
    vehicles = [(name, lap) for lap, names in stretch.groups for name in names]
    across = 1 if len(vehicles) <= lines else 2
    each = (width - 2) // across
    cells = []
    for at in range(0, len(vehicles), across):
        cell = Text(" ")
        for name, lap in vehicles[at : at + across]:
            style = OWN if name == own else "" if lap == front else "dim"
            cell.append(_cut(name, each - 1).ljust(each), style=style)
        cells.append(cell)
    return cells or [Text()]


def _list_track(voice: Voice, stretches: Sequence[Stretch]) -> None:
    for stretch in stretches:
        names = [name for _, group in stretch.groups for name in group]
        there = f": {', '.join(names)}" if names else ""
        signs = [meaning for _, meaning in stretch.signs] + list(stretch.lying)
        told = f" [{'; '.join(signs)}]" if signs else ""
        voice.say(Text(f"  {stretch.number} {stretch.name} ({stretch.kind}){told}{there}"))


def draw_standings(
    voice: Voice, rows: Sequence[Row], own: str, energy: str, unit: str = "turn"
) -> None:
    """Draw all drivers in race order, without columns that the ruleset does not use."""
    lives, shorts = any(row.most for row in rows), short_names(rows)
    heads = ["#", "driver", "lap·at", *[energy] * lives, *["gauges"] * bool(shorts), "carries", ""]
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    for _ in heads[1:]:
        table.add_column(no_wrap=False)
    table.add_row(*[Text(head, style="dim") for head in heads])
    behind: tuple[int, int] | None = None
    for row in rows:
        at = (row.lap, row.stretch)
        lap = "" if at == behind or not row.lap else f"{row.lap}·{row.stretch}"
        behind = at
        cells = [
            Text(str(row.place)),
            Text(row.name, style=OWN if row.name == own else ""),
            Text("home" if row.finished else lap, style="" if not row.finished else GOOD),
        ]
        if lives:
            cells.append(Text() if row.finished else _energy(voice, row))
        if shorts:
            cells.append(Text() if row.finished else _gauges(row, shorts))
        table.add_row(*cells, Text(", ".join(row.carried)), _condition(row, unit))
    voice.say(table)
    if shorts:
        voice.say(Text(f"  {legend(rows)}", style="dim"))


def _condition(row: Row, unit: str) -> Text:
    """Statuses with the turns they have left, the stance, other facts."""
    text = Text()
    for status in row.statuses:
        lasts = f"{status.name} for {several(status.turns, unit)}"
        text.append(f"{', ' * bool(text)}{lasts}", TONES[status.tone])
    for word in (row.stance, row.note):
        if word:
            text.append(f"{', ' * bool(text)}{word}", "dim" if word == row.note else "")
    if row.finished:
        text.append(f"{', ' * bool(text)}finished on {unit} {row.finished}", GOOD)
    return text


def draw_map(voice: Voice, match: Match) -> None:
    """Draw the whole map of the course, with its features as they are now."""
    for line in match.ruleset.view.course_map(match.course):
        voice.say(Text(line))
    signs = [
        f"  {stretch.number} {stretch.name}: {'; '.join([m for _, m in stretch.signs])}"
        + "".join(f"; {lying} lying there" for lying in stretch.lying)
        for stretch in match.ruleset.view.track(match)
        if stretch.signs or stretch.lying
    ]
    if signs:
        voice.say(Text("Now:", style="bold"))
        voice.say_all(signs)


def draw_question(voice: Voice, prompt: Prompt, options: Sequence[Option], hint: str = "") -> None:
    """Draw the question, the situation, and the options with their meaning."""
    head = Text(hint)
    head.append(prompt.question, style="bold")
    head.append(f"  {prompt.rule}", style=RULE)
    voice.say(head)
    for line in prompt.situation:
        for at, row in enumerate(wrap(voice.console, Text(line, style="dim"), voice.width - 4)):
            voice.say(Text("    " if at else "  ").append_text(row))
    single = [option for option in options if not option.group]
    labels = max((len(option.label) for option in single), default=0)
    chances = max((len(_chance(voice, option)) for option in single), default=0)
    number = 1
    for group, found in groupby(options, lambda option: option.group):
        members = list(found)
        if group:
            _draw_group(voice, number, group, members)
        else:
            for at, option in enumerate(members, number):
                _draw_option(voice, at, option, labels, chances)
        number += len(members)
    typed = hint_of(options)
    if typed:
        voice.note(f"    type {typed}")


def _draw_group(voice: Voice, first: int, group: str, options: Sequence[Option]) -> None:
    """`    nudge  12 ahead  13 back`: each with its number; figures have none."""
    row = Text("    ")
    row.append(f"{group}  ", style="bold")
    margin = len(row)
    for number, option in enumerate(options, first):
        part = Text()
        if not have_figures(options):
            part.append(f"{number} ", style="dim")
        part.append(f"{option.short or option.label}   ")
        if len(row) + len(part) > voice.width:
            voice.console.print(row, soft_wrap=True)
            row = Text(" " * margin)
        row.append_text(part)
    voice.console.print(row, soft_wrap=True)


def _draw_option(voice: Voice, number: int, option: Option, labels: int, chances: int) -> None:
    """`  3 Power Slide  33% 5+: …`, the meaning in a column of its own."""
    head = Text(f"{number:3} {option.label:{labels}} ", style="bold")
    chance = _chance(voice, option)
    chance.pad_right(chances - len(chance))
    head.append_text(chance)
    head.append("  " if chances else " ")
    margin = len(head)
    for at, line in enumerate(
        wrap(voice.console, Text(option.meaning), voice.width - margin)
        if option.meaning
        else [Text()]
    ):
        row = head if at == 0 else Text(" " * margin)
        voice.console.print(row.append_text(line), soft_wrap=True)


def _chance(voice: Voice, option: Option) -> Text:
    """`▰▰▱▱▱ 42% hit`: the chance, and what it is for."""
    if option.chance is None:
        return Text()
    number = f"{option.chance * 100:3.0f}% {option.chance_of}".rstrip()
    if voice.plain:
        return Text(number)
    if voice.width < WIDE:
        return Text(number, style=_shade(option.chance))
    full = round(option.chance * BAR)
    text = Text("▰" * full + "▱" * (BAR - full), style=_shade(option.chance))
    text.append(number)
    return text


def _shade(chance: float) -> str:
    return GOOD if chance >= 0.5 else BAD if chance < 0.25 else ""


# --- dashboards, in few letters


def _energy(voice: Voice, row: Row) -> Text:
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


def _gauges(row: Row, shorts: dict[str, str]) -> Text:
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
