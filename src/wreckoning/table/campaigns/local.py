"""A campaign in a file, played without a server.

The file is the one that a server sends and takes: terms, moves, dice, and the terms of the dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.fair import Fair
from wreckoning.core.protocols import Campaign, CampaignGame, Campaigns
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import find_ruleset
from wreckoning.table.campaigns.playing import (
    check_terms,
    kind_of,
    let_bots,
    no_die,
    rolled_in,
    taken_up,
)
from wreckoning.table.campaigns.stretches import (
    MOST,
    DiceTerms,
    check_texts,
    game_secret,
    read_stretches,
)
from wreckoning.table.ids import TableId

UNKNOWN = Fair("00" * 32, "-", [])  # stands for dice whose secret is not here: they are not rolled


class LocalCampaign:
    """A campaign, and the terms of its dice. It can only be looked at before `roll_with`."""

    def __init__(self, document: Json, stretches: list[DiceTerms]) -> None:
        self.ruleset = find_ruleset(str(document["ruleset"]))
        self.kind: Campaigns = kind_of(self.ruleset.key)
        self.stretches = stretches
        self.dice = UNKNOWN
        self.campaign: Campaign = self._played(document)
        check_texts(stretches, len(self.campaign.crews), "fair")

    def _played(self, document: Json) -> Campaign:
        terms = self.dice.terms.as_json()
        secret = self.dice.reveal()
        return taken_up(self.ruleset.key, document, secret, DiceTerms(first=0, **terms))

    @property
    def own(self) -> Json:
        """The ruleset's document."""
        found: Json = self.kind.to_document(self.campaign)
        return found

    def document(self) -> Json:
        """The campaign as a file. The secret of its dice is in it once the campaign is over."""
        fair = [each.model_dump() for each in self.stretches]
        if fair and self.campaign.is_over and self.dice is not UNKNOWN:
            fair[-1]["secret"] = self.dice.reveal()
        return {**self.own, "fair": fair}

    def roll_with(self, dice: Fair) -> None:
        """Roll these dice from now on: the last ones of the file, or new ones."""
        if not self.stretches or self.stretches[-1].terms != dice.terms:
            first = len(self.campaign.dice)
            self.stretches.append(DiceTerms(first=first, **dice.terms.as_json()))
        self.dice = dice
        self.campaign = self._played(self.own)

    def do(self, seat: int, move: ReadOnlyJson) -> None:
        """Make a player's move, or the host's, and then those of bots. Raises a WreckError."""
        if seat == NOBODY and move.get("do") != "start":
            raise Illegal("results are counted when a game is over")
        self.campaign.do(seat, self.kind.read_move(dict(move)))
        let_bots(self.kind, self.campaign)

    def undo(self) -> Json:
        """Take the last move of a person, or the last result, back, with what bots did after it.

        Dice keep their faces; a game that is raced again has dice of its own. Returns the move, and
        whose it was as `who`. Raises Illegal if there is none, or it was made before these dice.
        """
        if self.campaign.is_over:
            raise Illegal("the campaign is over: its last move cannot be taken back")
        bots = [crew.seat for crew in self.campaign.crews if crew.bot]
        document = self.own
        moves = document["moves"]
        at = next((n for n in reversed(range(len(moves))) if moves[n]["who"] not in bots), None)
        if at is None:
            raise Illegal("there is no move to take back")
        faces = iter(document["dice"])
        kept = {**document, "moves": moves[:at], "dice": []}
        rolled = rolled_in(
            self.kind.to_document(self.kind.from_document(kept, lambda *_: next(faces), "file"))
        )
        if self.stretches and rolled < self.stretches[-1].first:
            raise Illegal("this move was made elsewhere, with other dice: it stands")
        before = {game.number: list(game.seats) for game in self.games()}
        self.campaign = self._played({**kept, "dice": document["dice"][:rolled]})
        now = {game.number: list(game.seats) for game in self.games()}
        for game in {*before, *now}:
            if before.get(game) != now.get(game) and self._tables_of(game):
                self._next_table(game)
        return dict(moves[at])

    # Games

    def games(self) -> Sequence[CampaignGame]:
        """The games to be played now."""
        found: Sequence[CampaignGame] = self.kind.planned_games(self.campaign)
        return found

    def _tables_of(self, game: int) -> list[TableId]:
        now = self.stretches[-1]
        first = f"{now.match}g{game + 1}"
        return [one for one in now.games if one == first or one.startswith(f"{first}t")]

    def _next_table(self, game: int) -> TableId:
        now = self.stretches[-1]
        if len(now.games) >= MOST:
            raise Illegal(f"expected at most {MOST} games of a campaign, found one more")
        now.games.append(now.next_table(game))
        return now.games[-1]

    def dice_of(self, game: CampaignGame) -> Fair:
        """The dice of a game: of the campaign's secret, its table's id and its players' texts."""
        begun = self._tables_of(game.number)
        name = begun[-1] if begun else self._next_table(game.number)
        now = self.stretches[-1]
        secret = game_secret(self.dice.reveal(), now.match, name)
        return Fair(secret, name, [now.texts[seat] for seat in game.players])

    def count(self, game: CampaignGame, result: ReadOnlyJson) -> None:
        """Count a game that is over."""
        self.campaign.do(NOBODY, self.kind.result_move(self.campaign, game.number, result))
        let_bots(self.kind, self.campaign)


def begin(
    ruleset: str, terms: Mapping[str, str], players: Sequence[tuple[str, str]], dice: Fair
) -> LocalCampaign:
    """Begin a campaign: names, each with its bot ('' for a person). Raises Malformed."""
    kind = kind_of(ruleset)
    check_terms(kind, {name: terms[name] for name in terms if name != "title"})
    campaign = kind.begin(terms, players, no_die)
    let_bots(kind, campaign)
    found = LocalCampaign(kind.to_document(campaign), [])
    found.roll_with(dice)
    return found


def read(given: object, where: str) -> LocalCampaign:
    """Read a campaign's file. Raises Malformed or Changed."""
    if not isinstance(given, dict) or not isinstance(given.get("ruleset"), str):
        raise Malformed(where, "expected a campaign's file, with its ruleset")
    stretches = read_stretches(given.get("fair", []), rolled_in(given), f"{where}: fair")
    return LocalCampaign({key: given[key] for key in given if key != "fair"}, stretches)
