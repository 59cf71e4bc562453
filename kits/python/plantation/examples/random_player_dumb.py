"""Makes any move at all, possible or not, and so gets lots of errors."""

from typing import List, Tuple

import numpy as np

from plantation.chance import Chance
from plantation.player import Player

MOVES = ["fertilise", "plant", "scout", "colonise", "spray", "bomb"]


class RandomPlayerDumb(Player):
    def start_game(self, board_shape: Tuple[int, int], sign: int) -> None:
        super().start_game(board_shape, sign)
        self.chance = Chance.of_seat()
        self.rows, self.cols = board_shape

    def get_move(
        self, board: np.ndarray, turn: int, moves_remaining: int, time_remaining: float
    ) -> Tuple[str, List[int]]:
        target, source = self.anywhere(), self.anywhere()
        move = self.chance.pick(MOVES)
        return move, target + source if move == "colonise" else target

    def anywhere(self) -> List[int]:
        col, row = self.chance.below(self.cols), self.chance.below(self.rows)
        return [row, col]
