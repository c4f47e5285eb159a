"""A team as a TOML file, to be kept, edited and passed on.

    title = "The Rust Line"
    text = "Nobody has ever asked where the doors went."

    [[vehicle]]
    name = "Rust Bucket"
    type = "buggy"
    weapons = [{ weapon = "light_machine_gun", modifications = ["turret_mount"] }, "oil_dropper"]
    upgrades = ["boost"]
    driver = "marksman"

A weapon without modifications may stand as its key alone. All but `title` and `type` may be left
out.
"""

from __future__ import annotations

import json
from typing import Any

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.files.toml_files import as_key
from wreckoning.core.files.toml_tables import TomlTable, show
from wreckoning.rulesets.rally.cards import (
    drivers,
    modifications,
    upgrades,
    vehicles,
    weapons,
)
from wreckoning.rulesets.rally.race import MAX_WEAPONS
from wreckoning.rulesets.rally.teams.codes import MAX_TEAM, read_new_name
from wreckoning.rulesets.rally.teams.model import Design, Mounted, Team

MAX_BYTES = 32 * 1024
MAX_TEXT = 300
TEAM_KEYS = ("title", "text", "vehicle")
VEHICLE_KEYS = ("name", "type", "weapons", "upgrades", "driver")


def read_team(document: Json, where: str, key: str = "") -> Team:
    """The team of a file's document. Raises Malformed."""
    table = TomlTable(where, document, TEAM_KEYS)
    title = table.text("title")
    words = table.text("text", MAX_TEXT) if "text" in document else ""
    designs = [_design(at, row) for at, row in table.tables("vehicle", 1, MAX_TEAM)]
    return Team(tuple(designs), title, words, as_key(key, "team"))


def _design(where: str, row: Any) -> Design:
    table = TomlTable(where, row, VEHICLE_KEYS)
    name = read_new_name(f"{where}: name", table.text("name")) if "name" in row else ""
    mounted = row.get("weapons", [])
    if not isinstance(mounted, list) or len(mounted) > MAX_WEAPONS + 1:
        table.wrong("weapons", f"a list of at most {MAX_WEAPONS} weapons")
    return Design(
        table.word("type", list(vehicles())),
        tuple(_mounted(f"{where}: weapon {n}", each) for n, each in enumerate(mounted, 1)),
        tuple(_listed(table, "upgrades", list(upgrades()))),
        table.word("driver", list(drivers())) if "driver" in row else "",
        name,
    )


def _mounted(where: str, given: object) -> Mounted:
    row = {"weapon": given} if isinstance(given, str) else given
    if not isinstance(row, dict):
        raise Malformed(where, f"expected a weapon, found {show(given)}")
    table = TomlTable(where, row, ("weapon", "modifications"))
    weapon = table.word("weapon", list(weapons()))
    return Mounted(weapon, tuple(_listed(table, "modifications", list(modifications()))))


def _listed(table: TomlTable, key: str, known: list[str]) -> list[str]:
    """A list of known words, which may be empty or left out."""
    return table.words(key, known) if table.values.get(key) else []


def write_team(team: Team) -> str:
    """A team as the text of a file; it reads back to the same team."""
    lines = [f"title = {_quoted(team.title or 'My team')}"]
    if team.text:
        lines.append(f"text = {_quoted(team.text)}")
    for design in team.vehicles:
        lines += ["", "[[vehicle]]"]
        if design.name:
            lines.append(f"name = {_quoted(design.name)}")
        lines.append(f'type = "{design.vehicle}"')
        if design.weapons:
            lines.append(f"weapons = [{', '.join(_written(each) for each in design.weapons)}]")
        if design.upgrades:
            lines.append(f"upgrades = {_list(design.upgrades)}")
        if design.driver:
            lines.append(f'driver = "{design.driver}"')
    return "\n".join(lines) + "\n"


def _written(mounted: Mounted) -> str:
    if not mounted.modifications:
        return f'"{mounted.weapon}"'
    return f'{{ weapon = "{mounted.weapon}", modifications = {_list(mounted.modifications)} }}'


def _list(keys: tuple[str, ...]) -> str:
    return "[" + ", ".join(f'"{key}"' for key in keys) + "]"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
