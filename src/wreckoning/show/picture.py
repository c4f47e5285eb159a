"""Draws a board as an SVG document, for reports, link previews and files.

It is the same drawing as in the browser. The picture needs no other file: it contains its colours,
and its text uses the font in `FONT` or any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wreckoning.core.ids import SeatIndex
from wreckoning.core.match import Match
from wreckoning.core.shown import Ground, Label, Piece, Shape, Symbol
from wreckoning.readers.pictures import FONT, Lettering, runs
from wreckoning.readers.texts import markup
from wreckoning.show.paints import LANDSCAPES, PAINTS, SEATS

Paints = Mapping[str, str]  # colours by words
OUTLINE = "outline:"
WIDTH = 1200  # of a picture, in pixels
CARD_HEIGHT = 630  # of a picture in a chat, at that width
LEAST = 12  # the height of the smallest word, in pixels
PLATE, NAME = 18, 13  # a name's plate, and the name: their heights, in pixels
BASE = 0.35  # from the middle of a word down to its line, as a part of the font's size
RISES = (-34, 16, -54, 36, -74, 56, -94, 76)  # of a plate's top from its vehicle, the best first
SHORTEST = 14  # the least radius of a vehicle, in pixels


def board_svg(match: Match, width: int = WIDTH) -> str:
    """The board as it stands, `width` pixels wide, with alternative text inside."""
    view = match.ruleset.view
    ground, pieces = view.ground(match.course), view.things(match)
    return picture(ground, pieces, board_text(match), width)


def board_text(match: Match, after: int | None = None) -> str:
    """The board in words: course, turn, and each driver's place; `after` a turn, at its end."""
    view = match.ruleset.view
    line, rows = view.headline(match), view.standings(match)
    places = "; ".join(
        f"{row.place}. {', '.join(filter(None, (row.name, row.where)))}" for row in rows
    )
    when = f"{line.unit} {line.turn}" if after is None else f"after {line.unit} {after}"
    return f"{line.title}, {when}. {places}."


def picture(ground: Ground, pieces: Iterable[Piece], text: str, width: int) -> str:
    """A drawing with pieces on it. `text` is for screen readers."""
    scale = width / ground.width
    symbols = {symbol.name: symbol for symbol in ground.symbols}
    paints = _paints(ground)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
        f'height="{round(ground.height * scale)}" viewBox="0 0 {ground.width:g} {ground.height:g}" '
        f'role="img" font-family="{FONT}, sans-serif" font-weight="bold" text-anchor="middle">',
        f"<title>{markup(text)}</title>",
        f'<rect width="100%" height="100%" fill="{_colour(ground.around, paints)}"/>',
        *(_shape(shape, paints) for shape in ground.shapes),
        *(_label(label, scale) for label in ground.labels if label.size * scale >= LEAST / 2),
    ]
    standing = list(pieces)
    parts += [_piece(piece, symbols, scale, paints) for piece in standing]
    parts += _plates([piece for piece in standing if piece.seat >= 0], scale)
    return "\n".join([*parts, "</svg>\n"])


def card(ground: Ground, pieces: Iterable[Piece], text: str) -> str:
    """The same drawing in the middle of a picture of the shape that chats show."""
    width = min(WIDTH, round(CARD_HEIGHT * ground.width / ground.height))
    drawn = picture(ground, pieces, text, width)
    left, top = (WIDTH - width) / 2, (CARD_HEIGHT - ground.height * width / ground.width) / 2
    placed = drawn.replace("<svg ", f'<svg x="{left:g}" y="{top:g}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{CARD_HEIGHT}">\n'
        f'<rect width="100%" height="100%" fill="{_colour(ground.around, _paints(ground))}"/>\n'
        f"{placed}</svg>\n"
    )


def _paints(ground: Ground) -> Paints:
    """The colours of a ground: those of its landscape around the road."""
    return {**PAINTS, **LANDSCAPES.get(ground.landscape, {})}


def _colour(word: str, paints: Paints, seat: SeatIndex = -1) -> str:
    if word == "seat" and seat >= 0:
        return SEATS[seat % len(SEATS)][0]
    return paints.get(word, paints["line"])


