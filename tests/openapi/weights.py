"""weights: changes of weights, answered and refused as the document says."""
import gzip
import http.client
import json
import os
import socket
from typing import Any

from daemon import Answer, Daemon
from document import Operation, fill
from walk import Walk

CSV = {"Content-Type": "text/csv"}
JSON = {"Content-Type": "application/json"}
MODEL = b'{"vehicle":{"height":3.8}}'
TOKEN = "0123456789abcdef0123456789abcdef"


def token_option(scratch: str) -> tuple[str, str]:
    token = os.path.join(scratch, "token")
    with open(token, "w", encoding="ascii") as file:
        file.write(TOKEN)
    os.chmod(token, 0o600)
    return "--weights-token-file", token


def make_scenario(daemon: Daemon) -> None:
    """The one that the examples name."""
    segment, _ = neighbours(daemon)
    daemon.ask("PATCH", "/v1/weights/car/segments?scenario=works",
               {**JSON, "Authorization": f"Bearer {TOKEN}"}, json.dumps(segment).encode())


def make_model(daemon: Daemon) -> None:
    daemon.ask("PUT", "/v1/models/truck", {**JSON, "Authorization": f"Bearer {TOKEN}"}, MODEL)


class Local(http.client.HTTPConnection):
    """A connection to weights.listen."""

    def __init__(self, path: str):
        super().__init__("localhost", timeout=60)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(60)
        self.sock.connect(self.path)


def ask(path: str, method: str, target: str, headers: dict[str, str], body: bytes) -> Answer:
    connection = Local(path)
    connection.request(method, target, body or None, {"X-Request-Id": "weights", **headers})
    response = connection.getresponse()
    answer = Answer(response.status, {name.lower(): value for name, value in response.getheaders()},
                    response.read(), f"{method} {target}")
    connection.close()
    return answer


# By operation: status, what follows the path, headers, body.
Case = tuple[int, str, dict[str, str], Any]


def rows_cases(first: Any, keys: Any, removes: bool) -> list[Case]:
    good = keys if removes else first
    nobody = [{**good[0], "from": 999999999999}]
    cases: list[Case] = [
        (200, "", {**JSON, "Idempotency-Key": "k1"}, good),
        (422, "", {**JSON, "Idempotency-Key": "k1"}, nobody),
        (422, "", JSON, nobody),
        (400, "", JSON, []),
        (400, "", JSON, b"{"),
        (400, "", JSON, [{**good[0], "colour": "red"}]),
        (400, "", CSV, b"1,x,3\n"),
        (400, "", {}, b""),
        (400, "?colour=red", JSON, good),
        (400, "?scenario=a%20b", JSON, good),
        (404, "?map=atlantis", JSON, good),
        (412, "", {**JSON, "If-Match": '"77"'}, good),
        (413, "", CSV, b"1" * 70000),
        (413, "", {**CSV, "Content-Encoding": "gzip"}, gzip.compress(b"1,2,3\n" * 50000)),
        (415, "", {"Content-Type": "text/plain"}, good),
        (415, "", {**JSON, "Content-Encoding": "br"}, good),
    ]
    if removes:
        return [(200, "", JSON, first), *cases, (200, "?all=true", {}, b""),
                (400, "?all=true", JSON, good), (404, "?scenario=nobody", JSON, good)]
    return [*cases, (200, "?dry_run=true&ttl=60", JSON, good), (400, "?ttl=0", JSON, good),
            (200, "?scenario=works", JSON, good)]


def walk_collection(walk: Walk, path: str, kind: str, profile: str, query: str, first: Any,
                    keys: Any) -> None:
    by_id = {one.id: one for one in walk.document.operations}
    for method in ("patch", "put", "delete"):
        operation = by_id[f"{method}{kind}"]
        for status, more, headers, body in rows_cases(first, keys, method == "delete"):
            verb = operation.method
            if method == "delete" and status == 200 and body is first:
                operation_now, verb = by_id[f"put{kind}"], "PUT"  # so that there is something
            else:
                operation_now = operation
            if "Idempotency-Key" in headers:
                headers = {**headers, "Idempotency-Key": f"{operation.id}-{len(headers)}"}
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
            whole = fill(operation.path, {"profile": profile})
            join = "&" if more else "?"
            target = whole + more + (join + query if query and "map=" not in more else "")
            answer = ask(path, verb, target, headers, raw)
            walk.check(operation_now, answer)
            walk.expect(answer.status == status,
                        f"{operation.id}: {target} is answered {answer.status}, not {status}: "
                        f"{answer.body[:200]!r}")
        answer = ask(path, "POST", fill(operation.path, {"profile": profile}), JSON, b"[]")
        walk.check(operation, answer)


