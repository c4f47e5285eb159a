"""A league's round that is a campaign: who plays, what counts, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.leagues.scene import a_league, a_tour, table

from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.leagues.calendar import open_round
from wreckoning.leagues.feeds import news, results_csv
from wreckoning.leagues.local import check_scoring, race_of_log, recompute, unlike
from wreckoning.leagues.model import (
    League,
    LeagueRound,
    Points,
    ResultCorrection,
    ScoringKind,
    read_league,
    to_document,
)
from wreckoning.leagues.ratings import ratings
from wreckoning.leagues.records import head_to_head, records
from wreckoning.leagues.rounds import drivers_of, next_bouts
from wreckoning.leagues.standings import standings
from wreckoning.server.leagues.running import check_rounds

KEY = "1-1-1-1-1"
PLAN = LeagueRound(ruleset="rally", courses=[], campaign={"rounds": "3"})


def touring(names: str, **fields: Any) -> League:
    """A league whose only round is a campaign, and is open."""
    league = a_league(names)
    league.rounds = [PLAN.model_copy(update=fields, deep=True)]
    open_round(league, 1, 1000.0)
    return league


def count(league: League, text: str) -> None:
    """Count a campaign's file as the first open race."""
    league.races.append(race_of_log(league, next_bouts(league, 1)[0], text, f"{KEY}.json"))


def text_of(names: str, **terms: Any) -> str:
    return json.dumps(a_tour(names, **terms).document())


@pytest.mark.parametrize(
    ("scoring", "points"),
    [("league", [10, 6]), ("order", [10, 6]), ("own", [3, 0])],
)
def test_a_campaign_counts_by_its_own_standings(scoring: ScoringKind, points: list[int]) -> None:
    league = touring("BA", scoring=scoring)
    check_scoring(league.rounds[0])
    count(league, text_of("AB"))
    assert next_bouts(league, 1) == []
    assert league.races[0].own == [3, 0]
    assert table(league, standings(league, 0)) == [(1, "A", points[0]), (2, "B", points[1])]
    assert [(m.other, m.ahead) for m in head_to_head(league, 2)] == [(1, 1)]
    assert [rating.entry for rating in ratings(league)] == [2, 1]
    assert records(league) == []
    assert "1,D1,1-1-1-1-1,rally,Campaign,A,1,," in results_csv(league)


def test_players_who_are_equal_share_a_place() -> None:
    campaign = a_tour("AB", games=0)
    assert [row.place for row in campaign.kind.page(campaign.campaign, None).standings] == [
        *(1, 1),
    ]


def test_a_result_can_be_corrected_and_voided() -> None:
    league = touring("AB", scoring="order")
    count(league, text_of("AB"))
    moved = ResultCorrection(race=KEY, entry=2, do="place", value=1, reason="by the stewards")
    league.corrections.append(moved)
    assert table(league, standings(league, 0)) == [(1, "B", 10), (2, "A", 6)]
    league.corrections.append(ResultCorrection(race=KEY, entry=0, do="void", reason="no dice"))
    assert {row.points for row in standings(league, 0)} == {0}


def test_no_group_is_larger_than_a_campaign_takes() -> None:
    league = touring("ABCDEFGHIJK", seats=12)
    assert [len(bout.entries) for bout in next_bouts(league, 1)] == [5, 6]
    alone = touring("A")
    assert drivers_of(alone, next_bouts(alone, 1)[0]).entries == (1, 0)


def test_results_follow_from_the_files_of_campaigns() -> None:
    league, text = touring("AB"), text_of("AB")
    count(league, text)
    assert read_league(to_document(league)) == league
    assert unlike(league.races, recompute(league, lambda _: text)) == []
    league.races[0].places.reverse()
    assert unlike(league.races, recompute(league, lambda _: text)) == [KEY]
    document = json.loads(text)
    document["dice"][-1] = document["dice"][-1] % 6 + 1
    with pytest.raises(Malformed, match=r"die \d+: its secret makes"):
        recompute(league, lambda _: json.dumps(document))


def test_the_news_tell_who_won_the_campaign() -> None:
    league = touring("AB")
    count(league, text_of("AB"))
    league.rounds[0].closed = 2000.0
    titles = [(title, text) for _, _, title, text in news(league)]
    assert titles[0][0] == "Round 1, Campaign: results"
    assert titles[0][1].endswith("A won the campaign")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (lambda: "no file", "tour.json: expected a campaign's file"),
        (lambda: "[1]", "tour.json: expected a campaign's file, with its ruleset"),
        (lambda: text_of("AB", games=1), "the campaign in tour.json is not over"),
        (lambda: text_of("AC"), "nobody called B plays in tour.json"),
        (lambda: text_of("ABC"), "C plays in tour.json, but not in race 1-1-1-1-1"),
        (lambda: text_of("AB", rounds=4), "tour.json has rounds=4, the round has rounds=3"),
        (lambda: text_of("AB", size="medium"), "tour.json has size=medium, the round has size="),
    ],
)
def test_another_campaign_is_refused_in_one_line(text: Any, problem: str) -> None:
    league = touring("AB")
    with pytest.raises((Illegal, Malformed)) as refused:
        race_of_log(league, next_bouts(league, 1)[0], text(), "tour.json")
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"ruleset": "rtd"}, "round 1: ruleset: Kart RTD has no campaigns"),
        ({"ruleset": "rtd", "opened": 1.0, "closed": 2.0}, "round 1: ruleset: Kart RTD has no"),
        ({"campaign": {"weather": "on"}}, "round 1: weather: expected one of rounds, size, hire"),
        ({"campaign": {"rounds": "99"}}, "round 1: rounds: expected one of 3, 4"),
        ({"courses": ["gasket_gulch"]}, "round 1: a campaign has no courses of its own"),
        ({"laps": 2}, "round 1: a campaign has no laps of its own"),
        ({"campaign": None}, "round 1: courses: expected at least one"),
    ],
)
def test_a_round_that_is_no_campaign_is_refused(fields: dict[str, Any], problem: str) -> None:
    league = a_league("AB")
    league.rounds = [PLAN.model_copy(update=fields)]
    with pytest.raises(WreckError, match=problem):
        check_rounds(league)


def test_bonus_points_of_races_do_not_fall_to_campaigns() -> None:
    points = Points(places=[10, 6], pole=1, fastest_lap=1, most={"passes": 5})
    league = touring("AB")
    league.terms.points = points
    count(league, text_of("AB"))
    assert table(league, standings(league, 0)) == [(1, "A", 10), (2, "B", 6)]
