"""Makes, shows and changes campaigns in the database. All of these functions block.

Other processes run them. A campaign is played again from its moves each time. What a change does is
given as a function, which other processes must be able to import.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Engine

from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.fair import commitment
from wreckoning.core.protocols import Campaign, CampaignGame, Campaigns
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import find_ruleset
from wreckoning.core.texts.names import read_name
from wreckoning.server.bodies import read_body
from wreckoning.server.campaigns import storage
from wreckoning.server.campaigns.seats import (
    check_crews,
    check_own,
    is_host,
    open_seats,
    put_text,
    seats_of,
    takes_texts,
)
from wreckoning.server.campaigns.storage import (
    FINISHED,
    AskedProfiles,
    GameTable,
    Keeping,
    StoredCampaign,
    StoredSeat,
    filled,
    state_of,
    take_up,
)
from wreckoning.server.damage import reading
from wreckoning.server.encoding import dump
from wreckoning.server.live.service import TRIES, fresh_id
from wreckoning.server.profiles.storage import profiles_of
from wreckoning.table import models
from wreckoning.table.campaigns.playing import kind_of, let_bots, no_die, rolled_in, taken_up
from wreckoning.table.campaigns.stretches import DiceTerms, check_texts, read_stretches
from wreckoning.table.given import MAX_SETUP, texts_in
from wreckoning.table.identity import is_device_token, profile_in, proof_of
from wreckoning.table.lookalikes import check_look, check_looks
from wreckoning.table.refusals import Busy, Forbidden, Stale, Unknown
from wreckoning.table.replies import (
    CampaignFairness,
    CampaignInfo,
    CampaignTable,
    CampaignYou,
    Made,
    OwnSeat,
)
from wreckoning.table.table import digest

MINE, NOBODY_YET = "mine", "open"
NO_CAMPAIGN = "no such campaign: the link may be incomplete"

Does = Callable[[Any, Any, Keeping], None]  # (campaigns of the ruleset, the campaign, its keeping)


@dataclass(frozen=True)
class PlannedGame:
    """A game to be played. It waits while one of its seats is open."""

    game: CampaignGame
    waits: bool


@dataclass(frozen=True)
class CampaignNow:
    """A campaign at one version, without its moves: `row` has no document.

    It `is_ready` if it has not begun, and waits for nobody.
    """

    row: StoredCampaign
    planned: Sequence[PlannedGame]
    is_ready: bool


@dataclass(frozen=True)
class OpenMove:
    """A move that a campaign waits for, in words, and since which version.

    `names` are the players who have to make it; empty if the host has to start the campaign.
    """

    version: int
    title: str
    game: str
    headline: str
    now: str
    names: tuple[str, ...]


# New campaigns


def make(engine: Engine, body: bytes, now: float) -> Made:
    """Make a campaign as a request's body says, or take one up from a file. Raises a WreckError."""
    wanted = read_body(models.NEW_CAMPAIGN, body)
    token = wanted.token
    proof = proof_of(profiles_of(engine, token)) if is_device_token(token) else token
    kind, name = kind_of(wanted.ruleset), fresh_id()
    host, secret = secrets.token_urlsafe(18), secrets.token_hex(32)
    bots = find_ruleset(wanted.ruleset).policies
    tokens = _tokens_for(wanted.players, bots)
    profile = profile_in(proof)
    seats = [
        StoredSeat(token=digest(token), profile=profile) if token else StoredSeat()
        for token in tokens
    ]
    fair = _fair_of(wanted.document, name, secret, len(seats))
    keeping = Keeping(
        host=digest(host), host_profile=profile, pace=wanted.pace, seats=seats, fair=fair
    )
    campaign = _wanted_campaign(kind, wanted, bots, secret, fair[-1])
    check_looks("players", [crew.name for crew in campaign.crews])
    let_bots(kind, campaign)
    row = StoredCampaign(
        name,
        wanted.ruleset,
        state_of(campaign),
        wanted.listed,
        0,
        now,
        now,
        "",
        keeping,
        secret,
        "",
    )
    storage.add(engine, filled(row, kind, campaign))
    own = [OwnSeat(at, token) for at, token in enumerate(tokens) if token]
    return Made(name, host, own)


def _tokens_for(players: Sequence[models.NewPlayer], bots: Sequence[str]) -> list[str]:
    """A token for each seat that is 'mine', '' for the others. Raises Malformed."""
    known = (MINE, NOBODY_YET, *bots)
    for player in players:
        if player.player not in known:
            raise Malformed("player", unknown("player", player.player, known))
    return [secrets.token_urlsafe(18) if one.player == MINE else "" for one in players]


