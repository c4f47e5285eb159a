"""The server: it keeps tables, leagues and campaigns, and sends everyone what happened.

It contains no rule. It parses a command, lets the table apply it, stores it, then broadcasts it.

    store       the database: every change of a table is one row
    workers     processes of their own for long work
    live        tables in memory with their connected clients; commands, bots, chances
    campaigns, leagues, profiles, notices
                each: its rows, and the service that changes them
    earlier     rules of earlier releases, for races that were begun with them
    http        all of it over HTTP and WebSocket
    running     its socket and messages, and how it starts and stops

What several of these use lies here:

    limits, fair_queue, worked_out
                how much a visitor may use; who comes next; what was worked out, kept in memory
    arrivals, bodies, encoding
                how a request came, large bodies, replies as JSON
    steady_clock, days, daily
                the server's clock; the race of the day
    logbook, metrics, damage
                its log and its figures; what becomes of damaged rows
    kept_races, upgrade_check
                after new rules: what earlier ones told is kept; what they would change
    exporting, tidying, serving_at
                logs of all races; memory; the address for `wreck healthy`
"""
