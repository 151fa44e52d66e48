"""abuse: relaxd under attack, watched. tests/abuse/run calls it, and describes it."""
import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from crowd import Asked, Crowd, Pace, Tally, ask_alone
from daemon import Daemon
from life import SAID_BY_SANITIZER
from questions import QUESTIONS, Question, World
from watch import Seen, Use, Watch, read_use

SLOWNESS = int(os.environ.get("SLOWNESS", "1"))
WATCHES_THREADS = SLOWNESS == 10
MIB = 1 << 20
WORKERS = 1 + (os.cpu_count() or 1)  # as relaxd has them: one is a spare
COMPUTE_THREADS = 2
CLIENTS = 8  # that ask the same at once
ROUND_S = 120
DEADLINE_S = 10 * SLOWNESS
BODY_S = 10 * SLOWNESS
SHUTDOWN_S = 5
WATCHDOG_S = 10 * SLOWNESS
TURN_MAX_S = 5 * SLOWNESS  # of a loop; a hundred times what is wanted
TOO_MUCH = {400, 413, 414, 431}
# ms: what a bystander may feel on two cores, of --bench.
BARS = {"/healthz p99": 50, "/healthz max": 250, "route p99": 150}


@dataclass
class Attack:
    words: str
    asked: list[tuple[Question, Pace, int]]  # and how many clients
    weight: int = 1  # of the time


def plan_attacks(many: int) -> list[Attack]:
    heavy = [question for question in QUESTIONS if not question.light]
    light = [question for question in QUESTIONS if question.light]
    posts = [question for question in heavy if question.endpoint.startswith("POST")]
    named = {question.words: question for question in QUESTIONS}
    attacks = [Attack(question.words, [(question, Pace.FAST, CLIENTS)]) for question in heavy]
    for words, weight in (("paths of pairs", 3), ("paths that get long", 3), ("osrm route of a body", 2),
                          ("osrm table of a row", 2), ("route", 2)):
        attacks.append(Attack(f"{words}, unread", [(named[words], Pace.UNREAD, many)], weight))
    attacks += [
        Attack("paths of pairs, read slowly", [(named["paths of pairs"], Pace.SLOW, many)], 3),
        Attack("all, unread", [(question, Pace.UNREAD, 4) for question in heavy], 2),
        Attack("all, read slowly", [(question, Pace.SLOW, 4) for question in heavy], 2),
        Attack("all, reset", [(question, Pace.RESET, 2) for question in heavy]),
        Attack("bodies, sent slowly", [(question, Pace.TRICKLE, CLIENTS) for question in posts]),
        Attack("small ones", [(question, Pace.FAST, 2) for question in light]),
        Attack("mix", [(question, pace, 1) for question in heavy for pace in Pace]
               + [(question, Pace.FAST, 1) for question in light], 4),
    ]
    return attacks