def walk_reads(walk: Walk, daemon: Daemon, kind: str, profile: str, query: str, wrong: str) -> None:
    operation = next(one for one in walk.document.operations if one.id == f"get{kind}")
    whole = fill(operation.path, {"profile": profile})
    named = {"X-Request-Id": "weights"}
    tag = daemon.ask("GET", f"{whole}?{query}", named).headers["etag"]
    for status, more, headers in ((200, "", {}), (200, "&format=csv", {}),
                                  (200, "&box=-180,-90,180,90", {}),
                                  (200, "&in_force=true", {}),
                                  (200, "&in_force=true&box=-180,-90,180,90", {}),
                                  (304, "", {"If-None-Match": tag}), (400, "&box=1,2", {}),
                                  (404, "&scenario=nobody", {})):
        answer = daemon.ask("GET", f"{whole}?{query}{more}", {**named, **headers})
        walk.check(operation, answer)
        walk.expect(answer.status == status, f"{operation.id}: {more} is answered {answer.status}")
    walk.check(operation, daemon.ask("POST", whole, {**named, **JSON}, b"[]"))
    walk.check(operation, daemon.ask("GET", wrong, named))


def walk_scenarios(walk: Walk, path: str, by_id: dict[str, Operation], row: Any) -> None:
    raw = json.dumps(row).encode()
    for name, method, suffix in (("publishScenario", "POST", "/publish"),
                                 ("deleteScenario", "DELETE", "")):
        ask(path, "PATCH", "/v1/weights/car/segments?scenario=works", JSON, raw)
        for target in ("works", "works", "works?colour=red"):
            scenario, _, more = target.partition("?")
            answer = ask(path, method, f"/v1/scenarios/{scenario}{suffix}" + ("?" + more if more else ""),
                         {}, b"")
            walk.check(by_id[name], answer)
        walk.check(by_id[name], ask(path, "PATCH", f"/v1/scenarios/works{suffix}", JSON, b"[]"))


def walk_list(walk: Walk, daemon: Daemon, operation: Operation) -> None:
    named = {"X-Request-Id": "weights"}
    for target, headers in (("", {}), ("?map=atlantis", {}), ("?colour=red", {}),
                            ("", {"Accept": "image/png, */*;q=0"})):
        walk.check(operation, daemon.ask("GET", f"/v1/scenarios{target}", {**named, **headers}))
    walk.check(operation, daemon.ask("PUT", "/v1/scenarios", {**named, **JSON}, b"[]"))


