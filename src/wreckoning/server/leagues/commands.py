"""The commands at a league: what drivers and the owner may do."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import assert_never

from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.ruleset import find_ruleset
from wreckoning.core.texts.names import same_name
from wreckoning.leagues import entries
from wreckoning.leagues.calendar import next_round, open_round, opens_at
from wreckoning.leagues.messages import (
    Advance,
    ChangeLeague,
    CheckIn,
    CloseRound,
    CorrectResult,
    LeagueCommand,
    NextSeason,
    OpenRound,
    Replace,
    SignUp,
    Withdraw,
)
from wreckoning.leagues.model import MOST_ROUNDS, League, LeagueEntry, LeagueRound, ResultCorrection
from wreckoning.leagues.people import can_join, gather, join_entries, renumber
from wreckoning.leagues.points import correct
from wreckoning.leagues.wording import read_points, read_rounds
from wreckoning.server.leagues import running
from wreckoning.server.leagues.running import LeagueDraft
from wreckoning.server.leagues.storage import LeagueKeeping
from wreckoning.table.identity import profiles_in
from wreckoning.table.refusals import Forbidden
from wreckoning.table.table import digest


def is_owner(keeping: LeagueKeeping, token: str) -> bool:
    """True if this is the owner's token, or proves the owner's profile."""
    profile = keeping.host_profile
    is_profile = bool(profile and profile in profiles_in([token]))
    return is_profile or secrets.compare_digest(digest(token), keeping.host)


def holds(keeping: LeagueKeeping, entry: LeagueEntry, token: str) -> bool:
    """True if this token belongs to an entry, by itself or by the profile that it proves."""
    if entry.profile and entry.profile in profiles_in([token]):
        return True
    kept = [keeping.tokens.get(number, "") for number in (entry.number, *entry.also)]
    return any(one and secrets.compare_digest(digest(token), one) for one in kept)


def carry_out(draft: LeagueDraft, wanted: LeagueCommand, turns: dict[str, int]) -> str:
    """Carry out a command. Returns its reply as JSON. Raises a WreckError.

    `turns` are those in which running races are, by their keys.
    """
    league = draft.league
    match wanted:
        case SignUp():
            return _sign_up(draft, wanted)
        case Withdraw():
            entry = _own_entry(draft, wanted.entry, wanted.token)
            entries.leave(league, entry.number, draft.now)
        case CheckIn():
            _check_in(draft, wanted)
        case OpenRound():
            _check_owner(draft, wanted.token)
            _open(draft, wanted.round)
        case CloseRound():
            _check_owner(draft, wanted.token)
            _check_is_open(draft, wanted.round)
            running.end_round(draft, wanted.round)
        case Advance():
            _check_owner(draft, wanted.token)
            _advance(draft)
        case Replace():
            _check_owner(draft, wanted.token)
            _check_is_open(draft, wanted.round)
            running.substitute(draft, wanted.round, wanted.leaves, wanted.comes, turns)
        case CorrectResult():
            _check_owner(draft, wanted.token)
            _correct(draft, wanted)
        case ChangeLeague():
            _check_owner(draft, wanted.token)
            _change(draft, wanted)
        case NextSeason():
            raise Illegal("the next season is a league of its own")
        case _:
            assert_never(wanted)
    return ""


def _check_owner(draft: LeagueDraft, token: str) -> None:
    if not is_owner(draft.keeping, token):
        raise Forbidden("only the owner of this league can do that")


def _own_entry(draft: LeagueDraft, number: int, token: str) -> LeagueEntry:
    """An entry of this token, or any for the owner. Raises Malformed or Forbidden."""
    entry = draft.league.entry(number)
    if not holds(draft.keeping, entry, token) and not is_owner(draft.keeping, token):
        raise Forbidden("this is not your entry")
    return entry


def _check_is_open(draft: LeagueDraft, number: int) -> LeagueRound:
    """An open round. Raises Illegal."""
    if number > len(draft.league.rounds):
        raise Illegal(f"this league has {len(draft.league.rounds)} rounds")
    plan = draft.league.rounds[number - 1]
    if plan.opened is None or plan.closed is not None:
        raise Illegal(f"round {number} is not open")
    return plan


def _sign_up(draft: LeagueDraft, wanted: SignUp) -> str:
    """Sign up a driver: a bot or another person, if the owner does it again; else yourself."""
    league, keeping, owns = draft.league, draft.keeping, is_owner(draft.keeping, wanted.token)
    if wanted.bot:
        _check_owner(draft, wanted.token)
        _check_bot(draft, wanted.bot)
    profiles = profiles_in([wanted.token])
    held = _held(draft, wanted.token)
    left = next((one for one in held if one.state == "out"), None)
    is_in = any(one.state != "out" for one in held)
    is_mine = not wanted.bot and not (owns and (is_in or not profiles))
    if owns and left is not None and not same_name(left.name, wanted.name):
        is_mine = False
    if not is_mine:
        entry = _join(draft, wanted, (), owns, None)
        return json.dumps({"entry": entry.number, "token": ""})
    found = _unclaimed(draft, wanted.name)
    if found is None and is_in:
        raise Illegal("this player has signed up already")
    is_there = found is not None and found.state != "out"
    entry = found if found and is_there else _join(draft, wanted, profiles, owns, found or left)
    token, entry.profile = secrets.token_urlsafe(18), next(iter(profiles), entry.profile)
    keeping.tokens[entry.number] = digest(token)
    entry = _join_held(league, entry, [one for one in held if one is not entry])
    return json.dumps({"entry": entry.number, "token": token})


def _held(draft: LeagueDraft, token: str) -> list[LeagueEntry]:
    """The entries of a person; one, unless they drove two in one round."""
    league, found = draft.league, list[LeagueEntry]()
    for entry in [one for one in league.entries if holds(draft.keeping, one, token)]:
        if found and can_join(league, found[-1], entry):
            found[-1] = join_entries(league, found[-1], entry)
        else:
            found.append(entry)
    renumber(league)
    return found


def _join_held(league: League, entry: LeagueEntry, others: Sequence[LeagueEntry]) -> LeagueEntry:
    """Make one entry of those that belong to one person. Raises Illegal if both drove a round."""
    for other in others:
        if not can_join(league, entry, other):
            raise Illegal("this player has signed up already, and both entries drove in one round")
        entry = join_entries(league, entry, other)
    renumber(league)
    return entry


def adopt_entries(draft: LeagueDraft, tokens: Sequence[str], profiles: Sequence[str]) -> str:
    """Give the entries, and the owner's place, that these tokens open to their person's profile.

    Returns "yes" if nothing is held by such a token alone.
    """
    keeping, profile = draft.keeping, profiles[0]
    held = [
        entry
        for entry in draft.league.entries
        if any(holds(keeping, entry, token) for token in tokens)
    ]
    for entry in held:
        entry.profile = entry.profile or profile
    if any(is_owner(keeping, token) for token in tokens):
        keeping.host_profile = keeping.host_profile or profile
    gather(draft.league)
    is_all = all(entry.profile in profiles for entry in held)
    return "yes" if is_all and keeping.host_profile in ("", *profiles) else ""


def _join(
    draft: LeagueDraft,
    wanted: SignUp,
    profiles: Sequence[str],
    owns: bool,
    own: LeagueEntry | None,
) -> LeagueEntry:
    return entries.sign_up(
        draft.league,
        wanted.name,
        draft.now,
        bot=wanted.bot,
        team=wanted.team,
        driver_class=wanted.driver_class,
        division=None if wanted.division is None else wanted.division - 1,
        profiles=profiles,
        by_owner=owns,
        own=own,
    )


def _unclaimed(draft: LeagueDraft, name: str) -> LeagueEntry | None:
    """A person's entry of this name that no player holds yet."""
    for entry in draft.league.entries:
        numbers = (entry.number, *entry.also)
        is_held = entry.profile or any(number in draft.keeping.tokens for number in numbers)
        if not entry.bot and not is_held and same_name(entry.name, name):
            return entry
    return None


