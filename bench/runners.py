#!/usr/bin/env python3
"""Many trivial matches: ours beside other runners, in one run on one machine. Not part of the tests.

    python3 bench/runners.py            (--seconds 20 for longer runs)

kaggle-environments and psyleague come from the package index into target/bench-venv. Both get the best conditions:
kaggle's agents are functions inside its own process (connectx, first free column), and psyleague's game is a shell
command that prints a result at once. Ours starts two programs for each match and asks them 600 times over pipes
(`cargo bench -p skirmish-lab --bench matches`, bots as they are, one match on each core). fastchess and cg-brutaltester
are shown by figures that were measured elsewhere, on a machine of two virtual cores.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / "target" / "bench-venv"
# What connectx needs of kaggle-environments' dependencies; all of them together are some gigabytes.
PACKAGES = [["psyleague==0.4.1", "Flask", "jsonschema", "numpy", "requests", "termcolor", "pyjson5", "gymnasium==1.2.0"],
            ["--no-deps", "kaggle-environments==1.33.2"]]
# (runner, turns per second, matches per second) by figures measured elsewhere.
ELSEWHERE = [("fastchess, two at once", 15_900, None), ("cg-brutaltester", 33_000, None)]

KAGGLE = """
import sys, time, logging
logging.disable(logging.CRITICAL)
from kaggle_environments import make
def agent(observation):
    return next(c for c in range(7) if observation.board[c] == 0)
seconds, turns, matches, begin = float(sys.argv[1]), 0, 0, time.time()
while time.time() - begin < seconds:
    turns += len(make("connectx").run([agent, agent])) - 1
    matches += 1
spent = time.time() - begin
print("figures", turns / spent, matches / spent)
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10)
    seconds = parser.parse_args().seconds
    install()
    ours = skirmish(seconds)
    rows = [("skirmish", ours["turns_per_s"], ours["matches_per_s"])]
    rows.append(("kaggle-environments", *kaggle(seconds)))
    rows.append(("psyleague", None, psyleague(seconds)))
    rows.extend(ELSEWHERE)
    show(rows)


def install():
    if not (VENV / "bin" / "python").exists():
        venv.create(VENV, with_pip=True)
    for packages in PACKAGES:
        subprocess.run([VENV / "bin" / "pip", "install", "--quiet", *packages], check=True)


def skirmish(seconds):
    command = ["cargo", "bench", "--quiet", "-p", "skirmish-lab", "--bench", "matches", "--", "--json", "--seconds", str(seconds)]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.strip().splitlines()[-1])["plain"]


def kaggle(seconds):
    """As many processes as there are cores: it has no runner of its own for many matches."""
    command = [VENV / "bin" / "python", "-c", KAGGLE, str(seconds)]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for _ in range(os.cpu_count())]
    turns = matches = 0
    for run in runs:
        words = run.communicate()[0].strip().splitlines()[-1].split()
        turns, matches = turns + float(words[1]), matches + float(words[2])
    return turns, matches


def psyleague(seconds):
    folder = ROOT / "target" / "bench-psyleague"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "bots").mkdir(parents=True)
    tool = VENV / "bin" / "psyleague"
    quiet = {"cwd": folder, "stdout": subprocess.DEVNULL}
    subprocess.run([tool, "config"], check=True, **quiet)
    config = (folder / "psyleague.cfg").read_text().splitlines()
    own = {"n_workers": "n_workers = 2", "cmd_bot_setup": 'cmd_bot_setup = "true"',
           "cmd_play_game": 'cmd_play_game = "cat result.json"'}
    (folder / "result.json").write_text('{"ranks": [0, 1], "errors": [0, 0], "test_data": {}, "player_data": [{}, {}]}')
    config = [own.get(line.split(" ")[0], line) for line in config]
    (folder / "psyleague.cfg").write_text("\n".join(config) + "\n")
    for name in ("one", "other"):
        subprocess.run([tool, "bot", "add", name], check=True, **quiet)
    games, begin = max(20, int(10 * seconds)), time.time()
    subprocess.run([tool, "run", "--games", str(games), "--silent"], check=True, **quiet)
    return games / (time.time() - begin)


def show(rows):
    name, turns, matches = rows[0]
    print(f"{'runner':26}{'turns/s':>10}{'matches/s':>11}{'ours is':>10}")
    for other, other_turns, other_matches in rows:
        number = lambda value: "" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.1f}"
        # Matches differ in length, so turns are compared where they are known.
        ratio = turns / other_turns if other_turns else matches / other_matches
        shown = "" if other == name else f"{ratio:.1f} x"
        print(f"{other:26}{number(other_turns):>10}{number(other_matches):>11}{shown:>10}")


if __name__ == "__main__":
    sys.exit(main())
