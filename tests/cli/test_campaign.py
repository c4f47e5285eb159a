"""`wreck campaign`: a campaign in a file, its moves, undo, and its games (W41 to W43)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.run import Ran, refused, wreck

from wreckoning.cli.terminal.campaign import save
from wreckoning.cli.terminal.campaign_page import game_words
from wreckoning.core.fair import Fair
from wreckoning.table.campaigns.local import LocalCampaign, begin, read

MATCH = "terminal0123456789abcdef"
DICE = Fair("5e" * 32, MATCH, ["kumquat", ""])


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Secrets and records go to a folder of the test's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("WRECK_DATA", str(folder))
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A campaign of Ann and a bot, at the choice of its rosters."""
    path = tmp_path / "tour.json"
    ran("new", str(path), "--players", "Ann=you,Bot=rookie", "--option", "rounds=3")
    return path


def ran(*arguments: str, given: str = "") -> Ran:
    found = wreck("campaign", *arguments, given=given)
    assert (found.status, found.err) == (0, ""), found
    return found


def kept(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def in_play() -> LocalCampaign:
    """Ann and a bot, at their first game."""
    campaign = begin("rally", {"rounds": "3"}, [("Ann", ""), ("Bot", "rookie")], DICE)
    page = campaign.kind.page(campaign.campaign, 0)
    assert page.build is not None
    campaign.do(0, {"do": "roster", "team": page.build.ready_made[0].code})
    campaign.do(-1, {"do": "start"})
    campaign.do(0, {"do": "field", "vehicles": [0, 1, 2]})
    return campaign


def result(campaign: LocalCampaign) -> dict[str, Any]:
    """Ann wins; one of her vehicles is destroyed, the others come home damaged."""
    fates = [{"status": "destroyed", "hit_points": 0}] + [{"status": "home", "hit_points": 1}] * 9
    crews: Any = campaign.campaign.crews
    fielded = [len(crew.fielded) for crew in crews]
    names = ["Ann", "Bot"]
    places = [
        {"name": name, "place": n, "points": 20 // n, "vehicles": fates[: fielded[n - 1]]}
        for n, name in enumerate(names, 1)
    ]
    return {"places": places}


def test_a_campaign_is_played_in_its_file(file: Path) -> None:
    assert "Everybody puts a roster together. Waiting for Ann." in ran("show", str(file)).out
    ran("do", str(file), "1")
    assert "Round 1 of 3: Two Lap Race" in ran("do", str(file), "start").out
    out = ran("show", str(file)).out
    assert "Field 3 to 5 vehicles, up to 50 points, such as: field vehicles=0,2,3" in out
    ran("do", str(file), "field", "vehicles=0,2,3", "--as", "ann")
    assert "The games of this round are on." in ran("show", str(file)).out
    assert kept(file)["moves"][-1] == {"do": "field", "vehicles": [0, 2, 3], "who": 0}
    found = json.loads(ran("show", str(file), "--json").out)
    assert found["phase"] == "play"


def test_a_game_is_left_and_resumed(file: Path, data_folder: Path) -> None:
    out = ran("play", str(file), given="1\n\n1\nq\n").out
    assert "play --resume" in out
    assert out.rstrip().endswith(f"campaign play {file}")
    again = refused("campaign", "do", str(file), "repair", "vehicle=0")
    assert again == "a repair: only between two rounds, not while games are on (W42)"
    (log,) = file.with_suffix(".games").iterdir()
    table = kept(file)["fair"][0]["games"]
    assert [log.stem] == table
    secrets = sorted(each.name for each in (data_folder / "secrets").iterdir())
    assert secrets == sorted([kept(file)["fair"][0]["match"], log.stem])
    before = log.read_text()
    ran("play", str(file), given="q\n")
    assert log.read_text().splitlines()[0] == before.splitlines()[0]
    assert "Took back: Ann, Field Bass, Tenor, " in ran("undo", str(file)).out
    # other vehicles may be fielded: this game is not gone on with
    assert kept(file)["fair"][0]["games"] == [log.stem, f"{log.stem}t2"]


def test_undo_takes_back_a_move_with_those_of_bots(file: Path) -> None:
    before = file.read_text()
    ran("do", str(file), "2")
    chosen = file.read_text()
    ran("do", str(file), "start")
    started = kept(file)
    assert started["moves"][-1]["who"] == 1, "the bot has fielded its team"
    assert "Took back: the start." in ran("undo", str(file)).out
    assert file.read_text() == chosen
    ran("do", str(file), "start")
    assert kept(file) == started, "the dice keep their faces"
    ran("undo", str(file))
    assert "Took back: Ann, Take " in ran("undo", str(file)).out
    assert file.read_text() == before
    assert refused("campaign", "undo", str(file)) == "there is no move to take back"


def test_a_result_that_is_taken_back_is_raced_again_with_other_dice() -> None:
    campaign = in_play()
    (game,) = campaign.games()
    first = campaign.dice_of(game)
    campaign.count(game, result(campaign))
    assert campaign.games() == []
    after = campaign.document()
    assert after["moves"][-1]["who"] == 1
    assert len(after["dice"]) > 1
    undone = campaign.undo()
    assert (undone["do"], undone["game"], undone["who"]) == ("result", 0, -1)
    (again,) = campaign.games()
    second = campaign.dice_of(again)
    assert first.terms.match == f"{MATCH}g1"
    assert second.terms.match == f"{MATCH}g1t2"
    campaign.count(again, result(campaign))
    assert campaign.document()["dice"] == after["dice"], "fates do not change by an undo"


def test_moves_between_games_with_clear_refusals(tmp_path: Path) -> None:
    campaign = in_play()
    campaign.count(campaign.games()[0], result(campaign))
    path = tmp_path / "between.json"
    save(path, campaign)
    out = refused("campaign", "do", str(path), "repair", "vehicle=40")
    assert out == "a repair: Ann has no vehicle 40 that is damaged (W43)"
    for move, problem in (
        (["mend"], "do: no move 'mend'"),
        (["repair", "2"], "repair: expected FIELD=VALUE after it, found '2'"),
        (["repair"], "repair.vehicle: expected a value, found none"),
        (["900"], "move: expected 1 to "),
        (["ready", "--as", "Bot"], "Bot is a bot"),
        (["ready", "--as", "Zoe"], "--as: no player 'Zoe'"),
        (["result"], "result.game: expected a value, found none"),
    ):
        assert problem in refused("campaign", "do", str(path), *move)
    listed = ran("show", str(path)).out
    assert "all lists them" in listed
    assert len(ran("show", str(path), "--all").out.splitlines()) > 30


def test_a_file_from_elsewhere_gets_dice_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "sent.json"
    campaign = in_play()
    campaign.count(campaign.games()[0], result(campaign))
    sent = campaign.document()
    path.write_text(json.dumps(sent))
    ran("do", str(path), "buy", "design=buggy/light_machine_gun")
    ran("undo", str(path))
    first, second = kept(path)["fair"]
    assert first == sent["fair"][0]
    assert (second["first"], second["texts"]) == (len(sent["dice"]), ["", ""])
    assert second["match"].startswith("terminal")
    before = path.read_text()
    out = refused("campaign", "undo", str(path))
    assert out == "this move was made elsewhere, with other dice: it stands"
    assert path.read_text() == before, "a refusal changes nothing"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--game", "rtd"], "--game: no game with campaigns 'rtd'; expected one of rally"),
        (["--option", "rounds=99"], "rounds: expected one of 3, 4, "),
        (["--option", "weather=on"], "weather: expected one of rounds, size, hire"),
        (["--players", "Ann=you"], "players: expected 2 to 9, found 1"),
        (["--players", "Ann=you,ace"], "--players: 2: expected you or a bot of the game"),
    ],
)
def test_bad_terms_are_refused_in_one_line(
    tmp_path: Path, data_folder: Path, arguments: list[str], problem: str
) -> None:
    path = tmp_path / "bad.json"
    assert problem in refused("campaign", "new", str(path), *arguments)
    assert not path.exists()
    assert not data_folder.exists()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[]", ""),
        ("not JSON", ""),
        (
            '{"form": "wreckoning league 1"}',
            ", found a league's file: see it with wreck league show",
        ),
        ('{"wreckoning": 1}\n{"n": 1}', ", found a race's log: see it with wreck replay"),
    ],
)
@pytest.mark.parametrize("command", [["show"], ["do"], ["undo"], ["play"]])
def test_another_file_is_refused_in_one_line(
    tmp_path: Path, command: list[str], text: str, found: str
) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    move = ["start"] if command == ["do"] else []
    problem = refused("campaign", *command, str(path), *move)
    assert problem == f"{path}: expected a campaign's file{found}"


