"""Where players of the original's first version look for what is in `plantation.include`."""

from plantation.include import display_board_text, get_player_restricted_board

__all__ = ["display_board_text", "get_player_restricted_board"]
