"""`wreck play`: whole races through a pipe, undo, resume, saving, and bad input."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.run import MAIN, PLAIN, Ran, process, refused, wreck

from wreckoning.cli import files, records
from wreckoning.cli.seating import parse_seats
from wreckoning.cli.terminal.podium import podium_lines
from wreckoning.core.errors import Malformed, WreckError
from wreckoning.core.fair import commitment
from wreckoning.core.logs.log_file import read_log, replay
from wreckoning.core.ruleset import course_key, find_ruleset

RTD = find_ruleset("rtd")
SEATS = "Ann=you,rookie,rookie,random"
SEEDED = ("play", "rtd", "--course", "sundae_drive", "--seats", SEATS, "--dice", "seeded:7")
ONES = "1\n" * 400


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Races and records go to a folder of the test's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("WRECK_DATA", str(folder))
    return folder


def logs(folder: Path) -> list[Path]:
    return sorted((folder / "races").glob("*"))


def play(*arguments: str, given: str) -> Ran:
    ran = wreck(*arguments, given=given)
    assert (ran.status, ran.err) == (0, ""), ran
    return ran


def flat(ran: Ran) -> str:
    """The output without its line breaks."""
    return " ".join(ran.out.split())


# A whole race


def test_whole_race_through_a_pipe(data_folder: Path) -> None:
    ran = play(*SEEDED, given=ONES)
    assert "Attempt a Rocket Start?  R14" in ran.out
    assert "roll 1: −1 M · 4: +1 M · 5: +2 M · 6: +3 M (average +0.8 M)" in ran.out
    assert re.search(r"> Ann drove aggressively: \d.* R17 R18", ran.out)
    assert re.search(r"1\. \w+\n  2\. \w+\n  3\. \w+\n", ran.out)
    assert "Fastest lap: a new course record" in ran.out
    (log,) = logs(data_folder)
    assert f"The log: {log}\nSee it again with: wreck replay {log}\n" in ran.out
    assert f"Who was lucky, what cost the win: wreck review {log}\n" in ran.out
    read = read_log(log.read_text())
    assert read.result is not None
    assert replay(read, RTD).is_over


def test_same_seed_gives_the_same_race(data_folder: Path) -> None:
    play(*SEEDED, given=ONES)
    play(*SEEDED, given=ONES)
    first, second = logs(data_folder)
    assert first.read_bytes() == second.read_bytes()


def test_default_seats_are_you_and_five_rookies() -> None:
    ran = play("play", "rtd", given="")
    assert "Drivers: You, Bolt, Gasket, Rusty, Sprocket, Clutch." in ran.out


def test_watched_race_needs_no_input() -> None:
    ran = play("play", "rtd", "--seats", "rookie,rookie,rookie", "--dice", "seeded:1", given="")
    assert "The race ended after" in ran.out


# Undo, save, resume


@pytest.mark.slow
def test_a_race_is_played_on_from_a_moment_as_a_new_race(tmp_path: Path) -> None:
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    play(*SEEDED, "--log", str(old), given=ONES)
    before = old.read_text()
    on = ("play", "--resume", str(old), "--after", "30")
    play(*on, "--log", str(new), given=ONES)
    assert old.read_text() == before
    header = read_log(new.read_text()).header
    assert [seat["player"] for seat in header["seats"]] == ["person", "rookie", "rookie", "random"]
    there = replay(read_log(before), RTD)
    there.rewind(30)
    assert header["position"] == there.checkpoint_position()
    since = there.entries_since_checkpoint()
    assert replay(read_log(new.read_text()), RTD).entries[: len(since)] == since
    assert header["dice"] == "random"
    assert replay(read_log(new.read_text()), RTD).is_over


def test_what_was_answered_since_the_checkpoint_still_holds(tmp_path: Path) -> None:
    """In Kart Edition a checkpoint may be many dice before a decision."""
    golden, new = Path(__file__).parents[1] / "golden" / "kart", tmp_path / "new.jsonl"
    on = ("play", "--resume", str(golden / "boosted.jsonl"), "--after", "11", "--as", "Bob")
    ran = play(*on, "--log", str(new), given="quit\n")
    assert "What is this SHIFT for?" in ran.out
    dice = [line["answer"] for line in read_log(new.read_text()).entries if line["by"] == "dice"]
    assert dice == ["3", "4", "3", "2", "1", "5", "6"]


def test_another_driver_is_driven_in_a_race_that_is_played_on(data_folder: Path) -> None:
    play(*SEEDED, given="1\n" * 12)
    (old,) = logs(data_folder)
    on = ("play", "--resume", str(old), "--after")
    driver = read_log(old.read_text()).header["seats"][3]["name"]
    play(*on, "8", "--as", driver, given="")
    (new,) = [path for path in logs(data_folder) if path != old]
    seats = read_log(new.read_text()).header["seats"]
    assert [seat["player"] for seat in seats] == ["rookie", "rookie", "rookie", "person"]
    assert "expected one of Ann," in refused(*on, "8", "--as", "Nobody")
    assert "--after: expected 0 to " in refused(*on, "9999")
    assert "expected only --resume" in refused(*on, "8", "--bots", "ace")
    assert "expected with --resume LOG" in refused("play", "--after", "8")


def test_end_of_input_saves_and_says_how_to_resume(data_folder: Path) -> None:
    ran = play(*SEEDED, given="1\n1\n")
    (log,) = logs(data_folder)
    assert ran.out.endswith(f"Saved. Go on with: wreck play --resume {log}\n")
    mine = [line for line in read_log(log.read_text()).entries if line["by"] == "Ann"]
    assert [line["answer"] for line in mine] == ["yes", "aggressive"]


@pytest.mark.parametrize("dice", ["seeded:7", pytest.param("physical", marks=pytest.mark.slow)])
def test_resumed_equals_uninterrupted(tmp_path: Path, dice: str) -> None:
    given = ["1", "4", "2", "5", "1", "6", "3"] * 100  # some are no option: the next is taken
    common = ["--course", "rattlebone_pass", "--seats", SEATS.replace("random", "rookie")]
    if dice == "physical":  # bots then have another seed each time: nobody but people
        common[-1] = "Ann=you,Bob=you"
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    text = "\n".join(given)
    play("play", "rtd", *common, "--dice", dice, "--log", str(whole), given=text)
    play("play", "rtd", *common, "--dice", dice, "--log", str(parts), given="\n".join(given[:9]))
    taken = 9
    for count in (1, 4, 700):
        ran = play("play", "--resume", str(parts), given="\n".join(given[taken : taken + count]))
        assert "Taken up again" in ran.out
        taken += count
    one, other = read_log(whole.read_text()), read_log(parts.read_text())
    assert one.result is not None
    one.header["bots"] = other.header["bots"]
    assert one == other


FAIR = ("play", "rtd", "--course", "sundae_drive", "--seats", "Ann=you,Bob=you,rookie")


def test_fair_dice_are_committed_to_before_the_texts_and_can_be_verified(
    data_folder: Path, tmp_path: Path
) -> None:
    """The texts as they were given; the secret is kept here until the race is over."""
    log = tmp_path / "race.jsonl"
    ran = play(*FAIR, "--dice", "fair", "--log", str(log), given="luck\n\n" + "1\n" * 9)
    begun = read_log(log.read_text())
    promised = begun.header["fair"]["commitment"]
    assert ran.out.index(promised) < ran.out.index("Ann, a text of your own")
    assert begun.header["fair"]["texts"] == ["luck", "", ""]
    (secret,) = (data_folder / "secrets").iterdir()
    assert commitment(secret.read_text()) == promised
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert secret.read_text() not in ran.out + log.read_text()
    ran = play("play", "--resume", str(log), given=ONES)
    assert f"Check its dice with: wreck verify {log}" in ran.out
    over = read_log(log.read_text())
    assert over.entries[: len(begun.entries)] == begun.entries
    assert not list((data_folder / "secrets").iterdir()), "it stands in the log now"
    assert "its secret is the one committed to" in play("verify", str(log), given="").out


def test_fair_race_goes_on_only_where_its_secret_is_kept(data_folder: Path) -> None:
    play(*FAIR, "--dice", "fair", given="\n\n1\n")
    (log,) = logs(data_folder)
    (secret,) = (data_folder / "secrets").iterdir()
    secret.write_text("0" * 64)
    assert "does not match the commitment" in refused("play", "--resume", str(log))
    secret.unlink()
    assert "only where their secret is kept" in refused("play", "--resume", str(log))


def test_text_that_cannot_be_used_is_asked_for_again(data_folder: Path) -> None:
    ran = play(*FAIR, "--dice", "fair", given=f"{'x' * 65}\nshort\n")
    assert "Ann: expected at most 64 characters on one line" in ran.out
    assert ran.out.endswith("Nothing begun, nothing saved.\n")
    assert not data_folder.exists()


def test_resume_last_takes_the_latest_unfinished_race(data_folder: Path) -> None:
    play(*SEEDED, given="1\n")
    unfinished = logs(data_folder)
    play(*SEEDED, given=ONES)
    ran = play("play", "--resume", "last", given="")
    assert str(unfinished[0]) in ran.out


@pytest.mark.slow
def test_a_finished_race_shows_its_podium_again_and_sets_no_record_twice(
    data_folder: Path,
) -> None:
    play(*SEEDED, given=ONES)
    kept = (data_folder / "records.json").read_bytes()
    ran = play("play", "--resume", str(logs(data_folder)[0]), given="")
    assert "See it again with" in ran.out
    assert "a new course record" not in ran.out
    assert (data_folder / "records.json").read_bytes() == kept


@pytest.mark.parametrize("dice", ["seeded:7", "random"])
def test_undo_rolls_no_new_dice(data_folder: Path, dice: str) -> None:
    """Not even after the race was left and taken up again."""
    arguments = [*SEEDED[:-1], dice]
    play(*arguments, given="1\n1\n")
    (log,) = logs(data_folder)
    before = log.read_text()
    ran = play("play", "--resume", str(log), given="undo\nundo\n1\n1\n")
    told = "Taken back: Ann, Rocket Start (Attempt a Rocket Start?). The dice stay what they were."
    assert told in flat(ran)
    assert ran.out.count("Taken back: ") == 2
    assert log.read_text() == before


def test_undo_at_the_start_has_nothing_to_take_back() -> None:
    assert "there is no decision of yours to take back" in play(*SEEDED, given="undo\n").out


def test_save_makes_a_copy_and_never_overwrites(tmp_path: Path, data_folder: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    ran = play(*SEEDED, given=f"1\nsave {copy}\nsave {copy}\nsave\n")
    assert "is there already; nothing was overwritten" in flat(ran)
    assert copy.read_text() == logs(data_folder)[0].read_text()


def whole_logs(folder: Path) -> list[Path]:
    """All complete logs, without those being written."""
    return [log for log in logs(folder) if log.suffix == ".jsonl" and log.name[0] != "."]


@pytest.mark.slow
def test_log_is_complete_after_a_kill_at_any_time(data_folder: Path) -> None:
    count = 0
    for wait in (0.0, 0.02, 0.05):
        with subprocess.Popen(
            [sys.executable, "-c", MAIN, *SEEDED],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env={**os.environ, **PLAIN},
        ) as child:
            assert child.stdin is not None
            child.stdin.write(b"1\n" * 60)
            child.stdin.flush()
            while len(whole_logs(data_folder)) == count:
                time.sleep(0.01)
            time.sleep(wait)
            child.send_signal(signal.SIGKILL)
            count += 1
    races = whole_logs(data_folder)
    assert len(races) == 3
    for log in races:
        replay(read_log(log.read_text()), RTD)
        assert "Taken up again" in play("play", "--resume", str(log), given="1\n").out


# What a player may type


def test_commands_through_a_pipe() -> None:
    typed = ["?", "? 1", "rule R24", "r1", "rule R999", "map", "log x", "hint", "board", "nonsense"]
    ran = play(*SEEDED, given="\n".join([*typed, "1", "? ram", "log 5", "99", "auto", "q"]))
    assert "take back your last decision" in ran.out
    assert "R14 The only action is to try a Rocket Start" in flat(ran)
    assert "no rule 'R999'" in ran.out
    assert "3 laps of 5 segments" in ran.out
    assert "Rookie: " in ran.out
    assert "'nonsense' is neither an option nor a command" in ran.out
    assert "no option 99: type 1 to" in ran.out
    assert "turn 2 · lap 1 of 3" in ran.out
    assert "Traceback" not in ran.out


def test_a_hint_has_chances_for_a_player_who_races_alone() -> None:
    alone = play(*SEEDED, given="1\nhint\n").out
    chances = re.findall(r"^  (\d+)% ±\d+  \S", alone, re.MULTILINE)
    assert 2 <= len(chances) <= 5
    assert chances == sorted(chances, key=int, reverse=True)
    together = play("play", "rtd", "--seats", "Ann=you,Ben=you", given="\n\nhint\n").out
    assert "Rookie: " in together
    assert "chance to win" not in together


def test_enter_takes_the_default_only_if_there_is_one() -> None:
    ran = play(*SEEDED, given="\n\n")
    assert "[Enter: Rocket Start] > \n" in ran.out
    assert re.search(r"type 1 to \d, a name, or \? for help", ran.out)


def test_help_begins_with_the_turn_and_marks_the_present_step() -> None:
    ran = play(*SEEDED, given="?\n")
    marked = [line for line in ran.out.splitlines() if "▸" in line]
    assert len(marked) == 1
    assert "Once, at the start" in marked[0]
    assert ran.out.index("▸") < ran.out.index("choose an option")


def test_physical_dice_are_asked_for_with_whose_and_what_for() -> None:
    seats = ("play", "rtd", "--seats", "Ann=you,Ben=you", "--dice", "physical")
    ran = play(*seats, given="1\n2\nx\n7\n0000015\n5\n1\n1\n4 3\nundo\nroll\n")
    assert "Ann: Rocket Start, R14: 1–6 > " in ran.out
    assert "type what the die shows, 1 to 6, or roll" in ran.out
    assert "the die has faces 1 to 6, not 7" in ran.out
    assert "Ben: Drive Aggressively, R18: 1–6 > " in ran.out
    told = "Taken back: 3 (Ben: Drive Aggressively). All dice since are asked again."
    assert told in flat(ran)
    assert "The dice stay what they were" not in ran.out


def test_hot_seat_says_whose_turn_it_is() -> None:
    seats = "Ann=you,Ben=you,rookie"
    ran = play("play", "rtd", "--seats", seats, "--dice", "seeded:3", given="1\n1\n")
    assert "Ann: Attempt a Rocket Start?" in ran.out
    assert "Ben at the wheel" in ran.out
    assert "Ben: Attempt a Rocket Start?" in ran.out


@pytest.mark.slow
def test_a69_the_referee_corrects_and_orders_checks(data_folder: Path) -> None:
    typed = "1\nset bolt momentum 4 because x\nset Bolt momentum x because x\n"
    typed += "set Nobody momentum 1 because x\nset Bolt momentum 99999999999999999999 because x\n"
    typed += "check Ann -1 gain_1 spin_out because of the oil\n" + ONES
    ran = play(*SEEDED, "--referee", given=typed)
    assert "Ann faced the referee's check" in ran.out
    told = "check ordered, driver Ann, modifier −1, success gain 1, failure spin out (of the oil)"
    assert f"Referee: {told}" in flat(ran)
    assert 'Bolt, momentum: expected a whole number from -30 to 30, found "x"' in flat(ran)
    assert "expected one of Ann, Bolt, Gasket, Rusty, found 'Nobody'" in flat(ran)
    assert "this race sets no records" in ran.out
    assert not (data_folder / "records.json").exists()
    assert replay(read_log(logs(data_folder)[0].read_text()), RTD).is_over
    assert "no referee at this table" in play(*SEEDED, given="set Bolt momentum 4\n").out


@pytest.mark.slow
def test_corrections_stand_in_the_log_with_their_reason(data_folder: Path) -> None:
    typed = "award bolt momentum true because x\n1\n"
    typed += "award bolt momentum 2 because a bribe\naward Bolt hand 1\n"
    typed += "award Bolt hand 1 because x\nset Bolt hand star because it shone\n" + ONES
    ran = flat(play(*SEEDED, "--referee", given=typed))
    assert "Referee: Bolt, momentum 2 → 4 (a bribe)" in ran
    assert "Referee: Bolt, hand none → star (it shone)" in ran
    wrong = "expected: award NAME FIELD NUMBER because REASON"
    assert ran.count(wrong) == 2, "without a reason, and without a number"
    assert "is asked again" not in ran, "nothing was answered in this part of the turn"
    assert "'hand' is no number that Bolt has" in ran
    log = str(logs(data_folder)[0])
    replayed = flat(wreck("replay", log, "--plain"))
    assert "Referee: Bolt, momentum 2 → 4 (a bribe)" in replayed
    assert "(a bribe)" in wreck("post", log, "--turn", "1", "--as", "text").out


def test_the_referee_skips_a_driver_with_a_reason(data_folder: Path) -> None:
    """Skipped with a reason, and taken back: then Ann is asked again."""
    typed = "skip Ann because she sleeps\nundo\naward Bolt momentum 1 because x\nundo\nskip Ann\n"
    typed += "skip Ann turn because she left\n" + ONES
    ran = flat(play(*SEEDED, "--referee", given=typed))
    assert "Referee: Ann skipped (she sleeps); used instead" in ran
    assert "Taken back: Ann skipped (she sleeps); used instead" in ran
    assert "Taken back: Bolt, momentum 0 → 1 (x). The dice" in ran
    assert "skip NAME because REASON" in ran
    log = logs(data_folder)[0]
    assert "Ann skipped for this turn (she left)" in flat(wreck("replay", str(log), "--plain"))
    answers = read_log(log.read_text()).entries
    assert [line["reason"] for line in answers if line.get("skipped") == "turn"] == ["she left"]
    assert not any(line.get("skipped") == "question" for line in answers), "it was taken back"
    assert "no referee at this table" in play(*SEEDED, given="skip Ann because x\n").out


def test_a_race_with_a_house_file_is_resumed_and_replayed_without_it(
    tmp_path: Path, data_folder: Path
) -> None:
    house = tmp_path / "sunday.toml"
    card = '[[karts.perk]]\nkey = "drift_king"\ntitle = "Drift King"\ntouches = "slide"\n'
    house.write_text(card + 'text = "+2 on Power Slides."\nfigures = { slide = 2 }\n')
    seats = "Ann=you+drift_king+slow,rookie"
    ran = flat(play("play", "rtd", "--house", str(house), "--seats", seats, given="1\nquit\n"))
    assert "Ann (Drift King + Slow)" in ran
    assert "Drift King is a new perk: +2 on Power Slides" in ran
    house.unlink()
    log = str(logs(data_folder)[0])
    assert "Ann" in play("play", "--resume", log, given="quit\n").out
    assert "Drift King is a new perk" in flat(wreck("replay", log, "--plain"))
    assert "expected only a file" in refused("play", "--resume", log, "--house", str(house))


def test_a86_the_referee_adds_to_a_roll(data_folder: Path) -> None:
    typed = "modify Ann rocket_check 2 because of a push\nmodify Ann rocket_check 9 because x\n"
    typed += "modify Ann leap 1 because x\nmodify Ann\n" + ONES
    ran = flat(play(*SEEDED, "--referee", given=typed))
    assert "Referee: Ann, next roll (Rocket Start) +2 (of a push)" in ran
    assert re.search(r"Ann tried a Rocket Start: \S* ?\d \+2 referee = \d", ran)
    assert "Ann, next roll: expected a whole number from -4 to 4, found 9" in ran
    assert "no roll 'leap'; expected one of none, rocket_check" in ran
    assert "expected: modify NAME ROLL NUMBER because REASON" in ran
    assert replay(read_log(logs(data_folder)[0].read_text()), RTD).is_over


def test_v51_the_referee_adds_to_a_vehicles_roll() -> None:
    typed = "modify the barrier skill_die +2 because of the sun\nmodify Ann skill_die 1 because x\n"
    typed += "modify The Barrier skill_die 9 because x\nundo\n"
    typed += (
        "award the barrier hit_points -1 because a dent\nset Cid hit_points 1 because x\nquit\n"
    )
    seats = ("--course", "dry_dock", "--seats", "Ann=you,rookie", "--dice", "seeded:1")
    ran = flat(play("play", "rally", *seats, "--referee", given=typed))
    assert "Referee: The Barrier, next roll (battle skill test) +2 (of the sun)" in ran
    assert "modify: expected one of The Barrier, Small Change," in ran
    assert "The Barrier, next roll: expected a whole number from -8 to 8, found 9" in ran
    assert "Referee: The Barrier, hit points 12 → 11 (a dent)" in ran
    assert "expected one of Ann, Bolt, The Barrier" in ran
    assert "Taken back: The Barrier, next roll (battle skill test) +2 (of the sun)" in ran


def test_the_referee_corrects_a_kart_and_where_it_stands() -> None:
    """Positions have both by driver, in two parts."""
    typed = "award Ann hazards 2 because x\nset Ann heading 27000 because y\n"
    typed += "award Ann luck 1 because x\nset Ann luck 1 because x\nquit\n"
    seats = ("--seats", "Ann=you,rookie", "--dice", "seeded:1")
    ran = flat(play("play", "kart", *seats, "--referee", given=typed))
    assert "Referee: Ann, hazards 0 → 2 (x)" in ran
    assert re.search(r"Referee: Ann, heading \d+ → 27000 \(y\)", ran)
    assert "'luck' is no number that Ann has" in ran
    assert "no field 'luck'; expected one of x, y, heading" in ran


@pytest.mark.parametrize(
    ("game", "roll", "words"), [("kart", "evade_die", "evade"), ("rush", "heat_die", "heat")]
)
def test_e26_d26_the_referee_adds_to_a_drivers_roll(game: str, roll: str, words: str) -> None:
    typed = f"modify Ann {roll} 2 because of a push\nmodify Ann {roll} 9 because x\nundo\nquit\n"
    seats = ("--seats", "Ann=you,rookie", "--dice", "seeded:1")
    ran = flat(play("play", game, *seats, "--referee", given=typed))
    assert f"Referee: Ann, next roll ({words}) +2 (of a push)" in ran
    assert "Ann, next roll: expected a whole number from" in ran
    assert f"Taken back: Ann, next roll ({words}) +2 (of a push)" in ran


def test_help_has_the_referees_commands_of_this_game() -> None:
    """With its own names: Rush 'n' Crush has heat, and no checks that a referee orders."""
    seats = ("--seats", "Ann=you,rookie", "--dice", "seeded:1")
    typed = "help\ncheck Ann -1 lap nothing because x\nmodify Ann\nquit\n"
    ran = flat(play("play", "rush", *seats, "--referee", given=typed))
    assert "award NAME FIELD NUMBER add to it, or take away: award Ann lap -1" in ran
    assert "check NAME" not in ran
    assert "the rules of Rush 'n' Crush know no such check: correct what follows" in ran
    example = "once; 0 takes it away: modify Ann heat_die -1"
    assert f"{example} skip NAME" in ran
    assert f"{example} because …" in ran


def test_d26_a_driver_has_one_modifier_and_the_log_tells_both_its_values() -> None:
    """Another kind, another number, and 0 takes it away."""
    added = ("heat_die 2", "ram_die 2", "ram_die -1", "saw_die 0")
    typed = "".join(f"modify Ann {each} because of this\n" for each in added)
    seats = ("--seats", "Ann=you,rookie", "--dice", "seeded:1")
    ran = flat(play("play", "rush", *seats, "--referee", given=f"{typed}log\nquit\n"))
    assert "Referee: Ann, next roll (heat) +2 → (Side Ram) +2 (of this)" in ran
    assert "Referee: Ann, next roll (Side Ram) +2 → (Side Ram) −1 (of this)" in ran
    assert "Referee: Ann, next roll (Side Ram) −1 → none (of this)" in ran


def test_the_referee_calls_a_check_that_no_rule_knows(data_folder: Path) -> None:
    """Then the referee says what follows; a real die's face is given with it."""
    typed = "call bolt 9 d20 -2 because of the ravine\naward Bolt momentum 1 because it was close\n"
    ran = flat(play(*SEEDED, "--referee", given=typed + "call Bolt nine because x\n" + ONES))
    called = re.search(r"Referee: Bolt rolled (\d+) −2 = (−?\d+) \(d20\), and 9 or more", ran)
    assert called is not None
    assert int(called[1]) - 2 == int(called[2].replace("−", "-"))
    assert "(of the ravine)" in ran
    assert "(it was close)" in ran
    assert "call NAME TARGET because REASON" in ran
    log = read_log(logs(data_folder)[0].read_text())
    assert [line["called"]["who"] for line in log.entries if "called" in line] == ["Bolt"]
    assert replay(log, RTD).is_over


