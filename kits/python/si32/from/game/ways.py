"""What a bot can ask about distances: ways around things, what is nearest, and regions."""

from collections import deque
from math import inf
from typing import Dict, List, Optional, Sequence, Tuple

from game.Coordinate import Coordinate
from game.Map import Tile
from game.params import STEPS
from game.questions import Questions


class Ways(Questions):
    """A turn as a player sees it, measured."""

    # --- ways around things: the words of `flags` say around what. "Enemy units", "adjacents" of these, "buildings" of
    # the enemy ---

    def path(self, start: Sequence[int], goal: Sequence[int], flags: str = "None") -> List[Coordinate]:
        """A shortest way, both ends included; empty if there is none."""
        return self._path_to_nearest(start, [Coordinate(goal)], flags)

    def _path_to_nearest(self, start: Sequence[int], goals: Sequence[Coordinate], flags: str) -> List[Coordinate]:
        """A shortest way to one of the goals. A goal itself may have on it what is gone around."""
        words, ends = flags.lower(), set(goals)
        here = Coordinate(start)
        came_from: Dict[Coordinate, Optional[Coordinate]] = {here: None}
        queue = deque([here])
        while queue:
            here = queue.popleft()
            if here in ends:
                return self._trace(came_from, here)
            for step in STEPS.values():
                near = here + step
                if near not in came_from and self.map.is_on_board(near) and (near in ends or self._is_open(near, words)):
                    came_from[near] = here
                    queue.append(near)
        return []

    def _trace(self, came_from: Dict[Coordinate, Optional[Coordinate]], end: Coordinate) -> List[Coordinate]:
        way: List[Coordinate] = []
        at: Optional[Coordinate] = end
        while at is not None:
            way.append(at)
            at = came_from[at]
        return way[::-1]

    def _is_open(self, position: Coordinate, words: str) -> bool:
        tile = self.map.tiles[position.x][position.y]
        if "units" in words and tile.units[self.eId] > 0:
            return False
        if "adjacent" in words and any(self._is_held_by_enemy(position + step) for step in STEPS.values()):
            return False
        return not ("building" in words and tile.building and tile.building.ownerId == self.eId)

    def _is_held_by_enemy(self, position: Coordinate) -> bool:
        return self.get_units(position.x, position.y, self.eId) > 0

    def distance(self, start: Sequence[int], goal: Sequence[int], flags: str = "None") -> Optional[int]:
        """How many tiles `path` has; None if there is none."""
        return len(self.path(start, goal, flags)) or None

    def _closest(self, start: Sequence[int], positions: List[Coordinate], flags: str) -> Optional[Coordinate]:
        way = self._path_to_nearest(start, positions, flags)
        return way[-1] if way else None

    def closest_building_pos(self, start: Sequence[int], flags: str = "None") -> Optional[Coordinate]:
        return self._closest(start, self.get_all_building_positions(), flags)

    def closest_enemy_building_pos(self, start: Sequence[int], flags: str = "None") -> Optional[Coordinate]:
        return self._closest(start, self.get_enemy_building_positions(), flags)

    def closest_building_pos_by_id(self, start: Sequence[int], player: int, flags: str = "None") -> Optional[Coordinate]:
        return self._closest(start, self.get_player_building_positions(player), flags)

    closest_hive_pos, closest_enemy_hive_pos = closest_building_pos, closest_enemy_building_pos
    closest_hive_pos_by_id = closest_building_pos_by_id

    # --- as the crow flies: what is nearest, by steps that look at nothing ---

    def position_towards(self, position_from: Sequence[int], position_to: Sequence[int]) -> Coordinate:
        """The next tile on the way: first along x, then along y."""
        dx, dy = Coordinate(position_to) - position_from
        step = ((dx > 0) - (dx < 0), 0) if dx else (0, (dy > 0) - (dy < 0))
        return Coordinate(position_from) + step

    def get_nearest_building_position_and_distance_belonging_to_player(
        self, x: int, y: int, player: int
    ) -> Optional[Tuple[Coordinate, int]]:
        return self._nearest((x, y), self.get_player_building_positions(player))

    get_nearest_hive_position_and_distance_belonging_to_player = (
        get_nearest_building_position_and_distance_belonging_to_player
    )

    def get_nearest_enemy_building_position(self) -> Optional[Coordinate]:
        """The enemy building that is nearest to one of mine; None if one of us has none."""
        enemies = self.get_enemy_building_positions()
        found = [self._nearest(own, enemies) for own in self.get_my_building_positions()]
        return min((near for near in found if near), key=lambda near: near[1], default=(None, 0))[0]

    get_nearest_enemy_hive_position = get_nearest_enemy_building_position

    def get_nearest_player_unit_pos_to_tile(self, x: int, y: int, player: int) -> Tuple[Optional[Coordinate], float]:
        """The nearest tile with units of a player and how far it is; (None, inf) if there is none."""
        return self._nearest((x, y), [tile.position for tile in self.get_occupied_tiles(player)]) or (None, inf)

    def get_nearest_enemy_unit_pos_to_tile(self, x: int, y: int) -> Tuple[Optional[Coordinate], float]:
        return self.get_nearest_player_unit_pos_to_tile(x, y, self.eId)

    def get_nearest_friendly_unit_pos_to_tile(self, x: int, y: int) -> Tuple[Optional[Coordinate], float]:
        return self.get_nearest_player_unit_pos_to_tile(x, y, self.myId)

    def are_my_units_closer_to_tile(self, x: int, y: int) -> bool:
        mine, enemys = self.get_nearest_friendly_unit_pos_to_tile(x, y), self.get_nearest_enemy_unit_pos_to_tile(x, y)
        return mine[1] < enemys[1]

    get_nearest_player_unit_pos_to_cell = get_nearest_player_unit_pos_to_tile
    get_nearest_enemy_unit_pos_to_cell = get_nearest_enemy_unit_pos_to_tile
    get_nearest_friendly_unit_pos_to_cell = get_nearest_friendly_unit_pos_to_tile
    are_my_units_closer_to_cell = are_my_units_closer_to_tile

    def _nearest(self, start: Sequence[int], positions: List[Coordinate]) -> Optional[Tuple[Coordinate, int]]:
        ways = [(position, position.distance_to(start)) for position in positions]
        return min(ways, key=lambda way: way[1], default=None)

    def get_free_position_with_greatest_resource_of_range(
        self, x: int, y: int, distance: int
    ) -> Tuple[int, Optional[Coordinate]]:
        """Of the tiles without a building at exactly that many steps, the richest: its resource and its place."""
        tiles = (tile for tile in self.map.all_tiles() if tile.position.distance_to((x, y)) == distance)
        free = [tile for tile in tiles if tile.building is None and tile.resource > 0]
        best = max(free, key=lambda tile: tile.resource, default=None)
        return (best.resource, best.position) if best else (0, None)

    def get_adjacent_free_position_with_greatest_resource(self, x: int, y: int) -> Tuple[int, Optional[Coordinate]]:
        return self.get_free_position_with_greatest_resource_of_range(x, y, 1)

    # --- regions: all tiles between two corners, both included ---

    def _region(self, one: Sequence[int], other: Sequence[int]) -> List[Tile]:
        low, high = (min(one[0], other[0]), min(one[1], other[1])), (max(one[0], other[0]), max(one[1], other[1]))
        tiles = [self.map.get_tile((x, y)) for x in range(low[0], high[0] + 1) for y in range(low[1], high[1] + 1)]
        return [tile for tile in tiles if tile]

    def get_unit_count_in_region_by_id(self, one: Sequence[int], other: Sequence[int], player: int) -> int:
        return sum(tile.units[player] for tile in self._region(one, other))

    def get_enemy_unit_count_in_region(self, one: Sequence[int], other: Sequence[int]) -> int:
        return self.get_unit_count_in_region_by_id(one, other, self.eId)

    def get_pos_with_most_units_in_region_by_id(
        self, one: Sequence[int], other: Sequence[int], player: int
    ) -> Optional[Coordinate]:
        tiles = [tile for tile in self._region(one, other) if tile.units[player] > 0]
        return max(tiles, key=lambda tile: tile.units[player]).position if tiles else None
