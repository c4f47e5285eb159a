"""What a race carries with it while it is searched. It stands after the race's own record.

Forced answers stand by the index of their ask in the group, and are used once; those `given` are
forced again in every playout. The tree is one list of
integers, node after node:

    0   its signature: which question with which options
    1   how many options
    2   visits
    3   where the next node is that follows from the same option; 0: none
    4   the option that the policy took when the node was made, by its place
    5…  for each option: visits, the sum of what they came to, of their squares, the first node
        that follows
"""

from __future__ import annotations

from typing import Annotated

from wreckoning.core.records import MAX_SEATS, Record

DEEPEST = 24  # own decisions in a tree
TREE = 1 << 17
FIRST_NODE = 1  # where the tree begins: 0 is no node
HEAD, EACH = 5, 4  # words of a node, and of each option in it
UNIT = 10_000  # what a win is worth in the tree


class Scratch(Record):
    """Of one search."""

    is_forced: Annotated[list[int], MAX_SEATS, bool]
    forced: Annotated[list[int], MAX_SEATS]
    is_given: Annotated[list[int], MAX_SEATS, bool]
    given: Annotated[list[int], MAX_SEATS]
    then: int  # the policy of a seat after its forced answer, and below the tree
    root: int
    used: int  # words of the tree
    deepest: int
    explore: int  # how much is tried that does not look best: of UNIT
    is_out: Annotated[int, bool]  # this playout has left the tree
    depth: int  # of this playout …
    node: Annotated[list[int], DEEPEST]  # … its nodes …
    taken: Annotated[list[int], DEEPEST]  # … and the options taken there, by their places
    tree: Annotated[list[int], TREE]
