"""crowd: clients that ask the same questions at once, each at a pace of its own, and what
became of them. One thread serves all, so that thousands cost little."""
import enum
import re
import selectors
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from questions import Question

SLOW_BYTES_PER_S = 200000 / 12  # relaxd admits who reads 64 KiB in http.send-timeout-s
KEPT_BYTES = 1 << 26  # of an answer, to be looked at
PAUSE_S = 0.1  # before a client that was refused asks again
TICK_S = 0.05


class Pace(enum.Enum):
    FAST = "at once"
    UNREAD = "unread"
    SLOW = "read slowly"
    RESET = "reset"
    TRICKLE = "sent slowly"


@dataclass
class Asked:
    question: Question
    message: bytes
    pace: Pace


@dataclass
class Tally:
    count: Counter[str] = field(default_factory=Counter)  # by what became of them
    wrongs: Counter[str] = field(default_factory=Counter)

    def words(self) -> str:
        return ", ".join(f"{count} {name}" for name, count in sorted(self.count.items()))


class Client:
    """A request on a connection of its own, and its answer."""

    def __init__(self, port: int, asked: Asked, serial: int, keep: int = 4096):
        self.asked, self.keep = asked, keep
        self.began = time.monotonic()
        self.unsent = memoryview(asked.message)
        self.head, self.kept, self.tail = b"", bytearray(), b""
        self.body_bytes = 0
        self.status = 0
        self.reset = False  # by the server
        # Half of those that reset do it before there is an answer.
        self.reset_at = 65536 if serial % 2 else 0
        self.socket = socket.socket()
        if asked.pace in (Pace.UNREAD, Pace.SLOW):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        self.socket.setblocking(False)
        self.socket.connect_ex(("127.0.0.1", port))

    def waits(self) -> int:
        """The selector's events; who is slow is served by the clock."""
        pace = self.asked.pace
        if pace == Pace.TRICKLE and self.unsent:
            return 0
        if self.unsent:
            return selectors.EVENT_READ | selectors.EVENT_WRITE
        slow = pace == Pace.UNREAD or pace == Pace.SLOW
        return 0 if slow and self.is_answer() else selectors.EVENT_READ

    def is_answer(self) -> bool:
        return bool(self.head) and self.status in self.asked.question.statuses

    def send(self, most: int) -> None:
        """What was refused is not sent on; the refusal is read."""
        try:
            sent = self.socket.send(self.unsent[:most])
            self.unsent = self.unsent[sent:]
        except BlockingIOError:
            pass
        except OSError:
            self.unsent = self.unsent[:0]

    def read(self, most: int) -> bool:
        """False: no more comes."""
        try:
            data = self.socket.recv(most)
        except BlockingIOError:
            return True
        except OSError:
            self.reset = True
            return False
        if not data:
            return False
        self.take(data)
        return not (self.asked.pace == Pace.RESET and self.body_bytes >= self.reset_at)

    def take(self, data: bytes) -> None:
        if not self.status or not self.head.endswith(b"\r\n\r\n"):
            head, end, data = (self.head + data).partition(b"\r\n\r\n")
            self.head = head + end
            if not end:
                return
            self.status = int(head[9:12])
        self.body_bytes += len(data)
        if len(self.kept) < self.keep:
            self.kept += data[:self.keep - len(self.kept)]
        self.tail = (self.tail + data)[-64:]

    def header(self, name: str) -> str | None:
        found = re.search(rb"\r\n" + name.encode() + rb": *([^\r]*)", self.head, re.I)
        return found[1].decode() if found else None

    def is_whole(self) -> bool:
        length = self.header("Content-Length")
        if length is not None:
            return self.body_bytes == int(length)
        return self.tail.endswith(b"\r\n0\r\n\r\n") or self.tail == b"0\r\n\r\n"

    def body(self) -> bytes:
        """As far as it was kept, out of its chunks."""
        if self.header("Content-Length") is not None:
            return bytes(self.kept)
        parts, at = [], 0
        while (end := self.kept.find(b"\r\n", at)) >= 0 and (size := int(self.kept[at:end], 16)):
            parts.append(self.kept[end + 2:end + 2 + size])
            at = end + 4 + size
        return b"".join(parts)

    def ends_right(self) -> bool:
        tail = self.tail.removesuffix(b"\r\n0\r\n\r\n")
        return tail.endswith(self.asked.question.ends) and self.body().startswith(self.asked.question.begins)

    def close(self) -> None:
        if self.asked.pace == Pace.RESET:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def outcome(self, deadline_s: float) -> tuple[str, str]:
        """What became of it once no more comes, and what is wrong with that."""
        took_s = time.monotonic() - self.began
        own = self.asked.pace != Pace.FAST  # it may have been cut for its pace
        late = took_s >= 0.9 * deadline_s
        if not self.status and self.asked.pace == Pace.RESET and not self.reset:
            return "reset", ""
        if not self.status:
            return "closed", "" if own or late else f"closed without an answer after {took_s:.1f} s"
        if self.is_answer():
            if self.asked.pace == Pace.RESET:
                return "reset", ""
            if self.reset or not self.is_whole():
                return "cut", "" if own or late else f"its answer was cut after {took_s:.1f} s"
            return "answered", "" if self.ends_right() else f"answer {self.body()[:200]!r}"
        words = f"status {self.status} {self.body()[:300]!r}"
        if self.status == 503:
            return "503", "" if self.header("Retry-After") else f"no Retry-After: {words}"
        if self.status == 504:
            return "504", "" if late else f"after {took_s:.1f} s, {words}"
        return str(self.status), "" if self.status == 408 and own else words


