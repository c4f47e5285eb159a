"""What programs are compiled for: a kind of processor that many machines have, not this very one.

A program made on one machine then runs on another one, as fast: nearly all processors since 2015
have x86-64-v3, that is AVX2. A processor that lacks something of its kind gets programs of its own,
as does one that Numba's own variables name.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import version
from typing import Any

NAMED = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")  # if one is set, Numba follows it


@dataclass(frozen=True)
class ProcessorKind:
    """A kind of processor: LLVM's name for it, and the features that it has."""

    name: str
    features: Collection[str]


V3 = (
    *("cmov", "cx8", "fxsr", "mmx", "sse", "sse2"),  # x86-64
    *("cx16", "crc32", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3"),  # v2
    *("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"),  # v3
)
KINDS = {  # by LLVM's name for the architecture
    "x86_64": ProcessorKind("x86-64-v3", V3),
    "aarch64": ProcessorKind("generic", ("neon",)),
    "arm64": ProcessorKind("apple-m1", ("neon",)),
}


def kind_of(architecture: str, features: Mapping[str, bool]) -> str:
    """LLVM's name for the kind of a processor with these features; '' if it is of none."""
    kind = KINDS.get(architecture)
    has_all = kind is not None and all(features.get(name) for name in kind.features)
    return kind.name if kind is not None and has_all else ""


@cache
def processor_kind() -> str:
    """LLVM's name for what programs are compiled for here; '' for exactly this processor."""
    if any(name in os.environ for name in NAMED):
        return ""
    binding: Any = import_module("llvmlite.binding")
    architecture = binding.get_process_triple().partition("-")[0]
    try:
        return kind_of(architecture, binding.get_host_cpu_features())
    except RuntimeError:  # LLVM does not know this processor's features
        return ""


def machine() -> str:
    """The machines that run a program compiled here: `linux x86-64-v3`; '' for this one only."""
    kind = processor_kind()
    return f"{sys.platform} {kind}" if kind else ""


@cache
def toolchain() -> str:
    """What compiles here: other versions make other programs of the same code."""
    python = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
    return " ".join([python, *(f"{name} {version(name)}" for name in ("numba", "llvmlite"))])


@cache
def use_processor_kind() -> None:
    """Have Numba compile for this kind of processor. Call it before anything is compiled."""
    if kind := processor_kind():
        config: Any = import_module("numba.core.config")
        config.CPU_NAME, config.CPU_FEATURES = kind, ""  # the features of its kind, no more
