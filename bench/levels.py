"""The starter kits against the levels of the house bots: a hundred matches each, from either seat, without a clock.

    cargo build --release -p skirmish --no-default-features
    python3 bench/levels.py target/release/skirmish [--lang c] [--matches 100] [--level medium] [--preset fog] [game...]

A preset is asked for in the games that have it; `all` stands for every one of them, the default rules included. Every language's kit of a game gives the same answers, so one of them stands for all.
"""

import argparse
import csv
import itertools
import json
import subprocess
import tempfile
from pathlib import Path

LEVELS = ["random", "easy", "medium", "hard"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("skirmish", type=Path)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--lang", default="c")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--level", choices=LEVELS, action="append", help="only this one; can be given again")
    parser.add_argument("--preset", action="append", help="under these rules; can be given again, `all` are all of them")
    args = parser.parse_intermixed_args()
    skirmish = str(args.skirmish.resolve())
    listed = json.loads(subprocess.check_output([skirmish, "games", "--json"]))
    print(f"{'game':<14}{'preset':<14}{'level':<10}{'won':>5}{'drawn':>7}{'lost':>6}   against the kit in {args.lang}")
    with tempfile.TemporaryDirectory() as folder:
        for game in listed:
            if args.games and game["name"] not in args.games:
                continue
            name = game["name"]
            subprocess.run([skirmish, "new", name, "--lang", args.lang, name], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            bots = [bot["name"] for bot in game["bots"]]
            levels = [level for level in args.level or LEVELS if level in bots]
            for preset, level in itertools.product(wanted(args.preset, game), levels):
                row = played(skirmish, folder, name, preset, level, args.matches)
                counts = f"{row['won']:>5}{row['drawn']:>7}{row['lost']:>6}"
                print(f"{name:<14}{preset or '':<14}{level:<10}{counts}", flush=True)


def wanted(presets: list[str] | None, game: dict) -> list[str | None]:
    """The presets of the game that were asked for; `None` are the default rules."""
    if not presets:
        return [None]
    own = [preset["name"] for preset in game["presets"]]
    return [None, *own] if "all" in presets else [preset for preset in own if preset in presets]


def played(skirmish: str, folder: str, game: str, preset: str | None, level: str, matches: int) -> dict:
    """The level's line in the table of a tournament with the kit."""
    table = Path(folder) / f"{game}-{preset}-{level}.csv"
    command = [skirmish, "tournament", "--game", game, f"house:{level}", game, "--matches", str(matches)]
    command += ["--seed", "1", "--no-clock", "--no-jail", "--csv", str(table)]
    command += ["--preset", preset] if preset else []
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    with table.open() as lines:
        return next(row for row in csv.DictReader(lines) if row["bot"] == f"house:{level}")


if __name__ == "__main__":
    main()
