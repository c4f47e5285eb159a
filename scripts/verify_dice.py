#!/usr/bin/env python3
"""Check the dice and the digest of a race without Wreckoning: verify_dice.py LOG [NUMBER:DIGEST]...

Says whether the secret is the one committed to, makes every roll in the log, and compares its
answers with its own digest and with those that players kept; not whether the rules asked for
these rolls (`wreck verify` does). How it is all made: docs/fair-dice.md.
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


def check_rolls(lines):
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


def digests(lines):
    """The digest after each number of answers, from 0 on; the last one binds the result too."""
    link, found = b"", []
    for at, line in enumerate(lines[:-1]):
        without = ("sum",) if at else ("sum", "bots", "rules")
        kept = {key: line[key] for key in line if key not in without}
        link = hashlib.sha256(link + json.dumps(kept, ensure_ascii=False).encode()).digest()
        if "result" in line:
            found.pop()
        found.append(link.hex())
    return found


def check_answers(lines, kept):
    """What the digests say, in words. Raises ValueError for the first that does not agree."""
    made, last = digests(lines), lines[-1]
    own = [f"{last['answers']}:{last['digest']}"] if "digest" in last else []
    for text in [*own, *kept]:
        number, _, digest = text.partition(":")
        if len(digest) < 16 or not "".join(made[int(number) :][:1]).startswith(digest):
            raise ValueError(f"the answers are not those of the digest {text}")
    if own and last["answers"] != len(made) - 1:
        raise ValueError(f"the race ended after {last['answers']} answers, not {len(made) - 1}")
    return f"{len(made) - 1}; its own digest: {own[0] if own else 'none'}; kept: {len(kept)} agree."


if __name__ == "__main__":
    problem = ""
    try:
        with open(sys.argv[1], encoding="utf-8") as log:
            lines = [json.loads(line) for line in log]
        rolls, answers = check_rolls(lines), check_answers(lines, sys.argv[2:])
        print(f"Rolls that hold: all {rolls}.\nAnswers: {answers}")
    except (OSError, ValueError) as error:
        problem = f"{sys.argv[1]}: {error}"
    except (IndexError, KeyError, TypeError, AttributeError):
        problem = "not a log with fair dice; usage: verify_dice.py LOG [NUMBER:DIGEST]..."
    if problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
