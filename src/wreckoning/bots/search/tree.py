"""Open-loop search over a seat's own decisions (UCT: Kocsis and Szepesvári 2006).

Other seats, and the seat itself below the tree, play by a policy. Each playout has different dice:
a node stands for all races in which the seat is asked the same after the same decisions. Of a long
list of options only some are tried at first: the policy's, its neighbours, and some in between.

The options of the first question may take turns instead, with equal dice in each round, while the
worse half goes out again and again (sequential halving: Karnin, Koren and Somekh 2013).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from wreckoning.bots.search.scratch import EACH, HEAD, OUT, TREE, UNIT
from wreckoning.core.door import AskRecord
from wreckoning.core.rules import jitable

MASK = (1 << 48) - 1
PRIOR = 2.0  # visits that an option is given in advance, with the node's mean
FEW = 8  # if there are at most this many options, all are tried from the start
PER_OPTION = 5  # of more options, one more is tried after this many visits
USUAL_FIRST = 4  # the advantage of the policy's option over its equals


@jitable
def signature_of(ask: AskRecord) -> int:
    """A number that identifies a question with its options."""
    found = (ask.question * 31 + ask.subject + 2) * 64 + ask.count
    for k in range(ask.count):
        found = (found * 131 + ask.options[k] + 7) & MASK
    return found


@jitable
def step_between(count: int, visits: int) -> int:
    """The step between the options of a long list that are tried by now."""
    step = 1
    while count // step > FEW + visits // PER_OPTION:
        step += step
    return step


@jitable
def find_node(race: Any, ask: AskRecord, usual: int) -> int:
    """The node of this question in the tree, or a new one; 0 if there is no room for it."""
    study = race.study
    tree, depth = study.tree, study.depth
    signature = signature_of(ask)
    last = study.root
    if depth > 0:
        last = tree[study.node[depth - 1] + HEAD + EACH * study.taken[depth - 1] + 3]
    before = 0
    while last > 0 and tree[last] != signature:
        before, last = last, tree[last + 3]
    if last > 0:
        return int(last)
    size = HEAD + EACH * ask.count
    if study.used + size > TREE:
        return 0
    at = int(study.used)
    study.used += size
    for k in range(size):
        tree[at + k] = 0
    tree[at], tree[at + 1], tree[at + 4] = signature, ask.count, usual
    if before > 0:
        tree[before + 3] = at
    elif depth > 0:
        tree[study.node[depth - 1] + HEAD + EACH * study.taken[depth - 1] + 3] = at
    else:
        study.root = at
    study.is_out = 1  # the policy plays on: one new node a playout
    return at


@jitable
def best_of_node(race: Any, at: int, count: int, usual: int) -> int:
    """The index of the option to try next."""
    study = race.study
    tree = study.tree
    visits, total = tree[at + 2], 0
    for k in range(count):
        total += tree[at + HEAD + EACH * k + 1]
    mean, step = total / visits if visits else 0.0, step_between(count, visits)
    best, most = usual, -1e18
    for k in range(count):
        times = tree[at + HEAD + EACH * k]
        if k % step and times == 0 and (k < usual - 1 or k > usual + 1):
            continue
        came = tree[at + HEAD + EACH * k + 1]
        worth = (came + PRIOR * mean) / (times + PRIOR)
        worth += study.explore * sqrt(log(visits + 2.0) / (times + 1.0))
        if k == usual:
            worth += USUAL_FIRST
        if worth > most:
            best, most = k, worth
    return best


@jitable
def next_in_turn(race: Any, at: int, count: int) -> int:
    """The index of the option tried least, of those not out."""
    tree = race.study.tree
    found, least = 0, -1
    for k in range(count):
        option = at + HEAD + EACH * k
        if tree[option + 3] != OUT and (least < 0 or tree[option] < least):
            found, least = k, tree[option]
    return found


@jitable
def grown(race: Any, ask: AskRecord, answer: int) -> int:
    """The searching seat's choice in this playout, if the policy would choose `answer`."""
    study = race.study
    if study.is_out or study.depth == study.deepest:
        study.is_out = 1
        return answer
    usual = 0
    for k in range(ask.count):
        if ask.options[k] == answer:
            usual = k
    at = find_node(race, ask, usual)
    if at == 0:
        study.is_out = 1
        return answer
    taken = usual
    if study.is_out == 0 or study.depth == 0:
        study.is_out = 0
        if study.depth == 0 and study.in_turn > 0:
            taken = next_in_turn(race, at, ask.count)
        else:
            taken = best_of_node(race, at, ask.count, usual)
    study.node[study.depth] = at
    study.taken[study.depth] = taken
    study.depth += 1
    return ask.options[taken]


@jitable
def begin_playout(race: Any) -> None:
    """Start another playout at the root."""
    study = race.study
    study.depth = 0
    study.is_out = 0


@jitable
def learn(race: Any, reward: float) -> None:
    """Add a playout's reward, about 0 … 1, to all nodes on its way."""
    study = race.study
    tree = study.tree
    came = int(reward * UNIT)
    for depth in range(study.depth):
        at = study.node[depth]
        option = at + HEAD + EACH * study.taken[depth]
        tree[at + 2] += 1
        tree[option] += 1
        tree[option + 1] += came
        tree[option + 2] += came * came