class Abuse:
    """One relaxd, and what is held against it."""

    def __init__(self, daemon: Daemon, world: World, watch: Watch, map_bytes: int, bench: bool):
        self.daemon, self.world, self.watch, self.bench = daemon, world, watch, bench
        self.pid = daemon.process.pid
        self.failed = 0
        self.turn_s: float = 0  # the longest of a loop before this attack
        # The bystander's two, and who asks for it.
        self.at_rest: dict[str, float] = {"http_requests_in_flight": 3, "http_connections": 3, "queue_jobs": 1,
                                          "compute_tasks": 1, "http_body_bytes": 0}
        self.messages: dict[str, bytes] = {}
        self.rss_max = self.bound(map_bytes)

    def deadline_s(self) -> float:
        return float(self.world.limit("limits.deadline-ms") / 1000)

    def bound(self, map_bytes: int) -> float:
        """The formula of docs/operate.md, every budget used up, and a tenth more; and "some
        tens of MB" under load.
        AddressSanitizer adds its shadow and 256 MiB that were freed; ThreadSanitizer takes
        several times as much, so nothing is known but a fuse for this machine."""
        vertices: int = sum(one["vertices"] for one in self.daemon.ask("GET", "/v1/status").json()["maps"])
        settings = self.world.settings
        budgets = [value for name, value in settings.items()
                   if re.search(r"memory-max$|bodies-max-bytes$|cache-bytes$", name)]
        formula = (12 * MIB + map_bytes + 215 * vertices + WORKERS * (97 * MIB + 25 * vertices)
                   + 1200 * (settings["http.header-max-bytes"] + 8192 + 131072) + sum(budgets)
                   + COMPUTE_THREADS * 16 * settings["http.body-max-bytes"])
        most = 1.1 * formula + 64 * MIB
        return most if SLOWNESS == 1 else 8 << 30 if WATCHES_THREADS else 2 * most + 512 * MIB

    def crowd(self, asked: list[Asked]) -> Crowd:
        return Crowd(self.daemon.port, self.deadline_s(), 0.8 * BODY_S, asked)

    def may_go_on(self) -> bool:
        """The machine is not to suffer from what is known to be wrong already."""
        return self.daemon.process.poll() is None and read_use(self.pid).rss < min(2 * self.rss_max, 8 << 30)

    def say(self, words: str, wrongs: list[str], told: str = "") -> None:
        self.failed += bool(wrongs)
        print(f"{'not ok' if wrongs else 'ok'} - {words}" + "".join(f"\n    {wrong}" for wrong in wrongs[:6]))
        if told:
            print(f"    {told}")
        sys.stdout.flush()

    def message(self, question: Question) -> bytes:
        if question.words not in self.messages:
            self.messages[question.words] = question.make(self.world, 0)
        return self.messages[question.words]

    def test_alone(self, question: Question) -> None:
        """Its answer is a right one, and one more in its list a clear refusal."""
        message = self.message(question)
        began = time.monotonic()
        client = ask_alone(self.daemon.port, Asked(question, message, Pace.FAST), 60 * SLOWNESS)
        took_s = time.monotonic() - began
        name, wrong = client.outcome(self.deadline_s())
        wrongs = [wrong] if wrong else []
        if took_s > 2 * self.deadline_s():
            wrongs.append(f"it ended after {took_s:.1f} s; the deadline is {self.deadline_s():.0f}")
        if name == "answered" and question.begins.startswith(b"{") and client.body_bytes < client.keep \
                and client.status == 200 and not question.has(self.world, json.loads(client.body())):
            wrongs.append(f"its answer has not what was asked for: {client.body()[:300]!r}")
        if not client.is_answer() and client.status != 504:
            wrongs.append(f"its largest question is refused: {client.status} {client.body()[:300]!r}")
        if question.listed:
            more = Asked(question, question.make(self.world, 1), Pace.FAST)
            refusal = ask_alone(self.daemon.port, more, 60 * SLOWNESS)
            if refusal.status not in TOO_MUCH or not refusal.is_whole():
                wrongs.append(f"one more is answered {refusal.status} {refusal.body()[:300]!r}")
        wrongs += self.settle(10 * SLOWNESS)[1]
        self.say(f"alone: {question.words}", wrongs,
                 f"{name}: {len(message)} bytes asked, {client.body_bytes} answered, {1000 * took_s:.0f} ms")

    def settle(self, patience_s: float) -> tuple[float, list[str]]:
        """Waits until all is given back; seconds, and what is not, which is told once."""
        began = time.monotonic()
        while True:
            try:
                text = self.daemon.ask("GET", "/metrics").body.decode()
            except OSError as error:
                return time.monotonic() - began, [f"/metrics: {error!r}"]
            left = {name: sum(float(value) for value in re.findall(rf"^relaxd_{name}(?:{{.*}})? (\S+)", text, re.M))
                    for name in self.at_rest}
            over = {name: value for name, value in left.items() if value > self.at_rest[name]}
            took_s = time.monotonic() - began
            if not over or took_s > patience_s:
                self.at_rest.update(over)
                return took_s, [f"{value:.0f} {name} after {took_s:.0f} s of rest" for name, value in over.items()]
            time.sleep(0.1)

    def longest_turn_s(self) -> float | None:
        """Of a loop, since relaxd started; None: neither /v1/status nor /metrics tells."""
        status, metrics = (self.daemon.ask("GET", path).body.decode() for path in ("/v1/status", "/metrics"))
        told = [float(us) / 1e6 for us in re.findall(r'"\w*turn\w*_us":(\d+)', status)]
        told += [float(s) for s in re.findall(r"^relaxd_\w*turn\w*_seconds(?:{loop.*})? (\S+)", metrics, re.M)]
        return max(told, default=None)

    def attack(self, attack: Attack, seconds: float) -> None:
        asked = [Asked(question, self.message(question), pace)
                 for question, pace, clients in attack.asked for _ in range(clients)]
        self.watch.take()
        tally = self.crowd(asked).run(seconds, self.may_go_on)
        ended_s, left = self.settle(self.deadline_s() + 20 * SLOWNESS)
        turn_s = self.longest_turn_s()
        seen = self.watch.take()
        wrongs = self.judge(tally, seen, turn_s) + left
        self.say(attack.words, wrongs, f"{table_row(seen, ended_s, turn_s)}\n    {len(asked)} clients: {tally.words()}")

    def judge(self, tally: Tally, seen: Seen, turn_s: float | None) -> list[str]:
        health, route = seen.health, seen.route
        wrongs = [f"{count} times: {words}" for words, count in tally.wrongs.most_common()]
        wrongs += health.wrongs[:2] + route.wrongs[:2]
        if health.refused:
            wrongs.append(f"/healthz was refused {health.refused} times")
        if 2 * route.refused > len(route.ms):
            wrongs.append(f"of {len(route.ms)} short routes {route.refused} were refused")
        if health.worst() > 1000 * TURN_MAX_S:
            wrongs.append(f"/healthz had no answer for {health.worst() / 1000:.1f} s")
        if (turn_s or 0) > max(TURN_MAX_S, self.turn_s):
            wrongs.append(f"a loop took {turn_s:.1f} s for a turn")
        self.turn_s = turn_s or 0
        if seen.gap_s > WATCHDOG_S:
            wrongs.append(f"the service manager heard nothing for {seen.gap_s:.1f} s of {WATCHDOG_S}")
        if seen.most.rss > self.rss_max:
            wrongs.append(f"{seen.most.rss // MIB} MiB in memory, and {self.rss_max / MIB:.0f} are documented")
        felt = {"/healthz p99": health.at(0.99), "/healthz max": health.worst(), "route p99": route.at(0.99)}
        if self.bench:
            wrongs += [f"{name} is {felt[name]:.0f} ms, of {bar}" for name, bar in BARS.items() if felt[name] > bar]
        return wrongs

    def run(self, attacks: list[Attack], mix: Attack, rounds: int, weight_s: float) -> None:
        for question in QUESTIONS:
            self.test_alone(question)
        turn_s, seen = self.longest_turn_s(), self.watch.take()
        self.say("a bystander of each alone", self.judge(Tally(), seen, turn_s), table_row(seen, 0, turn_s))
        self.attack(Attack("nobody", []), min(5, weight_s))
        before = read_use(self.pid)
        for attack in attacks * rounds:
            self.attack(attack, weight_s * attack.weight)
        self.test_given_back(before)
        self.test_end(mix)

    def test_given_back(self, before: Use) -> None:
        """Until all is near what it was, or patience ends."""
        most = 1.1 * before.rss + WORKERS * 96 * MIB + 64 * MIB
        end = time.monotonic() + 30
        now = read_use(self.pid)
        while (now.rss > most or now.descriptors > before.descriptors
               or now.threads > before.threads) and time.monotonic() < end:
            time.sleep(0.5)
            now = read_use(self.pid)
        wrongs = [f"{now.descriptors} descriptors, before {before.descriptors}"] * (now.descriptors > before.descriptors)
        wrongs += [f"{now.threads} threads, before {before.threads}"] * (now.threads > before.threads)
        if SLOWNESS == 1 and now.rss > most:
            wrongs.append(f"{now.rss // MIB} MiB in memory, before {before.rss // MIB}")
        self.say("all is given back", wrongs, f"RSS {now.rss // MIB} MiB, before {before.rss // MIB}; "
                 f"{now.descriptors} descriptors, {now.threads} threads")

    def test_end(self, mix: Attack) -> None:
        """SIGTERM in the midst of it."""
        asked = [Asked(question, self.message(question), pace) for question, pace, _ in mix.asked]
        began = time.monotonic()
        told = 0.0

        def tell() -> bool:
            nonlocal told
            if not told and time.monotonic() > began + 2:
                told = time.monotonic()
                self.daemon.process.send_signal(signal.SIGTERM)
            return self.daemon.process.poll() is None
        self.crowd(asked).run(2 + SHUTDOWN_S + 10 * SLOWNESS, tell)
        code = self.daemon.process.poll()
        took_s = time.monotonic() - told
        wrongs = [] if code == 0 else [f"its status is {code}"]
        self.say("SIGTERM beside the mix ends with 0 in time", wrongs, f"{took_s:.1f} s")
        said = SAID_BY_SANITIZER.search(self.daemon.said().decode(errors="replace"))
        self.say("the log has no errors", [said[0]] if said else
                 re.findall(r".* error .*", self.daemon.said().decode(errors="replace")))


