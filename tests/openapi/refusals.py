"""refusals: every status that is said to refuse, brought about."""
import json
from typing import Any

from daemon import Daemon
from document import Operation
from walk import Walk

BODY_MAX = 65536  # of the daemon that is asked
TOO_LONG = b"{" + b" " * (BODY_MAX + 1) + b"}"


def refuse_parameters(walk: Walk, daemon: Daemon, operation: Operation) -> None:
    plain = operation.examples()
    for parameter in operation.parameters:
        name = parameter["name"]
        if parameter["in"] != "query":
            continue
        if parameter.get("required"):
            rest = {key: value for key, value in plain.items() if key != name}
            walk.status(400, daemon, operation, rest)
        if parameter["schema"].get("type") != "array" and operation.path.startswith("/v1/"):
            value = plain.get(name, "x")
            walk.status(400, daemon, operation, {**plain, name: value}, more=f"{name}=x")
    if operation.method == "GET":
        answer = walk.ask(daemon, operation, more="colour=red")
        walk.expect((answer.status != 400) == operation.ignores_query,
                    f"{operation.id}: what is not known is answered {answer.status}")


def refuse_bodies(walk: Walk, daemon: Daemon, operation: Operation) -> None:
    body = next(iter(operation.bodies.values()))
    for name in body:
        rest = {key: value for key, value in body.items() if key != name}
        walk.status(400, daemon, operation, None, rest)
    if operation.tag == "relaxd":
        walk.status(400, daemon, operation, None, {**body, "colour": "red"})
    for bad in (b"", b"{", b"[]", b"null", b'{"a":1,"a":2}', b"\xff", b"[" * 100):
        walk.status(400, daemon, operation, None, bad)
    for headers in ({"Content-Type": "text/plain"}, {"Content-Encoding": "gzip"}):
        walk.status(415, daemon, operation, headers=headers)


def refuse_framing(walk: Walk, daemon: Daemon, operation: Operation) -> None:
    walk.status(400, daemon, operation, headers={"Transfer-Encoding": "gzip"})
    walk.status(413, daemon, operation, None, TOO_LONG)


def refuse_method(walk: Walk, daemon: Daemon, operation: Operation) -> None:
    answer = walk.status(405, daemon, operation, method="DELETE")
    walk.expect(walk.document.paths_of(operation.path) <= set(answer.headers["allow"].split(", ")),
                f"{operation.id}: Allow is {answer.headers['allow']}")


def refuse_form(walk: Walk, daemon: Daemon, operation: Operation) -> None:
    answer = walk.ask(daemon, operation, headers={"Accept": "image/png, */*;q=0"})
    if 406 in operation.responses:
        walk.expect(answer.status == 406, f"{operation.id}: Accept is not looked at")
    else:
        walk.expect(answer.status in (200, 404), f"{operation.id}: Accept is looked at")


def walk_refusals(walk: Walk, daemon: Daemon) -> None:
    for operation in walk.document.plain:
        refuse_parameters(walk, daemon, operation)
        if operation.bodies:
            refuse_bodies(walk, daemon, operation)
        refuse_framing(walk, daemon, operation)
        refuse_method(walk, daemon, operation)
        refuse_form(walk, daemon, operation)


# ---- What a question has to say to be refused --------------------------------

NOBODY = 8000000000000000000
HERE = "-0.02,0.006"
THERE = "0.021,-0.005"