def test_a69_the_referee_corrects_lists_too() -> None:
    """Items in hand are a list, even of one."""
    typed = "1\nset Bolt hand star because x\nset Bolt hand star+nonsense because x\n"
    typed += "set Bolt foo 3 because x\n" + ONES
    ran = play(*SEEDED, "--referee", given=typed)
    assert "'nonsense'; expected one of" in flat(ran)
    assert ran.out.count("Corrected.") == 1
    assert "set: no field 'foo'; expected one of momentum, progress, hook" in flat(ran)
    assert "pulls_ahead" not in ran.out, "the rules' own notes are not for people"


# Records


def test_records_belong_to_a_course_and_not_to_its_name() -> None:
    shipped = RTD.load_course("sundae_drive")
    own = RTD.load_course({**shipped.document, "laps": 1})
    plain = records.default_options(RTD)
    assert own.key == shipped.key
    assert course_key(RTD, own, plain) != course_key(RTD, shipped, plain)
    house = {**plain, "carry": "3"}
    assert course_key(RTD, shipped, house) != course_key(RTD, shipped, plain)


def test_damaged_records_are_named_and_kept(data_folder: Path) -> None:
    data_folder.mkdir()
    (data_folder / "records.json").write_text("{oops")
    ran = play(*SEEDED, given=ONES)
    assert "The records could not be kept: " in ran.out
    assert (data_folder / "records.json").read_text() == "{oops"
    assert replay(read_log(logs(data_folder)[0].read_text()), RTD).is_over


