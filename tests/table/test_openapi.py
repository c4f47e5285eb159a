"""The API answers any request as its document says, never with a server error.

schemathesis reads the document, and sends what fits it and what does not; to tables that are not
there, and to tables that are, with the right token or another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
import requests
from hypothesis import strategies as st
from tests.table.hosting import Hosted, hosting
from tests.table.serving import Made, make_table, start

# The library itself is imported where it is used: it takes each process a second.
if TYPE_CHECKING:
    from schemathesis import Case, GenerationMode
    from schemathesis.schemas import APIOperation

EXAMPLES = 10  # of each operation, and of each kind: fitting, and not
TOO_LONG = "413"  # a refusal too, by the size of the whole request


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("openapi") / "table.db") as server:
        yield server


@pytest.fixture(scope="module")
def tables(hosted: Hosted) -> list[Made]:
    """An open table, one where a race is run, and one where it is over."""
    made = [make_table(hosted, "mine", "open", options={"referee": "on"})]
    made += [make_table(hosted, "mine", "rookie", dice="physical", options={"referee": "on"})]
    made += [make_table(hosted, "rookie", "rookie")]
    for table in made[1:]:
        start(hosted, table)
    return made


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """One connection for all requests."""
    with requests.Session() as one:
        one.trust_env = False
        yield one


@pytest.mark.slow
def test_responses_match_the_openapi_document(
    hosted: Hosted,
    tables: list[Made],
    session: requests.Session,
    subtests: pytest.Subtests,
) -> None:
    import schemathesis
    from schemathesis import GenerationMode
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_dict(hosted.get("/api/openapi.json"))
    schema.config.update(base_url=hosted.address)
    refusing = schema.config.checks.negative_data_rejection
    refusing.expected_statuses = [*refusing.expected_statuses, TOO_LONG]
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 20
    for operation in operations:
        takes_anything = operation.path_parameters or operation.query or operation.body
        for mode in GenerationMode:
            if mode is GenerationMode.POSITIVE or takes_anything:
                with subtests.test(f"{operation.label} {mode.value}"):
                    check(operation, mode, tables, session)


def check(
    operation: APIOperation[Any, Any, Any, Any],
    mode: GenerationMode,
    tables: list[Made],
    session: requests.Session,
) -> None:
    """Send this operation many things."""
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi import checks

    left_out = [
        checks.positive_data_acceptance,  # a table may not be there, a seat may be taken
        checks.missing_required_header,  # there is none
    ]

    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(operation.as_strategy(generation_mode=mode), st.data())
    def send(case: Any, data: st.DataObject) -> None:
        if mode is GenerationMode.POSITIVE:
            aim(case, data, tables)
        case.call_and_validate(session=session, excluded_checks=left_out)

    send()


def aim(case: Case[Any], data: st.DataObject, tables: list[Made]) -> None:
    """Aim mostly at an existing table, with a token that opens something."""
    made = data.draw(st.sampled_from([*tables, None]))
    if made is None or "table" not in case.path_parameters:
        return
    case.path_parameters["table"] = made.id
    if isinstance(case.body, dict) and "token" in case.body:
        case.body["token"] = data.draw(st.sampled_from([made.host, *made.tokens.values(), ""]))
