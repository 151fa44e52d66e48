"""test_living: weights change at random while relaxd serves, and every answer is right.

Each change is followed by the same questions: what is in force is what world.py makes of
the rows; every solver has dijkstra's costs, in the live world and in each scenario; a
relaxd that starts on the imported map with what was read back has the same costs,
durations and distances. Then a crowd asks while weights change: each answer is that of
the epoch that it names.

usage: python3 test_living.py CHANGES SECONDS-OF-THE-CROWD
environment: RELAXD, RELAXLAB; DEVICE: cpu (default), cuda, auto; SEED
"""
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "openapi"))
from daemon import Daemon, run  # noqa: E402 pylint: disable=wrong-import-position
from world import Key, Layer, Pair, Town, in_force, read_ways  # noqa: E402

TOKEN = "0123456789abcdef0123"
CLIENTS = 64
SPEEDS = [4.0, 17.0, 60.0, 130.0]
Told = tuple[Any, Any, Any]  # cost, duration, distance
failed = 0


def check(words: str, good: bool, more: object = "") -> None:
    global failed
    print(f"{'ok' if good else 'not ok'} - {words}")
    if not good:
        failed = 1
        print(f"    {str(more)[:1500]}")


def told(status: int, answer: Any) -> Told:
    """What a route comes to, or why there is none: its ends may be closed."""
    if status == 404:
        return answer["detail"], None, None
    assert status == 200, answer
    return answer["cost"], answer["duration"], answer["distance"]


class Served:
    """A daemon whose weights may be changed."""

    def __init__(self, scratch: str, *options: str):
        self.daemon = Daemon(scratch, ["town.osm"], "--profiles", "car,foot", *options)

    def text(self, target: str) -> str:
        answer = self.daemon.ask("GET", target)
        assert answer.status == 200, (target, answer.status, answer.body)
        return answer.body.decode()

    def json(self, target: str) -> Any:
        return json.loads(self.text(target))

    def change(self, method: str, target: str, body: bytes | None, kind: str = "text/csv",
               packed: bool = False) -> Any:
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": kind}
        if packed and body is not None:
            body = gzip.compress(body)
            headers["Content-Encoding"] = "gzip"
        if body is None:
            del headers["Content-Type"]
        answer = self.daemon.ask(method, target, headers, body)
        assert answer.status in (200, 422), (method, target, body, answer.body)
        return answer.json() | {"status": answer.status}

    def rows(self, profile: str, what: str, scenario: str) -> str:
        more = f"&scenario={scenario}" if scenario else ""
        return self.text(f"/v1/weights/{profile}/{what}?format=csv&in_force=true{more}")

    def costs(self, profile: str, pairs: list[Pair], solver: str, scenario: str) -> list[Any]:
        question = {"profile": profile, "solver": solver, "paths": False,
                    "queries": [{"from": one, "to": other} for one, other in pairs]}
        if scenario:
            question["scenario"] = scenario
        answer = self.daemon.ask("POST", "/v1/path", {"Content-Type": "application/json"},
                                 json.dumps(question).encode())
        if answer.status == 404:  # a node whose roads are closed
            return [answer.json()["detail"]]
        assert answer.status == 200, (answer.asked, question, answer.body)
        assert answer.json()["solver"] == solver, answer.body
        return [each["cost"] for each in answer.json()["answers"]]

    def route(self, profile: str, pair: Pair, more: str = "") -> Told:
        answer = self.daemon.ask("GET", f"/v1/route?profile={profile}&from={pair[0]}"
                                        f"&to={pair[1]}&geometry=none{more}")
        return told(answer.status, answer.json())


def speeds_of(text: str) -> dict[Pair, float | None]:
    speeds: dict[Pair, float | None] = {}
    for line in text.splitlines():
        one, other, speed = line.split(",")[:3]
        speeds[int(one), int(other)] = float(speed) or None
    return speeds


def differ(expected: float | None, got: float | None) -> bool:
    """Durations are whole ms, so speeds of short segments are read back less exactly."""
    if expected is None or got is None:
        return expected is not got
    return not 0.85 < got / expected < 1.18


