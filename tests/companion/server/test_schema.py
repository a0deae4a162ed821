"""Schemathesis reads the API's own description and tries what it allows, and what it does not."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.journal.journal import Journal
from companion.server.access import Access
from companion.server.app import make_app
from companion.server.live_table import LiveTable
from tests.companion.games.conclave.decks import FOUR_OF_EACH_PAIR
from tests.companion.server.live import LiveServer, live_server
from tests.companion.server.served import SITE
from tests.mobile_web.games import TURNS, put_a_game_on_the_table

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
ENDLESS = "/api/stream"
BYTES = (
    "/api/games/import",
    "/api/check/photos",
    "/api/camera/frames",
    "/api/decks/import",
    "/api/teach-photos",
    "/api/count/photos",
)
EXAMPLES = 4


def described() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        table = LiveTable(Journal(Path(folder)), "boot")
        description = make_app(table, Access(Path(folder)), FOUR_OF_EACH_PAIR, SITE).openapi()
        table.close()
        return description


SCHEMA = schemathesis.openapi.from_dict(described())
OPERATIONS = {
    operation.label: operation
    for operation in (found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok))
    if operation.path not in (ENDLESS, *BYTES)
}


def test_every_operation_is_tried() -> None:
    assert len(OPERATIONS) == sum(map(len, described()["paths"].values())) - 1 - len(BYTES)


@pytest.fixture(scope="module")
def table() -> Iterator[LiveServer]:
    with tempfile.TemporaryDirectory() as folder, live_server(Path(folder)) as live:
        put_a_game_on_the_table(live, *TURNS)
        yield live


def attempts() -> Iterator[tuple[str, GenerationMode]]:
    """Each operation as described and, where there is anything to get wrong, otherwise."""
    for label, operation in OPERATIONS.items():
        yield label, GenerationMode.POSITIVE
        if operation.body or operation.query or operation.path_parameters:
            yield label, GenerationMode.NEGATIVE


@pytest.mark.parametrize(("label", "mode"), list(attempts()))
def test_the_api_keeps_to_its_description(table: LiveServer, label: str, mode: GenerationMode) -> None:
    headers = {"origin": table.address, "content-type": "application/json"}

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
    def try_it(case: Any) -> None:
        case.call_and_validate(base_url=table.address, headers=headers, checks=CHECKS)

    try_it()