def _wanted_campaign(
    kind: Campaigns, wanted: models.NewCampaign, bots: Sequence[str], secret: str, fair: DiceTerms
) -> Any:
    """The campaign that is to be made, or that of the file. Raises a WreckError."""
    if wanted.document is None:
        players = _named(wanted.players, bots)
        return kind.begin({**wanted.terms, "title": wanted.title}, players, no_die)
    own = {key: value for key, value in wanted.document.items() if key != "fair"}
    for text in texts_in(own):
        read_name("document", text, MAX_SETUP, 0)
    campaign = taken_up(wanted.ruleset, own, secret, fair)
    check_crews(kind, campaign, bots, len(wanted.players))
    return campaign


def _named(players: Sequence[models.NewPlayer], bots: Sequence[str]) -> list[tuple[str, str]]:
    return [
        (player.name.strip() or f"Seat {number}", player.player if player.player in bots else "")
        for number, player in enumerate(players, 1)
    ]


def _fair_of(document: Json | None, name: str, secret: str, players: int) -> list[DiceTerms]:
    """The terms of the dice from now on; for a loaded campaign, of the earlier ones too."""
    before: list[DiceTerms] = []
    first = 0
    if document is not None:
        first = rolled_in(document)
        before = read_stretches(document.get("fair", []), first, "document: fair")
        check_texts(before, players, "document: fair")
    now = DiceTerms(first=first, match=name, commitment=commitment(secret), texts=[""] * players)
    return [*before, now]


# Viewing


def load(engine: Engine, name: str) -> StoredCampaign:
    """A campaign as it is stored. Raises Unknown."""
    row = storage.load(engine, name)
    if row is None:
        raise Unknown(NO_CAMPAIGN)
    return row


def now_of(engine: Engine, name: str) -> CampaignNow:
    """A campaign as it is now. Raises Unknown."""
    row = load(engine, name)
    return _now(row, take_up(row))


def _now(row: StoredCampaign, campaign: Campaign) -> CampaignNow:
    planned = [
        PlannedGame(game, bool(open_seats(campaign, row.keeping, game.players)))
        for game in kind_of(row.ruleset).planned_games(campaign)
    ]
    return CampaignNow(replace(row, document=""), planned, _is_ready(campaign))


def _is_ready(campaign: Campaign) -> bool:
    """True if a campaign has not begun, and waits for nobody."""
    return bool(campaign.is_open) and not campaign.waited_for()


def look(engine: Engine, name: str, tokens: Sequence[str], problem: str) -> CampaignInfo:
    """A campaign as these tokens see it. `problem` says why a table cannot be made, if so."""
    row = load(engine, name)
    campaign, kind = take_up(row), kind_of(row.ruleset)
    own, fair = seats_of(row.keeping, tokens), row.keeping.fair[-1]
    return CampaignInfo(
        id=row.id,
        ruleset=row.ruleset,
        ruleset_title=find_ruleset(row.ruleset).title,
        state=row.state,
        version=row.version,
        listed=row.listed,
        pace=row.keeping.pace,
        you=CampaignYou(own, is_host(row.keeping, tokens)),
        open=open_seats(campaign, row.keeping, range(len(campaign.crews))),
        tables=_tables_for(campaign, row.keeping, own),
        fair=CampaignFairness(
            match=fair.match,
            commitment=fair.commitment,
            texts=fair.texts,
            open=takes_texts(campaign, row.keeping),
            secret=row.secret if row.state == FINISHED else None,
        ),
        page=kind.page(campaign, own[0] if own else None),
        problem=problem,
        league=row.keeping.league,
    )


def _tables_for(campaign: Campaign, keeping: Keeping, own: Sequence[int]) -> list[CampaignTable]:
    """The tables of all games; for your own games with the tokens of your seats."""
    found: list[CampaignTable] = []
    for bout in campaign.bouts:
        game = keeping.games.get(str(bout.number))
        if game is None:
            continue
        seats = [
            OwnSeat(at, game.tokens[at])
            for at, player in enumerate(bout.players)
            if player in own and at < len(game.tokens) and game.tokens[at]
        ]
        found.append(CampaignTable(bout.number, game.table, seats))
    return found


def document(engine: Engine, name: str) -> bytes:
    """A campaign as a file, without the secret of future dice. Raises Unknown or Illegal."""
    row = load(engine, name)
    fair = [each.model_dump() for each in row.keeping.fair]
    fair[-1]["secret"] = row.secret if row.state == FINISHED else ""
    with reading("campaign", name):
        return dump({**json.loads(row.document), "fair": fair}).encode()


