"""relaxd: a client of relaxd's HTTP interface for Python 3.9 or newer.

    from relaxd import Relaxd, RelaxdError

    with Relaxd("http://127.0.0.1:5000", timeout=10) as relaxd:
        route = relaxd.route([(-0.02, 0.006), (0.021, -0.005)], steps=True)
        print(route["duration"], route["distance"])

Every method asks one question and gives the answer as it came, or raises a
RelaxdError. Positions are (longitude, latitude) in degrees, durations seconds,
distances metres; docs/osrm.md and docs/api.md of relaxd say what options do and
what answers mean. Where a place may be a number, that is the id of a node. An option
that is None is not sent. A client keeps one connection, so each thread needs a client
of its own.
"""

from __future__ import annotations

import http.client
import json
import socket
import uuid
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union
from urllib.parse import quote, urlencode, urlsplit

__all__ = ["Relaxd", "RelaxdError", "RelaxdTimeout"]

Place = Tuple[float, float]
LineString = TypedDict("LineString", {"type": str, "coordinates": List[List[float]]})
Geometry = Union[str, LineString]
Rows = Sequence[Mapping[str, Any]]
Places = Union[Sequence[Place], Sequence[int]]
Row = List[Optional[float]]


class RelaxdError(Exception):
    """Why there is no answer.

    status  of HTTP; 0 where nothing answered
    code    OSRM's ("NoRoute"), relaxd's problem ("no-road-near"), or "NoAnswer"
    message what is wrong
    mend    what to do about it; may be empty
    """

    def __init__(self, message: str, code: str = "NoAnswer", status: int = 0, mend: str = "") -> None:
        super().__init__(f"{code}: {message}")
        self.message = message
        self.code = code
        self.status = status
        self.mend = mend


class RelaxdTimeout(RelaxdError):
    """relaxd was silent for longer than `timeout`; its code is "NoAnswer"."""


class OsrmWaypoint(TypedDict, total=False):
    location: list[float]
    name: str
    distance: float  # metres from where it was asked for
    nodes: list[int]  # of nearest


class OsrmManeuver(TypedDict, total=False):
    type: str
    modifier: str
    location: list[float]
    bearing_before: int
    bearing_after: int
    exit: int


class OsrmStretch(TypedDict, total=False):
    distance: float
    duration: float
    weight: float


class OsrmStep(OsrmStretch, total=False):
    name: str
    ref: str
    destinations: str
    exits: str
    rotary_name: str
    mode: str
    driving_side: str
    maneuver: OsrmManeuver
    geometry: Geometry
    intersections: list[dict[str, Any]]


class OsrmLeg(OsrmStretch, total=False):
    summary: str
    steps: list[OsrmStep]
    annotation: dict[str, Any]


class OsrmRoute(OsrmStretch, total=False):
    weight_name: str
    geometry: Geometry  # not with overview="false"
    legs: list[OsrmLeg]


class OsrmRouteAnswer(TypedDict, total=False):
    code: str
    routes: list[OsrmRoute]
    waypoints: list[OsrmWaypoint]


class OsrmTableAnswer(TypedDict, total=False):
    code: str
    durations: list[Row]  # None where there is no way
    distances: list[Row]
    sources: list[OsrmWaypoint]
    destinations: list[OsrmWaypoint]


class OsrmNearestAnswer(TypedDict):
    code: str
    waypoints: list[OsrmWaypoint]


class Figures(TypedDict, total=False):
    """What answered, and how long it took."""

    solver: str
    device: str
    epoch: int
    queued_us: int
    solve_us: int
    note: str


class Stop(TypedDict):
    """A place as it is on its road."""

    location: list[float]
    distance: float  # metres from where it was asked for


class Sums(TypedDict, total=False):
    cost: int
    duration: float
    distance: float


class Step(Sums, total=False):
    """What to do, and the road from there to the next step."""

    instruction: str
    type: str
    modifier: str
    exit: int
    location: list[float]
    bearing_before: int
    bearing_after: int
    name: str
    ref: str
    destinations: str
    exits: str
    rotary_name: str
    mode: str
    driving_side: str
    points: list[int]  # the first and last in the route's geometry


class Leg(Sums, total=False):
    summary: str
    steps: list[Step]


