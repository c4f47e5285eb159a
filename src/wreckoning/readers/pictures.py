"""Words in pictures: which fonts have their signs, and how wide they are.

A renderer of SVG shapes each run of a name in one font; it finds no second one for scripts whose
letters join. So a name is cut into runs here, and each names its font.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from wreckoning.readers.texts import one_line

FONT = "Roboto"
EMOJI, HAN, KANA = "Noto Emoji", "Noto Sans CJK SC", "Noto Sans CJK JP"
SCRIPTS = (  # in the order in which they are tried, after Roboto
    *("Arabic", "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati"),
    *("Gurmukhi", "Hebrew", "Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya"),
    *("Sinhala", "Tamil", "Telugu", "Thai"),
)
OTHERS = ("Noto Sans", *(f"Noto Sans {one}" for one in SCRIPTS), EMOJI, "Noto Sans Symbols", HAN)
JOINER, EMOJI_STYLE, TEXT_STYLE = "\u200d", "\ufe0f", "\ufe0e"
WITHIN = [*map(chr, range(0x1F3FB, 0x1F400))]  # they colour the sign before them
FULL, USUAL = 1.0, 0.62  # widths of a sign, as parts of the font's size
RIGHT_TO_LEFT = ("R", "AL")


@dataclass(frozen=True)
class Lettering:
    """Signs that one font draws. `width` is a part of the font's size, somewhat too wide."""

    text: str
    font: str
    width: float


def runs(text: str) -> list[Lettering]:
    """Words cut by fonts, from left to right; signs that no font has are left out."""
    found = list[Lettering]()
    for sign, font in _signs(one_line(unicodedata.normalize("NFC", text))):
        width = _width(sign, font)
        if found and found[-1].font == font:
            before = found.pop()
            if font == EMOJI and (before.text[-1] == JOINER or sign in WITHIN):
                width = 0.0
            found.append(Lettering(before.text + sign, font, before.width + width))
        else:
            found.append(Lettering(sign, font, width))
    kept = [run for run in found if run.text.strip()]
    kana = any("\u3040" <= sign <= "\u30ff" for sign in text)
    kept = [Lettering(r.text, KANA, r.width) if kana and r.font == HAN else r for r in kept]
    return kept[::-1] if _is_right_to_left(text) else kept


def font_file(family: str) -> str:
    """The file of a font that `runs` names."""
    if family == FONT:
        return str(files("font_roboto") / "files" / "Roboto-Bold.ttf")
    if family in (HAN, KANA):
        return str(files("manimgx_fonts_cjk") / "NotoSansCJK-VF.otf.ttc")
    return str(files("manimgx_fonts") / f"{family.replace(' ', '')}[wght].ttf")


def _signs(text: str) -> Iterator[tuple[str, str]]:
    """Each sign that can be drawn, and its font; marks and joiners stay with what they change."""
    font = ""
    for at, sign in enumerate(text):
        if unicodedata.category(sign) in ("Mn", "Mc", "Me", "Cf") or sign == JOINER:
            if font and (_has(font, sign) or (font == EMOJI and sign == EMOJI_STYLE)):
                yield sign, font
            continue
        wants_emoji = text[at + 1 : at + 2] == EMOJI_STYLE or _is_joined(text, at)
        if wants_emoji and _has(EMOJI, sign):
            font = EMOJI
        elif not (font and sign == " " and _has(font, sign)):
            font = next((one for one in (FONT, *OTHERS) if _has(one, sign)), "")
        if font:
            yield sign, font


def _is_joined(text: str, at: int) -> bool:
    return text[at + 1 : at + 2] == JOINER or text[at - 1 : at] == JOINER


def _is_right_to_left(text: str) -> bool:
    strong = (unicodedata.bidirectional(sign) for sign in text)
    return next((one for one in strong if one in ("L", *RIGHT_TO_LEFT)), "L") in RIGHT_TO_LEFT


def _has(family: str, sign: str) -> bool:
    return ord(sign) in _widths(family)


def _width(sign: str, family: str) -> float:
    if unicodedata.combining(sign) or unicodedata.category(sign) == "Cf":
        return 0.0
    return _widths(family)[ord(sign)]


@cache
def _widths(family: str) -> dict[int, float]:
    """The signs of a font, and how wide each is, as a part of the font's size.

    The font is opened here for this alone: it reads its tables when they are needed, which two
    threads cannot do at once.
    """
    from fontTools.ttLib import TTFont

    with TTFont(font_file(family), fontNumber=0, lazy=True) as font:
        glyphs = font.getBestCmap()
        if family == HAN:  # the list of its widths is long, and takes long to read
            return {code: _usual_width(chr(code)) for code in glyphs}
        advances, size = font["hmtx"].metrics, font["head"].unitsPerEm
        return {code: advances[glyph][0] / size for code, glyph in glyphs.items()}


def _usual_width(sign: str) -> float:
    return FULL if unicodedata.east_asian_width(sign) in "WF" else USUAL
