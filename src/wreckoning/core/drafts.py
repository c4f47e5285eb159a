"""A line of a race report while it is being gathered: its parts, who is in it, its rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from wreckoning.core.shown import NEUTRAL, TEXT, Line, Part


@dataclass
class Draft:
    """`key` says what kind of line it is, `who` whom it is about (None: nobody in particular)."""

    key: str
    who: str | None
    parts: list[Part] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    heading: bool = False

    def add(self, text: str, kind: str = TEXT, tone: str = NEUTRAL, face: int = 0) -> None:
        """Go on with these words, or this die."""
        self.parts.append(Part(text, kind, tone, face))

    def note(self, *names: str | None, rule: str = "") -> None:
        """Who is in it, and by which rule: each once."""
        self.names += [name for name in names if name and name not in self.names]
        if rule and rule not in self.rules:
            self.rules.append(rule)

    @property
    def is_bare(self) -> bool:
        """Is there no more than its opening?"""
        return len(self.parts) == 1

    def line(self) -> Line:
        """As it is shown."""
        return Line(tuple(self.parts), tuple(self.names), tuple(self.rules), self.heading)
