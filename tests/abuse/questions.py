"""questions: the largest question that each endpoint admits. To register an endpoint: a row
in QUESTIONS; a test fails where one is missing.

usage: questions.py OPENAPI.YAML"""
import json
import math
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class World:
    """What questions are made of."""
    settings: dict[str, int]  # in force, by names like limits.queries-max
    west: list[int]  # ids of nodes on roads, in one third of the country
    east: list[int]  # and in the opposite one
    box: list[float]  # most roads are in it
    languages: bool  # relaxd was built with npm's packages

    def limit(self, name: str, without: int = 1 << 62) -> int:
        """`without`: where relaxd has no such setting."""
        return self.settings.get(name) or without

    def place(self, i: int) -> list[float]:
        """Neighbours in this order are far from each other."""
        west, south, east, north = self.box
        x, y = (i * 0.618034 + 0.5 * (i % 2)) % 1, i * 0.754878 % 1
        return [round(west + x * (east - west), 5), round(south + y * (north - south), 5)]

    def places(self, count: int) -> list[str]:
        return [f"{lon:.5f},{lat:.5f}" for lon, lat in map(self.place, range(count))]

    def pairs(self, count: int) -> list[dict[str, int]]:
        return [{"from": self.west[i * 7 % len(self.west)], "to": self.east[i * 13 % len(self.east)]}
                for i in range(count)]


def message(method: str, target: str, body: bytes | None = None, accept: str = "*/*") -> bytes:
    head = f"{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept: {accept}\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + (body or b"")


Make = Callable[[World, int], bytes]


@dataclass(frozen=True)
class Question:
    endpoint: str  # as openapi.yaml has it
    words: str
    make: Make  # the int is how many more of its list than the limit admits
    begins: bytes = b"{"  # what the body of the answer begins with, and ends with
    ends: bytes = b"}"
    has: Callable[[World, Any], bool] = lambda _, value: bool(value)  # of the JSON
    listed: bool = False  # one more in its list is one too many
    light: bool = False  # its answer is no work
    statuses: tuple[int, ...] = (200,)


def get(target: str, accept: str = "*/*") -> Make:
    return lambda world, more: message("GET", target, accept=accept)


def post(target: str, value: Any, accept: str = "*/*") -> bytes:
    return message("POST", target, json.dumps(value, separators=(",", ":")).encode(), accept)


