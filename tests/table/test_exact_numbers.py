"""Every number, date and zone of the API's document: taken exactly, or refused; never an error 500.

The document says which fields there are. Each gets what is no such value, in a message that fits
otherwise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.table.hosting import Hosted, hosting

from wreckoning.core.documents import Json
from wreckoning.core.texts.numerals import EXPECTED

NO_NUMBERS = ["1_0", " 5 ", "5\n", "५", "٣", "5.0", "1e3", "1e400", "+5", "NaN", "9" * 5000, "true"]
TOO_LARGE = [str(2**63), str(2**64), "1" + "0" * 400, "9" * 5000, "-" + "9" * 30]
TEXTS = ['"5"', '" 5 "', '"1_0"', '"٣"', "true", "[1]", "NaN", "Infinity", "-Infinity", "1e400"]
NOT_WHOLE = [*TEXTS, *TOO_LARGE, "1.0", "1e3", "5.5"]  # as they stand in JSON
NOT_FINITE = [*TEXTS, "1" + "0" * 400, "9" * 5000]
NO_DAYS = ["2030-02-30", "2030-05-31\n", " 2030-05-31", "0001-01-01", "9999-12-31", "10000-01-01"]
NO_TIMES = [f"{day}T20:00" for day in NO_DAYS] + ["2030-05-31T20:00+02:00", "2030-05-31T20:00\n"]
NO_ZONES = ["../etc/passwd", "/etc/localtime", "europe/berlin", "Europe/Berlin\n", "+02:00"]
BY_NAME = {  # fields whose texts are dates or zones: the document says only that they are texts
    "since": NO_DAYS,
    "until": NO_DAYS,
    "day": NO_DAYS,
    "first": NO_DAYS,
    "last": NO_DAYS,
    "opens": NO_TIMES,
    "closes": NO_TIMES,
    "time_zone": NO_ZONES,
    "zone": NO_ZONES,
}
HERE = "\N{OBJECT REPLACEMENT CHARACTER}"  # where a value stands in a message
FITTING = {"title": "Cup", "ruleset": "rtd", "courses": ["sundae_drive"]}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("exact") / "table.db") as server:
        yield server


@pytest.fixture(scope="module")
def document(hosted: Hosted) -> Json:
    """The API's document."""
    found: Json = hosted.get("/api/openapi.json")
    return found


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Every method, path and operation."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def branches(document: Json, schema: Json) -> Iterator[Json]:
    """What a schema allows, without references."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield from branches(document, document["components"]["schemas"][name])
    elif several := schema.get("anyOf") or schema.get("oneOf"):
        for each in several:
            yield from branches(document, each)
    else:
        yield schema


def least(document: Json, schema: Json, name: str = "", depth: int = 0) -> Any:
    """The least value that fits a schema."""
    if name in FITTING:
        return FITTING[name]
    first = next(branches(document, schema))
    if "const" in first or "enum" in first:
        return first.get("const", next(iter(first.get("enum", [None]))))
    if first.get("type") == "object":
        fields, required = first.get("properties", {}), first.get("required", [])
        return {name: least(document, fields[name], name, depth + 1) for name in required}
    if first.get("type") == "array":
        return [least(document, first["items"], name, depth + 1)] * first.get("minItems", 0)
    plain = {"integer": first.get("minimum", 0), "number": 0.5, "boolean": False, "null": None}
    given = plain.get(first.get("type", ""), "a" * max(1, first.get("minLength", 1)))
    return int(given) if first.get("type") == "integer" else given


def holes(document: Json, schema: Json, name: str = "") -> Iterator[tuple[str, str, Any]]:
    """Each field for a number, date or zone: its name, its type, a message with a hole there."""
    several = list(branches(document, schema))
    takes_any = any(one.get("type") == "boolean" for one in several)  # a setting of the browser
    for one in several:
        kind = one.get("type")
        if (kind in ("integer", "number") and not takes_any) or (
            kind == "string" and is_typed(name, one)
        ):
            yield name, kind, HERE
        elif kind == "array":
            yield from ((n, k, [part]) for n, k, part in holes(document, one["items"], name))
        elif kind == "object":
            whole = least(document, one)
            for key, each in one.get("properties", {}).items():
                yield from ((n, k, {**whole, key: p}) for n, k, p in holes(document, each, key))
            if isinstance(more := one.get("additionalProperties"), dict):
                yield from ((n, k, {"a": part}) for n, k, part in holes(document, more, name))


def is_typed(name: str, schema: Json) -> bool:
    """True for a text that is a date or a zone; hours have a pattern of their own."""
    return name in BY_NAME and ":" not in schema.get("pattern", "")


def filled(path: str, **values: str) -> str:
    known = {"key": "rtd", "course": "sundae_drive", "race": "1-1-1-1-1", **values}
    return re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], "1"), path)


@pytest.mark.slow
def test_numbers_in_addresses(hosted: Hosted, document: Json) -> None:
    asked = 0
    for method, path, operation in operations(document):
        for one in operation.get("parameters", []):
            kinds = {each.get("type") for each in branches(document, one["schema"])}
            if not {"integer", "number"} & kinds:
                continue
            for text in [*NO_NUMBERS, *TOO_LARGE, ""]:
                if one["in"] == "path":
                    if not text or len(text) > 1000:
                        continue
                    address, query = filled(path, **{one["name"]: text.replace("\n", "%0A")}), {}
                else:
                    address, query = filled(path), {one["name"]: text}
                answer = hosted.http.request(method, address, params=query)
                assert answer.status_code in (404, 414, 422), (address, text[:40])
                if answer.status_code == 422 and text in NO_NUMBERS[:9]:
                    said = answer.json()["error"]["text"]
                    assert f"{one['name']}: expected {EXPECTED}, found " in said, said
            asked += 1
    assert asked > 15


def test_dates_in_addresses(hosted: Hosted, document: Json) -> None:
    asked = 0
    for method, path, operation in operations(document):
        for one in operation.get("parameters", []):
            if one["in"] == "query" and one["name"] in BY_NAME:
                for text in BY_NAME[one["name"]]:
                    answer = hosted.http.request(method, filled(path), params={one["name"]: text})
                    said = answer.json()["error"]["text"]
                    assert answer.status_code == 422, said
                    assert f"{one['name']}: expected a day such as 2030-05-31" in said
                asked += 1
    assert asked >= 3


@pytest.mark.slow
def test_numbers_dates_and_zones_in_messages(hosted: Hosted, document: Json) -> None:
    reached, missed = set(), set()
    seen: set[str] = set()
    for method, path, operation in operations(document):
        for body in operation.get("requestBody", {}).get("content", {}).values():
            for name, kind, message in holes(document, body["schema"]):
                text = json.dumps(message, ensure_ascii=False)
                if text in seen:
                    continue
                seen.add(text)
                for value in hostile(name, kind):
                    sent = text.replace(f'"{HERE}"', value)
                    answer = post(hosted, method, path, sent)
                    assert answer.status_code in (400, 422), (path, name, value[:40], answer.text)
                    if answer.status_code == 422 and name in answer.json()["error"]["text"]:
                        reached.add((path, name))
                missed.add((path, name))
    assert len(reached) > 50, sorted(missed - reached)
    assert {name for _, name in reached} >= {
        "opens",
        "closes",
        "time_zone",
        "zone",
        "first",
        "laps",
    }


def hostile(name: str, kind: str) -> list[str]:
    """What a field of this name and type refuses, as it stands in JSON."""
    if kind == "string":
        return [json.dumps(text) for text in BY_NAME[name]] + ["5", "true", "[]"]
    return NOT_WHOLE if kind == "integer" else NOT_FINITE


def post(hosted: Hosted, method: str, path: str, sent: str) -> Any:
    headers = {"content-type": "application/json"}
    return hosted.http.request(method, filled(path), content=sent.encode(), headers=headers)
