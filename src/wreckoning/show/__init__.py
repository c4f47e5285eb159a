"""What the views of rulesets share: log lines while they are gathered, drawing, records, prompts.

A floor above `core`, below the rulesets' views. Nothing here knows a ruleset.
"""
