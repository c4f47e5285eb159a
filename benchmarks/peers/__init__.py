"""The contestants: a program each, started by `benchmarks.compare` in a process of its own."""
