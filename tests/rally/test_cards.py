"""The tables of vehicles, weapons and upgrades, and what they come to in play."""

from __future__ import annotations

import pytest

from wreckoning.geometry.bodies import Body
from wreckoning.rulesets.rally.cards import (
    drivers,
    modifications,
    most_upgrade_points,
    sizes,
    upgrades,
    vehicles,
    weapons,
)
from wreckoning.rulesets.rally.race import INCH, Arc, Build, Weapon
from wreckoning.rulesets.rally.teams.builds import fill_body, fill_build, fill_weapon
from wreckoning.rulesets.rally.teams.codes import read_code
from wreckoning.rulesets.rally.teams.model import Mounted, points_of


def built(code: str) -> Build:
    """The figures of the vehicle of a code."""
    build = Build()
    [design] = read_code(code, "test").vehicles
    fill_build(build, design)
    return build


def mounted(weapon: str, *added: str) -> Weapon:
    """The figures of a weapon with these modifications."""
    found = Weapon()
    fill_weapon(found, Mounted(weapon, added))
    return found


@pytest.mark.parametrize(
    ("key", "figures", "special", "points"),
    [
        ("car", (10, 9, 5, 6, 10), (), 10),
        ("hotrod", (11, 9, 5, 6, 10), ("fast",), 11),
        ("sports_car", (12, 9, 5, 6, 9), ("fast",), 11),
        ("buggy", (9, 8, 6, 6, 8), ("rugged",), 9),
        ("truck", (9, 9, 4, 6, 12), ("rugged",), 13),
    ],
)
def test_w2_w29_vehicles(
    key: str, figures: tuple[int, ...], special: tuple[str, ...], points: int
) -> None:
    card = vehicles()[key]
    found = (card.movement, card.skill, card.defence, card.command, card.hit_points)
    assert (found, card.special, card.points) == (figures, special, points)
    build = built(key)
    assert bool(build.fast) == ("fast" in special)
    assert bool(build.rugged) == ("rugged" in special)
    assert points_of(read_code(key, "test").vehicles[0]) == points


def test_v11_bases() -> None:
    found = {}
    for key in vehicles():
        body = Body()
        fill_body(body, read_code(key, "test").vehicles[0])
        found[key] = (2 * body.half_length / INCH, 2 * body.half_width / INCH)
    assert found == {
        "car": (3, 1.5),
        "hotrod": (3, 1.5),
        "sports_car": (3, 1.5),
        "buggy": (2.5, 1.5),
        "truck": (3.5, 1.75),
    }


