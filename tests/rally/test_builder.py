"""The team builder: what may be done with a team, what it leads to, and what is against it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TypeVar

import pytest

from wreckoning.core.errors import Malformed
from wreckoning.core.shown_teams import BuiltPart, PartToAdd, VehicleToAdd
from wreckoning.rulesets.rally.teams.builder import builder
from wreckoning.rulesets.rally.teams.codes import read_code
from wreckoning.rulesets.rally.teams.legality import problems_of
from wreckoning.rulesets.rally.teams.model import team_points

C = TypeVar("C", BuiltPart, PartToAdd, VehicleToAdd)


def choice(choices: Sequence[C], title: str) -> C:
    """The one of this title."""
    [found] = [each for each in choices if each.title == title]
    return found


def test_an_empty_team_of_no_size() -> None:
    found = builder("")
    assert (found.code, found.size, found.points, found.legal) == (
        "",
        "single",
        0,
        False,
    )
    assert [each.title for each in found.add] == [
        *("Car", "Hotrod", "Sports Car", "Buggy", "Truck"),
    ]
    assert all(each.off == "" for each in found.add)
    json.dumps(asdict(found))


def test_step_by_step_to_a_legal_team() -> None:
    found = builder("", "small")
    for _ in range(3):
        found = builder(choice(found.add, "Truck").code, "small")
    assert (found.points, found.limit, found.legal) == (39, 50, True)
    truck = found.vehicles[0]
    found = builder(choice(truck.add, "Rocket Launcher").code, "small")
    assert found.code == "truck/rocket_launcher;truck;truck"
    found = builder(choice(found.vehicles[0].add, "Turret Mount on the Rocket Launcher").code)
    assert (found.points, found.size) == (39 + 6 + 2, "small")
    found = builder(choice(found.vehicles[0].parts, "Rocket Launcher").without)
    assert found.code == "truck;truck;truck"


def test_w33_the_vehicle_that_is_too_dear_is_off_with_the_points() -> None:
    found = builder("truck;truck;truck", "small")  # 39
    assert choice(found.add, "Hotrod").off == ""  # 50
    assert choice(found.add, "Truck").off == "52 points, 2 over the 50 of a small game (W33)"


def test_w33_too_few_vehicles_are_no_reason_against_another() -> None:
    assert all(each.off == "" for each in builder("car", "small").add)
    found = builder("car;car;buggy;buggy;buggy", "small")
    assert choice(found.add, "Buggy").off.startswith("6 vehicles, expected 3 to 5")


def test_w29_w30_w31_w32_what_may_not_be_added() -> None:
    [car] = builder("car/flamethrower/oil_dropper/tank_tracks/marksman", "single").vehicles
    assert choice(car.add, "Minigun").off == "3 weapons, 1 more than the 2 allowed (W29)"
    ammo = choice(car.add, "Inferno Ammo on the Flamethrower")
    assert ammo.off == "Inferno Ammo is not for a Flamethrower (W30)"
    assert choice(car.add, "Boost").off == "upgrades of 5 points, 1 over the 4 allowed (W31)"
    instead = choice(car.add, "Reckless")
    assert instead.code == "car/flamethrower/oil_dropper/tank_tracks/reckless"
    titles = [each.title for each in car.add]
    assert "Marksman" not in titles
    assert "Tank Tracks" not in titles
    assert not any("on the Oil Dropper" in title for title in titles)


def test_every_choice_leads_to_what_it_says() -> None:
    found = builder("iron_choir", "small")
    for vehicle in found.vehicles:
        for each in vehicle.add:
            team = read_code(each.code, "t")
            assert bool(each.off) == bool(problems_of(team, "small"))
            if each.kind != "driver":
                assert team_points(team) == found.points + each.points
        for part in vehicle.parts:
            assert team_points(read_code(part.without, "t")) < found.points
        assert len(read_code(vehicle.without, "t").vehicles) == 2
        assert len(read_code(vehicle.again, "t").vehicles) == 4


def test_a_copy_leaves_the_name_with_the_first() -> None:
    found = builder("Bob:car/minigun;truck", "small")
    assert found.vehicles[0].again == "Bob:car/minigun;car/minigun;truck"


def test_renaming() -> None:
    assert builder("car;truck", "small", 1, "Rust Bucket").code == "car;Rust_Bucket:truck"
    assert builder("car;Bob:truck", "small", 1, "").code == "car;truck"
    with pytest.raises(Malformed, match="without any of"):
        builder("car", "single", 0, "a/b")
    with pytest.raises(Malformed, match="expected 0 to 0, found 1"):
        builder("car", "single", 1, "Bob")


def test_a_file_and_a_key_are_teams_too() -> None:
    found = builder("iron_choir")
    assert (found.title, found.size, found.points) == ("The Iron Choir", "small", 50)
    again = builder(found.file)
    assert (again.code, again.title) == (found.code, found.title)
    assert found.code in [each.code for each in found.ready_made]


def test_w41_a_roster_is_a_size_too() -> None:
    found = builder("", "roster")
    assert found.size_words == "Roster: 8 to 10 vehicles, 100 points"
    found = builder("car", "roster")
    assert choice(found.add, "Truck").off == ""
    [car] = builder("car/minigun", "roster").vehicles
    assert choice(car.add, "Boost").off.endswith("(W41)")
    assert choice(car.add, "Light Machine Gun").off.endswith("(W41)")


@pytest.mark.parametrize("code", ["what", "car/gun", "title = 1", "[[vehicle]]\ntype = 3"])
def test_what_is_no_team_is_refused(code: str) -> None:
    with pytest.raises(Malformed):
        builder(code)


def test_an_unknown_size_is_refused() -> None:
    with pytest.raises(Malformed, match="did you mean small"):
        builder("car", "smal")
