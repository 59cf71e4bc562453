"""Plays a player class that was written for the original Plantation.

`skirmish.toml` says which: `[options]` has `file` and, if the file has several players, `class`; `[options.arguments]` has
what the class is made with. Its `start_game`, `get_move`, `handle_move_result` and `end_game` are called as in the original.
"""

import importlib.util
import inspect
import os
import re
import sys
from typing import Any, Dict, List, NoReturn, Optional, Tuple

# Debian's packages are for Debian's python3, which need not be the one that runs this.
SYSTEM_PYTHON = "/usr/bin/python3"
# Set where this has been started again with that one.
STARTED_AGAIN = "SKIRMISH_SYSTEM_PYTHON"
# What a command can be answered with; all of them also with `error`.
REPLIES = {
    "fertilise": r"OK",
    "plant": r"OK|occupied -?\d+",
    "colonise": r"OK|occupied -?\d+",
    "scout": r"OK -?\d+(,-?\d+)+",
    "spray": r"OK \d+",
    "bomb": r"OK \d+",
}


def main() -> None:
    # The arena reads what this process began with as stdout. What the class or a program of its own prints is for
    # people, and goes to stderr.
    arena = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    options = read_options()
    kind = load_class(options, arena)
    Match(os.fdopen(arena, "w")).play(kind, options.get("arguments", {}))


class Match:
    """One match between the arena's lines and the player's methods."""

    def __init__(self, arena: Any) -> None:
        self.arena = arena
        _, rows, cols, sign, *_ = sys.stdin.readline().split()
        self.shape: Tuple[int, int] = (int(rows), int(cols))
        self.sign = 1 if sign == "+" else -1
        self.asked: Optional[Tuple[str, int, Any]] = None  # the command whose result is still to come

    def play(self, kind: Any, arguments: Dict[str, Any]) -> None:
        self.player = self.make_player(kind, arguments)
        self.player.start_game(self.shape, sign=self.sign)
        self.player.sign = self.sign  # for classes whose own start_game forgets it
        for line in sys.stdin:
            words = line.split()
            if words[0] == "turn":
                self.move(int(words[1]), int(words[3]), int(words[5]) / 1000)
            elif words[0] == "end":
                self.player.end_game(self.sign * int(words[1]), -self.sign * int(words[2]))
            else:
                self.tell(line.strip())

    def make_player(self, kind: Any, arguments: Dict[str, Any]) -> Any:
        """A player of that class. Those of the original's first version want to know their side."""
        wanted = inspect.signature(kind)
        side = {"sign": self.sign} if "sign" in wanted.parameters else {}
        given = {**side, **arguments}
        try:
            wanted.bind(**given)
        except TypeError as error:
            fail(f"{kind.__name__} cannot be made ({error}): give what it needs under [options.arguments] in skirmish.toml")
        return kind(**given)

    def move(self, turn: int, moves: int, seconds: float) -> None:
        board = self.read_board()
        # In the original's first version there was no turn and no clock to know of.
        forms: Dict[int, List[Any]] = {2: [board, moves], 3: [board, turn, moves]}
        count = len(inspect.signature(self.player.get_move).parameters)
        move, pos = self.player.get_move(*forms.get(count, [board, turn, moves, seconds]))
        self.asked = (move, turn, pos)
        print(move, *(int(number) for number in pos), file=self.arena, flush=True)

    def read_board(self) -> Any:
        import numpy as np

        rows = [[int(word) for word in sys.stdin.readline().split()[: self.shape[1]]] for _ in range(self.shape[0])]
        highest = max(abs(score) for row in rows for score in row)
        # The original's type, as long as the scores fit.
        return np.array(rows, dtype=np.int8 if highest <= np.iinfo(np.int8).max else np.int32)

    def tell(self, result: str) -> None:
        """Tells what came of the last command.

        A bot that is brought into the middle of a match hears what came of the commands that were given in it, which
        need not be those that it gave.
        """
        if self.asked is None:
            return
        move, turn, pos = self.asked
        known = self.in_original_form(move, pos, result)
        if known is not None:
            self.player.handle_move_result(move, turn, pos, known)

    def in_original_form(self, move: str, pos: Any, result: str) -> Optional[str]:
        """The reply as the original gives it to this command; None if it is no reply to it."""
        if result != "error" and not re.fullmatch(REPLIES.get(move, ""), result):
            return None
        if move != "scout" or result == "error":
            return result
        numbers = result.split(" ")[1].split(",")
        around = [(pos[0] + row, pos[1] + col) for row in (-1, 0, 1) for col in (-1, 0, 1)]
        on_board = [0 <= row < self.shape[0] and 0 <= col < self.shape[1] for row, col in around]
        if len(numbers) == len(around):
            # The original leaves out what is off the board; not all rules here do.
            numbers = [number for number, is_on in zip(numbers, on_board) if is_on]
        return "OK " + ",".join(numbers) if len(numbers) == on_board.count(True) else None


def load_class(options: Dict[str, Any], arena: int) -> Any:
    """The class to play. If a package is missing, Debian's python3 may have it."""
    try:
        import numpy  # noqa: F401

        return player_class(load(options["file"]), options.get("class"))
    except ModuleNotFoundError as error:
        is_other = os.path.exists(SYSTEM_PYTHON) and os.path.realpath(sys.executable) != os.path.realpath(SYSTEM_PYTHON)
        if is_other and STARTED_AGAIN not in os.environ:
            os.dup2(arena, 1)
            os.execve(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv], {**os.environ, STARTED_AGAIN: "1"})
        name = str(error.name).split(".")[0]
        fail(
            f"{options['file']} needs the module {name}, which is not installed; a package you get with: "
            f"apt install python3-{name.lower()}, or in this folder: pip install --target . {name}; "
            "a file of your own you copy into this folder"
        )


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


def fail(why: str) -> NoReturn:
    sys.exit(f"play.py: {why}")


if __name__ == "__main__":
    main()
