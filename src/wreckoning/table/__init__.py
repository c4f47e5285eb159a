"""The game at a table: no clock, no socket, no database, no thread, no process.

Time and chance are passed in; the server, the terminal and leagues bring their own. It contains no
rule: a command is checked, and the core applies it.

    models      commands, and the settings of a table
    table       a table: its seats, who may do what, and how a command runs
    racing      a table whose race has begun: it drives on, and takes back
    identity    what a token proves: a seat, the host, or a profile
    lobby, lessons, next_race
                before a race; a first race; after it
    race_commands, moderation, orders, seat_orders, typed_moves
                what players and hosts do during a race
    deadlines, dates
                when a decision by post is due; dates and zones that people type
    given, lookalikes, house_files
                names, texts and files that people give
    race_log, logs
                the story of a race: its lines, rolls and moments; its log file
    messages, replies, profile_messages
                a table as JSON, made from the ruleset's `view`; all that a server says
    refusals    why something was not done, in one line and one word
    shown       what is made of a table: posts, previews, steps, cards of games, pages of rules
    campaigns   a ruleset's campaign, played here or in a file
    earlier     races of earlier rules, as they were told
"""
