"""Routes of rulesets, their rules and their courses."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from wreckoning.core.ruleset import find_ruleset, registered
from wreckoning.core.shown_teams import Built
from wreckoning.server.encoding import dump
from wreckoning.server.http.conditional import tagged
from wreckoning.server.http.routes.common import REFUSALS, SVG, Served, address, sends
from wreckoning.show.learning import learning_of
from wreckoning.show.reference import Reference
from wreckoning.show.reference import reference as make_reference
from wreckoning.table import messages, models, replies
from wreckoning.table.house_files import read_house_file, ruleset_with
from wreckoning.table.refusals import Unknown
from wreckoning.table.shown import rulepages
from wreckoning.table.shown.game_cards import course_picture

router = APIRouter(prefix="/api/rulesets", tags=["rulesets"], responses=REFUSALS)
Key = Annotated[str, Path(max_length=80)]


@cache
def _cards() -> str:
    return dump(messages.ruleset_cards())


@cache
def _rules(key: str) -> str:
    return dump(rulepages.rules_page(find_ruleset(key)))


@cache
def _course(key: str, course: str) -> str:
    return dump(messages.course_json(find_ruleset(key), course))


@cache
def _learning(key: str) -> str:
    taught = learning_of(find_ruleset(key).package)
    turn = [replies.TaughtStep(**vars(step)) for step in taught.turn]
    return dump(replies.LearningPage(turn, dict(taught.coach)))


def _check(key: str, course: str = "") -> None:
    if key not in registered():
        raise Unknown(f"no ruleset {key[:40]!r}; there are {', '.join(registered())}")
    names = find_ruleset(key).course_names()
    if course and course not in names:
        raise Unknown(f"no course {course[:40]!r}; there are {', '.join(names)}")


@router.get("", response_model=list[replies.RulesetCard])
def rulesets() -> Response:
    """All rulesets, with their courses, switches and the choices of a seat."""
    return Response(_cards(), media_type="application/json")


@router.get("/{key}/rules", response_model=replies.RulesPage)
def rules(key: Key) -> Response:
    """The rules, chapter by chapter."""
    _check(key)
    return Response(_rules(key), media_type="application/json")


@router.get("/{key}/learning", response_model=replies.LearningPage)
def learning(key: Key) -> Response:
    """What newcomers are taught: the turn in order, and a sentence for each question."""
    _check(key)
    return Response(_learning(key), media_type="application/json")


@router.get("/{key}/reference")
def reference(key: Key) -> Reference:
    """The questions, dice, modifiers and events of a ruleset, by their names."""
    _check(key)
    return make_reference(find_ruleset(key))


@router.get("/{key}/courses/{course}", response_model=replies.CoursePage)
def course(key: Key, course: Key) -> Response:
    """A course with its drawing."""
    _check(key, course)
    return Response(_course(key, course), media_type="application/json")


@router.get("/{key}/courses/{course}/picture.svg", **sends(SVG))
def picture(key: Key, course: Key) -> Response:
    """A course with its starters on the grid."""
    _check(key, course)
    headers = {"cache-control": "public, max-age=3600"}
    return tagged(course_picture(key, course), SVG, headers)


@router.post("/{key}/house", response_model=replies.HouseFile)
def house(key: Key, wanted: models.ReadHouse, request: Request, served: Served) -> Response:
    """What a house file changes, or the problem with it. Nothing is made."""
    served.commands.take(address(request))
    _check(key)
    changed = ruleset_with(key, read_house_file(key, wanted.text))
    told = replies.HouseFile(list(changed.changed), messages.ruleset_card(changed))
    return Response(dump(told), media_type="application/json")


@router.post("/{key}/builder", response_model=Built)
def builder(key: Key, wanted: models.Build, request: Request, served: Served) -> Response:
    """A setup under construction: its state, and the parts that can be added or removed."""
    served.commands.take(address(request))
    _check(key)
    build = find_ruleset(key).builder
    if build is None:
        raise Unknown(f"nothing is built in {key}")
    found = build(wanted.code, wanted.size, wanted.vehicle, wanted.name)
    return Response(dump(found), media_type="application/json")
