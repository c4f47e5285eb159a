"""A Grand Prix in the terminal (E21): race after race, coins spent between them, one score."""

from __future__ import annotations

import contextlib
import json
import re
from importlib import resources
from pathlib import Path

import pytest
from tests.cli.run import Ran, refused, wreck

from wreckoning.cli.terminal.series import _go_there
from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.dice import MAX_SEED
from wreckoning.core.fair import Fair
from wreckoning.core.logs.log_file import read_log, replay, sealed, write_log
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.core.series import begin
from wreckoning.core.texts.wording import listed

KART = find_ruleset("kart")
COURSES = "dishwater_dip,lovers_knot"
SEATS = "Ann=you+light,Bob=rookie,Cid=rookie"
RACE = "auto race\n"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Races and records go to a folder of the test's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("WRECK_DATA", str(folder))
    return folder


def play(*arguments: str, given: str) -> Ran:
    ran = wreck("play", *arguments, given=given)
    assert (ran.status, ran.err) == (0, ""), ran
    return ran


def grand_prix(given: str, *more: str, courses: str = COURSES) -> Ran:
    table = ("kart", "--course", courses, "--seats", SEATS, "--dice", "seeded:5")
    return play(*table, *more, given=given)


def standings(ran: Ran) -> dict[str, list[str]]:
    """The last ones that were drawn: name to its figures."""
    rows = [line.split() for line in ran.out.splitlines()]
    found = [row for row in rows if row and row[0] in ("1st", "2nd", "3rd")]
    return {row[1]: row[2:] for row in found[-3:]}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, Path]:
    """A Grand Prix raced to its end, and its folder."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WRECK_DATA", str(folder))
        return grand_prix(RACE * 2), folder


def test_e21_a_grand_prix_to_its_end(whole: tuple[Ran, Path]) -> None:
    ran, folder = whole
    assert "Grand Prix, race 1 of 2" in ran.out
    assert "Grand Prix: 1 race to go" in ran.out
    assert "Grand Prix, race 2 of 2" in ran.out
    scores = {name: int(row[0]) for name, row in standings(ran).items()}
    assert sum(scores.values()) == 2 * (8 + 6 + 4)
    rows = [line.split() for line in ran.out.splitlines()[-3:]]
    first = [row[1] for row in rows if row[0] == "1st"]
    assert {scores[name] for name in first} == {max(scores.values())}
    end = "wins" if len(first) == 1 else "share"
    assert f"{listed(first)} {end} the Grand Prix!" in ran.out
    logs = sorted((folder / "races").glob("*"))
    assert ["dishwater_dip" in log.name for log in logs] == [True, False]
    results = [read_log(log.read_text()).result for log in logs]
    points = dict.fromkeys(scores, 0)
    for result in results:
        assert result is not None
        for place in result["places"]:
            points[place["name"]] += place["points"]
    assert points == scores
    assert replay(read_log(logs[1].read_text()), KART).is_over


@pytest.mark.slow
def test_interrupted_series_resumes_from_its_log(whole: tuple[Ran, Path], tmp_path: Path) -> None:
    log = tmp_path / "gp.jsonl"
    grand_prix("", "--log", str(log))
    ran = play("--resume", str(log), given=RACE * 2)
    assert standings(ran) == standings(whole[0])
    assert sorted(log.name for log in tmp_path.glob("*.jsonl")) == ["gp-2.jsonl", "gp.jsonl"]
    again = play("--resume", str(log), given=RACE)
    assert "Grand Prix, race 2 of 2" in again.out
    assert standings(again) == standings(whole[0])


@pytest.mark.slow
def test_resume_last_works_between_two_races(data_folder: Path) -> None:
    grand_prix("")
    grand_prix(RACE)  # and the next race has begun: the last
    ran = play("--resume", "last", given=RACE)
    assert "Grand Prix, race 2 of 2" in ran.out
    logs = sorted((data_folder / "races").glob("*"))
    assert len(logs) == 3, "one left in the midst, one that is over, and its second race"
    for log in logs:
        if "lovers_knot" in log.name:
            log.unlink()
    ran = play("--resume", "last", given=RACE)
    assert "Grand Prix, race 2 of 2" in ran.out


def test_seeds_wrap_around(tmp_path: Path) -> None:
    table = ("kart", "--course", COURSES, "--seats", "rookie,rookie")
    log = tmp_path / "gp.jsonl"
    play(*table, "--dice", f"seeded:{MAX_SEED}", "--log", str(log), given="")
    assert read_log((tmp_path / "gp-2.jsonl").read_text()).header["dice"] == "seeded:0"


@pytest.mark.slow
def test_log_has_courses_and_not_their_files(tmp_path: Path) -> None:
    """A log never names a file: resumed elsewhere, or when the file is gone, it goes on."""
    mine = tmp_path / "my,own.toml"
    text = resources.files("wreckoning.rulesets.kart") / "data/courses/lovers_knot.toml"
    mine.write_text(text.read_text("utf-8").replace("Lovers' Knot", "My Own"))
    log = tmp_path / "gp.jsonl"
    grand_prix("", "--log", str(log), courses=str(mine))
    assert "series" not in read_log(log.read_text()).header, "a comma in a file's name"
    mine.rename(tmp_path / "own.toml")
    other = tmp_path / "other.jsonl"
    grand_prix("", "--log", str(other), courses=f"dishwater_dip,{tmp_path / 'own.toml'}")
    (tmp_path / "own.toml").unlink()
    ran = play("--resume", str(other), given=RACE * 2)
    assert "Gaslands: Kart Edition: My Own" in ran.out


def test_series_with_fair_dice_resumes_only_at_its_table(tmp_path: Path) -> None:
    seats = [Seat("Ann", "rookie"), Seat("Bob", "rookie")]
    courses = [KART.load_course(name) for name in COURSES.split(",")]
    dice = Fair("5eed" * 16, "t1", ["", ""])
    match = Match(
        KART, courses[0], seats, {}, dice, bot_seed=dice.bot_seed, series=begin(KART, courses)
    )
    log = tmp_path / "fair.jsonl"
    log.write_text(write_log(match))
    ran = play("--resume", str(log), given="")
    assert "Grand Prix: 1 race to go" in ran.out
    assert "only at the table where it was begun" in ran.out


def test_each_race_of_a_series_with_fair_dice_has_a_secret_of_its_own(tmp_path: Path) -> None:
    log, seats = tmp_path / "mine.jsonl", "Ann=you,Bob=rookie"
    fair = ("--seats", seats, "--dice", "fair", "--log", str(log))
    given = f"one\n{RACE}" + "1\n" * 20  # in the shop, as the next text, in the next race
    play("kart", "--course", COURSES, *fair, given=given)
    first, second = (
        read_log(path.read_text()).header["fair"] for path in (log, tmp_path / "mine-2.jsonl")
    )
    assert (first["texts"], second["texts"]) == (["one", ""], ["1", ""])
    assert first["commitment"] != second["commitment"]
    assert first["match"] != second["match"]


@pytest.mark.parametrize(("typed", "goes"), [(["x", ""], True), (["help", "Q"], False)])
def test_next_race_starts_on_confirmation(
    typed: list[str], goes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: typed.pop(0))
    voice = Voice()
    voice.interactive = True
    with contextlib.nullcontext() if goes else pytest.raises(EOFError):
        _go_there(voice, "Race 2: Lovers' Knot")
    assert not typed


def rich(log: Path, coins: int) -> Path:
    """A race of a Grand Prix, the second, before which Ann has so many coins."""
    grand_prix("", "--log", str(log), courses=f"{COURSES},toadstool_market")
    header = json.loads(log.read_text().splitlines()[0])
    del header["sum"]
    drivers = [
        {"name": seat["name"], "place": place, "setup": setup, "counts": counts}
        for place, (seat, setup, counts) in enumerate(
            zip(
                header["seats"],
                ({"kart": "light"}, {}, {}),
                ({"points": 8, "coins": coins}, {"points": 6}, {"points": 4}),
                strict=True,
            ),
            1,
        )
    ]
    header["series"]["past"] = [{"course": "Dishwater Dip", "race": "gp", "drivers": drivers}]
    header["course"] = header["series"]["courses"][1]
    log.write_text("".join(sealed([header])))
    return log


@pytest.mark.slow
def test_e21_coins_are_spent_between_races(tmp_path: Path) -> None:
    """What there is not enough for is not offered; nothing else is taken."""
    log = rich(tmp_path / "gp.jsonl", 11)
    ran = play("--resume", str(log), given=f"{RACE}9\nx\n2\n{RACE}")
    assert re.search(r"Upgrades for Ann, \d+ coins left", ran.out)
    assert " 1 none" in ran.out
    assert " 2 +1 maximum gear  10 coins" in ran.out
    assert ran.out.count("type 1 to ") == 2
    (third,) = (found for found in tmp_path.glob("*.jsonl") if found != log)
    header = read_log(third.read_text()).header
    assert header["seats"][0]["upgrades"] == "gear"
    assert len(header["series"]["past"]) == 2
    assert standings(ran)["Ann"][-2] == "10", "coins spent"


def test_e21_an_upgrade_that_was_not_paid_for_is_refused() -> None:
    table = ("play", "kart", "--course", COURSES)
    assert "costs 10 coins, there are 0 (E21)" in refused(
        *table, "--seats", "Ann=you+light+gear,rookie"
    )


@pytest.mark.parametrize(
    ("game", "courses", "words"),
    [
        ("kart", "dishwater_dip,nowhere", "nowhere"),
        ("kart", "dishwater_dip,", "expected a course on both sides of a comma"),
        ("kart", ",".join(["dishwater_dip"] * 13), "expected 2 to 12 courses, found 13"),
        ("rtd", "sundae_drive,sundae_drive", "no series of races"),
    ],
)
def test_invalid_series_are_refused(game: str, courses: str, words: str) -> None:
    assert words in refused("play", game, "--course", courses)