def table_row(seen: Seen, ended_s: float, turn_s: float | None) -> str:
    times = " ".join(f"{name} {probe.at(0.5):.1f} {probe.at(0.99):.0f} {probe.worst():.0f} ms"
                     for name, probe in (("/healthz", seen.health), ("route", seen.route)))
    turn = f"{1000 * turn_s:.0f} ms" if turn_s is not None else "not told"
    return (f"{times} (p50 p99 max), {seen.route.refused} routes refused, RSS {seen.most.rss // MIB} MiB "
            f"(anon {seen.most.anon // MIB}), {seen.most.descriptors} descriptors, {seen.most.threads} threads, "
            f"watchdog {seen.gap_s:.1f} s, longest turn {turn}, ended in {ended_s:.1f} s")


def read_settings(options: list[str]) -> dict[str, int]:
    text = subprocess.run([os.environ["RELAXD"], "--print-config", "--map", "x.rlx", *options],
                          capture_output=True, text=True, check=True).stdout
    settings, section = {}, ""
    for line in text.splitlines():
        if found := re.fullmatch(r"\[(\w+)\]", line):
            section = found[1]
        elif found := re.match(r"([\w-]+) = (\d+) ;", line):
            settings[f"{section}.{found[1]}"] = int(found[2])
    return settings


