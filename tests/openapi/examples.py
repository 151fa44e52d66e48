"""examples: what the document shows is answered, in every form and by every method."""
from daemon import Daemon
from document import Operation, example_of, needed_beside
from walk import Walk


def walk_parameters(walk: Walk, daemon: Daemon, operation: Operation) -> None:
    """The plainest request, one with each parameter beside it, one with all."""
    plain = operation.examples()
    wanted = 200 if walk.ask(daemon, operation).status == 200 else 404
    walk.expect(wanted == 200 or operation.tag == "page", f"{operation.id}: its example is refused")
    together = dict(plain)
    for parameter in operation.parameters:
        name = parameter["name"]
        beside = needed_beside(parameter)
        instead = parameter.get("x-instead-of", [])
        rest = {other: value for other, value in plain.items() if other not in instead}
        walk.status(wanted, daemon, operation, {**rest, **beside, name: example_of(parameter)})
        if not beside and not instead:
            together[name] = example_of(parameter)
    walk.status(wanted, daemon, operation, together)


def walk_bodies(walk: Walk, daemon: Daemon, operation: Operation) -> None:
    schema = walk.document.body_schema(operation)
    for name, body in operation.bodies.items():
        faults = walk.document.faults(schema, body)
        walk.expect(not faults, f"{operation.id}: example {name}: {faults}")
        walk.status(200, daemon, operation, None, body)


def walk_forms(walk: Walk, daemon: Daemon, operation: Operation) -> None:
    """Every form that a good answer is said to have; gzip; what a client has already."""
    content = operation.responses[200].get("content", {})
    first = walk.ask(daemon, operation)
    if first.status != 200:
        return
    for media in content:
        answer = walk.status(200, daemon, operation, headers={"Accept": media})
        if 406 in operation.responses:
            walk.expect(answer.type == media, f"{operation.id}: {media} is given {answer.type}")
    packed = walk.status(200, daemon, operation, headers={"Accept-Encoding": "gzip"})
    if "Accept-Encoding" in first.headers.get("vary", ""):
        walk.expect(packed.headers.get("content-encoding") == "gzip",
                    f"{operation.id}: is not packed by gzip")
    if 304 in operation.responses:
        known = walk.status(304, daemon, operation,
                            headers={"If-None-Match": first.headers["etag"]})
        walk.expect(known.headers["etag"] == first.headers["etag"],
                    f"{operation.id}: the tag changes")


def walk_head(walk: Walk, daemon: Daemon, operation: Operation) -> None:
    get = walk.ask(daemon, operation)
    head = walk.ask(daemon, operation, method="HEAD")
    walk.check(operation, head, head=True)
    walk.expect(head.status == get.status and not head.body,
                f"{operation.id}: HEAD is answered {head.status}, GET {get.status}")
    for name in get.headers.keys() - {"date", "transfer-encoding", "content-length", "x-request-id"}:
        walk.expect(head.headers.get(name) == get.headers[name],
                    f"{operation.id}: HEAD has another {name}")


def walk_options(walk: Walk, daemon: Daemon, operation: Operation) -> None:
    answer = walk.ask(daemon, operation, method="OPTIONS")
    allowed = set(answer.headers.get("allow", "").split(", "))
    wanted = walk.document.paths_of(operation.path)
    good = wanted <= allowed if operation.tag == "osrm" else wanted == allowed
    walk.expect(answer.status == 204 and not answer.body and good,
                f"{operation.id}: OPTIONS is answered {answer.status}, {allowed}, not {wanted}")


def walk_examples(walk: Walk, daemon: Daemon) -> None:
    for operation in walk.document.plain:
        if operation.bodies:
            walk_bodies(walk, daemon, operation)
        walk_parameters(walk, daemon, operation)
        walk_forms(walk, daemon, operation)
        walk_options(walk, daemon, operation)
        if operation.method == "GET":
            walk_head(walk, daemon, operation)