# By operation and status: parameters, or a body, as alternatives that are all tried.
QUESTIONS: dict[str, dict[int, list[dict[str, Any]]]] = {
    "getPath": {
        404: [{"from": 1, "to": NOBODY}, {"from": 1, "to": 2, "map": "atlantis"},
              {"from": 1, "to": 2, "profile": "nobody"}],
        422: [{"from": 1, "to": 2, "map": "small", "solver": "cch"}],
    },
    "postPath": {
        404: [{"from": NOBODY, "to": 1}, {"queries": [{"from": 1, "to": 2}], "map": "atlantis"}],
        413: [{"queries": [{"from": 1, "to": 2}] * 101}],
        422: [{"from": 1, "to": 2, "map": "small", "solver": "cch"}],
    },
    "getTable": {
        404: [{"sources": ["1"], "targets": [str(NOBODY)]}],
        413: [{"sources": [HERE] * 101, "targets": [THERE] * 101}],
        422: [{"sources": [HERE], "targets": [THERE], "map": "small"},
              {"sources": ["1"], "targets": ["2"], "map": "small", "metrics": ["duration"]}],
    },
    "postTable": {
        404: [{"sources": [1], "targets": [NOBODY]}],
        413: [{"sources": list(range(1, 102)), "targets": list(range(1, 102))}],
        422: [{"sources": [1], "targets": [2], "map": "small", "solver": "cch"}],
    },
    "getTree": {
        404: [{"from": NOBODY}, {"from": 1, "map": "atlantis"}],
        422: [{"from": 1, "map": "small", "solver": "cch"}],
    },
    "postTree": {
        404: [{"from": NOBODY}, {"from": 1, "map": "atlantis"}],
        422: [{"from": 1, "map": "small", "solver": "cch"}],
    },
    "getNearest": {
        404: [{"lon": 100, "lat": 50}, {"lon": 0, "lat": 0, "map": "atlantis"}],
        422: [{"lon": 0, "lat": 0, "map": "small"}],
    },
    "postNearest": {
        404: [{"from": [[100, 50]]}, {"lon": 0, "lat": 0, "radius": 0}],
        422: [{"lon": 0, "lat": 0, "map": "small"}],
    },
    "getRoute": {
        404: [{"from": "100,50", "to": THERE}, {"from": str(NOBODY), "to": THERE},
              {"from": "-1", "to": THERE}, {"from": HERE, "to": THERE, "radius": 0}],
        413: [{"from": HERE, "to": THERE, "via": [HERE] * 9},
              {"from": HERE, "to": THERE, "radius": 35001}],
        422: [{"from": "1", "to": "2", "map": "small"}],
    },
    "postRoute": {
        404: [{"from": [100, 50], "to": [0.021, -0.005]}, {"from": NOBODY, "to": 1}],
        413: [{"from": [0, 0], "to": [0.021, -0.005], "via": [[0, 0]] * 9}],
        422: [{"from": 1, "to": 2, "map": "small"}],
    },
    "getIsochrone": {
        404: [{"from": ["100,50"], "contours": [300]}],
        413: [{"from": [HERE] * 11, "contours": [300]}],
        422: [{"from": ["1"], "contours": [300], "map": "small"}],
    },
    "postIsochrone": {
        404: [{"from": [[100, 50]], "contours": [300]}],
        413: [{"from": [[0, 0]] * 11, "contours": [300]}],
        422: [{"from": [1], "contours": [300], "map": "small"}],
    },
    "getSearch": {
        404: [{"from": "100,50", "to": THERE}, {"from": "1", "to": str(NOBODY), "map": "small"}],
        413: [{"from": HERE, "to": THERE, "radius": 35001}],
        422: [{"from": "1", "to": "2", "map": "bare"},
              {"from": "1", "to": "2", "map": "small", "solver": "cch"}],
    },
    "postSearch": {
        404: [{"from": [100, 50], "to": [0.021, -0.005]}, {"from": 1, "to": NOBODY, "map": "small"}],
        413: [{"from": [0, 0], "to": [0.021, -0.005], "radius": 35001}],
        422: [{"from": 1, "to": 2, "map": "bare"}],
    },
    "getVertices": {404: [{"map": "atlantis"}]},
    "getTilesJson": {404: [{"map": "atlantis"}], 422: [{"map": "small"}]},
}


def walk_questions(walk: Walk, daemon: Daemon) -> None:
    for operation in walk.document.plain:
        for status, questions in QUESTIONS.get(operation.id, {}).items():
            for question in questions:
                if operation.bodies:
                    walk.status(status, daemon, operation, None, question)
                else:
                    walk.status(status, daemon, operation, question)


# ---- A daemon that is short of something -------------------------------------

VITAL = {"/healthz", "/readyz", "/v1/status", "/metrics"}
READ_BEYOND = 32  # connections past the limit


