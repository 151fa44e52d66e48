"""traffic: clients that never stop asking, one that changes weights every 100 ms, and
one that reads the stream along."""
import http.client
import json
import random
import threading
import time
from typing import Any, Dict, List, NamedTuple, Optional, Set, Tuple

from fleet import STREAM, Fleet
from wire import Http, Redis, RedisError, fields_of, milliseconds

# A client asks again once after 2 s of silence, and has its answer within 5 s.
SILENCE_S, PATIENCE_S = 2.0, 5.0
PAIR_ROWS = 3


class Answer(NamedTuple):
    """What an answer says, and of what it is."""

    question: int
    epoch: int
    data: str  # the map's date
    costs: Tuple[float, float]


def costs_of(body: bytes) -> Tuple[float, float]:
    route = json.loads(body)["routes"][0]
    return route["weight"], route["duration"]


class Asker(threading.Thread):
    def __init__(self, fleet: Fleet, questions: List[str], seed: int) -> None:
        super().__init__(daemon=True)
        self.questions = questions
        self.port = fleet.ports["haproxy"]
        self.random = random.Random(seed)
        self.ending = threading.Event()
        self.answers: Set[Answer] = set()
        self.asked = 0
        self.again = 0
        self.slowest_s = 0.0
        self.failures: List[str] = []

    def _try(self, client: Http, question: int) -> Optional[str]:
        """None, or what is wrong."""
        try:
            status, headers, body = client.ask(self.questions[question])
        except (OSError, http.client.HTTPException) as error:
            return repr(error)
        if status != 200:
            return f"{status} {body[:300]!r}"
        data = json.loads(body).get("data_version", "")
        self.answers.add(Answer(question, int(headers["relaxd-epoch"]), data, costs_of(body)))
        return None

    def _ask(self, client: Http, question: int) -> None:
        begin = time.monotonic()
        wrong = self._try(client, question)
        if wrong and not wrong[0].isdigit():
            self.again += 1
            wrong = self._try(client, question)
        took_s = time.monotonic() - begin
        self.slowest_s = max(self.slowest_s, took_s)
        self.asked += 1
        if wrong or took_s > PATIENCE_S:
            when = time.strftime("%H:%M:%S")
            self.failures.append(f"{when} {self.questions[question]}: {wrong} after {took_s:.1f} s")

    def run(self) -> None:
        client = Http(self.port, SILENCE_S)
        while not self.ending.is_set():
            self._ask(client, self.random.randrange(len(self.questions)))
            time.sleep(0.004)


class Writer(threading.Thread):
    """Through HAProxy, with a key each, again and again until it is told that the change
    is made. Now and then past relaxd, as a job with redis-cli would."""

    def __init__(self, fleet: Fleet, pairs: List[Tuple[int, int]], every_s: float) -> None:
        super().__init__(daemon=True)
        self.fleet = fleet
        self.pairs = pairs
        self.every_s = every_s
        self.random = random.Random(5)
        self.ending = threading.Event()
        self.paused = threading.Event()
        self.idle = threading.Event()
        self.made: Dict[str, int] = {}  # key: the epoch that was answered
        self.refusals: Dict[str, int] = {}
        self.problems: List[str] = []
        self.number = 0

    def _rows(self) -> str:
        chosen = self.random.sample(self.pairs, PAIR_ROWS)
        return "".join(f"{a},{b},{self.random.randrange(5, 120)}\n" for a, b in chosen)

    def _send(self, client: Http, key: str, rows: str, ttl: bool) -> bool:
        target = "/v1/weights/car/segments" + ("?ttl=2" if ttl else "")
        headers = {
            "Authorization": "Bearer " + self.fleet.token,
            "Content-Type": "text/csv",
            "Idempotency-Key": key,
        }
        try:
            status, _, body = client.ask(target, "PATCH", rows, headers)
        except (OSError, http.client.HTTPException):
            return False
        answer: Dict[str, Any] = json.loads(body)
        if status == 200:
            self.made[key] = answer["epoch"]
            return True
        kind = str(answer.get("type", answer.get("title")))
        self.refusals[kind] = self.refusals.get(kind, 0) + 1
        if status != 503:
            self.problems.append(f"{status} {body[:300]!r}")
            return True
        return False

    def _append(self, redis: Redis) -> None:
        kinds: List[List[Any]] = [
            ["op", "patch", "rows", "segments", "profile", "car", "body", self._rows()],
            ["op", "patch", "rows", "segments", "profile", "car", "if-match", "1", "body", self._rows()],
            ["op", "patch", "rows", "segments", "profile", "car", "key", "k3", "body", self._rows()],
            ["op", "patch", "rows", "speeds", "profile", "car", "body", self._rows()],
        ]
        try:
            redis.ask("XADD", STREAM, "NOMKSTREAM", "*", *kinds[self.number // 10 % len(kinds)])
        except (OSError, RedisError):
            pass

    def pause(self) -> None:
        self.paused.set()
        self.idle.clear()
        self.idle.wait()

    def go_on(self) -> None:
        self.paused.clear()

    def run(self) -> None:
        client = Http(self.fleet.ports["haproxy"], 10)
        redis = self.fleet.connect(2)
        due = time.monotonic()
        while not self.ending.is_set():
            if self.paused.is_set():
                self.idle.set()
                time.sleep(0.02)
                continue
            self.number += 1
            if self.number % 10 == 0:
                self._append(redis)
            key, rows = f"k{self.number}", self._rows()
            while not self._send(client, key, rows, self.number % 7 == 0) and not self.ending.is_set():
                time.sleep(0.1)
            due = max(due + self.every_s, time.monotonic())
            time.sleep(max(0.0, due - time.monotonic()))


def last_of_each(body: bytes) -> bytes:
    """What a body of rows comes to: some are long, and say the same thing often."""
    lines: Dict[bytes, bytes] = {}
    for line in body.split():
        key = line.rpartition(b",")[0]
        lines.pop(key, None)
        lines[key] = line
    return b"\n".join(lines.values())


class Recorder(threading.Thread):
    """Reads the stream as it grows: what it has is trimmed now and then."""

    def __init__(self, fleet: Fleet) -> None:
        super().__init__(daemon=True)
        self.redis = fleet.connect(5)
        self.ending = threading.Event()
        self.entries: List[Tuple[int, Dict[str, bytes]]] = []  # when, and what it says
        self.last = b"0-0"
        self.fleet = fleet

    def has_all(self) -> bool:
        """By the main thread, while nothing is appended."""
        newest = self.fleet.redis.ask("XREVRANGE", STREAM, "+", "-", "COUNT", 1)
        return not newest or bool(newest[0][0] == self.last)

    def run(self) -> None:
        while not self.ending.is_set():
            try:
                reply = self.redis.ask("XREAD", "BLOCK", 200, "STREAMS", STREAM, self.last)
            except (OSError, RedisError):
                time.sleep(0.05)
                continue
            for entry in reply[0][1] if reply else []:
                fields = fields_of(entry)
                fields["body"] = last_of_each(fields.get("body", b""))
                self.entries.append((milliseconds(entry), fields))
                self.last = entry[0]
