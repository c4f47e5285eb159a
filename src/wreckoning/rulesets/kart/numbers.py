"""The enumerations of the rules as the plain numbers that rules compare and pass on."""

from __future__ import annotations

from wreckoning.core.rules import as_numbers
from wreckoning.rulesets.kart import events, questions, race

Question = as_numbers(questions.Question)
Attack = as_numbers(questions.Attack)
Way = as_numbers(questions.Way)
Skid = as_numbers(questions.Skid)
Shift = as_numbers(questions.Shift)
Side = as_numbers(questions.Side)
Declaration = as_numbers(questions.Declaration)
Cause = as_numbers(events.Cause)
Modifier = as_numbers(events.Modifier)
Orientation = as_numbers(events.Orientation)
Pool = as_numbers(events.Pool)
Item = as_numbers(race.Item)
Items = as_numbers(race.Items)
Phase = as_numbers(race.Phase)
Standing = as_numbers(race.Standing)
Template = as_numbers(race.Template)
Weight = as_numbers(race.Weight)
