"""A race in the terminal.

setup       choosing a course and a vehicle      pages        help, rules, options in full
voice       lines in, Rich text out              saved_match  the match and its log file
board       track, standings, options, drawn     loop         ask, answer, go on
race_log    the log, line by line                podium       the last page
"""
