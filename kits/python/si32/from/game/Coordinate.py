"""A tile's place."""

from typing import Any, Optional, Sequence


class Coordinate(tuple):
    """`p.x, p.y` or `p[0], p[1]`; made of two numbers or of a pair; pairs can be added and subtracted."""

    def __new__(cls, x: Any, y: Optional[int] = None) -> "Coordinate":
        return super().__new__(cls, x if y is None else (x, y))

    @property
    def x(self) -> int:
        return self[0]

    @property
    def y(self) -> int:
        return self[1]

    def __add__(self, pair: Sequence[int]) -> "Coordinate":
        return Coordinate(self[0] + pair[0], self[1] + pair[1])

    def __sub__(self, pair: Sequence[int]) -> "Coordinate":
        return Coordinate(self[0] - pair[0], self[1] - pair[1])

    def distance_to(self, pair: Sequence[int]) -> int:
        """How many steps apart."""
        return abs(self[0] - pair[0]) + abs(self[1] - pair[1])
