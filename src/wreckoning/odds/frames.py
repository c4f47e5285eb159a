"""Looks for values on the stack of a suspended function that are in none of its variables.

In `a = one() + two()`, while `two` runs, the result of `one` is in no variable. Two ways that
differ only in such a value must not be joined, so the search has to know that there is one. This
module follows the bytecode: the values that each instruction takes from the stack and leaves there.
A value that was only read (a variable, a field of the race) is known; the result of a call is not.
"""

from __future__ import annotations

import dis
from functools import lru_cache
from types import CodeType

VARIABLES = ("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE", "LOAD_CONST", "LOAD_GLOBAL", "PUSH_NULL")
LEAVE_NOTHING = ("STORE_", "POP_", "DELETE_", "RETURN_", "RAISE_", "JUMP_")
NEVER_ON = ("RETURN_", "RAISE_", "JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_ABSOLUTE")
RAISES = "RAISE_VARARGS"

Held = tuple[bool, ...]  # for each value on the stack: is it the result of a call?


@lru_cache(maxsize=1024)
def assigned_next(code: CodeType, at: int) -> str:
    """The variable that the result of the call at this instruction is assigned to; '' if none.

    Only for a statement `name = call(…)`: nothing else in it waits for the call.
    """
    following = _after(code, at)
    if following is None or following.opname != "STORE_FAST":
        return ""
    return str(following.argval)


@lru_cache(maxsize=1024)
def holds_values(code: CodeType, at: int) -> bool:
    """True if the stack holds results of other calls during the call at this instruction.

    True also in doubt. The iterator of a loop counts as known, because the loop's variable
    identifies its state. The door, which raises, waits in no call.
    """
    if any(found.offset == at and found.opname == RAISES for found in dis.get_instructions(code)):
        return False
    following = _after(code, at)
    if following is None:
        return True
    held = _stacks(code).get(following.offset)
    return held is None or any(held[:-1])  # the last one is the result of the call itself


def _after(code: CodeType, at: int) -> dis.Instruction | None:
    """The instruction after this one."""
    later = (found for found in dis.get_instructions(code) if found.offset > at)
    return next((found for found in later if found.opname != "CACHE"), None)


@lru_cache(maxsize=1024)
def _stacks(code: CodeType) -> dict[int, Held]:
    """The stack before each reachable instruction."""
    steps = [found for found in dis.get_instructions(code) if found.opname != "CACHE"]
    where = {found.offset: index for index, found in enumerate(steps)}
    stacks: dict[int, Held] = {}
    open_ends: list[tuple[int, Held]] = [(0, ())]
    while open_ends:
        index, held = open_ends.pop()
        if index >= len(steps):
            continue
        step = steps[index]
        before = stacks.get(step.offset)
        if before is not None:
            held = tuple(one or other for one, other in zip(before, held, strict=False))
            if held == before:
                continue
        stacks[step.offset] = held
        jumps = step.opcode in dis.hasjrel or step.opcode in dis.hasjabs
        if jumps and step.argval in where:
            open_ends.append((where[step.argval], _stepped(step, held, True)))
        if not step.opname.startswith(NEVER_ON):
            open_ends.append((index + 1, _stepped(step, held, False)))
    return stacks


def _stepped(step: dis.Instruction, held: Held, jump: bool) -> Held:
    """The stack after an instruction."""
    size = len(held) + dis.stack_effect(step.opcode, step.arg, jump=jump)
    name, number = step.opname, step.arg or 0
    if jump or name.startswith(LEAVE_NOTHING):
        return held[:size]
    if name.startswith(VARIABLES):
        return held + (False,) * (size - len(held))
    if name == "GET_ITER":
        return (*held[:-1], False)
    if name == "FOR_ITER":
        return (*held, True)
    if name == "COPY":
        return (*held, held[-number])
    if name == "SWAP":
        return (*held[:-number], held[-1], *held[1 - number : -1], held[-number])
    taken = _taken(step)
    kept = held[:-taken] if taken else held[: min(len(held), size) - 1]
    new = any(held[-taken:]) if taken else True
    return kept + (new,) * (size - len(kept))


def _taken(step: dis.Instruction) -> int:
    """How many values an instruction combines without a call; 0 if that is unknown."""
    if step.opname in ("BUILD_TUPLE", "BUILD_LIST"):
        return int(step.arg or 0)
    if step.opname in ("LOAD_ATTR", "LOAD_METHOD") or step.opname.startswith("UNARY_"):
        return 1
    two = step.opname in ("BINARY_OP", "BINARY_SUBSCR", "COMPARE_OP", "IS_OP", "CONTAINS_OP")
    return 2 if two else 0