class Crowd:
    """Each of `asked` is asked anew when it has ended, until time is over; then all hang up."""

    def __init__(self, port: int, deadline_s: float, body_s: float, asked: list[Asked]):
        self.port, self.deadline_s = port, deadline_s
        self.body_s = body_s  # how long a slow sender takes
        self.due = [(0.0, one) for one in asked]  # who asks then
        self.alive: dict[Client, int] = {}  # and the events that its selector waits for
        self.selector = selectors.DefaultSelector()
        self.tally = Tally()

    def run(self, seconds: float, may_go_on: Callable[[], bool]) -> Tally:
        end = time.monotonic() + seconds
        tick = before = time.monotonic()
        with self.selector:
            while (now := time.monotonic()) < end and (now < tick or may_go_on()):
                self.begin_due(now)
                if now >= tick:
                    for client in [one for one in self.alive if self.is_done_slowly(one, now - before)]:
                        self.end(client)
                    tick, before = now + TICK_S, now
                for client in self.alive:
                    self.wait_for(client, client.waits())
                for key, events in self.selector.select(TICK_S):
                    client = key.data
                    if events & selectors.EVENT_WRITE:
                        client.send(1 << 18)
                    if events & selectors.EVENT_READ and not client.read(1 << 18):
                        self.end(client)
            for client in self.alive:
                self.tally.count["hung up"] += 1
                client.close()
        return self.tally

    def begin_due(self, now: float) -> None:
        for one in [one for one in self.due if one[0] <= now]:
            self.due.remove(one)
            self.alive[Client(self.port, one[1], len(self.alive))] = 0

    def wait_for(self, client: Client, events: int) -> None:
        known = self.alive[client]
        if events and not known:
            self.selector.register(client.socket, events, client)
        elif events and events != known:
            self.selector.modify(client.socket, events, client)
        elif known and not events:
            self.selector.unregister(client.socket)
        self.alive[client] = events

    def is_done_slowly(self, client: Client, passed_s: float) -> bool:
        """Serves who keeps a pace; whether it has ended."""
        pace = client.asked.pace
        if pace == Pace.TRICKLE and client.unsent:
            client.send(1 + int(len(client.asked.message) * passed_s / self.body_s))
            return not client.read(4096)
        if pace == Pace.SLOW and client.is_answer():
            return not client.read(1 + int(SLOW_BYTES_PER_S * passed_s))
        return pace == Pace.RESET and client.reset_at == 0 and not client.unsent

    def end(self, client: Client) -> None:
        self.wait_for(client, 0)
        del self.alive[client]
        name, wrong = client.outcome(self.deadline_s)
        self.tally.count[name] += 1
        if wrong:
            self.tally.wrongs[f"{client.asked.question.words}, {client.asked.pace.value}: {wrong}"] += 1
        client.close()
        pause_s = 0 if name in ("answered", "reset") else PAUSE_S
        self.due.append((time.monotonic() + pause_s, client.asked))


def ask_alone(port: int, asked: Asked, patience_s: float) -> Client:
    """With most of its answer kept."""
    client = Client(port, asked, 1, KEPT_BYTES)
    client.socket.settimeout(patience_s)
    while client.unsent:
        client.send(1 << 18)
    while client.read(1 << 18):
        pass
    client.close()
    return client
