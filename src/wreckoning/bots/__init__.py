"""Policies and bots for the four games: rookies, drivers for absent players, search.

The rules import none of it. A package of your own adds policies the same way: `core.policies`.
"""