class Sequence:
    """Random changes of the town's weights, and what they should come to."""

    def __init__(self, served: Served, town: dict[str, Town], rng: random.Random):
        self.served, self.rng, self.town = served, rng, town
        self.base = {name: {pair: speed for pair, speed in
                            speeds_of(served.rows(name, "segments", "")).items() if speed}
                     for name in town}
        self.turns = served.rows("car", "turns", "").splitlines()
        self.layers: dict[str, dict[str, Layer]] = {"": {name: Layer() for name in town}}
        self.epoch = 0

    def key(self, profile: str) -> Key:
        town, rng = self.town[profile], self.rng
        way = rng.choice([way for way in town.ways if town.is_plain(way)])
        kind = rng.random()
        if kind < 0.25:
            return ("way", way, rng.choice([1, -1]))
        if kind < 0.5:
            one, other = rng.sample(town.ways[way], 2)
            if len(town.shared(one, other)) == 1:
                return ("pair", one, other)
        one, other = rng.choice(sorted(town.open))
        return ("pair", one, other)

    def written(self, key: Key, speed: float | None, as_json: bool) -> Any:
        what, one, other = key
        direction = "forward" if other > 0 else "backward"
        if as_json:
            named: dict[str, Any] = ({"way": one, "direction": direction} if what == "way"
                                     else {"from": one, "to": other})
            return named | {"speed": speed}
        start = f"way {one},{direction}" if what == "way" else f"{one},{other}"
        return f"{start},{speed or 0}\n"

    def body(self, rows: list[tuple[Key, float | None]]) -> tuple[bytes, str, bool]:
        as_json = self.rng.random() < 0.4
        parts = [self.written(key, speed, as_json) for key, speed in rows]
        text = json.dumps(parts) if as_json else "".join(parts)
        return (text.encode(), "application/json" if as_json else "text/csv",
                self.rng.random() < 0.3)

    def change_rows(self, profile: str, scenario: str, method: str, ttl: int) -> None:
        rng, layers = self.rng, self.layers
        rows = [(self.key(profile), rng.choice([None, *SPEEDS])) for _ in range(rng.randint(1, 12))]
        held = list(layers.get(scenario, {profile: Layer()})[profile].rows)
        if method == "DELETE" and held:
            rows = [(key, None) for key in rng.sample(held, min(len(held), 5))]
        query = [f"scenario={scenario}"] * bool(scenario) + [f"ttl={ttl}"] * bool(ttl)
        body, kind, packed = self.body(rows)
        answer = self.served.change(
            method, f"/v1/weights/{profile}/segments{'?' * bool(query)}{'&'.join(query)}",
            body, kind, packed)
        if answer["status"] != 200:
            return
        if scenario not in layers:
            layers[scenario] = {name: Layer() for name in self.town}
        layer = layers[scenario][profile]
        if method == "PUT":
            layer.rows.clear()
        before = dict(layer.rows)
        for key, speed in rows:
            layer.remove(key) if method == "DELETE" else layer.write(key, speed)
        self.epoch = answer["epoch"]
        if ttl:
            self.expire(profile, scenario, [key for key, _ in rows], before)

    def expire(self, profile: str, scenario: str, keys: list[Key],
               before: dict[Key, float | None]) -> None:
        """Rows of these keys have replaced older ones, ttl and all; then they end."""
        found = self.look_at_world(scenario)
        if self.has_epoch():  # else they have ended meanwhile
            self.judge(found, scenario, "while rows have not ended")
        end = time.monotonic() + 60
        while self.has_epoch():
            assert time.monotonic() < end, "rows do not end"
            time.sleep(0.05)
        self.epoch += 1
        for key in keys:
            self.layers[scenario][profile].remove(key)

    def change_turns(self) -> None:
        rows = [line.rsplit(",", 1)[0] if line.count(",") > 3 else line
                for line in self.rng.sample(self.turns, min(6, len(self.turns)))]
        text = "".join(",".join(row.split(",")[:3]) + f",{self.rng.choice(['closed', 0, 7, 90])}\n"
                       for row in rows)
        answer = self.served.change(self.rng.choice(["PATCH", "PUT"]),
                                    "/v1/weights/car/turns", text.encode())
        self.epoch = answer["epoch"]

    def end_scenario(self, scenario: str) -> None:
        rows = self.layers.pop(scenario)
        if self.rng.random() < 0.5:
            answer = self.served.change("POST", f"/v1/scenarios/{scenario}/publish", None)
            for name, layer in rows.items():
                for key, speed in layer.rows.items():
                    self.layers[""][name].write(key, speed)
        else:
            answer = self.served.change("DELETE", f"/v1/scenarios/{scenario}", None)
        self.epoch = answer["epoch"]

    def step(self) -> None:
        rng = self.rng
        profile = rng.choice(list(self.town))
        scenarios = [name for name in self.layers if name]
        kind = rng.random()
        if kind < 0.1 and scenarios:
            self.end_scenario(rng.choice(scenarios))
        elif kind < 0.2:
            self.change_turns()
        elif kind < 0.27:
            self.change_rows(profile, rng.choice(["", *scenarios]), "PATCH", 1)
        elif kind < 0.45:
            self.change_rows(profile, rng.choice(["works", "fair"]), "PATCH", 0)
        else:
            method = rng.choice(["PATCH", "PATCH", "PATCH", "PUT", "DELETE"])
            self.change_rows(profile, rng.choice(["", "", *scenarios]), method, 0)

    def has_epoch(self) -> bool:
        return bool(self.served.json("/v1/scenarios")["epoch"] == self.epoch)

    def look_at_world(self, scenario: str) -> list[tuple[str, bool, object]]:
        """Whether each profile's speeds are as written, and those that are not."""
        found: list[tuple[str, bool, object]] = []
        for profile, town in self.town.items():
            layers = [self.layers[""][profile]]
            if scenario:
                layers.append(self.layers[scenario][profile])
            expected = in_force(town, self.base[profile], layers)
            got = speeds_of(self.served.rows(profile, "segments", scenario))
            wrong = {pair: (speed, got.get(pair)) for pair, speed in expected.items()
                     if differ(speed, got.get(pair))}
            found.append((profile, not wrong and set(got) == set(expected), wrong))
        return found

    def judge(self, found: list[tuple[str, bool, object]], scenario: str, words: str) -> None:
        for profile, right, wrong in found:
            check(f"{words}: {profile} in {scenario or 'the live world'} is as written",
                  right, wrong)

    def check_world(self, scenario: str, words: str) -> None:
        self.judge(self.look_at_world(scenario), scenario, words)

    def check_answers(self, solvers: list[str], pairs: list[Pair], words: str) -> None:
        for scenario in self.layers:
            for profile in self.town:
                expected = self.served.costs(profile, pairs, "dijkstra", scenario)
                wrong = [solver for solver in solvers
                         if self.served.costs(profile, pairs, solver, scenario) != expected]
                check(f"{words}: all solvers have dijkstra's costs for {profile} in "
                      f"{scenario or 'the live world'}", not wrong, wrong)


