"""fleet: the processes: Redis, three relaxd and HAProxy before them."""
import os
import random
import re
import resource
import signal
import socket
import subprocess
import time
from http.client import HTTPException
from typing import Any, Callable, Dict, List, Optional

from wire import Http, Redis, RedisError

NAMES = ("a", "b", "c")
MAP = "country"
STREAM = f"relaxd:{{{MAP}}}:weights"


def free_port() -> int:
    """None that the system gives a client while nobody listens there."""
    with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as file:
        first = int(file.read().split()[0])
    while True:
        port = random.randrange(1024 + (first - 1024) // 2, first)
        try:
            socket.create_server(("127.0.0.1", port)).close()
            return port
        except OSError:
            pass


def eventually(what: str, holds: Callable[[], Any], patience_s: float = 120) -> Any:
    """What holds() returns once it is true; failures to ask count as not yet."""
    end = time.monotonic() + patience_s
    while True:
        try:
            value = holds()
        except (OSError, ValueError, LookupError, HTTPException, RedisError):
            value = None
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"it never happens that {what}")
        time.sleep(0.02)


def users_of_manual(passwords: Dict[str, str]) -> str:
    """The users that docs/deploy.md has for Redis."""
    manual = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/deploy.md")
    with open(manual, encoding="utf-8") as file:
        lines = re.findall(r"^    (user (?:default|admin|relaxd) .*)\n", file.read(), flags=re.M)
    assert len(lines) == 3, lines
    return "".join(re.sub(r"\$(\w+)", lambda name: passwords[str(name[1])], line) + "\n" for line in lines)