# Seats


def test_seats_option_is_read() -> None:
    seats = parse_seats(RTD, "Ann=you+keen_eye-thirsty, rookie,Bolt=random,absent")
    assert [(seat.name, seat.player) for seat in seats] == [
        ("Ann", "person"),
        ("Gasket", "rookie"),
        ("Bolt", "random"),
        ("Rusty", "absent"),
    ]
    assert seats[0].setup == {"perk": "keen_eye", "debuff": "thirsty"}
    names = [seat.name for seat in parse_seats(RTD, "you,you,rookie")]
    assert names == ["Player 1", "Player 2", "Bolt"]
    kart = parse_seats(RTD, "you,rookie", ["hot_start+slow"])
    assert [seat.setup for seat in kart] == [{"perk": "hot_start", "debuff": "slow"}, {}]


@pytest.mark.parametrize("text", ["", "you,,rookie", "=you", "wizard"])
def test_invalid_seats_option_is_refused(text: str) -> None:
    with pytest.raises(WreckError, match="seat"):
        parse_seats(RTD, text)


# Files


def test_file_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    files.write_new(path, "one")
    with pytest.raises(Malformed, match="is there already"):
        files.write_new(path, "two")
    assert path.read_text() == "one"
    files.write_atomic(path, "three")
    assert path.read_text() == "three"
    with pytest.raises(UnicodeEncodeError):
        files.write_atomic(path, "\ud800")
    assert path.read_text() == "three"
    assert os.listdir(path.parent) == ["file"]
    with pytest.raises(Malformed, match="cannot be written"):
        files.write_atomic(path / "below", "four")