@pytest.mark.parametrize(
    ("key", "category", "figures", "points"),
    [
        ("light_machine_gun", "ranged", (12, 2, 1, 0), 1),
        ("twin_light_machine_guns", "ranged", (12, 3, 1, 0), 2),
        ("heavy_machine_gun", "ranged", (16, 2, 2, 1), 2),
        ("twin_heavy_machine_guns", "ranged", (16, 3, 2, 1), 3),
        ("minigun", "ranged", (18, 4, 2, 1), 4),
        ("rocket_launcher", "ranged", (18, 3, 3, 2), 6),
        ("flamethrower", "ranged", (8, 8, 1, 0), 3),
        ("driver_pistol", "melee", (6, 2, 1, 0), 1),
        ("spiked_ram", "melee", (1, 2, 2, 2), 2),
        ("spiked_wheels", "melee", (1, 2, 1, 1), 2),
        ("wrecker_arm", "melee", (1, 2, 3, 2), 3),
        ("smoke_dropper", "dropped", (5, 1, 0, 0), 1),
        ("oil_dropper", "dropped", (3, 2, 0, 0), 1),
        ("spike_dropper", "dropped", (3, 2, 1, 0), 2),
    ],
)
def test_w29_weapons(key: str, category: str, figures: tuple[int, ...], points: int) -> None:
    card, weapon = weapons()[key], mounted(key)
    assert (card.category, card.points) == (category, points)
    found = (weapon.reach // INCH, weapon.attacks, weapon.damage, weapon.piercing)
    assert found == figures
    assert weapon.kind == list(weapons()).index(key) + 1


RULES = {
    "twin_light_machine_guns": {"rapid_fire"},
    "twin_heavy_machine_guns": {"rapid_fire"},
    "minigun": {"torrent"},
    "rocket_launcher": {"suppression", "blast"},
    "flamethrower": {"torrent"},
    "driver_pistol": {"assault"},
    "spiked_ram": {"assault"},
    "spiked_wheels": {"assault"},
    "wrecker_arm": {"assault", "unwieldy", "obstructing"},
    "smoke_dropper": {"dropper", "obstructing"},
    "oil_dropper": {"dropper", "obstructing"},
    "spike_dropper": {"dropper", "obstructing"},
}


def test_w13_special_rules_of_weapons() -> None:
    for key in weapons():
        weapon = mounted(key)
        flags = {
            field.name for field in Weapon.fields if field.flag and getattr(weapon, field.name)
        }
        assert flags == RULES.get(key, set()), key


def test_w27_weapons_aim_to_the_front_unless_they_say_otherwise() -> None:
    arcs = {key: Arc(mounted(key).arc) for key in weapons()}
    assert {key for key, arc in arcs.items() if arc == Arc.SIDE} == {"spiked_wheels"}
    rear = {key for key, arc in arcs.items() if arc == Arc.REAR}
    assert rear == {"smoke_dropper", "oil_dropper", "spike_dropper"}
    assert mounted("minigun", "turret_mount").arc == Arc.TURRET


def test_w30_modifications() -> None:
    prices = {key: card.points for key, card in modifications().items()}
    assert prices == {
        "improved_sights": 2,
        "inferno_ammo": 2,
        "armour_piercing": 2,
        "stabilised": 1,
        "turret_mount": 1,
    }
    sighted = mounted("light_machine_gun", "improved_sights")
    assert (sighted.accurate, sighted.rending) == (1, 1)
    plain = mounted("light_machine_gun")
    assert (plain.accurate, plain.rending) == (0, 0)
    assert mounted("light_machine_gun", "inferno_ammo").damage == 2
    assert mounted("light_machine_gun", "armour_piercing").piercing == 1
    assert mounted("light_machine_gun", "stabilised").reach == 18 * INCH


def test_w30_v24_modifications_cost_more_on_dear_weapons() -> None:
    sights = modifications()["improved_sights"]
    assert sights.price_on(weapons()["twin_heavy_machine_guns"]) == 2  # of 3 points
    assert sights.price_on(weapons()["minigun"]) == 3  # of 4
    [design] = read_code("car/minigun.improved_sights.stabilised", "test").vehicles
    assert points_of(design) == 10 + 4 + 3 + 2


def test_w31_v9_upgrades() -> None:
    prices = {key: card.points for key, card in upgrades().items()}
    assert prices == {"tank_tracks": 3, "reinforced_armour": 2, "boost": 2, "sturdy": 2}
    assert most_upgrade_points() == 4
    car, tracked = built("car"), built("car/tank_tracks")
    assert (tracked.movement, tracked.manoeuvrable) == (car.movement - 2, 1)
    assert built("car/reinforced_armour").defence == car.defence - 1
    assert (built("car/boost").boost, car.boost) == (1, 0)
    assert built("car/sturdy").hit_points == car.hit_points + 2


def test_w32_drivers() -> None:
    prices = {key: card.points for key, card in drivers().items()}
    assert prices == {"marksman": 2, "skilled_driver": 1, "reckless": 1}
    assert (built("car/marksman").skill, built("car").skill) == (7, 9)
    assert (built("car/skilled_driver").command, built("car").command) == (4, 6)
    assert (built("car/reckless").reckless, built("car").reckless) == (1, 0)


def test_w33_v25_sizes() -> None:
    found = {key: (size.least, size.most, size.points) for key, size in sizes().items()}
    assert found == {
        "single": (1, 1, 20),
        "small": (3, 5, 50),
        "medium": (6, 8, 100),
        "large": (8, 10, 150),
    }
