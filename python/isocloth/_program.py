"""The program isocloth, which comes inside the package."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def folder() -> Path:
    """Where bin/ and share/ of the program are."""
    return Path(__file__).resolve().parent / "_program"


def path() -> Path:
    """The program itself."""
    return folder() / "bin" / "isocloth"


def run(*arguments: str | os.PathLike[str]) -> str:
    """Run the program and return what it printed; ValueError with its sentence where it refuses."""
    done = subprocess.run([str(path()), *(os.fspath(argument) for argument in arguments)], capture_output=True, text=True)
    if done.returncode == 2:
        raise ValueError(done.stderr.strip().removeprefix("isocloth: ") or "the program refused its arguments")
    if done.returncode not in (0, 1):
        raise RuntimeError(f"the program ended with status {done.returncode}: {done.stderr.strip()}")
    return done.stdout
