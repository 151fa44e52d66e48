"""faults: the n-th call of a class fails, for one n after the other.

usage: faults.py MAPS INTERPOSER [--of serving|importing|following] [--all] [--part I/K] [--most N]
                 [--depth N] [--jobs N] [CLASS[:N] ...]

MAPS has 1.osm.pbf, town-1.rlx, town-2.rlx and bare.rlx. Without --all one n for each way
to such a call, which are so many functions deep, and of allocations at most so many,
evenly spread; with CLASS of this class alone; with --part 1/3 the first of every three;
with CLASS:N those alone, and what they said."""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from following import Following
from importing import Importing
from life import Life, Outcome
from serving import Serving

CLASSES = ("alloc", "file", "thread")
LIVES: dict[str, type[Life]] = {"serving": Serving, "importing": Importing,
                               "following": Following}


def read_calls(report: str) -> list[tuple[str, str]]:
    """(CLASS:N, way) of each, in order."""
    calls = []
    for line in report.splitlines():
        name, n, function, way = line.split()
        calls.append((f"{name}:{n}", f"{name} {function} {way}"))
    return calls


def one_of_each_way(calls: list[tuple[str, str]]) -> list[str]:
    seen: set[str] = set()
    chosen = []
    for fault, way in calls:
        if way not in seen:
            seen.add(way)
            chosen.append(fault)
    return chosen


def of_classes(faults: list[str], names: list[str]) -> list[str]:
    """All where none is named."""
    return [fault for fault in faults if not names or fault.partition(":")[0] in names]


def spread(faults: list[str], most: int) -> list[str]:
    """All but of allocations, which are many."""
    many = [fault for fault in faults if fault.startswith("alloc")]
    few = [fault for fault in faults if not fault.startswith("alloc")]
    if len(many) > most:
        many = [many[i * len(many) // most] for i in range(most)]
    return few + many


def part_of(faults: list[str], part: str) -> list[str]:
    which, _, parts = part.partition("/")
    return faults[int(which) - 1::int(parts)]


def without_arguments(words: str) -> str:
    """Of C++'s functions, whose templates fill pages."""
    shorter = re.sub(r"<[^<>]*>|\([^()]*\)", "", words)
    return shorter if shorter == words else without_arguments(shorter)


def words_of_place(report: str) -> str:
    """The functions that the failed call came through."""
    lines = []
    for place in report.split()[3:]:
        file, _, address = place.rpartition("+")
        if not os.path.isfile(file) or "/lib/" in file:
            lines.append(place)
            continue
        said = subprocess.run(["addr2line", "-fCpie", file, hex(int(address, 16) - 1)],
                              capture_output=True, text=True, check=False).stdout
        lines += [without_arguments(
            re.sub(r" at \S*/((?:core|api|daemon|config|gpu|clients)/)", r" \1",
                   line.removeprefix(" (inlined by) "))) for line in said.splitlines()]
    return "\n        ".join(lines)


class Faults:
    def __init__(self, life: type[Life], maps: str, interposer: str, scratch: str, depth: int):
        self.life, self.maps, self.interposer, self.scratch = life, maps, interposer, scratch
        self.depth = depth
        self.lock = threading.Lock()  # guards all below
        self.expected: list[Any] = []
        self.failed = 0
        self.tried = 0
        self.refusals = 0
        self.unstarted = 0
        self.missed = 0

    def run(self, fault: str, expected: list[Any] | None) -> tuple[Outcome, str]:
        life = self.life(self.maps, os.path.join(self.scratch, fault.replace(":", "-")),
                         self.interposer, fault, expected, self.depth)
        return life.live(), life.fired()

    def count(self) -> list[tuple[str, str]]:
        """A run without faults, what it answers, and another that answers the same."""
        first, report = self.run("none:0", None)
        if first.wrongs or not first.started:
            sys.exit(f"not ok - undisturbed: {first.wrongs}\n{first.log}")
        self.expected = first.answers
        second, report = self.run("none:0", self.expected)
        if second.wrongs or second.refused:
            sys.exit(f"not ok - undisturbed, once more: {second.wrongs}\n{second.log}")
        return read_calls(report)

    def try_one(self, fault: str, verbose: bool) -> None:
        outcome, place = self.run(fault, self.expected)
        with self.lock:
            self.note(fault, outcome, place, verbose)

    def note(self, fault: str, outcome: Outcome, place: str, verbose: bool) -> None:
        self.tried += 1
        self.missed += not place
        self.refusals += bool(outcome.refused)
        self.unstarted += not outcome.started
        if outcome.wrongs:
            self.failed += 1
        if outcome.wrongs or verbose:
            print(f"{'not ok' if outcome.wrongs else 'ok'} - {fault}")
            for wrong in outcome.wrongs:
                print(f"    {wrong}")
            print(f"    {' '.join(place.split()[:3])}:\n        {words_of_place(place)}")
            print("    " + outcome.log.replace("\n", "\n    "), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("maps")
    parser.add_argument("interposer")
    parser.add_argument("--of", choices=LIVES, default="serving")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--most", type=int, default=1 << 30)
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("fault", nargs="*")
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as scratch:
        faults = Faults(LIVES[options.of], os.path.abspath(options.maps),
                        os.path.abspath(options.interposer), scratch, options.depth)
        calls = faults.count()
        every = [fault for fault, _ in calls]
        named = [fault for fault in options.fault if ":" in fault]
        chosen = named or part_of(
            spread(of_classes(every if options.all else one_of_each_way(calls), options.fault),
                   options.most), options.part)
        start = time.monotonic()
        with ThreadPoolExecutor(options.jobs) as pool:
            list(pool.map(lambda fault: faults.try_one(fault, bool(named)), chosen))
        took = time.monotonic() - start
    for name in CLASSES:
        of = [len([fault for fault in those if fault.startswith(name)])
              for those in (chosen, one_of_each_way(calls), every)]
        print(f"    {name}: {of[0]} tried; a run has {of[2]}, by {of[1]} ways")
    failed = faults.failed or 2 * faults.missed >= faults.tried
    print(f"    {faults.unstarted} gave up, {faults.refusals} refused something, "
          f"{faults.missed} did not come to it; {1000 * took / max(1, faults.tried):.0f} ms each")
    print(f"{'not ok' if failed else 'ok'} - of {faults.tried} calls that failed, "
          f"{faults.failed} had a result that is wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
