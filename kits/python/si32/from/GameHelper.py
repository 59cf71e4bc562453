"""The helper that bots of the original Si32 import, for the rules that are played here.

Either register a function that is called every turn, and returns commands or just gives them:

    from GameHelper import GameHelper

    def do_turn(game):
        for tile in game.get_my_cells():
            game.mine(tile.position, game.my_units_at_pos(tile.position))

    GameHelper.register_turn_handler(do_turn)

or make a GameHelper and call `load_state` and `send_commands` in a loop.
"""

import sys
from collections import deque
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union


class Position(NamedTuple):
    """A tile's place: `p.x, p.y` or `p[0], p[1]`."""

    x: int
    y: int


STEPS: Dict[str, Tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
CORNERS: Dict[str, Tuple[int, int]] = {"SE": (1, 1), "SW": (-1, 1), "NE": (1, -1), "NW": (-1, -1)}
WORDS = {"up": "N", "right": "E", "down": "S", "left": "W", "north": "N", "east": "E", "south": "S", "west": "W"}
BUILDING_COST = 100

Direction = Union[str, Sequence[int]]


class Building:
    """A building; it covers 2x2 tiles."""

    def __init__(self, position: Position, owner: int, progress: int) -> None:
        self.position = position  # its top-left tile
        self.ownerId = owner
        self.progress = progress


class Tile:
    """A tile, and what is on it."""

    def __init__(self, position: Position, players: int) -> None:
        self.position = position
        self.resource = 0
        self.units = [0] * players  # by player
        self.building: Optional[Building] = None

    @property
    def hive(self) -> Optional[Building]:
        """What later versions called a building."""
        return self.building


class Map:
    """All tiles: `tiles[x][y]`."""

    def __init__(self, width: int, height: int, players: int) -> None:
        self.width, self.height = width, height
        self.tiles = [[Tile(Position(x, y), players) for y in range(height)] for x in range(width)]
        self.cells = self.tiles

    def is_on_board(self, position: Sequence[int]) -> bool:
        return 0 <= position[0] < self.width and 0 <= position[1] < self.height

    def get_tile(self, position: Sequence[int]) -> Optional[Tile]:
        return self.tiles[position[0]][position[1]] if self.is_on_board(position) else None

    get_cell = get_tile

    def all_tiles(self) -> List[Tile]:
        return [tile for column in self.tiles for tile in column]

    def clear(self) -> None:
        for tile in self.all_tiles():
            tile.units = [0] * len(tile.units)
            tile.building = None


class Command:
    """One line of an answer."""

    def __init__(self, line: str) -> None:
        self.line = line


class GameHelper:
    """The match as a bot sees it, and the commands it gives."""

    def __init__(self) -> None:
        # The arena reads stdout. What the bot prints is for people, and goes to stderr.
        self._arena, sys.stdout = sys.stdout, sys.stderr
        _, width, height, seat, turns, *_ = sys.stdin.readline().split()
        self.myId, self.numPlayers = int(seat), 2
        self.eId = 1 - self.myId
        self.eIds = [self.eId]
        self.turns, self.turn = int(turns), 0
        self.map = Map(int(width), int(height), self.numPlayers)
        for y in range(self.map.height):
            for x, resource in enumerate(sys.stdin.readline().split()):
                self.map.tiles[x][y].resource = int(resource)
        self.me: Dict[str, int] = {"resources": 0}
        self.resources = [0, 0]  # what each player can spend
        self.produced = [0, 0]  # units each player has produced
        self.bad: List[Tuple[int, str]] = []  # lines of the last answer that did nothing, and why
        self.params: Dict[str, Any] = {}
        self.command_queue: List[Command] = []
        self.turn_handler: Optional[Callable[["GameHelper"], Any]] = None

    # --- the course of a match ---

    @classmethod
    def register_turn_handler(
        cls, handler: Callable[["GameHelper"], Any], default_params: Optional[Dict[str, Any]] = None
    ) -> "GameHelper":
        """Plays the match: calls the handler every turn. If it returns commands these count, else those it gave."""
        game = cls()
        game.turn_handler = handler
        game.set_default_params(default_params or {})
        game.run_game()
        return game

    def run_game(self) -> None:
        while self.turn_handler:
            self.load_state()
            self.send_commands(self.turn_handler(self))

    def load_state(self) -> None:
        """Reads the next turn. When the match is over, the program ends."""
        self.command_queue = []
        self.bad = []
        self.map.clear()
        for line in sys.stdin:
            kind, *words = line.split() or ["end"]
            if kind == "end":
                return
            if kind == "over":
                sys.exit(0)
            self._hear(kind, words)
        sys.exit(0)

    def send_commands(self, commands: Optional[Sequence[Optional[Command]]] = None) -> None:
        """Sends the given commands; if there are none, all that were given this turn."""
        given = [command for command in commands or [] if command]
        lines = [command.line for command in given or self.command_queue]
        print(*lines, "end", sep="\n", file=self._arena, flush=True)

    def _hear(self, kind: str, words: List[str]) -> None:
        if kind == "bad":
            self.bad.append((int(words[0]), words[1]))
            return
        numbers = [int(word) for word in words]
        if kind == "turn":
            self.turn = numbers[0]
        elif kind in ("resource", "produced"):
            mine_first = {self.myId: numbers[0], self.eId: numbers[1]}
            setattr(self, "resources" if kind == "resource" else kind, [mine_first[0], mine_first[1]])
            self.me["resources"] = self.resources[self.myId]
        elif kind == "r":
            self.map.tiles[numbers[0]][numbers[1]].resource = numbers[2]
        elif kind == "u":
            self.map.tiles[numbers[0]][numbers[1]].units[self._player(numbers[2])] = numbers[3]
        elif kind == "b":
            building = Building(Position(numbers[0], numbers[1]), self._player(numbers[2]), numbers[3])
            for dx, dy in [(0, 0), (1, 0), (0, 1), (1, 1)]:
                self.map.tiles[numbers[0] + dx][numbers[1] + dy].building = building

    def _player(self, side: int) -> int:
        return self.myId if side == 0 else self.eId

    # --- commands: each is kept for the end of the turn, and returned ---

    def move(self, position_from: Sequence[int], num_units: int, direction: Direction) -> Optional[Command]:
        """Units go one step: N, E, S, W, or up, right, down, left, or a step like (1, 0)."""
        letter = self._letter(direction)
        return self._give(f"move {position_from[0]} {position_from[1]} {letter} {num_units}") if letter else None

    def move_towards(
        self, position_from: Sequence[int], position_to: Sequence[int], num_units: Optional[int] = None
    ) -> Optional[Command]:
        """Units, all if no number is given, go one step nearer: first along x, then along y."""
        dx, dy = position_to[0] - position_from[0], position_to[1] - position_from[1]
        if (dx, dy) == (0, 0):
            return None
        step = (1 if dx > 0 else -1, 0) if dx else (0, 1 if dy > 0 else -1)
        return self.move(position_from, num_units or self.my_units_at_pos(position_from), step)

    def smarter_move_towards(
        self,
        position_from: Sequence[int],
        position_to: Sequence[int],
        flags: str = "None",
        num_units: Optional[int] = None,
    ) -> Optional[Command]:
        """The same along `path`."""
        path = self.path(position_from, position_to, flags)
        return self.move_towards(position_from, path[1], num_units) if len(path) > 1 else None

    def build(
        self, position: Sequence[int], num_units: Optional[int] = None, corner: Optional[str] = None
    ) -> Optional[Command]:
        """Places a building; in an own one, units (all, if no number is given) work.

        A new building covers the tile and the three towards the corner; without one, where it fits.
        """
        tile = self.map.get_tile(position)
        if tile is None:
            return None
        if tile.building:
            return self.work(position, num_units)
        corner = corner or self._free_corner(tile) or "SE"
        return self._give(f"build {position[0]} {position[1]} {corner} 1")

    def work(self, position: Sequence[int], num_units: Optional[int] = None) -> Optional[Command]:
        """Units, all if no number is given, work in the own building on the tile."""
        return self._give(f"build {position[0]} {position[1]} {num_units or self.my_units_at_pos(position)}")

    def mine(self, position: Sequence[int], num_units: Optional[int] = None) -> Optional[Command]:
        """Units, all if no number is given, take 1 resource each from their tile."""
        return self._give(f"mine {position[0]} {position[1]} {num_units or self.my_units_at_pos(position)}")

    def create_move_command(self, location: Sequence[int], direction: Direction, n_units: int) -> Optional[Command]:
        return self.move(location, n_units, direction)

    def _give(self, line: str) -> Command:
        self.command_queue.append(Command(line))
        return self.command_queue[-1]

    def _letter(self, direction: Direction) -> Optional[str]:
        if isinstance(direction, str):
            letter = WORDS.get(direction.lower(), direction)
            return letter if letter in STEPS else None
        step = tuple(direction)
        return next((letter for letter, way in STEPS.items() if way == step), None)

    def _free_corner(self, tile: Tile) -> Optional[str]:
        for corner, (dx, dy) in CORNERS.items():
            x, y = tile.position
            ground = [self.map.get_tile(p) for p in [(x, y), (x + dx, y), (x, y + dy), (x + dx, y + dy)]]
            if all(t is not None and t.building is None and t.units[self.eId] == 0 for t in ground):
                return corner
        return None

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

    get_my_units = get_my_cells

    def get_enemy_cells(self) -> List[Tile]:
        return self.get_occupied_tiles(self.eId)

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

    def get_player_building_positions(self, player: int) -> List[Position]:
        return [building.position for building in self.get_player_buildings(player)]

    def get_my_building_positions(self) -> List[Position]:
        return self.get_player_building_positions(self.myId)

    def get_enemy_building_positions(self) -> List[Position]:
        return self.get_player_building_positions(self.eId)

    def get_all_building_positions(self) -> List[Position]:
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

    def get_pos_owner(self, position: Sequence[int]) -> Optional[int]:
        """Whose units are on a tile; None if nobody's."""
        owners = [player for player in range(self.numPlayers) if self.get_units(position[0], position[1], player)]
        return owners[0] if owners else None

    def compare_unit_count_between_positions(self, one: Sequence[int], other: Sequence[int]) -> bool:
        return self.get_unit_count_by_position(one) > self.get_unit_count_by_position(other)

    def compare_building_count(self, one: int = 0, other: int = 1) -> bool:
        return self.get_player_building_count(one) > self.get_player_building_count(other)

    compare_hive_count = compare_building_count

    def compare_total_unit_count(self, one: int = 0, other: int = 1) -> bool:
        return self.get_player_unit_count(one) > self.get_player_unit_count(other)

    compare_total_units = compare_total_unit_count

    def compare_resource(self, one: int, other: int) -> bool:
        return self.resources[one] > self.resources[other]

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
    ) -> Optional[Position]:
        tiles = [tile for tile in self._region(one, other) if tile.units[player] > 0]
        return max(tiles, key=lambda tile: tile.units[player]).position if tiles else None

    def consolidate(
        self, one: Sequence[int], other: Sequence[int], player: int, flags: str = "None"
    ) -> List[Command]:
        """Moves that gather a region's own units where most of them are."""
        goal = self.get_pos_with_most_units_in_region_by_id(one, other, player)
        tiles = [tile for tile in self._region(one, other) if tile.units[player] > 0 and tile.position != goal]
        moves = [self.smarter_move_towards(tile.position, goal, flags) for tile in tiles if goal]
        return [move for move in moves if move]

    # --- ways ---

    def path(self, start: Sequence[int], goal: Sequence[int], flags: str = "None") -> List[Position]:
        """A shortest way, both ends included; empty if there is none.

        The words of `flags` say what to go around: "Enemy units", "adjacents" of these, "buildings" of the enemy.
        """
        first, last = Position(start[0], start[1]), Position(goal[0], goal[1])
        came_from: Dict[Position, Optional[Position]] = {first: None}
        queue = deque([first])
        while queue and last not in came_from:
            here = queue.popleft()
            for dx, dy in STEPS.values():
                near = Position(here.x + dx, here.y + dy)
                if near not in came_from and self.map.is_on_board(near) and (near == last or self._is_open(near, flags)):
                    came_from[near] = here
                    queue.append(near)
        way: List[Position] = []
        at: Optional[Position] = last if last in came_from else None
        while at:
            way.append(at)
            at = came_from[at]
        return way[::-1]

    def _is_open(self, position: Position, flags: str) -> bool:
        words = flags.lower()
        tile = self.map.tiles[position.x][position.y]
        if "units" in words and tile.units[self.eId] > 0:
            return False
        around = [(position.x + dx, position.y + dy) for dx, dy in STEPS.values()]
        if "adjacent" in words and any(self.get_units(x, y, self.eId) > 0 for x, y in around):
            return False
        return not ("building" in words and tile.building and tile.building.ownerId == self.eId)

    def position_towards(self, position_from: Sequence[int], position_to: Sequence[int]) -> Position:
        """The next tile on the way: first along x, then along y."""
        dx, dy = position_to[0] - position_from[0], position_to[1] - position_from[1]
        step = ((dx > 0) - (dx < 0), 0) if dx else (0, (dy > 0) - (dy < 0))
        return Position(position_from[0] + step[0], position_from[1] + step[1])

    def distance(self, start: Sequence[int], goal: Sequence[int], flags: str = "None") -> Optional[int]:
        """How many tiles `path` has; None if there is none."""
        return len(self.path(start, goal, flags)) or None

    def _closest(self, start: Sequence[int], positions: List[Position], flags: str) -> Optional[Position]:
        ways = [(self.distance(start, position, flags), position) for position in positions]
        found = [(count, position) for count, position in ways if count is not None]
        return min(found, key=lambda way: way[0])[1] if found else None

    def closest_building_pos(self, start: Sequence[int], flags: str = "None") -> Optional[Position]:
        return self._closest(start, self.get_all_building_positions(), flags)

    def closest_enemy_building_pos(self, start: Sequence[int], flags: str = "None") -> Optional[Position]:
        return self._closest(start, self.get_enemy_building_positions(), flags)

    def closest_building_pos_by_id(self, start: Sequence[int], player: int, flags: str = "None") -> Optional[Position]:
        return self._closest(start, self.get_player_building_positions(player), flags)

    closest_hive_pos, closest_enemy_hive_pos = closest_building_pos, closest_enemy_building_pos
    closest_hive_pos_by_id = closest_building_pos_by_id

    def get_free_position_with_greatest_resource_of_range(
        self, x: int, y: int, distance: int
    ) -> Tuple[int, Optional[Position]]:
        """Of the tiles without a building at exactly that many steps, the richest: its resource and its place."""
        tiles = (t for t in self.map.all_tiles() if abs(t.position.x - x) + abs(t.position.y - y) == distance)
        free = [tile for tile in tiles if tile.building is None and tile.resource > 0]
        best = max(free, key=lambda tile: tile.resource, default=None)
        return (best.resource, best.position) if best else (0, None)

    # --- the rest ---

    def coordinate(self, x: int, y: int) -> Position:
        return Position(x, y)

    def set_default_params(self, params: Dict[str, Any]) -> None:
        for name, value in params.items():
            self.params.setdefault(name, value)

    def param(self, name: str) -> Any:
        """A parameter's value; None if there is none."""
        return self.params.get(name)

    def log(self, out: Any) -> None:
        """A line for people: it goes to stderr."""
        print(out, file=sys.stderr)
