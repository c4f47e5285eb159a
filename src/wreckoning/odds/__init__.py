"""Exact probabilities: the tables a ruleset gives of its dice, found and put into words.

How they are worked out stands in `core.trials`: a rule's own function, run for every face of every
die. A ruleset offers its tables as `view.odds_tables()`; one that offers none has none.
"""
