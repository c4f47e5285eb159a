"""`wreck league`: a season in a file, from sign-up to the tournament of champions."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest
from tests.cli.run import refused, wreck
from tests.leagues.scene import a_tour, race_game

from wreckoning.cli.leagues.file import load, save
from wreckoning.core.dice import Seeded
from wreckoning.core.errors import Illegal
from wreckoning.core.logs.log_file import write_log
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.leagues.model import (
    MOST_CORRECTIONS,
    MOST_SUBSTITUTIONS,
    ResultCorrection,
    Substitution,
    document_of,
)
from wreckoning.leagues.rounds import next_bouts


def made(folder: Path, *more: str) -> Path:
    """A league of four bots, two rounds of one lap."""
    file = folder / "autumn.json"
    ran = wreck(
        "league", "new", str(file), "--title", "Autumn", "--rounds", "2", "--laps", "1",
        "--bots", "4", "--divisions", "Gold:2,Silver:2", "--move", "1", *more,
    )  # fmt: skip
    assert ran.status == 0, ran.err
    return file


def test_a_season_runs_from_sign_up_to_champions(tmp_path: Path) -> None:
    file = made(tmp_path)
    assert wreck("league", "join", str(file), "Ann", "--bot", "rookie").out == (
        "Ann is number 1 on the waiting list\n"
    )
    assert wreck("league", "leave", str(file), "Rusty").out == "Rusty has left; Ann moves up\n"
    assert wreck("league", "advance", str(file), "--rounds", "2").out.splitlines() == [
        "Round 1 is over: 2 races",
        "Round 2 is over: 2 races",
    ]
    assert "Autumn: Silver" in wreck("league", "show", str(file)).out
    assert refused("league", "advance", str(file)) == "all rounds of this league are over"
    replayed = "4 races replayed: results and standings follow from the logs\n"
    assert wreck("league", "verify", str(file)).out == replayed

    packed, there = tmp_path / "packed.json", tmp_path / "there" / "autumn.json"
    wreck("league", "export", str(file), str(packed))
    assert wreck("league", "import", str(packed), str(there)).status == 0
    assert wreck("league", "verify", str(there)).out == replayed
    assert json.loads(there.read_text()) == json.loads(file.read_text())

    second, cup = tmp_path / "second.json", tmp_path / "cup.json"
    assert wreck("league", "season", str(file), str(second)).out.endswith("Autumn, season 2\n")
    assert wreck("league", "champions", str(cup), str(file), str(there), "--each", "2").status == 0
    assert wreck("league", "advance", str(cup), "--rounds", "9").out.startswith("Round 1 is over")


def test_a_log_that_was_changed_is_found(tmp_path: Path) -> None:
    file = made(tmp_path, "--courses", "sundae_drive")
    wreck("league", "advance", str(file))
    document = json.loads(file.read_text())
    document["races"][0]["places"].reverse()
    file.write_text(json.dumps(document))
    expected = "race 1-1-1-1-1 differs from its log"
    assert refused("league", "verify", str(file)) == expected


def test_log_of_a_race_played_elsewhere_is_counted(tmp_path: Path) -> None:
    file, log = tmp_path / "night.json", tmp_path / "race.jsonl"
    wreck("league", "new", str(file), "--rounds", "1", "--laps", "1")
    wreck("league", "join", str(file), "Ann")
    wreck("league", "join", str(file), "Bob", "--bot", "rookie")
    expected = "race 1-1-1-1-1 waits for Ann"
    assert refused("league", "advance", str(file)) == expected
    seats = "Ann=rookie,Bob=rookie"
    wreck("play", "rtd", "--course", "sundae_drive", "--seats", seats, "--log", str(log), "--plain")
    ran = wreck("league", "advance", str(file), "--log", str(log))
    assert ran.out == "Race 1-1-1-1-1 is counted\n"
    assert "Ann" in wreck("league", "show", str(file), "results").out


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (
            ("--course", "moonwash_causeway"),
            "expected a race on Sundae Drive, {log} is on Moonwash Causeway",
        ),
        (
            ("--course", "sundae_drive", "--option", "carry=2"),
            "expected carry=1, {log} has carry=2",
        ),
    ],
)
def test_log_of_another_race_is_not_counted(
    tmp_path: Path, more: tuple[str, ...], problem: str
) -> None:
    file, log = tmp_path / "night.json", tmp_path / "race.jsonl"
    wreck("league", "new", str(file), "--rounds", "1", "--courses", "sundae_drive")
    for name in ("Ann", "Bob"):
        wreck("league", "join", str(file), name)
    wreck("league", "advance", str(file))
    wreck("play", "rtd", "--seats", "Ann=rookie,Bob=rookie", "--log", str(log), "--plain", *more)
    expected = "race 1-1-1-1-1: " + problem.format(log=log)
    assert refused("league", "advance", str(file), "--log", str(log)) == expected


def test_the_race_of_the_drivers_is_named_when_a_log_is_refused(tmp_path: Path) -> None:
    file, log = tmp_path / "night.json", tmp_path / "race.jsonl"
    new = ("--rounds", "1", "--courses", "sundae_drive", "--seats", "2")
    wreck("league", "new", str(file), *new)
    for name in ("Ann", "Bob", "Cid", "Dan"):
        wreck("league", "join", str(file), name)
    wreck("league", "advance", str(file))
    league = load(file)
    first, second = next_bouts(league, 1)
    for bout, other in ((first, second), (second, first)):
        seats = ",".join(f"{league.entry(number).name}=rookie" for number in bout.entries)
        play = ("--course", "moonwash_causeway", "--seats", seats, "--log", str(log), "--plain")
        wreck("play", "rtd", *play)
        said = refused("league", "advance", str(file), "--log", str(log))
        assert said.startswith(f"race {bout.key}: expected a race on Sundae Drive"), other
        log.unlink()


def test_a_race_that_begins_in_its_middle_is_not_counted(tmp_path: Path) -> None:
    file, log = tmp_path / "night.json", tmp_path / "race.jsonl"
    wreck("league", "new", str(file), "--rounds", "1", "--courses", "sundae_drive")
    for name in ("Ann", "Bob"):
        wreck("league", "join", str(file), name)
    wreck("league", "advance", str(file))
    rtd = find_ruleset("rtd")
    seats = [Seat("Ann", "rookie"), Seat("Bob", "rookie")]
    course = rtd.load_course("sundae_drive")
    begun = Match(rtd, course, seats, dice=Seeded(1)).position()
    log.write_text(write_log(Match(rtd, course, seats, dice=Seeded(1), start_position=begun)))
    expected = f"the race in {log} starts from a position of its own"
    assert refused("league", "advance", str(file), "--log", str(log)) == expected


def test_a_league_file_names_no_paths(tmp_path: Path) -> None:
    file, out = made(tmp_path), tmp_path / "packed.json"
    wreck("league", "advance", str(file))
    document = json.loads(file.read_text())
    for path in ("/etc/hostname", "../other.races/1-1-1-1-1.jsonl"):
        document["races"][0]["kept"] = path
        file.write_text(json.dumps(document))
        assert "0: kept: string should match pattern" in refused(
            "league", "export", str(file), str(out)
        )
    assert not out.exists()


def test_an_import_that_is_refused_writes_no_logs(tmp_path: Path) -> None:
    file, packed = made(tmp_path), tmp_path / "packed.json"
    wreck("league", "advance", str(file))
    wreck("league", "export", str(file), str(packed))
    log = file.with_suffix(".races") / "1-1-1-1-1.jsonl"
    before = log.read_text()
    document = json.loads(packed.read_text())
    document["logs"] = dict.fromkeys(document["logs"], "other")
    packed.write_text(json.dumps(document))
    assert "nothing was overwritten" in refused("league", "import", str(packed), str(file))
    assert log.read_text() == before


def test_a_correction_keeps_its_reason_in_sight(tmp_path: Path) -> None:
    file = made(tmp_path)
    wreck("league", "advance", str(file))
    ran = wreck(
        "league", "correct", str(file), "1-2-1-1-1", "--driver", "Rusty", "--points", "-5",
        "--reason", "left the track",
    )  # fmt: skip
    assert ran.status == 0, ran.err
    assert "Rusty gets -5 points. left the track" in wreck("league", "show", str(file)).out


@pytest.mark.parametrize(
    "wrong", ["--place=99", "--place=3", "--points=1001", "--points=99999999", "--points=-1001"]
)
def test_an_impossible_correction_is_refused(tmp_path: Path, wrong: str) -> None:
    file = made(tmp_path)
    wreck("league", "advance", str(file))
    before = file.read_text()
    race = ("league", "correct", str(file), "1-2-1-1-1", "--driver", "Rusty")
    assert re.search("expected|should be", refused(*race, wrong, "--reason", "so it is"))
    assert file.read_text() == before


def test_a_league_that_can_hold_no_more_stays_as_it_is(tmp_path: Path) -> None:
    file = made(tmp_path)
    wreck("league", "advance", str(file))
    league = load(file)
    found = league.races[0]
    change = ResultCorrection(race=found.key, entry=found.entries[0], do="points", reason="so")
    league.corrections = [change] * MOST_CORRECTIONS
    save(file, league)
    before = file.read_text()
    race = ("league", "correct", str(file), found.key, "--void", "--reason", "so it is")
    assert refused(*race) == f"expected at most {MOST_CORRECTIONS} corrections"
    league.substitutions = [
        Substitution(race="", round=1, leaves=found.entries[0], comes=found.entries[1])
    ] * (MOST_SUBSTITUTIONS + 1)
    with pytest.raises(Illegal, match="substitutions"):
        save(file, league)
    with pytest.raises(Illegal, match="substitutions"):
        document_of(league)
    assert file.read_text() == before


@pytest.mark.parametrize("place", ["title", "races.0.course", "logs.1-1-1-1-1", "entries.0.name"])
def test_half_a_character_in_a_file_is_refused(tmp_path: Path, place: str) -> None:
    """Before anything is written."""
    file, packed, new = made(tmp_path), tmp_path / "packed.json", tmp_path / "new.json"
    wreck("league", "advance", str(file))
    wreck("league", "export", str(file), str(packed))
    document = json.loads(packed.read_text())
    *way, last = [int(part) if part.isdecimal() else part for part in place.split(".")]
    spot = document
    for part in way:
        spot = spot[part]
    spot[last] = "\ud800"
    packed.write_text(json.dumps(document))
    said = refused("league", "import", str(packed), str(new))
    assert said == f"{packed}: expected text without halves of characters"
    assert not new.exists()


def test_a_file_may_have_any_name(tmp_path: Path) -> None:
    """Also one that is no text: its news and dates have ids all the same."""
    file = made(tmp_path, "--opens", "2030-05-31T20:00")
    odd = tmp_path / os.fsdecode(b"n7\xff.json")
    file.rename(odd)
    for what in ("standings", "feed.atom", "calendar.ics", "results.csv"):
        ran = wreck("league", "show", str(odd), what)
        assert ran.status == 0, ran.err


def test_the_luck_of_a_file_is_shown_and_stands_its_verification(tmp_path: Path) -> None:
    file = made(tmp_path)
    wreck("league", "advance", str(file))
    league = json.loads(file.read_text())
    race = league["races"][0]
    race["luck"] = {str(race["entries"][0]): [0.25, 0.03]}
    file.write_text(json.dumps(league))
    assert "+0.25 ± 0.03 in 1" in wreck("league", "show", str(file)).out
    assert ",0.25,0.03,1," in wreck("league", "show", str(file), "standings.csv").out
    assert wreck("league", "verify", str(file)).status == 0


@pytest.mark.parametrize("what", ["calendar", "drivers", "records", "ratings", "points", "Rusty"])
def test_every_page_of_a_league_can_be_shown(tmp_path: Path, what: str) -> None:
    file = made(tmp_path, "--opens", "2030-05-31T20:00", "--time-zone", "Europe/Berlin")
    ran = wreck("league", "show", str(file), what)
    assert ran.status == 0, ran.err
    for name in ("standings.csv", "results.csv", "calendar.ics", "feed.atom"):
        assert wreck("league", "show", str(file), name).out


def test_bad_input_is_one_clear_line(tmp_path: Path) -> None:
    file = made(tmp_path)
    show = ("league", "show", str(file))
    assert refused(*show, "--page", "2").startswith("--page: expected 1 to 1")
    assert refused(*show, "surprise").startswith("show: no page or driver 'surprise'")
    assert refused(*show, "--division", "9").startswith("--division: expected 1 to 2")
    new = ("league", "new", str(tmp_path / "other.json"))
    assert refused(*new, "--kind", "cup").startswith("--kind: no kind 'cup'")
    zone = refused(*new, "--time-zone", "Mars")
    assert zone.startswith("league: time_zone: expected a time zone")
    assert refused(*new, "--opens", "soon").startswith("--opens: expected")
    assert refused(*new, "--courses", "nowhere").startswith('course "nowhere": no such course')
    assert "is there already" in refused("league", "new", str(file))
    (tmp_path / "broken.json").write_text("{}")
    assert "expected a league's file" in refused("league", "show", str(tmp_path / "broken.json"))


def test_a_grand_prix_in_a_league_file(tmp_path: Path) -> None:
    path = tmp_path / "prix.json"
    ran = wreck(
        *("league", "new", str(path), "--game", "kart", "--rounds", "2", "--races", "3"),
        *("--scoring", "order"),
    )
    assert ran.status == 0, ran
    rounds = json.loads(path.read_text())["rounds"]
    assert [(len(each["courses"]), each["scoring"]) for each in rounds] == [(3, "order")] * 2
    other = ("league", "new", str(tmp_path / "x.json"))
    assert "--scoring: no scoring 'mine'" in refused(*other, "--scoring", "mine")
    problem = "round 1: scoring: its own order counts only in a season without"
    assert problem in refused(*other, "--scoring", "order", "--final", "2")
    assert "no points of its own" not in ran.out


def test_scoring_of_a_game_without_points_of_its_own(tmp_path: Path) -> None:
    new = ("league", "new", str(tmp_path / "x.json"), "--game", "rtd", "--rounds", "1", "--scoring")
    problem = "scoring: a race of Kart RTD has no points of its own: expected league or order"
    assert problem in refused(*new, "own")
    told = wreck(*new, "order").out
    assert "Kart RTD has no points of its own: its places decide, once a round." in told


def test_points_that_do_not_count_are_not_shown(tmp_path: Path) -> None:
    file, show = tmp_path / "tour.json", ("league", "show", str(tmp_path / "tour.json"), "points")
    wreck("league", "new", str(file), "--game", "rally", "--campaigns", "all", "--scoring", "own")
    assert wreck(*show).out.startswith("The game's own points count in all rounds.\nSeats")
    league = json.loads(file.read_text())
    league["rounds"][0]["scoring"] = "league"
    file.write_text(json.dumps(league))
    told = wreck(*show).out
    assert told.startswith("Grand Prix\nPlaces: 25, 18")
    assert "own points count instead in round 2, 3, 4, 5, 6, 7, 8." in told


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["kart"], "; did you mean --game kart?"),
        (["bracket", "x"], "; did you mean --kind bracket?"),
        (["sundae_drive"], "; did you mean --courses sundae_drive?"),
        (["grand_prix"], "; did you mean --points grand_prix?"),
        (["zzz"], ""),
    ],
)
def test_words_after_the_file_are_told_to_be_options(
    tmp_path: Path, words: list[str], meant: str
) -> None:
    path = tmp_path / "kl"
    found = f"new: expected only a file, found {' '.join(words)!r} after it{meant}"
    assert refused("league", "new", str(path), *words) == found
    assert not path.exists()


def campaigns(folder: Path, *more: str) -> Path:
    """A league whose second round of two is a campaign."""
    file = folder / "tours.json"
    ran = wreck(
        *("league", "new", str(file), "--game", "rally", "--rounds", "2"),
        *("--campaigns", "2", "--option", "rounds=3", *more),
    )
    assert ran.status == 0, ran.err
    return file


def test_a_campaign_of_people_is_counted_from_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, tour = campaigns(tmp_path), tmp_path / "tour.json"
    document = json.loads(file.read_text())
    assert [each["campaign"] for each in document["rounds"]] == [None, {"rounds": "3"}]
    document["rounds"] = document["rounds"][1:]
    file.write_text(json.dumps(document))
    wreck("league", "join", str(file), "A")
    wreck("league", "join", str(file), "B", "--bot", "rookie")
    ran = wreck("league", "advance", str(file))
    assert "race 1-1-1-1-1 waits for A" in ran.err
    monkeypatch.setenv("WRECK_DATA", str(tmp_path / "data"))
    command = shlex.split(ran.out.removeprefix("To play race 1-1-1-1-1: "))
    assert wreck(*command[1:], folder=tmp_path).status == 0
    begun = json.loads((tmp_path / "tours-1-1-1-1-1.json").read_text())
    assert (begun["title"], begun["rounds"]) == ("League, round 1", 3)
    assert begun["players"] == [{"name": "A", "bot": ""}, {"name": "B", "bot": "rookie"}]
    count = ("league", "advance", str(file), "--log", str(tour))
    tour.write_text(json.dumps(a_tour("AB", games=1).document()))
    assert refused(*count) == f"the campaign in {tour} is not over"
    tour.write_text('{"wreckoning": 1}')
    assert refused(*count) == f"{tour}: expected a campaign's file, with its ruleset"
    tour.write_text(json.dumps(a_tour("AB").document()))
    assert wreck(*count).out == "Race 1-1-1-1-1 is counted\n"
    replayed = "1 race replayed: results and standings follow from the logs"
    found = wreck("league", "verify", str(file)).out
    assert found.startswith(f"{replayed}\nCampaign 1-1-1-1-1: Results that are taken from the file")
    packed, there = tmp_path / "packed.json", tmp_path / "there" / "tours.json"
    wreck("league", "export", str(file), str(packed))
    assert wreck("league", "import", str(packed), str(there)).status == 0
    assert (there.parent / "tours.races" / "1-1-1-1-1.json").read_text() == tour.read_text()
    assert wreck("league", "verify", str(there)).out == found
    for page in ("standings", "calendar", "results", "records", "ratings", "A", "feed.atom"):
        assert wreck("league", "show", str(there), page).status == 0


@pytest.mark.slow
def test_games_of_campaigns_are_compared_with_their_logs_everywhere(tmp_path: Path) -> None:
    """Where they were counted, and where the league was imported."""
    file, tour = campaigns(tmp_path), tmp_path / "tour.json"
    document = json.loads(file.read_text())
    document["rounds"] = document["rounds"][1:]
    file.write_text(json.dumps(document))
    for name in "AB":
        wreck("league", "join", str(file), name)
    assert wreck("league", "advance", str(file)).status == 2  # the round is open now
    played = a_tour("AB", games=2)
    (tmp_path / "tour.games").mkdir()
    (tmp_path / "tour.games" / "tourg3.jsonl").write_text(race_game(played))
    tour.write_text(json.dumps(played.document()))
    assert wreck("league", "advance", str(file), "--log", str(tour)).status == 0
    packed, there = tmp_path / "packed.json", tmp_path / "there" / "tours.json"
    wreck("league", "export", str(file), str(packed))
    wreck("league", "import", str(packed), str(there))
    held = "Campaign 1-1-1-1-1: Games whose results follow from their logs: 1 of 3. "
    for league in (file, there):
        _, line = wreck("league", "verify", str(league)).out.splitlines()
        assert line.startswith(held)
        assert line.endswith("game 1 (tourg1), without a log and game 2 (tourg2), without a log.")
    log = there.with_suffix(".races") / "1-1-1-1-1.games" / "tourg3.jsonl"
    log.write_text(log.read_text().replace('"answer": "4"', '"answer": "5"', 1))
    assert refused("league", "verify", str(there)).startswith(f"{log}: line ")


def test_bad_campaigns_are_one_clear_line(tmp_path: Path) -> None:
    new = ("league", "new", str(tmp_path / "x.json"))
    alone = "--option: it is a term of a campaign: expected --campaigns with it"
    assert refused(*new, "--option", "rounds=3") == alone
    assert refused(*new, "--campaigns", "9") == "--campaigns: expected all, or 1 to 8, found '9'"
    assert "has no campaigns" in refused(*new, "--game", "rtd", "--campaigns", "all")
    given = (*new, "--campaigns", "all", "--option")
    assert refused(*given, "rounds").startswith("--option: expected NAME=VALUE")
    assert refused(*given, "speed=9") == "speed: expected one of rounds, size, hire"
    assert refused(*given, "rounds=99").startswith("rounds: expected one of 3, 4, ")
    short = "league: campaign: rounds: string should have at least 1 character"
    assert refused(*given, "rounds=") == short
    long = "title: expected a name of 1 to 60 visible characters, found 61"
    assert refused(*new, "--title", "x" * 61) == long
    unused = "--laps: it is an option of races, and all rounds are campaigns"
    assert refused(*given, "rounds=3", "--laps", "2") == unused
    assert wreck(*new, "--campaigns", "1", "--laps", "2").status == 0
    one = ("league", "new", str(tmp_path / "one.json"), "--rounds", "1", "--bots", "1")
    assert wreck(*one).out.endswith("one.json: League, 1 round, 1 driver\n")
    team = "team: expected a name of 1 to 40 visible characters, found 41"
    assert refused("league", "join", one[2], "Ann", "--team", "x" * 41) == team


@pytest.mark.slow
def test_campaigns_of_bots_run_at_once_with_fair_dice(tmp_path: Path) -> None:
    file = campaigns(tmp_path, "--bots", "2")
    ran = wreck("league", "advance", str(file), "--rounds", "2")
    assert ran.out.splitlines()[-1] == "Round 2 is over: 1 race"
    said = wreck("league", "verify", str(file)).out.splitlines()
    assert said[0].startswith("2 races replayed")
    assert said[1] == "Campaign 2-1-1-1-1: Games whose results follow from their logs: 3 of 3."
    tour = file.with_suffix(".races") / "2-1-1-1-1.json"
    assert "dice are what their secret" in wreck("verify", str(tour)).out
    games = sorted((tour.with_suffix(".games")).iterdir())
    assert len(games) == 3
    assert wreck("verify", str(games[0])).status == 0


def test_rounds_of_a_league_file_have_house_files(tmp_path: Path) -> None:
    house, own = tmp_path / "sunday.toml", tmp_path / "race.jsonl"
    house.write_text('[items]\ntable = ["banana", "star"]\n')
    file = made(tmp_path, "--courses", "sundae_drive", "--house", f"2={house}")
    assert wreck("league", "advance", str(file), "--rounds", "2").status == 0
    assert "4 races replayed" in wreck("league", "verify", str(file)).out
    show = ("league", "show", str(file))
    assert wreck(*show, "2.toml").out == house.read_text()
    assert refused(*show, "1.toml") == "show: round 1 has no house file"
    calendar, records = wreck(*show, "calendar").out, wreck(*show, "records").out
    assert [line.count("house file") for line in calendar.splitlines()] == [0, 0, 1]
    assert "Sundae Drive" in records
    assert "house file of" in records

    league = json.loads(file.read_text())
    assert [plan["house"] for plan in league["rounds"]] == ["", house.read_text()]
    league["rounds"][1]["house"] = ""
    file.write_text(json.dumps(league))
    expected = "race 2-1-1-1-1: expected cards and figures as printed"
    assert refused("league", "verify", str(file)).startswith(expected)

    night, whole = tmp_path / "night.json", ("--house", str(house))
    wreck("league", "new", str(night), "--rounds", "1", "--laps", "1", *whole)
    wreck("league", "join", str(night), "Ann")
    wreck("league", "join", str(night), "Bob")
    refused("league", "advance", str(night))
    play = ("play", "rtd", "--course", "sundae_drive", "--seats", "Ann=rookie,Bob=rookie")
    wreck(*play, "--log", str(own), "--plain")
    expected = "race 1-1-1-1-1: expected cards and figures as the round's house file"
    assert refused("league", "advance", str(night), "--log", str(own)).startswith(expected)
    own.unlink()
    wreck(*play, "--log", str(own), "--plain", *whole)
    ran = wreck("league", "advance", str(night), "--log", str(own))
    assert ran.out == "Race 1-1-1-1-1 is counted\n"


def test_a_bad_house_file_of_a_league_is_one_clear_line(tmp_path: Path) -> None:
    house = tmp_path / "sunday.toml"
    new = ("league", "new", str(tmp_path / "league.json"), "--house")
    assert refused(*new, str(house)).startswith("sunday.toml: cannot be read")
    house.write_text('[items]\ntable = ["starr"]\n')
    assert refused(*new, str(house)).startswith("sunday.toml: items.table: row 1: ")
    house.write_text('[items]\ntable = ["star"]\n')
    assert refused(*new, f"9={house}").startswith("--house: expected numbers from 1 to 8, found")
    campaigns = ("--game", "rally", "--campaigns")
    house.write_text("[weapons.weapon.light_machine_gun]\nrange = 9\n")
    assert refused(*new, f"1={house}", *campaigns, "1").startswith("round 1: a campaign has no")
    assert refused(*new, str(house), *campaigns, "all").startswith("--house: it is an option of")


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity"])
def test_a_file_with_something_that_is_no_number_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "l.json").write_text(f'{{"form": "wreckoning league 1", "season": {text}}}')
    said = refused("league", "show", "l.json", folder=tmp_path)
    assert f"not JSON: expected a number, found {text}" in said
