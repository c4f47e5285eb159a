"""A ruleset's campaign, played over weeks by the same people.

    stretches   the terms of its dice
    playing     the campaign of a ruleset with dice that can be checked; its bots
    local       a campaign in a file, without a server
    checking    replays a file, and checks its dice

The ruleset defines its campaigns and their moves (`Ruleset.campaign`).
"""
