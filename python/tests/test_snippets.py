"""What the pages print runs: commands of the program, scenes, C++, docstrings; a new block that nothing runs is a failure.

The guide's and the README's Python: test_guide.py. README's C++ runs in tests/install, that of src/isocloth/session in its tests.
"""

from __future__ import annotations

import ast
import inspect
import os
import re
import shutil
import signal
import subprocess
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

import isocloth as ic
from isocloth import _program
from snippets import ROOT, Block, blocks, commands, docstring_blocks

SHELL = ("sh", "bash", "console")
TOLD = {"text"}  # results and drawings
PYTHON_PAGES = {"README.md", "docs/trajectory-format.md"}  # and the guide, in test_guide.py
CPP_ELSEWHERE = {"README.md": "tests/install/run", "src/isocloth/session/README.md": "tests/session/readme_test.cpp"}
ELSEWHERE = {  # commands that take minutes, or more than this machine: what stands for them
    "bench": "tests/cli and test_bench.py measure less",
    "reproduce": "tests/experiments run each of them",
    "fit": "test_fit.py and tests/cli fit recordings",
    "pip": "python/test_wheel installs wheels",
    "npm": "make test-viewer runs them",
    "source": "a cluster's",
    "srun": "a cluster's; test_executors.py starts MPI",
    ".venv/bin/python": "test_examples.py runs the examples",
}


def test_every_block_is_of_a_kind_that_something_runs() -> None:
    known = {"python", "py", "yaml", "cpp", "html", *SHELL, *TOLD}
    assert {block.language for block in blocks()} <= known, "say how blocks of this language are run"
    for block in blocks("python"):
        assert block.page in PYTHON_PAGES or block.page.startswith("docs/guide/pages/"), f"{block.page}: its Python is run by nothing"
    for page, test in CPP_ELSEWHERE.items():
        assert page in (ROOT / test).read_text(encoding="utf-8") or "README" in (ROOT / test).read_text(encoding="utf-8")


# commands of the program ---------------------------------------------------------------------------------------------

