"""The helper that bots of the original Si32 import, for the rules that are played here.

Either register a function that is called every turn, and returns commands or just gives them:

    from GameHelper import GameHelper

    def do_turn(game):
        for tile in game.get_my_cells():
            game.mine(tile.position, game.my_units_at_pos(tile.position))

    GameHelper.register_turn_handler(do_turn)

or make a GameHelper and call `load_state` and `send_commands` in a loop.

In the original both players begin with a building, and buildings produce by themselves. Here they are built and worked
in. So the helper keeps house: it builds the first building, calls the bot when the enemy has one, too, and has one unit
work in each. A bot that calls `work` is left to it from then on; one that wants to do all of this by itself says so
first: `GameHelper.keeps_house = False`.
"""

import functools
import os
import sys
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from game.Command import Command
from game.Coordinate import Coordinate
from game.Map import Building, Map, Tile
from game.params import BUILD_COMMAND, CORNERS, MINE_COMMAND, MOVE_COMMAND, SETTLE_BY, STEPS, Direction, letter_of
from game.ways import Ways

# The arena reads what this process began with as stdout. What the bot or a program of its own prints is for people,
# and goes to stderr.
ARENA = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
sys.stdout = sys.stderr


def player_first(method: Callable[..., Any]) -> Callable[..., Any]:
    """Lets the oldest bots name a player before the tile: `build(game.myId, position, 1)`."""

    @functools.wraps(method)
    def call(game: "GameHelper", *arguments: Any, **named: Any) -> Any:
        named_first = len(arguments) > 0 and isinstance(arguments[0], int)
        return method(game, *(arguments[1:] if named_first else arguments), **named)

    return call


