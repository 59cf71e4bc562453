"""A player in the style of the original's first version: told its side when it is made, and neither turn nor clock."""

import os
from typing import List, Optional, Tuple

import numpy as np

from growth import best_tile
from include import get_player_restricted_board
from player import Player


class Grower(Player):
    def __init__(self, sign: int, name: Optional[str] = None):
        super().__init__(sign, name)
        assert self.sign == sign
        # What a child process prints is no answer.
        os.system("echo said by a child")

    def get_move(self, board: np.ndarray, moves_remaining: int) -> Tuple[str, List[int]]:
        fits = np.abs(board).max() <= 127
        assert (board.dtype == np.int8) == fits, board.dtype
        assert 1 <= moves_remaining <= 3 and np.array_equal(board, get_player_restricted_board(board, self.sign))
        return "fertilise", best_tile(board, self.sign)

    def end_game(self, your_score, opponent_score):
        print(f"{self.name} has {your_score:+d}")
