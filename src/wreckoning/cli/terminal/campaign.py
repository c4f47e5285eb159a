"""A campaign in the terminal: its file, its moves, and its games."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

from wreckoning.cli import seating
from wreckoning.cli.files import program, write_atomic, write_new
from wreckoning.cli.reading import (
    CAMPAIGN,
    kind_of_file,
    print_json,
    read_json_text,
    read_text,
    wrong_kind,
)
from wreckoning.cli.terminal import fair_dice
from wreckoning.cli.terminal.campaign_page import draw_moves, draw_page, moves_of
from wreckoning.cli.terminal.loop import TerminalRace, open_page
from wreckoning.cli.terminal.saved_match import SUFFIX, SavedMatch, resume
from wreckoning.cli.terminal.saved_match import begin as begin_race
from wreckoning.cli.terminal.voice import Voice
from wreckoning.cli.thinking import host_of
from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed, WreckError, unknown
from wreckoning.core.fair import Fair
from wreckoning.core.match import Match
from wreckoning.core.protocols import CampaignGame
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import PERSON_NAME, Seat, rulesets
from wreckoning.core.seats import check_options
from wreckoning.core.shown_campaigns import CampaignView
from wreckoning.core.texts.names import read_name, same_name
from wreckoning.core.texts.numerals import is_digits
from wreckoning.core.texts.wording import listed
from wreckoning.show.typed_moves import read_number
from wreckoning.table.campaigns.local import LocalCampaign, begin, read
from wreckoning.table.given import MAX_TITLE

UNDO, START, ALL = "undo", "start", "all"


# The file


def begin_file(
    voice: Voice, path: Path, game: str, title: str, players: str, options: Sequence[str]
) -> None:
    """Begin a campaign in a new file. Raises a WreckError."""
    if path.exists():
        raise Malformed(str(path), "is there already; nothing was overwritten")
    able = [each for each in rulesets() if each.campaign is not None]
    ruleset = next((each for each in able if each.key == (game or able[0].key)), None)
    if ruleset is None:
        raise Malformed("--game", unknown("game with campaigns", game, [e.key for e in able]))
    terms = {"title": read_name("--title", title, MAX_TITLE)}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise Malformed("--option", f"expected NAME=VALUE, found {text[:40]!r}")
        terms[name.strip()] = value.strip()
    seats = seating.parse_seats(ruleset, players)
    for number, seat in enumerate(seats, 1):
        if seat.player not in (PERSON_NAME, *ruleset.policies) or seat.setup:
            found = f"found {seat.player}{'+…' if seat.setup else ''}"
            raise Malformed(f"--players: {number}", f"expected you or a bot of the game, {found}")
    named = [(s.name, "" if s.player == PERSON_NAME else s.player) for s in seats]
    begin(ruleset.key, terms, named, Fair("00" * 32, "-", []))  # its faults, before a text is asked
    dice = _draw(voice, seats)
    made = begin(ruleset.key, terms, named, dice)
    write_new(path, _text(made))
    fair_dice.keep(dice)
    voice.say_path(f"{path}: {terms['title']}. Go on with: {program()} campaign play {path}")


def _draw(voice: Voice, seats: Sequence[Seat]) -> Fair:
    """Dice whose secret is kept here. Players at the keyboard give their texts."""
    asked = seats if voice.interactive else [Seat(seat.name, "bot") for seat in seats]
    # The tables of games are called after the match, by letters and digits only: without a mark
    return fair_dice.draw(voice, asked, mark="")


def _text(campaign: LocalCampaign) -> str:
    return json.dumps(campaign.document(), ensure_ascii=False, separators=(",", ":")) + "\n"


def load(path: Path) -> LocalCampaign:
    """Read a campaign, with its dice if their secret is kept here. Raises Malformed or Changed."""
    text = read_text(str(path))
    if kind_of_file(text) != CAMPAIGN:
        raise wrong_kind(text, str(path), CAMPAIGN)
    campaign = read(read_json_text(text, str(path)), str(path))
    if campaign.stretches and fair_dice.is_kept(campaign.stretches[-1].terms):
        campaign.roll_with(fair_dice.kept(campaign.stretches[-1].terms, str(path)))
    return campaign


def load_to_play(voice: Voice, path: Path) -> LocalCampaign:
    """Read a campaign to play on. One from elsewhere gets dice of its own from now on."""
    campaign = load(path)
    is_here = campaign.stretches and fair_dice.is_kept(campaign.stretches[-1].terms)
    if not is_here and not campaign.campaign.is_over:
        voice.note("The secret of its dice is not here: from now on it rolls new ones.")
        crews = campaign.campaign.crews
        dice = _draw(voice, [Seat(crew.name, crew.bot or PERSON_NAME) for crew in crews])
        campaign.roll_with(dice)
    return campaign


def save(path: Path, campaign: LocalCampaign) -> None:
    """Write the campaign. Once it is over, the secret of its dice stands in it."""
    if not campaign.campaign.is_over and not fair_dice.is_kept(campaign.dice.terms):
        fair_dice.keep(campaign.dice)
    write_atomic(path, _text(campaign))
    if campaign.campaign.is_over:
        fair_dice.forget(campaign.stretches[-1].terms)


# One command at a time


def show_file(voice: Voice, path: Path, me: str, in_full: bool, as_json: bool) -> None:
    """Show the page of a campaign; `in_full`: only the moves, all of them."""
    campaign = load(path)
    seat = _seat_of(campaign, me) if me else _only_person(campaign)
    page = campaign.kind.page(campaign.campaign, seat)
    if as_json:
        print_json(asdict(page))
    elif in_full:
        draw_moves(voice, moves_of(page), in_full)
    else:
        draw_page(voice, page, seat)


def do_move(voice: Voice, path: Path, me: str, words: Sequence[str]) -> None:
    """Make one move, and save. Raises a WreckError, and then changes nothing."""
    campaign = load_to_play(voice, path)
    _do(campaign, me, words)
    save(path, campaign)
    voice.say(_now(campaign))


def undo_move(voice: Voice, path: Path) -> None:
    """Take the last move back, and save. Raises a WreckError."""
    campaign = load_to_play(voice, path)
    undone = _undo(campaign)
    save(path, campaign)
    voice.say(f"Took back: {undone}. {_now(campaign)}")


def _do(campaign: LocalCampaign, me: str, words: Sequence[str]) -> None:
    """Make a move that was typed: by its number, or by its name and fields."""
    if is_digits(words[0]):
        seat = _seat_to_move(campaign, me)
        campaign.do(seat, _numbered_move(campaign, seat, words))
        return
    move = typed_move(campaign, words)
    campaign.do(NOBODY if move["do"] == START else _seat_to_move(campaign, me), move)


def _seat_to_move(campaign: LocalCampaign, me: str) -> int:
    """The seat of this player, or of the only person. Raises Malformed or Illegal."""
    seat = _seat_of(campaign, me) if me else _only_person(campaign)
    if seat is None:
        names = [crew.name for crew in campaign.campaign.crews if not crew.bot]
        expected = f"expected one of {', '.join(names)}" if names else "only bots play"
        raise Malformed("--as", expected)
    if campaign.campaign.crews[seat].bot:
        raise Illegal(f"{campaign.campaign.crews[seat].name} is a bot")
    return seat


def _numbered_move(campaign: LocalCampaign, seat: int, words: Sequence[str]) -> Json:
    """The move with this number on the player's page. Raises Malformed or Illegal."""
    offered = moves_of(campaign.kind.page(campaign.campaign, seat))
    number = read_number(words[0])
    if not offered:
        raise Malformed("move", f"no move is listed now: {_now(campaign)}")
    if len(words) > 1 or not 1 <= number <= len(offered):
        raise Malformed("move", f"expected 1 to {len(offered)}, found {' '.join(words)[:40]}")
    chosen = offered[number - 1]
    if chosen.off:
        raise Illegal(f"{chosen.label}: {chosen.off}")
    return chosen.move


