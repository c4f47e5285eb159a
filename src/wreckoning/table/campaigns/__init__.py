"""Campaigns at the table: kept in the database, played over weeks by the same people.

    stretches   the terms of its dice
    kept        a campaign's row, and back
    seats       whose they are, and their texts for the dice
    playing     the campaign of a ruleset with dice that can be checked; bots, and games to come
    service     making, looking at and changing campaigns; tables for their games

What a campaign is, and what may be done in it, is the ruleset's affair (`Ruleset.campaign`).
"""