def _shape(shape: Shape, paints: Paints, seat: SeatIndex = -1) -> str:
    path = markup(shape.path)
    if not shape.paint.startswith(OUTLINE):
        return f'<path d="{path}" fill="{_colour(shape.paint, paints, seat)}"/>'
    colour = _colour(shape.paint.removeprefix(OUTLINE), paints, seat)
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{shape.width or 1:g}" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _label(label: Label, scale: float) -> str:
    size = max(label.size, LEAST / scale)
    turn = f' transform="rotate({label.turned:g} {label.x:g} {label.y:g})"' if label.turned else ""
    words = _words(label.text, label.x, label.y + BASE * size, size)
    return (
        f'<g font-size="{size:g}"{turn} '
        f'fill="{PAINTS["text"]}" stroke="{PAINTS["line"]}" stroke-width="{size * 0.2:g}" '
        f'stroke-linejoin="round" paint-order="stroke">{words}</g>'
    )


def _words(text: str, x: float, y: float, size: float) -> str:
    """Words around the middle x, on the line at y, each run in its font."""
    found = runs(text)
    left, drawn = x - _wide(found) * size / 2, list[str]()
    for run in found:
        font = "" if run.font == FONT else f' font-family="{run.font}, sans-serif"'
        middle = left + run.width * size / 2 if len(found) > 1 else x
        drawn.append(f'<text x="{middle:g}" y="{y:g}"{font}>{markup(run.text)}</text>')
        left += run.width * size
    return "".join(drawn)


def _wide(found: Iterable[Lettering]) -> float:
    return sum(run.width for run in found)


def _piece(piece: Piece, symbols: Mapping[str, Symbol], scale: float, paints: Paints) -> str:
    names = (piece.symbol, *piece.mounted)
    drawn = [
        _shape(s, paints, piece.seat)
        for name in names
        if name in symbols
        for s in symbols[name].shapes
    ]
    if not drawn:
        drawn = [f'<circle r="{SHORTEST / 2 / scale:g}" fill="{_colour("item", paints)}"/>']
    faint = ' opacity="0.55"' if piece.faint else ""
    return (
        f'<g transform="translate({piece.x:g} {piece.y:g}) rotate({piece.heading:g})"{faint}>'
        f"{''.join(drawn)}</g>"
    )


def _plates(pieces: Iterable[Piece], scale: float) -> list[str]:
    """The plates of vehicles, each above its own, or as near to that as leaves all readable."""
    drawn, taken = list[str](), list[tuple[float, float, float]]()
    for piece in pieces:
        x, y, wide = piece.x * scale, piece.y * scale, _plate_width(piece)
        rise = next((r for r in RISES if _is_free(x, y + r, wide, taken)), RISES[0])
        taken.append((x, y + rise, wide))
        drawn.append(_plate(piece, scale, rise))
    return drawn


def _is_free(x: float, y: float, wide: float, taken: Iterable[tuple[float, float, float]]) -> bool:
    """True if a plate of this middle, top and width covers none of the others."""
    return not any(
        abs(x - other_x) < (wide + other_wide) / 2 + 1 and abs(y - other_y) < PLATE + 1
        for other_x, other_y, other_wide in taken
    )


def _plate_width(piece: Piece) -> float:
    wide = _wide(runs(piece.text)) * NAME
    return PLATE + wide + (10 if wide else 0)


def _plate(piece: Piece, scale: float, rise: float) -> str:
    """A driver's number in the seat's colour, and the name; its top is `rise` from the vehicle."""
    colour, ink = SEATS[piece.seat % len(SEATS)]
    tab, wide = PLATE, _plate_width(piece) - PLATE
    left = -(tab + wide) / 2
    number = (
        f'<text x="{left + tab / 2:g}" y="13" font-size="{NAME}" fill="{ink}">{piece.seat + 1}'
        "</text>"
    )
    words = _words(piece.text, left + tab + wide / 2, 13, NAME)
    name = f'<g font-size="{NAME}" fill="{PAINTS["dark"]}">{words}</g>'
    return (
        f'<g transform="translate({piece.x:g} {piece.y:g}) scale({1 / scale:g}) '
        f'translate(0 {rise:g})">'
        f'<rect x="{left:g}" width="{tab + wide:g}" height="{PLATE}" rx="3" '
        f'fill="{PAINTS["light"]}" stroke="{PAINTS["dark"]}"/>'
        f'<rect x="{left:g}" width="{tab}" height="{PLATE}" rx="3" fill="{colour}"/>'
        f"{number}{name if words else ''}</g>"
    )
