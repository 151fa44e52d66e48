"""walk: requests to operations, each answer held to what the document says of it."""
import json
import urllib.parse
from typing import Any

from daemon import Answer, Daemon
from document import Document, Operation, fill

# What HTTP itself needs, of any answer.
OF_HTTP = {"date", "content-type", "content-length", "content-encoding", "connection",
           "transfer-encoding"}

KEPT = 260  # of a list; the longest that has an end has 240


class Walk:
    def __init__(self, document: Document):
        self.document = document
        self.seen: set[tuple[str, int]] = set()
        self.asked = 0
        self.failures: list[str] = []

    def fail(self, words: str) -> None:
        if words not in self.failures:
            self.failures.append(words)
            print(f"not ok - {words}")

    def expect(self, good: bool, words: str) -> None:
        if not good:
            self.fail(words)

    def ask(self, daemon: Daemon, operation: Operation, parameters: dict[str, Any] | None = None,
            body: Any = None, *, method: str | None = None, headers: dict[str, str] | None = None,
            more: str = "") -> Answer:
        """`more` is put behind the query string as it is."""
        parameters = operation.examples() if parameters is None else parameters
        if body is None and operation.bodies:
            body = next(iter(operation.bodies.values()))
        raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        sent = {"X-Request-Id": f"walk-{self.asked}", **headers_of(operation, parameters)}
        if raw is not None:
            sent["Content-Type"] = "application/json"
        sent.update(headers or {})
        answer = daemon.ask(method or operation.method,
                            target_of(operation, parameters, more), sent, raw)
        self.expect(answer.headers.get("x-request-id") == f"walk-{self.asked}",
                    f"{operation.id}: {answer.asked} is called otherwise in its answer")
        self.asked += 1
        if method not in ("HEAD", "OPTIONS"):
            self.check(operation, answer)
        return answer

    def check(self, operation: Operation, answer: Answer, head: bool = False) -> None:
        words = f"{operation.id}: {answer.asked}: {answer.status}"
        response = operation.responses.get(answer.status)
        if response is None:
            self.fail(f"{words} is not documented: {answer.body[:300]!r}")
            return
        self.seen.add((operation.id, answer.status))
        self._check_headers(words, response, answer)
        if not head:
            self._check_body(words, response, answer)

    def _check_headers(self, words: str, response: dict[str, Any], answer: Answer) -> None:
        headers = {name.lower(): self.document.follow(one)
                   for name, one in response.get("headers", {}).items()}
        for name in answer.headers.keys() - headers.keys() - OF_HTTP:
            self.fail(f"{words}: the header {name} is not documented")
        for name, header in headers.items():
            value = answer.headers.get(name)
            if value is None:
                self.expect(not header.get("required"), f"{words}: the header {name} is missing")
                continue
            for fault in self.document.faults(header["schema"], value):
                self.fail(f"{words}: the header {name}: {fault}")

    def _check_body(self, words: str, response: dict[str, Any], answer: Answer) -> None:
        content = response.get("content", {})
        if not content:
            self.expect(not answer.body, f"{words}: a body that is not documented")
            return
        if answer.type not in content:
            self.fail(f"{words}: is of type {answer.type}, not {', '.join(content)}")
            return
        try:
            value = value_of(answer)
        except ValueError as error:
            self.fail(f"{words}: is not what it says: {error}")
            return
        if value is None:
            return
        for fault in self.document.faults(content[answer.type]["schema"], thinned(value)):
            self.fail(f"{words}: {fault}")
        if answer.type == "application/problem+json":
            self.expect(value["status"] == answer.status, f"{words}: says {value['status']}")

    def status(self, wanted: int, daemon: Daemon, operation: Operation, *args: Any,
               **named: Any) -> Answer:
        """What ask() does, and it must have this status."""
        answer = self.ask(daemon, operation, *args, **named)
        self.expect(answer.status == wanted, f"{operation.id}: {answer.asked} is answered "
                    f"{answer.status}, not {wanted}: {answer.body[:300]!r}")
        return answer


def value_of(answer: Answer) -> Any:
    """None where nothing can be said of the bytes."""
    if answer.type == "application/json" or answer.type.endswith("+json"):
        return answer.json()
    return answer.body.decode() if answer.type.startswith("text/") else None


def thinned(value: Any) -> Any:
    """Of lists of thousands that are alike the first and the last entries, more
    than any list may have at most."""
    if isinstance(value, dict):
        return {name: thinned(one) for name, one in value.items()}
    if isinstance(value, list):
        return [thinned(one) for one in (value if len(value) <= KEPT else
                                         value[:KEPT - 20] + value[-20:])]
    return value


def text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def query_of(operation: Operation, parameters: dict[str, Any]) -> str:
    parts = []
    for name, value in parameters.items():
        parameter = operation.parameter(name)
        if parameter["in"] != "query":
            continue
        values = value if isinstance(value, list) else [value]
        if not parameter.get("explode", True):
            values = [",".join(map(text_of, values))]
        safe = "" if operation.path.startswith("/v1/") else ",;"
        parts += [f"{name}={urllib.parse.quote(text_of(one), safe=safe)}" for one in values]
    return "&".join(parts)


def target_of(operation: Operation, parameters: dict[str, Any], more: str = "") -> str:
    path = fill(operation.path, {
        name: urllib.parse.quote(text_of(value), safe=",;()~:@$!'*")
        for name, value in parameters.items() if operation.parameter(name)["in"] == "path"})
    query = "&".join(part for part in (query_of(operation, parameters), more) if part)
    return f"{path}?{query}" if query else path


def headers_of(operation: Operation, parameters: dict[str, Any]) -> dict[str, str]:
    return {name: text_of(value) for name, value in parameters.items()
            if operation.parameter(name)["in"] == "header"}
