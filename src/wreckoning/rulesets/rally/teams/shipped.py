"""The teams that come with the game, and how a team is named: by its key or by its code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files

from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.files.data import kept
from wreckoning.core.files.toml_files import read_toml
from wreckoning.core.shown_teams import ReadyMade
from wreckoning.rulesets.rally.cards import PACKAGE, sizes
from wreckoning.rulesets.rally.teams.codes import is_code, read_code, write_code
from wreckoning.rulesets.rally.teams.files import MAX_BYTES, read_team
from wreckoning.rulesets.rally.teams.model import Team, sizes_of, team_points


class Teams(Mapping[str, Team]):
    """Teams by key. A team code is a key as well, of the team that it describes."""

    def __init__(self, found: Mapping[str, Team]) -> None:
        self._found = dict(found)

    def __getitem__(self, key: str) -> Team:
        if key in self._found:
            return self._found[key]
        if not is_code(key):
            raise KeyError(key)
        try:
            return read_code(key, "team")
        except Malformed:
            raise KeyError(key) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


@kept
def teams() -> Teams:
    """The teams that come with the game, by key: the smallest size first, then by their points."""
    folder = files(PACKAGE) / "data" / "teams"
    found = []
    for entry in folder.iterdir():
        if entry.name.endswith(".toml"):
            key = entry.name.removesuffix(".toml")
            found.append(read_team(read_toml(entry, "team", MAX_BYTES), entry.name, key))
    order = list(sizes())
    found.sort(
        key=lambda team: (
            order.index(next(iter(sizes_of(team)), order[-1])),
            team_points(team),
            team.key,
        )
    )
    return Teams({team.key: team for team in found})


def teams_of_size(size: str, is_fight: bool = False) -> list[Team]:
    """The shipped teams that fit a size of games, the usual ones (of a fight) first."""
    card = sizes()[size]
    usual = card.fights if is_fight and card.fights else card.usual
    found = [team for team in teams().values() if size in sizes_of(team)]
    return sorted(
        found, key=lambda team: usual.index(team.key) if team.key in usual else len(usual)
    )


def find_team(given: str, where: str) -> Team:
    """A shipped team by its key, or the team of a code. Raises Malformed."""
    if given in list(teams()):
        return teams()[given]
    if is_code(given):
        return read_code(given, where)
    raise Malformed(where, f"{unknown('team', given, teams())}, or a team code")


def ready_made(team: Team) -> ReadyMade:
    """A ready-made team, to be shown and taken."""
    return ReadyMade(
        key=team.key,
        title=team.title,
        text=team.text,
        points=team_points(team),
        vehicles=len(team.vehicles),
        code=write_code(team),
    )
