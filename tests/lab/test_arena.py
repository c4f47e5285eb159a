"""Bots against bots: fair seats, races that are kept, figures by name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from tests.cli.run import wreck
from tests.plugins import installed
from tests.toy.ruleset import TOY
from typer.testing import CliRunner

from wreckoning import bots
from wreckoning.bots.search import program as search_program
from wreckoning.bots.search.live import LiveRace
from wreckoning.bots.search.program import program
from wreckoning.bots.search.settings import searched
from wreckoning.cli import compiling
from wreckoning.cli.main import app
from wreckoning.core.compiling import compiled
from wreckoning.core.compiling.compiled import cache_folder
from wreckoning.core.errors import Malformed
from wreckoning.core.ids import seat_range
from wreckoning.core.logs.log_file import read_log, replay
from wreckoning.lab import arena, arena_store
from wreckoning.lab.arena import ArenaRace, Contest, play, start_of, usual_seats
from wreckoning.lab.arena_logs import OFTEN, log_path, play_logged, seat_names
from wreckoning.lab.arena_ratings import standings
from wreckoning.lab.arena_sure import Watch
from wreckoning.lab.line_ups import line_ups, seats_by_driver
from wreckoning.lab.statistics import mean_of, share_of

CONTRACT = {"name", "wins", "races", "expected", "rating", "ms_median", "ms_p99"}


@pytest.fixture(autouse=True)
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("WRECK_ARENA", str(tmp_path / "arena"))
    folder = tmp_path / "plugins"
    folder.mkdir()
    with installed(folder, monkeypatch, toy="tests.toy.ruleset:TOY"):
        monkeypatch.setenv("WRECK_ARENA", str(tmp_path / "arena"))
        yield


def contest(*bots: str, seats: int = 3) -> Contest:
    return Contest("toy", bots or ("steady", "random"), "mile", seats, budget=10)


def test_first_of_two_bots_has_one_seat() -> None:
    assert contest("ace", "steady").lineup == ("ace", "steady", "steady")
    assert contest("ace", "steady", "random").lineup == ("ace", "steady", "random")
    assert usual_seats(contest().rules, ("ace", "steady"), "mile") == 5


@pytest.mark.parametrize("bots", [("steady", "random"), ("ace", "steady", "random")])
def test_every_bot_sits_everywhere_equally_often(bots: tuple[str, ...]) -> None:
    about = contest(*bots)
    seated = [start_of(about, heat)[1] for heat in range(about.rotation)]
    for bot in bots:
        often = Counter(
            seat for players in seated for seat, who in enumerate(players) if who == bot
        )
        assert set(often.values()) == {about.lineup.count(bot) * about.rotation // about.seats}
        assert len(often) == about.seats


def test_every_bot_sits_right_behind_every_other_equally_often() -> None:
    about = contest("ace", "steady", "random")
    seated = [start_of(about, heat)[1] for heat in range(about.rotation)]
    behind = Counter(pair for players in seated for pair in pairwise(players))
    assert set(behind.values()) == {2}
    assert len(behind) == 6


def test_a_race_is_the_same_each_time_and_places_go_by_the_lineup() -> None:
    about = contest()
    races = [play(about, number) for number in range(6)]
    assert races == [play(about, number) for number in range(6)]
    assert {tuple(sorted(race.places)) for race in races} == {(1, 2, 3)}
    assert (
        play(replace(about, seed=2), 0) != races[0] or play(replace(about, seed=2), 1) != races[1]
    )


def test_policies_race_by_the_rules_alone_and_come_in_as_by_the_search() -> None:
    about = contest()
    assert not about.needs_search
    assert contest("ace", "steady").needs_search
    for number in range(12):
        dice, heat = divmod(number, about.rotation)
        race, _, names = start_of(about, heat)
        live = LiveRace(program(about.rules), race, names, (), key=about.seed, number=dice)
        assert not live.go()
        places = live.places()
        in_order = tuple(places[seat] for seat in seats_by_driver(about.seats, heat))
        assert play(about, number) == ArenaRace(number, in_order)


@pytest.mark.slow
def test_simulations_and_arenas_of_policies_share_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a bot that thinks has the search compiled."""
    monkeypatch.setenv("WRECK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(compiling, "seconds_to_compile", lambda _: 0.0)
    rules, search = cache_folder(TOY), program(TOY).folder
    table = ("--course", "dash", "--seats", "2", "--budget", "10", "--races", "2")
    for words, programs in (
        (("simulate", "toy", "--races", "2"), {rules}),
        (("arena", "toy", "--bots", "steady,random", *table), {rules}),
        (("arena", "toy", "--bots", "ace,random", *table), {rules, search}),
    ):
        monkeypatch.setattr(compiled, "_COMPILED", {})  # as in a process of its own
        monkeypatch.setattr(search_program, "_PROGRAMS", {})
        ran = wreck(*words)
        assert ran.status == 0, ran.err
        assert {kept.parent for kept in (tmp_path / "cache").rglob("*.nbc")} == programs, words


def test_a_bot_that_thinks_beats_those_that_do_not() -> None:
    about = contest("ace", "random")
    found, other = standings(about, [play(about, number) for number in range(12)])
    assert set(found.as_json()) >= CONTRACT
    assert (found.name, other.name) == ("ace", "random")
    assert found.expected == 4
    assert found.wins > 4
    assert found.rating.value > other.rating.value
    assert found.ms_median is not None
    assert 0 < found.ms_median < 60
    assert other.ms_median is None


def test_only_whole_rotations_count() -> None:
    about = contest()
    races = [ArenaRace(number, (1, 2, 3)) for number in range(14) if number != 8]
    found, other = standings(about, races)
    assert (found.races, found.wins, other.wins) == (6, 6, 0)
    assert found.share == share_of(1, 1), "six races on the same dice, which all ended alike"
    with pytest.raises(Malformed, match="a whole rotation, 6 races"):
        standings(about, races[1:])


def test_intervals_are_taken_over_rotations() -> None:
    """Won all of two rotations and none of two: as little known as from four races."""
    about = contest()
    ends = [(1, 2, 3)] * 12 + [(3, 1, 2)] * 12
    found = standings(about, [ArenaRace(*race) for race in enumerate(ends)])[0]
    assert (found.wins, found.races) == (12, 24)
    assert found.share == share_of(2, 4)
    assert found.times_even.low == pytest.approx(3 * found.share.low)
    assert found.place == mean_of(np.array([1.0, 1, 3, 3])).within(1, 3)
    assert (found.place.low, found.place.high) == (1, 3), "2 ± 3.18 × 1.15 / 2, cut"


def rotations(*wins: int) -> dict[int, ArenaRace]:
    """Rotations in which the first bot wins so many races, and else is last."""
    ends = [(1, 2, 3) if heat < won else (3, 1, 2) for won in wins for heat in range(6)]
    return {number: ArenaRace(number, places) for number, places in enumerate(ends)}


@pytest.mark.parametrize(
    ("wins", "says", "words"),
    [
        (6, "stronger", "steady is stronger than random: it wins 100.0% of"),
        (0, "weaker", "steady is weaker than random: it wins 0.0% of"),
        (2, "no difference", "No difference of more than 5 points between steady and random: "),
    ],
)
def test_an_arena_is_sure_at_a_whole_rotation(wins: int, says: str, words: str) -> None:
    about = contest()
    races = rotations(*[wins] * 200)
    watch = Watch(about, 5, 200)
    assert watch.look(races)
    assert (watch.says, watch.sentence().startswith(words)) == (says, True)
    assert watch.races % 6 == 0
    assert 6 < watch.races < 1200
    again = Watch(about, 5, 200)
    seen = {number: races[number] for number in range(watch.races - 1)}
    assert not again.look(seen), "the last rotation is not complete"
    assert again.look(dict(reversed(races.items()))), "the same in any order"
    assert again.as_json() == watch.as_json()


def test_an_arena_that_is_not_sure_says_how_many_more_races_it_takes() -> None:
    about = contest()
    watch = Watch(about, 5, 3)
    assert not watch.look(rotations(2, 4, 2, 6, 6, 6))
    assert (watch.races, watch.says) == (18, "not sure")
    assert watch.as_json()["share"] == [0, pytest.approx(8 / 18), 1]
    assert watch.more > 18
    assert f"about {watch.more:,} more races" in watch.sentence()


@pytest.mark.slow
def test_equal_bots_are_seldom_told_apart_however_often_it_looks() -> None:
    """60 contests of up to 30 looks each: on average no more than 3 may be wrong."""
    about, chance = contest(), np.random.default_rng(6)
    told = 0
    for _ in range(60):
        watch = Watch(about, 0.1, 30)
        told += watch.look(rotations(*chance.binomial(6, 1 / 3, 30).tolist()))
    assert told <= 3


def test_other_settings_of_the_search_make_another_contest(monkeypatch: pytest.MonkeyPatch) -> None:
    about = contest()
    before, found = about.key, searched(about.rules)
    assert about.key == before
    others = (
        replace(found, settings=replace(found.settings, share=0.1)),
        replace(found, own=replace(found.own, weights={"lead": 0.5})),
    )
    for other in others:
        monkeypatch.setattr(arena, "searched", lambda _, other=other: other)
        assert about.key != before


@pytest.mark.parametrize(
    "source", ["playing.py", "search/bots.py", "search/thinker.py", "search/live.py"]
)
def test_another_search_makes_another_contest(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    about = contest()
    before, read = about.key, Path.read_bytes
    changed = Path(bots.__file__).parent / source

    def read_changed(path: Path) -> bytes:
        return read(path) + (b"\nCHANGED = True\n" if path == changed else b"")

    monkeypatch.setattr(Path, "read_bytes", read_changed)
    assert about.key != before


def test_finished_races_are_kept_except_a_torn_line() -> None:
    about, races = contest(), [ArenaRace(n, (1, 2, 3), {"ace": [1.5]}) for n in range(3)]
    for race in races:
        arena_store.keep(about, race)
    folder = arena_store.folder_of(about)
    path = folder / arena_store.RACES
    path.write_bytes(path.read_bytes()[:-4])
    assert arena_store.read_races(folder) == {0: races[0], 1: races[1]}
    arena_store.mend(about)
    arena_store.keep(about, races[2])
    assert list(arena_store.read_races(folder)) == [0, 1, 2]
    assert [one for one, *_ in arena_store.kept_contests()] == [about]
    arena_store.forget(about)
    assert arena_store.read_races(folder) == {}


def command(*words: str) -> str:
    result = CliRunner().invoke(app, ["arena", "toy", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_arena_command_resumes(monkeypatch: pytest.MonkeyPatch) -> None:
    who = ("--bots", "steady,random", "--course", "dash", "--seats", "2", "--json")
    first = json.loads(command(*who, "--races", "3"))
    assert first["races"] == 4  # whole rotations
    assert all(set(bot) >= CONTRACT for bot in first["bots"])
    assert sum(bot["wins"] for bot in first["bots"]) == 4
    raced: list[int] = []

    def noted(about: Contest, number: int) -> ArenaRace:
        raced.append(number)
        return play(about, number)

    monkeypatch.setattr("wreckoning.lab.arena_running.play", noted)
    assert json.loads(command(*who, "--races", "3")) == first
    assert raced == []
    command(*who, "--races", "6")
    assert raced == [4, 5]
    assert "steady" in command("--list")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_arena_command_stops_when_it_is_sure(jobs: str) -> None:
    who = ("--bots", "steady,random", "--course", "dash", "--seats", "2", "--jobs", jobs)
    until = (*who, "--until-sure", "--smallest", "20", "--races")
    found = json.loads(command(*until, "5000", "--json"))
    verdict = found["verdict"]
    assert verdict["says"] in ("stronger", "weaker", "no difference")
    assert found["races"] == verdict["races"]
    [(_, kept, _)] = arena_store.kept_contests()
    assert found["races"] <= len(kept) < 2000, "those that were already running are kept too"
    assert json.loads(command(*until, "5000", "--json"))["verdict"] == verdict
    assert json.loads(command(*until, "4", "--json"))["verdict"]["says"] == "not sure"
    assert verdict["sentence"] in " ".join(command(*until, "5000").split())


LOGGED = ("--course", "dash", "--seats", "2", "--budget", "10")


@pytest.mark.parametrize("bots", ["steady,random", "ace,random"])
def test_a_kept_log_is_the_race_and_can_be_replayed(bots: str, tmp_path: Path) -> None:
    words = ("--bots", bots, *LOGGED, "--races", "4", "--logs", str(tmp_path / "logs"))
    found = json.loads(command(*words, "--json"))
    [(about, races, _)] = arena_store.kept_contests()
    wins: Counter[str] = Counter()
    for number, race in races.items():
        match = replay(read_log(log_path(tmp_path / "logs", number).read_text("utf-8")), TOY)
        assert match.is_over
        players = [seat.player for seat in match.seats]
        assert players == start_of(about, number % about.rotation)[1]
        places = [int(TOY.tallies.place(match.race, seat)) for seat in seat_range(2)]
        assert places == [race.places[at] for at in line_ups(2)[number % 2]]
        wins[players[places.index(1)]] += 1
    assert wins == {bot["name"]: bot["wins"] for bot in found["bots"] if bot["wins"]}
    before = {path: path.read_bytes() for path in (tmp_path / "logs").glob("race_*")}
    assert len(before) == 4
    assert json.loads(command(*words, "--json")) == found
    assert {path: path.read_bytes() for path in before} == before, "nothing is raced again"


def test_a_race_without_a_log_is_raced_again_for_it(tmp_path: Path) -> None:
    words = ("--bots", "ace,random", *LOGGED, "--races", "4", "--json")
    command(*words)
    folder = tmp_path / "logs"
    found = json.loads(command(*words, "--logs", str(folder)))
    assert len(list(folder.glob("race_*.jsonl"))) == 4
    [(about, races, _)] = arena_store.kept_contests()
    assert found["bots"] == [each.as_json() for each in standings(about, races.values())]
    log_path(folder, 2).unlink()
    command(*words, "--logs", str(folder))
    assert log_path(folder, 2).exists()


def test_logs_of_another_contest_are_not_mixed_in(tmp_path: Path) -> None:
    words = ("--bots", "steady,random", *LOGGED, "--races", "2", "--logs", str(tmp_path / "logs"))
    command(*words)
    with pytest.raises(Malformed, match="the logs of another contest"):
        command(*words, "--seed", "2")


def test_options_that_a_bot_never_takes_are_listed(tmp_path: Path) -> None:
    """The toy's steady driver takes what is offered first; at random all is taken."""
    table = ("--bots", "steady,random", "--course", "mile", "--seats", "2", "--races", "10")
    words = (*table, "--logs", str(tmp_path / "logs"))
    found = json.loads(command(*words, "--json"))["never_taken"]
    assert found == {
        "offered_at_least": OFTEN,
        "bots": {
            "steady": [
                {"question": "way", "option": option, "offered": 80} for option in ("leap", "shove")
            ],
            "random": [],
        },
    }
    printed = command(*words)
    assert "steady, way: leap (80), shove (80)" in printed
    assert "random: nothing" in printed


@pytest.mark.parametrize("bots", [("ace", "random"), ("ace", "random", "steady")])
def test_logs_are_the_races_of_bots_that_think_among_drivers_at_random(
    bots: tuple[str, ...],
) -> None:
    """`play_logged` refuses a log that ends with other places."""
    about = replace(contest(*bots), budget=3)
    for number in range(30):
        race, log = play_logged(about, number)
        assert race.number == number
        assert read_log(log).result is not None


def test_help_has_the_rule_by_which_it_stops() -> None:
    said = " ".join(command("--help").split())
    assert "within --smallest points of it; at the latest after --races" in said
    assert "holds at all looks together" in said


def test_seats_of_one_bot_are_numbered() -> None:
    assert seat_names(["ace", "rookie", "rookie"]) == ["ace", "rookie 1", "rookie 2"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--bots", "ace"), "two or more different bots"),
        (("--bots", "ace,stead"), "did you mean steady"),
        (("--bots", "ace,steady,random", "--seats", "4"), "the same number for all 3 bots"),
    ],
)
def test_invalid_arena_is_refused(words: tuple[str, ...], why: str) -> None:
    with pytest.raises(Malformed, match=why):
        command(*words)
