"""Links of the project's pages lead somewhere, commands in them are ones that the program has."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from isocloth import _program

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("README.md"), *(ROOT / "python" / "examples").glob("*.md")])


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))


@cache
def anchors(page: Path) -> set[str]:
    """Names of headings as the site and code hosts make them."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text(encoding="utf-8"))):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), link


def commands(page: Path) -> list[str]:
    """Lines with the program in blocks of shell, each without what follows it in a pipe."""
    blocks = re.findall(r"^```(?:sh|bash|console)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    lines = [re.sub(r"\\\n", " ", block) for block in blocks]
    return [found for text in lines for found in re.findall(r"(?:^|[\s/;&])isocloth ([a-z]+ [^\n#;&|]*)", text)]


@cache
def help_of(command: str) -> str:
    done = subprocess.run([str(_program.path()), command, "--help"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_of_a_page_are_ones_that_the_program_has(page: Path) -> None:
    for line in commands(page):
        command, _, rest = line.partition(" ")
        text = help_of(command)
        for option in re.findall(r"(?<!\S)(--[a-z][a-z-]*)", rest):
            assert re.search(rf"{option}(?![a-z-])", text), f"{line}: {command} has no {option}"
