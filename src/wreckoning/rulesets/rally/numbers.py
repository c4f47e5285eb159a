"""The enumerations of the rules as the plain numbers that rules compare and pass on."""

from __future__ import annotations

from wreckoning.core.rules import as_numbers
from wreckoning.rulesets.rally import events, questions, race

Question = as_numbers(questions.Question)
Leg = as_numbers(questions.Leg)
Target = as_numbers(questions.Target)
Nudge = as_numbers(questions.Nudge)
Pace = as_numbers(questions.Pace)
Trial = as_numbers(events.Trial)
Modifier = as_numbers(events.Modifier)
Reason = as_numbers(events.Reason)
Arc = as_numbers(race.Arc)
Mission = as_numbers(race.Mission)
Phase = as_numbers(race.Phase)
Status = as_numbers(race.Status)
Terrain = as_numbers(race.Terrain)
