"""``python -m isocloth`` is the program isocloth."""

from __future__ import annotations

import os
import sys

from . import _program


def main() -> None:
    """Become the program, with this process's arguments."""
    program = str(_program.path())
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
