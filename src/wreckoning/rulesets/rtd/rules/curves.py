"""What a segment's curve does for a Power Slide. Only looks; asks nothing."""

from __future__ import annotations

from wreckoning.core.rules import rule
from wreckoning.rulesets.rtd.numbers import Kind
from wreckoning.rulesets.rtd.race import Kart, Race
from wreckoning.rulesets.rtd.rules.standings import segment_of


@rule("R24")
def slide_modifier(kind: int) -> int:
    """−1 by default; 0 on a normal curve or broad straight; +1 on a broad curve."""
    if kind == Kind.BROAD_CURVE:
        return 1
    return 0 if kind in (Kind.CURVE, Kind.BROAD_STRAIGHT) else -1


@rule("R24")
def curve_bonus(race: Race, kart: Kart) -> int:
    """The curve's modifier for this kart: Grippy Tires ignore the default −1."""
    modifier = slide_modifier(segment_of(race, kart).kind)
    if kart.figures.slide_penalty_ignored:
        return max(modifier, 0)
    return modifier
