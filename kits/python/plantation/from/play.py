"""Plays a player class that was written for the original Plantation.

`skirmish.toml` says which: `[options]` has `file` and, if the file has several players, `class`; `[options.arguments]` has
what the class is made with. Its `start_game`, `get_move`, `handle_move_result` and `end_game` are called as in the original.
"""

import importlib.util
import os
import sys
from typing import Any, Dict, List, NoReturn, Tuple

# Debian's numpy is for Debian's python3, which need not be the one that runs this.
SYSTEM_PYTHON = "/usr/bin/python3"


def main() -> None:
    require_numpy()
    # The arena reads stdout. What the class prints is for people, and goes to stderr.
    arena, sys.stdout = sys.stdout, sys.stderr
    Match(make_player(read_options()), arena).play()


class Match:
    """One match between the arena's lines and the player's methods."""

    def __init__(self, player: Any, arena: Any) -> None:
        self.player, self.arena = player, arena
        _, rows, cols, sign, *_ = sys.stdin.readline().split()
        self.shape: Tuple[int, int] = (int(rows), int(cols))
        self.sign = 1 if sign == "+" else -1
        self.turn = 0
        self.asked: List[Any] = []  # the command whose result is still to come

    def play(self) -> None:
        self.player.start_game(self.shape, self.sign)
        self.player.sign = self.sign  # for classes whose own start_game forgets it
        for line in sys.stdin:
            words = line.split()
            if words[0] == "turn":
                self.move(int(words[1]), int(words[3]), int(words[5]) / 1000)
            elif words[0] == "end":
                self.player.end_game(self.sign * int(words[1]), -self.sign * int(words[2]))
            else:
                move, turn, pos = self.asked
                self.player.handle_move_result(move, turn, pos, line.strip())

    def move(self, turn: int, moves: int, seconds: float) -> None:
        import numpy as np

        rows = [[int(word) for word in sys.stdin.readline().split()[: self.shape[1]]] for _ in range(self.shape[0])]
        move, pos = self.player.get_move(np.array(rows), turn, moves, seconds)
        self.asked = [move, turn, pos]
        print(move, *(int(number) for number in pos), file=self.arena, flush=True)


def make_player(options: Dict[str, Any]) -> Any:
    kind = player_class(load(options["file"]), options.get("class"))
    try:
        return kind(**options.get("arguments", {}))
    except TypeError as error:
        fail(f"{kind.__name__} cannot be made ({error}): give what it needs under [options.arguments] in skirmish.toml")


def player_class(module: Any, name: Any) -> Any:
    """The class of that name; without one, the only player that the file itself defines."""
    from plantation.player import Player

    own = [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__]
    players = {kind.__name__: kind for kind in own if issubclass(kind, Player)}
    if name is None and len(players) == 1:
        return players.popitem()[1]
    if name in players:
        return players[name]
    there = ", ".join(players) or "none"
    if name is None:
        fail(f"{module.__file__} must have one subclass of plantation.player.Player, or `class` in skirmish.toml: {there}")
    fail(f"{module.__file__} has no player class {name}: there are {there}")


def load(file: str) -> Any:
    # A name of its own: the file may well be called `plantation.py`, like the package that it imports.
    name = "wrapped_" + os.path.splitext(os.path.basename(file))[0]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        fail(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def read_options() -> Dict[str, Any]:
    try:
        import tomllib
    except ImportError:
        fail("it reads skirmish.toml, and needs Python 3.11 or newer for that")
    with open("skirmish.toml", "rb") as manifest:
        return tomllib.load(manifest)["options"]


def require_numpy() -> None:
    """Goes on with a python3 that has numpy, or says how to get one."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        if os.path.exists(SYSTEM_PYTHON) and os.environ.get("SKIRMISH_NUMPY") != "tried":
            os.environ["SKIRMISH_NUMPY"] = "tried"
            os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
        fail("numpy is missing; get it with: apt install python3-numpy")


def fail(why: str) -> NoReturn:
    sys.exit(f"play.py: {why}")


main()
