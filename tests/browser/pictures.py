"""Take the pictures of the README: a table of each game, in a real race with given dice.

scripts/pictures              take all of them again
scripts/pictures rtd phone    these
scripts/pictures --check      take them, and say which of those that are kept show something else

A picture that still shows the same at a glance stays as it is, unless you delete it before.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.ours.pages import ARGUMENTS, find_chromium
from matplotlib import get_data_path
from PIL import Image, ImageChops
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.browser import looks
from tests.browser.visiting import AT_ONCE, WITHIN, Visitor
from tests.table.serving import Made, serving
from tests.table.sitting import chance
from tests.upgrades.make import Maker
from wreckoning.readers.pictures import font_file
from wreckoning.server.live.service import TableService
from wreckoning.server.store.database import open_database, read_address
from wreckoning.server.store.store import Store
from wreckoning.table import lobby

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
COLOURS = 256
BLOCK = 4  # pixels a side, of which only the mean is compared
FAR = 32  # levels of grey: blocks that are so far apart look different
FEW = 0.003  # the part of all blocks that may
LAPTOP: ViewportSize = {"width": 1440, "height": 1000}
PHONE: ViewportSize = {"width": 390, "height": 844}
ON_PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 1.5}
# The pages take the text's font from the system. In the pictures it is Roboto, whatever that has.
FONTS = """<?xml version="1.0"?><fontconfig><dir>{roboto}</dir><dir>{signs}</dir>
<cachedir>{cache}</cachedir>
<match target="pattern"><edit name="family" mode="append" binding="same"><string>Roboto</string>
</edit></match></fontconfig>"""


@dataclass(frozen=True)
class Shot:
    """A picture: Ann against five rookies, after so many of her answers, by the seed's dice."""

    game: str
    course: str
    seed: int
    answers: int
    option: int = 0  # the mouse points at it
    is_folded: bool = False  # the log, to leave more room for options
    on_phone: bool = False

    @property
    def chance(self) -> lobby.Randomness:
        """The table's id and tokens, the secret of its dice, and the seed of its bots."""
        return replace(chance(f"pix{self.seed:05}", f"{self.seed:064x}"), bot_seed=self.seed)


SHOTS = {
    "rtd": Shot("rtd", "sundae_drive", 32, 14, option=2),
    "rush": Shot("rush", "gasworks_run", 31, 19, option=4, is_folded=True),
    "kart": Shot("kart", "toadstool_market", 34, 35, option=0),
    "rally": Shot("rally", "dry_dock", 23, 21, option=1),
    "phone": Shot("rtd", "moonwash_causeway", 43, 16, on_phone=True),
}


class Given(TableService):
    """Makes tables by given chance, one shot after the other."""

    shot: Shot

    def _randomness(self) -> lobby.Randomness:
        return self.shot.chance


async def race(store: Store, shots: Iterable[Shot]) -> None:
    """Play a race to the moment of each picture."""
    tables = Given(store)
    maker = Maker(tables)
    for shot in shots:
        tables.shot = shot
        seats = [{"player": "mine", "name": "Ann"}, *[{"player": "rookie"}] * 5]
        made = await maker.make("", shot.game, "mine", course=shot.course, seats=seats)
        await maker.play(made, shot.answers)


def photograph(chromium: Browser, address: str, shot: Shot) -> Image.Image:
    """What Ann sees, in few colours."""
    given = shot.chance
    ann = Visitor(chromium, address, **(ON_PHONE if shot.on_phone else {}))
    ann.enter(address, PHONE if shot.on_phone else LAPTOP)
    ann.keep("table-settings", {**AT_ONCE, "coach": False, "folded": shot.is_folded})
    ann.sits(Made(given.id, given.host, {0: given.tokens[0]}), 0, host=True)
    ann.page.goto(f"/table/{given.id}")
    ann.asked()
    expect(ann.option.get_by_text("…", exact=True)).to_have_count(0, timeout=WITHIN * 1000)
    if not shot.on_phone:
        ann.page.get_by_role("button", name="Let a bot drive").wait_for()  # it comes last
        ann.option.nth(shot.option).hover()
    ann.page.evaluate("() => document.fonts.ready")
    picture = ann.page.screenshot(animations="disabled")
    ann.context.close()
    if ann.wrong:
        raise SystemExit(f"{shot}: {ann.wrong}")
    return (
        Image.open(io.BytesIO(picture))
        .convert("RGB")
        .quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    )


def take(shots: Mapping[str, Shot]) -> dict[str, Image.Image]:
    """Take pictures, at a server of our own."""
    path = find_chromium()
    if path is None:
        raise SystemExit("This needs a browser: scripts/need chromium installs it.")
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        db, fonts = folder / "table.db", folder / "fonts.conf"
        roboto, signs = Path(font_file("Roboto")).parent, Path(get_data_path()) / "fonts" / "ttf"
        fonts.write_text(FONTS.format(roboto=roboto, signs=signs, cache=folder / "fonts"), "utf-8")
        store = Store(open_database(read_address(str(db))))
        asyncio.run(race(store, shots.values()))
        store.close()
        env: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(fonts)}
        with serving(str(db), folder) as served, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, env=env)
            return {n: photograph(chromium, served.address, shot) for n, shot in shots.items()}


def differ(kept: Image.Image, taken: Image.Image) -> bool:
    """Whether a person sees a difference at a glance; the edges of letters make none."""
    if kept.size != taken.size:
        return True
    one, other = (picture.convert("RGB").reduce(BLOCK) for picture in (kept, taken))
    difference = ImageChops.difference(one, other).convert("L")
    far = sum(difference.histogram()[FAR:])
    return far > FEW * one.width * one.height


def main() -> int:
    """Take the pictures that the command line names. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="scripts/pictures", description=__doc__.split("\n", 1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SHOTS))
    parser.add_argument("--check", action="store_true", help="only say which have changed")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in SHOTS]:
        parser.error(f"there is no picture {unknown[0]}; there are {', '.join(SHOTS)}")
    old = []
    for name, picture in take({name: SHOTS[name] for name in given.names or SHOTS}).items():
        path = FOLDER / f"{name}.png"
        if path.exists() and not differ(Image.open(path), picture):
            print(f"{path.name} shows the page as it is.")
        elif given.check:
            old.append(path.name)
        else:
            picture.save(path, optimize=True)
            print(f"{path.name} is taken again: {path.stat().st_size} bytes.")
    if old:
        print(f"The pages have changed: scripts/pictures takes {', '.join(old)} again.")
    elif not given.names and not given.check:
        looks.keep()
    return len(old) > 0


if __name__ == "__main__":
    sys.exit(main())
