"""test_openapi: a running relaxd is as api/openapi.yaml says, and the other way round."""
import os
import re
import sys
import tempfile

try:
    import jsonschema  # noqa: F401
    import yaml  # noqa: F401
except ImportError as error:
    print(f"skipped: {error.name} is missing; Debian has python3-jsonschema and python3-yaml")
    sys.exit(77)

from daemon import Daemon, run
from document import Document
from examples import walk_examples
from refusals import (BODY_MAX, walk_crowded, walk_hurried, walk_questions, walk_refusals,
                      walk_stopping)
from values import walk_values
from walk import Walk
from weights import make_model, make_scenario, token_option, walk_weights


def make_maps(scratch: str) -> None:
    """The country of the documents, smaller; a grid that is a bare graph; three
    vertices of which nobody knows where they are; a grid that takes a while."""
    relaxctl, make_map = os.environ["RELAXCTL"], os.environ["MAKE_MAP"]
    run(os.environ["RELAXLAB"], "generate", "--nodes", "10000", "--seed", "1", "--no-report",
        "--osm", os.path.join(scratch, "country.osm.pbf"))
    run(make_map, os.path.join(scratch, "small.rlx"), "31", "32")
    run(make_map, os.path.join(scratch, "big.rlx"), "500", "500")
    with open(os.path.join(scratch, "bare.gr"), "w", encoding="ascii") as file:
        file.write("p sp 3 2\na 1 2 5\na 2 3 7\n")
    run(relaxctl, "import", os.path.join(scratch, "bare.gr"),
        "-o", os.path.join(scratch, "bare.rlx"))


def check_endpoints(walk: Walk, daemon: Daemon) -> None:
    """What a 404 lists is in the document, and nothing else."""
    listed = set(re.findall(r"([A-Z]+) (/\S*?)(?:,|$)",
                            daemon.ask("GET", "/v1/none").json()["mend"]))
    osrm = {path.split("/")[1] for _, path in listed if re.match(r"/\w+/v1/?$", path)}
    listed = {(method, path) for method, path in listed if path.split("/")[1] not in osrm}
    told = {("GET", "/")} | {(one.method, one.path) for one in walk.document.operations
                             if one.tag in ("relaxd", "daemon", "weights")}
    walk.expect(listed == told, f"relaxd has, and the document has not: {listed - told}; "
                f"the other way round: {told - listed}")
    for service in ("route", "table", "nearest", "match", "trip", "tile"):
        code = daemon.ask("GET", f"/{service}/v1/driving/0,0").json()["code"]
        documented = any(one.path.startswith(f"/{service}/v1/")
                         for one in walk.document.operations)
        walk.expect((code == "NotImplemented") != documented, f"{service} is answered {code}")
        walk.expect((service in osrm) == documented, f"{service} is listed, or documented")
    code = daemon.ask("GET", "/none/v1/driving/0,0").json()["code"]
    walk.expect(code == "InvalidService", f"a service that is none is answered {code}")
    refused = daemon.ask("GET", "/none")
    walk.expect(refused.status == 404, f"a path that is nobody's is answered {refused.status}")


def check_served(walk: Walk, daemon: Daemon, path: str) -> None:
    with open(path, "rb") as file:
        walk.expect(daemon.ask("GET", "/openapi.yaml").body == file.read(),
                    "/openapi.yaml is another file")


def check_seen(walk: Walk) -> None:
    for operation in walk.document.operations:
        for status, response in operation.responses.items():
            if (operation.id, status) not in walk.seen and "x-not-provoked" not in response:
                walk.fail(f"{operation.id}: {status} is documented, and was never seen")


def main(path: str) -> int:
    walk = Walk(Document(path))
    limits = ("--http-body-max-bytes", str(BODY_MAX), "--limits-queries-max", "100",
              "--limits-table-cells-max", "10000", "--limits-stops-max", "10")
    with tempfile.TemporaryDirectory() as scratch:
        make_maps(scratch)
        maps = ["country.osm.pbf", "small.rlx", "bare.rlx"]
        state = ("--daemon-state-directory", os.path.join(scratch, "of-examples"))
        with Daemon(scratch, maps, *limits, *state, *token_option(scratch)) as daemon:
            make_scenario(daemon)
            make_model(daemon)
            check_endpoints(walk, daemon)
            check_served(walk, daemon, path)
            walk_examples(walk, daemon)
            walk_refusals(walk, daemon)
            walk_questions(walk, daemon)
            walk_values(walk, daemon)
        walk_weights(walk, scratch, maps, limits)
        with Daemon(scratch, maps, "--http-connections-max", "1") as daemon:
            walk_crowded(walk, daemon)
        with Daemon(scratch, [*maps, "big.rlx"], "--limits-deadline-ms", "1") as daemon:
            walk_hurried(walk, daemon)
        with Daemon(scratch, ["big.rlx"]) as daemon:
            walk_stopping(walk, daemon)
    check_seen(walk)
    print(f"{'not ok' if walk.failures else 'ok'} - {walk.asked} requests to "
          f"{len(walk.document.operations)} operations, {len(walk.failures)} differences")
    return 1 if walk.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
