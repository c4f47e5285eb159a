"""Campaigns: stored in the database, played over weeks by the same people.

    stretches   the terms of its dice
    storage     a campaign's row, and back
    seats       their owners, and their texts for the dice
    playing     the campaign of a ruleset with dice that can be checked; bots; future games
    local       a campaign in a file, without a server
    checking    replays a file, and checks its dice
    changing    makes, shows and changes campaigns in the database, also in another process
    service     brings campaigns up to date, and makes tables for their games

The ruleset defines its campaigns and their moves (`Ruleset.campaign`).
"""