# Bad input: one line, exit status 2, nothing written

BAD = {
    "ruleset": (["rtb"], "no ruleset 'rtb'"),
    "course": (["rtd", "--course", "sundae_drove"], 'did you mean "sundae_drive"'),
    "course file": (["rtd", "--course", "nowhere.toml"], "nowhere.toml: cannot be read"),
    "seat": (["rtd", "--seats", "you,wizard"], "--seats: seat 2: no player 'wizard'"),
    "too few": (["rtd", "--seats", "you"], "is for 2 to 12 seats, found 1"),
    "same name": (["rtd", "--seats", "Ann=you,ann=rookie"], "the name 'ann' is taken"),
    "pair": (["rtd", "--kart", "keen_eye+butterfingers"], "A28"),
    "perk": (["rtd", "--kart", "wings+slow"], "seat 1, You: no perk 'wings'"),
    "seat's perk": (["rtd", "--seats", "you+wings-slow,rookie"], "no perk 'wings'"),
    "car": (["rush", "--car", "bus"], "no car 'bus'; expected one of ironclad"),
    "car's rule": (["rush", "--seats", "you,rookie+bus"], "hornet (N1)"),
    "half a kart": (["rtd", "--kart", "keen_eye"], "a kart that has one takes a Debuff too"),
    "too much of a kart": (["kart", "--kart", "light+gear+gear"], "expected kart+upgrades"),
    "dice": (["rtd", "--dice", "loaded"], "expected fair, physical, random or seeded:N"),
    "seed": (["rtd", "--dice", "seeded:" + "9" * 30], "expected a seed"),
    "option": (["rtd", "--option", "carry"], "expected NAME=VALUE"),
    "switch": (["rtd", "--option", "cary=2"], "did you mean carry?"),
    "value": (["rtd", "--option", "carry=9"], "expected 1 or 0 or 2 or 3"),
    "resume": (["--resume", "nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
    "last": (["--resume", "last"], "no unfinished race"),
    "resume and more": (["--resume", "x", "--course", "sundae_drive"], "expected only a file"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line(name: str, data_folder: Path) -> None:
    arguments, expected = BAD[name]
    assert expected in refused("play", *arguments)
    assert not data_folder.exists()


def test_existing_log_is_not_overwritten(tmp_path: Path) -> None:
    log = tmp_path / "mine.jsonl"
    log.write_text("precious")
    assert "nothing was overwritten" in refused(*SEEDED, "--log", str(log))
    assert log.read_text() == "precious"


def test_altered_log_is_not_resumed(data_folder: Path) -> None:
    play(*SEEDED, given="1\n1\n")
    (log,) = logs(data_folder)
    altered = log.read_text().replace('"answer": "aggressive"', '"answer": "ram"', 1)
    log.write_text(altered)
    assert "changed since it was written" in refused("play", "--resume", str(log))
    assert log.read_text() == altered
    header = json.loads(altered.splitlines()[0])
    log.write_text(json.dumps(header)[:40])
    assert "line 1: not JSON" in refused("play", "--resume", str(log))


# The podium, and the start


def test_the_podium_is_drawn_for_two_and_for_three() -> None:
    three = podium_lines(["Ann", "Bolt", "Gasket"])
    assert [name for name in ("Ann", "Bolt", "Gasket") if any(name in line for line in three)]
    assert three[1].strip() == "Ann"
    assert max(map(len, three)) <= 80
    assert "3" not in "".join(podium_lines(["Ann", "Bolt"]))


def test_play_never_waits_for_the_compiler() -> None:
    code = "import sys; import wreckoning.cli.main as m\ntry: m.run()\nexcept SystemExit: pass\n"
    code += "assert 'numba' not in sys.modules"
    done = subprocess.run(
        [sys.executable, "-c", code, *SEEDED],
        input=b"1\n1\n",
        capture_output=True,
        timeout=60,
        env={**os.environ, **PLAIN},
    )
    assert done.returncode == 0, done.stderr.decode()


def test_no_colour_in_a_pipe() -> None:
    assert "\x1b" not in process(*SEEDED, given="1\n1\n").out
