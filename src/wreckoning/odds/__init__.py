"""Exact chances: work them out by running a ruleset's own rules, and answer questions about them.

A ruleset uses the first seven modules; the last two read what it offers as `Ruleset.odds`.

    questions    questions about chances, and the tables that answer them
    trials       try a rule out, and read chances off its possible ways
    search       find all those ways, for every face of every die
    absorption   work out how often a random walk visits each place
    copies       copy a race for a run, and compare the states of two copies
    frames       look for values on the stack of a suspended rule
    spreads      averages and sums over outcomes, and the columns of a table
    tables       find a question by name, read its circumstances, write its table as JSON
    positions    the chances of the questions that are open in a race, for `wreck odds`

The chance next to an option in a menu is made by the game's `view/options`, which tries the rule
with `trials`.
"""
