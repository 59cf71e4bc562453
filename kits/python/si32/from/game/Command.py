"""What a bot tells its units."""

from typing import Sequence

from game.params import BUILD_COMMAND


class Command:
    """One line of an answer."""

    def __init__(self, kind: str, position: Sequence[int], number_of_units: int, direction: str = "") -> None:
        self.kind, self.direction = kind, direction
        self.position = position
        self.number_of_units = number_of_units

    @property
    def line(self) -> str:
        words = [self.kind, self.position[0], self.position[1], self.direction, self.number_of_units]
        return " ".join(str(word) for word in words if word != "")

    @property
    def is_new_building(self) -> bool:
        return self.kind == BUILD_COMMAND and self.direction != ""
