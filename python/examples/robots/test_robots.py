"""The examples with arms, and robots of PyPI's packages as scenes: ``make test-robots``."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import mujoco
import numpy as np
import pytest

import isocloth as ic
from isocloth import _program

sys.path.insert(0, str(Path(__file__).parent))


def _package(name: str) -> Path:
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        pytest.skip(f"{name} is not installed")
    return Path(found.origin).parent


def test_two_arms_fold_a_towel_wherever_it_lies() -> None:
    import fold_towel

    fold_towel.main()


def test_an_arm_lifts_a_towel_and_lays_it_down() -> None:
    import lift_towel

    lift_towel.main()


def test_an_arm_opens_a_curtain_on_rings_that_are_free_on_their_rod(tmp_path: Path) -> None:
    import open_curtain

    open_curtain.main(str(tmp_path / "curtain.png"))


def test_a_sheet_that_an_arm_swings_is_tracked_in_clouds_of_a_camera() -> None:
    import track_sheet

    assert track_sheet.main() <= 0.003


ROBOTS = [f"models/assets/robots/{name}/robot.xml" for name in "baxter gr1 iiwa jaco kinova3 panda sawyer spot tiago ur5e xarm7".split()]
URDFS = [f"models/assets/bullet_data/{name}" for name in ("panda_description/urdf/panda_arm_hand.urdf", "sawyer_description/urdf/sawyer_arm.urdf", "baxter_description/urdf/baxter_arm.urdf")]


@pytest.mark.parametrize("file", [*ROBOTS, *URDFS])
def test_robots_become_scenes_and_every_geom_is_accounted_for(file: str, tmp_path: Path) -> None:
    path = Path(str(importlib.util.find_spec("robosuite").submodule_search_locations[0])) / file  # type: ignore[union-attr]
    said = _program.run("convert", path, tmp_path / "scene.yaml")
    made, total = (int(n) for n in re.search(r"made from (\d+) of (\d+) geoms", said).groups())  # type: ignore[union-attr]
    lines = [line for line in said.splitlines() if re.search(r": (geom|visual of|collision of)\b.* is left out: ", line)]
    assert made > 0 and made + len(lines) == total
    sim = ic.Simulation.from_scene(tmp_path / "scene.yaml")
    assert len(sim.obstacles) == made
    if file.endswith(".xml"):
        _stand_as_in_mujoco(path, sim)


def _stand_as_in_mujoco(path: Path, sim: ic.Simulation) -> None:
    """Geoms with a name and a shape of their own are where MuJoCo has them."""
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    for geom in range(model.ngeom):
        name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, geom)
        if name in sim.obstacles and model.geom_type[geom] != mujoco.mjtGeom.mjGEOM_MESH:
            assert sim.obstacles[name].pose[:3] == pytest.approx(np.array(data.geom_xpos[geom]), abs=1e-6)
