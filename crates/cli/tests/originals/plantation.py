"""A player in the style of the original's: a class with arguments, numpy, and a memory of what it was told."""

import random
from typing import Dict, List, Optional, Tuple

import numpy as np

from plantation.include import display_board_text, get_player_restricted_board
from plantation.player import Player


class Gardener(Player):
    def __init__(self, weights: Optional[Dict[str, float]] = None, scout_every: int = 0, name: Optional[str] = None):
        super().__init__(name)
        self.weights = weights or {"fertilise": 1.0, "plant": 1.0}
        self.scout_every = scout_every
        self.enemy = None
        self.results = 0

    def start_game(self, board_shape: Tuple[int, int], sign: int):
        super().start_game(board_shape, sign)
        self.enemy = np.zeros(board_shape)

    def get_move(
        self, board: np.ndarray, turn: int, moves_remaining: int, time_remaining: float
    ) -> Tuple[str, List[int]]:
        assert np.array_equal(board, get_player_restricted_board(board, self.sign))
        if turn == 1 and moves_remaining == 3:
            print(display_board_text(board))
        if self.scout_every and moves_remaining == 3 and turn % self.scout_every == 0:
            return "scout", [turn % board.shape[0], turn % board.shape[1]]
        own = np.argwhere(board * self.sign > 0)
        if len(own) == 0:
            return "scout", [0, 0]
        move = random.choices(list(self.weights), list(self.weights.values()))[0]
        if move == "plant":
            for row, col in own:
                for near in [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]:
                    on_board = 0 <= near[0] < board.shape[0] and 0 <= near[1] < board.shape[1]
                    if on_board and board[near] == 0 and self.enemy[near] == 0:
                        return "plant", near
        return "fertilise", random.choice(own)

    def handle_move_result(self, move, turn, pos, result):
        self.results += 1
        code, *numbers = result.split()
        if code == "occupied":
            self.enemy[pos[0], pos[1]] = abs(int(numbers[0]))
        if move == "scout" and code == "OK":
            scores = [int(number) for number in numbers[0].split(",")]
            assert len(scores) in (4, 6, 9), scores

    def end_game(self, your_score, opponent_score):
        assert your_score * self.sign > 0 >= opponent_score * self.sign
        print(f"{self.name}: {self.results} results, {your_score:+d} against {opponent_score:+d}")
