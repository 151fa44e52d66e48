"""life: a program runs in a folder of its own, and one call that it makes may fail
meanwhile."""
import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from typing import Any

PATIENCE_S = 20 * int(os.environ.get("SLOWNESS", "1"))

SAID_BY_SANITIZER = re.compile(r"(ERROR: \w+Sanitizer|WARNING: \w+Sanitizer|runtime error:).*")
# What last words say: that memory is out, or errno's words.
CLEAR = re.compile(
    r"memory|Too many open files|Input/output error|temporarily unavailable|already in use|"
    r"No space left|No buffer space|locks available|too many open files|not enough space|"
    r"no space left|address already in use|i/o error", re.I)


@dataclass
class Outcome:
    answers: list[Any] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)
    started: bool = False  # what was to be done was begun
    refused: int = 0
    log: str = ""


class Fault(Exception):
    """What must not be."""


class Life:
    """A kind of run says what is in the folder, what is run, and what must come of it.
    `expected`: what a run without faults answered, None in that run itself."""

    def __init__(self, maps: str, folder: str, interposer: str, fault: str,
                 expected: list[Any] | None, depth: int):
        self.maps, self.folder, self.expected = maps, folder, expected
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.report = os.path.join(folder, "report")
        self.log_path = os.path.join(folder, "log")
        self.outcome = Outcome()
        self._furnish()
        environment = {**os.environ, "LD_PRELOAD": interposer, "FAULT": fault,
                       "FAULT_DEPTH": str(depth), "FAULT_REPORT": self.report,
                       "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") +
                       ":verify_asan_link_order=0:allocator_may_return_null=1"}
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                self._command(), cwd=folder, env=environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log)

    def _furnish(self) -> None:
        raise NotImplementedError

    def _command(self) -> list[str]:
        raise NotImplementedError

    def _live(self) -> None:
        """Until the end is near."""

    def _check_end(self, code: int) -> None:
        """What is of this kind; that it neither crashed nor leaked is known."""
        raise NotImplementedError

    def read_log(self) -> str:
        with open(self.log_path, encoding="utf-8", errors="replace") as log:
            return log.read()

    def fired(self) -> str:
        try:
            with open(self.report, encoding="ascii") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def _last_words(self) -> str:
        return self.outcome.log.strip().rpartition("\n")[2]

    def _wait_for(self, words: str, start: int) -> re.Match[str] | None:
        """In what the log has from there on; None once the process has ended."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            ended = self.process.poll() is not None
            found = re.compile(words).search(self.read_log(), start)
            if found or ended:
                return found
            time.sleep(0.002)
        raise Fault(f"hangs: no '{words}' in the log")

    def _end(self) -> None:
        code = self.process.wait(PATIENCE_S)
        self.outcome.log = self.read_log()
        said = SAID_BY_SANITIZER.search(self.outcome.log)
        if said:
            self.outcome.wrongs.append(said[0])
        if code < 0:
            self.outcome.wrongs.append(f"died of signal {-code}")
        else:
            self._check_end(code)

    def live(self) -> Outcome:
        try:
            self._live()
            self._end()
        except (Fault, subprocess.TimeoutExpired) as wrong:
            self.outcome.wrongs.append(str(wrong))
            self.outcome.log = self.read_log()
        finally:
            self.process.kill()
            self.process.wait()
        return self.outcome
