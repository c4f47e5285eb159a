"""The table in real browsers. A package, so that its one Chromium is closed at its end."""
