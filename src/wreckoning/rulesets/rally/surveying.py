"""The survey of a table: the way from every cell to each gate, computed when it is loaded.

From each gate the ways are followed back through the graph of cells (Dijkstra 1959). A gate is
reached by crossing it in its direction, well within its ends; a vehicle that crosses it the wrong
way has to come round.
"""

from __future__ import annotations

import heapq
from functools import lru_cache

from wreckoning.core.records import pack, unpack
from wreckoning.core.rules import table_rule
from wreckoning.geometry.gates import Gate, past, step_crosses
from wreckoning.geometry.overlap import is_near
from wreckoning.geometry.points import root, squared_distance
from wreckoning.rulesets.rally.laying import middle_of_gate
from wreckoning.rulesets.rally.race import CELL, CELLS, ELSEWHERE, INCH, Course
from wreckoning.rulesets.rally.rules.survey import distance_past
from wreckoning.rulesets.rally.survey_graph import Graph, Point, graph_of, size_of

INSET = INCH  # from a gate's ends
WRONG_WAY = 24 * INCH  # what turning round twice costs
AROUND_GATE = 12 * INCH  # no step that crosses a gate begins further from its middle
REACH = 2 * CELL  # from here one drives straight out by a gate on the edge
NEAR_END = 10 * INCH  # of a way: other ways may share this part

Ways = tuple[int, ...]


def lay_survey(record: Course, is_plain: bool = False) -> None:
    """Set a table's survey. The rest of the table is set already.

    A plain one counts nothing but the length of ways, whatever they lead through.
    """
    record.columns, record.rows = size_of(record)
    record.way = [0] * len(record.way)
    for gate, ways in enumerate(_ways(pack(record), is_plain)):
        record.way[gate * CELLS : gate * CELLS + len(ways)] = ways


@lru_cache(maxsize=64)
@table_rule("V22", "V47")
def _ways(packed: bytes, is_plain: bool) -> tuple[Ways, ...]:
    """For each gate the way from every cell."""
    record, graph = unpack(Course, packed), _graph(packed)
    gates = [record.gates[n] for n in range(record.gate_count)]
    return tuple(_ways_to(gate, graph, is_on_edge(gate, record), is_plain) for gate in gates)


@lru_cache(maxsize=64)
def _graph(packed: bytes) -> Graph:
    return graph_of(unpack(Course, packed))


def _ways_to(gate: Gate, graph: Graph, is_edge: bool, is_plain: bool) -> Ways:
    """The way from every cell to a gate's line; ELSEWHERE if there is none."""
    inner, middle, middles = _inset(gate), middle_of_gate(gate), graph.middles
    around = {
        cell
        for cell, steps in enumerate(graph.steps)
        if steps and is_near(*middles[cell], *middle, AROUND_GATE)
    }
    is_past = [past(gate, *point) > 0 for point in middles]
    best = [ELSEWHERE] * len(graph.steps)
    for cell in around:
        best[cell] = _first_way(gate, inner, graph, cell, is_edge)
    queue = [(best[cell], cell) for cell in around if best[cell] < ELSEWHERE]
    heapq.heapify(queue)
    while queue:
        way, cell = heapq.heappop(queue)
        if way > best[cell]:
            continue
        factor, extra = (1, 0) if is_plain else (graph.factors[cell], graph.extras[cell])
        for before, length in graph.steps[cell]:
            cost = way + length * factor + extra
            if cell in around and is_past[before] != is_past[cell]:
                if step_crosses(gate, *middles[before], *middles[cell]):
                    continue
                if step_crosses(gate, *middles[cell], *middles[before]):
                    cost += WRONG_WAY
            if cost < best[before]:
                best[before] = cost
                heapq.heappush(queue, (cost, before))
    return tuple(best)


def _first_way(gate: Gate, inner: Gate, graph: Graph, cell: int, is_edge: bool) -> int:
    """The way from a cell to the line in a single step; ELSEWHERE if none crosses it well."""
    here = graph.middles[cell]
    best = _straight_out(inner, *here) if is_edge else ELSEWHERE
    for to, length in graph.steps[cell]:
        there = graph.middles[to]
        if step_crosses(inner, *here, *there):
            before, after = -distance_past(gate, *here), distance_past(gate, *there)
            best = min(best, length * before // max(1, before + after))
    return best


def is_on_edge(gate: Gate, record: Course) -> bool:
    """Whether a gate lies along an edge of the table."""
    width, depth = record.table.width, record.table.depth
    return (gate.left_x == gate.right_x and gate.left_x in (0, width)) or (
        gate.left_y == gate.right_y and gate.left_y in (0, depth)
    )


def _straight_out(inner: Gate, x: int, y: int) -> int:
    """The way from close to a gate on the edge straight on to its line; else ELSEWHERE."""
    ex, ey = inner.right_x - inner.left_x, inner.right_y - inner.left_y
    along = ex * (x - inner.left_x) + ey * (y - inner.left_y)
    away = -distance_past(inner, x, y)
    is_before = 0 <= along <= ex * ex + ey * ey and 0 < away <= REACH
    return away if is_before else ELSEWHERE


def _inset(gate: Gate) -> Gate:
    """The part of a gate in which a vehicle's middle crosses it with room to both sides."""
    inner = Gate()
    ex, ey = gate.right_x - gate.left_x, gate.right_y - gate.left_y
    width = root(ex * ex + ey * ey)
    dx, dy = ex * INSET // width, ey * INSET // width
    inner.left_x, inner.left_y = gate.left_x + dx, gate.left_y + dy
    inner.right_x, inner.right_y = gate.right_x - dx, gate.right_y - dy
    return inner


def has_second_way(record: Course, start: Point, gate: int) -> bool:
    """Whether a way from a point to a gate keeps clear of the shortest way between them."""
    graph, line = graph_of(record), record.gates[gate]
    edge, cell = is_on_edge(line, record), graph.cell_at(start)
    ways = _ways_to(line, graph, edge, True)
    first = _follow(graph, ways, cell)
    ends = (start, middle_of_gate(line))
    barred = {
        other
        for other in range(len(graph.steps))
        if any(_is_beside(other, taken, graph.columns) for taken in first)
        and not any(squared_distance(*graph.middles[other], *end) <= NEAR_END**2 for end in ends)
    }
    return _ways_to(line, graph.without(barred), edge, True)[cell] < ELSEWHERE


def _follow(graph: Graph, ways: Ways, cell: int) -> set[int]:
    """The cells of the shortest way from a cell on."""
    found = {cell}
    while any(ways[to] < ways[cell] for to, _ in graph.steps[cell]):
        cell = min(graph.steps[cell], key=lambda step: ways[step[0]] + step[1])[0]
        if cell in found:
            break
        found.add(cell)
    return found


def _is_beside(cell: int, other: int, columns: int) -> bool:
    """Whether vehicles in these cells would be in each other's way."""
    across, down = abs(cell % columns - other % columns), abs(cell // columns - other // columns)
    return max(across, down) <= 1