def check_afresh(scratch: str, served: Served, pairs: list[Pair], words: str) -> None:
    """Read back, as files for a relaxd that knows nothing else."""
    for profile in ("car", "foot"):
        for what in ("segments", "turns"):
            name = os.path.join(scratch, f"{profile}.{what}.csv")
            with open(name, "w", encoding="utf-8") as file:
                file.write(served.rows(profile, what, ""))
        fresh = Served(scratch, "--segment-speed-file", f"{scratch}/{profile}.segments.csv",
                       "--turn-penalty-file", f"{scratch}/{profile}.turns.csv")
        with fresh.daemon:
            wrong = [(pair, one, other) for pair in pairs
                     if (one := fresh.route(profile, pair, "&solver=dijkstra"))
                     != (other := served.route(profile, pair))]
        check(f"{words}: a relaxd that begins with them has the same costs, durations and "
              f"distances for {profile}", not wrong, wrong)


# ---- The crowd

class Crowd:
    """Clients who ask while weights change: what each heard, by epoch."""

    def __init__(self, served: Served, pairs: list[Pair]):
        self.served, self.pairs = served, pairs
        self.heard: list[tuple[int, Pair, Told]] = []
        self.wrong: list[object] = []
        self.ending = threading.Event()

    def ask(self, seed: int) -> None:
        rng = random.Random(seed)
        connection = self.served.daemon.connect()
        while not self.ending.is_set():
            pair = rng.choice(self.pairs)
            connection.request("GET", f"/v1/route?from={pair[0]}&to={pair[1]}&geometry=none")
            response = connection.getresponse()
            answer = json.loads(response.read())
            if response.status == 503 and answer["type"].endswith(("queue-full", "outdated")):
                continue
            epoch = int(response.headers.get("Relaxd-Epoch", -1))
            if response.status not in (200, 404) or epoch != answer.get("epoch", epoch):
                self.wrong.append((response.status, epoch, answer))
                continue
            self.heard.append((epoch, pair, told(response.status, answer)))
        connection.close()


