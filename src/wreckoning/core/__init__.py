"""Races, dice, logs and positions: the parts that every ruleset uses. Nothing here knows a ruleset."""