def stretched(body: bytes) -> Make:
    """A table of one row or column: short ids, as many as the limits and a body admit."""
    def make(world: World, more: int) -> bytes:
        most, room = world.limit("limits.table-ids-max") - 1 + more, world.limit("http.body-max-bytes")
        count = min(most, (room - len(body)) // 2)
        whole = body % b",".join([b"%d" % (1 + i % 9) for i in range(count)])
        return message("POST", "/v1/table", whole if count == most else whole.ljust(room + more))
    return make


def side(world: World) -> int:
    return min(math.isqrt(world.limit("limits.table-cells-max")), len(world.west),
               world.limit("limits.table-ids-max") // 2)


def square(accept: str = "*/*") -> Make:
    return lambda world, more: post("/v1/table", {
        "sources": world.west[:side(world)],
        "targets": [world.east[i % len(world.east)] for i in range(
            side(world) if not more else world.limit("limits.table-cells-max") // side(world) + 1)],
    }, accept)


def pairs(limit: str, paths: bool, short: int = 0) -> Make:
    """So many short ones come first."""
    return lambda world, more: post("/v1/path", {
        "queries": [{"from": world.west[0], "to": world.west[0]}] * short
        + world.pairs(world.limit(limit) + more - short), "paths": paths})


def counts(member: str, limit: str) -> Callable[[World, Any], bool]:
    return lambda world, value: len(value[member]) == world.limit(limit)


def route(world: World, more: int) -> bytes:
    stops = world.places(world.limit("limits.stops-max") + more)
    via = "".join(f"&via={stop}" for stop in stops[1:-1])
    return message("GET", f"/v1/route?from={stops[0]}&to={stops[-1]}{via}")


def isochrone(world: World, more: int) -> bytes:
    contours = ",".join(str(900 * (i + 1)) for i in range(16))
    starts = "".join(f"&from={place}" for place in world.places(world.limit("limits.stops-max") + more))
    return message("GET", f"/v1/isochrone?contours={contours}{starts}")


def posted_isochrone(world: World, more: int) -> bytes:
    return post("/v1/isochrone", {"from": [world.place(i) for i in range(world.limit("limits.stops-max"))],
                                  "contours": [60 * (i + 1) for i in range(16 + more)]})


def posted_route(world: World, more: int) -> bytes:
    """With steps in the language whose grammar has the most rules."""
    stops = [world.place(i) for i in range(world.limit("limits.stops-max") + more)]
    language = {"language": "ru"} if world.languages else {}
    return post("/v1/route", {"from": stops[0], "via": stops[1:-1], "to": stops[-1], "steps": True, **language})


def measured_side(world: World) -> int:
    """Of a table with everything: some 30 bytes a cell while it is made."""
    return min(math.isqrt(world.limit("limits.table-cells-max")), world.limit("limits.table-ids-max") // 2,
               math.isqrt(world.limit("limits.memory-max") // 120), 2000)


def measured(world: World, more: int) -> bytes:
    places = [world.place(i) for i in range(measured_side(world))]
    return post("/v1/table", {"sources": places, "targets": places, "metrics": ["cost", "duration", "distance"]})


def sparse(world: World, more: int) -> bytes:
    places = [world.place(i) for i in range(measured_side(world))]
    return post("/v1/table", {"sources": places, "targets": places, "sparse": True, "max_duration": 3600})


def table_of_url(world: World, more: int) -> bytes:
    places = world.places(300)
    ends = [f"sources={place}" for place in places[::2]] + [f"targets={place}" for place in places[1::2]]
    return message("GET", f"/v1/table?metrics=duration,distance&{'&'.join(ends)}")


def search(world: World, more: int) -> bytes:
    return message("GET", f"/v1/search?solver=dijkstra&from={world.west[0]}&to={world.east[-1]}")


def of_url(service: str, most: int, limit: str, options: str) -> Make:
    def make(world: World, more: int) -> bytes:
        places = ";".join(world.places(min(most, world.limit(limit)) + more))
        return message("GET", f"/{service}/v1/driving/{places}?{options}")
    return make


def of_body(service: str, limit: str, options: dict[str, Any]) -> Make:
    return lambda world, more: post(f"/{service}/v1/driving", {
        **options, "coordinates": [world.place(i) for i in range(world.limit(limit) + more)]})


def row_size(world: World) -> int:
    return min(world.limit("limits.table-ids-max") - 1, 20000)


def row_of_places(world: World, more: int) -> bytes:
    """All that a place takes, and little else."""
    return post("/table/v1/driving", {
        "sources": [0], "coordinates": [world.place(i) for i in range(row_size(world))]})


def nearest(world: World, more: int) -> bytes:
    return message("GET", f"/nearest/v1/driving/{world.places(1)[0]}"
                   f"?number={world.limit('osrm.max-nearest-size') + more}")


def tile(world: World, more: int) -> bytes:
    """A quarter of the country, which is around 0,0; a cache of 0 bytes keeps none."""
    return message("GET", "/tile/v1/driving/tile(512,511,10).mvt")


def is_square(world: World, value: Any) -> bool:
    return bool([len(row) for row in value["costs"]] == [side(world)] * side(world))


def change(method: str, target: str, row: bytes) -> Make:
    """As many rows as other bodies may have; but nobody is allowed to change weights here."""
    def make(world: World, more: int) -> bytes:
        count = (world.limit("http.body-max-bytes") - 2) // (len(row) + 1) + more
        return message(method, target, b"[" + b",".join([row] * count) + b"]")
    return make


ROUTE, TABLE = "osrm.max-viaroute-size", "osrm.max-table-size"
ALL = {"steps": True, "annotations": True, "overview": "full", "geometries": "geojson"}
HEALTH = b'{"status":"ok"}'

QUESTIONS: tuple[Question, ...] = (
    Question("POST /v1/table", "table, one source", stretched(b'{"sources":[1],"targets":[%s]}'),
             listed=True,
             has=lambda _, value: len(value["costs"]) == 1),
    Question("POST /v1/table", "table, one target", stretched(b'{"targets":[1],"sources":[%s]}'),
             listed=True,
             has=lambda _, value: len(value["costs"][0]) == 1),
    Question("POST /v1/table", "table, square", square(), has=is_square, listed=True),
    Question("POST /v1/table", "table, as octets", square("application/octet-stream"), b"\x93NUMPY", b""),
    Question("POST /v1/table", "table of all metrics", measured,
             has=lambda world, value: len(value["distances"]) == len(value["costs"]) == measured_side(world)),
    Question("POST /v1/table", "table of cells", sparse, has=lambda _, value: len(value["cells"]) > 10),
    Question("GET /v1/table", "table of a URL", table_of_url,
             has=lambda _, value: len(value["durations"]) == len(value["distances"][0]) == 150),
    Question("POST /v1/path", "paths of pairs", pairs("limits.queries-max", True),
             has=counts("answers", "limits.queries-max"), listed=True),
    Question("POST /v1/path", "paths that get long", pairs("limits.queries-max", True, 64),
             has=counts("answers", "limits.queries-max"), listed=True),
    Question("POST /v1/path", "costs of pairs", pairs("limits.costs-max", False),
             has=counts("answers", "limits.costs-max"), listed=True),
    Question("GET /v1/path", "path", lambda world, more: message(
        "GET", f"/v1/path?from={world.west[0]}&to={world.east[-1]}"),
        has=lambda _, value: len(value["vertices"]) > 10),
    Question("GET /v1/tree", "tree", lambda world, more: message("GET", f"/v1/tree?from={world.west[0]}"),
             b'{"from":', has=lambda world, value: len(value["labels"]) > len(world.west) / 9),
    Question("POST /v1/tree", "tree of a body", lambda world, more: post("/v1/tree", {"from": world.west[0]}),
             b'{"from":', has=lambda world, value: len(value["labels"]) > len(world.west) / 9),
    Question("GET /v1/tree", "tree of a graph", get("/v1/tree?map=graph&from=1"), b'{"from":'),
    Question("GET /v1/route", "route", route, listed=True,
             has=lambda world, value: len(value["legs"]) == world.limit("limits.stops-max") - 1),
    Question("POST /v1/route", "route with steps", posted_route, listed=True,
             has=lambda world, value: len(value["legs"][0]["steps"]) > 2),
    Question("GET /v1/nearest", "nearest", lambda world, more: message(
        "GET", f"/v1/nearest?from={world.places(1)[0]}&number=100"), has=lambda _, value: len(value["roads"]) == 100),
    Question("POST /v1/nearest", "nearest of a body", lambda world, more: post(
        "/v1/nearest", {"from": [world.place(0)], "number": 100}), has=lambda _, value: len(value["roads"]) == 100),
    Question("GET /v1/isochrone", "isochrone", isochrone, listed=True,
             has=lambda _, value: len(value["features"]) == 16),
    Question("POST /v1/isochrone", "isochrone of a body", posted_isochrone, listed=True),
    Question("GET /v1/search", "search", search, has=lambda _, value: len(value["phases"]) > 10),
    Question("POST /v1/search", "search of a body", lambda world, more: post("/v1/search", {
        "from": world.west[0], "to": world.east[-1], "solver": "dijkstra"}), has=lambda _, value: len(value["phases"]) > 10),
    Question("GET /v1/vertices", "vertices", get("/v1/vertices"),
             has=lambda world, value: len(value["vertices"]) // 3 == len(world.west)),
    Question("GET /route/v1/{profile}/{coordinates}", "osrm route",
             of_url("route", 500, ROUTE, "steps=true&overview=full"), b'{"code":"Ok"', listed=True),
    Question("POST /route/v1/{profile}", "osrm route of a body", of_body("route", ROUTE, ALL),
             b'{"code":"Ok"', listed=True,
             has=lambda world, value: len(value["waypoints"]) == world.limit(ROUTE)),
    Question("GET /table/v1/{profile}/{coordinates}", "osrm table", of_url("table", 600, TABLE, ""),
             b'{"code":"Ok"'),
    Question("POST /table/v1/{profile}", "osrm table of a body",
             of_body("table", TABLE, {"annotations": ["duration", "distance"]}), b'{"code":"Ok"',
             listed=True, has=counts("distances", TABLE)),
    Question("POST /table/v1/{profile}", "osrm table of a row", row_of_places, b'{"code":"Ok"',
             has=lambda world, value: len(value["destinations"]) == row_size(world)),
    Question("GET /nearest/v1/{profile}/{coordinate}", "osrm nearest", nearest, b'{"code":"Ok"',
             has=counts("waypoints", "osrm.max-nearest-size"), listed=True),
    Question("GET /tile/v1/{profile}/tile({x},{y},{z}).mvt", "tile", tile, b"\x1a", b""),
    Question("GET /v1/tiles.json", "tiles.json", get("/v1/tiles.json"), light=True),
    Question("GET /v1/status", "status", get("/v1/status"), light=True),
    Question("GET /metrics", "metrics", get("/metrics"), b"# HELP ", b"\n", light=True),
    Question("GET /healthz", "healthz", get("/healthz"), HEALTH, light=True),
    Question("GET /readyz", "readyz", get("/readyz"), HEALTH, light=True),
    Question("GET /openapi.yaml", "openapi.yaml", get("/openapi.yaml"), b"#", b"\n", light=True),
    Question("GET /", "page", get("/", "text/html"), b"<!doctype", b"", light=True),
    Question("GET /favicon.ico", "icon", get("/favicon.ico"), b"", b"", light=True, statuses=(200, 404)),
    Question("GET /docs", "documents", get("/docs", "text/html"), b"<!doctype", b"", light=True),
    Question("GET /docs/{page}", "document", get("/docs/api", "text/html"), b"", b"", light=True, statuses=(200, 404)),
    Question("GET /assets/{file}", "asset", get("/assets/none-of-this-name.js"), light=True, statuses=(404,)),
)
WEIGHTS = {"segments": ("/v1/weights/{profile}/segments", b'{"from":1,"to":2,"speed":30}'),
           "turns": ("/v1/weights/{profile}/turns", b'{"from":1,"via":2,"to":3,"penalty":4}'),
           "arcs": ("/v1/weights/arcs", b'{"from":1,"to":2,"weight":3}')}
for words, (path, row) in WEIGHTS.items():
    at = path.replace("{profile}", "car") + ("?map=graph" if words == "arcs" else "?map=land")
    QUESTIONS += (Question(f"GET {path}", f"weights of {words}", get(at), b"[", b"]", light=True,
                           has=lambda _, value: bool(value == [])),)
    QUESTIONS += tuple(Question(f"{method} {path}", f"{method} of {words}", change(method, at, row),
                                light=True, statuses=(403,)) for method in ("PATCH", "PUT", "DELETE"))
QUESTIONS += (
    Question("GET /v1/scenarios", "scenarios", get("/v1/scenarios"), light=True,
             has=lambda _, value: bool(value["scenarios"] == [])),
    Question("DELETE /v1/scenarios/{name}", "end of a scenario",
             lambda world, more: message("DELETE", "/v1/scenarios/none"), light=True, statuses=(403,)),
    Question("POST /v1/scenarios/{name}/publish", "publication",
             lambda world, more: message("POST", "/v1/scenarios/none/publish"), light=True, statuses=(403,)),
    Question("GET /v1/models", "models", get("/v1/models"), light=True,
             has=lambda _, value: isinstance(value["models"], list)),
    Question("GET /v1/models/{name}", "model", get("/v1/models/none"), light=True, statuses=(404,)),
    Question("PUT /v1/models/{name}", "new model", change("PUT", "/v1/models/none", b"{}"), light=True,
             statuses=(403,)),
    Question("DELETE /v1/models/{name}", "end of a model",
             lambda world, more: message("DELETE", "/v1/models/none"), light=True, statuses=(403,)))


def main(path: str) -> int:
    """Whether each operation of openapi.yaml has a row here; tests/openapi holds relaxd to it."""
    told, at = set(), ""
    with open(path, encoding="utf-8") as file:
        paths = file.read().partition("\npaths:\n")[2].partition("\ncomponents:")[0]
    for line in paths.splitlines():
        if found := re.fullmatch(r"  (/.*):", line):
            at = found[1]
        elif found := re.fullmatch(r"    (get|post|put|patch|delete):", line):
            told.add(f"{found[1].upper()} {at}")
    differ = told ^ {question.endpoint for question in QUESTIONS}
    print(f"{'not ok' if differ or not told else 'ok'} - {len(told)} endpoints have their largest questions here")
    for name in sorted(differ):
        print(f"    {'no row for' if name in told else 'no endpoint is'} {name}")
    return 1 if differ or not told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
