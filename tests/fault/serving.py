"""serving: relaxd is started, asked, has its map changed, is asked again and ends."""
import gzip
import http.client
import json
import os
import re
import signal
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from life import CLEAR, PATIENCE_S, Fault, Life

JSON = {"Content-Type": "application/json"}

# Of a town, and of a graph that has arcs and nothing else.
QUESTIONS: list[tuple[str, str, dict[str, str], str | None]] = [
    ("GET", "/v1/path?from=1&to=90", {}, None),
    ("GET", "/v1/path?from=1&to=90&solver=dijkstra", {}, None),
    ("GET", "/v1/path?map=bare&from=1&to=3", {}, None),
    ("GET", "/v1/route?from=0,0&to=0.002,0.002&profile=foot", {}, None),
    ("GET", "/v1/route?from=0,0&to=0.002,0.002&alternatives=2", {}, None),
    ("POST", "/v1/table", JSON, '{"sources":[1,2,3],"targets":[4,5,6,7]}'),
    ("POST", "/v1/path", JSON, '{"from":1,"to":90,"profile":"foot"}'),
    ("GET", "/v1/tree?from=1", {"Accept-Encoding": "gzip"}, None),
    ("GET", "/v1/tree?map=bare&from=1", {}, None),
    ("GET", "/v1/isochrone?lon=0&lat=0&contours=60,120", {}, None),
    ("GET", "/v1/vertices", {}, None),
    ("GET", "/v1/search?from=1&to=90", {}, None),
    ("GET", "/route/v1/driving/0,0;0.002,0.002?steps=true&annotations=true", {}, None),
    ("GET", "/route/v1/driving/0,0;0.002,0.002?alternatives=3&overview=full&"
            "geometries=geojson&exclude=motorway", {}, None),
    ("GET", "/table/v1/driving/0,0;0.002,0.002;0.001,-0.001?annotations=duration,distance",
     {}, None),
    ("GET", "/nearest/v1/driving/0,0?number=3", {}, None),
    ("POST", "/route/v1/driving", JSON, '{"coordinates":[[0,0],[0.002,0.002]]}'),
    ("GET", "/tile/v1/driving/tile(16384,16383,15).mvt", {}, None),
    ("GET", "/v1/path?from=1&to=none", {}, None),
    ("GET", "/v1/status", {}, None),
    ("GET", "/metrics", {}, None),
    ("GET", "/openapi.yaml", {}, None),
]

# Asked once more of the changed map.
ASKED_AGAIN = (0, 2, 3, 5, 7, 12, 17)

# What is another in every run; and all of what tells figures.
VARYING = {"epoch", "instance", "request_id", "hint"}
VARYING_END = ("_ms", "_us", "_s")
FIGURES = ("/v1/status", "/metrics")
# A form of the map that could not be made costs speed, and is told: another solver
# answers, by other steps.
OF_SOLVER = {"solver", "note", "reached", "points", "phases"}


def without(value: Any, names: set[str]) -> Any:
    """Labels have no order."""
    if isinstance(value, dict):
        return {name: without(sorted(one) if name == "labels" else one, names)
                for name, one in value.items()
                if name not in names and not name.endswith(VARYING_END)}
    if isinstance(value, list):
        return [without(one, names) for one in value]
    return value


def is_same(value: Any, want: Any, names: set[str]) -> bool:
    return bool(without(value, names) == without(want, names))


def difference(value: Any, want: Any, names: set[str], path: str = "") -> str:
    """Where they differ first."""
    if isinstance(value, dict) and isinstance(want, dict):
        for name in {**want, **value}:
            if not is_same({name: value.get(name)}, {name: want.get(name)}, names):
                return difference(value.get(name), want.get(name), names, f"{path}.{name}")
    if isinstance(value, list) and isinstance(want, list) and len(value) == len(want):
        for i, one in enumerate(value):
            if not is_same(one, want[i], names):
                return difference(one, want[i], names, f"{path}[{i}]")
    return f"{path} is {str(value)[:300]}, not {str(want)[:300]}"


@dataclass
class Answer:
    status: int  # 0: the connection was closed before all was there
    type: str
    body: bytes
    value: Any

    @property
    def is_refusal(self) -> bool:
        """A server's own, in the words of either interface; or a closed connection."""
        if self.status == 0:
            return True
        if self.status < 500 or not isinstance(self.value, dict):
            return False
        return self.type == "application/problem+json" or "code" in self.value


CLOSED = Answer(0, "", b"", None)


