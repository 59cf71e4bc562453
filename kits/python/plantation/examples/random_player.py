"""Makes a weighted random choice of valid moves. It remembers what it was told of the enemy, and does not plant there."""

from typing import Dict, List, Sequence, Tuple

import numpy as np

from plantation.chance import Chance
from plantation.player import Player

Tile = Tuple[int, int]  # row, column

# What a move costs, and how often it is made compared with the others that are valid: mostly growth, some scouting,
# now and then an attack.
COSTS = {"fertilise": 1, "plant": 1, "scout": 1, "colonise": 2, "spray": 2, "bomb": 2}
WEIGHTS = {"fertilise": 6, "plant": 6, "scout": 1, "colonise": 1, "spray": 2, "bomb": 2}
# What one bomb takes from a tile.
BOMB = 4


class RandomPlayer(Player):
    def start_game(self, board_shape: Tuple[int, int], sign: int) -> None:
        super().start_game(board_shape, sign)
        self.chance = Chance.of_seat()
        self.tiles = [(row, col) for row in range(board_shape[0]) for col in range(board_shape[1])]
        self.on_board = set(self.tiles)
        self.enemy: Dict[Tile, int] = {}  # the enemy's tiles that are known, and how large they are

    def get_move(
        self, board: np.ndarray, turn: int, moves_remaining: int, time_remaining: float
    ) -> Tuple[str, List[int]]:
        own = [tile for tile in self.tiles if board[tile] != 0]
        sources = [tile for tile in own if abs(board[tile]) >= 2]
        targets = self.targets(own)
        weights = {
            move: weight if COSTS[move] <= moves_remaining and targets[move] and (sources or move != "colonise") else 0
            for move, weight in WEIGHTS.items()
        }
        move = self.weighted(weights)
        target = self.chance.pick(targets[move])
        return move, [*target, *self.chance.pick(sources)] if move == "colonise" else [*target]

    def targets(self, own: List[Tile]) -> Dict[str, List[Tile]]:
        """Where each move is valid, row by row."""
        owned = set(own)
        foreign = [tile for tile in self.tiles if tile not in owned]
        free = [tile for tile in foreign if tile not in self.enemy]
        beside_own = {near for tile in own for near in self.cross(tile)}
        sprayed = {near for tile in foreign for near in self.cross(tile)}
        return {
            "fertilise": own,
            "plant": [tile for tile in free if tile in beside_own],
            "scout": self.tiles,
            "colonise": free,
            "spray": [tile for tile in self.tiles if tile in sprayed],
            "bomb": foreign,
        }

    def weighted(self, weights: Dict[str, int]) -> str:
        ticket = self.chance.below(sum(weights.values()))
        for move, weight in weights.items():
            if ticket < weight:
                return move
            ticket -= weight
        return "scout"

    def handle_move_result(self, move: str, turn: int, pos: Sequence[int], result: str) -> None:
        if result == "error":
            return
        target = (int(pos[0]), int(pos[1]))
        numbers = [int(number) for number in result.split(" ")[1].split(",")] if " " in result else []
        if result.startswith("occupied"):
            self.enemy[target] = abs(numbers[0])
        elif move in ("plant", "colonise"):
            self.enemy.pop(target, None)
        elif move == "scout":
            around = [(target[0] + row, target[1] + col) for row in (-1, 0, 1) for col in (-1, 0, 1)]
            for tile, score in zip([tile for tile in around if tile in self.on_board], numbers):
                self.enemy.pop(tile, None)
                if score * self.sign < 0:
                    self.enemy[tile] = abs(score)
        elif move == "spray":
            for tile in self.cross(target):
                # If it reached none, nobody was there, whatever was told before.
                self.lower(tile, 1 if numbers[0] else self.enemy.get(tile, 0))
        elif move == "bomb":
            # If it could have taken more, nothing is left.
            self.lower(target, BOMB if numbers[0] == BOMB else self.enemy.get(target, 0))

    def lower(self, tile: Tile, levels: int) -> None:
        left = self.enemy.pop(tile, 0) - levels
        if left > 0:
            self.enemy[tile] = left

    def cross(self, tile: Tile) -> List[Tile]:
        """The tile and those above, below, left and right of it that are on the board."""
        row, col = tile
        near = [tile, (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
        return [tile for tile in near if tile in self.on_board]
