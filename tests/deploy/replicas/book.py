"""book: what the entries of a stream make of its rows, told a second time.

docs/replicas.md says what an entry does. This is written from there, apart from
relaxd, for rows "FROM,TO,KMH" of one collection.
"""
from typing import Dict, List, NamedTuple, Optional, Set, Tuple

KEYS_KEPT = 10000
Pair = Tuple[int, int]


class Row(NamedTuple):
    speed: str
    order: int
    end_s: Optional[int]


class Book:
    """The rows as of one epoch; takes one entry after the other."""

    def __init__(self) -> None:
        self.epoch = 0
        self.rows: Dict[Pair, Row] = {}
        self.changed = 0  # the epoch of the last change of the collection
        self.known: Dict[str, int] = {}  # the last keys, in their order
        self.made: Dict[str, int] = {}  # every key, and the epoch of its first change
        self.order = 0
        self.refused: Set[int] = set()

    def _end_rows(self, now_ms: int) -> None:
        ended = [pair for pair, row in self.rows.items() if row.end_s is not None and row.end_s * 1000 <= now_ms]
        for pair in ended:
            del self.rows[pair]
        if ended:
            self.changed = self.epoch

    def _may(self, fields: Dict[str, bytes]) -> bool:
        key = fields.get("key", b"").decode()
        if key in self.known:
            return False
        if "if-match" in fields and int(fields["if-match"]) != self.changed:
            return False
        return fields["op"] == b"patch" and fields.get("rows") == b"segments"

    def take(self, now_ms: int, fields: Dict[str, bytes]) -> None:
        self.epoch += 1
        self._end_rows(now_ms)
        if fields["op"] == b"none":
            return
        if not self._may(fields):
            self.refused.add(self.epoch)
            return
        end_s = (now_ms + 999) // 1000 + int(fields["ttl"]) if "ttl" in fields else None
        for line in fields["body"].decode().splitlines():
            if line:
                first, last, speed = line.split(",")
                self.order += 1
                self.rows[int(first), int(last)] = Row(speed, self.order, end_s)
        self.changed = self.epoch
        if "key" in fields:
            key = fields["key"].decode()
            self.known[key] = self.epoch
            self.made.setdefault(key, self.epoch)
            if len(self.known) > KEYS_KEPT:
                del self.known[next(iter(self.known))]

    def seed(self, epoch: int) -> None:
        """The state goes on as this epoch."""
        self.epoch = epoch

    def csv(self) -> str:
        ordered: List[Tuple[int, Pair, Row]] = sorted((row.order, pair, row) for pair, row in self.rows.items())
        return "".join(f"{pair[0]},{pair[1]},{row.speed}\n" for _, pair, row in ordered)
