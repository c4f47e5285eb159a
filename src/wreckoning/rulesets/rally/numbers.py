"""The questions and events of the rules, as the plain numbers that rules pass on."""

from __future__ import annotations

from wreckoning.core.rules import as_numbers
from wreckoning.rulesets.rally import events, questions

Question = as_numbers(questions.Question)
Leg = as_numbers(questions.Leg)
Target = as_numbers(questions.Target)
Nudge = as_numbers(questions.Nudge)
Pace = as_numbers(questions.Pace)
Trial = as_numbers(events.Trial)
Modifier = as_numbers(events.Modifier)
Reason = as_numbers(events.Reason)
