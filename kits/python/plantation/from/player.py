"""The base of player classes of the original's first version, which are told their side when they are made."""

from typing import Optional

from plantation.player import Player as LaterPlayer


class Player(LaterPlayer):
    """A player of one match. Override `get_move`, and what else you need."""

    def __init__(self, sign: int, name: Optional[str] = None) -> None:
        super().__init__(name)
        self.sign = sign
