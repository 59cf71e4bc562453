"""Boards: what a player sees of one, and how one looks as text."""

import numpy as np


def get_player_restricted_board(board: np.ndarray, player: int) -> np.ndarray:
    """A copy of the board with the tiles of one player, +1 or -1, alone."""
    return np.where(np.sign(board) == np.sign(player), board, 0)


def display_board_text(board: np.ndarray) -> str:
    """The board as a table, with the numbers of rows and columns."""
    rows, cols = board.shape
    rule = "   " + "=" * (5 * cols + 1)
    lines = ["     " + "    ".join(str(col) for col in range(cols)), rule]
    for row in range(rows):
        cells = (f"{score:+d}" if score else "" for score in board[row].tolist())
        lines.append(f"{row:>2} |" + "".join(f"{cell:>3} |" for cell in cells))
    lines.append(rule)
    return "\n".join(lines) + "\n"
