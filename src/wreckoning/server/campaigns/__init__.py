"""Campaigns on a server: in its database, with tables for their games.

storage     a campaign's row, and back
seats       their owners, and their texts for the dice
changing    makes, shows and changes campaigns, also in another process
service     brings campaigns up to date, and makes tables for their games
"""
