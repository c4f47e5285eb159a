"""The enumerations of the rules as the plain numbers that rules compare and pass on."""

from __future__ import annotations

from wreckoning.core.rules import as_numbers
from wreckoning.rulesets.rtd import events, questions, race

Question = as_numbers(questions.Question)
Cause = as_numbers(events.Cause)
Modifier = as_numbers(events.Modifier)
Status = as_numbers(events.Status)
Effect = as_numbers(race.Effect)
Damage = as_numbers(race.Damage)
Item = as_numbers(race.Item)
Kind = as_numbers(race.Kind)
Order = as_numbers(race.Order)
Phase = as_numbers(race.Phase)
Use = as_numbers(race.Use)