class Serving(Life):
    """One life of relaxd."""

    def _furnish(self) -> None:
        self._put("town-1.rlx")
        os.link(os.path.join(self.maps, "bare.rlx"), os.path.join(self.folder, "bare.rlx"))
        with open(os.path.join(self.folder, "relaxd.conf"), "w", encoding="ascii") as file:
            file.write("[maps]\ntown = town.rlx\nbare = bare.rlx\n[engine]\ndevice = cpu\n"
                       "cpu-workers = 1\ncompute-threads = 1\n[http]\nlisten = 127.0.0.1:0\n"
                       "loops = 2\n[daemon]\nstate-directory = state\n")
        os.mkdir(os.path.join(self.folder, "state"))

    def _command(self) -> list[str]:
        return [os.environ["RELAXD"], "--config", "relaxd.conf"]

    def _put(self, name: str) -> None:
        new = os.path.join(self.folder, "new")
        os.link(os.path.join(self.maps, name), new)
        os.rename(new, os.path.join(self.folder, "town.rlx"))

    def _ask(self, question: tuple[str, str, dict[str, str], str | None]) -> Answer:
        method, target, headers, body = question
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request(method, target, body, {"Connection": "close", **headers})
            response = connection.getresponse()
            content = response.read()
            if response.getheader("Content-Encoding") == "gzip":
                content = gzip.decompress(content)
            type_ = (response.getheader("Content-Type") or "").split(";")[0]
            value = json.loads(content) if type_.endswith("json") else None
        except TimeoutError:
            raise Fault(f"hangs: {target}") from None
        except (OSError, http.client.HTTPException):
            return CLOSED
        finally:
            connection.close()
        return Answer(response.status, type_, content, value)

    def _is_right(self, question: int, answer: Answer) -> bool:
        if self.expected is None:
            return answer.status != 0
        want = self.expected[len(self.outcome.answers)]
        if answer.status != want.status or answer.type != want.type:
            return False
        if QUESTIONS[question][1] in FIGURES:
            return True
        if answer.value is not None:
            return is_same(answer.value, want.value, self._names())
        return bool(answer.body == want.body)

    def _names(self) -> set[str]:
        told = "; other solvers answer" in self.read_log()
        return VARYING | OF_SOLVER if told else VARYING

    def _wrong(self, words: str, answer: Answer) -> None:
        want = (self.expected or [answer])[len(self.outcome.answers)]
        how = f"{answer.status} {answer.type} {answer.body[:300]!r}"
        if answer.value is not None and answer.status == want.status:
            how = difference(answer.value, want.value, self._names())
        self.outcome.wrongs.append(f"{words}: {how}")

    def _ask_all(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            question = QUESTIONS[number]
            answer = self._ask(question)
            if not self._is_right(number, answer):
                if self.process.poll() is not None:
                    raise Fault(f"died of {question[1]}")
                if not answer.is_refusal:
                    self._wrong(question[1], answer)
                self.outcome.refused += 1
                answer = self._ask(question)
                if not self._is_right(number, answer):
                    self._wrong(f"{question[1]}, once more", answer)
            self.outcome.answers.append(answer)

    def _reload(self) -> None:
        self._put("town-2.rlx")
        for _ in range(2):
            start = len(self.read_log())
            self.process.send_signal(signal.SIGHUP)
            found = self._wait_for(r"reloaded in|nothing was changed: [^\n]*\n", start)
            if not found:
                raise Fault("died of a reload")
            if found[0] == "reloaded in":
                return
            self.outcome.refused += 1
            if not CLEAR.search(found[0]):
                self.outcome.wrongs.append(f"unclear words of a reload: {found[0]}")
        self.outcome.wrongs.append("the second reload failed, too")

    def _live(self) -> None:
        found = self._wait_for(r"listening on 127\.0\.0\.1:(\d+)", 0)
        if not found:
            return
        self.outcome.started = True
        self.port = int(found[1])
        self._ask_all(range(len(QUESTIONS)))
        self._reload()
        self._ask_all(ASKED_AGAIN)
        if self.process.poll() is None:
            self.process.terminate()

    def _check_end(self, code: int) -> None:
        if self.outcome.started:
            if code != 0:
                self.outcome.wrongs.append(f"left with {code}")
            return
        last = self._last_words()
        if code not in (1, 2):
            self.outcome.wrongs.append(f"did not start, and left with {code}")
        if not CLEAR.search(last) or not re.search(r" error |^relaxd: ", last):
            self.outcome.wrongs.append(f"did not start, and its last words are: {last}")
