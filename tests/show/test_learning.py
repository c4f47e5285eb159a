"""What a ruleset teaches, read from its files: faults are one line that names the place."""

from __future__ import annotations

from pathlib import Path

import pytest

from wreckoning.core.errors import Malformed
from wreckoning.show.learning import learning_of

TURN = '[[step]]\ntitle = "Roll"\nrule = "T1"\ntext = "Roll the die."\nphases = ["roll"]\n'
RACE = """
title = "Dash"
about = "A dash."
minutes = 5
course = "dash"
dice = "any"
end = "Done."
[[seat]]
name = "You"
[[step]]
ask = "way"
allow = ["left"]
text = "Go left."
"""


def taught(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, **written: str) -> str:
    """A package with these files in its `data/learning`."""
    data = folder / name / "data" / "learning"
    data.mkdir(parents=True)
    (folder / name / "__init__.py").write_text("")
    for file, text in written.items():
        (data / f"{file}.toml").write_text(text)
    monkeypatch.syspath_prepend(folder)
    return name


def test_a_ruleset_may_teach_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = learning_of(taught(tmp_path, monkeypatch, "teaches_nothing"))
    assert (found.turn, found.coach, found.first_race) == ((), {}, None)


def test_all_that_is_taught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = 'title = "Own"\n'
    name = taught(
        tmp_path, monkeypatch, "teaches_all", turn=TURN, coach='way = ""', first_race=RACE, dash=own
    )
    found = learning_of(name)
    assert found.turn[0].phases == ("roll",)
    assert found.coach == {"way": ""}
    assert found.first_race is not None
    assert found.first_race.course == {"key": "dash", "title": "Own"}, "its own file comes first"
    assert found.first_race.steps[0].allow == ("left",)
    assert found.first_race.seats[0].player == "person"
    assert len(found.first_race.secret) == 64


@pytest.mark.parametrize(
    ("file", "text", "line"),
    [
        ("turn", TURN.replace("title", "name"), "turn.toml: step 1: unknown key"),
        ("turn", "step = 3", "turn.toml: step: expected a list of tables, found 3"),
        ("coach", "way = 3", "coach.toml: way: expected a text of at most 200 characters"),
        ("first_race", RACE.replace("minutes = 5", "minutes = 0"), "first_race.toml: minutes"),
        ("first_race", RACE.replace('["left"]', '"left"'), "step 1: allow: expected a list"),
        (
            "first_race",
            RACE.replace("[[seat]]", "[seat]"),
            "first_race.toml: seat: expected a list",
        ),
    ],
)
def test_a_fault_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, text: str, line: str
) -> None:
    name = taught(tmp_path, monkeypatch, f"faulty_{abs(hash((file, text)))}", **{file: text})
    with pytest.raises(Malformed, match=line):
        learning_of(name)
