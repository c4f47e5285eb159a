"""Profiles over the interface: one person, several browsers, the same seats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.table.authenticator import Authenticator
from tests.table.devices import Device
from tests.table.hosting import Hosted, hosting
from tests.table.serving import REQUESTS, Browser, Made, make_table, start

SEATS = [{"player": "mine", "name": "Ann"}, {"player": "open"}, {"player": "rookie"}]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("profiles") / "table.db") as server:
        yield server


def test_a_seat_belongs_to_the_profile_on_every_device(hosted: Hosted) -> None:
    desk = Device(hosted, "Ann")
    phone, stranger = Device(hosted).joins(desk), Device(hosted, "Bob")
    made = desk.makes()
    assert desk.at(made) == phone.at(made) == ([0], True)
    assert stranger.at(made) == ([], False)
    stranger.claims(made, 1, "Bob")
    assert stranger.at(made) == ([1], False)
    start(hosted, made)
    line = Browser(hosted, made.id, [phone.token])
    menu = line.asked()
    assert menu is not None
    reply = line.answered(line.answer(menu))
    assert reply["type"] == "reply", reply


def test_token_of_a_seat_still_opens_it(hosted: Hosted) -> None:
    made = Device(hosted, "Ann").makes()
    line = Browser(hosted, made.id, [made.tokens[0]])
    assert line.you["seats"] == [0]


def test_proof_of_a_profile_cannot_be_forged(hosted: Hosted) -> None:
    ann = Device(hosted, "Ann")
    made, name = ann.makes(), ann.get("/api/profile")["id"]
    answer = hosted.http.post(
        f"/api/tables/{made.id}/start", json={"request": next(REQUESTS), "token": f"@{name}"}
    )
    assert answer.status_code == 422
    line = Browser(hosted, made.id, ["d.guessed"])
    assert line.you == {"seats": [], "host": False, "undo": []}


def test_sign_in_link_works_once(hosted: Hosted) -> None:
    desk = Device(hosted, "Ann")
    link = desk.link()
    assert link["address"].endswith(f"/join#{link['code']}")
    assert link["qr"].startswith("<svg")
    Device(hosted).post("/api/profile/join", code=link["code"])
    assert Device(hosted).refused("POST", "/api/profile/join", code=link["code"]) == (
        404,
        "this link was used already, or is too old: make a new one",
    )


def test_sign_in_link_expires_after_minutes(hosted: Hosted) -> None:
    desk = Device(hosted, "Ann")
    code, profiles = desk.link()["code"], hosted.app.state.serving.profiles
    before = profiles._clock
    profiles._clock = lambda: before() + 601
    try:
        assert Device(hosted).refused("POST", "/api/profile/join", code=code)[0] == 404
    finally:
        profiles._clock = before


def test_devices_are_listed_and_can_be_signed_out(hosted: Hosted) -> None:
    desk = Device(hosted, "Ann")
    phone, made = Device(hosted).joins(desk), desk.makes()
    line = Browser(hosted, made.id, [phone.token])
    assert line.you["seats"] == [0]
    devices = desk.get("/api/profile")["devices"]
    assert {(one["name"], one["here"]) for one in devices} == {
        ("Firefox on Linux", True),
        ("Firefox on Linux", False),
    }
    (other,) = (one["id"] for one in devices if not one["here"])
    desk.post(f"/api/profile/devices/{other}/sign_out")
    assert line.gone() == 1013  # it comes again, and has no seat any more
    assert phone.at(made) == ([], False)
    assert phone.refused("GET", "/api/profile") == (
        403,
        "this browser is signed out of its profile",
    )
    assert desk.refused("POST", f"/api/profile/devices/{other}/sign_out")[0] == 404


def test_a_profile_that_joins_another_brings_its_seats(hosted: Hosted) -> None:
    phone, desk = Device(hosted, "Ann"), Device(hosted, "Anna")
    on_phone, on_desk, before = phone.makes(), desk.makes(), phone.token
    phone.joins(desk)
    for device in (phone, desk):
        assert device.at(on_phone) == device.at(on_desk) == ([0], True)
    assert phone.token != before
    assert len(desk.get("/api/profile")["devices"]) == 2
    assert {race["table"]["id"] for race in desk.get("/api/profile/races")["races"]} == {
        on_phone.id,
        on_desk.id,
    }


def test_seats_held_by_tokens_are_adopted(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "open", "rookie")
    ann, held = Device(hosted, "Ann"), {made.id: [made.host, *made.tokens.values()]}
    assert ann.post("/api/profile/adopt", tables=held) == {"tables": [made.id]}
    assert ann.post("/api/profile/adopt", tables=held) == {"tables": [made.id]}, "asked again"
    assert ann.at(made) == ([0], True)


def test_stolen_token_does_not_move_a_seat_to_another_profile(hosted: Hosted) -> None:
    """Not even a stranger who has read every token of the table."""
    ann, bob = Device(hosted, "Ann"), Device(hosted, "Bob")
    made = ann.makes()
    held = {made.id: [made.host, *made.tokens.values()], "nosuchtable": ["x"]}
    assert bob.post("/api/profile/adopt", tables=held) == {"tables": []}
    assert bob.at(made) == ([], False)
    assert ann.at(made) == ([0], True)
    assert bob.get("/api/profile/races")["races"] == []


def test_name_colour_and_settings_are_kept(hosted: Hosted) -> None:
    ann = Device(hosted, "Ann")
    ann.post("/api/profile/change", name="  Anna ", colour="#123456", page={"speed": 2})
    phone = Device(hosted).joins(ann)
    own = phone.post("/api/profile/change", public=True)
    assert (own["name"], own["colour"], own["public"]) == ("Anna", "#123456", True)
    assert own["page"] == {"speed": 2}
    assert phone.refused("POST", "/api/profile/change", colour="red")[0] == 422


def drive_home(hosted: Hosted, made: Made, token: str) -> None:
    """Finish a race with our seats handed to a bot."""
    for seat in made.tokens:
        hosted.post(
            f"/api/tables/{made.id}/hand_over",
            request=next(REQUESTS),
            token=token,
            seat=seat,
            player="rookie",
        )
    hosted.post(f"/api/tables/{made.id}/race_on", request=next(REQUESTS), token=token)


def test_my_races_by_turn_game_course_opponent_and_date(hosted: Hosted) -> None:
    ann, bob = Device(hosted, "Ann"), Device(hosted, "Bob")
    waits, runs = ann.makes(), ann.makes()
    bob.claims(runs, 1, "Bobby Tables")
    start(hosted, runs)

    def find(**query: str) -> list[str]:
        return [race["table"]["id"] for race in ann.get("/api/profile/races", **query)["races"]]

    assert find() == [runs.id, waits.id]
    assert find(kind="running") == [runs.id]
    assert find(kind="open") == [waits.id]
    assert find(opponent="bobby") == [runs.id]
    assert find(opponent="Driver 0") == []  # that is Ann herself
    assert find(game="rtd", course="sundae") == [runs.id, waits.id]
    assert find(game="rush") == find(course="nowhere") == find(until="2020-01-01") == []
    assert find(since="2020-01-01") == [runs.id, waits.id]
    current = ann.get("/api/profile/current")["races"]
    assert {race["table"]["id"] for race in current} == {runs.id, waits.id}
    assert [(race["seats"], race["numbers"]) for race in current] == [(["Driver 0"], [0])] * 2
    page = ann.get("/api/profile/races", kind="turn")
    asked = hosted.get(f"/api/tables/several?id={runs.id}")["tables"][0]["asked"]
    assert [race["table"]["id"] for race in page["races"]] == [runs.id] * (0 in asked)
    assert (page["turn"], page["running"]) == (int(0 in asked), 1)
    assert (page["open"], page["over"]) == (1, 0)
    assert ann.refused("GET", "/api/profile/races?since=yesterday")[0] == 422
    assert Device(hosted).refused("GET", "/api/profile/races")[0] == 403


def test_results_records_and_favourite_vehicle(hosted: Hosted) -> None:
    ann = Device(hosted, "Ann")
    made = make_table(hosted, "mine", "rookie", token=ann.token)
    start(hosted, made)
    drive_home(hosted, made, ann.token)
    name = ann.get("/api/profile")["id"]
    page = ann.get(f"/api/profiles/{name}")
    assert (page["races"], page["own"]) == (1, True)
    (game,), (course,) = page["games"], page["courses"]
    assert (game["ruleset"], game["races"]) == ("rtd", 1)
    assert game["wins"] == (game["mean_place"] == 1)
    assert course["table"] == (made.id if course["turns"] else ""), "or she never came home"
    (race,) = ann.get("/api/profile/races", kind="over")["races"]
    assert race["place"] in (1, 2)
    assert Device(hosted).refused("GET", f"/api/profiles/{name}")[0] == 404
    ann.post("/api/profile/change", public=True)
    shown = Device(hosted).get(f"/api/profiles/{name}")
    assert (shown["own"], shown["races"], shown["latest"]) == (False, 1, [])


def test_favourite_vehicle_is_the_one_that_was_dealt(hosted: Hosted) -> None:
    ann = Device(hosted, "Ann")
    rush = {"ruleset": "rush", "course": "the_bullring"}
    made = make_table(hosted, "mine", "rookie", token=ann.token, **rush)
    start(hosted, made)
    drive_home(hosted, made, ann.token)
    page = ann.get(f"/api/profiles/{ann.get('/api/profile')['id']}")
    standings = hosted.get(f"/api/tables/{made.id}")["play"]["standings"]
    (dealt,) = [row["vehicle"] for row in standings if row["seat"] == 0]
    assert page["vehicle"] == page["games"][0]["vehicle"] == dealt != ""


def test_practice_races_do_not_count_in_results(hosted: Hosted) -> None:
    ann = Device(hosted, "Ann")
    made = make_table(hosted, "mine", "rookie", practice=True, token=ann.token)
    drive_home(hosted, made, ann.token)
    page = ann.get(f"/api/profiles/{ann.get('/api/profile')['id']}")
    assert page["races"] == 0
    assert ann.get("/api/profile/races")["over"] == 1
    assert ann.get("/api/profile/current") == {"races": []}


def test_next_race_recognises_profiles(hosted: Hosted) -> None:
    ann, bob = Device(hosted, "Ann"), Device(hosted, "Bob")
    made = make_table(hosted, "mine", "open", token=ann.token)
    bob.claims(made, 1, "Bob")
    start(hosted, made)
    hosted.post(f"/api/tables/{made.id}/abandon", request=next(REQUESTS), token=ann.token)
    following = hosted.post(f"/api/tables/{made.id}/again", tokens=[bob.token])["id"]
    there = Made(following, "", {})
    assert bob.at(there) == ([1], True)
    assert ann.at(there) == ([], False)
    again = hosted.post(f"/api/tables/{made.id}/again", tokens=[made.host, ann.token])
    assert again["id"] == following
    assert ann.at(there) == ([0], True)
    assert bob.at(there) == ([1], False)


def test_my_data_can_be_exported_and_deleted(hosted: Hosted) -> None:
    ann = Device(hosted, "Ann")
    made = ann.makes()
    said = {"request": next(REQUESTS), "token": ann.token, "text": "Good luck"}
    hosted.post(f"/api/tables/{made.id}/chat", **said)
    raced = make_table(hosted, "mine", "rookie", token=ann.token)
    start(hosted, raced)
    order = {"request": next(REQUESTS), "token": ann.token, "seat": 0, "text": "order: draft"}
    hosted.post(f"/api/tables/{raced.id}/orders", **order)
    data = ann.get("/api/profile/export")
    assert data["profile"]["name"] == "Ann"
    assert {seat["table_id"] for seat in data["seats"]} == {made.id, raced.id}
    kept = {"table": raced.id, "seat": 0, "text": "order: draft\notherwise: wait"}
    assert data["orders"] == [kept]
    assert [one["text"] for one in data["said"]] == ["Good luck"]
    name = data["profile"]["id"]
    ann.post("/api/profile/delete")
    assert ann.refused("GET", "/api/profile")[0] == 403
    assert Device(hosted).refused("GET", f"/api/profiles/{name}")[0] == 404
    assert hosted.get(f"/api/tables/{made.id}")["chat"] == []
    assert ann.at(made) == ([], False)
    line = Browser(hosted, made.id, [made.tokens[0]])
    assert line.you["seats"] == [0], "the seat's own token is in the browser still"


def test_a_passkey_keeps_the_profile_for_good(hosted: Hosted) -> None:
    ann, site = Device(hosted, "Ann"), hosted.address.replace("127.0.0.1", "localhost")
    made, key = ann.makes(), Authenticator(site)
    ann.headers = {"host": site.removeprefix("http://"), "origin": site}
    options = ann.post("/api/profile/passkeys/begin")["options"]
    assert (options["rp"]["id"], options["user"]["name"]) == ("localhost", "Ann")
    made_key = key.create(options)
    (kept,) = ann.post("/api/profile/passkeys", credential=made_key)["passkeys"]
    again = ann.refused("POST", "/api/profile/passkeys", credential=made_key)
    assert again == (404, "this took too long, or was sent twice: begin again")

    fresh = Device(hosted)  # everything else is lost
    fresh.headers = ann.headers
    wanted = fresh.post("/api/profile/sign_in/begin")["options"]
    shown = key.get(wanted)
    fresh.token = fresh.post("/api/profile/sign_in", credential=shown)["token"]
    assert fresh.at(made) == ([0], True)
    assert Device(hosted).refused("POST", "/api/profile/sign_in", credential=shown)[0] == 404

    other = Authenticator(site)  # a key that was not made for this profile
    other._id = key._id
    wanted = fresh.post("/api/profile/sign_in/begin")["options"]
    status, text = fresh.refused("POST", "/api/profile/sign_in", credential=other.get(wanted))
    assert (status, text.split(":")[0]) == (422, "credential")

    fresh.post(f"/api/profile/passkeys/{kept['id']}/remove")
    wanted = fresh.post("/api/profile/sign_in/begin")["options"]
    assert fresh.refused("POST", "/api/profile/sign_in", credential=key.get(wanted))[0] == 404


def test_passkeys_need_a_site_with_a_name(hosted: Hosted) -> None:
    ann = Device(hosted, "Ann")
    status, text = ann.refused("POST", "/api/profile/passkeys/begin")
    assert status == 409
    assert text.startswith("passkeys need a site with a name")
    nothing = ann.refused("POST", "/api/profile/sign_in", credential={"id": "x", "response": 3})
    assert nothing == (422, "credential: not a passkey's answer")