def test_a_league_is_not_verified_as_a_race(tmp_path: Path) -> None:
    path = tmp_path / "league.json"
    path.write_text('{"form": "wreckoning league 1"}')
    expected = "expected a race's log or a campaign's file, found a league's file"
    assert refused("verify", str(path)) == f"{path}: {expected}: see it with wreck league show"


def test_the_players_of_a_game_stand_in_order_of_points() -> None:
    campaign = in_play()
    found = result(campaign)
    found["places"][0]["points"], found["places"][1]["points"] = 3, 20
    campaign.count(campaign.games()[0], found)
    games = campaign.kind.page(campaign.campaign, None).games
    assert game_words(games[0])[3] == "Bot 20, Ann 3 (won)"


def test_the_file_of_a_finished_campaign_has_its_secret() -> None:
    campaign = in_play()
    while not campaign.campaign.is_over:
        for game in campaign.games():
            campaign.count(game, result(campaign))
        page = campaign.kind.page(campaign.campaign, 0)
        if page.field is not None and 0 in page.waited_for:
            campaign.do(0, {"do": "field", "vehicles": page.field.chosen})
        elif page.phase == "after" and 0 in page.waited_for:
            doubtful = [one.moves[1] for one in page.roster if one.state == "in doubt"]
            campaign.do(0, doubtful[0].move if doubtful else {"do": "ready"})
    document = campaign.document()
    assert document["fair"][0]["secret"] == DICE.reveal()
    assert read(document, "file").document() == document


@pytest.mark.slow
def test_a_campaign_of_bots_is_raced_to_its_end_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "bots.json"
    ran("new", str(path), "--players", "random,random")
    out = ran("play", str(path), given="\n").out
    assert "has won the campaign" in out
    assert kept(path)["fair"][0]["secret"]
    assert wreck("verify", str(path)).status == 0
    for log in path.with_suffix(".games").iterdir():
        assert wreck("verify", str(log)).status == 0
