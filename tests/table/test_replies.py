"""Replies match their declared types: no part is missing, and none is undeclared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import cache
from types import ModuleType
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter
from tests.table.hosting import Ear, Hosted, hosting
from tests.table.serving import make_table, start
from tests.table.sitting import Sitting

from wreckoning.analysis import replies as review_replies
from wreckoning.core import shown_campaigns, shown_teams
from wreckoning.core.ruleset import find_ruleset, registered
from wreckoning.core.shown_teams import Built
from wreckoning.leagues import messages as league_messages
from wreckoning.server.damage import DAMAGED, read_summary
from wreckoning.server.encoding import dump
from wreckoning.table import messages, models, profile_messages, replies
from wreckoning.table.ids import TableVersion

CLOCK = {"kind": "live", "seconds": 600}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("replies") / "table.db") as server:
        yield server


@cache
def adapter_of(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def check(kind: Any, sent: Any) -> None:
    """Check that a reply is the same after reading it by its type, and sending it."""
    assert orjson.loads(dump(adapter_of(kind).validate_python(sent))) == sent


def test_what_a_sparse_reply_lacks_is_left_out_of_its_json_and_its_document() -> None:
    you = replies.You([], host=True, undo=[], bans=[])
    assert dump(you) == '{"seats":[],"host":true,"undo":[],"bans":[]}'
    assert (you.bans, you.orders) == ([], None)
    assert dump(replace(you, bans=None)) == '{"seats":[],"host":true,"undo":[]}'
    update = replies.Update(
        "update", TableVersion(0), table=None, play=None, lines=replies.LineChange(0, [])
    )
    assert orjson.loads(dump(update)).keys() == {"type", "version", "table", "play", "lines"}
    described = adapter_of(replies.You).json_schema()
    assert described["required"] == ["seats", "host", "undo"]
    names = {"type": "array", "items": {"type": "string"}}
    assert described["properties"]["bans"] == {"title": "Bans", **names}


@pytest.mark.parametrize(
    "module",
    [replies, profile_messages, league_messages, review_replies, shown_campaigns, shown_teams],
)
def test_every_reply_is_a_frozen_dataclass(module: ModuleType) -> None:
    for kind in vars(module).values():
        if not isinstance(kind, type) or kind.__module__ != module.__name__:
            continue
        if kind is replies.Sparse or issubclass(kind, models.Model):
            continue
        assert is_dataclass(kind), kind
        assert kind.__dataclass_params__.frozen, kind  # type: ignore[attr-defined]
        if issubclass(kind, replies.Sparse):
            assert {one.default for one in fields(kind)} <= {MISSING, None}, kind


def test_summary_is_read_as_it_was_stored_by_each_release() -> None:
    summary = messages.summary(Sitting("Ann", "Bob").game)
    kept = orjson.loads(dump(summary))
    assert read_summary(dump(kept)) == summary
    del kept["own_data"]
    assert read_summary(dump(kept)) == summary, "0.1.0 had no house files"
    del kept["winner"]
    with pytest.raises(DAMAGED):
        read_summary(dump(kept))


def test_replies_about_rulesets_match_their_types(hosted: Hosted) -> None:
    check(list[replies.RulesetCard], hosted.get("/api/rulesets"))


@pytest.mark.parametrize("key", registered())
def test_replies_about_a_race_match_their_types(hosted: Hosted, key: str) -> None:
    course = find_ruleset(key).course_names()[0]
    check(replies.RulesPage, hosted.get(f"/api/rulesets/{key}/rules"))
    check(replies.CoursePage, hosted.get(f"/api/rulesets/{key}/courses/{course}"))
    table = make_table(hosted, "mine", "rookie", ruleset=key, course=course, pace=CLOCK)
    check(replies.State, hosted.get(f"/api/tables/{table.id}"))
    start(hosted, table)
    ear = Ear(hosted, table.id, [table.host, table.tokens[0]])
    menu = ear.asked()
    assert menu
    name = menu["options"][menu["prompt"]["default"] or 0]["name"]
    given = {"seat": 0, "ask": menu["ask"], "version": ear.version}
    for line in (name, "? 1", "r1", "fly", ""):
        assert ear.do("read", token=table.tokens[0], line=line, **given)["type"] == "reply"
    given["answer"] = name
    assert ear.do("answer", token=table.tokens[0], **given)["type"] == "reply"
    ear.do("chat", token=table.tokens[0], text="Good luck")
    ear.hears(1)
    for message in map(orjson.loads, ear.texts):
        check(replies.Push, message)
    assert {"state", "you", "menus", "here", "update", "reply", "chat"} <= set(ear.heard)
    check(replies.State, hosted.get(f"/api/tables/{table.id}"))
    check(replies.Replay, hosted.get(f"/api/tables/{table.id}/replay"))
    check(replies.Glances, hosted.get(f"/api/tables/several?id={table.id}"))
    check(replies.TablePage, hosted.get("/api/tables?state=running"))


def test_reply_to_a_claim_matches_its_type(hosted: Hosted) -> None:
    table = make_table(hosted, "mine", "open")
    claimed = hosted.post(
        f"/api/tables/{table.id}/claim", request="claim-of-bob", seat=1, name="Bob"
    )
    check(replies.Done, claimed)
    assert claimed["result"].keys() == {"token", "seat"}


def test_replies_about_campaigns_match_their_types(hosted: Hosted) -> None:
    built = hosted.post("/api/rulesets/rally/builder", code="")
    check(Built, built)
    team = built["ready_made"][0]["code"]
    check(Built, hosted.post("/api/rulesets/rally/builder", code=team))
    seats = [{"player": "mine", "name": "Ann"}, {"player": "rookie"}]
    made = hosted.post("/api/campaigns", ruleset="rally", title="The long road", players=seats)
    check(replies.Made, made)
    tokens = [made["host"], made["seats"][0]["token"]]
    seen = hosted.post(f"/api/campaigns/{made['id']}/look", tokens=tokens)
    check(replies.CampaignInfo, seen)
    chosen = {"do": "roster", "team": seen["page"]["build"]["ready_made"][0]["code"]}
    request = {"request": "a-request", "token": tokens[1], "seat": 0, "version": seen["version"]}
    seen = hosted.post(f"/api/campaigns/{made['id']}/move", **request, move=chosen)
    check(replies.CampaignInfo, seen)
    assert seen["page"]["roster"]
    check(replies.CampaignCards, hosted.get("/api/campaigns?state=running"))