def _check_bot(draft: LeagueDraft, bot: str) -> None:
    """Check that some game of this league has this bot. Raises Malformed."""
    games = {plan.ruleset for plan in draft.league.rounds}
    known = sorted({name for key in games for name in find_ruleset(key).bots} - {"absent"})
    if bot not in known:
        raise Malformed("bot", unknown("bot", bot, known))


def _check_in(draft: LeagueDraft, wanted: CheckIn) -> None:
    entry = _own_entry(draft, wanted.entry, wanted.token)
    plan = _check_is_open(draft, wanted.round)
    if entry.state == "out":
        raise Illegal(f"{entry.name} has left this league")
    if entry.number not in plan.present:
        plan.present.append(entry.number)


def _advance(draft: LeagueDraft) -> None:
    """Close the rounds that are open, and open the next one."""
    league = draft.league
    for number, plan in enumerate(league.rounds, 1):
        if plan.opened is not None and plan.closed is None:
            running.end_round(draft, number)
    number = next_round(league) or 0
    if not number and not draft.change:
        raise Illegal("all rounds of this league are over")
    if number:
        _open(draft, number)


def _open(draft: LeagueDraft, number: int) -> None:
    """Open a round for the drivers of the league. Raises Illegal if there are none."""
    open_round(draft.league, number, draft.now)
    if not any(draft.league.rounds[number - 1].lineups):
        raise Illegal("nobody drives in this league yet: sign drivers up first")


def _correct(draft: LeagueDraft, wanted: CorrectResult) -> None:
    is_void = wanted.change == "void"
    correction = ResultCorrection(
        race=wanted.race,
        entry=0 if is_void else wanted.entry,
        do=wanted.change,
        value=0 if is_void else wanted.value,
        reason=wanted.reason,
        at=draft.now,
    )
    correct(draft.league, correction)


def _change(draft: LeagueDraft, wanted: ChangeLeague) -> None:
    league = draft.league
    league.title = wanted.title or league.title
    league.text = league.text if wanted.text is None else wanted.text
    draft.listed = draft.listed if wanted.listed is None else wanted.listed
    league.terms.sign_up = wanted.sign_up or league.terms.sign_up
    league.terms.points = wanted.points or league.terms.points
    if wanted.points is not None:
        read_points(wanted.points)
    if wanted.rounds is not None:
        read_rounds(wanted.rounds)
        begun = [plan for plan in league.rounds if plan.opened is not None]
        if any(plan.opened is None for plan in league.rounds[: len(begun)]):
            raise Illegal("a round after one that has not opened is open: open or close it first")
        league.rounds = [*begun, *wanted.rounds]
        check_planned(league, len(begun), draft.now)


def check_planned(league: League, begun: int, now: float) -> None:
    """Check all rounds after so many that have begun. Raises a WreckError."""
    if len(league.rounds) > MOST_ROUNDS:
        raise Malformed("rounds", f"expected at most {MOST_ROUNDS}")
    running.check_rounds(league)
    for number, plan in enumerate(league.rounds[begun:], begun + 1):
        if plan.opened is not None or plan.closed is not None or plan.lineups or plan.present:
            raise Malformed(f"round {number}", "expected a round that has not opened")
        opens = opens_at(league, plan)
        if opens is not None and opens <= now:
            raise Malformed(f"round {number}: opens", "expected a date that is still to come")
