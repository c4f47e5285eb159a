"""Of all tests."""

from __future__ import annotations

import signal

# Run in the background by a shell, tests and all that they start would be deaf to Ctrl+C.
signal.signal(signal.SIGINT, signal.default_int_handler)
