"""The rulesets, each a folder with mostly the same names inside.

    rtd     Kart RTD
    rush    Rush 'n' Crush
    kart    Gaslands: Kart Edition
    rally   Wasteland Rally

A new one needs a `core.ruleset.Ruleset` and an entry point; CONTRIBUTING.md says what goes where.
"""
