"""Robots and rigid bodies of MuJoCo, joined with a cloth. Needs ``mujoco`` (``pip install "isocloth[mujoco]"``).

    import mujoco, isocloth as ic, isocloth.mujoco
    model = mujoco.MjModel.from_xml_path("robot.xml")
    data = mujoco.MjData(model)
    coupling = isocloth.mujoco.Coupling(model, data, sim, geoms=["table", "finger_left"])   # these become obstacles
    hand = coupling.attach("top_left", body="gripper")      # a grasp that the body carries, and feels
    coupling.step()                                          # one step of the cloth, as many of the robot as fit
    hand.release()
"""

from .coupling import Coupling, CouplingReport
from .geoms import geom_shape
from .hand import Hand

__all__ = ["Coupling", "CouplingReport", "Hand", "geom_shape"]
