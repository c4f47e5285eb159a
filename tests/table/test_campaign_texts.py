"""Players' texts for the dice of a campaign, and of its games: given after the commitment, before
the first roll, and seen by all."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from tests.table.campaigning import EIGHT, Played, begin, to_the_game
from tests.table.house import run

from wreckoning.cli.checks.campaign import verdict
from wreckoning.core.errors import Illegal
from wreckoning.core.fair import commitment
from wreckoning.core.ids import by_seat
from wreckoning.server.campaigns import storage
from wreckoning.server.live.service import TableService
from wreckoning.table import models
from wreckoning.table.campaigns.checking import check_campaign
from wreckoning.table.campaigns.stretches import GAME_TAG, DiceTerms, game_secret
from wreckoning.table.ids import TableId
from wreckoning.table.refusals import Forbidden
from wreckoning.table.replies import Made, OwnSeat

GOLDEN = Path(__file__).parent.parent / "golden" / "campaigns"


def test_texts_come_after_the_commitment_and_before_the_start(tmp_path: Path) -> None:
    async def does(tables: TableService) -> None:
        played = await begin(tables, "mine", "open", "rookie")
        fair = (await played.look())["fair"]
        assert (fair["texts"], fair["open"], len(fair["commitment"])) == (["", "", ""], True, 64)
        await played.text(0, "kumquat")
        played.tokens[1] = await played.claim(1, "Bob", "the-claim-of-bob", text="Zoë 🍊")
        assert (await played.look())["fair"]["texts"] == ["kumquat", "Zoë 🍊", ""]
        await played.text(0, "other words")
        for seat in (0, 1):
            await played.move(seat, do="roster", team=EIGHT)
        await played.move(-1, do="start")
        with pytest.raises(Illegal, match="texts for the dice are fixed"):
            await played.text(0, "too late")
        later = (await played.look())["fair"]
        assert later == {**fair, "texts": ["other words", "Zoë 🍊", ""], "open": False}

    run(tmp_path, does)


def test_text_of_another_seat_or_with_a_line_break_is_refused(tmp_path: Path) -> None:
    async def does(tables: TableService) -> None:
        played = await begin(tables, "mine", "open")
        with pytest.raises(Forbidden):
            await played.text(1, "for someone else")
        with pytest.raises(ValidationError, match="64 visible characters, found a line break"):
            await played.text(0, "two\nlines")
        with pytest.raises(ValidationError, match="64 visible characters, found a line break"):
            await played.claim(1, "Bob", "the-claim-of-bob", text="two\nlines")
        seen = await played.look()
        assert (seen["fair"]["texts"], seen["open"]) == (["", ""], [1])

    run(tmp_path, does)


def test_game_secret_is_fixed_before_the_texts_and_uses_them_all(tmp_path: Path) -> None:
    """Its secret is made of the campaign's, its table's id of the campaign's id."""

    async def does(tables: TableService) -> None:
        played = await begin(tables, "mine", "mine")
        promised = (await played.look())["fair"]["commitment"]
        for seat, text in by_seat(("kumquat", "Zoë 🍊")):
            await played.text(seat, text)
        await to_the_game(played)
        await played.move(1, do="field", vehicles=[0, 1, 2])
        [game] = (await played.look())["tables"]
        assert game["table"] == f"{played.id}g1"
        settings = (await tables.following.copy(game["table"])).settings
        assert [seat.text for seat in settings.seats] == ["kumquat", "Zoë 🍊"]
        row = storage.load(tables.store.engine, played.id)
        assert row is not None
        assert commitment(row.secret) == promised
        assert settings.commitment == commitment(
            game_secret(row.secret, played.id, TableId(f"{played.id}g1"))
        )
        [stretch] = (json.loads(await played.campaigns.document(played.id)))["fair"]
        assert (stretch["games"], stretch["secret"]) == ([game["table"]], "")

    run(tmp_path, does)


def test_abandoned_game_gets_the_next_table_number(tmp_path: Path) -> None:
    async def does(tables: TableService) -> None:
        played = await begin(tables, "mine", "mine")
        await to_the_game(played)
        await played.move(1, do="field", vehicles=[0, 1, 2])
        [first] = (await played.look())["tables"]
        row = storage.load(tables.store.engine, played.id)
        assert row is not None
        host = row.keeping.games["0"].host
        await tables.do(first["table"], models.Abandon(request="given-up-1", token=host))
        [second] = (await played.look())["tables"]
        assert second["table"] == f"{played.id}g1t2"
        [stretch] = (json.loads(await played.campaigns.document(played.id)))["fair"]
        assert stretch["games"] == [first["table"], second["table"]]

    run(tmp_path, does)


