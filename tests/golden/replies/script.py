"""What is played and asked for the record of replies: all that a server can be asked, once."""

from __future__ import annotations

import time
from typing import Any

from tests.golden.replies.recording import Recorder
from tests.table.campaigning import EIGHT
from tests.table.hosting import Ear
from tests.table.serving import WITHIN
from tests.table.test_house_files import KING, OWN

from wreckoning.core.documents import Json
from wreckoning.core.ruleset import find_ruleset, registered
from wreckoning.table.table import FINISHED, Table

CLOCK = {"kind": "live", "seconds": 600}
ROUND = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 4}
TERMS = {
    "points": {"places": [10, 6, 4, 2]},
    "divisions": [{"title": "One", "places": 4}],
    "team_counts": 2,
}


def play_all(recorder: Recorder) -> None:
    """Play and ask everything."""
    recorder.get("/api/rulesets")
    for key in registered():
        recorder.about = key
        look_up(recorder, key)
        race(recorder, key)
    recorder.about = "rtd"
    referee(recorder)
    host(recorder)
    recorder.about = "-"
    series(recorder)
    first_races(recorder)
    campaign(recorder)
    league(recorder)
    profile(recorder)
    refusals(recorder)


def look_up(recorder: Recorder, key: str) -> None:
    """The pages of a ruleset."""
    course = find_ruleset(key).course_names()[0]
    for part in ("rules", "learning", "reference", f"courses/{course}", "courses/none"):
        recorder.get(f"/api/rulesets/{key}/{part}")
    house = OWN if key == "rtd" else "[nothing]"
    recorder.post(f"/api/rulesets/{key}/house", text=house)
    built = recorder.post(f"/api/rulesets/{key}/builder", code="")
    for team in built.get("ready_made", [])[:2]:
        recorder.post(f"/api/rulesets/{key}/builder", code=team["code"])
    if built.get("add"):
        recorder.post(f"/api/rulesets/{key}/builder", code=built["add"][0]["code"])


class Seated:
    """A table with its tokens: the host's, and each seat's; and the lines of its players."""

    def __init__(self, recorder: Recorder, ruleset: str, *players: str, **more: Any) -> None:
        self.recorder = recorder
        wanted = [
            {"player": player, "name": f"D{n}" if player == "mine" else ""}
            for n, player in enumerate(players)
        ]
        courses = find_ruleset(ruleset).course_names()
        table = {"ruleset": ruleset, "course": courses[0], "seats": wanted, **more}
        self.take(recorder.post("/api/tables", **table))

    def take(self, made: Any) -> None:
        """Sit at this new table."""
        self.id, self.host = made["id"], made["host"]
        self.path = f"/api/tables/{self.id}"
        self.tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}

    def do(self, do: str, token: str = "", **fields: Any) -> Any:
        """Do something, as the host unless another token is given."""
        self.settle()
        return self.recorder.do(f"{self.path}/{do}", token=token or self.host, **fields)

    def claim(self, seat: int, name: str, **more: Any) -> Any:
        given = {"seat": seat, "name": name, **more}
        self.tokens[seat] = self.recorder.do(f"{self.path}/claim", **given)["result"]["token"]

    def listen(self, *tokens: str) -> Ear:
        """A line with these tokens."""
        return Ear(self.recorder.hosted, self.id, list(tokens))

    @property
    def table(self) -> Table:
        """The table in the server's memory."""
        found: Table = self.recorder.serving.tables.live_tables.in_memory[self.id].table
        return found

    def answer(self, step: int) -> Any:
        """Answer the first open question; the options take turns."""
        ask = self.table.waiting()[0]
        seat, token = (ask.by, self.tokens[ask.by]) if ask.by >= 0 else (-1, self.host)
        given = {"seat": seat, "ask": ask.question, "version": self.table.version}
        return self.do("answer", token, answer=ask.names[step * 5 % len(ask.names)], **given)

    def settle(self) -> None:
        """Wait until all lines have their open questions with the chances."""
        live = self.recorder.serving.tables.live_tables.in_memory[self.id]
        end = time.monotonic() + WITHIN
        while any(
            line.last_menus not in (None, line.last_full_menus) for line in list(live.clients)
        ):
            assert time.monotonic() < end, "the chances do not come"
            time.sleep(0.005)

    def show(self) -> None:
        """Ask for everything that can be seen of the table."""
        for part in ("", "/ruleset", "/post", "/post?turn=0&markup=text", "/replay"):
            self.recorder.get(f"{self.path}{part}")
        self.recorder.get(f"/api/tables/several?id={self.id}")
        for state in ("open", "running", "over"):
            self.recorder.get(f"/api/tables?state={state}")


