"""Leagues: many drivers, a calendar of rounds, and a table of points.

    model       what a league is: terms, entries, rounds, races; its file
    points      what a race is worth
    standings   who stands where, and how ties are broken
    rounds      who meets whom in a round: groups, heats, a final, the best of several races
    calendar    when rounds open and close, and what is to be done now
    entries     signing up, the waiting list
    outcome     what a race that is over comes to
    season      promotion and relegation; the next season
    local       a round played here, by bots, without a server

None of these does input or output, but `local`, which plays races. The server adds
`storage`, `service` and the pages' replies.
"""
