"""The server: it keeps tables, their seats and races, and sends everyone what happened.

It contains no rule. It parses a command, lets the core apply it, stores it, then broadcasts it.

    models      commands sent to the server, and the settings of a table
    table       a table: its seats and its race; no clock, no database
    schema, database, store
                tables, moves and chat in SQLite or PostgreSQL; every change is one row
    service     runs commands: one change of a table after another, stored before it is sent
    live_table, live_tables
                a table in memory with its connected clients; all tables in memory
    clients, broadcast
                connected browsers, and the messages sent to them
    listening, following, presence
                changes stored by other processes on the same PostgreSQL, and who is at them
    backup, exporting
                everything in one file; the logs of finished races
    messages    a table as JSON, made from the ruleset's `view`
    race_log    the log of a race: its lines, rolls and moments
    menus       chances and previews, worked out in processes of their own
    notices     people who are away are told that it is their turn
    thinking    bots that think, also in other processes
    api, app, server
                the same over HTTP and WebSocket; how it starts and stops
    metrics, logbook
                figures for monitoring, and the server's log
"""
