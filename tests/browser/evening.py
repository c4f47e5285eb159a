"""An evening at a server: a table that waits, a race going on, one that is over."""

from __future__ import annotations

from dataclasses import dataclass

from tests.browser.visiting import Visitor
from tests.table.serving import REQUESTS, Browser, Made, Served, make_table, start

LONG = "Maximiliane Hohenfels-Au"  # as long as a name may be
ANSWERS = 14


@dataclass(frozen=True)
class Evening:
    """Ann is the host of all three tables, and sits in seat 1.

    `profile` is her profile: its id, and as `host` the token of her device.
    """

    waiting: Made
    running: Made
    over: Made
    profile: Made

    def greet(self, ann: Visitor) -> Visitor:
        """Make a visitor's browser Ann's."""
        ann.keep("device", self.profile.host)
        ann.keep(
            "seats",
            {
                made.id: {"host": made.host, "seats": {"0": made.tokens[0]}, "at": at}
                for at, made in enumerate((self.over, self.running, self.waiting))
            },
        )
        return ann


def begin(served: Served) -> Evening:
    """Make the tables as a browser does."""
    ann, other = seat("Ann"), seat(LONG)
    bots = [{"player": "rookie"}] * 3
    waiting = make_table(served, seats=[ann, {"player": "open"}, {"player": "rookie"}])
    running = make_table(served, seats=[ann, other, *bots])
    start(served, running)
    _play(served, running)
    over = make_table(served, seats=[ann, other, *bots])
    start(served, over)
    for number in (0, 1):
        hand_over(served, over, number)
    signed_in = served.post("/api/profile", name="Ann", colour="#0f766e")
    profile = Made(signed_in["profile"]["id"], signed_in["token"], {})
    held = {made.id: [made.host, made.tokens[0]] for made in (waiting, running, over)}
    adopted = served.http.post(
        "/api/profile/adopt",
        json={"tables": held},
        headers={"authorization": f"Bearer {profile.host}"},
    )
    assert adopted.json() == {"tables": list(held)}
    return Evening(waiting, running, over, profile)


def seat(name: str) -> dict[str, str]:
    """A seat of the player who makes the table."""
    return {"player": "mine", "name": name, "text": f"{name}'s own words"}


def hand_over(served: Served, made: Made, number: int) -> None:
    """Let a bot drive on for this seat; to the end, if no player is left."""
    body = {"request": next(REQUESTS), "token": made.tokens[number], "seat": number}
    served.post(f"/api/tables/{made.id}/hand_over", player="rookie", **body)
    on = {"request": next(REQUESTS), "token": made.tokens[number]}
    served.http.post(f"/api/tables/{made.id}/race_on", json=on)


def _play(served: Served, made: Made) -> None:
    """Play some answers, and on until Ann is asked."""
    people = [Browser(served, made.id, [made.tokens[number]]) for number in (0, 1)]
    given = 0
    while given < ANSWERS or not people[0].menus:
        for person in people:
            person.hear_all()
            if person.menus and (given < ANSWERS or person is not people[0]):
                reply = person.answered(person.answer(person.menus[0], given * 5))
                given += 1
                for each in people:
                    each.reach(reply["version"])
    served.post(
        f"/api/tables/{made.id}/chat",
        request=next(REQUESTS),
        token=made.tokens[1],
        text="After you. No, really, after you.",
    )
    served.hang_up()
