"""A campaign, one move after another (W41 to W43). `moves` has all moves with their fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from wreckoning.core.errors import Illegal, Malformed, NotYourTurn, Over
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import table_rule
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rally.campaign import aftermath, garage
from wreckoning.rulesets.rally.campaign.crews import (
    DAMAGED,
    GONE,
    IN_DOUBT,
    Crew,
    Owned,
    check_name,
)
from wreckoning.rulesets.rally.campaign.drawing import (
    Roll,
    draw_games,
    draw_mission,
    mission_title,
)
from wreckoning.rulesets.rally.campaign.fielding import (
    FIRST_EDITION,
    Terms,
    can_field,
    check_team,
    has_a_way,
    why_not_hire,
)
from wreckoning.rulesets.rally.campaign.moves import (
    MOST_PLAYERS,
    Buy,
    ChooseRoster,
    Fate,
    FieldTeam,
    Hire,
    Join,
    Move,
    PlayerMove,
    Ready,
    Refit,
    Repair,
    Result,
    Save,
    Scrap,
    Start,
)
from wreckoning.rulesets.rally.campaign.rosters import check_roster, unspent
from wreckoning.rulesets.rally.race import Mission
from wreckoning.rulesets.rally.rules.scoring import points_of_place
from wreckoning.rulesets.rally.teams.codes import read_code
from wreckoning.rulesets.rally.teams.model import Design, Team

MOST_OF_PLAYER = 350  # moves; after them only needed ones are accepted, as a document is limited
ROSTERS, FIELD, PLAY, AFTER, OVER = "rosters", "field", "play", "after", "over"
WHEN = {
    ROSTERS: "before the start",
    FIELD: "while vehicles are chosen for a game",
    PLAY: "while games are on",
    AFTER: "between two rounds",
}


@dataclass
class Bout:
    """A game of a round: its players, and in the end their points."""

    number: int  # through all rounds
    round: int
    mission: Mission
    players: tuple[int, ...]
    points: dict[int, int] = field(default_factory=dict)  # empty: not over
    winner: int = NOBODY


class Campaign:
    """A campaign in its present state. `roll` gives every die: (purpose, sides)."""

    def __init__(self, terms: Terms, players: Sequence[tuple[str, str]], roll: Roll) -> None:
        """`players` are names, each with its bot ('' for a person). Raises Malformed."""
        if not 2 <= len(players) <= MOST_PLAYERS:
            raise Malformed("players", f"expected 2 to {MOST_PLAYERS}, found {len(players)}")
        for number, (name, _) in enumerate(players, 1):
            check_name(f"seat {number}", name)
        self.terms = terms
        self.players = tuple(players)  # as they began
        self.crews = [Crew(seat, name, bot) for seat, (name, bot) in enumerate(players)]
        self.round = 0
        self.phase = ROSTERS
        self.bouts: list[Bout] = []
        self.moves: list[tuple[int, Move]] = []  # each with its player
        self.made = [0] * len(players)  # moves, by player
        self.dice: list[int] = []
        self.story: list[tuple[int, str]] = []  # round, sentence
        self._source = roll

    # What can be asked

    @property
    def is_open(self) -> bool:
        """Whether players may still join."""
        return self.phase == ROSTERS

    @property
    def is_over(self) -> bool:
        """Whether the campaign is over."""
        return self.phase == OVER

    @property
    def now(self) -> list[Bout]:
        """The games of this round."""
        return [bout for bout in self.bouts if bout.round == self.round]

    def waited_for(self) -> list[int]:
        """The seats that must move before the campaign goes on."""
        if self.phase == ROSTERS:
            return [crew.seat for crew in self.crews if not crew.roster]
        if self.phase == FIELD:
            able = [crew for crew in self.crews if has_a_way(self.terms, crew)]
            return [crew.seat for crew in able if not crew.fielded]
        if self.phase == AFTER:
            return [crew.seat for crew in self.crews if not crew.done]
        return []

    def can_field(self, crew: Crew) -> bool:
        """Whether the player has vehicles for a game of this campaign."""
        return can_field(self.terms, crew)

    def team_of(self, seat: int) -> Team:
        """The team that a player has fielded for the game of this round."""
        crew = self.crews[seat]
        found = [crew.find(key) for key in crew.fielded]
        designs = tuple(owned.design for owned in found if owned)
        short = self.terms.size if len(designs) < self.terms.card.least else ""
        return Team(designs, crew.name, short_of=short)

    # Moves

    def do(self, who: int, move: Move) -> None:
        """Make a move. Raises Malformed, Illegal, NotYourTurn or Over, and then changes nothing."""
        if self.is_over:
            raise Over("the campaign is over")
        if (who == NOBODY) != isinstance(move, Start | Result):
            raise NotYourTurn(f"{move.do}: not a move of this seat")
        match move:
            case Start():
                self._start()
            case Result():
                self._result(move)
            case _:
                self._do(self._crew(who), move)
        self.moves.append((who, move))
        if who != NOBODY:
            self.made[who] += 1
        self._go_on()

    def _do(self, crew: Crew, move: PlayerMove) -> None:
        """Make a player's move."""
        self._check_count(crew, move)
        match move:
            case Join(name=name):
                self._join(crew, name)
            case ChooseRoster(team=code):
                self._roster(crew, code)
            case FieldTeam(vehicles=keys):
                self._field(crew, keys)
            case Repair(vehicle=key):
                self._mend(crew, self._own(crew, key, DAMAGED, "a repair"))
            case Save(vehicle=key):
                self._mend(crew, self._own(crew, key, IN_DOUBT, "saving"))
            case Scrap(vehicle=key):
                self._tell(aftermath.scrapped(crew, self._own(crew, key, IN_DOUBT, "scrapping")))
            case Refit(vehicle=key, design=code):
                self._refit(crew, key, code)
            case Buy(design=code):
                self._buy(crew, code)
            case Hire(vehicle=vehicle):
                self._hire(crew, vehicle)
            case Ready():
                self._ready(crew)
            case _:
                assert_never(move)

    def _check_count(self, crew: Crew, move: PlayerMove) -> None:
        """Refuse an unneeded move after too many moves. Raises Illegal."""
        match move:
            case ChooseRoster():
                is_needed = not crew.roster
            case FieldTeam():
                is_needed = not crew.fielded
            case _:
                is_needed = not isinstance(move, Join | Refit | Buy)
        made = self.made[crew.seat]
        if made >= MOST_OF_PLAYER and not is_needed:
            raise Illegal(f"{crew.name} has made {made} moves: no more changes")

    def _crew(self, who: int) -> Crew:
        if not 0 <= who < len(self.crews):
            raise NotYourTurn(f"no player {who} in this campaign")
        return self.crews[who]

    def roll(self, question: str, sides: int) -> int:
        """Roll a die, which is kept with the campaign."""
        face = self._source(question, sides)
        if not 1 <= face <= sides:
            raise Malformed(question, f"expected a face from 1 to {sides}, found {face}")
        self.dice.append(face)
        return face

    def _tell(self, sentence: str) -> None:
        if sentence:
            self.story.append((self.round, sentence))

    def _in_phase(self, phase: str, what: str) -> None:
        if self.phase != phase:
            raise Illegal(f"{what}: only {WHEN[phase]}, not {WHEN[self.phase]}", "W42")

    def _join(self, crew: Crew, name: str) -> None:
        """Give a player a seat, or another name."""
        self._in_phase(ROSTERS, "joining")
        others = [other.name for other in self.crews if other is not crew]
        check_name(f"seat {crew.seat + 1}", name, others)
        crew.name = name

    @table_rule("W41")
    def _roster(self, crew: Crew, code: str) -> None:
        self._in_phase(ROSTERS, "a roster")
        team = read_code(code, f"{crew.name}: roster")
        check_roster(team, f"{crew.name}: roster")
        designs = [
            Design(each.vehicle, each.weapons, each.upgrades, each.driver, name)
            for each, name in zip(team.vehicles, team.names, strict=True)
        ]
        crew.roster = [Owned(key, design) for key, design in enumerate(designs)]
        crew.pool = unspent(team)

    def _start(self) -> None:
        self._in_phase(ROSTERS, "the start")
        missing = [crew.name for crew in self.crews if not crew.roster]
        if missing:
            raise Illegal(f"no roster yet: {', '.join(missing)}", "W41")
        self._next_round()

    @table_rule("W42")
    def _next_round(self) -> None:
        """Begin the next mission, and draw its games."""
        before = self.now[0].mission if self.now else None
        self.round += 1
        mission = draw_mission(self.round, self.terms.rounds, before, self.roll)
        for crew in self.crews:
            crew.fielded, crew.done = (), False
        for players in draw_games([crew.seat for crew in self.crews], self.roll):
            self.bouts.append(Bout(len(self.bouts), self.round, mission, players))
        self.phase = FIELD
        self._tell(f"Round {self.round} of {self.terms.rounds}: {mission_title(mission)}")

    def _field(self, crew: Crew, keys: Sequence[int]) -> None:
        self._in_phase(FIELD, "a team")
        check_team(self.terms, crew, keys)
        crew.fielded = tuple(sorted(keys))

    @table_rule("W43")
    def _result(self, move: Result) -> None:
        """Count a finished game: points for each player, and a fate for each fielded vehicle."""
        self._in_phase(PLAY, "a result")
        bout = next((each for each in self.now if each.number == move.game), None)
        if bout is None or bout.points:
            raise Illegal(f"game {move.game} is not being played", "W42")
        players = several(len(bout.players), "player")
        for what, given in (("points", move.points), ("fates", move.fates)):
            if len(given) != len(bout.players):
                raise Malformed(what, f"expected those of {players}, found {len(given)}")
        if move.winner >= len(bout.players):
            raise Malformed("winner", f"expected one of {players}, found {move.winner}")
        for seat, those in zip(bout.players, move.fates, strict=True):
            count = len(self.crews[seat].fielded)
            if len(those) != count:
                expected = several(count, "vehicle")
                raise Malformed("fates", f"expected those of {expected}, found {len(those)}")
        bout.points = dict(zip(bout.players, move.points, strict=True))
        bout.winner = bout.players[move.winner]
        self._score(bout)
        for seat, those in zip(bout.players, move.fates, strict=True):
            self._come_home(self.crews[seat], those)

    @table_rule("W43")
    def _score(self, bout: Bout) -> None:
        """Add points to the pools; the winner gets a campaign point."""
        for seat in bout.players:
            self.crews[seat].pool += bout.points[seat]
        winner = self.crews[bout.winner]
        winner.campaign_points += 1
        winner.wins += 1
        said = ", ".join(f"{self.crews[seat].name} {bout.points[seat]}" for seat in bout.players)
        self._tell(f"{winner.name} wins the game ({said}) and a campaign point")

    def _come_home(self, crew: Crew, fates: Sequence[Fate]) -> None:
        for key, fate in zip(crew.fielded, fates, strict=True):
            owned = crew.find(key)
            if owned and not owned.hired:
                self._tell(aftermath.after_game(crew, owned, fate, self.roll))

    # Between games

    def _own(self, crew: Crew, key: int, state: str, what: str) -> Owned:
        self._in_phase(AFTER, what)
        owned = crew.find(key)
        if owned is None or (state and owned.state != state):
            is_so = f" that is {state}" if state else ""
            raise Illegal(f"{what}: {crew.name} has no vehicle {key}{is_so}", "W43")
        return owned

    def _mend(self, crew: Crew, owned: Owned) -> None:
        if owned.price > crew.pool:
            name, pool = owned.design.title, crew.pool
            raise Illegal(f"{name}: costs {owned.price}, {crew.name} has {pool} in the pool", "W43")
        self._tell(aftermath.mended(crew, owned))

    def _refit(self, crew: Crew, key: int, code: str) -> None:
        owned = self._own(crew, key, "", "an upgrade")
        self._tell(garage.refit(crew, owned, _one_design(code, owned.design.title)))

    def _buy(self, crew: Crew, code: str) -> None:
        self._in_phase(AFTER, "a purchase")
        self._tell(garage.buy(crew, _one_design(code, f"{crew.name}: new vehicle")))

    @table_rule("V50")
    def _hire(self, crew: Crew, vehicle: str) -> None:
        """Hire a vehicle for this game, for a player who is short of vehicles."""
        self._in_phase(FIELD, "hiring")
        if reason := why_not_hire(self.terms, crew):
            raise Illegal(f"{crew.name} hires nothing: {reason}", "V50")
        self._tell(garage.hire(crew, vehicle))

    def _ready(self, crew: Crew) -> None:
        self._in_phase(AFTER, "ready")
        doubtful = [owned.design.title for owned in crew.left if owned.state == IN_DOUBT]
        if doubtful:
            raise Illegal(f"{', '.join(doubtful)}: to be saved or scrapped first", "W43")
        crew.done = True

    def _go_on(self) -> None:
        """Go on from phase to phase, until a player must decide or games are on."""
        before = ROSTERS, 0
        while before != (self.phase, self.round):
            before = self.phase, self.round
            if self.phase == FIELD:
                self._begin_games()
            elif self.phase == PLAY and all(bout.points for bout in self.now):
                self.phase = AFTER
                self._give_back()
            elif self.phase == AFTER and not self.waited_for():
                if self.round == self.terms.rounds:
                    self._end()
                else:
                    self._next_round()

    @table_rule("V43", "V50")
    def _begin_games(self) -> None:
        """All teams are fielded: the games begin; or the campaign ends as no player has a team."""
        if self._is_stranded():
            self._tell("Nobody has a vehicle left to drive: the campaign ends by its points")
            self._end()
        elif not self.waited_for():
            self.phase = PLAY
            for bout in self.now:
                self._unopposed(bout)

    @table_rule("V50")
    def _is_stranded(self) -> bool:
        """Whether no player can go on. A campaign begun under V43 goes on without games."""
        if self.terms.hire == FIRST_EDITION:
            return False
        return not any(crew.fielded or has_a_way(self.terms, crew) for crew in self.crews)

    @table_rule("V50")
    def _give_back(self) -> None:
        """Return hired vehicles."""
        for crew in self.crews:
            for owned in crew.left:
                owned.state = GONE if owned.hired else owned.state

    @table_rule("V43", "V50")
    def _unopposed(self, bout: Bout) -> None:
        """Give a player alone in a game the points of first place, without playing."""
        able = [seat for seat in bout.players if self.crews[seat].fielded]
        if len(able) > 1:
            bout.players = tuple(able)
            return
        bout.points = dict.fromkeys(bout.players, 0)
        bout.winner = able[0] if able else NOBODY
        if able:
            if self.terms.hire != FIRST_EDITION:
                bout.points[able[0]] = points_of_place(1)
            self._score(bout)

    @table_rule("W43")
    def _end(self) -> None:
        self.phase = OVER
        self._tell(f"{self.ranking()[0].name} wins the campaign")

    def ranking(self) -> list[Crew]:
        """The players by campaign points, then by the worth of roster and pool."""
        return sorted(self.crews, key=lambda crew: (-crew.campaign_points, -crew.worth, crew.seat))

    def place(self, crew: Crew) -> int:
        """A player's place; players who are equal in both share it."""
        own = crew.campaign_points, crew.worth
        return 1 + sum((other.campaign_points, other.worth) > own for other in self.crews)


def _one_design(code: str, where: str) -> Design:
    team = read_code(code, where)
    if len(team.vehicles) != 1:
        raise Malformed(where, f"expected one vehicle, found {len(team.vehicles)}")
    return team.vehicles[0]