def race(recorder: Recorder, key: str) -> None:
    """A race of two players and a bot, from the lobby to the next race."""
    at = Seated(recorder, key, "mine", "open", "rookie", pace=CLOCK, hints=True, chances=True)
    at.show()
    at.claim(1, "Bob", text="any words")
    at.do("change", at.tokens[1], seat=1, name="Bobby")
    ears = at.listen(at.host, at.tokens[0]), at.listen(at.tokens[1])
    at.do("start")
    for step in range(24):
        if step == 3:
            talk(at)
        at.answer(step)
        if step == 8:
            at.do("undo", at.tokens[0], seat=0, version=at.table.version)
    at.show()
    for seat in (0, 1):
        at.do("hand_over", at.tokens[seat], seat=seat, player="rookie")
    at.do("race_on")
    assert at.table.state == FINISHED
    for ear in ears:
        recorder.hear(ear)
    at.show()
    recorder.post(f"{at.path}/fork", number=at.table.number // 2)
    again = recorder.post(f"{at.path}/again", tokens=[at.host, at.tokens[0]])
    recorder.get(f"/api/tables/{again['id']}")


def talk(at: Seated) -> None:
    """What players do beside their answers, at an open question."""
    ask = next(ask for ask in at.table.waiting() if ask.by in at.tokens)
    mine, seat = at.tokens[ask.by], ask.by
    given = {"seat": seat, "ask": ask.question, "version": at.table.version}
    for line in (ask.names[0], "? 1", "r1", "board", "", "fly"):
        at.do("read", mine, line=line, **given)
    at.do("chat", mine, text="Good luck")
    at.do("chat", mine, text="What was that?", line=0)
    at.do("emote", mine, emote="honk")
    orders = f"{ask.question.replace('_', ' ')}: {ask.names[0]}; otherwise: wait"
    for text in (orders, "rocket start: no", "otherwise: usual", "jump"):
        at.recorder.post(f"{at.path}/orders/check", token=mine, seat=seat, text=text)
    at.recorder.get(f"{at.path}/orders?seat={seat}", mine)
    at.do("orders", mine, seat=seat, text="otherwise: wait")
    at.recorder.get(f"{at.path}/orders?seat={seat}", mine)
    at.do("answer", mine, answer="nothing", **given)
    at.do("answer", at.host, answer=ask.names[0], **given)
    at.do("answer", mine, answer=ask.names[0], **{**given, "version": 1, "ask": "other"})


def referee(recorder: Recorder) -> None:
    """Physical dice, and a referee who corrects."""
    options = {"referee": "on"}
    at = Seated(recorder, "rtd", "mine", "open", "open", dice="physical", options=options)
    at.claim(1, "Bob")
    at.do("seat_bot", seat=2, player="rookie")
    at.do("start")
    ear = at.listen(at.host, at.tokens[0])
    for step in range(8):
        at.answer(step)
    recorder.get(f"{at.path}/referee", at.host)
    recorder.get(f"{at.path}/referee", at.tokens[1])
    corrections: list[Json] = [{}, {"karts": {"D0": {"momentum": 1}}}, {"cars": {}}]
    for given in corrections:
        at.do("correct", version=at.table.version, changes=given, reason="a slip")
    at.do("skip", version=at.table.version, seat=0, reason="asleep")
    at.do("call", version=at.table.version, seat=1, target=4, rolled=5, reason="the fence")
    recorder.get(at.path)
    at.do("abandon")
    recorder.hear(ear)
    at.show()


def host(recorder: Recorder) -> None:
    """A host who removes players, at a table with a house file, by post."""
    pace = {"kind": "days", "days": 2}
    at = Seated(recorder, "rtd", "mine", "open", "open", house=OWN, pace=pace)
    for seat, name in ((1, "Bob"), (2, "Cid")):
        at.claim(seat, name, setup=KING)
    ears = at.listen(at.host), at.listen(at.tokens[1]), at.listen(at.tokens[2])
    at.do("mute", seat=2)
    at.do("remove", seat=1)
    at.do("remove", seat=2, ban=True)
    at.do("lift", number=0, name="Cid")
    for ear in ears:
        recorder.hear(ear)
    at.claim(1, "Bob")
    at.do("leave", at.tokens[1], seat=1)
    at.do("seat_bot", seat=1, player="rookie")
    at.do("seat_bot", seat=2, player="rookie")
    at.do("start")
    at.show()


def series(recorder: Recorder) -> None:
    """The races of a series, wherever a game has one."""
    for key in registered():
        ruleset = find_ruleset(key)
        if ruleset.series is None:
            continue
        then = list(ruleset.course_names()[1:2])
        at = Seated(recorder, key, "mine", *["rookie"] * 3, then=then)
        for _ in range(2):
            at.show()
            at.do("start")
            at.do("hand_over", at.tokens[0], seat=0, player="rookie")
            at.do("race_on")
            at.show()
            again = recorder.post(f"{at.path}/again", tokens=[at.host, at.tokens[0]])
            if "error" in again:
                break
            at.take(again)


def first_races(recorder: Recorder) -> None:
    """The beginning of each first race."""
    for key in registered():
        made = recorder.post("/api/tables/first-race", ruleset=key)
        if "error" in made:
            continue
        recorder.get(f"/api/tables/{made['id']}")


def campaign(recorder: Recorder) -> None:
    """A campaign of two players and a bot, up to its first game."""
    players = [{"player": "mine", "name": "Ann"}, {"player": "open"}, {"player": "rookie"}]
    made = recorder.post("/api/campaigns", ruleset="rally", title="The long road", players=players)
    at = f"/api/campaigns/{made['id']}"
    tokens = {-1: made["host"], 0: made["seats"][0]["token"]}
    recorder.post(f"{at}/look", tokens=list(tokens.values()))
    tokens[1] = recorder.do(f"{at}/claim", seat=1, name="Bob")["token"]
    recorder.do(f"{at}/text", seat=0, token=tokens[0], text="any words")

    def move(seat: int, **move: Any) -> Any:
        return recorder.do(f"{at}/move", token=tokens[seat], seat=seat, version=0, move=move)

    for seat in (0, 1):
        move(seat, do="roster", team=EIGHT)
    move(-1, do="start")
    for seat in (0, 1):
        move(seat, do="field", vehicles=[0, 1, 2])
    move(0, do="nothing")
    [table] = recorder.post(f"{at}/look", tokens=[tokens[0]])["tables"]
    recorder.get(f"/api/tables/{table['table']}")
    for seat in table["seats"]:
        given = {"seat": seat["seat"], "player": "rookie", "token": seat["token"]}
        recorder.do(f"/api/tables/{table['table']}/hand_over", **given)
    recorder.post(f"{at}/look", tokens=[tokens[0]])
    for state in ("open", "running"):
        recorder.get(f"/api/campaigns?state={state}")


def league(recorder: Recorder) -> None:
    """A league whose first round is over, and a second with a person."""
    rounds = [ROUND, {**ROUND, "opens": "2090-10-01T20:00"}]
    made = recorder.post("/api/leagues", title="Cup", terms=TERMS, rounds=rounds)
    at, owner = f"/api/leagues/{made['id']}", made["host"]

    def do(do: str, token: str = owner, **fields: Any) -> Any:
        return recorder.do(f"{at}/do", token=token, do=do, **fields)

    for name in ("Bolt", "Gasket", "Spark", "Rivet"):
        do("sign_up", name=name, bot="rookie", team="Tin")
    recorder.post(f"{at}/look", tokens=[owner])
    do("open", round=1)
    race = "1-1-1-1-1"
    do("correct", race=race, entry=1, change="points", value=-1, reason="Late start")
    ann = do("sign_up", "", name="Ann")["token"]
    do("open", round=2)
    do("replace", round=2, leaves=1, comes=5)
    show_league(recorder, at, [owner, ann])
    do("close", round=2)
    do("withdraw", ann, entry=5)
    do("withdraw", "unknown", entry=4)
    do("next_season")
    show_league(recorder, at, [owner])


def show_league(recorder: Recorder, at: str, tokens: list[str]) -> None:
    """Ask for everything that can be seen of a league."""
    recorder.post(f"{at}/look", tokens=tokens)
    recorder.post(f"{at}/channels", token=tokens[0])
    recorder.get(f"{at}/standings?division=0")
    for part in ("standings", "calendar", "results", "records", "ratings", "teams", "entries"):
        recorder.get(f"{at}/{part}")
    for entry in (1, 5):
        recorder.get(f"{at}/drivers/{entry}")
    recorder.get("/api/leagues/points")
    for state in ("open", "running", "over"):
        recorder.get(f"/api/leagues?state={state}")


def profile(recorder: Recorder) -> None:
    """A profile with two devices, its races and channels, and the race of the day."""
    ann = recorder.post("/api/profile", name="Ann")["token"]
    code = recorder.post("/api/profile/link", ann)["code"]
    recorder.post("/api/profile/join", code=code)
    recorder.post("/api/profile/change", ann, name="Anna", colour="#123456")
    recorder.post("/api/profile/active", ann)
    at = Seated(recorder, "rush", "mine", "rookie", token=ann)
    at.do("start")
    own = Seated(recorder, "rush", "mine", "rookie")
    recorder.post("/api/profile/adopt", ann, tables={own.id: [own.host, own.tokens[0]]})
    today = recorder.get("/api/daily", ann)["day"]
    day = recorder.post("/api/daily", name="Ann", token=ann)
    recorder.get("/api/daily", ann)
    for table in (at.id, day["table"]):
        path = f"/api/tables/{table}"
        recorder.do(f"{path}/hand_over", token=ann, seat=0, player="rookie")
        recorder.do(f"{path}/race_on", token=ann)
        recorder.get(path)
    recorder.now += 24 * 3600
    recorder.get(f"/api/daily?day={today}", ann)
    name = recorder.get("/api/profile", ann)["id"]
    for part in ("profile/current", "profile/races", f"profiles/{name}", "profile/channels"):
        recorder.get(f"/api/{part}", ann)
    recorder.post("/api/profile/passkeys/begin", ann)
    recorder.post("/api/profile/sign_in/begin")
    recorder.get("/api/profile/export", ann)
    recorder.post("/api/profile/channels", ann, address="json://127.0.0.1:9/turn")
    recorder.post(f"{at.path}/channels", token=at.host)


def refusals(recorder: Recorder) -> None:
    """Requests that are refused."""
    for path in ("tables/zzz", "rulesets/none/rules", "campaigns/zzz/file", "nowhere"):
        recorder.get(f"/api/{path}")
    recorder.post("/api/tables", ruleset="rtd")
    recorder.get("/api/tables?offset=-1")
    recorder.get("/healthz")