def test_game_secret_matches_the_documented_example() -> None:
    """docs/fair-dice.md: the campaign's secret, the ids, the table's secret and its commitment."""
    page = (Path(__file__).parents[2] / "docs" / "fair-dice.md").read_text("utf-8")
    found = re.search("The secret is `([0-9a-f]{64})`", page)
    assert found is not None
    secret = game_secret(found[1], "k7", TableId("k7g1"))
    stretch = DiceTerms(first=0, match="k7", commitment="", texts=[], secret=found[1])
    assert (stretch.next_table(0), stretch.commitment_of(TableId("k7g1"))) == (
        "k7g1",
        commitment(secret),
    )
    assert f"the table's secret is `{secret}`, and its commitment\n`{commitment(secret)}`" in page
    for line in (GAME_TAG, b"k7".hex(), b"k7g1".hex()):
        assert f"`{line}`" in page


def test_tables_are_numbered_by_game() -> None:
    stretch = DiceTerms(
        first=0, match="c7", commitment="", texts=[], games=[TableId("c7g12"), TableId("c7g2")]
    )
    assert [stretch.next_table(game) for game in (0, 1, 11)] == ["c7g1", "c7g2t2", "c7g12t2"]


def test_resumed_campaign_needs_new_texts_from_all_players(tmp_path: Path) -> None:
    async def does(tables: TableService) -> None:
        played = await begin(tables, "mine", "mine")
        await played.text(0, "kumquat")
        await to_the_game(played)
        await played.move(1, do="field", vehicles=[0, 1, 2])
        file = json.loads(await played.campaigns.document(played.id))  # the first game is on
        wanted: dict[str, Any] = {"ruleset": "rally", "title": "Again", "document": file}
        wanted["players"] = [{"player": "mine"}, {"player": "open"}]
        made = await played.campaigns.create(json.dumps(wanted).encode())
        again = Played(tables, made)
        seen = await again.look()
        assert (seen["page"]["phase"], seen["tables"], seen["open"]) == ("play", [], [1])
        assert (seen["fair"]["texts"], seen["fair"]["open"]) == (["", ""], True)
        await again.text(0, "other words")
        again.tokens[1] = await again.claim(1, "Bob", "the-claim-of-bob", text="Zoë 🍊")
        seen = await again.look()
        assert [game["table"] for game in seen["tables"]] == [f"{again.id}g1"]
        assert (seen["fair"]["texts"], seen["fair"]["open"]) == (["other words", "Zoë 🍊"], False)
        fair = (json.loads(await again.campaigns.document(again.id)))["fair"]
        assert [each["texts"] for each in fair] == [["kumquat", ""], ["other words", "Zoë 🍊"]]
        assert [each["games"] for each in fair] == [[f"{played.id}g1"], [f"{again.id}g1"]]

    run(tmp_path, does)


def test_campaign_without_texts_goes_on(tmp_path: Path) -> None:
    """A row of a database as it was written then, between the second and the third game."""
    stored = json.loads((GOLDEN / "running_row.json").read_text("utf-8"))

    async def does(tables: TableService) -> None:
        row = {**stored["row"], "listed": True}
        keeping = storage.Keeping.model_validate_json(row["keeping"], strict=False)
        storage.add(tables.store.engine, storage.StoredCampaign(**{**row, "keeping": keeping}))
        tokens = [OwnSeat(int(seat), stored["tokens"][seat]) for seat in "01"]
        played = Played(tables, Made(row["id"], stored["host"], tokens))
        seen = await played.look(*played.tokens.values())
        assert (seen["page"]["waited_for"], seen["fair"]["texts"]) == ([0, 1], [])
        with pytest.raises(Illegal, match="texts for the dice are fixed"):
            await played.text(0, "too late")
        for seat in (0, 1):
            await played.move(seat, do="ready")
        for seat in (0, 1):
            field = (await played.look(played.tokens[seat]))["page"]["field"]
            await played.move(seat, do="field", vehicles=field["chosen"])
        seen = await played.look()
        assert seen["tables"][-1] == {"game": 2, "table": f"{row['id']}g3", "seats": []}
        file = json.loads(await played.campaigns.document(row["id"]))
        file["fair"][0]["secret"] = row["secret"]  # as at the end
        checked = check_campaign(file, "file")
        assert checked.dice == len(json.loads(row["document"])["dice"])
        assert "16 of 16 dice are what their secret" in verdict(checked)

    run(tmp_path, does)


def test_the_last_table_of_a_game_counts_whatever_the_letters_of_its_campaign() -> None:
    names = ("k2t7g1", "k2t7g2", "k2t7g2t2", "k2t7g12", "k2t7g2t3")
    games = [TableId(name) for name in names]
    stretch = DiceTerms(first=0, match="k2t7", commitment="", texts=[], games=games)
    assert stretch.last_tables == ["k2t7g1", "k2t7g2t3", "k2t7g12"]
