"""Playing in the terminal.

seating     who sits where, from `--seats`          pages      help, rules, options in full
setup       choosing a course and a vehicle            sitting    the match and its log file
voice       lines in, Rich text out                 commands   what one may type
board       track, standings, options, drawn        loop       the evening: ask, answer, go on
story       the race report, line by line           podium     the last page
"""
