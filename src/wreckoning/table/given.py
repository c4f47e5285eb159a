"""The types of names and texts that people type, in messages to the server.

What is stored has loose types of its own, so that what earlier versions took can still be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
from pydantic_core import CoreSchema, core_schema

from wreckoning.core.documents import Json
from wreckoning.core.errors import Malformed
from wreckoning.core.logs.entries import LONGEST_REASON
from wreckoning.core.texts.names import CODES, MAX_NAME, read_line, read_name, read_text

MAX_TEXT = 64  # in a seat's text for the dice
MAX_CHAT = 300
MAX_SETUP = 2000  # in a seat's choice: a key, or a whole team on one line
MAX_TITLE = 60
MAX_LABEL = 40  # of a team, a division or a class
MAX_LEAGUE_TEXT = 2000
LONGEST_CORRECTION = 300  # the reason of a corrected result


@dataclass(frozen=True)
class ReadText:
    """Reads a text by a rule of `core.texts.names`, and keeps it as that returns it."""

    read: Callable[[str, str, int, int], str]
    longest: int  # visible characters
    least: int = 1

    def __get_pydantic_core_schema__(
        self, kind: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._checked, handler(kind))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Json:
        least = {"minLength": self.least} if self.least else {}
        return {**handler(schema), **least, "maxLength": CODES * self.longest}

    def _checked(self, given: str) -> str:
        try:
            return self.read("", given, self.longest, self.least)
        except Malformed as error:
            raise ValueError(error.problem) from None


def _as_typed(where: str, given: str, longest: int, least: int) -> str:
    """Check a line, and leave it as it is: dice are made of its bytes. Raises Malformed."""
    read_line(where, given, longest, least)
    return given


GivenName = Annotated[str, ReadText(read_name, MAX_NAME, 0)]  # '' for none
GivenChoice = Annotated[str, ReadText(read_name, MAX_SETUP)]  # names of vehicles are in it
CHOICE: TypeAdapter[str] = TypeAdapter(GivenChoice)
GivenTitle = Annotated[str, ReadText(read_name, MAX_TITLE)]
GivenLabel = Annotated[str, ReadText(read_name, MAX_LABEL, 0)]
OwnText = Annotated[str, ReadText(_as_typed, MAX_TEXT, 0)]
ChatText = Annotated[str, ReadText(read_line, MAX_CHAT)]
RefereeReason = Annotated[str, ReadText(read_line, LONGEST_REASON)]
CorrectionReason = Annotated[str, ReadText(read_line, LONGEST_CORRECTION, 3)]
LeagueText = Annotated[str, ReadText(read_text, MAX_LEAGUE_TEXT, 0)]


def texts_in(given: object) -> Iterator[str]:
    """All texts in a document, keys too."""
    if isinstance(given, str):
        yield given
    elif isinstance(given, dict):
        yield from texts_in([*given, *given.values()])
    elif isinstance(given, list | tuple):
        for each in given:
            yield from texts_in(each)
