"""`wreck play --post`: several players, one file, no server. Nothing that one writes is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.run import Ran, refused, wreck

from wreckoning.cli.terminal import post
from wreckoning.cli.terminal.post import SharedRace
from wreckoning.core.errors import Malformed, NotYourTurn
from wreckoning.core.logs.log_file import read_log, replay, write_log
from wreckoning.core.ruleset import find_ruleset

NEW = ("rtd", "--course", "sundae_drive", "--seats", "Ann=you,Bob=you,rookie")
SEEDED = (*NEW, "--dice", "seeded:7")
RTD = find_ruleset("rtd")


class Desks:
    """Ann's and Bob's machines, each with a folder of its own, and the file that they share."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.log, self._patch = folder, folder / "shared" / "race.jsonl", monkeypatch

    def at(self, who: str) -> None:
        self._patch.setenv("WRECK_DATA", str(self.folder / who))

    def play(self, who: str, given: str, *new: str) -> Ran:
        self.at(who)
        ran = wreck("play", *new, "--post", str(self.log), "--as", who, given=given)
        assert (ran.status, ran.err) == (0, "")
        return ran

    def opened(self, who: str) -> SharedRace:
        self.at(who)
        return SharedRace(self.log, print)

    def answers(self) -> list[tuple[str, str]]:
        """The answers of both in the file, which replays."""
        log = read_log(self.log.read_text())
        replay(log, RTD)
        return [(one["by"], one["answer"]) for one in log.entries if one["by"] in ("Ann", "Bob")]


def lines_of(shown: str, kind: str) -> list[str]:
    """The lines of orders of a kind that the terminal lists, with what becomes of them."""
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    return [line for line in lines if line.startswith(f"{kind}: ")]


@pytest.fixture
def desks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desks:
    return Desks(tmp_path, monkeypatch)


def test_each_answers_in_turn_and_reads_what_is_new(desks: Desks) -> None:
    ann = desks.play("Ann", "1\n", *SEEDED).out
    assert "The race waits for Bob." in ann
    assert f"See later whether it is your turn with: wreck play --post {desks.log}" in ann
    bob = desks.play("Bob", "2\naggressive\n").out
    assert "Ann tried a Rocket Start" in bob
    assert "The race waits for Ann." in bob
    ann = desks.play("Ann", "quit\n").out
    assert "Bob made no Rocket Start" in ann  # new since Ann's last answer
    assert f"wreck play --post {desks.log} --as Ann" in ann
    assert desks.answers() == [("Ann", "yes"), ("Bob", "no"), ("Bob", "aggressive")]


def test_two_who_answer_at_once_lose_nothing(desks: Desks) -> None:
    desks.play("Ann", "", *SEEDED)
    ann, bob = desks.opened("Ann"), desks.opened("Bob")  # both read the same file
    anns, bobs = ann.match.asks[:2]
    ann.give(anns, "yes", False)
    bob.give(bobs, "no", False)
    assert desks.answers() == [("Ann", "yes"), ("Bob", "no")]
    assert ann.refresh()
    assert ann.match.entries == bob.match.entries  # also the dice that fell meanwhile
    assert not ann.refresh()


def test_a_second_answer_to_the_same_question_is_refused(desks: Desks) -> None:
    desks.play("Ann", "", *SEEDED)
    here, there = desks.opened("Ann"), desks.opened("Ann")  # Ann's two machines
    ask = here.match.asks[0]
    there.give(ask, "no", False)
    with pytest.raises(NotYourTurn, match="Ann is not asked that any more"):
        here.give(ask, "yes", False)
    assert desks.answers() == [("Ann", "no")]


