"""Names and texts that people type: what is seen passes, what is not is refused."""

from __future__ import annotations

import contextlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wreckoning.core.errors import Malformed
from wreckoning.core.texts.names import (
    CODES,
    MAX_NAME,
    check_stored,
    folded,
    is_printed,
    is_readable,
    read_line,
    read_name,
    read_text,
    same_name,
)

# Code points for what editors do not show, or show as something else
ZWNJ, ZWJ, ZWSP, LRM, RLM = "\u200c", "\u200d", "\u200b", "\u200e", "\u200f"
WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
FAMILY = ZWJ.join(("\U0001f468", "\U0001f469", "\U0001f467", "\U0001f466"))

SEEN = {
    "apostrophes": "O’Brien D'Arcy Jean-Luc",
    "Vietnamese": "Nguyễn Thị Hương",
    "Vietnamese, decomposed": unicodedata.normalize("NFD", "Nguyễn Thị"),
    "Yoruba, decomposed": "O\u0323\u0301la\u0301",
    "Turkish": "İbrahim Çağrı",
    "Greek": "Ἀριστοτέλης",
    "Cyrillic": "Ярослав Ёлкин",
    "Armenian": "Հայկ",
    "Georgian": "ქართველი",
    "Hebrew": "יִשְׂרָאֵל",
    "Arabic": "مُحَمَّد عَبْد اللّٰه",
    "Arabic joiner at the end": f"ه{ZWJ}",
    "Persian": f"علی{ZWNJ}رضا",
    "Urdu": "زبیدہ خان",
    "Syriac": "ܫܠܡܐ",
    "Devanagari": "अनुष्का श्रीवास्तव",
    "Devanagari, half form": f"क्{ZWJ}ष",
    "Nepali": "बहादुर",
    "Marathi eyelash": f"र्{ZWJ}या",
    "Bengali with a joiner before its sign": f"র{ZWJ}্যাব",
    "Tamil": f"க்{ZWNJ}ஷ ஸ்ரீ",
    "Malayalam with a joiner at its end": f"മോഹന്{ZWJ}",
    "Sinhala": f"ශ්{ZWJ}රී ලංකා",
    "Telugu": "తెలుగు",
    "Kannada": "ಕನ್ನಡ",
    "Gujarati": "ગુજરાતી",
    "Punjabi": "ਪੰਜਾਬੀ",
    "Oriya": "ଓଡ଼ିଆ",
    "Thai": "น้ำฝน กู้เกียรติ",
    "Lao": "ລາວ ນ້ຳ",
    "Khmer": "ក្រុម ញ៉ាំ ស្ត្រី",
    "Burmese": "ကျွှော့် မြန်မာ",
    "Tibetan": "བསྒྲུབས ལྷ་ས",
    "Javanese": "ꦗꦮ",
    "Korean": "김민준",
    "Korean, decomposed": unicodedata.normalize("NFD", "김민준"),
    "Japanese": "山田　太郎",
    "Japanese with a chosen form": "葛\U000e0100城",
    "Chinese": "王小明𠮷",
    "Mongolian": "ᠰᠠᠷ\u180eᠠ",
    "N'Ko": "ߒߞߏ",
    "Adlam": "𞤀𞤣𞤤𞤢𞤥",
    "Amharic": "አማርኛ",
    "Cherokee": "ᏣᎳᎩ",
    "Braille": "⠃⠕⠃",
    "Hawaiian": "ʻOkina",
    "figures": "½ № ١٢٣",
    "joined emoji": FAMILY,
    "profession": f"👩{ZWJ}🚀",
    "rainbow flag": f"🏳\ufe0f{ZWJ}🌈",
    "two skins": f"🧑🏻{ZWJ}🤝{ZWJ}🧑🏿",
    "flag": "🇩🇪",
    "flag with tags": WALES,
    "keycap": "1\ufe0f\u20e3",
    "skin": "👍🏽",
    "emoji form": "❤\ufe0f",
    "text form": "☺\ufe0e",
    "eye in a bubble": f"👁\ufe0f{ZWJ}🗨\ufe0f",
    "punctuation": "x_X ...",
    "longest": "x" * MAX_NAME,
    "longest of joined emoji": f"👩{ZWJ}🚀" * MAX_NAME,
}

