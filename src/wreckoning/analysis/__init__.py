"""Reviews a finished race: chances to win, luck, decisions that cost.

steps       the race, step by step: a die, or answers given together
win_chance  each driver's chance to win after every step, by playouts
chart       the points of its chart: means of neighbouring steps
ledger      where the result came from: luck, decisions, rivals
played      options of a decision, played out with the same dice
decisions   what each decision cost, against the best option
worded      decisions in the game's words
review      all of it, as data
sent        the review as it is sent
table       the decisions as a table for spreadsheets
page        the review as one page of HTML
"""
