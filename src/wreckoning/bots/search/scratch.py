"""The extra memory of a race in a search, behind the race's own record.

Forced answers are stored by the index of their ask in the group, and used once. Those in `given`
are forced again in every playout. The tree is one list of integers, node after node:

    0   its signature: which question with which options
    1   how many options
    2   visits
    3   the place of the next node after the same option; 0: none
    4   the index of the policy's option when the node was made
    5…  for each option: visits, the sum of their rewards, of their squares, the first node after it
        (OUT: this option of the first question is not tried any more)
"""

from __future__ import annotations

from typing import Annotated

from wreckoning.core.records import MAX_SEATS, Record

DEEPEST = 24  # own decisions in a tree
TREE = 1 << 17
FIRST_NODE = 1  # where the tree begins: 0 means no node
HEAD, EACH = 5, 4  # integers for a node, and for each option in it
OUT = -1
UNIT = 10_000  # the worth of a win in the tree


class Scratch(Record):
    """The memory of one search."""

    is_forced: Annotated[list[int], MAX_SEATS, bool]
    forced: Annotated[list[int], MAX_SEATS]
    is_given: Annotated[list[int], MAX_SEATS, bool]
    given: Annotated[list[int], MAX_SEATS]
    then: int  # the policy of a seat after its forced answer, and below the tree
    root: int
    used: int  # integers used by the tree
    deepest: int
    explore: int  # how much to try options that do not look best: of UNIT
    in_turn: int  # options of the first question that take turns; 0: the most promising is tried
    is_out: Annotated[int, bool]  # this playout has left the tree
    depth: int  # of this playout in the tree
    node: Annotated[list[int], DEEPEST]  # the nodes of this playout
    taken: Annotated[list[int], DEEPEST]  # the indices of the options chosen at those nodes
    tree: Annotated[list[int], TREE]
