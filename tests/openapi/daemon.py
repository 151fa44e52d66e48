"""daemon: relaxd with some maps, and requests to it."""
import gzip
import http.client
import json
import os
import re
import subprocess
import time
from dataclasses import dataclass
from typing import Any

PATIENCE_S = 60


@dataclass
class Answer:
    status: int
    headers: dict[str, str]  # by names in lower case
    body: bytes
    asked: str  # for words

    @property
    def type(self) -> str:
        return self.headers.get("content-type", "").split(";")[0]

    def json(self) -> Any:
        return json.loads(self.body)


class Daemon:
    """Ends with the with statement."""

    def __init__(self, scratch: str, maps: list[str], *options: str):
        self.log = os.path.join(scratch, f"log{len(os.listdir(scratch))}")
        command = [os.environ["RELAXD"], "--listen", "127.0.0.1:0",
                   "--device", os.environ.get("DEVICE", "cpu"),
                   "--import-cache-directory", os.path.join(scratch, "cache"),
                   *(word for name in maps for word in ("--map", os.path.join(scratch, name))),
                   *options]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        self.port = self._wait()
        self._ahead: list[http.client.HTTPConnection] = []

    def _wait(self) -> int:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and self.process.poll() is None:
            with open(self.log, encoding="utf-8", errors="replace") as log:
                found = re.search(r"listening on 127\.0\.0\.1:(\d+)", log.read())
            if found:
                return int(found[1])
            time.sleep(0.02)
        self.process.kill()
        with open(self.log, encoding="utf-8", errors="replace") as log:
            raise RuntimeError(f"relaxd does not start: {log.read()}")

    def said(self) -> bytes:
        with open(self.log, "rb") as log:
            return log.read()

    def __enter__(self) -> "Daemon":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE_S)
        finally:
            self.process.kill()

    def open_ahead(self, count: int) -> None:
        """Connections for those who ask next."""
        opened = [self.connect() for _ in range(count)]
        self._ahead += opened

    def connect(self) -> http.client.HTTPConnection:
        if self._ahead:
            return self._ahead.pop()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.connect()
        return connection

    def ask(self, method: str, target: str, headers: dict[str, str] | None = None,
            body: bytes | None = None) -> Answer:
        """On a connection of its own; unpacked."""
        connection = self.connect()
        try:
            connection.putrequest(method, target, skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            answer = Answer(response.status,
                            {name.lower(): value for name, value in response.getheaders()},
                            response.read(), words_of(method, target, headers or {}))
        finally:
            connection.close()
        if answer.headers.get("content-encoding") == "gzip":
            answer.body = gzip.decompress(answer.body) if answer.body else b""
        return answer


def words_of(method: str, target: str, headers: dict[str, str]) -> str:
    told = {name: value for name, value in headers.items() if name != "X-Request-Id"}
    return f"{method} {target[:300]}{f' {told}' if told else ''}"


def run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   timeout=PATIENCE_S)
