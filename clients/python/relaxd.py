"""relaxd: a client of relaxd's HTTP interface for Python 3.9 or newer; one file.

    from relaxd import Relaxd, RelaxdError

    with Relaxd("http://127.0.0.1:5000", timeout=10) as relaxd:
        route = relaxd.route([(-0.02, 0.006), (0.021, -0.005)], steps=True)["routes"][0]
        print(route["duration"], route["distance"])

Every method asks one question and gives the answer as it came, or raises a
RelaxdError. Positions are (longitude, latitude) in degrees, durations seconds,
distances metres; docs/osrm.md and docs/api.md of relaxd say what options do and
what answers mean. An option that is None is not sent. A client keeps one connection,
so each thread needs a client of its own.
"""

from __future__ import annotations

import http.client
import json
import socket
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, TypedDict, Union
from urllib.parse import quote, urlencode, urlsplit

__all__ = ["Relaxd", "RelaxdError", "RelaxdTimeout"]

Place = Tuple[float, float]
LineString = TypedDict("LineString", {"type": str, "coordinates": List[List[float]]})
Geometry = Union[str, LineString]
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


class Waypoint(TypedDict, total=False):
    location: list[float]
    name: str
    distance: float  # metres from where it was asked for
    nodes: list[int]  # of nearest


class Maneuver(TypedDict, total=False):
    type: str
    modifier: str
    location: list[float]
    bearing_before: int
    bearing_after: int
    exit: int


class Stretch(TypedDict, total=False):
    distance: float
    duration: float
    weight: float


class Step(Stretch, total=False):
    name: str
    ref: str
    destinations: str
    exits: str
    rotary_name: str
    mode: str
    driving_side: str
    maneuver: Maneuver
    geometry: Geometry
    intersections: list[dict[str, Any]]


class Leg(Stretch, total=False):
    summary: str
    steps: list[Step]
    annotation: dict[str, Any]


class Route(Stretch, total=False):
    weight_name: str
    geometry: Geometry  # not with overview="false"
    legs: list[Leg]


class RouteAnswer(TypedDict, total=False):
    code: str
    routes: list[Route]
    waypoints: list[Waypoint]


class TableAnswer(TypedDict, total=False):
    code: str
    durations: list[Row]  # None where there is no way
    distances: list[Row]
    sources: list[Waypoint]
    destinations: list[Waypoint]


class NearestAnswer(TypedDict):
    code: str
    waypoints: list[Waypoint]


class Figures(TypedDict, total=False):
    """What answered, and how long it took."""

    solver: str
    device: str
    epoch: int
    queued_us: int
    solve_us: int
    note: str


class WayAnswer(Figures, total=False):
    cost: int | None  # None, as the next three, where there is no way
    duration: float | None
    distance: float | None
    geometry: Geometry | None
    missing_leg: int
    weight_name: str
    legs: list[dict[str, Any]]
    stops: list[Waypoint]
    roads: list[dict[str, Any]]
    nodes: list[int]
    alternatives: list[dict[str, Any]]  # cost to nodes of each, where some were asked for


class PathAnswer(Figures, total=False):
    cost: int | None
    vertices: list[int]
    overflow: bool


TreeAnswer = TypedDict("TreeAnswer", {"from": int, "labels": List[Tuple[int, Optional[int]]], "solver": str, "device": str})


# `cell` is how fine it is drawn, `beside_roads` how far one walks beside roads; metres.
IsochroneAnswer = TypedDict("IsochroneAnswer", {
    "type": str, "features": List[Dict[str, Any]], "from": List[Waypoint], "cell": float,
    "beside_roads": float, "epoch": int, "settled": int, "search_us": int, "draw_us": int,
})


class StatusAnswer(TypedDict, total=False):
    version: str
    uptime_s: int
    maps: list[dict[str, Any]]
    devices: list[dict[str, Any]]
    gpu: str
    solvers: list[dict[str, Any]]


