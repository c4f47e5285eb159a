"""The last page: the podium, lap times, records, and where the log is."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from wreckoning.cli.files import program
from wreckoning.cli.records import counts_for_records, enter_records, record_lines
from wreckoning.cli.terminal.saved_match import SavedMatch
from wreckoning.cli.terminal.voice import GOOD, HEADING, OWN, Voice
from wreckoning.core.errors import WreckError
from wreckoning.core.fair import Fair
from wreckoning.core.match import Match
from wreckoning.core.shown import Finisher

STEP = 22  # the width of a step of the podium


def draw_podium(voice: Voice, saved: SavedMatch, enter: bool = True) -> None:
    """Print the end of a race. `enter`: also enter it into the records."""
    draw_finish(voice, saved.match, saved.people())
    _draw_records(voice, saved, enter)
    voice.say()
    if saved.lost:
        return
    voice.say_path(f"The log: {saved.path}")
    voice.say_path(f"See it again with: {program()} replay {saved.path}")
    voice.say_path(f"Who was lucky, what cost the win: {program()} review {saved.path}")
    if isinstance(saved.match.dice, Fair):
        voice.say_path(f"Check its dice with: {program()} verify {saved.path}")


def draw_finish(voice: Voice, match: Match, own: Sequence[str]) -> None:
    """Print the podium, and a line for each driver. `own` are the names to mark."""
    finishers: list[Finisher] = match.ruleset.view.podium(match)
    voice.say()
    if voice.plain:
        for finisher in finishers[:3]:
            voice.say(f"  {finisher.place}. {finisher.name}")
    else:
        for line in podium_lines([finisher.name for finisher in finishers[:3]]):
            text = Text(line)
            text.highlight_words(list(own), OWN)
            voice.say(text)
    voice.say()
    unit = match.ruleset.view.headline(match).unit
    _draw_table(voice, finishers, own, unit)


def podium_lines(names: Sequence[str]) -> list[str]:
    """The first on the highest step, the second on the left, the third on the right."""
    first, second, third = [*names, "", "", ""][:3]
    bar, gap = "─" * STEP, " " * STEP

    def centre(text: str) -> str:
        return text[:STEP].center(STEP)

    lines = [
        f"  {gap} {centre('★')}",
        f"  {gap} {centre(first)}",
        f"  {gap}┌{bar}┐",
        f"  {centre(second)}│{centre('1')}│",
        f" ┌{bar}┤{gap}│{centre(third) if third else ''}",
        f" │{centre('2')}│{gap}├{bar}┐" if third else f" │{centre('2')}│{gap}│",
        f" │{gap}│{gap}│{centre('3')}│" if third else f" │{gap}│{gap}│",
        f"─┴{bar}┴{bar}┴{bar}┴─" if third else f"─┴{bar}┴{bar}┴─",
    ]
    return [line.rstrip() for line in lines]


def _draw_table(voice: Voice, finishers: Sequence[Finisher], own: Sequence[str], unit: str) -> None:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    table.add_column()
    tallies = [name for name, _ in finishers[0].tallies]
    timed = any(finisher.laps for finisher in finishers)
    home = "home" if any(finisher.turns for finisher in finishers) else "at the end"
    heads = ["#", "driver", home, *(["laps", "best"] if timed else []), *tallies]
    for _ in heads[2:]:
        table.add_column(justify="right")
    table.add_row(*[Text(head, style="dim") for head in heads])
    best = min((f.best_lap for f in finishers if f.best_lap), default=0)
    for finisher in finishers:
        table.add_row(
            Text(str(finisher.place), style="bold"),
            Text(finisher.name, style=OWN if finisher.name in own else ""),
            Text(f"{unit} {finisher.turns}" if finisher.turns else finisher.note or "on the road"),
            *(_lap_times(finisher, best) if timed else []),
            *[Text(str(number)) for _, number in finisher.tallies],
        )
    voice.say(table)


def _lap_times(finisher: Finisher, best: int) -> list[Text]:
    """The laps in turns, and the fastest of them; `best` of all is marked."""
    laps = Text(" ".join(str(turns) for turns in finisher.laps))
    fastest = Text(str(finisher.best_lap or ""), style=GOOD if finisher.best_lap == best else "")
    return [laps, fastest]


def _draw_records(voice: Voice, saved: SavedMatch, enter: bool) -> None:
    match = saved.match
    voice.say()
    if enter:
        try:
            for line in enter_records(match, saved.race):
                voice.say(Text(line, style=HEADING))
        except WreckError as error:
            voice.complain(f"The records could not be kept: {error}")
    kept = record_lines(match.ruleset, match.course, match.options)
    if kept:
        voice.note(f"Records of {match.course.title}: {'; '.join(kept)}.")
    if not counts_for_records(match):
        voice.note("Corrected by a referee: this race sets no records.")