def test_orders_stay_on_their_players_machine_until_they_are_used(desks: Desks) -> None:
    desks.play("Ann", "orders rocket start: no; order: defensive; item box: no\n\n", *SEEDED)
    assert '"defensive"' not in desks.log.read_text()
    assert '"answer": "no", "ahead": true' in desks.log.read_text()
    assert "defensive" in next((desks.folder / "Ann" / "orders").iterdir()).read_text()
    desks.play("Bob", "no\nquit\n")
    assert "by orders given ahead: Drive Defensively" not in desks.play("Bob", "quit\n").out
    ann = desks.play("Ann", "").out  # her machine answers at once
    told = "What is your action this turn? By your orders: Drive Defensively (order: defensive)"
    assert told in " ".join(ann.split())
    assert ("Ann", "defensive") in desks.answers()
    assert "by orders given ahead: Drive Defensively" not in desks.play("Bob", "quit\n").out
    assert "by orders" not in wreck("post", str(desks.log), "--turn", "1").out
    assert "· by orders given ahead: Ann\n" in wreck("post", str(desks.log), "--turn", "0").out
    assert "by orders given ahead: Drive Defensively" in desks.play("Bob", "aggressive\n").out


def test_orders_can_be_given_by_a_player_who_is_not_asked(desks: Desks) -> None:
    desks.play("Ann", "no\n", *SEEDED)
    log = ("play", "--post", str(desks.log), "--as", "Ann", "--orders")
    given = wreck(*log, "order: defensive; item box: no").out
    assert lines_of(given, "order") == ["order: defensive kept for later"]
    assert "The race waits for Bob." in given
    desks.play("Bob", "no\naggressive\n")
    desks.at("Ann")
    used = wreck(*log, "order: draft if place > 3; order: slide else ram; item box: no").out
    unused = "order: draft if place > 3 not used now"
    assert lines_of(used, "order") == [unused, "order: slide else ram used now"]
    assert lines_of(used, "item box") == ["item box: no kept for later"]
    assert "order: no option 'jump'" in refused(*log, "order: jump")
    assert ("Ann", "slide") in desks.answers()
    assert "Ann has no orders any more." in wreck(*log, "off").out


def finish(desks: Desks) -> None:
    """Write the end of the race into the file, as another machine would."""
    match = desks.opened("Ann").match
    while not match.is_over:
        ask = match.asks[0]
        match.answer(ask.names[0], ask.who, ask.question)
    desks.log.write_text(write_log(match))


def test_orders_for_a_race_that_ended_elsewhere_are_removed_when_it_is_opened(desks: Desks) -> None:
    desks.play("Ann", "no\n", *SEEDED)
    desks.play("Bob", "orders order: draft\n\n")
    (kept,) = (desks.folder / "Bob" / "orders").iterdir()
    finish(desks)
    said = desks.play("Bob", "").out
    assert "The race is over: your orders are no longer needed, and were removed." in said
    assert not kept.exists()
    assert "your orders" not in desks.play("Bob", "").out


def test_orders_for_races_that_are_over_are_removed_when_another_one_is_opened(
    desks: Desks,
) -> None:
    desks.play("Ann", "no\n", *SEEDED)
    desks.play("Bob", "orders order: draft\n\n")
    folder, old = desks.folder / "Bob" / "orders", desks.log
    (kept,) = folder.iterdir()
    desks.log = old.with_name("next.jsonl")
    desks.play("Ann", "no\n", *NEW, "--dice", "seeded:8")
    desks.play("Bob", "orders order: slide\n\n")
    assert kept in folder.iterdir()  # the first race is not over
    desks.log = old
    finish(desks)
    desks.log = old.with_name("next.jsonl")
    desks.play("Bob", "")
    assert [path == kept for path in folder.iterdir()] == [False]


def test_orders_for_a_race_stay_if_one_of_the_same_drivers_is_over(desks: Desks) -> None:
    """Races with random dice, of the same drivers on the same course, begin alike."""
    old, new = desks.log, desks.log.with_name("next.jsonl")
    for log in (old, new):
        desks.log = log
        desks.play("Ann", "no\n", *NEW, "--dice", "random")
    desks.play("Bob", "orders order: slide\n\n")
    desks.log = old
    finish(desks)
    assert "your orders" not in desks.play("Bob", "").out
    desks.log = new
    assert "order: slide" in desks.play("Bob", "").out


