"""document: api/openapi.yaml as the walk needs it: operations, examples, schemas."""
import functools
import json
import re
from dataclasses import dataclass, field
from typing import Any

import jsonschema
import yaml

METHODS = ("get", "put", "post", "delete", "patch", "head", "options", "trace")


@dataclass
class Operation:
    """One method of one path, its references followed."""

    id: str
    method: str  # GET, POST
    path: str  # with {names}
    tag: str
    parameters: list[dict[str, Any]]
    bodies: dict[str, Any]  # examples of a body by name; empty without one
    responses: dict[int, dict[str, Any]]
    start_with: list[str] = field(default_factory=list)  # beside what is required
    ignores_query: bool = False

    def parameter(self, name: str) -> dict[str, Any]:
        return next(one for one in self.parameters if one["name"] == name)

    def examples(self) -> dict[str, Any]:
        """The parameters of the plainest request that is answered."""
        return {one["name"]: example_of(one) for one in self.parameters
                if one.get("required") or one["name"] in self.start_with}


def example_of(parameter: dict[str, Any]) -> Any:
    if "example" in parameter:
        return parameter["example"]
    return next(iter(parameter["examples"].values()))["value"]


def needed_beside(parameter: dict[str, Any]) -> dict[str, Any]:
    """What an example makes sense with."""
    examples = parameter.get("examples", {})
    return dict(next(iter(examples.values()), {}).get("x-with", {}))


class Document:
    def __init__(self, path: str):
        with open(path, encoding="utf-8") as file:
            self.tree = yaml.safe_load(file)
        self.operations = [
            self._operation(path, method, item[method])
            for path, item in self.tree["paths"].items()
            for method in METHODS if method in item]

    @property
    def plain(self) -> list[Operation]:
        """Those that change nothing; weights.py walks the others."""
        return [one for one in self.operations if one.tag != "weights"]

    def follow(self, part: Any) -> Any:
        while isinstance(part, dict) and set(part) == {"$ref"}:
            names = part["$ref"].removeprefix("#/").split("/")
            part = functools.reduce(lambda at, name: at[name], names, self.tree)
        return part

    def _operation(self, path: str, method: str, raw: dict[str, Any]) -> Operation:
        content = raw.get("requestBody", {}).get("content", {})
        bodies = content.get("application/json", {}).get("examples", {})
        return Operation(
            id=raw["operationId"], method=method.upper(), path=path, tag=raw["tags"][0],
            parameters=[self.follow(one) for one in raw.get("parameters", [])],
            bodies={name: one["value"] for name, one in bodies.items()},
            responses={int(status): self.follow(one)
                       for status, one in raw["responses"].items()},
            start_with=raw.get("x-start-with", []),
            ignores_query=raw.get("x-ignores-query", False))

    def body_schema(self, operation: Operation) -> dict[str, Any]:
        raw = self.tree["paths"][operation.path][operation.method.lower()]
        return raw["requestBody"]["content"]["application/json"]["schema"]

    def faults(self, schema: dict[str, Any], value: Any) -> list[str]:
        """What of a value is not as its schema says."""
        validator = self._validator(json.dumps(schema))
        return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
                for error in validator.iter_errors(value)][:3]

    @functools.lru_cache(maxsize=None)
    def _validator(self, schema: str) -> Any:
        whole = {**json.loads(schema), "components": self.tree["components"]}
        return jsonschema.Draft202012Validator(whole)

    def paths_of(self, path: str) -> set[str]:
        """The methods of a path, as Allow names them."""
        methods = {one.method for one in self.operations if one.path == path}
        return methods | ({"HEAD"} if "GET" in methods else set()) | {"OPTIONS"}


def fill(path: str, values: dict[str, str]) -> str:
    return re.sub(r"{(\w+)}", lambda match: values[match[1]], path)