def options_of(bench: bool, loops: int) -> list[str]:
    options = ["--http-loops", str(loops), "--engine-compute-threads", str(COMPUTE_THREADS),
               "--tiles-cache-bytes", "0", "--slow-query-ms", "0", "--http-body-timeout-s", str(BODY_S),
               "--http-shutdown-ms", str(1000 * SHUTDOWN_S)]
    if bench:
        return options
    # Small budgets are exceeded soon, and sanitizers have time for less.
    options += ["--limits-deadline-ms", str(1000 * DEADLINE_S),
                "--limits-table-cells-max", str(4000000 // min(4, SLOWNESS))]
    for name, value in read_settings([]).items():
        if re.search(r"memory-max$|bodies-max-bytes$", name):
            options += [f"--{name.replace('.', '-')}", str(128 * MIB)]
        elif re.search(r"(costs|queries|table-ids|body)-max", name):
            # The most stops of OSRM's route need some 2,000 searches.
            options += [f"--{name.replace('.', '-')}", str(max(value // SLOWNESS, min(value, 4000)))]
    return options


def read_world(daemon: Daemon, settings: dict[str, int]) -> World:
    vertices = daemon.ask("GET", "/v1/vertices").json()["vertices"]
    vertices.sort(key=lambda vertex: vertex[1])
    third = len(vertices) // 3
    west, east = ([id_ for id_, _, _ in part] for part in (vertices[:third], vertices[-third:]))
    told = daemon.ask("GET", f"/v1/route?from={west[0]}&to={west[0]}&steps=true&language=ru")
    return World(settings, west, east, daemon.ask("GET", "/v1/tiles.json").json()["middle"], told.status == 200)


def short_route(world: World) -> str:
    west, south, east, north = world.box
    lon, lat = (west + east) / 2, (south + north) / 2
    return f"/route/v1/driving/{lon:.6f},{lat:.6f};{lon + 0.01:.6f},{lat:.6f}"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("seconds", type=float, nargs="?", default=ROUND_S)
    parser.add_argument("--maps", required=True)
    parser.add_argument("--bench", action="store_true")
    parser.add_argument("--loops", type=int, default=1)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # with all that was begun
    attacks = plan_attacks(1000 if arguments.bench else 64)
    mix = attacks[-1]
    attacks = [attack for attack in attacks if re.search(arguments.only, attack.words)]
    rounds = max(1, round(arguments.seconds / ROUND_S)) if not arguments.bench else 1
    weight_s = arguments.seconds / rounds / (sum(attack.weight for attack in attacks) or 1)
    options = options_of(arguments.bench, arguments.loops)
    with tempfile.TemporaryDirectory() as scratch, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(os.path.join(scratch, "manager"))
        os.environ.update(NOTIFY_SOCKET=manager.getsockname(), WATCHDOG_USEC=str(1000000 * WATCHDOG_S))
        maps = ["land.rlx", "graph.rlx"]
        for name in maps:
            os.symlink(os.path.join(arguments.maps, name), os.path.join(scratch, name))
        with Watch(manager) as watch, Daemon(scratch, maps, *options) as daemon:
            world = read_world(daemon, read_settings(options))
            watch.begin(daemon.port, daemon.process.pid, short_route(world))
            os.nice(10)  # the crowd is not to slow down who watches
            map_bytes = sum(os.path.getsize(os.path.join(scratch, name)) for name in maps)
            abuse = Abuse(daemon, world, watch, map_bytes, arguments.bench)
            try:
                abuse.run(attacks, mix, rounds, weight_s)
            except (OSError, KeyError, ValueError) as error:  # of asking, /proc, JSON
                abuse.say("relaxd lives", [f"{error!r}; its status: {daemon.process.poll()}"],
                          daemon.said().decode(errors="replace")[-500:])
    return 1 if abuse.failed else 0


if __name__ == "__main__":
    sys.exit(main())
