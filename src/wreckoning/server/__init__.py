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

What several of these use lies here: limits and fair queues, what came with a request, clocks, the
server's log and figures, and what becomes of damaged rows.
"""
