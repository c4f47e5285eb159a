"""Campaigns as races of a round: played here by bots, and counted by their own standings."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.fair import Fair
from wreckoning.core.logs.log_file import write_log
from wreckoning.core.match import Match
from wreckoning.core.protocols import Campaign
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import default_opponent, find_ruleset
from wreckoning.core.seats import check_options
from wreckoning.leagues.model import GUEST, League, LeagueRace, LeagueRound
from wreckoning.leagues.rounds import CAMPAIGN, Bout, OtherDrivers, drivers_of
from wreckoning.table.campaigns.checking import check_campaign
from wreckoning.table.campaigns.local import LocalCampaign, begin
from wreckoning.table.campaigns.playing import kind_of, no_die


def campaign_terms(league: League, bout: Bout) -> dict[str, str]:
    """The settings of a race's campaign, with its title."""
    plan = league.rounds[bout.round - 1]
    division = league.terms.divisions[bout.division].title
    several = len(league.terms.divisions) > 1
    title = f"{league.title}, round {bout.round}{f', {division}' if several else ''}"
    return {**(plan.campaign or {}), "title": title}


def play_campaign(
    league: League,
    bout: Bout,
    name: str,
    bots_for_all: bool,
    keep: Callable[[str, str], None],
) -> tuple[LeagueRace, str]:
    """Play a campaign of bots to its end, with fair dice: its result, and its file.

    `keep` stores the log of each of its games. Raises Illegal if people drive.
    """
    plan, drivers = league.rounds[bout.round - 1], drivers_of(league, bout)
    if not bots_for_all:
        drivers.check_bots(bout)
    dice = Fair(secrets.token_hex(32), f"league{secrets.token_hex(8)}", [""] * len(drivers.names))
    terms = campaign_terms(league, bout)
    campaign = begin(plan.ruleset, terms, _players(plan, drivers.names, drivers.bots), dice)
    campaign.do(NOBODY, {"do": "start"})
    while not campaign.campaign.is_over:
        _play_games(campaign, bout, keep)
    race = campaign_outcome(plan.ruleset, campaign.campaign, bout.key, name, drivers.entries)
    return race, json.dumps(campaign.document(), ensure_ascii=False, separators=(",", ":")) + "\n"


def _players(plan: LeagueRound, names: Sequence[str], bots: Sequence[str]) -> list[tuple[str, str]]:
    """Players for a campaign of bots: one drives for each person."""
    usual = default_opponent(find_ruleset(plan.ruleset))
    return [(name, bot or usual) for name, bot in zip(names, bots, strict=True)]


def _play_games(campaign: LocalCampaign, bout: Bout, keep: Callable[[str, str], None]) -> None:
    rules, games = campaign.ruleset, campaign.games()
    if not games:
        raise Illegal(f"race {bout.key}: nothing is to be done in its campaign")
    for game in games:
        dice = campaign.dice_of(game)
        course, options = rules.load_course(game.course), check_options(rules, {})
        match = Match(rules, course, game.seats, options, dice, bot_seed=dice.bot_seed)
        keep(f"{bout.key}.games/{dice.terms.match}.jsonl", write_log(match))
        result = match.result()
        assert result is not None
        campaign.count(game, result)


def campaign_outcome(
    ruleset: str, campaign: Campaign, key: str, kept: str, entries: Sequence[int]
) -> LeagueRace:
    """A campaign that is over as the league stores it: its own places and points."""
    page = kind_of(ruleset).page(campaign, None)
    rows = sorted(page.standings, key=lambda row: row.seat)
    none = [0] * len(rows)
    return LeagueRace(
        key=key,
        ruleset=ruleset,
        course=CAMPAIGN,
        kept=kept,
        entries=list(entries),
        places=[row.place for row in rows],
        grid=none,
        finish=[*none],
        length=page.rounds,
        own=[row.points for row in rows],
    )


def checked_campaign(plan: LeagueRound, text: str, name: str) -> Campaign:
    """Replay a campaign's file with its dice. Raises a WreckError unless it is of this round."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed(name, "expected a campaign's file") from None
    campaign = check_campaign(document, name).campaign
    _check_terms(plan, document, name)
    if not campaign.is_over:
        raise Illegal(f"the campaign in {name} is not over")
    return campaign


def _check_terms(plan: LeagueRound, document: Json, name: str) -> None:
    """Raise Illegal if a campaign is of another game or has other settings than the round."""
    if document["ruleset"] != plan.ruleset:
        raise Illegal(f"{name} is a campaign of {document['ruleset']}, the round is {plan.ruleset}")
    kind = kind_of(plan.ruleset)
    players = [(f"Player {number}", "") for number in range(1, kind.PLAYERS[0] + 1)]
    agreed = kind.to_document(kind.begin({**(plan.campaign or {}), "title": ""}, players, no_die))
    for field, _, _ in kind.FORM_FIELDS:
        if document.get(field) != agreed.get(field):
            found = f"{field}={document.get(field)}"
            raise Illegal(f"{name} has {found}, the round has {field}={agreed.get(field)}")


def race_of_campaign(league: League, bout: Bout, text: str, name: str) -> LeagueRace:
    """The result of a campaign that was played elsewhere, from its file. Raises a WreckError."""
    plan, drivers = league.rounds[bout.round - 1], drivers_of(league, bout)
    campaign = checked_campaign(plan, text, name)
    by_name = {league.entry(number).name: number for number in bout.entries}
    names = [str(crew.name) for crew in campaign.crews]
    missing = sorted(set(by_name) - set(names))
    if missing:
        raise OtherDrivers(f"nobody called {missing[0]} plays in {name}")
    if len(names) != len(drivers.names):
        extra = next(each for each in names if each not in by_name)
        raise Illegal(f"{extra} plays in {name}, but not in race {bout.key}")
    entries = [by_name.get(each, GUEST) for each in names]
    return campaign_outcome(plan.ruleset, campaign, bout.key, name, entries)
