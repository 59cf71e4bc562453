"""The board."""

from typing import List, Optional, Sequence

from game.Coordinate import Coordinate
from game.params import DEFENSE_RATING


class Building:
    """A building; it covers 2x2 tiles."""

    defense = DEFENSE_RATING

    def __init__(self, position: Coordinate, owner: int, progress: int) -> None:
        self.position = position  # its top-left tile
        self.ownerId = owner
        self.progress = progress  # work done for the next unit

    @property
    def production_status(self) -> int:
        return self.progress

    @property
    def ground(self) -> List[Coordinate]:
        """The four tiles that it covers."""
        return [self.position + step for step in [(0, 0), (1, 0), (0, 1), (1, 1)]]


class Tile:
    """A tile, and what is on it. Later versions call it a cell, and a building a hive."""

    obstructed = False  # no tile is

    def __init__(self, position: Coordinate, players: int) -> None:
        self.position = position
        self.resource = 0
        self.units = [0] * players  # by player
        self.building: Optional[Building] = None

    @property
    def hive(self) -> Optional[Building]:
        return self.building


class Map:
    """All tiles: `tiles[x][y]`; as in later versions, `cells[y][x]`."""

    def __init__(self, width: int, height: int, num_players: int) -> None:
        self.width, self.height, self.num_players = width, height, num_players
        self.tiles = [[Tile(Coordinate(x, y), num_players) for y in range(height)] for x in range(width)]
        self.cells = [[column[y] for column in self.tiles] for y in range(height)]

    def is_on_board(self, position: Sequence[int]) -> bool:
        return 0 <= position[0] < self.width and 0 <= position[1] < self.height

    position_in_range = tile_in_range = cell_in_range = is_on_board

    def get_tile(self, position: Sequence[int]) -> Optional[Tile]:
        return self.tiles[position[0]][position[1]] if self.is_on_board(position) else None

    get_cell = get_tile

    def all_tiles(self) -> List[Tile]:
        return [tile for column in self.tiles for tile in column]

    def clear(self) -> None:
        """Takes units and buildings away. Resource stays: only changes of it are told."""
        for tile in self.all_tiles():
            tile.units = [0] * self.num_players
            tile.building = None