def walk_models(walk: Walk, path: str, daemon: Daemon, by_id: dict[str, Operation]) -> None:
    put: list[Case] = [
        (200, "", JSON, MODEL), (200, "?dry_run=true", JSON, MODEL), (400, "", JSON, b"{"),
        (400, "", JSON, b'{"speed":[{"if":"x == 1","multiply_by":"2"}]}'), (400, "?colour=red", JSON, MODEL),
        (404, "?map=atlantis", JSON, MODEL), (412, "", {**JSON, "If-Match": '"77777"'}, MODEL),
        (413, "", JSON, b" " * 70000), (415, "", CSV, MODEL), (415, "", {**JSON, "Content-Encoding": "br"}, MODEL),
        (422, "?map=small", JSON, MODEL), (200, "", {**JSON, "Idempotency-Key": "m1"}, MODEL),
        (422, "", {**JSON, "Idempotency-Key": "m1"}, b"{}")]
    delete: list[Case] = [
        (412, "", {"If-Match": '"77777"'}, b""), (200, "?dry_run=true", {}, b""),
        (200, "", {"Idempotency-Key": "m2"}, b""), (422, "?dry_run=true", {"Idempotency-Key": "m2"}, b""),
        (404, "", {}, b""), (400, "?colour=red", {}, b"")]
    for name, verb, cases in (("putModel", "PUT", put), ("deleteModel", "DELETE", delete)):
        for status, more, headers, body in cases:
            answer = ask(path, verb, f"/v1/models/truck{more}", headers, body)
            walk.check(by_id[name], answer)
            walk.expect(answer.status == status, f"{name}: {more} is answered {answer.status}, not {status}: "
                        f"{answer.body[:200]!r}")
        walk.check(by_id[name], ask(path, "PATCH", "/v1/models/truck", JSON, b"{}"))
    tag = ask(path, "PUT", "/v1/models/truck", JSON, MODEL).headers["relaxd-epoch"]
    named = {"X-Request-Id": "weights"}
    for operation, target in ((by_id["getModels"], "/v1/models"), (by_id["getModel"], "/v1/models/truck")):
        for more, headers in (("", {}), ("?map=atlantis", {}), ("?colour=red", {}),
                              ("", {"If-None-Match": f'"{tag}"'}), ("", {"Accept": "image/png, */*;q=0"})):
            walk.check(operation, daemon.ask("GET", target + more, {**named, **headers}))
        walk.check(operation, daemon.ask("PATCH", target, {**named, **JSON}, b"[]"))
    walk.check(by_id["getModel"], daemon.ask("GET", "/v1/models/none", named))


def walk_strangers(walk: Walk, daemon: Daemon, status: int) -> None:
    """Where changes need a token, or are not taken."""
    for operation in walk.document.operations:
        if operation.tag != "weights" or operation.method == "GET":
            continue
        answer = daemon.ask(operation.method, fill(operation.path, {"profile": "car", "name": "works"}),
                            {"X-Request-Id": "weights", **JSON}, b"[]")
        walk.check(operation, answer)
        walk.expect(answer.status == status, f"{operation.id} is answered {answer.status}")


def neighbours(daemon: Daemon) -> tuple[list[Any], list[Any]]:
    """Nodes along a road, and a turn, of a route."""
    target = "/route/v1/driving/-0.02,0.006;0.021,-0.005?annotations=nodes&overview=false"
    nodes = daemon.ask("GET", target).json()["routes"][0]["legs"][0]["annotation"]["nodes"]
    segment = [{"from": nodes[1], "to": nodes[2], "speed": 30}]
    turns = [{"from": a, "via": b, "to": c, "penalty": 5} for a, b, c in zip(nodes, nodes[1:], nodes[2:])]
    return segment, turns


def without(rows: list[Any], name: str) -> list[Any]:
    return [{key: value for key, value in row.items() if key != name} for row in rows]


def walk_weights(walk: Walk, scratch: str, maps: list[str], limits: tuple[str, ...]) -> None:
    path = os.path.join(scratch, "weights.sock")
    by_id = {one.id: one for one in walk.document.operations}
    state = ("--daemon-state-directory", os.path.join(scratch, "state"))
    small = ("--weights-body-max-bytes", "65536", "--weights-text-max-bytes", "65536")
    with Daemon(scratch, maps, *limits, *state, *small, "--weights-listen", f"unix:{path}") as daemon:
        segment, turns = neighbours(daemon)
        arcs = [{"from": 1, "to": 2, "weight": 70}]
        walk_collection(walk, path, "Segments", "car", "", segment, without(segment, "speed"))
        walk_collection(walk, path, "Turns", "car", "", turns, without(turns, "penalty"))
        walk_collection(walk, path, "Arcs", "car", "map=small", arcs, without(arcs, "weight"))
        walk_reads(walk, daemon, "Segments", "car", "map=country", "/v1/weights/car/segments?map=small")
        walk_reads(walk, daemon, "Turns", "car", "map=country", "/v1/weights/car/turns?map=small")
        walk_reads(walk, daemon, "Arcs", "car", "map=small", "/v1/weights/arcs?map=country")
        walk_scenarios(walk, path, by_id, segment)
        walk_list(walk, daemon, by_id["getScenarios"])
        walk_models(walk, path, daemon, by_id)
        walk_strangers(walk, daemon, 403)
    with Daemon(scratch, maps, *limits, *state, *token_option(scratch)) as daemon:
        walk_strangers(walk, daemon, 401)
