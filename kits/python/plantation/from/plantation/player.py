"""The base of all player classes."""

from typing import Optional, Sequence, Tuple

import numpy as np


class Player:
    """A player of one match. Override `get_move`, and what else you need."""

    sign: int = 0  # +1 for Plus, -1 for Minus, from `start_game` on
    name: str = "Player"

    def __init__(self, name: Optional[str] = None) -> None:
        self.name = type(self).__name__ if name is None else name

    def start_game(self, board_shape: Tuple[int, int], sign: int) -> None:
        """The match begins on a board of so many rows and columns."""
        self.sign = sign

    def set_sign(self, sign: int) -> None:
        """Which side the player is on."""
        self.sign = sign

    def get_move(
        self, board: np.ndarray, turn: int, moves_remaining: int, time_remaining: float
    ) -> Tuple[str, Sequence[int]]:
        """The next command: its name and its numbers. `board` has the own scores, signed, and 0 elsewhere."""
        return "", []

    def handle_move_result(self, move: str, turn: int, pos: Sequence[int], result: str) -> None:
        """What came of a command: "OK", "OK #", "OK a,b,…", "occupied #" or "error"."""

    def end_game(self, your_score: int, opponent_score: int) -> None:
        """The match is over; the scores are signed as on the board."""
