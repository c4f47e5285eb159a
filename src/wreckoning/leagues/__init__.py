"""Leagues: many drivers, a calendar of rounds, and a table of points. A season as data.

    model       a league: terms, entries, rounds, races; its file
    people      a person's entry: one, however often they leave or come back
    points      the points for a race
    standings   the tables, and how ties are broken
    rounds      the races of a round: groups, heats, a final, the best of several races
    calendar    when rounds open and close, and what is due at a given time
    entries     sign-ups and the waiting list
    outcome     the result of a finished race
    campaigns   campaigns as races of a round: their players, their results
    season      promotion and relegation; the next season
    records     records by course, drivers head to head, form
    ratings     ratings by all races
    feeds       CSV, iCalendar and Atom
    wording     names and texts of a league that is new here
    messages    what is said about leagues, and asked
    local       a round played here, by bots, without a server

The terminal needs no more. `server.leagues` keeps leagues in a database and runs their rounds.
"""
