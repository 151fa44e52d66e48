"""world: what rows of weights should bring into force, worked out from the OpenStreetMap
data alone: layers, keys, ways, pairs of nodes. It knows nothing of relaxd's code."""
import xml.etree.ElementTree
from dataclasses import dataclass, field

Pair = tuple[int, int]
Key = tuple[str, int, int]  # ("pair", from, to), or ("way", id, 1 or -1)


@dataclass
class Town:
    """Ways of the data, and the pairs of neighbours that a profile may drive."""
    ways: dict[int, list[int]]
    open: set[Pair]
    ways_of: dict[int, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for way, nodes in self.ways.items():
            for node in set(nodes):
                self.ways_of.setdefault(node, []).append(way)

    def named(self, key: Key) -> list[Pair]:
        """The open pairs that a row with this key names; none: it matches nothing."""
        what, one, other = key
        if what == "way":
            nodes = self.ways[one][::other]
            return [pair for pair in zip(nodes, nodes[1:]) if pair in self.open]
        if (one, other) in self.open:
            return [(one, other)]
        return self._between(one, other)

    def shared(self, one: int, other: int) -> list[int]:
        """The ways that pass both."""
        return [way for way in self.ways_of[one] if way in self.ways_of[other]]

    def _between(self, one: int, other: int) -> list[Pair]:
        """Of two nodes that one way passes, once each."""
        shared = self.shared(one, other)
        if not shared:
            return []
        nodes = self.ways[shared[0]]
        i, j = nodes.index(one), nodes.index(other)
        walk = nodes[i:j + 1] if i < j else nodes[j:i + 1][::-1]
        pairs = list(zip(walk, walk[1:]))
        return pairs if len(pairs) > 1 and all(pair in self.open for pair in pairs) else []

    def is_plain(self, way: int) -> bool:
        """Whether it passes no node twice, so that all walks along it are short cuts."""
        return len(set(self.ways[way])) == len(self.ways[way])


def read_ways(name: str) -> dict[int, list[int]]:
    ways = {}
    for way in xml.etree.ElementTree.parse(name).getroot().iter("way"):
        if any(tag.get("k") == "highway" for tag in way.iter("tag")):
            ways[int(way.attrib["id"])] = [int(nd.attrib["ref"]) for nd in way.iter("nd")]
    return ways


@dataclass
class Layer:
    """Rows by key, the last written last."""
    rows: dict[Key, float | None] = field(default_factory=dict)

    def write(self, key: Key, speed: float | None) -> None:
        self.rows.pop(key, None)
        self.rows[key] = speed

    def remove(self, key: Key) -> None:
        self.rows.pop(key, None)


def in_force(town: Town, base: dict[Pair, float], layers: list[Layer]) -> dict[Pair, float | None]:
    """The speed of each pair, None: closed; upper layers come last."""
    speeds: dict[Pair, float | None] = dict(base)
    for layer in layers:
        for key, speed in layer.rows.items():
            for pair in town.named(key):
                speeds[pair] = speed
    return speeds
