"""What is made of a table and its race for those who look on.

posts       a turn as a post for a forum or a chat
previews    what a link to a table shows in a chat
steps       the steps between two moments, to play on the board
game_cards  how a game is announced
rulepages   a rulebook as chapters of numbered rules
"""
