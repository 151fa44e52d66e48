"""test_client: clients/python against a running relaxd, and its example.

Meson gives RELAXD, RELAXCTL, RELAXLAB and SOURCE_ROOT.
"""

import os
import re
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import traceback
import unittest.mock

FOLDER = os.path.join(os.environ["SOURCE_ROOT"], "clients", "python")
sys.path.insert(0, FOLDER)
sys.dont_write_bytecode = True

from relaxd import Relaxd, RelaxdError, RelaxdTimeout  # noqa: E402

A, B, FAR = (0.0, 0.0), (0.01, 0.01), (60.0, 60.0)
failed = False


def check(words, good, *more):
    global failed
    print("ok -" if good else "not ok -", words)
    if not good:
        failed = True
        print(*(f"    {each!r}" for each in more), sep="\n")


def same(words, expected, got):
    check(words, expected == got, expected, got)


def refusal(question):
    try:
        question()
    except RelaxdError as error:
        return error
    return None


def make_map(folder):
    data, made = os.path.join(folder, "country.osm.pbf"), os.path.join(folder, "country.rlx")
    relaxctl, relaxlab = os.environ["RELAXCTL"], os.environ["RELAXLAB"]
    for arguments in (
        [relaxlab, "generate", "--nodes", "3000", "--osm", data, "--no-report"],
        [relaxctl, "import", data, "--profile", "car,foot", "-o", made],
    ):
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return made