def walk_crowded(walk: Walk, daemon: Daemon) -> None:
    """One connection is allowed, and taken."""
    taken = [daemon.connect()]
    for operation in walk.document.operations:
        if operation.path in VITAL:
            walk.status(200, daemon, operation)
            continue
        answer = walk.status(503, daemon, operation)
        walk.expect(answer.headers.get("retry-after", "").isdigit(),
                    f"{operation.id}: 503 without Retry-After")
    taken += [daemon.connect() for _ in range(READ_BEYOND)]
    turned_away = daemon.ask("GET", "/v1/path?from=1&to=2")
    for connection in taken:
        connection.close()
    walk.expect(turned_away.status == 503 and "retry-after" in turned_away.headers and
                turned_away.type == "application/problem+json",
                f"who comes last is answered {turned_away.status}, {turned_away.headers}")
    schema = {"$ref": "#/components/schemas/TurnedAway"}
    for fault in walk.document.faults(schema, turned_away.json()):
        walk.fail(f"who comes last: {fault}")


# What takes longer than a millisecond.
SLOW: dict[str, dict[str, Any]] = {
    "getPath": {"from": 1, "to": 250000, "map": "big", "solver": "dijkstra"},
    "postPath": {"from": 1, "to": 250000, "map": "big", "solver": "dijkstra"},
    "getTable": {"sources": list(map(str, range(1, 101))), "targets": ["250000"], "map": "big",
                 "solver": "dijkstra"},
    "postTable": {"sources": list(range(1, 101)), "targets": [250000], "map": "big",
                  "solver": "dijkstra"},
    "getTree": {"from": 1, "map": "big", "solver": "dijkstra"},
    "postTree": {"from": 1, "map": "big", "solver": "dijkstra"},
    "postRoute": {"from": [-0.02, 0.006], "to": [0.021, -0.005],
                  "via": [[0.021, -0.005], [-0.02, 0.006]] * 100, "solver": "dijkstra"},
    "postSearch": {"from": 1, "to": 250000, "map": "big", "solver": "dijkstra"},
    "getRoute": {"from": HERE, "to": THERE, "via": [THERE, HERE] * 100, "solver": "dijkstra"},
    "getNearest": {"lon": -0.02, "lat": 0.006, "min_epoch": 1000000},
    "postNearest": {"lon": -0.02, "lat": 0.006, "min_epoch": 1000000},
    "getIsochrone": {"from": [HERE], "contours": [3600], "generalize": 0},
    "postIsochrone": {"from": [[-0.02, 0.006]], "contours": [3600], "generalize": 0},
    "getSearch": {"from": "1", "to": "250000", "map": "big", "solver": "dijkstra"},
    "osrmRoute": {"profile": "driving", "coordinates": ";".join([HERE, THERE] * 200)},
    "osrmRouteByBody": {"coordinates": [[-0.02, 0.006], [0.021, -0.005]] * 200},
    "osrmTable": {"profile": "driving", "coordinates": ";".join([HERE, THERE] * 200),
                  "annotations": "duration,distance"},
    "osrmTableByBody": {"coordinates": [[-0.02 + i * 1e-4, 0.006] for i in range(400)],
                        "annotations": ["duration", "distance"]},
}


def walk_stopping(walk: Walk, daemon: Daemon) -> None:
    """Told to end while a long question is answered: who has connected is refused."""
    operations = [one for one in walk.document.plain if one.path in VITAL]
    waiting = daemon.connect()
    waiting.request("POST", "/v1/table", json.dumps(SLOW["postTable"] | {"sources": list(range(1, 1001))}),
                    {"Content-Type": "application/json"})
    while not daemon.ask("GET", "/v1/status").json()["devices"][0]["queued"]:
        pass
    daemon.open_ahead(len(operations))
    daemon.process.terminate()
    while b"signal 15" not in daemon.said():
        pass
    for operation in operations:
        walk.status(503, daemon, operation)
    waiting.close()


def walk_hurried(walk: Walk, daemon: Daemon) -> None:
    """The deadline is a millisecond: often enough it is missed."""
    for operation in walk.document.plain:
        if 504 not in operation.responses:
            continue
        question = SLOW[operation.id]
        for _ in range(20):
            answer = (walk.ask(daemon, operation, None, question) if operation.bodies
                      else walk.ask(daemon, operation, question))
            if answer.status == 504:
                break
