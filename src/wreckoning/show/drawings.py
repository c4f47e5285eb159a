"""Reads drawings: a ruleset's symbols as SVG files, which any drawing program can edit.

A drawing is a file `data/symbols/NAME.svg` of the ruleset. It consists of paths, circles and
rectangles around (0, 0), the lowest first, and heads along +x. An element may have a fill, a stroke
or both. Its colours are those of `COLOURS`. Each stands for a paint, which the browser shows in the
colours of its theme.

    drawing(package, name)      the shapes of a drawing
    symbol(package, name)       a drawing as a symbol
    stamped(shapes, spots, …)   the shapes at other places, turned, larger, in other paints
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from xml.etree import ElementTree

from wreckoning.core.errors import Malformed
from wreckoning.core.shown import Shape, Symbol
from wreckoning.show import pen
from wreckoning.show.paints import PAINTS, SEATS
from wreckoning.show.pen import Spot

SEAT = SEATS[1][0]  # in a drawing it stands for the colour of the piece's seat
COLOURS = {colour: word for word, colour in PAINTS.items() if word != "text"} | {SEAT: "seat"}
SVG = "{http://www.w3.org/2000/svg}"
LEFT_OUT = ("title", "desc", "metadata", "defs")  # added by drawing programs


@lru_cache(maxsize=512)
def drawing(package: str, name: str) -> tuple[Shape, ...]:
    """The shapes of a drawing in a package. Raises Malformed if a board cannot show it."""
    text = (files(package) / "data" / "symbols" / f"{name}.svg").read_text("utf-8")
    return read_drawing(text, f"{name}.svg")


def symbol(package: str, name: str) -> Symbol:
    """A drawing as the symbol of this name."""
    return Symbol(name, drawing(package, name))


def read_drawing(text: str, where: str) -> tuple[Shape, ...]:
    """The shapes of an SVG file. Raises Malformed if a board cannot show it."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise Malformed(where, f"expected SVG: {error}") from None
    return tuple(shape for element in _elements(root, where) for shape in _shapes(element, where))


def _elements(group: ElementTree.Element, where: str) -> Iterator[ElementTree.Element]:
    """The drawn elements, including those in groups."""
    for element in group:
        name = str(element.tag).removeprefix(SVG)
        if "transform" in element.attrib:
            raise Malformed(where, f"apply the transform of <{name}> to its points")
        if name == "g":
            yield from _elements(element, where)
        elif name in ("path", "circle", "rect"):
            yield element
        elif str(element.tag).startswith(SVG) and name not in LEFT_OUT:
            raise Malformed(where, f"expected <path>, <circle> or <rect>, found <{name}>")


def _shapes(element: ElementTree.Element, where: str) -> Iterator[Shape]:
    """The fill of an element, then its outline."""
    style = dict(part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part)
    look = {**element.attrib, **{key.strip(): value.strip() for key, value in style.items()}}
    path = _path(element, where)
    fill, stroke = look.get("fill", "none"), look.get("stroke", "none")
    if fill != "none":
        yield Shape(path, _paint(fill, where))
    if stroke != "none":
        yield Shape(path, f"outline:{_paint(stroke, where)}", float(look.get("stroke-width", "1")))


def _paint(colour: str, where: str) -> str:
    paint = COLOURS.get(colour.lower())
    if paint is None:
        known = ", ".join(f"{colour} ({word})" for colour, word in COLOURS.items())
        raise Malformed(where, f"unknown colour {colour}; expected one of {known}")
    return paint


def _path(element: ElementTree.Element, where: str) -> str:
    """The element as path data."""
    if element.tag == f"{SVG}path":
        return element.get("d", "")

    def number(name: str) -> float:
        try:
            return float(element.get(name, "0"))
        except ValueError:
            raise Malformed(where, f"{name}: expected a number without a unit") from None

    if element.tag == f"{SVG}circle":
        return pen.circle(number("cx"), number("cy"), number("r"))
    width, height = number("width"), number("height")
    x, y = number("x") + width / 2, number("y") + height / 2
    return pen.box(x, y, width, height, number("rx"))


# --- at other places


def stamped(
    shapes: Sequence[Shape],
    spots: Sequence[Spot],
    scale: float = 1.0,
    paints: Mapping[str, str] | None = None,
) -> tuple[Shape, ...]:
    """The shapes at each spot, scaled by `scale`; `paints` says which paints change."""
    changed = paints or {}
    return tuple(
        replace(
            shape,
            path="".join(moved(shape.path, *spot, scale) for spot in spots),
            paint=changed.get(shape.paint, shape.paint),
            width=round(shape.width * scale, 2),
        )
        for shape in shapes
    )


def moved(path: str, at: complex, heading: float = 0.0, scale: float = 1.0) -> str:
    """A path scaled by `scale`, turned to a heading, and moved from (0, 0) to a point."""
    turn = pen.unit(heading) * scale
    text, here, start = "", 0j, 0j
    for command, numbers in _commands(path):
        before = here if command.islower() else 0j
        kind = command.upper()
        if kind == "Z":
            text, here = text + "Z", start
            continue
        if kind == "A":
            radius, end = numbers[0] * scale, complex(*numbers[5:])
            here = before + end
            r, flags = pen.number(radius), f"{numbers[3]:.0f} {numbers[4]:.0f}"
            text += f"A{r} {r} 0 {flags} {pen.dot(at + turn * here)}"
            continue
        if kind == "H":
            points = [complex(before.real + numbers[0], here.imag)]
        elif kind == "V":
            points = [complex(here.real, before.imag + numbers[0])]
        else:
            points = [before + complex(x, y) for x, y in zip(*[iter(numbers)] * 2, strict=True)]
        here = points[-1]
        start = here if kind == "M" else start
        text += ("L" if kind in "HV" else kind) + " ".join(pen.dot(at + turn * p) for p in points)
    return text


NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path, each with its own numbers. A repeated `M` draws lines."""
    for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        found = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        size = NUMBERS[command.upper()]
        if not size:
            yield command, []
        for first in range(0, len(found), size or 1):
            repeated = {"M": "L", "m": "l"}.get(command, command) if first else command
            yield repeated, found[first : first + size]
