"""Exact probabilities: a ruleset's questions of chances, found, answered and put into words.

How they are worked out stands in `core.trials`: a rule's own function, run for every face of every
die. A ruleset offers its questions as `Ruleset.odds`, one that offers none has none.

    tables       questions by name, what may be given, tables as JSON
    positions    what is asked in a race as it stands, with the chances of the menu
"""
