"""Teams: which are legal, by which rule they are not, and their two forms."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.rulesets.rally.cards import (
    drivers,
    modifications,
    sizes,
    upgrades,
    vehicles,
    weapons,
)
from wreckoning.rulesets.rally.teams.codes import is_code, read_code, write_code
from wreckoning.rulesets.rally.teams.files import read_team, write_team
from wreckoning.rulesets.rally.teams.legality import check_team, problems_of
from wreckoning.rulesets.rally.teams.model import Design, Mounted, Team, sizes_of, team_points
from wreckoning.rulesets.rally.teams.shipped import teams, teams_of_size

FULL = "Rust Bucket:buggy/light_machine_gun.turret_mount/oil_dropper/boost/marksman"


def refused(code: str, size: str | None = None) -> str:
    """The words with which the team of a code is refused."""
    with pytest.raises(Illegal) as error:
        check_team(read_code(code, "t"), "t", size)
    return str(error.value)


def designs() -> st.SearchStrategy[Design]:
    """Any vehicle, legal or not."""
    mounted = st.builds(
        Mounted,
        st.sampled_from(list(weapons())),
        st.lists(st.sampled_from(list(modifications())), max_size=3, unique=True).map(tuple),
    )
    return st.builds(
        Design,
        st.sampled_from(list(vehicles())),
        st.lists(mounted, max_size=2).map(tuple),
        st.lists(st.sampled_from(list(upgrades())), max_size=3, unique=True).map(tuple),
        st.sampled_from(["", *drivers()]),
        st.sampled_from(["", "Rust Bucket", "Ärger", "No 7", "O'Hare"]),
    )


# --- W29: one ranged weapon and one more of any kind


@pytest.mark.parametrize(
    "code",
    [
        "car",
        "car/minigun",
        "car/wrecker_arm",
        "car/minigun/wrecker_arm",
        "car/smoke_dropper/light_machine_gun",
        "car/light_machine_gun/flamethrower",
    ],
)
def test_w29_one_ranged_weapon_and_one_of_any_kind(code: str) -> None:
    check_team(read_code(code, "t"), "t")


def test_w29_two_weapons_without_a_ranged_one_are_refused() -> None:
    assert refused("car/spiked_ram/oil_dropper") == (
        "t: vehicle 1, Car: one of two weapons has to be a ranged one, "
        "found Spiked Ram and Oil Dropper (W29)"
    )


def test_w29_three_weapons_are_refused() -> None:
    found = refused("car/light_machine_gun/light_machine_gun/oil_dropper")
    assert found == "t: vehicle 1, Car: 3 weapons, 1 more than the 2 allowed (W29)"


# --- W30: modifications


def test_w30_modifications_are_for_ranged_weapons() -> None:
    found = refused("car/spiked_ram.stabilised")
    assert (
        found == "t: vehicle 1, Car: Stabilised is for ranged weapons, not for a Spiked Ram (W30)"
    )


@pytest.mark.parametrize("added", ["inferno_ammo", "armour_piercing"])
def test_w30_some_are_not_for_a_flamethrower(added: str) -> None:
    assert "is not for a Flamethrower (W30)" in refused(f"car/flamethrower.{added}")
    check_team(read_code(f"car/minigun.{added}", "t"), "t")
    check_team(read_code("car/flamethrower.turret_mount", "t"), "t")


def test_v24_each_modification_and_upgrade_once() -> None:
    assert "more than once (V24)" in refused("car/light_machine_gun.stabilised.stabilised")
    assert "sturdy is there more than once (V24)" in refused("car/sturdy/sturdy")


# --- W31, W32: upgrades


def test_w31_upgrades_of_four_points_at_most() -> None:
    check_team(read_code("car/boost/sturdy", "t"), "t")
    found = refused("car/tank_tracks/boost")
    assert found == "t: vehicle 1, Car: upgrades of 5 points, 1 over the 4 allowed (W31)"


def test_w32_one_driver_upgrade() -> None:
    with pytest.raises(Malformed, match=r"one driver upgrade \(W32\), found marksman and reckless"):
        read_code("car/marksman/reckless", "t")


# --- W33: sizes


@pytest.mark.parametrize(
    ("code", "fits"),
    [
        ("car", ["single"]),
        ("car;car", []),
        ("car;car;car", ["small"]),
        ("car;car;car;car;car", ["small"]),
        ("truck;truck;truck;truck", []),
        (";".join(["car"] * 6), ["medium"]),
        (";".join(["car"] * 8), ["medium", "large"]),
        (";".join(["truck"] * 8), ["large"]),
        (";".join(["car"] * 10), ["large"]),
        (";".join(["car"] * 11), []),
    ],
)
def test_w33_the_sizes_that_a_team_fits(code: str, fits: list[str]) -> None:
    assert sizes_of(read_code(code, "t")) == fits


def test_w33_how_many_points_over_is_said() -> None:
    found = refused("truck;truck;truck;truck")
    assert found == "t: 52 points, 2 over the 50 of a small game (W33)"
    assert (
        refused("car;car;car", "medium")
        == "t: 3 vehicles, expected 6 to 8 vehicles for a medium game (W33)"
    )
    assert refused("car;car").startswith("t: 2 vehicles, expected 1 vehicle (single), 3 to 5")


def test_v25_a_single_vehicle_has_20_points() -> None:
    check_team(read_code("truck/rocket_launcher/skilled_driver", "t"), "t")  # 20
    found = refused("truck/rocket_launcher/marksman")
    assert found == "t: 21 points, 1 over the 20 of a single vehicle (W33)"


# --- the code


def test_a_code_says_all_of_a_vehicle() -> None:
    [design] = read_code(FULL, "t").vehicles
    assert design == Design(
        "buggy",
        (Mounted("light_machine_gun", ("turret_mount",)), Mounted("oil_dropper")),
        ("boost",),
        "marksman",
        "Rust Bucket",
    )
    assert team_points(read_code(FULL, "t")) == 9 + 1 + 1 + 1 + 2 + 2


@given(st.lists(designs(), min_size=1, max_size=4))
def test_codes_and_files_read_back(found: list[Design]) -> None:
    team = Team(tuple(found))
    assert read_code(write_code(team), "t") == team
    read = read_team(tomllib.loads(write_team(team)), "t")
    assert read.vehicles == team.vehicles


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "no vehicle ''"),
        ("buggi", "did you mean buggy?"),
        ("car/minigunn", "did you mean minigun?"),
        ("car/minigun.turret", "did you mean turret_mount?"),
        ("car/boost.turret_mount", "no weapon 'boost'"),
        (":car", "expected a name of 1 to 24"),
        ("a-b:car", "expected a name without any of"),
        (";".join(["car"] * 13), "at most 12 vehicles, found 13"),
        ("car/" * 600, "at most 2000 characters"),
    ],
)
def test_a_code_that_cannot_be_read_is_refused(code: str, words: str) -> None:
    with pytest.raises(Malformed) as error:
        read_code(code, "t")
    assert words in str(error.value)


def test_codes_are_told_from_keys() -> None:
    assert is_code("car")
    assert is_code("a:b")
    assert is_code("car;truck")
    assert not is_code("rust_bucket")


def test_v48_a_vehicle_without_a_name_goes_by_its_type() -> None:
    assert read_code("car;Bob:car;car;bob:truck", "t").names == ("Car", "Bob", "Car 2", "Bob 2")


# --- files


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('title = "A"\n[[vehicle]]\ntype = "cart"', "mine.toml: vehicle 1: type: expected one of"),
        ('title = "A"\n[[vehicle]]\ntype = "car"\ngun = 1', "mine.toml: vehicle 1: unknown key"),
        ('title = "A"', "mine.toml: vehicle: expected 1 to 12, found 0"),
        ('title = "A"\n[[vehicle]]\ntype = "car"\nweapons = [3]', "weapon 1: expected a weapon"),
        ("[[vehicle]]", "mine.toml: title: expected a line of 1 to 40 characters"),
    ],
)
def test_a_file_that_is_wrong_is_refused_by_its_place(text: str, words: str) -> None:
    with pytest.raises(Malformed) as error:
        read_team(tomllib.loads(text), "mine.toml")
    assert words in str(error.value)


def test_a_file_may_leave_out_what_there_is_not() -> None:
    found = read_team(
        tomllib.loads('title = "A"\n[[vehicle]]\ntype = "car"\n'), "mine.toml", "mine"
    )
    assert found == Team((Design("car"),), "A", "", "mine")


# --- those that come with the game


def test_w33_shipped_teams_are_legal_and_there_are_some_of_each_size() -> None:
    for key, team in teams().items():
        assert problems_of(team) == [], key
        assert team.title
        assert team.text
    counts = {size: len(teams_of_size(size)) for size in sizes()}
    assert counts["single"] >= 8
    assert min(counts.values()) >= 3


def test_a_code_is_a_key_too() -> None:
    assert "car/minigun" in teams()
    assert teams()["car/minigun"].vehicles[0].vehicle == "car"
    assert "car/minigunn" not in teams()
    assert "nobody" not in teams()
