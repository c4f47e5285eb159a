"""PGX's backgammon on the CPU: `python -m benchmarks.peers.pgx_backgammon`.

Its `step` is compiled by JAX for a batch of games side by side, and so are the choices and the loop
around it. A finished game restarts at once, from a stock of shuffled beginnings, so no place
in the batch stands idle. Its actions are single moves of checkers; a move here is one of those.
"""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import version
from time import process_time
from typing import Any

from benchmarks.peers.serving import say_missing, serve

STEPS = 100  # of all games of the batch, in one call
BATCHES = (64, 256, 1024)  # the fastest is taken

ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


class Batch:
    """Games side by side, each going on for ever."""

    def __init__(self, size: int) -> None:
        import jax
        import jax.numpy as jnp
        import pgx

        env = pgx.make("backgammon")
        keys = jax.random.split(jax.random.PRNGKey(0), size)
        self.size = size
        self.beginnings = jax.jit(jax.vmap(env.init))(keys)
        self.state, self.key = self.beginnings, jax.random.PRNGKey(1)
        beginnings = self.beginnings

        def one_step(carry: Any, key: Any) -> Any:
            state, over = carry
            choice, dice = jax.random.split(key)
            weights = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            action = jax.random.categorical(choice, weights, axis=-1)
            state = jax.vmap(env.step)(state, action, jax.random.split(dice, size))
            ended = state.terminated

            def anew(new: Any, old: Any) -> Any:
                return jnp.where(ended.reshape((-1,) + (1,) * (old.ndim - 1)), new, old)

            return (jax.tree.map(anew, beginnings, state), over + ended.sum()), None

        def steps(state: Any, key: Any) -> Any:
            return jax.lax.scan(one_step, (state, jnp.int32(0)), jax.random.split(key, STEPS))[0]

        self._split, self._steps = jax.random.split, jax.jit(steps)
        self.run()

    def run(self) -> int:
        """Run steps. Returns how many games ended."""
        self.key, key = self._split(self.key)
        self.state, over = self._steps(self.state, key)
        return int(over)

    def speed(self) -> float:
        """Steps of games a second."""
        began = process_time()
        self.run()
        self.run()
        return 2 * STEPS * self.size / (process_time() - began)


def main() -> None:
    """Wait for what is to be timed."""
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {ONE_THREAD}"
    try:
        versions = {name: version(name) for name in ("pgx", "jax")}
    except ModuleNotFoundError as error:
        say_missing(f"{error.name} is not installed")
        return
    best = max((Batch(size) for size in BATCHES), key=Batch.speed)
    print(f"pgx: {best.size} games side by side are the fastest", file=sys.stderr)
    ended = 0

    def play(games: int) -> float:
        nonlocal ended
        calls = 0
        while ended < games:
            ended += best.run()
            calls += 1
        ended -= games
        return float(calls * STEPS * best.size)

    serve(play, {**versions, "Python": platform.python_version(), "batch": str(best.size)})


if __name__ == "__main__":
    main()