def _given(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _target(path: str, options: Sequence[tuple[str, Any]]) -> str:
    pairs = [(name, str(value).lower() if isinstance(value, bool) else value) for name, value in options if value is not None]
    return f"{path}?{urlencode(pairs, safe=',;')}" if pairs else path


def _place(place: Place | int) -> str:
    return str(place) if isinstance(place, int) else f"{place[0]:.7f},{place[1]:.7f}"


def _listed(words: Sequence[str] | None) -> str | None:
    return ",".join(words) if words else None


def _refusal(status: int, answer: Any) -> RelaxdError:
    """From OSRM's form, relaxd's own (RFC 9457), or what stands in between."""
    said = answer if isinstance(answer, dict) else {}
    words = said.get("detail") or said.get("message") or said.get("title") or f"HTTP status {status}"
    code = said.get("code") or str(said.get("type", "NoAnswer")).replace("urn:relaxd:", "")
    return RelaxdError(words, code, status, said.get("mend", ""))


class Relaxd:
    """A relaxd at `base`; `timeout` is how many seconds it may be silent."""

    def __init__(self, base: str = "http://127.0.0.1:5000", timeout: float = 30.0) -> None:
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

    # OSRM's services. `profile` is one that is served, MAP:PROFILE, or a usual name.

    def route(
        self, places: Sequence[Place], *,
        profile: str = "driving", alternatives: bool | int | None = None, steps: bool | None = None,
        annotations: bool | Sequence[str] | None = None, geometries: str | None = None,
        overview: str | None = None, continue_straight: bool | None = None,
        waypoints: Sequence[int] | None = None, radiuses: Sequence[float | None] | None = None,
        bearings: Sequence[tuple[int, int] | None] | None = None,
        approaches: Sequence[str | None] | None = None, exclude: Sequence[str] | None = None,
        snapping: str | None = None,
    ) -> RouteAnswer:
        return self._osrm("route", locals())

    def table(
        self, places: Sequence[Place], *,
        profile: str = "driving", sources: Sequence[int] | None = None,
        destinations: Sequence[int] | None = None, annotations: Sequence[str] | None = None,
        fallback_speed: float | None = None, fallback_coordinate: str | None = None,
        scale_factor: float | None = None, radiuses: Sequence[float | None] | None = None,
        bearings: Sequence[tuple[int, int] | None] | None = None,
        approaches: Sequence[str | None] | None = None, exclude: Sequence[str] | None = None,
        snapping: str | None = None, skip_waypoints: bool | None = None,
    ) -> TableAnswer:
        return self._osrm("table", locals())

    def nearest(
        self, place: Place, *,
        profile: str = "driving", number: int | None = None, radius: float | None = None,
        bearing: tuple[int, int] | None = None, exclude: Sequence[str] | None = None,
        snapping: str | None = None,
    ) -> NearestAnswer:
        turned = f"{bearing[0]},{bearing[1]}" if bearing else None
        options = [("number", number), ("radiuses", radius), ("bearings", turned), ("snapping", snapping)]
        options += [("exclude", _listed(exclude)), ("generate_hints", False)]
        return self._ask("GET", _target(f"/nearest/v1/{quote(profile)}/{place[0]:.6f},{place[1]:.6f}", options))

    # relaxd's own questions. `map` and `profile` name one of status().

    def way(
        self, places: Sequence[Place | int], *,
        geometry: str | None = None, nodes: bool | None = None, radius: float | None = None,
        continue_straight: bool | None = None, alternatives: int | None = None, map: str | None = None,
        profile: str | None = None, solver: str | None = None, exclude: Sequence[str] | None = None,
    ) -> WayAnswer:
        """relaxd's own route, which tells who found it; ids of nodes are places, too."""
        stops: list[tuple[str, Any]] = [("via", _place(place)) for place in places[1:-1]]
        options = [("geometry", geometry), ("nodes", nodes), ("radius", radius), ("continue_straight", continue_straight),
                   ("alternatives", alternatives)]
        ends = [("from", _place(places[0])), *stops, ("to", _place(places[-1]))]
        return self._ask("GET", _target("/v1/route", ends + options + self._query_options(map, profile, solver, exclude)))

    def path(
        self, source: int, target: int, *,
        paths: bool | None = None, map: str | None = None, profile: str | None = None,
        solver: str | None = None, exclude: Sequence[str] | None = None,
    ) -> PathAnswer:
        """Between vertices by their ids, on any map."""
        options = [("from", source), ("to", target), ("paths", paths)]
        return self._ask("GET", _target("/v1/path", options + self._query_options(map, profile, solver, exclude)))

    def tree(
        self, source: int, *,
        limit: int | None = None, map: str | None = None, profile: str | None = None,
        solver: str | None = None, exclude: Sequence[str] | None = None,
    ) -> TreeAnswer:
        """What each vertex costs that is reached from one, up to `limit`."""
        options = [("from", source), ("limit", limit)]
        return self._ask("GET", _target("/v1/tree", options + self._query_options(map, profile, solver, exclude)))

    def isochrone(
        self, places: Sequence[Place | int], contours: Sequence[float], *,
        metric: str | None = None, direction: str | None = None, polygons: bool | None = None,
        denoise: float | None = None, generalize: float | None = None, map: str | None = None,
        profile: str | None = None, exclude: Sequence[str] | None = None,
    ) -> IsochroneAnswer:
        """How far one gets from any of the places within seconds, or metres; GeoJSON."""
        options = [("map", map), ("profile", profile), ("exclude", _listed(exclude))]
        how = [("metric", metric), ("direction", direction), ("polygons", polygons), ("denoise", denoise)]
        question = [("from", places), ("contours", contours), ("generalize", generalize), *how, *options]
        return self._ask("POST", "/v1/isochrone", _given(dict(question)))

    def status(self) -> StatusAnswer:
        return self._ask("GET", "/v1/status")

    @staticmethod
    def _query_options(
        map: str | None, profile: str | None, solver: str | None, exclude: Sequence[str] | None
    ) -> list[tuple[str, Any]]:
        return [("map", map), ("profile", profile), ("solver", solver), ("exclude", _listed(exclude))]

    def _osrm(self, service: str, options: dict[str, Any]) -> Any:
        question = {name: value for name, value in options.items() if name not in ("self", "places", "profile")}
        question.update(coordinates=options["places"], generate_hints=False)
        return self._ask("POST", f"/{service}/v1/{quote(options['profile'])}", _given(question))

    def _ask(self, method: str, target: str, question: Optional[Mapping[str, Any]] = None) -> Any:
        body = None if question is None else json.dumps(question)
        try:
            status, octets = self._exchange(method, self._prefix + target, body)
        except socket.timeout as error:
            self.close()
            raise RelaxdTimeout(f"no answer within {self._connection.timeout} s") from error
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise RelaxdError(f"relaxd does not answer: {error or type(error).__name__}") from error
        try:
            answer = json.loads(octets)
        except ValueError:
            answer = None
        if status != 200 or not isinstance(answer, dict) or answer.get("code", "Ok") != "Ok":
            raise _refusal(status, answer)
        return answer

    def _exchange(self, method: str, target: str, body: str | None) -> tuple[int, bytes]:
        kept = self._connection.sock is not None
        try:
            return self._send(method, target, body)
        except (ConnectionError, http.client.BadStatusLine):
            # A kept connection may have been closed meanwhile; questions change nothing.
            if not kept:
                raise
        self.close()
        return self._send(method, target, body)

    def _send(self, method: str, target: str, body: str | None) -> tuple[int, bytes]:
        headers = {"Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self._connection.request(method, target, body, headers)
        response = self._connection.getresponse()
        return response.status, response.read()
