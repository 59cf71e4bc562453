#!/usr/bin/env python3
"""How much memory an arena takes that is uploaded to, read and watched, in one run on one machine. Not part of the tests.

    cargo build --release && python3 bench/memory.py target/release/skirmish          (--seconds 60 for longer rounds)

Hosts an arena in a folder of its own, waits until its house bots have played, and says the server's resident memory (RSS)
and its threads after each step. Every load runs several times: what grows from one time to the next is not given back.
"""

import argparse
import http.client
import io
import json
import re
import subprocess
import tempfile
import threading
import time
import urllib.parse
import zipfile
from pathlib import Path

ROUNDS = 3
ZIPS = 10
ZEROS = 45_000_000
SETTINGS = "[quota]\nupload_bytes = 8_388_608\nbuilds_an_hour = 1000\n"


class Server:
    def __init__(self, program, folder, environment, settings=SETTINGS):
        config = Path(folder) / "arena.toml"
        config.write_text(settings)
        command = [program, "serve", "--data", f"{folder}/data", "--config", config, "--listen", "127.0.0.1:0", "--matches", "1",
                   "--unsafe-local"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
        for line in self.process.stdout:
            if found := re.search(r"http://([\d.]+):(\d+)", line):
                self.address = (found[1], int(found[2]))
                break
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def status(self, what):
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{what}:\s+(\d+)", text, re.M)[1])

    def say(self, step):
        print(f"{step:44} {self.status('VmRSS') / 1024:8.0f} MiB {self.status('Threads'):5} threads   peak "
              f"{self.status('VmHWM') / 1024:.0f} MiB", flush=True)

    def ask(self, method, path, body=None, headers=None, connection=None):
        """The status, the headers and the body of one request."""
        connection = connection or http.client.HTTPConnection(*self.address, timeout=180)
        connection.request(method, path, body=body, headers={"Host": f"{self.address[0]}:{self.address[1]}", **(headers or {})})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def sign_up(self, name):
        form = urllib.parse.urlencode({"name": name, "password": "correct horse battery", "code": "", "next": "/"})
        origin = {"Origin": f"http://{self.address[0]}:{self.address[1]}", "Content-Type": "application/x-www-form-urlencoded"}
        status, headers, body = self.ask("POST", "/sign-up", form, origin)
        assert status == 303, (status, body[:500])
        login = json.dumps({"name": name, "password": "correct horse battery", "label": "bench"})
        status, _, body = self.ask("POST", "/api/v1/tokens", login, {"Content-Type": "application/json"})
        assert status == 200, (status, body[:500])
        return headers["Set-Cookie"].split(";")[0], json.loads(body)["token"]


def together(threads, work):
    """Runs `work(number)` in so many threads."""
    started = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()


def zeros():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bot.py", "print()\n")
        archive.writestr("skirmish.toml", 'language = "python"\nrun = "python3 bot.py"\n')
        archive.writestr("zeros.bin", bytes(ZEROS))
    return packed.getvalue()


def upload_zeros(server, token, body, statuses):
    def one(number):
        query = urllib.parse.urlencode({"game": "plantation", "bot": f"zeros-{number}", "file": "bot.zip"})
        status, _, answer = server.ask("POST", f"/api/v1/submissions?{query}", body, {"Authorization": f"Bearer {token}"})
        statuses.append((status, answer[:120] if status != 200 else b""))
    together(ZIPS, one)


def read_pages(server, seconds, paths):
    until = time.monotonic() + seconds
    count = [0] * 32

    def one(number):
        connection = http.client.HTTPConnection(*server.address, timeout=180)
        turn = number
        while time.monotonic() < until:
            server.ask("GET", paths[turn % len(paths)], connection=connection)
            turn += 1
            count[number] += 1
    together(len(count), one)
    return sum(count) / seconds


def matches(server, least):
    """The newest matches that are over, once there are so many."""
    while True:
        found = []
        for game in ("plantation", "utti", "underworld"):
            _, _, body = server.ask("GET", f"/api/v1/matches?game={game}&limit=100")
            found += [it["id"] for it in json.loads(body)["matches"] if it["state"] == "done"]
        if len(found) >= least:
            return found
        time.sleep(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", default="target/release/skirmish")
    parser.add_argument("--seconds", type=float, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options.program, folder, None)
        try:
            run(server, options.seconds)
        finally:
            server.stop()


def run(server, seconds):
    server.say("open")
    cookie, token = server.sign_up("bench")
    played = matches(server, 40)
    server.say(f"{len(played)} matches were played")
    body, statuses = zeros(), []
    for turn in range(ROUNDS):
        upload_zeros(server, token, body, statuses)
        server.say(f"{ZIPS} zips of {ZEROS // 1_000_000} MB of zeros at once, round {turn + 1}")
    print(f"  answers to zips: {sorted(set(statuses))}")
    pages = ["/", "/games/plantation", "/games/utti", "/matches?game=utti", "/api/v1/games/utti/ladder"]
    pages += [f"/matches/{number}" for number in played[:20]]
    for turn in range(ROUNDS):
        rate = read_pages(server, seconds, pages)
        server.say(f"pages read by 32 at once ({rate:.0f}/s), round {turn + 1}")
    films = [f"/matches/{number}/watch/film" for number in played[:40]]
    for turn in range(ROUNDS):
        rate = read_pages(server, seconds, films + [f"{film}?eye={seat}" for film in films for seat in (0, 1)])
        server.say(f"films watched by 32 at once ({rate:.0f}/s), round {turn + 1}")
    for turn in range(ROUNDS):
        together(ZIPS, lambda _: server.ask("GET", "/account/export", headers={"Cookie": cookie}))
        server.say(f"{ZIPS} exports at once, round {turn + 1}")
    time.sleep(seconds)
    server.say("left alone")


if __name__ == "__main__":
    main()
