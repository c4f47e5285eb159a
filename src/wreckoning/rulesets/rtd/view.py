"""Words and drawing data for Kart RTD. No rule."""

from __future__ import annotations
