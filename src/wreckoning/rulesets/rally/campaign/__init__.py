"""The campaign: rosters, a pool of points, rounds of missions, repairs and losses (W41 to W43).

    crews       a player of a campaign, and the vehicles of the roster
    moves       the possible moves, and how they are read
    rosters     the legal rosters (W41), and some to begin with
    drawing     the next mission, and the games of its players (W42)
    aftermath   the fate of damaged and destroyed vehicles (W43)
    fielding    the vehicles that a player may field for a game, and hire (V50)
    garage      spending points, and the parts for sale
    play        the campaign itself: one move after another, each checked
    keeping     a campaign as a document, and back
    results     the games to be played, and the results of finished ones
    rookie      the bot of a campaign
    page        all of it in words, for the program that draws it

A campaign is kept as its terms, its moves and its dice; from these it is played again. Every die
comes from one function that the table gives. The table needs exactly this from a ruleset with
campaigns:

    begin(terms, players, roll)            a campaign; Malformed
    from_document(document, roll)          a stored campaign; Malformed, Changed
    to_document(campaign)
    check_names(names)                     may players be called this? Malformed
    read_move(given)                       a move from JSON; Malformed
    campaign.do(who, move)                 a move, or the reason why not; `who` -1 is the host,
                                           who makes the move "start"; a player's first is "join"
    campaign.crews, .bouts                 players (seat, name, bot), games (number, players)
    campaign.waited_for(), .is_open, .is_over
    planned_games(campaign)                the games to be played now
    result_move(campaign, game, result)    the move for a finished game
    bot_move(campaign, seat)               the next move of a bot, if any
    page(campaign, seat)                   the page for a seat; None: for a guest
    FORM_FIELDS                            the terms: name, label, values
"""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.errors import Malformed
from wreckoning.rulesets.rally.campaign.crews import check_names
from wreckoning.rulesets.rally.campaign.drawing import LEAST_ROUNDS, Roll
from wreckoning.rulesets.rally.campaign.fielding import HIRE, MOST_ROUNDS, SIZES, Terms
from wreckoning.rulesets.rally.campaign.keeping import from_document, to_document
from wreckoning.rulesets.rally.campaign.moves import MOST_PLAYERS, read_move
from wreckoning.rulesets.rally.campaign.page import page
from wreckoning.rulesets.rally.campaign.play import Campaign
from wreckoning.rulesets.rally.campaign.results import planned_games, result_move
from wreckoning.rulesets.rally.campaign.rookie import bot_move

PLAYERS = range(2, MOST_PLAYERS + 1)
FORM_FIELDS = (
    ("rounds", "Rounds", [str(number) for number in range(LEAST_ROUNDS, MOST_ROUNDS + 1)]),
    ("size", "Size of the games", list(SIZES)),
    ("hire", "Hire vehicles when short of them", list(HIRE)),
)

__all__ = [
    "FORM_FIELDS",
    "PLAYERS",
    "begin",
    "bot_move",
    "check_names",
    "from_document",
    "page",
    "planned_games",
    "read_move",
    "result_move",
    "to_document",
]


def begin(terms: ReadOnlyJson, players: Sequence[tuple[str, str]], roll: Roll) -> Campaign:
    """Begin a campaign of these terms (`title`, and FORM_FIELDS as text). Raises Malformed."""
    try:
        rounds = int(terms.get("rounds", LEAST_ROUNDS))
    except ValueError:
        raise Malformed("rounds", "expected a whole number") from None
    size = str(terms.get("size", SIZES[0]))
    check_names([name for name, _ in players])
    hire = str(terms.get("hire", HIRE[0]))
    return Campaign(Terms(str(terms.get("title", "")), rounds, size, hire), players, roll)
