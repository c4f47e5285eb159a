"""Tables in memory, and their connected clients.

service     all tables of a process: makes them and runs their commands
live_table, live_tables
            a table and what each client has been sent; all of them
commands, command_threads, saving
            the path of a command: applied, stored, then sent
clients, admission, broadcast
            connected browsers, who may connect, and what they are sent
clocks      the rules drive for players whose time is up
bots, hints, menu_chances
            bots that think, hints, chances of open questions
listening, following, presence
            other processes on the same PostgreSQL
glances, pictures, replays
            many tables in short; boards as PNG; races moment by moment
"""
