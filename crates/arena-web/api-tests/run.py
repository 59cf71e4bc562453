#!/usr/bin/env python3
"""Asks a real server everything that its OpenAPI document says it answers, and much that it does not, with Schemathesis.

    cargo xtask test --only api          (after `cargo build`; or: target/api-venv/bin/python crates/arena/api-tests/run.py)

Hosts an arena in a folder of its own, has bots submitted, built and played, and then asks as each kind of caller: nobody,
users, an admin, a worker. The requests are the same in every run; each finding is printed with its request as a curl command.
"""

import argparse
import http.client
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", HERE.parents[2] / "target"))
# Accounts that take turns: one alone would soon be told that it asks too often.
USERS = 8
PASSWORD = "correct horse battery"
# Nothing is refused for being too much, but for what no host can change.
SETTINGS = """
site.games = ['plantation', 'utti']
quota = { builds_an_hour = 100000, challenges_an_hour = 100000, bots = 1000 }
ladder.preset = { utti = 'tiny' }
"""
# Who asks what: nobody needs to be told at length that a token is missing, and only workers have tokens for what is theirs.
KINDS = {
    "nobody": ["--phases", "coverage"],
    "user": ["--phases", "coverage,fuzzing,stateful", "--exclude-tag", "workers"],
    "admin": ["--phases", "coverage,fuzzing", "--include-tag", "bots", "--include-tag", "matches"],
    "worker": ["--phases", "coverage,fuzzing", "--include-tag", "workers"],
}
# How long the arena may take for what is prepared, in seconds.
PATIENCE = 120


class Server:
    """`skirmish serve` in that folder."""

    def __init__(self, program, folder, matches):
        config = folder / "arena.toml"
        config.write_text(SETTINGS)
        command = [program, "serve", "--data", folder / "data", "--config", config, "--listen", "127.0.0.1:0", "--unsafe-local",
                   "--matches", str(matches)]
        with open(folder / "log", "ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        self.address, self.admin = None, None
        for line in self.process.stdout:
            if found := re.search(r"http://([\d.]+):(\d+)$", line.strip()):
                self.address = self.address or (found[1], int(found[2]))
            if found := re.search(r"`(\S+)`, its password (\S+) ", line):
                self.admin = (found[1], found[2])
            if line.startswith("Ctrl-C"):
                break
        if not self.address:
            raise SystemExit(f"the arena did not open:\n{(folder / 'log').read_text()}")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def stop(self):
        self.process.terminate()
        self.process.wait()

    @property
    def url(self):
        return f"http://{self.address[0]}:{self.address[1]}"

    def ask(self, method, path, body=None, headers=None):
        """The JSON of an answer, or nothing for a redirect; everything else ends the run."""
        connection = http.client.HTTPConnection(*self.address, timeout=PATIENCE)
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status not in (200, 303):
            raise SystemExit(f"{method} {path}: {answer.status} {text[:500]!r}")
        return json.loads(text) if answer.status == 200 else None

    def sign_up(self, name):
        form = urllib.parse.urlencode({"name": name, "password": PASSWORD, "code": "", "next": "/"})
        self.ask("POST", "/sign-up", form, {"Origin": self.url, "Content-Type": "application/x-www-form-urlencoded"})

    def token(self, name, password, scopes):
        wish = {"name": name, "password": password, "label": "api tests", "scopes": scopes}
        return self.ask("POST", "/api/v1/tokens", json.dumps(wish), {"Content-Type": "application/json"})["token"]

    def wait_for(self, what, ask):
        until = time.monotonic() + PATIENCE
        while not (found := ask()):
            if time.monotonic() > until:
                raise SystemExit(f"waited in vain for {what}")
            time.sleep(0.1)
        return found


def starter_bot(program, folder):
    """A bot that plays and prints something for its owner, as a tar."""
    subprocess.run([program, "new", "plantation", folder / "sprout", "--lang", "python"], check=True, stdout=subprocess.DEVNULL)
    with open(folder / "sprout" / "bot.py", "a") as source:
        source.write('print("a line for its owner", file=__import__("sys").stderr)\n')
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        tar.add(folder / "sprout", arcname=".")
    return packed.getvalue()


def prepare(server, bot):
    """Accounts with bots that were built and have played; gives the tokens of each kind of caller."""
    users = []
    for number in range(USERS):
        name = f"user{number}"
        server.sign_up(name)
        token = server.token(name, PASSWORD, ["read", "submit"])
        users.append({"name": name, "password": PASSWORD, "token": token})
        query = urllib.parse.urlencode({"game": "plantation", "bot": f"bot of {name}", "file": "bot.tar"})
        server.ask("POST", f"/api/v1/submissions?{query}", bot, {"Authorization": f"Bearer {token}"})

    def is_settled(user):
        me = server.ask("GET", "/api/v1/me", headers={"Authorization": f"Bearer {user['token']}"})
        return not [place for place in me["queue"] if place["lane"] in ("build", "trial")]

    server.wait_for("builds and trials", lambda: all(is_settled(user) for user in users))
    admin, password = server.admin
    admins = [{"name": admin, "password": password, "token": server.token(admin, password, ["read", "submit", "admin"])}]
    workers = [{"name": admin, "password": password, "token": server.token(admin, password, ["worker"])}]
    return {"nobody": [], "user": users, "admin": admins, "worker": workers}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", default=TARGET / "debug" / "skirmish")
    parser.add_argument("--examples", type=int, default=10, help="random requests for each operation and caller")
    parser.add_argument("--only", help="one kind of caller")
    options, rest = parser.parse_known_args()
    with tempfile.TemporaryDirectory(prefix="skirmish-api-") as folder:
        folder = Path(folder)
        server = Server(options.program, folder, 1)
        try:
            callers = prepare(server, starter_bot(options.program, folder))
        finally:
            server.stop()
        # From here on nothing moves by itself.
        server = Server(options.program, folder, 0)
        try:
            kinds = [kind for kind in callers if options.only in (None, kind)]
            failed = [kind for kind in kinds if not check(server, kind, callers[kind], options.examples, rest)]
            if server.process.poll() is not None:
                failed.append("the server: it ended")
        finally:
            server.stop()
        if failed:
            raise SystemExit(f"the API is not what its document says, as asked by: {', '.join(failed)}")


def check(server, kind, callers, examples, rest):
    """Asks as this kind of caller; whether all answers were as they should be."""
    print(f"=== as {kind}", flush=True)
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE), "NO_COLOR": "1",
                   "ARENA_CALLERS": json.dumps(callers), "ARENA_URL": server.url}
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", HERE / "schemathesis.toml", "run",
               f"{server.url}/api/openapi.json", "--max-examples", str(examples), *KINDS[kind], *rest]
    return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL).returncode == 0


if __name__ == "__main__":
    main()