class Road(TypedDict):
    name: str
    ref: str
    mode: str
    duration: float
    distance: float


class Alternative(Sums, total=False):
    geometry: Geometry
    legs: list[Leg]
    roads: list[Road]
    nodes: list[int]


class RouteAnswer(Figures, total=False):
    cost: int | None  # None, as the next three, without a route
    duration: float | None
    distance: float | None
    geometry: Geometry | None
    missing_leg: int  # the first leg that has no route, from 0
    overflow: bool
    weight_name: str
    legs: list[Leg]
    stops: list[Stop]
    roads: list[Road]
    nodes: list[int]
    alternatives: list[Alternative]


class TableAnswer(Figures, total=False):
    sources: list[Stop]  # of positions
    targets: list[Stop]
    costs: list[Row]  # None without a path
    durations: list[Row]
    distances: list[Row]
    cells: list[Row]  # with sparse or pairs: row, column, a value for each metric
    overflow: list[list[int]]


class NearestRoad(Stop, total=False):
    name: str
    ref: str
    way: int
    nodes: list[int]  # before and after the place
    forward: bool  # open from the first node to the second
    backward: bool


class NearestAnswer(TypedDict, total=False):
    roads: list[NearestRoad]
    epoch: int
    time_zone: str


class Path(TypedDict, total=False):
    cost: int | None
    vertices: list[int]
    overflow: bool


class PathAnswer(Path, Figures, total=False):
    pass


class PathsAnswer(Figures, total=False):
    answers: list[Path]  # in the order of the pairs


TreeAnswer = TypedDict("TreeAnswer", {
    "from": int, "limit": int, "labels": List[Tuple[int, Optional[int]]],
    "solver": str, "device": str, "epoch": int, "queued_us": int, "solve_us": int, "note": str,
}, total=False)


class Area(TypedDict):
    type: str
    properties: dict[str, Any]  # contour, metric, area in square metres
    geometry: dict[str, Any]


# `cell` is how fine it is drawn, `beside_roads` how far one walks beside roads; metres.
IsochroneAnswer = TypedDict("IsochroneAnswer", {
    "type": str, "features": List[Area], "from": List[Stop], "cell": float,
    "beside_roads": float, "epoch": int, "settled": int, "search_us": int, "draw_us": int,
})


class SearchAnswer(Figures, total=False):
    cost: int | None
    duration: float | None
    distance: float | None
    geometry: Geometry | None
    reached: list[int]
    points: int
    every: int
    phases: list[dict[str, Any]]


class VerticesAnswer(TypedDict):
    map: str
    count: int
    vertices: list[list[float]]  # id, longitude, latitude; or id


class ChangeAnswer(TypedDict, total=False):
    """What a change of weights did."""

    epoch: int
    rows: int
    matched: int
    unmatched: int
    changed_arcs: int
    in_force_ms: float
    unmatched_rows: list[dict[str, Any]]
    dry_run: bool


class ScenariosAnswer(TypedDict):
    map: str
    epoch: int
    collections: list[dict[str, Any]]
    scenarios: list[dict[str, Any]]


class StatusAnswer(TypedDict, total=False):
    version: str
    uptime_s: int
    maps: list[dict[str, Any]]
    devices: list[dict[str, Any]]
    gpu: str
    solvers: list[dict[str, Any]]


