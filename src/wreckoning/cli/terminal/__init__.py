"""Playing in the terminal.

setup       choosing a course and a vehicle      pages        help, rules, options in full
voice       lines in, Rich text out              saved_match  the match and its log file
board       track, standings, options, drawn     commands     what a player may type
race_log    the log, line by line                loop         ask, answer, go on
podium      the last page
"""
