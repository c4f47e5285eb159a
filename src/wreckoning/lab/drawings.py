"""Drawings of a report: for the page, and to download as SVG, PNG and CSV."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

from wreckoning.lab.needs import LAB, need
from wreckoning.readers.texts import markup, one_line

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
LINK = f"{{{XLINK}}}href"
FONT = "DejaVu Sans"  # Matplotlib's own: it measures texts in it
ZOOM = 3  # of a PNG


@dataclass(frozen=True)
class Drawing:
    """A drawing with its title: HTML for the page, the figures as CSV, and an SVG file or none."""

    title: str
    html: str
    csv: str
    svg: str = ""

    @property
    def name(self) -> str:
        """The name of its files, without an ending."""
        letters = (letter if letter.isalnum() else " " for letter in self.title.lower())
        return "-".join("".join(letters).split())

    def downloads(self) -> Iterator[tuple[str, str]]:
        """The name and the address of each file: data in the address, so that a page is whole."""
        if self.svg:
            yield f"{self.name}.svg", _address("image/svg+xml", self.svg.encode())
            yield f"{self.name}.png", _address("image/png", _png(self.svg))
        yield f"{self.name}.csv", _address("text/csv", self.csv.encode())


def _address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"


def _png(svg: str) -> bytes:
    """The SVG file as PNG, in Matplotlib's font."""
    resvg, matplotlib = need("resvg_py", LAB), need("matplotlib", LAB)
    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    found = resvg.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[str(fonts / "DejaVuSans.ttf")],
        zoom=ZOOM,
    )
    return bytes(found)


def as_drawing(
    text: str, title: str, colours: Mapping[str, str], tips: Mapping[str, str], csv: str
) -> Drawing:
    """The drawing of an SVG document by Matplotlib.

    `colours` are those it has, with the names that they have on the page. `tips` are whole texts
    for groups with such an identifier.
    """
    name = Drawing(title, "", "").name
    day = by_day()
    page = _coloured(text, {colour: f"var({named})" for colour, named in colours.items()})
    file = _coloured(text, {colour: day[named] for colour, named in colours.items()})
    return Drawing(title, _for_page(page, title, name, tips), csv, _for_file(file, day["--card"]))


def by_day() -> dict[str, str]:
    """The page's colours by day."""
    text = (files("wreckoning.lab") / "data" / "report.css").read_text("utf-8")
    block = text.partition("{")[2].partition("}")[0]
    pairs = (entry.split(":") for entry in block.split(";") if "--" in entry)
    return {name.strip(): value.strip() for name, value in pairs}


def _coloured(text: str, colours: Mapping[str, str]) -> str:
    for colour, other in colours.items():
        text = text.replace(colour, other)
    return text


def _root(text: str) -> ElementTree.Element:
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    root = ElementTree.fromstring(text)
    for metadata in root.findall(f"{{{SVG}}}metadata"):
        root.remove(metadata)
    return root


def _for_page(text: str, title: str, name: str, tips: Mapping[str, str]) -> str:
    """The picture as wide as the page allows, in the page's font, with its own identifiers."""
    root = _root(text)
    for element in root.iter():
        if element.get("id") in tips:
            tip = ElementTree.Element(f"{{{SVG}}}title")
            tip.text = tips[element.get("id", "")]
            element.insert(0, tip)
        _restyle(element, lambda key, value: "inherit" if key == "font-family" else value)
        if "id" in element.attrib:
            element.set("id", f"{name}-{element.get('id')}")
        if LINK in element.attrib:
            element.set(LINK, element.get(LINK, "").replace("#", f"#{name}-", 1))
        if "clip-path" in element.attrib:
            element.set("clip-path", element.get("clip-path", "").replace("#", f"#{name}-", 1))
    root.attrib = {k: v for k, v in root.attrib.items() if k not in ("width", "height")}
    for key, value in (("role", "img"), ("aria-label", one_line(title)), ("class", "plot")):
        root.set(key, value)
    return ElementTree.tostring(root, "unicode")


def _for_file(text: str, background: str) -> str:
    root = _root(text)
    for element in root.iter():
        _restyle(element, lambda key, value: FONT if key == "font-family" else value)
    for side in ("width", "height"):
        root.set(side, root.get(side, "").removesuffix("pt"))
    ground = ElementTree.Element(f"{{{SVG}}}rect", width="100%", height="100%", fill=background)
    root.insert(0, ground)
    return ElementTree.tostring(root, "unicode", xml_declaration=False)


def _restyle(element: ElementTree.Element, change: Callable[[str, str], str]) -> None:
    """Change the values of an element's style."""
    if "style" not in element.attrib or element.tag.endswith("}style"):
        return
    parts = (part.partition(":") for part in element.get("style", "").split(";") if ":" in part)
    pairs = ((key.strip(), value.strip()) for key, _, value in parts)
    element.set("style", "; ".join(f"{key}: {change(key, value)}" for key, value in pairs))


def links(drawing: Drawing) -> str:
    """Links to download a drawing."""
    found = (
        f'<a download="{markup(file)}" href="{address}">{file.rpartition(".")[2].upper()}</a>'
        for file, address in drawing.downloads()
    )
    return f'<p class="downloads">Download: {" · ".join(found)}</p>'
