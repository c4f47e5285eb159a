"""Leagues: many drivers, a calendar of rounds, and a table of points.

    model       a league: terms, entries, rounds, races; its file
    points      the points for a race
    standings   the tables, and how ties are broken
    rounds      the races of a round: groups, heats, a final, the best of several races
    calendar    when rounds open and close, and what is due now
    entries     sign-ups and the waiting list
    outcome     the result of a finished race
    campaigns   campaigns as races of a round: their players, their results
    season      promotion and relegation; the next season
    records     records by course, drivers head to head, form
    ratings     ratings by all races
    feeds       CSV, iCalendar and Atom
    local       a round played here, by bots, without a server

None of these does input or output, except `local`, which plays races. On the server:

    messages    the messages about leagues, to and from the server
    storage     leagues and their races in the database
    luck        the drivers' luck, from reviews of their races
    running     what is due: rounds, tables of races, substitutes, results
    commands    what drivers and the owner may do
    reviewing   reviews of races that nobody asked for
    service     makes, shows and changes leagues, and brings them on
    pages       the pages' replies
"""
