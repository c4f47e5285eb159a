"""The enumerations of the rules as the plain numbers that rules compare and pass on."""

from __future__ import annotations

from wreckoning.core.rules import as_numbers
from wreckoning.rulesets.rush import events, questions, race

Question = as_numbers(questions.Question)
Menu = as_numbers(questions.Menu)
RamWith = as_numbers(questions.RamWith)
Cause = as_numbers(events.Cause)
Modifier = as_numbers(events.Modifier)
Equipment = as_numbers(race.Equipment)
Hit = as_numbers(race.Hit)
Phase = as_numbers(race.Phase)
Side = as_numbers(race.Side)