def open_move(engine: Engine, name: str, profiles: Sequence[str]) -> OpenMove | None:
    """What a campaign waits for from these profiles; None if it waits for none of them."""
    row = load(engine, name)
    asked = AskedProfiles.read(row.asked)
    since = [asked.since[one].version for one in profiles if one in asked.since]
    if row.state == FINISHED or not since:
        return None
    campaign = take_up(row)
    seen = kind_of(row.ruleset).page(campaign, None)
    seats = [seat for seat in seen.waited_for if row.keeping.seats[seat].profile in profiles]
    names = tuple(campaign.crews[seat].name for seat in seats)
    game = find_ruleset(row.ruleset).title
    return OpenMove(min(since), seen.title, game, seen.headline, seen.now, names)


# Changes


def change(
    engine: Engine,
    name: str,
    does: Does,
    key: str,
    now: float,
    made: Json | None = None,
    seatings: Sequence[Json] = (),
) -> CampaignNow:
    """Apply a change and store it, with a table made for it. Keeps other processes' changes.

    A request with a known `key` was carried out before, and is not done again. Raises a WreckError.
    """
    for _ in range(TRIES):
        row = load(engine, name)
        kind, campaign, keeping = kind_of(row.ruleset), take_up(row), row.keeping
        if key in keeping.replies:
            return _now(row, campaign)
        does(kind, campaign, keeping)
        let_bots(kind, campaign)
        if campaign.is_over:
            keeping.forget_tokens()
        changed = replace(row, version=row.version + 1, updated=now, keeping=keeping)
        changed = filled(changed, kind, campaign)
        if storage.change(engine, changed, made, seatings):
            return _now(changed, campaign)
    raise Busy("too much happens in this campaign at once; try again")


def start_by_itself(kind: Campaigns, campaign: Campaign, keeping: Keeping) -> None:  # noqa: ARG001
    """Start a campaign that waits for nobody. Raises Stale."""
    if not _is_ready(campaign):
        raise Stale("the campaign has begun, or waits for a player again")
    campaign.do(NOBODY, kind.read_move({"do": "start"}))


def take_seat(
    kind: Campaigns, campaign: Campaign, keeping: Keeping, wanted: models.CampaignClaim, token: str
) -> None:
    """Give an open seat this token. Raises a WreckError."""
    if wanted.seat >= len(keeping.seats):
        raise Unknown(f"no seat {wanted.seat + 1} in this campaign")
    if keeping.seats[wanted.seat].token or campaign.crews[wanted.seat].bot:
        raise Illegal("this seat is taken")
    if campaign.is_open:
        campaign.do(wanted.seat, kind.read_move({"do": "join", "name": wanted.name}))
        check_look([crew.name for crew in campaign.crews], wanted.seat)
    if wanted.text:
        put_text(campaign, keeping, wanted.seat, wanted.text)
    keeping.seats[wanted.seat].token = digest(token)
    keeping.seats[wanted.seat].profile = profile_in(wanted.token)
    keeping.note_reply(wanted.key, token)


def give_text(
    kind: Campaigns,  # noqa: ARG001
    campaign: Campaign,
    keeping: Keeping,
    wanted: models.CampaignText,
) -> None:
    """Replace a player's text for the dice. Raises a WreckError."""
    check_own(keeping, wanted.seat, wanted.token)
    put_text(campaign, keeping, wanted.seat, wanted.text)
    keeping.note_reply(wanted.key, "")


def make_move(
    kind: Campaigns, campaign: Campaign, keeping: Keeping, wanted: models.CampaignMove
) -> None:
    """Make a player's move, or the host's. Raises a WreckError."""
    if wanted.seat == NOBODY and not is_host(keeping, [wanted.token]):
        raise Forbidden("only the host may do this")
    if wanted.seat != NOBODY:
        check_own(keeping, wanted.seat, wanted.token)
    if wanted.seat == NOBODY and wanted.move.get("do") != "start":
        raise Forbidden("results are counted by the table")
    campaign.do(wanted.seat, kind.read_move(wanted.move))
    keeping.note_reply(wanted.key, "")


def count_game(
    kind: Campaigns,
    campaign: Campaign,
    keeping: Keeping,  # noqa: ARG001
    number: int,
    result: ReadOnlyJson,
) -> None:
    """Count a game that is over, once."""
    if number in {planned.number for planned in kind.planned_games(campaign)}:
        campaign.do(NOBODY, kind.result_move(campaign, number, result))


def note_table(
    kind: Campaigns,  # noqa: ARG001
    campaign: Campaign,  # noqa: ARG001
    keeping: Keeping,
    number: int,
    made: GameTable,
    before: GameTable | None,
    stretch: DiceTerms,
) -> None:
    """Note the table that was made for a game. Raises Stale if this was not the state before."""
    if keeping.games.get(str(number)) != before or keeping.fair[-1] != stretch:
        raise Stale("another process has made a game's table, or a text has changed")
    keeping.games[str(number)] = made
    keeping.fair[-1].games.append(made.table)