def crowd(served: Served, town: Town, pairs: list[Pair], seconds: float,
          rng: random.Random) -> None:
    """States of all weights, asked in quiet first; then they take turns."""
    target = "/v1/weights/car/segments"
    states, known = [], []
    for _ in range(6):
        chosen = rng.sample(sorted(town.open), len(town.open) // 3)
        states.append("".join(f"{one},{other},{rng.choice(SPEEDS + [0.0])}\n"
                              for one, other in chosen).encode())
        served.change("PUT", target, states[-1])
        known.append({pair: served.route("car", pair, "&solver=dijkstra") for pair in pairs})
    asking = Crowd(served, pairs)
    threads = [threading.Thread(target=asking.ask, args=(seed,)) for seed in range(CLIENTS)]
    state_of = {served.change("PUT", target, states[0])["epoch"]: 0}
    for thread in threads:
        thread.start()
    end, due = time.monotonic() + seconds, time.monotonic()
    while time.monotonic() < end or len(state_of) < 6:
        state = rng.randrange(len(states))
        state_of[served.change("PUT", target, states[state])["epoch"]] = state
        due += 0.1
        time.sleep(max(0.0, due - time.monotonic()))
    asking.ending.set()
    for thread in threads:
        thread.join()
    wrong = [(epoch, pair, answer) for epoch, pair, answer in asking.heard
             if epoch not in state_of or known[state_of[epoch]][pair] != answer]
    epochs = len({epoch for epoch, _, _ in asking.heard})
    print(f"# {CLIENTS} clients heard {len(asking.heard)} answers of {epochs} epochs, "
          f"{len(state_of)} changes in {seconds} s")
    check("a crowd hears answers of several epochs", epochs > 1, epochs)
    check("each of them right for its epoch", not wrong, wrong[:5])
    check("and nothing else", not asking.wrong, asking.wrong[:5])


def solvers_of(served: Served) -> list[str]:
    status = served.json("/v1/status")
    here = {device["name"].split(":")[0] for device in status["devices"] if device["in_use"]}
    return [solver["name"] for solver in status["solvers"] if solver["device"] in here]


def go(scratch: str, changes: int, seconds: float) -> None:
    rng = random.Random(int(os.environ.get("SEED", "1")))
    data = os.path.join(scratch, "town.osm")
    token = os.path.join(scratch, "token")
    run(os.environ["RELAXLAB"], "generate", "--nodes", "3000", "--osm", data, "--no-report")
    with open(os.open(token, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
        file.write(TOKEN + "\n")
    options = ("--weights-token-file", token, "--daemon-state-directory",
               os.path.join(scratch, "state"))
    ways = read_ways(data)
    served = Served(scratch, *options)
    town = {name: Town(ways, {pair for pair, speed in
                              speeds_of(served.rows(name, "segments", "")).items() if speed})
            for name in ("car", "foot")}
    nodes = sorted({node for pair in town["car"].open & town["foot"].open for node in pair})
    pairs = [(rng.choice(nodes), rng.choice(nodes)) for _ in range(24)]
    solvers = solvers_of(served)
    print(f"# {len(nodes)} nodes, solvers {' '.join(solvers)}")
    sequence = Sequence(served, town, rng)
    for change in range(1, changes + 1):
        sequence.step()
        for scenario in sequence.layers:
            sequence.check_world(scenario, f"change {change}")
        sequence.check_answers(solvers, pairs, f"change {change}")
        if change % 15 == 0:
            check_afresh(scratch, served, pairs, f"change {change}")
        if change % 25 == 0:
            served.daemon.process.kill()
            served.daemon.process.wait()
            sequence.served = served = Served(scratch, *options)
            sequence.check_world("", f"change {change}, after a kill")
    served.change("DELETE", "/v1/weights/car/turns?all=true", None)
    crowd(served, town["car"], pairs, seconds, rng)
    with served.daemon:
        pass
    check("relaxd ends well", served.daemon.process.returncode == 0,
          served.daemon.said()[-1500:])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        go(folder, int(sys.argv[1]), float(sys.argv[2]))
    sys.exit(failed)