class GameHelper(Ways):
    """The match as a bot sees it, and the commands it gives."""

    # Whether the first building is built for the bot, and one unit kept at work in each.
    keeps_house = True

    def __init__(self) -> None:
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
        self.resources = [0, 0]
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
        """Plays the match: calls the handler every turn. What it returns is sent first, then what else it gave."""
        game = cls()
        game.turn_handler = handler
        game.set_default_params(default_params or {})
        game.run_game()
        return game

    def run_game(self) -> None:
        while self.turn_handler:
            self.load_state()
            returned = [command for command in self.turn_handler(self) or [] if command]
            self.send_commands(returned + [command for command in self.command_queue if command not in returned])

    def load_state(self) -> None:
        """Reads the next turn. When the match is over, the program ends."""
        self._read_turn()
        # Bots of the original count on a building of each player.
        while self.keeps_house and self.turn <= SETTLE_BY and not (self.my_buildings() and self.enemy_buildings()):
            self._settle()
            self._read_turn()

    def send_commands(self, commands: Optional[Sequence[Optional[Command]]] = None) -> None:
        """Sends these commands; without a list, all that were given this turn."""
        given = [command for command in (self.command_queue if commands is None else commands) if command]
        # A tile's units go to its commands in order, and a building takes one of them; in the original it takes none.
        # So it comes first, and those that were to do something else are one fewer.
        builders = [command for command in given if command.is_new_building]
        others = [command for command in given if not command.is_new_building]
        lines = [command.line for command in builders + self._workers() + others]
        print(*lines, "end", sep="\n", file=ARENA, flush=True)

    def _read_turn(self) -> None:
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
            building = Building(Coordinate(numbers[0], numbers[1]), self._player(numbers[2]), numbers[3])
            for x, y in building.ground:
                self.map.tiles[x][y].building = building

    def _player(self, side: int) -> int:
        return self.myId if side == 0 else self.eId

    # --- keeping house ---

    def _settle(self) -> None:
        """A turn before both players have a building: build one, then work in it with all units."""
        for tile in self.get_my_cells():
            self.build(tile.position)
        self.send_commands()

    def _workers(self) -> List[Command]:
        """One unit for each own building, which then produces as fast as the original's."""
        if not self.keeps_house:
            return []
        manned = [
            next((position for position in building.ground if self.my_units_at_pos(position)), None)
            for building in self.get_my_buildings()
        ]
        return [Command(BUILD_COMMAND, position, 1) for position in manned if position]

    # --- commands: each is kept for the end of the turn, and returned; None, if there is nothing to do ---

    @player_first
    def move(self, position_from: Sequence[int], num_units: int, direction: Any) -> Optional[Command]:
        """Units go one step: a Direction, or N, E, S, W, or up, right, down, left, or a step like (1, 0)."""
        letter = letter_of(direction)
        return self._give(MOVE_COMMAND, position_from, num_units, letter) if letter else None

    def get_movement_directions(self) -> List[Direction]:
        """The four ways to move."""
        return [Direction.NORTH, Direction.EAST, Direction.SOUTH, Direction.WEST]

    def create_move_command(self, location: Sequence[int], direction: Any, n_units: int) -> Optional[Command]:
        return self.move(location, n_units, direction)

    def move_towards(
        self, position_from: Sequence[int], position_to: Sequence[int], num_units: Optional[int] = None
    ) -> Optional[Command]:
        """Units, all if no number is given, go one step nearer: first along x, then along y."""
        step = self.position_towards(position_from, position_to) - position_from
        return self.move(position_from, self._all_or(num_units, position_from), step)

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

    @player_first
    def bad_single_move_towards_tile_avoiding_things(
        self, position_from: Sequence[int], position_to: Sequence[int], number_of_units: int, things_to_avoid: str
    ) -> Optional[Command]:
        """One step, nearer if it can be, to a tile without the enemy's "buildings", "stronger buildings" or "units"."""
        start, goal = Coordinate(position_from), Coordinate(position_to)
        near = sorted((start + step for step in STEPS.values()), key=goal.distance_to)
        free = [p for p in near if self.map.is_on_board(p) and not self._has(p, things_to_avoid, number_of_units)]
        return self.move_towards(start, free[0], number_of_units) if free and start != goal else None

    bad_single_move_towards_cell_avoiding_things = bad_single_move_towards_tile_avoiding_things
    single_move_towards_tile_avoiding_things = bad_single_move_towards_tile_avoiding_things

    def _has(self, position: Coordinate, things: str, units: int) -> bool:
        building = self.map.tiles[position.x][position.y].building
        if "units" in things:
            return self._is_held_by_enemy(position)
        if building is None or building.ownerId != self.eId:
            return False
        return "stronger" not in things or building.defense >= units

    @player_first
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
            return self._give(BUILD_COMMAND, position, self._all_or(num_units, position))
        return self._give(BUILD_COMMAND, position, 1, corner or self._free_corner(tile) or "SE")

    @player_first
    def work(self, position: Sequence[int], num_units: Optional[int] = None) -> Optional[Command]:
        """Units, all if no number is given, work in the own building on the tile: this bot keeps house by itself."""
        self.keeps_house = False
        return self._give(BUILD_COMMAND, position, self._all_or(num_units, position))

    @player_first
    def mine(self, position: Sequence[int], num_units: Optional[int] = None) -> Optional[Command]:
        """Units, all if no number is given, take 1 resource each from their tile."""
        return self._give(MINE_COMMAND, position, self._all_or(num_units, position))

    @player_first
    def efficient_mine_and_build(self, position: Sequence[int]) -> List[Command]:
        """A building, if it can be paid and there is none; as many miners as there is resource; the rest moves on."""
        tile = self.map.get_tile(position)
        if tile is None:
            return []
        units = tile.units[self.myId]
        places = tile.building is None and self.get_building_potential() > 0
        builder = self.build(position) if places else None
        miners = max(min(units - (1 if builder else 0), tile.resource), 0)
        _, next_tile = self.get_adjacent_free_position_with_greatest_resource(position[0], position[1])
        rest = units - miners - (1 if builder else 0)
        move = self.move_towards(position, next_tile, rest) if next_tile else None
        return [command for command in [builder, self.mine(position, miners), move] if command]

    def consolidate(self, one: Sequence[int], other: Sequence[int], player: int, flags: str = "None") -> List[Command]:
        """Moves that gather a region's own units where most of them are."""
        goal = self.get_pos_with_most_units_in_region_by_id(one, other, player)
        tiles = [tile for tile in self._region(one, other) if tile.units[player] > 0 and tile.position != goal]
        moves = [self.smarter_move_towards(tile.position, goal, flags) for tile in tiles if goal]
        return [move for move in moves if move]

    def _all_or(self, num_units: Optional[int], position: Sequence[int]) -> int:
        return self.my_units_at_pos(position) if num_units is None else num_units

    def _give(self, kind: str, position: Sequence[int], num_units: int, direction: str = "") -> Optional[Command]:
        # Numbers may come out of a division.
        if int(num_units) < 1:
            return None
        where = Coordinate(int(position[0]), int(position[1]))
        self.command_queue.append(Command(kind, where, int(num_units), direction))
        return self.command_queue[-1]

    def _free_corner(self, tile: Tile) -> Optional[str]:
        x, y = tile.position
        for corner, (dx, dy) in CORNERS.items():
            ground = [self.map.get_tile(p) for p in [(x, y), (x + dx, y), (x, y + dy), (x + dx, y + dy)]]
            if all(t is not None and t.building is None and t.units[self.eId] == 0 for t in ground):
                return corner
        return None

    # --- the rest ---

    def coordinate(self, x: int, y: int) -> Coordinate:
        return Coordinate(x, y)

    def set_default_params(self, params: Dict[str, Any]) -> None:
        for name, value in params.items():
            self.params.setdefault(name, value)

    def param(self, name: str) -> Any:
        """A parameter's value; None if there is none."""
        return self.params.get(name)

    def log(self, out: Any) -> None:
        """A line for people: it goes to stderr."""
        print(out, file=sys.stderr)