UNSEEN = {
    "nothing": "",
    "blanks": " \u00a0\u3000",
    "a zero-width space": ZWSP,
    "a Hangul filler": "\u3164",
    "two Hangul fillers": "\u115f\u1160",
    "a half-wide Hangul filler": "\uffa0",
    "a Braille blank": "\u2800",
    "a Braille blank after a letter": "A\u2800",
    "an empty note": "\U0001d159",
    "a blank hieroglyph": "\U00013441",
    "an object's place": "\ufffc",
    "a variation selector": "\ufe0f",
    "a variation selector after a letter": "A\ufe0f",
    "a variation selector supplement": "A\U000e0100",
    "a Mongolian selector": "A\u180b",
    "a joiner": ZWJ,
    "a joiner between Latin letters": f"A{ZWJ}nn",
    "a non-joiner between Latin letters": f"A{ZWNJ}nn",
    "a non-joiner at the end": f"علی{ZWNJ}",
    "a joiner at the beginning": f"{ZWJ}علی",
    "two non-joiners": f"علی{ZWNJ}{ZWNJ}رضا",
    "a joiner after an emoji": f"👩{ZWJ}",
    "two joiners in an emoji": f"👩{ZWJ}{ZWJ}🚀",
    "joined figures": f"1{ZWJ}2",
    "a mark of direction": f"Ann{LRM}",
    "a mark of direction in Hebrew": f"אב{RLM}",
    "an Arabic mark of direction": "ع\u061c",
    "an override": "\u202ennA",
    "an embedding": "\u202aAnn\u202c",
    "an isolate": "\u2066Ann\u2069",
    "a soft hyphen": "An\u00adn",
    "a byte order mark": "\ufeffAnn",
    "a word joiner": "An\u2060n",
    "an invisible operator": "A\u2061",
    "a grapheme joiner": "A\u034fn",
    "an inherent vowel": "\u17b4",
    "an interlinear anchor": "A\ufff9",
    "tags without a flag": "A\U000e0062\U000e007f",
    "tags without an end": WALES[:-1],
    "tags alone": WALES[1:],
    "a tab": "A\tB",
    "a line break": "A\nB",
    "a line separator": "A\u2028B",
    "a paragraph separator": "A\u2029B",
    "a control character": "A\x07",
    "a late control character": "A\x85B",
    "half a pair": "A\ud800",
    "private use": "\ue000",
    "private use, far off": "\U0010fffd",
    "no character": "\uffff",
    "not assigned": "\u0378",
    "a mark alone": "\u0301",
    "a mark before its letter": "\u0301a",
    "a mark after a blank": "a \u0301",
    "a mark twice": "a\u0323\u0323",
    "a mark twice in composed form": "\u00e1\u0301",
    "five marks": "a\u0316\u0317\u0318\u0319\u031c",
    "many Thai marks": "ก" + "\u0e49\u0e35" * 5,
    "many Arabic marks": "ع" + "\u064b\u064c" * 5,
    "299 marks": "a" + "\u0300\u0316" * 149,
    "one too many": "x" * (MAX_NAME + 1),
    "too many code points": FAMILY * MAX_NAME,
}
LINES = {"nothing", "blanks", "one too many", "a mark after a blank", "a tab", "a mark twice"}
LINES |= {"a mark twice in composed form", "a mark of direction in Hebrew"}
LINES |= {"an Arabic mark of direction", "a mark alone", "a mark before its letter"}
LINES |= {"too many code points"}


@pytest.mark.parametrize("name", SEEN.values(), ids=SEEN)
def test_what_is_seen_is_a_name_and_a_text(name: str) -> None:
    kept = read_name("name", name)
    assert kept == unicodedata.normalize("NFC", kept)
    assert read_name("name", kept) == kept
    assert is_readable(kept)
    assert is_printed(kept)
    assert read_line("text", name, 300) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_what_is_not_seen_is_no_name(name: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_name("seat 1", name)
    said = "seat 1: expected a name of 1 to 24 visible characters, found "
    assert str(refused.value).startswith(said)
    assert str(refused.value).isascii()
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("kind", [kind for kind in UNSEEN if kind not in LINES])
def test_what_is_not_seen_is_in_no_text(kind: str) -> None:
    with pytest.raises(Malformed, match=r"text: expected a text of 1 to 300 visible characters,"):
        read_line("text", f"so {UNSEEN[kind]} it goes", 300)


@pytest.mark.parametrize("kind", [kind for kind in UNSEEN if kind not in LINES])
def test_only_a_text_of_several_lines_has_breaks(kind: str) -> None:
    if kind == "a line break":
        assert read_text("text", "A\r\nB\n\nC\tD\n", 60) == "A\nB\n\nC D"
    else:
        with pytest.raises(Malformed):
            read_text("text", f"A\n{UNSEEN[kind]}\nB", 300)


def test_a_text_has_the_marks_that_keyboards_type() -> None:
    hebrew, khmer, french = f"שלום {RLM}(Ann)", f"ខ្ញុំ{ZWSP}ទៅ", "Quoi\u202f?"
    for text in (hebrew, khmer, french, "a\u00a0b"):
        assert read_line("text", text, 60) == text
    with pytest.raises(Malformed, match="found U\\+200F RIGHT-TO-LEFT MARK"):
        read_line("text", f"Hello {RLM}(Ann)", 60)


def test_a_name_is_counted_as_it_is_seen_and_bounded_as_it_is_stored() -> None:
    assert len(read_name("name", f"👩{ZWJ}🚀" * MAX_NAME)) == 3 * MAX_NAME
    with pytest.raises(Malformed, match=f"found {CODES * MAX_NAME + 1} code points"):
        read_name("name", "x" * (CODES * MAX_NAME + 1))
    with pytest.raises(Malformed, match=r"found 25$"):
        read_name("name", "न" * 25)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoë", "Zoe\u0308"),
        ("ANN", "ann"),
        (" Ann  Lee ", "Ann Lee"),
        ("山田　太郎", "山田 太郎"),
        ("Straße", "STRASSE"),
    ],
)
def test_a_name_is_one_however_it_was_typed(one: str, other: str) -> None:
    assert same_name(one, other)
    assert folded(read_name("name", one)) == folded(read_name("name", other))


@pytest.mark.parametrize("name", ["\u3164", "Zoe\u0308", "A\u034fn", "\u2800", "a" + "\u0301" * 9])
def test_names_of_earlier_versions_stay_readable(name: str) -> None:
    check_stored("seat 1", name)


@pytest.mark.parametrize("name", ["", "\u202eAnn", "A\nB", "x" * 25, f"A{ZWJ}"])
def test_what_no_version_took_is_not_readable(name: str) -> None:
    with pytest.raises(Malformed, match="expected a name of 1 to 24 visible characters, found"):
        check_stored("seat 1", name)


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_is_refused_or_kept_for_good(text: str) -> None:
    for read in (read_name, read_line):
        with contextlib.suppress(Malformed):
            kept = read("name", text, 60, 0)
            assert read("name", kept, 60, 0) == kept
            assert unicodedata.normalize("NFC", kept) == kept
            assert is_printed(kept)