def _given(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _options(named: Mapping[str, Any], *others: str) -> dict[str, Any]:
    """A method's arguments as a question has them, all but `others`."""
    options = {name: value for name, value in named.items() if name not in ("self", *others)}
    return _given({**options, "exclude": ",".join(options.get("exclude") or []) or None})


def _target(path: str, options: Mapping[str, Any]) -> str:
    given = {name: str(value).lower() if isinstance(value, bool) else value for name, value in _given(options).items()}
    return f"{path}?{urlencode(given, safe=',;')}" if given else path


def _read(media: str, octets: bytes) -> Any:
    """JSON, bytes, or text, as it says it is; None where JSON is none."""
    if media.startswith("application/octet-stream"):
        return octets
    if media and "json" not in media:
        return octets.decode()
    try:
        return json.loads(octets)
    except ValueError:
        return None


def _refusal(status: int, answer: Any) -> RelaxdError:
    """From OSRM's form, relaxd's own (RFC 9457), or what stands in between."""
    said = answer if isinstance(answer, dict) else {}
    words = said.get("detail") or said.get("message") or said.get("title") or f"HTTP status {status}"
    code = said.get("code") or str(said.get("type", "NoAnswer")).replace("urn:relaxd:", "")
    return RelaxdError(words, code, status, said.get("mend", ""))


class Relaxd:
    """A relaxd at `base`; `timeout` is how many seconds it may be silent, `token` what
    changes of weights are sent with."""

    def __init__(self, base: str = "http://127.0.0.1:5000", timeout: float = 30.0, token: str = "") -> None:
        self.token = token
        parts = urlsplit(base)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"'{base}' is no address such as http://127.0.0.1:5000")
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.hostname, parts.port, timeout=timeout)
        self._prefix = parts.path.rstrip("/")

    def __enter__(self) -> Relaxd:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection; the next question opens another."""
        self._connection.close()

    # relaxd's own questions. `map` and `profile` name one of status().

    def route(
        self, places: Sequence[Place | int], *,
        geometry: str | None = None, nodes: bool | None = None, radius: float | None = None,
        continue_straight: bool | None = None, alternatives: int | None = None,
        steps: bool | None = None, language: str | None = None,
        map: str | None = None, profile: str | None = None, exclude: Sequence[str] | None = None,
        scenario: str | None = None, depart_at: str | None = None, min_epoch: int | None = None,
        solver: str | None = None, set: str | None = None,
    ) -> RouteAnswer:
        """Over at least two places."""
        return self._route(places, _options(locals(), "places"))

    def route_text(
        self, places: Sequence[Place | int], format: str, *,
        radius: float | None = None, continue_straight: bool | None = None,
        alternatives: int | None = None, steps: bool | None = None, language: str | None = None,
        map: str | None = None, profile: str | None = None, exclude: Sequence[str] | None = None,
        scenario: str | None = None, depart_at: str | None = None, min_epoch: int | None = None,
        solver: str | None = None, set: str | None = None,
    ) -> str:
        """The route as "gpx", or as "polyline"."""
        return self._route(places, _options(locals(), "places"))

    def table(
        self, sources: Places, targets: Places, *,
        pairs: Sequence[tuple[int, int]] | None = None, metrics: Sequence[str] | None = None,
        radius: float | None = None, limit: int | None = None, max_duration: float | None = None,
        max_distance: float | None = None, sparse: bool | None = None,
        map: str | None = None, profile: str | None = None, exclude: Sequence[str] | None = None,
        scenario: str | None = None, depart_at: str | None = None, min_epoch: int | None = None,
        solver: str | None = None, set: str | None = None,
    ) -> TableAnswer:
        """From every source to every target; all positions, or all ids."""
        return self._ask("POST", "/v1/table", _options(locals()))

    def table_npy(
        self, sources: Places, targets: Places, *,
        metrics: Sequence[str] | None = None, radius: float | None = None, limit: int | None = None,
        max_duration: float | None = None, max_distance: float | None = None,
        map: str | None = None, profile: str | None = None, exclude: Sequence[str] | None = None,
        scenario: str | None = None, depart_at: str | None = None, min_epoch: int | None = None,
        solver: str | None = None, set: str | None = None,
    ) -> bytes:
        """The same as a .npy file: numpy.load(io.BytesIO(...)) has it as an array."""
        return self._ask("POST", "/v1/table", _options(locals()), "application/octet-stream")

    def nearest(
        self, place: Place | int, *,
        number: int | None = None, radius: float | None = None,
        map: str | None = None, profile: str | None = None, exclude: Sequence[str] | None = None,
        scenario: str | None = None, depart_at: str | None = None, min_epoch: int | None = None,
    ) -> NearestAnswer:
        """The roads nearest to a place."""
        return self._ask("POST", "/v1/nearest", {"from": [place], **_options(locals(), "place")})

    def isochrone(
        self, places: Sequence[Place | int], contours: Sequence[float], *,
        metric: str | None = None, direction: str | None = None, polygons: bool | None = None,
        denoise: float | None = None, generalize: float | None = None,
        map: str | None = None, profile: str | None = None, exclude: Sequence[str] | None = None,
        scenario: str | None = None, depart_at: str | None = None, min_epoch: int | None = None,
    ) -> IsochroneAnswer:
        """How far one gets from any of the places within seconds, or metres; GeoJSON."""
        return self._ask("POST", "/v1/isochrone", {"from": places, **_options(locals(), "places")})

    def path(
        self, source: int, target: int, *,
        paths: bool | None = None,
        map: str | None = None, profile: str | None = None, exclude: Sequence[str] | None = None,
        scenario: str | None = None, depart_at: str | None = None, min_epoch: int | None = None,
        solver: str | None = None, set: str | None = None,
    ) -> PathAnswer:
        """Between vertices by their ids, on any map."""
        return self._ask("POST", "/v1/path", {"from": source, "to": target, **_options(locals(), "source", "target")})

    def paths(
        self, pairs: Sequence[tuple[int, int]], *, paths: bool | None = None,
        map: str | None = None, profile: str | None = None, exclude: Sequence[str] | None = None,
        scenario: str | None = None, depart_at: str | None = None, min_epoch: int | None = None,
        solver: str | None = None, set: str | None = None,
    ) -> PathsAnswer:
        """Many at once."""
        queries = [{"from": source, "to": target} for source, target in pairs]
        return self._ask("POST", "/v1/path", {"queries": queries, **_options(locals(), "pairs", "queries")})

    def tree(
        self, source: int, *,
        limit: int | None = None,
        map: str | None = None, profile: str | None = None, exclude: Sequence[str] | None = None,
        scenario: str | None = None, depart_at: str | None = None, min_epoch: int | None = None,
        solver: str | None = None, set: str | None = None,
    ) -> TreeAnswer:
        """What each vertex costs that is reached from one, up to `limit`."""
        return self._ask("POST", "/v1/tree", {"from": source, **_options(locals(), "source")})

    def search(
        self, source: Place | int, target: Place | int, *,
        geometry: str | None = None, radius: float | None = None,
        map: str | None = None, profile: str | None = None, exclude: Sequence[str] | None = None,
        scenario: str | None = None, depart_at: str | None = None, min_epoch: int | None = None,
        solver: str | None = None, set: str | None = None,
    ) -> SearchAnswer:
        """How a solver finds a route; of those whose capabilities have "shows"."""
        return self._ask("POST", "/v1/search", {"from": source, "to": target, **_options(locals(), "source", "target")})

    def vertices(self, *, map: str | None = None, profile: str | None = None) -> VerticesAnswer:
        return self._ask("GET", _target("/v1/vertices", {"map": map, "profile": profile}))

    # Weights that change (docs/weights.md). `collection`: "car/segments", "car/turns", or "arcs".

    def rows(
        self, collection: str, *, box: str | None = None, in_force: bool | None = None,
        map: str | None = None, scenario: str | None = None,
    ) -> list[dict[str, Any]]:
        """The rows that clients wrote, or with in_force the weights of all layers."""
        return self._ask("GET", _target(f"/v1/weights/{collection}", _options(locals(), "collection")))

    def change_rows(
        self, method: str, collection: str, rows: Rows | None, *,
        ttl: int | None = None, dry_run: bool | None = None, key: str | None = None, all: bool | None = None,
        map: str | None = None, scenario: str | None = None,
    ) -> ChangeAnswer:
        """PATCH adds rows, PUT replaces all, DELETE removes these, or all; `key` makes it
        safe to repeat."""
        options = _options(locals(), "method", "collection", "rows", "key")
        return self._change(method, _target(f"/v1/weights/{collection}", options), rows, key)

    def scenarios(self, *, map: str | None = None) -> ScenariosAnswer:
        return self._ask("GET", _target("/v1/scenarios", {"map": map}))

    def publish(self, scenario: str, *, map: str | None = None, key: str | None = None) -> ChangeAnswer:
        """Its rows become those of the map."""
        return self._change("POST", _target(f"/v1/scenarios/{quote(scenario)}/publish", {"map": map}), None, key)

    def drop(self, scenario: str, *, map: str | None = None, key: str | None = None) -> ChangeAnswer:
        return self._change("DELETE", _target(f"/v1/scenarios/{quote(scenario)}", {"map": map}), None, key)

    def status(self) -> StatusAnswer:
        return self._ask("GET", "/v1/status")

    # OSRM's services. `profile` is one that is served, MAP:PROFILE, or a usual name.

    def osrm_route(
        self, places: Sequence[Place], *,
        profile: str = "driving", alternatives: bool | int | None = None, steps: bool | None = None,
        annotations: bool | Sequence[str] | None = None, geometries: str | None = None,
        overview: str | None = None, continue_straight: bool | None = None,
        waypoints: Sequence[int] | None = None, radiuses: Sequence[float | None] | None = None,
        bearings: Sequence[tuple[int, int] | None] | None = None,
        approaches: Sequence[str | None] | None = None, exclude: Sequence[str] | None = None,
        snapping: str | None = None,
    ) -> OsrmRouteAnswer:
        return self._osrm("route", locals())

    def osrm_table(
        self, places: Sequence[Place], *,
        profile: str = "driving", sources: Sequence[int] | None = None,
        destinations: Sequence[int] | None = None, annotations: Sequence[str] | None = None,
        fallback_speed: float | None = None, fallback_coordinate: str | None = None,
        scale_factor: float | None = None, radiuses: Sequence[float | None] | None = None,
        bearings: Sequence[tuple[int, int] | None] | None = None,
        approaches: Sequence[str | None] | None = None, exclude: Sequence[str] | None = None,
        snapping: str | None = None, skip_waypoints: bool | None = None,
    ) -> OsrmTableAnswer:
        return self._osrm("table", locals())

    def osrm_nearest(
        self, place: Place, *,
        profile: str = "driving", number: int | None = None, radius: float | None = None,
        bearing: tuple[int, int] | None = None, exclude: Sequence[str] | None = None,
        snapping: str | None = None,
    ) -> OsrmNearestAnswer:
        options = {
            "number": number, "radiuses": radius, "bearings": bearing and f"{bearing[0]},{bearing[1]}",
            "exclude": ",".join(exclude or []) or None, "snapping": snapping, "generate_hints": False,
        }
        return self._ask("GET", _target(f"/nearest/v1/{quote(profile)}/{place[0]:.6f},{place[1]:.6f}", options))

    def _route(self, places: Sequence[Place | int], options: Mapping[str, Any]) -> Any:
        via = {"via": places[1:-1]} if len(places) > 2 else {}
        return self._ask("POST", "/v1/route", {"from": places[0], **via, "to": places[-1], **options})

    def _osrm(self, service: str, options: dict[str, Any]) -> Any:
        question = {"coordinates": options["places"], "generate_hints": False}
        question.update(_given({name: value for name, value in options.items() if name not in ("self", "places", "profile")}))
        return self._ask("POST", f"/{service}/v1/{quote(options['profile'])}", question)

    def _change(self, method: str, target: str, rows: Rows | None, key: str | None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers["Idempotency-Key"] = key or uuid.uuid4().hex
        return self._ask(method, target, rows, others=headers)

    def _ask(self, method: str, target: str, question: Any = None, accept: str = "*/*", others: Mapping[str, str] | None = None) -> Any:
        headers = {"Accept": accept, **(others or {})}
        body = None if question is None else json.dumps(question)
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            response, octets = self._exchange(method, self._prefix + target, body, headers)
        except socket.timeout as error:
            self.close()
            raise RelaxdTimeout(f"no answer within {self._connection.timeout} s") from error
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise RelaxdError(f"relaxd does not answer: {error or type(error).__name__}") from error
        answer = _read(response.getheader("Content-Type", ""), octets)
        refused = isinstance(answer, dict) and answer.get("code", "Ok") != "Ok"
        if response.status != 200 or answer is None or refused:
            raise _refusal(response.status, answer)
        return answer

    def _exchange(
        self, method: str, target: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        kept = self._connection.sock is not None
        try:
            return self._send(method, target, body, headers)
        except (ConnectionError, http.client.BadStatusLine):
            # A kept connection may have been closed meanwhile; questions change nothing,
            # and a change of weights has a key, by which relaxd does it once.
            if not kept:
                raise
        self.close()
        return self._send(method, target, body, headers)

    def _send(
        self, method: str, target: str, body: str | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        self._connection.request(method, target, body, headers)
        response = self._connection.getresponse()
        return response, response.read()