def _undo(campaign: LocalCampaign) -> str:
    """Take the last move back, and return it in words. Raises Illegal."""
    undone = campaign.undo()
    seat = undone.pop("who")
    if seat == NOBODY:
        name, game = undone["do"], undone.get("game")
        return f"the {name}" if game is None else f"the {name} of game {game + 1}"
    page = campaign.kind.page(campaign.campaign, seat)
    listed_as = [each.label for each in moves_of(page) if each.move == undone]
    return f"{campaign.campaign.crews[seat].name}, {(listed_as or [_unlisted(page, undone)])[0]}"


def _unlisted(page: CampaignView, move: Json) -> str:
    """A move that the page does not list, in words: `Field Rusty and Bolt`, `Refit Rusty`."""
    titles = {one.key: one.title for one in page.roster}
    about = [move["vehicle"]] if "vehicle" in move else move.get("vehicles", [])
    return f"{move['do'].title()} {listed([titles.get(key, str(key)) for key in about])}".strip()


def _now(campaign: LocalCampaign) -> str:
    page = campaign.kind.page(campaign.campaign, None)
    return f"{page.headline}. {page.now}"


def typed_move(campaign: LocalCampaign, words: Sequence[str]) -> Json:
    """Read a typed move: its name, then `field=value`. Raises Malformed."""
    move: Json = {"do": words[0]}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Malformed(words[0], f"expected FIELD=VALUE after it, found {word[:40]!r}")
        parts = [part for part in value.split(",") if part]
        if parts and all(is_digits(part) for part in parts):
            numbers = [read_number(part) for part in parts]
            move[name] = numbers if "," in value else numbers[0]
        elif value.endswith(seating.FILE) and campaign.ruleset.builder is not None:
            move[name] = campaign.ruleset.builder(read_text(value), "").code
        else:
            move[name] = value
    return move