def start_daemon(made, folder, token):
    with open(os.open(os.path.join(folder, "token"), os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
        file.write(token + "\n")
    command = [os.environ["RELAXD"], "--listen", "127.0.0.1:0", "--device", "cpu", "--map", made]
    command += ["--weights-token-file", os.path.join(folder, "token")]
    command += ["--daemon-state-directory", os.path.join(folder, "state")]
    daemon = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    for line in daemon.stderr:
        found = re.search(r"listening on (\S+)", line)
        if found:
            threading.Thread(target=daemon.stderr.read, daemon=True).start()
            return daemon, f"http://{found[1]}"
    raise RuntimeError("relaxd did not start")


def test_osrm(relaxd):
    answer = relaxd.osrm_route([A, B], steps=True, geometries="geojson", overview="full", annotations=["nodes"])
    route = answer["routes"][0]
    leg = route["legs"][0]
    same("a route's line begins where its first place lies", answer["waypoints"][0]["location"], route["geometry"]["coordinates"][0])
    same("and ends where its last does", answer["waypoints"][1]["location"], route["geometry"]["coordinates"][-1])
    same("its steps go from depart to arrive", ["depart", "arrive"], [leg["steps"][i]["maneuver"]["type"] for i in (0, -1)])
    check("hints, which say nothing, are not asked for", "hint" not in answer["waypoints"][0])
    walk = relaxd.osrm_route([A, B], profile="foot", overview="false")["routes"][0]
    check("who walks takes longer", walk["duration"] > route["duration"], walk["duration"])
    snapped = relaxd.osrm_route([A, B], radiuses=[100, None], bearings=[None, (0, 180)], approaches=[None, "unrestricted"], overview="false")
    same("lists may have holes", 1, len(snapped["routes"]))

    table = relaxd.osrm_table([A, B, (0.005, -0.004)], sources=[0, 1], annotations=["duration", "distance"])
    same("a table has rows and columns", (2, 3), (len(table["durations"]), len(table["distances"][0])))
    check("its cells are routes", abs(table["durations"][0][1] - route["duration"]) <= 0.2, table["durations"], route["duration"])
    places = [(0.01 * (i % 20) / 20, 0.01 * (i // 20) / 20) for i in range(400)]
    same("long lists are no matter", 400, len(relaxd.osrm_table(places, sources=[0])["durations"][0]))

    nearest = relaxd.osrm_nearest(A, number=2, radius=5000, exclude=[])["waypoints"]
    check("nearest places come in their order", nearest[0]["distance"] <= nearest[1]["distance"], nearest)
    return leg["annotation"]["nodes"]


def test_routes(relaxd):
    status = relaxd.status()
    same("status tells the maps", ["car", "foot"], [one["profile"] for one in status["maps"]])
    way = relaxd.route([A, (0.005, -0.004), B], solver="dijkstra", nodes=False)
    same("a route has a leg from stop to stop", (2, "dijkstra"), (len(way["legs"]), way["solver"]))
    check("what is not wanted does not come", "nodes" not in way)
    several = relaxd.route([A, B], alternatives=3)
    others = several["alternatives"]
    check("a route may have others, none of them less", others and all(one["cost"] >= several["cost"] for one in others), several["cost"], others)
    steps = relaxd.route([A, B], steps=True, language="fr")["legs"][0]["steps"]
    same("its steps go from depart to arrive", ["depart", "arrive"], [steps[i]["type"] for i in (0, -1)])
    gpx = relaxd.route_text([A, (0.005, -0.004), B], "gpx")
    check("it may be GPX", gpx.startswith("<?xml") and "<gpx " in gpx, gpx)
    check("or an encoded line", len(relaxd.route_text([A, B], "polyline").split()) == 1)


def test_tables(relaxd):
    duration = relaxd.route([A, B])["duration"]
    table = relaxd.table([A, B], [A, B, (0.005, -0.004)], metrics=["duration", "distance"])
    same("a table has rows and columns", (2, 3), (len(table["durations"]), len(table["distances"][0])))
    same("its cells are routes", duration, table["durations"][0][1])
    cells = relaxd.table([A, B], [A, B], metrics=["duration"], pairs=[(0, 1)])["cells"]
    same("or some of them alone", [[0, 1, duration]], cells)
    near = relaxd.table([A, B], [A, B], metrics=["duration"], sparse=True, max_duration=1)
    same("or those in reach", [[0, 0, 0], [1, 1, 0]], near["cells"])
    octets = relaxd.table_npy([A], [A, B], metrics=["duration"])
    same("in binary form it is the same", (b"\x93NUMPY", round(duration * 1000)), (octets[:6], int.from_bytes(octets[-4:], "little")))


def test_own(relaxd, nodes):
    path = relaxd.path(nodes[0], nodes[-1])
    same("a path is between ids", [nodes[0], nodes[-1]], [path["vertices"][0], path["vertices"][-1]])
    same("or its cost alone", path["cost"], relaxd.path(nodes[0], nodes[-1], paths=False)["cost"])
    many = relaxd.paths([(nodes[0], nodes[-1]), (nodes[0], nodes[0])], paths=False)
    same("many are asked at once", [{"cost": path["cost"]}, {"cost": 0}], many["answers"])
    tree = relaxd.tree(nodes[0], limit=path["cost"])
    check("a tree goes as far as it may", tree["labels"] and all(cost <= path["cost"] for _, cost in tree["labels"]))
    listed = relaxd.vertices(profile="foot")
    same("vertices are listed", listed["count"], len(listed["vertices"]))
    check("a search shows its phases", relaxd.search(A, B, solver="bidirectional")["phases"])

    small, large = relaxd.isochrone([A], [60, 120], profile="foot")["features"][::-1]
    same("an isochrone has an area for each contour", [60, 120], [one["properties"]["contour"] for one in (small, large)])
    check("of which the later is larger", small["properties"]["area"] < large["properties"]["area"])
    lines = relaxd.isochrone([A, B], [500], metric="distance", direction="arrive", polygons=False)
    same("or lines, of several places", ("MultiLineString", 2), (lines["features"][0]["geometry"]["type"], len(lines["from"])))
    same("classes are closed by a list", 2, len(relaxd.route([A, B], exclude=["toll", "ferry"])["stops"]))
    same("whose names are known", "bad-parameter", refusal(lambda: relaxd.isochrone([A], [60], exclude=["nonsense"])).code)
    roads = relaxd.nearest(A, number=2)["roads"]
    check("the nearest roads come in their order", roads[0]["distance"] <= roads[1]["distance"], roads)


def test_weights(relaxd, address, token):
    row = {"from": 0, "to": 0, "speed": 5}
    row["from"], row["to"] = relaxd.nearest(A)["roads"][0]["nodes"]
    asked = refusal(lambda: relaxd.change_rows("PATCH", "car/segments", [row]))
    same("nobody changes weights unasked", (401, "no-token"), (asked.status, asked.code))
    with Relaxd(address, token=token) as changing:
        same("with a token", 1, changing.change_rows("PATCH", "car/segments", [row], dry_run=True)["matched"])
        first, again = (changing.change_rows("PATCH", "car/segments", [row], ttl=600, key="once") for _ in range(2))
        same("the same key gives the same answer", first["epoch"], again["epoch"])
        same("rows are read", [5], [one["speed"] for one in changing.rows("car/segments")])
        check("and what is in force", len(changing.rows("car/segments", in_force=True)) > 100)
        changing.change_rows("DELETE", "car/segments", None, all=True)
        changing.change_rows("PATCH", "car/segments", [row], scenario="works")
        same("scenarios are listed", ["works"], [one["name"] for one in changing.scenarios()["scenarios"]])
        with unittest.mock.patch.object(changing, "_send", side_effect=lose_first_answer(changing._send)) as send:
            same("a change whose answer is lost is made once", 1, changing.publish("works")["matched"])
            same("though it is sent twice", 2, send.call_count)
        same("and published", 1, len(changing.rows("car/segments")))
        same("what is gone cannot be dropped", 404, refusal(lambda: changing.drop("works")).status)


def test_refusals(relaxd):
    far = refusal(lambda: relaxd.osrm_route([A, FAR], radiuses=[None, 10]))
    same("OSRM's refusals have its code and words", (400, "NoSegment", "Could not find a matching segment for coordinate 1"), (far.status, far.code, far.message))
    way = refusal(lambda: relaxd.route([A, FAR]))
    same("relaxd's have theirs", (404, "no-road-near"), (way.status, way.code))
    check("and what to do", way.mend != "" and way.code in str(way))
    gone = refusal(lambda: Relaxd("http://127.0.0.1:1").status())
    same("where nobody answers, that is said", (0, "NoAnswer", False), (gone.status, gone.code, isinstance(gone, RelaxdTimeout)))


def test_silence():
    with socket.create_server(("127.0.0.1", 0)) as server:
        silent = Relaxd(f"http://127.0.0.1:{server.getsockname()[1]}", timeout=0.1)
        check("silence ends in a timeout", isinstance(refusal(silent.status), RelaxdTimeout))


def lose_first_answer(send):
    """Sends as `send` does, but the first answer does not arrive."""
    lost = []

    def send_and_lose(*asked):
        answer = send(*asked)
        if not lost:
            lost.append(answer)
            raise ConnectionResetError
        return answer

    return send_and_lose


def close_after_one(server, answers):
    """Answers one request of each connection, then closes it without a word."""
    for version in answers:
        connection, _ = server.accept()
        connection.recv(65536)
        body = b'{"version": "%d"}' % version
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        connection.close()


def test_kept_connection():
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=close_after_one, args=(server, [1, 2]))
        thread.start()
        relaxd = Relaxd(f"http://127.0.0.1:{server.getsockname()[1]}", timeout=10)
        same("a connection that was closed meanwhile is opened anew", ["1", "2"], [relaxd.status()["version"] for _ in range(2)])
        thread.join()


def test_example(address):
    place = [f"{lon},{lat}" for lon, lat in (A, B)]
    command = [sys.executable, "-B", os.path.join(FOLDER, "example.py"), address]
    said = subprocess.run(command + place, capture_output=True, text=True, check=False)
    same("the example does well", (0, ""), (said.returncode, said.stderr))
    for line in (r"^route: [\d.]+ min, [\d.]+ km$", r"^ +\d+ m  Head ", r"^nearest: .+ m away$", r"^table: 0 [\d.]+$", r"^within 300 s: [\d.]+ km2$"):
        check(f"and says {line}", re.search(line, said.stdout, re.M), said.stdout)
    wrong = subprocess.run(command + [place[0], "200,0"], capture_output=True, text=True, check=False)
    same("or says why not", (1, "bad-parameter"), (wrong.returncode, wrong.stderr.split(":")[0]))


def test_readme(address):
    """Its example, as it stands there."""
    with open(os.path.join(FOLDER, "README.md"), encoding="utf-8") as file:
        text = file.read()
    block = textwrap.dedent(text[text.index("    from relaxd") : text.index("| method")])
    code = block.replace("http://127.0.0.1:5000", address)
    said = subprocess.run([sys.executable, "-B", "-c", code], env={**os.environ, "PYTHONPATH": FOLDER}, capture_output=True, text=True, check=False)
    same("what the README shows runs", (0, ""), (said.returncode, said.stderr))
    check("and says why something is refused", re.search(r"^no-road-near ", said.stdout, re.M), said.stdout)


def main():
    global failed
    with tempfile.TemporaryDirectory() as folder:
        token = "0123456789abcdef0123"
        daemon, address = start_daemon(make_map(folder), folder, token)
        try:
            with Relaxd(f"{address}/") as relaxd:
                test_routes(relaxd)
                test_tables(relaxd)
                test_own(relaxd, test_osrm(relaxd))
                test_weights(relaxd, address, token)
                test_refusals(relaxd)
            test_silence()
            test_kept_connection()
            test_example(address)
            test_readme(address)
        except Exception:  # a test that breaks off has failed
            check("nothing is raised", False, traceback.format_exc())
        finally:
            daemon.kill()
            daemon.wait()
    sys.exit(failed)


main()
