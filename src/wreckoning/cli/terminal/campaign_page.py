"""The page of a campaign in the terminal, and the moves that it lists by number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.table import Table
from rich.text import Text

from wreckoning.cli.terminal.voice import HEADING, OWN, Voice
from wreckoning.core.documents import Json
from wreckoning.core.shown_campaigns import CampaignGameCard, CampaignView
from wreckoning.core.texts.wording import listed, several

FEW = 3  # moves of one vehicle that are always listed


@dataclass(frozen=True)
class Listed:
    """A move that a player can choose by its number; `off` says why it is not possible now.

    `vehicle` is the vehicle that it is for, if there is one.
    """

    label: str
    meaning: str
    move: Json
    off: str = ""
    vehicle: str = ""


def moves_of(page: CampaignView) -> list[Listed]:
    """The moves of a page, in the order of their numbers."""
    found: list[Listed] = []
    for team in page.build.ready_made if page.build else ():
        label = f"Take {team.title}"
        found.append(Listed(label, team.text, {"do": "roster", "team": team.code}))
    if page.field:
        chosen = page.field.chosen
        titles = [one.title for one in page.roster if one.key in chosen]
        label = f"Field {listed(titles)}"
        found.append(Listed(label, "", {"do": "field", "vehicles": chosen}))
    for one in page.roster:
        found += [
            Listed(f"{one.title}: {m.label}", m.meaning, m.move, m.off, one.title)
            for m in one.moves
        ]
    return [*found, *[Listed(m.label, m.meaning, m.move, m.off) for m in page.moves]]


def draw_page(voice: Voice, page: CampaignView, seat: int | None) -> None:
    """Draw the page of a campaign as a player sees it; None: a guest."""
    voice.say(Text(f"{page.title}: {page.headline}", style=HEADING))
    names = [one.name for one in page.standings if one.waited_for]
    voice.say(f"{page.now}{f' Waiting for {listed(names)}.' if names else ''}")
    figures = [name for name, _ in page.standings[0].figures]
    rows = [
        [one.name, one.bot, *[str(value) for _, value in one.figures]] for one in page.standings
    ]
    own = {n for n, one in enumerate(page.standings) if one.seat == seat}
    _draw_table(voice, ["player", "bot", *figures], rows, own)
    if page.games:
        _draw_table(
            voice, ["game", "round", "mission", "players"], list(map(game_words, page.games))
        )
    if seat is not None:
        _draw_own(voice, page)
    if page.story:
        voice.say()
        voice.say_all(page.story[0].lines[-8:], "dim")


def game_words(game: CampaignGameCard) -> list[str]:
    players = [one.name for one in game.players]
    if game.over:
        players = [
            f"{one.name} {one.points}{' (won)' if one.won else ''}"
            for one in sorted(game.players, key=lambda one: -(one.points or 0))
        ]
    return [str(game.number + 1), str(game.round), game.mission, ", ".join(players)]


def _draw_own(voice: Voice, page: CampaignView) -> None:
    if page.roster:
        rows = [
            [
                str(o.key),
                o.title,
                o.card,
                ", ".join(o.parts),
                str(o.points),
                o.state,
            ]
            for o in page.roster
        ]
        _draw_table(voice, ["", "vehicle", "type", "parts", "points", "state"], rows)
        voice.say(f"Pool: {page.pool}")
    if page.field:
        field = page.field
        voice.say(
            f"Field {field.least} to {field.most} vehicles, up to {field.points} points,"
            " such as: field vehicles=0,2,3"
        )
    if page.moves:
        voice.say(page.moves_now)
    draw_moves(voice, moves_of(page))


def draw_moves(voice: Voice, moves: Sequence[Listed], in_full: bool = False) -> None:
    """List the moves with their numbers; many of one vehicle as one line, unless `in_full`."""
    for vehicle, group in groupby(enumerate(moves, 1), lambda each: each[1].vehicle):
        those = list(group)
        if vehicle and len(those) > FEW and not in_full:
            able = sum(not each.off for _, each in those)
            words = f"{vehicle}: {several(len(those), 'part')}, {able} of them possible now"
            voice.say(Text(f"{those[0][0]}–{those[-1][0]} {words}; all lists them", style="dim"))
            continue
        for number, each in those:
            line = Text(f"{number:>3} ", style="bold")
            line.append(each.label, style="dim" if each.off else "")
            line.append(f"  {each.off or each.meaning}", style="dim")
            voice.say(line)


def _draw_table(
    voice: Voice, heads: Sequence[str], rows: Sequence[Sequence[str]], own: set[int] | None = None
) -> None:
    table = Table.grid(padding=(0, 2))
    for _ in heads:
        table.add_column()
    table.add_row(*[Text(head, style="dim") for head in heads])
    for number, row in enumerate(rows):
        table.add_row(*[Text(part, style=OWN if own and number in own else "") for part in row])
    voice.say()
    voice.say(table)
