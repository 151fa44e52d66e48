"""following: relaxd follows a stream in Redis; clients change weights, as does another
program, and it ends."""
import http.client
import os
import re
import signal
import socket
import subprocess
import time

from life import CLEAR, PATIENCE_S, Fault, Life, Outcome

STREAM = "relaxd:{town}:weights"
SEGMENTS = "/v1/weights/car/segments"
# What answers to a change say that may be made or not: it is repeated with its key.
UNSURE = {0, 500, 503, 507}


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str):
        super().__init__("localhost", timeout=PATIENCE_S)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(PATIENCE_S)
        self.sock.connect(self.path)


class Following(Life):
    """One life of relaxd, and of a Redis in which nothing fails. Its answers are the rows."""

    def _furnish(self) -> None:
        os.link(os.path.join(self.maps, "town-1.rlx"), os.path.join(self.folder, "town.rlx"))
        self.socket = os.path.join(self.folder, "redis.sock")
        self.redis = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self.socket, "--save", "",
             "--dir", self.folder], stdout=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and "PONG" not in self._ask_redis("ping"):
            time.sleep(0.01)

    def _ask_redis(self, *words: str) -> str:
        return subprocess.run(["redis-cli", "-s", self.socket, *words], text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout

    def _command(self) -> list[str]:
        return [os.environ["RELAXD"], "--listen", "127.0.0.1:0", "--map", "town=town.rlx",
                "--device", "cpu", "--engine-cpu-workers", "1", "--weights-listen",
                f"unix:{self.folder}/weights.sock", "--weights-feed", f"unix:{self.socket}",
                "--daemon-state-directory", "state"]

    def _ask(self, method: str, target: str, body: str | None = None,
             key: str = "") -> tuple[int, str]:
        connection = UnixConnection(os.path.join(self.folder, "weights.sock"))
        try:
            connection.request(method, target, body, {
                "Connection": "close", "Content-Type": "text/csv",
                **({"Idempotency-Key": key} if key else {})})
            response = connection.getresponse()
            return response.status, response.read().decode()
        except TimeoutError:
            raise Fault(f"hangs: {method} {target}") from None
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def _until(self, words: str, method: str, target: str, body: str | None = None,
               key: str = "", part: str = "") -> str:
        """Asks until the answer has the part, as long as it is none or one that may be."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            status, answer = self._ask(method, target, body, key)
            if status == 200 and part in answer:
                return answer
            if self.process.poll() is not None:
                raise Fault(f"died of {words}")
            if status != 200:
                self.outcome.refused += 1
            if status not in UNSURE | {200}:
                raise Fault(f"{words}: {status} {answer}")
            time.sleep(0.02)
        raise Fault(f"{words}: never")

    def _live(self) -> None:
        if not self._wait_for(r"listening on 127\.0\.0\.1:(\d+)", 0):
            return
        self.outcome.started = True
        self._until("that it follows", "GET", "/v1/status", part='"state":"follows"')
        self._until("a change", "PATCH", SEGMENTS, "way 7,both,30", "k1")
        self._ask_redis("xadd", STREAM, "*", "op", "patch", "rows", "segments", "profile", "car",
                        "body", "way 8,both,40")
        self._until("another's change", "GET", f"{SEGMENTS}?format=csv", part="way 8,forward,40")
        self._until("a second change", "PATCH", SEGMENTS, "way 9,both,50", "k2")
        rows = self._until("the rows", "GET", f"{SEGMENTS}?format=csv", part="way 9,forward,50")
        self.outcome.answers = [rows]
        if rows != (self.expected or [rows])[0]:
            self.outcome.wrongs.append(f"its rows are {rows}")
        self.process.terminate()

    def _check_end(self, code: int) -> None:
        last = self._last_words()
        if self.outcome.started:
            if code != 0:
                self.outcome.wrongs.append(f"left with {code}")
        elif code not in (1, 2) or not CLEAR.search(last) or \
                not re.search(r" error |^relaxd: ", last):
            self.outcome.wrongs.append(f"did not start, left with {code}, and its last words "
                                       f"are: {last}")

    def _is_of_hiredis(self) -> bool:
        """Before 1.0 it ends the program where it gets no memory, crashes or leaks."""
        places = [place for place in self.fired().split()[3:]
                  if not re.search(r"/lib(c|asan|interpose)\.so", place)]
        said = re.search(r"Sanitizer(.*\n)*? +#\d .*/libhiredis\.so\.0", self.read_log())
        died = self.process.returncode in (-signal.SIGABRT, -signal.SIGSEGV)
        return bool(places and "/libhiredis.so.0" in places[0] and (died or said))

    def live(self) -> Outcome:
        try:
            outcome = super().live()
        finally:
            self.redis.kill()
            self.redis.wait()
        if self._is_of_hiredis():
            outcome.wrongs = []
        return outcome
