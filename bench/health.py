"""How healthy each game is: its strongest house bot against itself, under the default rules and the preset `fair`.

    cargo build --release -p skirmish --no-default-features
    python3 bench/health.py target/release/skirmish [--matches 200] [game...]

Writes `crates/bots/health`, which the arena and the book show. Write it anew when the rules or a `hard` bot change; the test
`what_is_kept_of_a_games_health_still_comes_out` of skirmish-lab says when.
"""

import argparse
import json
import subprocess
from pathlib import Path

SEED = 1
PRESETS = ["fair"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("skirmish", type=Path)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--matches", type=int, default=200)
    args = parser.parse_intermixed_args()
    skirmish = str(args.skirmish.resolve())
    folder = Path(__file__).resolve().parent.parent / "crates/bots/health"
    for game in json.loads(subprocess.check_output([skirmish, "games", "--json"])):
        if args.games and game["name"] not in args.games:
            continue
        presets = [preset["name"] for preset in game["presets"]]
        settings = [[]] + [["--preset", preset] for preset in PRESETS if preset in presets]
        kept = [measured(skirmish, game["name"], setting, args.matches) for setting in settings]
        file = folder / f"{game['name'].replace('-', '_')}.json"
        file.write_text(json.dumps(kept, indent=1) + "\n")
        print(f"{file.name}: {len(kept)} times {args.matches} matches", flush=True)


def measured(skirmish: str, game: str, setting: list[str], matches: int) -> dict:
    command = [skirmish, "stats", game, *setting, "--matches", str(matches), "--seed", str(SEED), "--json"]
    return json.loads(subprocess.check_output(command))


if __name__ == "__main__":
    main()
