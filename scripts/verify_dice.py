#!/usr/bin/env python3
"""Check the dice of a race without Wreckoning: python3 verify_dice.py LOG

Says whether the secret is the one committed to, and makes every roll in the log; not whether the
rules asked for these rolls (`wreck verify` does). How a roll is made: docs/fair-dice.md.
The exit status is 0 if all holds, else 2.
"""

import hashlib
import hmac
import json
import sys


def hexed(text):
    return text.encode().hex()


def face(secret, match, texts, number, question, sides, block=0):
    """What the roll of this number shows, 1 ... sides."""
    if not 1 <= sides <= 2**32:
        raise ValueError(f"roll {number + 1} is of a die with {sides} sides")
    lines = ["wreckoning dice 1", hexed(match), str(number), hexed(question), str(sides)]
    message = "\n".join([*lines, str(block), *map(hexed, texts)]).encode()
    digest = hmac.new(bytes.fromhex(secret), message, hashlib.sha256).digest()
    words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
    fit = [word for word in words if word < 2**32 // sides * sides]
    again = (secret, match, texts, number, question, sides, block + 1)
    return fit[0] % sides + 1 if fit else face(*again)


def check(lines):
    """How many rolls hold. Raises ValueError for the first thing that does not."""
    header, last = lines[0], lines[-1]
    if header.get("dice") != "fair" or "secret" not in last:
        raise ValueError("no fair dice, or their secret is not revealed yet")
    fair, secret = header["fair"], last["secret"]
    if hashlib.sha256(bytes.fromhex(secret)).hexdigest() != fair["commitment"]:
        raise ValueError(f"line {len(lines)}: the secret is not the one committed to")
    rolls = [(at, line) for at, line in enumerate(lines, 1) if line.get("by") == "dice"]
    for number, (at, line) in enumerate(rolls):
        made = face(secret, fair["match"], fair["texts"], number, line["ask"], line["of"])
        if str(made) != line["answer"]:
            raise ValueError(f"line {at}: roll {number + 1} shows {line['answer']}, not {made}")
    return len(rolls)


if __name__ == "__main__":
    problem = ""
    try:
        with open(sys.argv[1], encoding="utf-8") as log:
            print(f"Rolls that hold: all {check([json.loads(line) for line in log])}.")
    except (OSError, ValueError) as error:
        problem = f"{sys.argv[1]}: {error}"
    except (IndexError, KeyError, TypeError, AttributeError):
        problem = "not a log with fair dice; usage: verify_dice.py LOG"
    if problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