class Fleet:
    def __init__(self, scratch: str, example: str) -> None:
        self.scratch = scratch
        self.example = example
        self.ports = {name: free_port() for name in (*NAMES, "redis", "haproxy")}
        self.processes: Dict[str, "subprocess.Popen[bytes]"] = {}
        self.logs: List["subprocess.Popen[bytes]"] = []  # who writes them
        self.token = "0123456789abcdef"
        self.passwords = {"admin": "admins-password", "relaxd": "relaxds-password"}
        self.redis = self.connect(10)
        self.http = {name: Http(self.ports[name], 30) for name in NAMES}
        with open(self.path("token"), "w", encoding="ascii") as file:
            file.write(self.token + "\n")
        os.chmod(self.path("token"), 0o600)
        with open(self.path("login"), "w", encoding="ascii") as file:
            file.write(f"relaxd {self.passwords['relaxd']}\n")
        with open(self.path("users.acl"), "w", encoding="ascii") as file:
            file.write(users_of_manual(self.passwords))

    def path(self, name: str) -> str:
        return os.path.join(self.scratch, name)

    def log(self, name: str) -> str:
        with open(self.path(f"{name}.log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def says(self, name: str, words: str) -> Callable[[], bool]:
        """Whether its log has the words once more than now."""
        before = self.log(name).count(words)
        return lambda: self.log(name).count(words) > before

    def _start(self, name: str, words: List[str]) -> None:
        # The log is no file of the process, whose files limit_files() limits.
        with open(self.path(f"{name}.log"), "ab") as log:
            to_log = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=log)
        assert to_log.stdin
        with to_log.stdin as pipe:
            self.processes[name] = subprocess.Popen(words, stdout=pipe, stderr=pipe, stdin=subprocess.DEVNULL)
        self.logs.append(to_log)

    def connect(self, timeout_s: float) -> Redis:
        return Redis(self.ports["redis"], ("admin", self.passwords["admin"]), timeout_s)

    # ---- Each of them ----

    def start_redis(self) -> None:
        folder = self.path("redis")
        os.makedirs(folder, exist_ok=True)
        port = str(self.ports["redis"])
        # As docs/deploy.md has it, where no acknowledged change may be lost.
        self._start(
            "redis",
            ["redis-server", "--port", port, "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
            + ["--appendonly", "yes", "--appendfsync", "always", "--aclfile", self.path("users.acl")],
        )
        eventually("Redis answers", lambda: self.redis.ask("PING") == b"PONG")

    def start(self, name: str, wait: bool = True) -> None:
        self._start(
            name,
            [os.environ["RELAXD"], "--listen", f"127.0.0.1:{self.ports[name]}", "--device", "cpu"]
            + ["--map", f"{MAP}={self.path(name)}.rlx", "--engine-cpu-workers", "2"]
            + ["--weights-token-file", self.path("token"), "--weights-feed", f"redis://127.0.0.1:{self.ports['redis']}"]
            + ["--weights-feed-login-file", self.path("login")]
            + ["--weights-feed-lag-max-s", "1", "--daemon-state-directory", self.path(f"{name}.state")],
        )
        if wait:
            eventually(f"{name} is ready", lambda: self.http[name].ask("/readyz")[0] == 200)

    def start_haproxy(self) -> None:
        with open(self.example, encoding="utf-8") as file:
            text = file.read()
        text = re.sub(r"^ *(chroot|user|group) .*\n", "", text, flags=re.M)
        text = text.replace("bind :80\n", f"bind 127.0.0.1:{self.ports['haproxy']}\n")
        text = text.replace("/run/haproxy/", self.scratch + "/").replace("log /dev/log", "log stdout format raw")
        for i, name in enumerate(NAMES):
            text = text.replace(f"127.0.0.1:{5001 + i}", f"127.0.0.1:{self.ports[name]}")
        with open(self.path("haproxy.cfg"), "w", encoding="utf-8") as file:
            file.write(text)
        self._start("haproxy", ["haproxy", "-f", self.path("haproxy.cfg"), "-db"])
        front = Http(self.ports["haproxy"], 5)
        eventually("HAProxy answers", lambda: front.ask("/healthz")[0] == 200)

    # ---- What happens to them ----

    def signal(self, name: str, number: signal.Signals) -> None:
        os.kill(self.processes[name].pid, number)

    def kill(self, name: str) -> None:
        self.signal(name, signal.SIGKILL)
        self.processes[name].wait()

    def limit_files(self, name: str, size: int) -> None:
        """No file of the process grows beyond that: for it the disk is full."""
        resource.prlimit(self.processes[name].pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def end(self) -> None:
        for process in self.processes.values():
            try:
                process.send_signal(signal.SIGCONT)
                process.kill()
            except ProcessLookupError:
                pass
            process.wait()
        for to_log in self.logs:
            to_log.wait()

    # ---- What they say ----

    def feed(self, name: str) -> Dict[str, Any]:
        feeds: List[Dict[str, Any]] = self.http[name].json("/v1/status")["feeds"]
        return feeds[0]

    def follows(self, name: str) -> bool:
        feed = self.feed(name)
        return bool(feed["state"] == "follows" and feed["lag_entries"] == 0)

    def epochs(self) -> List[int]:
        return [self.feed(name)["epoch"] for name in NAMES]

    def are_equal(self) -> bool:
        return all(self.follows(name) for name in NAMES) and len(set(self.epochs())) == 1

    def is_still(self) -> bool:
        """All are equal, and no row will end, which would be an entry."""
        before = self.epochs()
        if not self.are_equal():
            return False
        if b'"ends"' in self.http["a"].ask("/v1/weights/car/segments?format=json")[2]:
            return False
        time.sleep(1)  # what lets rows end each of them may have asked for
        return self.are_equal() and self.epochs() == before

    def metric(self, name: str, what: str) -> float:
        text = self.http[name].ask("/metrics")[2].decode()
        found = re.search(rf"^{re.escape(what)} (\S+)$", text, flags=re.M)
        return float(found[1]) if found else 0

    def relaxctl(self, *words: str, check: bool = True) -> str:
        done = subprocess.run([os.environ["RELAXCTL"], *words], capture_output=True, text=True, check=False)
        if check and done.returncode:
            raise AssertionError(f"relaxctl {' '.join(words)}: {done.stderr}")
        return done.stdout + done.stderr

    def seed(self, name: str) -> int:
        said = self.relaxctl(
            *("weights", "seed", "--map", MAP, "--feed", f"redis://127.0.0.1:{self.ports['redis']}"),
            *("--feed-login-file", self.path("login"), "--state", self.path(f"{name}.state")),
        )
        found: Optional["re.Match[str]"] = re.search(r"as epoch (\d+)$", said.strip())
        assert found, said
        return int(found[1])
