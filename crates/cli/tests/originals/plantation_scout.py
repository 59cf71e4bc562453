"""A player that scouts, and relies on being answered what it asked for."""

from plantation.player import Player


class Scout(Player):
    def start_game(self, board_shape, **more):
        super().start_game(board_shape, more["sign"])

    def get_move(self, board, turn, moves_remaining, time_remaining):
        return "scout", [0, 5]

    def handle_move_result(self, move, turn, pos, result):
        scores = result.split(" ")[1].split(",")
        assert len(scores) == 6, (move, result)
