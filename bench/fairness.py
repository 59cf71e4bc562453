#!/usr/bin/env python3
"""How many matches a minute others get while one account does its worst, in one run on one machine. Not part of the tests.

    cargo build --release && python3 bench/fairness.py target/release/skirmish          (--seconds 180 for longer windows)

Hosts an arena whose worker plays one match at a time. Two accounts' bots, another account's bot and the house play; then
that other account does something as often as it may, a new account for each thing. Counted are rated matches of the two,
against whomever, in a window before and in one of the same length meanwhile, by the server's own times. The tests say what is promised
(`crates/cli/tests/arena/sharing.rs`); this says what it comes to here.
"""

import argparse
import io
import json
import subprocess
import tarfile
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

from memory import Server

GAME = "utti"
SETTINGS = """
site.games = ['utti']
ladder = { preset = { utti = 'tiny' }, queued_matches = 50, enough_games = 1000000, calm_seconds = 0 }
"""
LOOP = "while True:\n    pass\n"
# What others should keep at least.
PROMISED = 0.8


class Account:
    def __init__(self, server, name):
        self.server, self.name = server, name
        _, self.token = server.sign_up(name)

    def ask(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        status, _, answer = self.server.ask(method, path, body, headers)
        return status, json.loads(answer)

    def submit(self, bot, files):
        """The version, or none where the account may submit no more."""
        query = urllib.parse.urlencode({"game": GAME, "bot": bot, "file": "bot.tar"})
        status, answer = self.ask("POST", f"/api/v1/submissions?{query}", tar(files))
        assert status in (200, 429), answer
        return answer["version"]["id"] if status == 200 else None

    def wait_for(self, version, states):
        while True:
            _, answer = self.ask("GET", f"/api/v1/versions/{version}")
            if answer["state"] in states:
                return answer
            time.sleep(0.1)


def tar(files):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as made:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text.encode())
            made.addfile(entry, io.BytesIO(text.encode()))
    return packed.getvalue()


def manifest(build=""):
    return f'name = "x"\nlanguage = "python"\ngame = "{GAME}"\n{build}run = "python3 bot.py"\n'


def starter(program, folder):
    subprocess.run([program, "new", GAME, f"{folder}/starter", "--lang", "python"], check=True, stdout=subprocess.DEVNULL)
    return {path.name: path.read_text() for path in Path(f"{folder}/starter").iterdir() if path.suffix in (".py", ".toml")}


def loop_at_once(account, others, is_over, good):
    """A bot that never answers, in version after version."""
    while not is_over.is_set():
        if version := account.submit("loop", {"skirmish.toml": manifest(), "bot.py": f"{LOOP}# {time.time()}\n"}):
            account.wait_for(version, ("refused", "ready", "failed", "superseded"))
        else:
            time.sleep(1)


def loop_in_build(account, others, is_over, good):
    """Builds that never end by themselves, of several bots."""
    files = {"skirmish.toml": manifest('build = "python3 bot.py"\n'), "bot.py": LOOP}
    for number in range(5):
        account.submit(f"slow{number}", files)
    is_over.wait()


def submit_often(account, others, is_over, good):
    """The bot that plays, in version after version as fast as they are taken."""
    for number in range(10_000):
        if is_over.is_set() or not account.submit("honest", {**good, "number.py": str(number)}):
            break
    is_over.wait()


def challenge_often(account, others, is_over, good):
    """As many challenges as an account may ask for, at once."""
    bot = account.ask("GET", "/api/v1/me")[1]["bots"][0]["id"]
    while account.ask("POST", "/api/v1/challenges", json.dumps({"bot_id": bot, "other_id": others[0]}))[0] == 200:
        pass
    is_over.wait()


THINGS = [("a bot that loops", loop_at_once), ("a build that loops", loop_in_build), ("version after version", submit_often),
          ("challenges", challenge_often)]


def matches_between(server, begin_ms, end_ms, bots):
    """Rated matches of these bots that ended then."""
    count, before = 0, ""
    while True:
        _, _, body = server.ask("GET", f"/api/v1/matches?game={GAME}&limit=100{before}")
        page = json.loads(body)
        for it in page["matches"]:
            is_rated = it["kind"] == "rated" and it["state"] == "done" and begin_ms <= it["ended_ms"] < end_ms
            count += is_rated and any(seat["bot_id"] in bots for seat in it["seats"])
        if page["next"] is None or page["matches"][-1]["created_ms"] < begin_ms - 600_000:
            return count
        before = f"&before={page['next']}"


def window(server, seconds):
    begin_ms = time.time() * 1000
    time.sleep(seconds)
    return begin_ms, time.time() * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", default="target/release/skirmish")
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--only", help="a word of the thing to measure, instead of all of them", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options.program, folder, None, SETTINGS)
        try:
            run(server, options, starter(options.program, folder))
        finally:
            server.stop()


def run(server, options, good):
    others = []
    for name in ("ada", "bob"):
        account = Account(server, name)
        others.append(account.wait_for(account.submit(f"{name}s", good), ("ready",))["bot_id"])
    print(f"{'rated matches a minute of the others':38} {'before':>8} {'meanwhile':>10} {'kept':>6}")
    for number, (name, thing) in enumerate(thing for thing in THINGS if options.only in thing[0]):
        account, is_over = Account(server, f"bad{number}"), threading.Event()
        account.wait_for(account.submit("honest", {**good, "begin.py": str(number)}), ("ready",))
        # Until as much is known of it as of the others.
        time.sleep(options.seconds / 3)
        before = window(server, options.seconds)
        doing = threading.Thread(target=thing, args=(account, others, is_over, good), daemon=True)
        doing.start()
        meanwhile = window(server, options.seconds)
        is_over.set()
        doing.join()
        rates = [60_000 * matches_between(server, *times, others) / (times[1] - times[0]) for times in (before, meanwhile)]
        kept = rates[1] / rates[0] if rates[0] else 0
        note = "" if kept >= PROMISED else f"   less than {PROMISED:.0%}"
        print(f"{name:38} {rates[0]:8.1f} {rates[1]:10.1f} {kept:6.0%}{note}", flush=True)
        for bot in account.ask("GET", "/api/v1/me")[1]["bots"]:
            account.ask("DELETE", f"/api/v1/bots/{bot['id']}")


if __name__ == "__main__":
    main()
