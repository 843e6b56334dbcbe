"""A simulation as a scene, for pages that simulate by themselves."""

from __future__ import annotations

import json
import math
import re
from dataclasses import fields
from pathlib import Path as FilePath
from typing import Any

import numpy as np

from . import _core
from ._arrays import numbers, vector
from .cloth import Cloth
from .finger import Finger
from .handles import Grasp
from .mesh import Mesh
from .motion import Keyframes, Path, Sine
from .shapes import Hull, Solid
from .simulation import Simulation

_DURATION = 1000.0  # [s]; a page goes on until it is closed


def write(sim: Simulation, folder: FilePath) -> FilePath:
    """The scene's file, with meshes beside it: of a scene that scene, from its start; else cloths, hands and obstacles as they are
    now, at rest. ValueError where a function of Python leads something."""
    path = folder / f"{'cloth' if sim._scene is None else FilePath(sim._scene.path).stem}.yaml"
    if sim._scene is not None:
        if sim._added_grasps or sim._added_obstacles:
            raise ValueError("a live page shows a scene as its file has it; write the grasps and obstacles that were added into the scene")
        if "file:" in sim._scene.text:  # meshes that it names
            for beside in FilePath(sim._scene.path).resolve().parent.iterdir():
                (folder / beside.name).symlink_to(beside)
        path.unlink(missing_ok=True)
        path.write_text(sim._scene.text, encoding="utf-8")
        return path
    _, cloths, _, options = sim._made
    scene = {
        "cloths": [_cloth(sim, cloth, folder) for cloth in cloths],
        "grasps": [_grasp(sim, grasp, spec) for grasp, spec in _holding(sim)],
        "obstacles": [_obstacle(sim, spec, folder) for spec in sim._added_obstacles if spec["name"] in sim.obstacles],
        "gravity": vector(options["gravity"], "gravity").tolist(),
        "time": {"duration": _DURATION, "step": sim.dt},
        "solver": {key: options[key] for key in ("integrator", "tolerance", "max_iterations", "budget")},
    }
    path.write_text(json.dumps(scene).replace("Infinity", "inf"), encoding="utf-8")  # JSON is YAML
    return path


def _name(name: str) -> str:
    """A name as scenes spell them."""
    return re.sub(r"^(?=\d)", "_", re.sub(r"[^\w-]", "_", name, flags=re.A))[:64] or "_"


def _cloth(sim: Simulation, cloth: Cloth, folder: FilePath) -> dict[str, Any]:
    rows, frames, angle, corners, warp, edges, friction, _ = cloth._options
    name, now = _name(cloth.name), sim.x[sim.cloth(cloth.name).nodes]
    cloth.mesh.save(folder / f"{name}.obj")
    Mesh(now.copy(), cloth.mesh.elements).save(folder / f"{name}_start.obj")
    material = {f.name: value for f in fields(cloth.material) if (value := getattr(cloth.material, f.name)) is not None}
    made: dict[str, Any] = {"name": name, "mesh": {"file": f"{name}.obj"}, "start": {"file": f"{name}_start.obj"}, "material": material}
    made |= {"rows": rows, "frames": frames, "warp": list(warp)}
    made["corners"] = {"angle_deg": angle} if corners is None else {"nodes": [int(k) for k in corners]}
    if edges is not None:
        made["model"] = {"edges": {"shear_stiffness": edges}}
    if friction is not None:
        made["self_contact"] = {"friction": friction}
    return made


def _holding(sim: Simulation) -> list[tuple[Grasp, dict[str, Any]]]:
    """Grasps that hold, or will, with how they were made; one by place that closes later is left out."""
    all_of_them = [Grasp(sim, number, name) for name, number in sim._grasp_list()]
    return [(grasp, spec) for grasp, spec in zip(all_of_them, sim._added_grasps) if grasp.holds and grasp.nodes]


def _grasp(sim: Simulation, grasp: Grasp, spec: dict[str, Any]) -> dict[str, Any]:
    held = grasp.nodes
    cloth = sim.cloth(sim._cloth_held(held) or "")
    stiffness, damping, limit, slip = spec["grip"]
    made = {"name": _name(spec["name"]), "cloth": _name(cloth.name), "nodes": [node - cloth.nodes.start for node in held]}
    made |= {"stiffness": "rigid" if math.isinf(stiffness) else stiffness, "damping": damping, "slip": slip}
    if slip != "hold":
        made["force_limit"] = limit
    if spec["start"] > sim.time:
        made["from"] = spec["start"] - sim.time
    if spec["until"] is not None:
        made["until"] = spec["until"] - sim.time
    if spec["motion"] is not None:
        made["motion"] = _motion(sim, spec["motion"], f'grasp "{spec["name"]}"')
    return made


def _motion(sim: Simulation, motion: Any, whose: str) -> Any:
    """As it was given at the start; later, where the page begins, it stands still."""
    if callable(motion):
        raise ValueError(f"{whose} is led by a function of Python, which a page cannot ask; lead it by a Sine, Path or Keyframes")
    if sim.time > 0:
        return "fixed"
    if isinstance(motion, Sine):
        rest = {key: getattr(motion, key) for key in ("amplitude", "frequency", "phase")}
        return {"sine": {"direction": vector(motion.direction, "direction").tolist(), **rest}}
    times, values = motion._arrays()
    if isinstance(motion, Path):
        return {"polyline": {"times": times.tolist(), "points": values.tolist(), "relative": motion.relative}}
    assert isinstance(motion, Keyframes)
    poses = [{"translate": p[:3].tolist(), "quaternion": p[3:].tolist()} for p in values]
    return {"keyframes": {"times": times.tolist(), "poses": poses} | ({"relative": True} if motion.relative else {})}


def _obstacle(sim: Simulation, spec: dict[str, Any], folder: FilePath) -> dict[str, Any]:
    name, pose = _name(spec["name"]), sim.obstacles[spec["name"]].pose
    made = {"name": name, "friction": spec["friction"], "pose": {"translate": pose[:3].tolist(), "quaternion": pose[3:].tolist()}}
    if spec["motion"] is not None:
        made["motion"] = _motion(sim, spec["motion"], f'obstacle "{spec["name"]}"')
    if spec["finger"] is not None:
        made["finger"] = _finger(spec["finger"])
    shape = spec["shape"]
    if isinstance(shape, (Solid, Hull)):
        surface = Mesh(*_core.convex_hull(numbers(shape.points, "points", (None, 3)))[:2]) if isinstance(shape, Hull) else shape.mesh
        surface.save(folder / f"solid_{name}.obj")
        return made | {"mesh": {"file": f"solid_{name}.obj"}}
    return made | {type(shape).__name__.lower(): {f.name: np.asarray(getattr(shape, f.name), dtype=float).tolist() for f in fields(shape)}}


def _finger(finger: Finger) -> dict[str, Any]:
    made: dict[str, Any] = {"axis": vector(finger.axis, "axis").tolist(), "opening": finger.opening}
    which = "position" if finger.force is None else "force"
    drive = getattr(finger, which)
    made[which] = {"times": list(map(float, drive[0])), "values": list(map(float, drive[1]))} if isinstance(drive, tuple) else drive
    return made | ({key: getattr(finger, key) for key in ("stroke", "mass", "speed")} if which == "force" else {})
