"""Who asks, and of what: tokens for Schemathesis' requests, and numbers of things that are there."""

import itertools
import json
import os
import urllib.request

import schemathesis

CALLERS = json.loads(os.environ["ARENA_CALLERS"])
# Bots, versions and matches are numbered from 1: so many are there at least, or may be.
THERE = 40
GAMES = ["plantation", "utti", "chess"]

turn = itertools.count()


@schemathesis.auth(refresh_interval=None)
class Token:
    """The token of one of the callers, who take turns."""

    def get(self, case, context):
        if not CALLERS:
            return None
        caller = CALLERS[next(turn) % len(CALLERS)]
        if case.operation.label == "DELETE /api/v1/tokens/current":
            return another(caller)
        return caller["token"]

    def set(self, case, token, context):
        if token:
            case.headers["Authorization"] = f"Bearer {token}"


def another(caller):
    """A token that may be revoked."""
    scopes = caller.get("scopes")
    wish = {"name": caller["name"], "password": caller["password"], "label": "to be revoked", "scopes": scopes}
    request = urllib.request.Request(f"{os.environ['ARENA_URL']}/api/v1/tokens", json.dumps(wish).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["token"]


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Of the numbers that stand for things, every other one is of a thing that is there."""
    if not path_parameters:
        return path_parameters
    number = path_parameters.get("id")
    if isinstance(number, int) and number % 2 == 0:
        path_parameters["id"] = 1 + number // 2 % THERE
    seat = path_parameters.get("seat")
    if isinstance(seat, int) and seat % 2 == 0:
        path_parameters["seat"] = seat // 2 % 3
    game = path_parameters.get("game")
    if isinstance(game, str) and len(game) % 2 == 0:
        path_parameters["game"] = GAMES[len(game) // 2 % len(GAMES)]
    return path_parameters


@schemathesis.hook
def map_body(context, body):
    """A worker may wait for work; here nobody does. And 1.0 is an integer to JSON Schema, but to no reader of this API."""
    if isinstance(body, dict):
        body = {key: int(value) if isinstance(value, float) and value.is_integer() else value for key, value in body.items()}
        if isinstance(body.get("wait_ms"), int):
            body["wait_ms"] = min(body["wait_ms"], 1)
    return body
