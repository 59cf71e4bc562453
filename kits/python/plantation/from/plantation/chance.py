"""Chance from a seed: the same numbers on every machine and in every version of Python.

The arena gives each seat a seed of its own (`SKIRMISH_SEED`), so a match that is played again goes the same way.
The generator is xoshiro256**, seeded by SplitMix64.
"""

import os
from typing import List, Sequence, TypeVar

Item = TypeVar("Item")

ALL_BITS = (1 << 64) - 1


class Chance:
    """A source of random numbers that depends on nothing but its seed."""

    def __init__(self, seed: int) -> None:
        self.state: List[int] = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & ALL_BITS
            mixed = ((seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9) & ALL_BITS
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & ALL_BITS
            self.state.append(mixed ^ (mixed >> 31))

    @classmethod
    def of_seat(cls) -> "Chance":
        return cls(int(os.environ.get("SKIRMISH_SEED", "0")))

    def bits(self) -> int:
        """The next 64 bits."""
        a, b, c, d = self.state
        result = (rotated((b * 5) & ALL_BITS, 7) * 9) & ALL_BITS
        c, d = c ^ a, d ^ b
        self.state = [a ^ d, b ^ c, c ^ ((b << 17) & ALL_BITS), rotated(d, 45)]
        return result

    def below(self, count: int) -> int:
        """A number from 0 on and below `count`, each equally likely."""
        least = (1 << 32) % count if count else 0
        while True:
            product = (self.bits() >> 32) * count
            # The lowest products would make some numbers likelier than others.
            if product & 0xFFFFFFFF >= least:
                return product >> 32

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]


def rotated(number: int, left: int) -> int:
    return ((number << left) | (number >> (64 - left))) & ALL_BITS