ROBOT = '<mujoco><worldbody><geom name="table" type="box" size=".4 .4 .02" pos="0 0 -.02"/></worldbody></mujoco>'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where commands find the files that they name."""
    here = tmp_path_factory.mktemp("snippets")
    (here / "robot.xml").write_text(ROBOT, encoding="utf-8")
    ic.tank_top().save(here / "shirt.obj")
    shutil.copy(_program.folder() / "share" / "isocloth" / "scenes" / "hang.yaml", here / "towel.yaml")
    _program.run("record-synthetic", "cotton_fast", "--duration", "0.12", "--out", here / "clouds")
    _program.run("run", "shake", "--set", "time.duration=0.1", "--out", here / "shake.ict")
    for name in ("coarse.ict", "fine.ict", "hang.ict", "run.ict"):
        shutil.copy(here / "shake.ict", here / name)
    (here / "cotton").mkdir()
    (here / "cotton" / "material.yaml").write_text("{density: 0.2}", encoding="utf-8")
    return here


def shortened(words: list[str]) -> list[str]:
    """The same command on less: runs of a moment, pictures of one frame."""
    if words[0] == "render" and "--times" in words:
        words = [word.split(",")[0] if before == "--times" else word for before, word in zip(["", *words], words)]
    runs = words[0] == "run" or words[0] in ("view", "export") and not any(word.endswith(".ict") for word in words)
    return [*words, "--set", "time.duration=0.03"] if runs else words


@cache
def ran(folder: Path, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """The program with these words, once; a server is asked to end as soon as it serves."""
    command = [str(_program.path()), *shortened(list(words))]
    if words[0] != "view":
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=150)
    with subprocess.Popen([*command, "--no-open"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None and server.stderr is not None
        first = server.stdout.readline()
        server.send_signal(signal.SIGINT)
        out, errors = server.communicate(timeout=60)
    return subprocess.CompletedProcess(command, 0 if first.startswith("http") else 2, first + out, errors)


@pytest.mark.parametrize("page", sorted({block.page for block in blocks(*SHELL)}))
def test_commands_of_a_page_run(page: str, folder: Path) -> None:
    for block in (block for block in blocks(*SHELL) if block.page == page):
        for words in commands(block):
            program = Path(words[0]).name
            if program == "make":
                done = subprocess.run(["make", "--dry-run", words[1]], cwd=ROOT, capture_output=True, text=True, timeout=60, env=_outer())
                assert done.returncode == 0, done.stderr
            elif program != "isocloth":
                assert words[0] in ELSEWHERE, f"{page}: nothing runs {' '.join(words)}"
            elif words[1] not in ELSEWHERE:
                done = ran(folder, tuple(word.replace("$PWD", str(folder)) for word in words[1:]))
                without_engine = "--live" in words and words[1] == "export" and "has no engine for pages" in done.stderr
                assert done.returncode in (0, 1) or without_engine, f"{page}: {' '.join(words)}: {done.stderr}"


def _outer() -> dict[str, str]:
    """The environment without what a make that runs the tests leaves in it."""
    return {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}


# scenes --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", blocks("yaml"), ids=lambda block: block.page)
def test_yaml_of_a_page_is_read(block: Block, folder: Path, tmp_path: Path) -> None:
    if block.page == "docs/recordings.md":
        clouds = shutil.copytree(folder / "clouds", tmp_path / "clouds")
        settings = re.sub(r"^color:.*$", "", block.text, flags=re.M)  # of a red cloth; the synthetic one is of another colour
        (clouds / "track.yaml").write_text(settings, encoding="utf-8")
        done = subprocess.run([str(_program.path()), "track", str(clouds), "--out", str(tmp_path / "grid.csv")], capture_output=True, text=True, timeout=100)
        assert done.returncode in (0, 1) and (tmp_path / "grid.csv").exists(), done.stderr
        (clouds / "track.yaml").write_text(block.text.replace("color:", "colour:"), encoding="utf-8")
        with pytest.raises(ValueError, match=r"track\.yaml:5: .*colour"):
            _program.run("track", clouds, "--out", tmp_path / "grid.csv")
        return
    (tmp_path / "scene.yaml").write_text(block.text, encoding="utf-8")
    report = ic.Simulation.from_scene(tmp_path / "scene.yaml", time__duration=0.5).run()
    assert report.converged_steps >= 0.98 * report.steps > 0  # one step of a fall onto a box may find no room


# C++, HTML -----------------------------------------------------------------------------------------------------------

CPP = {  # page: what stands around its blocks
    "docs/contact.md": """void contact{n}(Simulation& sim, Session& session, PosePath hand, int gripper, RigidPose robot_pose) {{
  (void)hand, (void)gripper;
{text}}}""",
    "docs/viewer.md": """void viewer{n}(const std::vector<io::NamedTrajectory>& trajectories, const io::ReplayOptions& options) {{
{text}}}""",
    "io/report/README.md": """void report{n}(const Trajectory& trajectory, const std::vector<double>& t, const std::vector<double>& e) {{
using namespace io;
{text}}}""",
}


def test_cpp_of_the_pages_compiles(tmp_path: Path) -> None:
    headers = ["isocloth/isocloth.hpp", "isocloth/session/session.hpp", "io/html/page.hpp", "io/report/report.hpp", "io/picture/render.hpp", "io/file.hpp"]
    source = "".join(f'#include "{header}"\n' for header in headers) + "using namespace isocloth;\n"
    for n, block in enumerate(blocks("cpp")):
        if block.page in CPP_ELSEWHERE:
            continue
        text = re.sub(r"^#include.*$", "", block.text, flags=re.M).replace("…", "(void)c;").replace("(...)", "(trajectories)")
        source += CPP[block.page].format(n=n, text=text) + "\n"
    (tmp_path / "snippets.cpp").write_text(source, encoding="utf-8")
    version = tmp_path / "isocloth" / "core" / "version.hpp"
    version.parent.mkdir(parents=True)
    version.write_text(re.sub(r"@\w+@", "0", (ROOT / "src/isocloth/core/version.hpp.in").read_text(encoding="utf-8")), encoding="utf-8")
    paths = [f"-I{path}" for path in (ROOT / "src", ROOT, tmp_path, "/usr/include/eigen3")]
    done = subprocess.run(["g++", "-std=c++20", "-fsyntax-only", *paths, str(tmp_path / "snippets.cpp")], capture_output=True, text=True, timeout=150)
    assert done.returncode == 0, done.stderr[:3000]


def test_html_of_the_pages_is_closed() -> None:
    class Tags(HTMLParser):
        open_ones: list[str] = []

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.open_ones.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open_ones.pop() == tag

    for block in blocks("html"):
        tags = Tags()
        tags.feed(block.text)
        assert not tags.open_ones


# Python that no page runs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", blocks("py"), ids=lambda block: block.page)
def test_python_of_clusters_calls_what_there_is(block: Block) -> None:
    """Machines of a cluster are not here: its calls of the package must fit what they call."""
    calls = [node for node in ast.walk(ast.parse(block.text)) if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("ic.")]
    for call in calls:
        function = getattr(ic, ast.unparse(call.func).removeprefix("ic."))
        inspect.signature(function).bind(*call.args, **{word.arg: word.value for word in call.keywords if word.arg})
    assert calls


MJCF = """<mujoco><option timestep="0.002"/><worldbody>
<geom name="table" type="box" size=".4 .4 .02" pos="0 0 -.2"/>
<body name="gripper" pos="0 0.3 0.1"><freejoint/><geom name="finger_left" type="sphere" size="0.01"/></body></worldbody></mujoco>"""
FIRST = {  # what a docstring takes for granted
    "batch.py:ClothBatch": "sim = held()\npath = sim.x[None, None, sim.mesh.parts['top_right'], :].repeat(5, 0).repeat(4096, 1)",
    "diff.py": "from isocloth import diff\nimport numpy as np\nsim = held()\ndx = np.zeros((101, 25, 3))",
    "mujoco/__init__.py": f"open('robot.xml', 'w').write('''{MJCF}''')\nimport isocloth as ic\nsim = held()",
    "camera.py": "sim = held()",
}


def held() -> ic.Simulation:
    sheet = ic.rectangle((0.2, 0.2), (5, 5))
    sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2, damping=0.4)))
    sim.grasp("top_right")
    return sim


@pytest.mark.parametrize("block", docstring_blocks(), ids=lambda block: block.page.removeprefix("python/isocloth/"))
def test_python_of_a_docstring_runs(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = block.page.removeprefix("python/isocloth/")
    for package in ("torch", "jax", "mujoco", "gymnasium"):
        if re.search(rf"\b{package}\b", block.text):
            pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "docstring", "held": held, "ic": ic}
    text = block.text.replace("4096", "64") if "gym" in where or "batch" in where else block.text
    exec(FIRST.get(where, "").replace("4096", "64"), namespace)  # noqa: S102
    exec(compile(text, where, "exec"), namespace)  # noqa: S102
