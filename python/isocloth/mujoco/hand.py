"""A grasp that a body of the robot carries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import mujoco
import numpy as np

from .._arrays import Array
from ..handles import Grasp

if TYPE_CHECKING:
    from .coupling import Coupling


class Hand:
    """A grasp whose nodes keep their place in a body of the robot, and whose force the body feels: made by Coupling.attach."""

    def __init__(self, coupling: Coupling, grasp: Grasp, body: int, body_pose: Array, stiff: bool) -> None:
        self._coupling, self._body, self._stiff = coupling, body, stiff
        self.grasp = grasp
        """the cloth's side of it"""
        at = grasp.pose
        back = _conjugate(body_pose[3:])
        self._place = _turned(back, at[:3] - body_pose[:3])
        self._turn = _product(back, at[3:])

    @property
    def body(self) -> str:
        """The name of the body that carries it."""
        return str(mujoco.mj_id2name(self._coupling.model, mujoco.mjtObj.mjOBJ_BODY, self._body))

    @property
    def nodes(self) -> list[int]:
        """The nodes it holds."""
        return self.grasp.nodes

    @property
    def holds(self) -> bool:
        """Whether it has not let go, nor was the cloth restored to before it took hold."""
        return not self._is_gone and self.grasp.holds

    @property
    def _is_gone(self) -> bool:
        return all(number != self.grasp._number for _, number in self.grasp._simulation._grasp_list())

    @property
    def force(self) -> Array:
        """Force on the cloth in the last step [N], shape (3,); its opposite acts on the body."""
        return self.grasp.force

    def release(self) -> None:
        """Let go: the nodes are free from the next step on."""
        self.grasp.release()

    def _carried(self, feels: bool) -> tuple[int, int, bool, bool, Array]:
        """What a step needs to know: its grasp, its body, whether that feels it, whether both must agree on where it is; its place."""
        return self.grasp._number, self._body, bool(feels), self._stiff, np.concatenate([self._place, self._turn])

    def __repr__(self) -> str:
        return f'<Hand "{self.grasp.name}" on body "{self.body}">'


def _conjugate(q: Array) -> Array:
    return np.array([q[0], -q[1], -q[2], -q[3]])


def _product(p: Array, q: Array) -> Array:
    out = np.empty(4)
    mujoco.mju_mulQuat(out, p, q)
    return out


def _turned(q: Array, v: Array) -> Array:
    out = np.empty(3)
    mujoco.mju_rotVecQuat(out, v, q)
    return out


def mass_at(model: Any, data: Any, body: int, point: Array) -> float:
    """The mass [kg] that a body has at a point [m] in the direction in which it is lightest: 1 / the largest eigenvalue of
    J M⁻¹ Jᵀ; infinite where it cannot move. data: with inertia at its positions (mj_forward)."""
    if model.nv == 0:
        return float("inf")
    jacobian = np.zeros((3, model.nv))
    mujoco.mj_jac(model, data, jacobian, None, point, body)
    solved = np.zeros((3, model.nv))
    mujoco.mj_solveM(model, data, solved, jacobian)
    largest = float(np.linalg.eigvalsh(jacobian @ solved.T)[-1])
    return 1 / largest if largest > 1e-12 else float("inf")
