"""Every block of code that the project's pages and docstrings print."""

from __future__ import annotations

import ast
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("docs", "src", "io", "cli", "fitting", "experiments", "viewer", "python", "bench", "tests", "playground", "scenes")
LEFT_OUT = {"node_modules", "build", "out"}


@dataclass(frozen=True)
class Block:
    """Text between ``` and ```, of a page."""

    page: str
    language: str
    text: str


def pages() -> list[Path]:
    """All Markdown of the project."""
    found = [*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))]
    return sorted(path for path in found if not LEFT_OUT & set(path.relative_to(ROOT).parts))


def blocks(*languages: str) -> list[Block]:
    """The blocks of these languages, in the order of the pages; without any, all."""
    out = []
    for path in pages():
        for indent, language, text in re.findall(r"^( *)```(\S*)\n(.*?)^\1```$", path.read_text(encoding="utf-8"), re.M | re.S):
            if not languages or language in languages:
                out.append(Block(str(path.relative_to(ROOT)), language, text))
    return out


def commands(block: Block) -> list[list[str]]:
    """Commands of a block of shell, as words; of a console those after $."""
    text = re.sub(r"\\\n", " ", block.text)
    lines = [line[2:] for line in text.splitlines() if line.startswith("$ ")] if block.language == "console" else text.splitlines()
    out: list[list[str]] = []
    for line in lines:
        lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|")
        lexer.whitespace_split = True
        words: list[str] = []
        for word in [*lexer, ";"]:
            if set(word) <= set(";&|"):
                out += [words] if words else []
                words = []
            else:
                words.append(word)
    return out


def docstring_blocks() -> list[Block]:
    """Lines of Python that stand indented in the docstrings of the package."""
    out = []
    for path in sorted((ROOT / "python" / "isocloth").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) or not ast.get_docstring(node):
                continue
            text = ast.get_docstring(node, clean=False) or ""
            indent = " " * (4 if isinstance(node, ast.Module) else node.col_offset + 8)
            code = [line[len(indent) :] for line in text.splitlines()[1:] if line.startswith(indent)]
            if code:
                name = "" if isinstance(node, ast.Module) else f":{node.name}"
                out.append(Block(f"{path.relative_to(ROOT)}{name}", "python", "\n".join(code) + "\n"))
    return out
