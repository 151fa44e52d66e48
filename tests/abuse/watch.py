"""watch: a bystander who asks /healthz and a short route all the time, what relaxd takes of
the system meanwhile, and how often it reports to the service manager. A process of its own,
so that it sees relaxd and not the crowd."""
import glob
import http.client
import multiprocessing
import os
import socket
import threading
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

HEALTH_PERIOD_S = 0.01
ROUTE_PERIOD_S = 0.025
SAMPLE_PERIOD_S = 0.05
PATIENCE_S = 120


@dataclass
class Use:
    """What relaxd takes."""
    rss: int = 0
    anon: int = 0
    descriptors: int = 0
    threads: int = 0

    def max(self, other: "Use") -> "Use":
        return Use(*(max(pair) for pair in zip(vars(self).values(), vars(other).values())))


def count_threads(pid: int) -> int:
    """Without helpers (core/base/parallel.h), which wait for the next work."""
    count = 0
    for name in glob.glob(f"/proc/{pid}/task/*/comm"):
        try:
            with open(name, encoding="ascii", errors="replace") as file:
                count += file.read() != "helper\n"
        except (FileNotFoundError, ProcessLookupError):
            pass  # the thread has just ended
    return count


def read_use(pid: int) -> Use:
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
        told = dict(line.split(":", 1) for line in file)
    bytes_of = {name: 1024 * int(told[name].split()[0]) for name in ("VmRSS", "RssAnon")}
    return Use(bytes_of["VmRSS"], bytes_of["RssAnon"], len(os.listdir(f"/proc/{pid}/fd")), count_threads(pid))


@dataclass
class Probe:
    """Of one question. A question is due once a period, also while an answer is awaited, and
    its time runs from then: a pause counts as long as it was."""
    ms: list[float] = field(default_factory=list)
    refused: int = 0
    wrongs: list[str] = field(default_factory=list)

    def at(self, share: float) -> float:
        """That share of all was quicker."""
        return sorted(self.ms)[min(len(self.ms) - 1, int(share * len(self.ms)))] if self.ms else 0

    def worst(self) -> float:
        return max(self.ms, default=0)


@dataclass
class Seen:
    health: Probe = field(default_factory=Probe)
    route: Probe = field(default_factory=Probe)
    most: Use = field(default_factory=Use)
    gap_s: float = 0  # the longest between two reports to the service manager


class Bystander:
    """In the process that watches."""

    def __init__(self, manager: socket.socket):
        self.manager = manager
        self.lock = threading.Lock()
        self.seen = Seen()  # guarded by the lock
        self.heard = time.monotonic()  # the same
        threading.Thread(target=self.hear, daemon=True).start()

    def begin(self, port: int, pid: int, route: str) -> None:
        self.port, self.pid = port, pid
        self.take()
        for work in (lambda: self.ask("/healthz", HEALTH_PERIOD_S, lambda seen: seen.health),
                     lambda: self.ask(route, ROUTE_PERIOD_S, lambda seen: seen.route),
                     self.sample):
            threading.Thread(target=work, daemon=True).start()

    def ask(self, target, period_s, probe_of) -> None:  # type: ignore[no-untyped-def]
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        due = time.monotonic()
        while True:
            status, wrong = 0, ""
            try:
                connection.request("GET", target)
                response = connection.getresponse()
                response.read()
                status = response.status
                if status != 200 and not (status == 503 and response.getheader("Retry-After")):
                    wrong = f"{target}: {status}"
            except (OSError, http.client.HTTPException) as error:
                wrong = f"{target}: {error!r}"
                connection.close()
            now = time.monotonic()
            with self.lock:
                probe = probe_of(self.seen)
                probe.wrongs += [wrong] if wrong else []
                probe.refused += status == 503
                while due <= now:
                    probe.ms.append(1000 * (now - due))
                    due += period_s
            time.sleep(max(0, due - time.monotonic()))

    def sample(self) -> None:
        while True:
            try:
                use = read_use(self.pid)
            except (OSError, KeyError, ValueError):  # it has ended
                return
            with self.lock:
                self.seen.most = self.seen.most.max(use)
            time.sleep(SAMPLE_PERIOD_S)

    def hear(self) -> None:
        while True:
            if b"WATCHDOG=1" in self.manager.recv(4096):
                with self.lock:
                    self.note_gap()
                    self.heard = time.monotonic()

    def note_gap(self) -> None:
        self.seen.gap_s = max(self.seen.gap_s, time.monotonic() - self.heard)

    def take(self) -> Seen:
        with self.lock:
            self.note_gap()
            self.heard = time.monotonic()
            taken, self.seen = self.seen, Seen()
        return taken


def watch(manager: socket.socket, pipe: Connection) -> None:
    bystander = Bystander(manager)
    bystander.begin(*pipe.recv())
    while pipe.recv():
        pipe.send(bystander.take())


class Watch:
    """Hears what relaxd reports from the first, and watches until the with statement ends."""

    def __init__(self, manager: socket.socket):
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=watch, args=(manager, theirs), daemon=True)
        self.process.start()

    def begin(self, port: int, pid: int, route: str) -> None:
        self.pipe.send((port, pid, route))

    def take(self) -> Seen:
        """What was seen since the last time."""
        self.pipe.send(True)
        seen: Seen = self.pipe.recv()
        return seen

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.join()
