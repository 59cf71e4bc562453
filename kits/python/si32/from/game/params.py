"""The numbers of the rules that are played here, and the directions."""

from enum import Enum
from typing import Any, Dict, Optional, Tuple

BUILDING_COST = HIVE_COST = 100  # resource for a building
UNIT_COST = PRODUCTION_COST = 5  # turns of work for a unit
DEFENSE_RATING = 10  # attackers that bring down a building in which nobody works
MAX_WORKERS = 10  # units that count in a building
SETTLE_BY = 50  # from this turn on, who alone has a building wins

MOVE_COMMAND, BUILD_COMMAND, MINE_COMMAND = "move", "build", "mine"

# What a step in each direction adds to x and y.
STEPS: Dict[str, Tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
# The same for the tile of a building that is opposite to its builder's.
CORNERS: Dict[str, Tuple[int, int]] = {"SE": (1, 1), "SW": (-1, 1), "NE": (1, -1), "NW": (-1, -1)}
WORDS = {"up": "N", "right": "E", "down": "S", "left": "W", "north": "N", "east": "E", "south": "S", "west": "W"}


class Direction(Enum):
    """Where units can go. The board here has squares, so two of the original's six ways lead nowhere."""

    NORTH = NORTHEAST = "N"  # one less in y
    EAST = "E"
    SOUTH = SOUTHWEST = "S"  # one more in y
    WEST = "W"
    NORTHWEST = "NW"
    SOUTHEAST = "SE"
    NONE = ""


def letter_of(direction: Any) -> Optional[str]:
    """N, E, S or W for any way to say it: a Direction, a letter, a word, a step like (1, 0); None for all else."""
    if isinstance(direction, Direction):
        direction = direction.value
    elif isinstance(direction, Enum):
        direction = direction.name
    if isinstance(direction, str):
        letter = WORDS.get(direction.lower(), direction.upper())
        return letter if letter in STEPS else None
    try:
        step = tuple(direction)
    except TypeError:
        return None
    return next((letter for letter, way in STEPS.items() if way == step), None)