def _seat_of(campaign: LocalCampaign, name: str) -> int:
    crews = campaign.campaign.crews
    for crew in crews:
        if same_name(crew.name, name):
            return int(crew.seat)
    raise Malformed("--as", unknown("player", name, [crew.name for crew in crews]))


def _only_person(campaign: LocalCampaign) -> int | None:
    people = [crew.seat for crew in campaign.campaign.crews if not crew.bot]
    return people[0] if len(people) == 1 else None


# Playing on


class CampaignDesk:
    """A campaign that is played at one terminal, by one person or several in turn."""

    def __init__(self, voice: Voice, path: Path) -> None:
        self.voice, self.path = voice, path
        self.campaign = load_to_play(voice, path)
        self._viewer = NOBODY

    def play(self) -> None:
        """Play on until the campaign is over, or the players quit. Each step is saved."""
        try:
            while not self.campaign.campaign.is_over and self._one():
                save(self.path, self.campaign)
        except (EOFError, KeyboardInterrupt):
            self.voice.say()
        if self.campaign.campaign.is_over:
            draw_page(self.voice, self.campaign.kind.page(self.campaign.campaign, None), None)
        else:
            self.voice.say_path(f"Saved. Go on with: {program()} campaign play {self.path}")

    def _one(self) -> bool:
        """Take one step; False if the players have left a game. Raises EOFError if they quit."""
        games = self.campaign.games()
        waited = self.campaign.campaign.waited_for()
        if games:
            return self._race(games[0])
        if waited:
            self._ask(waited[0])
        elif self.campaign.campaign.is_open:
            self._ask_to_start()
        else:
            raise Illegal("nothing is to be done in this campaign")
        return True

    def _ask_to_start(self) -> None:
        """All have their rosters: read until the campaign is started, or a roster taken back."""
        while True:
            given = self.voice.ask("Enter to start the campaign, undo, q to stop > ")
            if given in ("", START):
                self.campaign.do(NOBODY, {"do": START})
                return
            if given != UNDO:
                self.voice.complain("Enter, undo, or q")
            elif self._is_done(self._take_back):
                return

    def _ask(self, seat: int) -> None:
        """Show a player's page, and read until a move is made or taken back."""
        crew = self.campaign.campaign.crews[seat]
        if self._viewer not in (NOBODY, seat):
            self.voice.clear()
        self._viewer = seat
        self.voice.say()
        draw_page(self.voice, self.campaign.kind.page(self.campaign.campaign, seat), seat)
        while True:
            words = self.voice.ask(f"{crew.name}, a move, all, undo, q to stop > ").split()
            if not words:
                continue
            if words == [ALL]:
                page = self.campaign.kind.page(self.campaign.campaign, seat)
                draw_moves(self.voice, moves_of(page), in_full=True)
                continue
            move = partial(_do, self.campaign, crew.name, words)
            if self._is_done(self._take_back if words == [UNDO] else move):
                return

    def _take_back(self) -> None:
        self.voice.note(f"Took back: {_undo(self.campaign)}.")

    def _is_done(self, act: Callable[[], None]) -> bool:
        """Run a command; False, with the reason told, if it is refused."""
        try:
            act()
        except WreckError as error:
            self.voice.complain(str(error))
            return False
        return True

    # Games

    def _race(self, game: CampaignGame) -> bool:
        """Race a game, or go on with it, and count it; False if the players leave it."""
        saved, resumed = self._match(game)
        match = saved.match
        if not match.is_over:
            open_page(self.voice, saved, resumed)
            TerminalRace(saved, self.voice, resumed).play()
        if not match.is_over:
            return False
        result = match.result()
        assert result is not None
        self.campaign.count(game, result)
        self.voice.note(f"Game {game.number + 1} is over; its log: {saved.path}")
        return True

    def _match(self, game: CampaignGame) -> tuple[SavedMatch, bool]:
        """The game with its log file, and whether it was begun before."""
        dice = self.campaign.dice_of(game)
        path = self.path.with_suffix(".games") / f"{dice.terms.match}{SUFFIX}"
        if path.exists():
            return resume(str(path), self.voice.say), True
        save(self.path, self.campaign)  # the game's table stands in the file before it is begun
        fair_dice.forget(dice.terms)  # of a start that was cut off
        rules, seed = self.campaign.ruleset, dice.bot_seed
        if all(seat.player != PERSON_NAME for seat in game.seats):
            self.voice.say(f"Game {game.number + 1}: bots only; they race it now …")
        match = Match(
            *(rules, rules.load_course(game.course), game.seats, check_options(rules, {}), dice),
            bot_seed=seed,
            think=host_of(rules, game.seats, seed, self.voice.say),
        )
        return begin_race(match, path), False
