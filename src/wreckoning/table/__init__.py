"""The table: a server that keeps seats and races, and tells everybody what happened.

It contains no rule. It parses, lets the core apply, stores, and only then tells.

    models      what is sent to the server, and the settings of a table
    game        one table in memory: its seats and its race; no clock, no database
    schema, database, store
                tables, moves and chat in SQLite or PostgreSQL; every change is one row
    tables      all tables of a process: one change after another, stored before it is told
    room        one of them, and who is connected: what they were sent
    listening, presence
                what other processes on the same PostgreSQL store, and who is at them
    backup, exporting
                all there is in a file; the logs of finished races
    shows       a table as JSON, made from the ruleset's `view`
    menus       chances and previews, worked out in processes of their own
    api, app, server
                the same over HTTP and WebSocket; how it starts and stops
    metrics, logbook
                what is counted, and what is written down
"""
