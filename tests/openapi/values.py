"""values: parameters and members at random, within what is documented and beyond.

Seeded, so that what failed once fails again. A value within its range is never
refused for its range, one beyond always; and whatever comes, the status is one
that is documented, and of those that blame relaxd only 503 and 504."""
import random
from dataclasses import dataclass
from typing import Any

from daemon import Daemon
from document import Operation, example_of, needed_beside
from walk import Walk

EACH = 14  # requests to an operation
LARGE = 10**30


@dataclass
class Beyond:
    """A value that is not allowed, and which one it is."""

    name: str


def place(dice: random.Random) -> str:
    if dice.random() < 0.3:
        return str(dice.randint(1, 100))
    return f"{dice.uniform(-0.04, 0.04):.6f},{dice.uniform(-0.02, 0.02):.6f}"


def number(schema: dict[str, Any], dice: random.Random, whole: bool) -> Any:
    low = schema.get("minimum", schema.get("exclusiveMinimum", -1000))
    high = min(schema.get("maximum", LARGE), low + 10**dice.choice([1, 3, 6, 18]))
    if dice.random() < 0.2 and "exclusiveMinimum" not in schema:
        return low if dice.random() < 0.5 else schema.get("maximum", high)
    if whole:
        return dice.randint(int(low), int(high))
    return round(dice.uniform(low + 0.001, min(high, 10**6)), 3)


def within(walk: Walk, schema: dict[str, Any], example: Any, dice: random.Random) -> Any:
    """A value that a schema allows; the example where that is a matter of the map."""
    if schema == {"$ref": "#/components/schemas/Place"}:
        return place(dice)
    if schema == {"$ref": "#/components/schemas/Contours"}:
        return sorted({number({"minimum": 0.001, "maximum": 4000}, dice, False)
                       for _ in range(dice.randint(1, 8))})
    schema = walk.document.follow(schema)
    if "oneOf" in schema:
        return within(walk, dice.choice(schema["oneOf"]), example, dice)
    if "enum" in schema:
        return dice.choice(schema["enum"])
    kind = schema.get("type")
    if kind == "boolean":
        return dice.random() < 0.5
    if kind in ("integer", "number"):
        return number(schema, dice, kind == "integer")
    if kind == "array" and "items" in schema and isinstance(example, list):
        drawn = [within(walk, schema["items"], one, dice) for one in example]
        return list(dict.fromkeys(drawn)) if schema.get("uniqueItems") else drawn
    return example


def beyond(walk: Walk, schema: dict[str, Any], dice: random.Random) -> Any:
    """A value that a schema forbids, as text; None where it forbids none."""
    schema = walk.document.follow(schema)
    if "oneOf" in schema:
        return dice.choice(["", "x", "-1", "1.5"])
    if "enum" in schema:
        return dice.choice(["x", schema["enum"][0] + "x", str(schema["enum"][0]).upper()])
    kind = schema.get("type")
    if kind == "boolean":
        return dice.choice(["", "1", "TRUE", "yes"])
    if kind in ("integer", "number"):
        bad = ["", "x", "1e999", "0x10", "nan", " 1"]
        low = schema.get("minimum", schema.get("exclusiveMinimum"))
        if low is not None:
            bad += [str(low - 1), str(low - 0.5)] if kind == "number" else [str(low - 1), "-0"]
        if "maximum" in schema:
            bad += [str(schema["maximum"] + 1), str(LARGE)]
        return dice.choice(bad + (["1.5"] if kind == "integer" else []))
    if kind == "array":
        return beyond(walk, schema["items"], dice)
    if schema.get("maxLength"):
        return dice.choice(["", "x" * (schema["maxLength"] + 1)])
    return dice.choice(["%", "^", "\x7f", "!"]) if schema.get("pattern") else None


def is_about_map(parameter: dict[str, Any]) -> bool:
    return parameter["schema"].get("$ref", "").endswith("/Name")


def draw(walk: Walk, operation: Operation, dice: random.Random) -> dict[str, Any]:
    """A request within the ranges."""
    plain = operation.examples()
    drawn = {}
    for parameter in operation.parameters:
        name = parameter["name"]
        if name not in plain and dice.random() < 0.5:
            continue
        if (needed_beside(parameter) or "x-instead-of" in parameter
                or name == "min_epoch"):  # most epochs never come
            continue
        drawn[name] = within(walk, parameter["schema"], example_of(parameter), dice)
    for parameter in operation.parameters:  # positions, no ids among them
        if parameter.get("x-alike"):
            name = parameter["name"]
            drawn[name] = [one for one in drawn[name] if "," in one] or example_of(parameter)
    for name in plain:  # so many of one as of the other
        if operation.start_with and isinstance(plain[name], list) and name in operation.start_with:
            drawn[name] = within(walk, operation.parameter(name)["schema"], plain[name], dice)
    return drawn


def walk_within(walk: Walk, daemon: Daemon, operation: Operation, dice: random.Random) -> None:
    values = draw(walk, operation, dice)
    answer = walk.ask(daemon, operation, values)
    if answer.status != 400:
        walk.expect(answer.status < 500 or answer.status in (503, 504),
                    f"{operation.id}: {answer.asked} is answered {answer.status}")
        return
    told = answer.json()
    if operation.tag == "osrm":
        place_is_there = operation.id != "osrmTile" or max(values["x"], values["y"]) < 2**values["z"]
        good = told["code"] in ("TooBig", "NoSegment", "NoRoute") or not place_is_there
    else:
        good = told["type"] == "urn:relaxd:bad-solver"
    walk.expect(good, f"{operation.id}: {answer.asked} is within all ranges, and refused: {told}")


def walk_beyond(walk: Walk, daemon: Daemon, operation: Operation, dice: random.Random) -> None:
    parameter = dice.choice([one for one in operation.parameters if one["in"] != "header"])
    value = beyond(walk, parameter["schema"], dice)
    if value is None or (parameter["in"] == "path" and not value):
        return
    answer = walk.ask(daemon, operation, {**operation.examples(), parameter["name"]: value})
    walk.expect(answer.status == 400, f"{operation.id}: {answer.asked} is beyond a range, and "
                f"answered {answer.status}: {answer.body[:200]!r}")


def walk_values(walk: Walk, daemon: Daemon) -> None:
    dice = random.Random(7)
    for operation in walk.document.plain:
        asked = [one for one in operation.parameters if one["in"] != "header"]
        if operation.bodies or not asked or operation.tag == "page":
            continue
        for _ in range(EACH):
            walk_within(walk, daemon, operation, dice)
            walk_beyond(walk, daemon, operation, dice)
