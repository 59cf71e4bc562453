"""What a bot can ask about a turn: tiles, buildings, units and resource."""

from typing import Any, Dict, List, Optional, Sequence, Tuple

from game.Coordinate import Coordinate
from game.Map import Building, Map, Tile
from game.params import BUILDING_COST


class Questions:
    """A turn as a player sees it."""

    myId: int
    eId: int  # the enemy's
    numPlayers: int
    map: Map
    me: Dict[str, int]
    resources: List[int]  # what each player can spend

    # --- tiles ---

    def get_tile(self, x: Any, y: Optional[int] = None) -> Optional[Tile]:
        """The tile at (x, y), or at a position; None off the board."""
        return self.map.get_tile(x if y is None else (x, y))

    get_cell = get_tile

    def get_occupied_tiles(self, player: int) -> List[Tile]:
        """The tiles on which a player has units."""
        return [tile for tile in self.map.all_tiles() if tile.units[player] > 0]

    get_occupied_cells = get_player_cells = get_occupied_tiles

    def get_my_cells(self) -> List[Tile]:
        return self.get_occupied_tiles(self.myId)

    my_occupied_tiles = property(get_my_cells)

    get_my_units = get_my_cells

    def get_enemy_cells(self) -> List[Tile]:
        return self.get_occupied_tiles(self.eId)

    enemy_occupied_tiles = property(get_enemy_cells)

    def get_my_cell_count(self) -> int:
        return len(self.get_my_cells())

    def get_enemy_cell_count(self) -> int:
        return len(self.get_enemy_cells())

    def get_player_cell_count(self, player: int) -> int:
        return len(self.get_player_cells(player))

    # --- buildings: each is named once, by its top-left tile ---

    def get_player_building_sites(self, player: int) -> List[Tile]:
        """The top-left tiles of a player's buildings."""
        sites = (tile for tile in self.map.all_tiles() if tile.building and tile.building.position == tile.position)
        return [tile for tile in sites if tile.building and tile.building.ownerId == player]

    def my_buildings(self) -> List[Tile]:
        return self.get_player_building_sites(self.myId)

    def enemy_buildings(self) -> List[Tile]:
        return self.get_player_building_sites(self.eId)

    get_my_building_sites = get_my_hive_sites = my_buildings
    get_enemy_building_sites = get_enemy_hive_sites = enemy_buildings

    def get_player_buildings(self, player: int) -> List[Building]:
        return [tile.building for tile in self.get_player_building_sites(player) if tile.building]

    def get_my_buildings(self) -> List[Building]:
        return self.get_player_buildings(self.myId)

    def get_enemy_buildings(self) -> List[Building]:
        return self.get_player_buildings(self.eId)

    def get_all_buildings(self) -> List[Building]:
        return self.get_player_buildings(0) + self.get_player_buildings(1)

    def get_player_building_count(self, player: int) -> int:
        return len(self.get_player_buildings(player))

    get_number_of_buildings_belonging_to_player = get_player_building_count

    def get_my_building_count(self) -> int:
        return self.get_player_building_count(self.myId)

    def get_enemy_building_count(self) -> int:
        return self.get_player_building_count(self.eId)

    def get_player_building_positions(self, player: int) -> List[Coordinate]:
        return [building.position for building in self.get_player_buildings(player)]

    def get_my_building_positions(self) -> List[Coordinate]:
        return self.get_player_building_positions(self.myId)

    def get_enemy_building_positions(self) -> List[Coordinate]:
        return self.get_player_building_positions(self.eId)

    def get_all_building_positions(self) -> List[Coordinate]:
        return [building.position for building in self.get_all_buildings()]

    def get_building_potential(self) -> int:
        """How many buildings the own resource pays for."""
        return self.get_my_resource_count() // BUILDING_COST

    building_potential = get_hive_potential = get_building_potential
    get_my_hives, get_enemy_hives, get_player_hives = get_my_buildings, get_enemy_buildings, get_player_buildings
    get_all_hives = get_all_buildings
    get_my_hive_count, get_enemy_hive_count = get_my_building_count, get_enemy_building_count
    get_player_hive_count = get_player_building_count
    get_my_hive_positions, get_enemy_hive_positions = get_my_building_positions, get_enemy_building_positions
    get_player_hive_positions, get_all_hive_positions = get_player_building_positions, get_all_building_positions

    # --- units and resource ---

    def my_units_at_pos(self, position: Sequence[int]) -> int:
        """How many own units are on a tile."""
        return self.get_units(position[0], position[1], self.myId)

    def get_units(self, x: int, y: int, player: int) -> int:
        tile = self.map.get_tile((x, y))
        return tile.units[player] if tile else 0

    def get_unit_count_by_cell(self, tile: Tile) -> int:
        """How many units are on a tile, whoever they belong to."""
        return sum(tile.units)

    def get_unit_count_by_position(self, x: Any, y: Optional[int] = None) -> int:
        tile = self.get_tile(x, y)
        return sum(tile.units) if tile else 0

    get_unit_count_by_position_tuple = get_unit_count_by_position

    def get_player_unit_count(self, player: int) -> int:
        return sum(tile.units[player] for tile in self.map.all_tiles())

    def get_total_units(self, player: Optional[int] = None) -> int:
        return self.get_player_unit_count(self.myId if player is None else player)

    def get_my_total_unit_count(self) -> int:
        return self.get_player_unit_count(self.myId)

    def get_enemy_total_unit_count(self) -> int:
        return self.get_player_unit_count(self.eId)

    def get_my_resource_count(self) -> int:
        return self.me["resources"]

    my_resource_count = property(get_my_resource_count)

    def get_pos_owner(self, position: Sequence[int]) -> Optional[int]:
        """Whose units are on a tile; None if nobody's."""
        owners = [player for player in range(self.numPlayers) if self.get_units(position[0], position[1], player)]
        return owners[0] if owners else None

    # --- comparisons: whether the one has more than the other; without players, I than the enemy ---

    def compare_building_count(self, one: Optional[int] = None, other: Optional[int] = None) -> bool:
        one, other = self._two(one, other)
        return self.get_player_building_count(one) > self.get_player_building_count(other)

    compare_hive_count = compare_building_count

    def compare_total_unit_count(self, one: Optional[int] = None, other: Optional[int] = None) -> bool:
        one, other = self._two(one, other)
        return self.get_player_unit_count(one) > self.get_player_unit_count(other)

    compare_total_units = compare_total_unit_count

    def compare_resource(self, one: Optional[int] = None, other: Optional[int] = None) -> bool:
        one, other = self._two(one, other)
        return self.resources[one] > self.resources[other]

    def compare_unit_count(
        self, here: Sequence[int], there: Sequence[int], one: Optional[int] = None, other: Optional[int] = None
    ) -> bool:
        """Whether the one has more units here than the other has there."""
        one, other = self._two(one, other)
        return self.get_units(here[0], here[1], one) > self.get_units(there[0], there[1], other)

    def compare_unit_count_between_positions(self, one: Sequence[int], other: Sequence[int]) -> bool:
        return self.get_unit_count_by_position(one) > self.get_unit_count_by_position(other)

    def _two(self, one: Optional[int], other: Optional[int]) -> Tuple[int, int]:
        return (self.myId if one is None else one, self.eId if other is None else other)
