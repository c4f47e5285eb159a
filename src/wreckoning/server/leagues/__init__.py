"""Leagues on a server: in its database, with tables for their races.

storage     leagues and their races as rows
loading     whole leagues, the latest ones kept
commands    what drivers and the owner may do
changing    makes and changes leagues
running     what is due, as data: rounds, tables of races, substitutes, results
luck        the drivers' luck, from reviews of their races
reviewing   reviews of races that nobody asked for
pages, views
            what the pages show, and how it is sent
service     makes, shows and changes leagues, and brings them on
clock       has it do what is due, when it is time: so a round opens
"""
