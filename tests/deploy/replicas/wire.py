"""wire: a small client of Redis, and one of HTTP that keeps its connection."""
import http.client
import json
import socket
from typing import Any, Dict, List, Optional, Tuple

Reply = Any  # None, an int, bytes, or a list of these


class RedisError(Exception):
    """What Redis answers in the place of a reply."""


def packed(words: Tuple[Any, ...]) -> bytes:
    parts = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts)


class Redis:
    """One connection, made anew after each failure."""

    def __init__(self, port: int, login: Tuple[str, str], timeout_s: float = 10) -> None:
        self.port = port
        self.login = login  # user and password
        self.timeout_s = timeout_s
        self.socket: Optional[socket.socket] = None
        self.buffer = b""

    def close(self) -> None:
        if self.socket:
            self.socket.close()
        self.socket = None
        self.buffer = b""

    def ask(self, *words: Any) -> Reply:
        """Sends a command and returns its reply; OSError where there is no server."""
        try:
            return self._ask(words)
        except OSError:
            self.close()
            raise

    def ask_all(self, commands: List[Tuple[Any, ...]]) -> List[Reply]:
        """Sends all commands before it reads the first reply."""
        try:
            self._send(b"".join(packed(words) for words in commands))
            return [self._read() for _ in commands]
        except OSError:
            self.close()
            raise

    def _send(self, text: bytes) -> None:
        if not self.socket:
            self.socket = socket.create_connection(("127.0.0.1", self.port), self.timeout_s)
            self.socket.sendall(packed(("AUTH", *self.login)))
            answer = self._read()
            if isinstance(answer, RedisError):
                self.close()
                raise answer
        self.socket.sendall(text)

    def _ask(self, words: Tuple[Any, ...]) -> Reply:
        self._send(packed(words))
        reply = self._read()
        if isinstance(reply, RedisError):
            raise reply
        return reply

    def _more(self) -> None:
        assert self.socket
        got = self.socket.recv(1 << 20)
        if not got:
            raise ConnectionError("Redis has closed the connection")
        self.buffer += got

    def _line(self) -> bytes:
        while b"\r\n" not in self.buffer:
            self._more()
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line

    def _read(self) -> Reply:
        line = self._line()
        kind, rest = line[:1], line[1:]
        if kind == b"-":
            return RedisError(rest.decode())
        if kind == b"+":
            return rest
        if kind == b":":
            return int(rest)
        size = int(rest)
        if size < 0:
            return None
        if kind == b"*":
            return [self._read() for _ in range(size)]
        while len(self.buffer) < size + 2:
            self._more()
        text, self.buffer = self.buffer[:size], self.buffer[size + 2 :]
        return text


class Http:
    """Asks one server; OSError or http.client.HTTPException where no answer comes."""

    def __init__(self, port: int, timeout_s: float) -> None:
        self.port = port
        self.timeout_s = timeout_s
        self.connection: Optional[http.client.HTTPConnection] = None

    def close(self) -> None:
        if self.connection:
            self.connection.close()
        self.connection = None

    def ask(
        self, target: str, method: str = "GET", body: Optional[str] = None, headers: Optional[Dict[str, str]] = None
    ) -> Tuple[int, Dict[str, str], bytes]:
        """Status, headers with small letters, and body."""
        try:
            if not self.connection:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout_s)
            self.connection.request(method, target, body, headers or {})
            answer = self.connection.getresponse()
            text = answer.read()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def json(self, target: str) -> Any:
        status, _, text = self.ask(target)
        if status != 200:
            raise ConnectionError(f"{target}: {status} {text[:200]!r}")
        return json.loads(text)


def fields_of(entry: List[Reply]) -> Dict[str, bytes]:
    """The fields of an entry as XRANGE and XREAD have it."""
    flat = entry[1]
    return {flat[i].decode(): flat[i + 1] for i in range(0, len(flat), 2)}


def milliseconds(entry: List[Reply]) -> int:
    return int(entry[0].split(b"-")[0])