def test_fair_dice_fall_at_the_machine_that_keeps_their_secret(desks: Desks) -> None:
    desks.play("Ann", "luck\nmore\n1\n", *NEW, "--dice", "fair")
    bob = desks.play("Bob", "1\n").out
    assert "waits for its fair dice: the player who began it keeps their secret" in bob
    assert desks.answers() == [("Ann", "yes"), ("Bob", "yes")]
    ann = desks.play("Ann", "quit\n").out
    assert "Bob tried a Rocket Start" in ann


def test_with_stay_the_race_goes_on_when_the_file_does(
    desks: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks.play("Ann", "1\n", *SEEDED)
    waited = []

    def wait(_: float) -> None:
        """Bob answers while Ann waits; when she waits again, she quits."""
        waited.append(len(desks.answers()))
        if len(waited) > 1:
            raise KeyboardInterrupt
        bob = SharedRace(desks.log, print)
        bob.give(bob.match.asks[0], "no", False)

    monkeypatch.setattr("wreckoning.cli.terminal.post.time.sleep", wait)
    ran = wreck(
        "play", "--post", str(desks.log), "--as", "Ann", "--stay", given="aggressive\n" + "1\n" * 9
    )
    assert "Bob made no Rocket Start" in ran.out
    assert waited[0] == 1
    assert desks.answers()[:3] == [("Ann", "yes"), ("Bob", "no"), ("Ann", "aggressive")]


def test_what_others_may_have_read_is_not_taken_back(desks: Desks) -> None:
    ran = desks.play("Ann", "undo\nquit\n", *SEEDED)
    assert "undo: not in a race by post, since others may have read on" in ran.out


def test_a_lock_that_nobody_releases_is_named(
    desks: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks.play("Ann", "", *SEEDED)
    monkeypatch.setattr(post, "PATIENCE", 0)
    desks.log.with_name("race.jsonl.lock").write_text("")
    with pytest.raises(Malformed, match=r"race.jsonl.lock: another player is writing"):
        desks.opened("Bob")


def test_wrong_options_are_refused_in_one_line(desks: Desks) -> None:
    begin = ("play", *SEEDED, "--post", str(desks.log))
    assert "no driver 'Zoe'" in refused(*begin, "--as", "Zoe")
    assert "who are you? expected one of Ann, Bob" in refused(*begin)
    for given in (("--referee",), ("--option", "referee=on")):
        assert "a race by post has none" in refused(*begin, "--as", "Ann", *given)
    assert not desks.log.exists()
    desks.play("Ann", "", *SEEDED)
    log = str(desks.log)
    assert "no driver 'Zoe'; expected one of Ann, Bob" in refused(
        "play", "--post", log, "--as", "Zoe"
    )
    assert "who are you? expected one of Ann, Bob" in refused("play", "--post", log)
    assert "is a folder; expected the file" in refused("play", "--post", str(desks.folder))
    assert "no such file; a new race" in refused("play", "--post", f"{log}l", "--as", "Bob")
    assert "is there already" in refused("play", *NEW, "--post", log, "--as", "Ann")
    assert "expected with --post" in refused("play", "rtd", "--as", "Ann")
    assert "expected with --post" in refused("play", "rtd", "--orders", "otherwise: wait")
    assert "without --resume" in refused("play", "--resume", "last", "--post", log)
    assert json.loads(desks.log.read_text().split("\n")[0])["ruleset"] == "rtd"


def test_a_race_that_is_over_takes_no_orders(tmp_path: Path) -> None:
    log = str(tmp_path / "race.jsonl")
    wreck("play", "rtd", "--seats", "rookie,rookie", "--log", log, "--plain")
    said = refused("play", "--post", log, "--as", "Ann", "--orders", "otherwise: wait")
    assert said == f"the race in {log} is over: it takes no orders"


def test_a_hint_by_post_has_no_chances(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = Desks(tmp_path, monkeypatch).play("Ann", "hint\n", *NEW)
    assert "Rookie: " in ran.out
    assert "chance to win" not in ran.out
