"""What is drawn over a vehicle: its weapons, its hit points, stress, the activated marker.

Guns stand on the roof and look ahead; what is fixed to the nose, the sides or the tail depends on
the length of the base, so it is drawn for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wreckoning.core.shown import Shape, Symbol
from wreckoning.rulesets.rally.race import MOST_STRESS, Kind
from wreckoning.rulesets.rally.view.vehicles import Drawing
from wreckoning.show.pen import box, circle, line, star

BAR_STEPS = 12  # of the bar of hit points
BAR_LONG, BAR_HIGH = 46.0, 3.6
ACTIVATED = "activated"
DANGER, WARNING = 4, 8  # steps of the bar up to which it is red, and yellow

Drawer = Callable[[Drawing], Iterator[Shape]]


def hit_points_mount(left: int, most: int) -> str:
    """The bar for so many hit points of so many."""
    return f"hit_points_{(left * BAR_STEPS + most - 1) // most}"


def stress_mount(stress: int) -> str:
    """The markers of so much stress."""
    return f"stress_{stress}"


def weapon_mount(key: str, kind: int, slot: int) -> str:
    """A weapon on this kind of vehicle; the second gun stands beside the first."""
    base = Kind(kind).name.lower() if key in FIXED else f"roof{slot}"
    return f"{key}_{base}"


# --- guns on the roof


def _ring(at: complex) -> Iterator[Shape]:
    yield Shape(circle(at.real, at.imag, 5.4), "wall")
    yield Shape(circle(at.real, at.imag, 5.4), "outline:dark", 1.1)


def _barrels(at: complex, far: float, thick: float, apart: tuple[float, ...]) -> Iterator[Shape]:
    barrels = "".join(line([at + y * 1j, at + far + y * 1j]) for y in apart)
    yield Shape(barrels, "outline:dark", thick + 1.8)
    yield Shape(barrels, "outline:stone", thick)
    yield from _ring(at)


def _gun(far: float, thick: float, *apart: float) -> Callable[[complex], Iterator[Shape]]:
    return lambda at: _barrels(at, far, thick, apart or (0.0,))


def _minigun(at: complex) -> Iterator[Shape]:
    yield from _barrels(at, 17, 1.4, (-2.4, 0.0, 2.4))
    clamps = box(at.real + 10, at.imag, 2.2, 8) + box(at.real + 15.5, at.imag, 2.2, 8)
    yield Shape(clamps, "dark")


def _rocket_launcher(at: complex) -> Iterator[Shape]:
    pod = box(at.real + 2, at.imag, 19, 12, 1.2)
    tips = "".join(
        line([at + 11.5 + y * 1j - 1.6j, at + 16 + y * 1j, at + 11.5 + y * 1j + 1.6j], True)
        for y in (-4, 0, 4)
    )
    yield Shape(tips, "bad")
    yield Shape(tips, "outline:dark", 0.7)
    yield Shape(pod, "leaf")
    yield Shape(pod, "outline:dark", 1.2)
    yield Shape(
        line([at - 6 - 2j, at + 10 - 2j]) + line([at - 6 + 2j, at + 10 + 2j]), "outline:dark", 0.8
    )


def _flamethrower(at: complex) -> Iterator[Shape]:
    tanks = box(at.real - 5, at.imag - 3.2, 11, 5, 2.4) + box(
        at.real - 5, at.imag + 3.2, 11, 5, 2.4
    )
    yield Shape(line([at, at + 12]), "outline:dark", 4.0)
    yield Shape(tanks, "bad")
    yield Shape(tanks, "outline:dark", 1.0)
    yield Shape(star(7, 5.0, 2.4, 0, at + 14), "hot")
    yield Shape(star(6, 2.6, 1.2, 0, at + 14), "sign")


def _pistol(at: complex) -> Iterator[Shape]:
    yield Shape(line([at, at + 7]), "outline:dark", 2.6)
    yield Shape(line([at, at - 2 + 3j]), "outline:wood", 2.4)


ROOF: dict[str, Callable[[complex], Iterator[Shape]]] = {
    "light_machine_gun": _gun(13, 1.8),
    "twin_light_machine_guns": _gun(13, 1.8, -2.2, 2.2),
    "heavy_machine_gun": _gun(17, 3.0),
    "twin_heavy_machine_guns": _gun(17, 2.8, -3.0, 3.0),
    "minigun": _minigun,
    "rocket_launcher": _rocket_launcher,
    "flamethrower": _flamethrower,
    "driver_pistol": _pistol,
}
ROOF_AT = (-4 + 0j, -8 + 11j)  # by slot


# --- what is fixed to the base


def _spikes(at: complex, out: complex, far: float) -> str:
    return line([at + out * 1j * 2.4, at + out * far, at - out * 1j * 2.4], True)


def _spiked_ram(d: Drawing) -> Iterator[Shape]:
    nose = d.long - 3.2
    spikes = "".join(
        _spikes(nose + y * d.wide * 1j, 1 + 0j, 7.2) for y in (-0.66, -0.22, 0.22, 0.66)
    )
    yield Shape(spikes, "light")
    yield Shape(spikes, "outline:dark", 0.9)
    yield Shape(box(nose - 1.5, 0, 4.6, 1.8 * d.wide, 1), "stone")
    yield Shape(box(nose - 1.5, 0, 4.6, 1.8 * d.wide, 1), "outline:dark", 1.0)


def _spiked_wheels(d: Drawing) -> Iterator[Shape]:
    spikes = "".join(
        _spikes(d.at(x, side * 0.86), side * 1j, 6.0)
        for x in (-0.62, -0.48, 0.46, 0.6)
        for side in (-1, 1)
    )
    yield Shape(spikes, "light")
    yield Shape(spikes, "outline:dark", 0.9)


def _wrecker_arm(d: Drawing) -> Iterator[Shape]:
    foot, elbow, hand = d.at(-0.7, -0.3), d.at(0.1, -0.62), d.at(0.86, -0.2)
    arm = line([foot, elbow, hand])
    yield Shape(arm, "outline:dark", 5.0)
    yield Shape(arm, "outline:sign", 2.8)
    yield Shape(circle(foot.real, foot.imag, 4.4) + circle(elbow.real, elbow.imag, 3.0), "dark")
    claw = line([hand + 5 - 5j, hand, hand + 5 + 5j])
    yield Shape(claw, "outline:dark", 4.2)
    yield Shape(claw, "outline:stone", 2.2)


def _dropper(paint: str) -> Drawer:
    def draw(d: Drawing) -> Iterator[Shape]:
        tail = -d.long + 5.5
        tank = box(tail, 0, 9, 0.9 * d.wide, 2)
        yield Shape(tank, paint)
        yield Shape(tank, "outline:dark", 1.2)
        pipes = line([tail - 5.5 - 3.4j, tail - 2 - 3.4j]) + line(
            [tail - 5.5 + 3.4j, tail - 2 + 3.4j]
        )
        yield Shape(pipes, "outline:dark", 2.8)

    return draw


FIXED: dict[str, Drawer] = {
    "spiked_ram": _spiked_ram,
    "spiked_wheels": _spiked_wheels,
    "wrecker_arm": _wrecker_arm,
    "smoke_dropper": _dropper("light"),
    "oil_dropper": _dropper("road"),
    "spike_dropper": _dropper("stone"),
}


# --- how it is


def _bar(steps: int) -> Symbol:
    """Hit points along the right side; what is lost is dark."""
    y = 14.4
    left = -BAR_LONG / 2
    paint = "bad" if steps <= DANGER else "sign" if steps <= WARNING else "good"
    shapes = [Shape(box(0, y, BAR_LONG + 2, BAR_HIGH + 2, 1.4), "dark")]
    if steps:
        full = BAR_LONG * steps / BAR_STEPS
        shapes.append(Shape(box(left + full / 2, y, full, BAR_HIGH, 0.8), paint))
    return Symbol(f"hit_points_{steps}", tuple(shapes))


def _stress(number: int) -> Symbol:
    """A triangle for each marker, at the left of the tail."""
    shapes: list[Shape] = []
    for at in range(number):
        x, y = -22.0 + 10.0 * at, -13.6
        triangle = line(
            [complex(x - 4.2, y + 3.6), complex(x, y - 4.2), complex(x + 4.2, y + 3.6)], True
        )
        shapes += [Shape(triangle, "hot"), Shape(triangle, "outline:dark", 1.1)]
    return Symbol(stress_mount(number), tuple(shapes))


def _activated() -> Symbol:
    """A token with a tick on the bonnet."""
    x = 20.0
    tick = line([complex(x - 3, 0.2), complex(x - 0.8, 2.6), complex(x + 3.4, -2.8)])
    return Symbol(
        ACTIVATED,
        (
            Shape(circle(x, 0, 6.4), "dark"),
            Shape(circle(x, 0, 6.4), "outline:light", 1.1),
            Shape(tick, "outline:light", 1.8),
        ),
    )


def mounts() -> Iterator[Symbol]:
    """All of them."""
    for key, draw in ROOF.items():
        for slot, at in enumerate(ROOF_AT):
            yield Symbol(f"{key}_roof{slot}", tuple(draw(at)))
    for key, fix in FIXED.items():
        for kind in Kind:
            yield Symbol(f"{key}_{kind.name.lower()}", tuple(fix(Drawing(kind))))
    yield from (_bar(steps) for steps in range(BAR_STEPS + 1))
    yield from (_stress(number) for number in range(1, MOST_STRESS + 1))
    yield _activated()
