"""Proofs that a game here and its peer's are the same: random games, move by move in both.

    prove(games, seed)     in a module for each game: how many states were compared

At every state the legal options must be the same, and the game over in both or in neither; in the
end the result must be the same. What differs is an AssertionError that names game and state.
"""
