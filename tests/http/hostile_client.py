"""hostile_client: a connection to relaxd, byte by byte, and checks, one a line, as in lib.sh.

Whoever imports it is called as PROGRAM ADDRESS PID CASES...
"""

import socket
import sys
import traceback

HOST, PORT = sys.argv[1].rsplit(":", 1)
PID = int(sys.argv[2])
PATIENCE_S = 60
HEAD = b"GET /v1/path?from=1&to=2 HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /v1/path HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
failed = False


def check(words, good, got=""):
    global failed
    print(("ok - " if good else "not ok - ") + words)
    if not good:
        print("    got:", str(got)[-400:])
        failed = True


def connect(buffer=None):
    client = socket.socket()
    if buffer:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    client.settimeout(PATIENCE_S)
    client.connect((HOST, int(PORT)))
    return client


def read_all(client):
    """Until the server closes; None: it reset the connection."""
    parts = []
    try:
        while part := client.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        return None
    return b"".join(parts)


def ask(text):
    with connect() as client:
        client.sendall(text)
        return read_all(client) or b""


def answers(data):
    """(status, headers, body) of each."""
    found = []
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        status = int(lines[0].split()[1])
        headers = {k.lower(): v.strip() for k, _, v in (x.partition(b":") for x in lines[1:])}
        length = 0 if status == 100 else int(headers.get(b"content-length", len(rest)))
        found.append((status, headers, rest[:length]))
        data = rest[length:]
    return found


def run(*cases):
    """Those of them that were asked for; ends the program."""
    for case in cases:
        if case.__name__ not in sys.argv[3:]:
            continue
        try:
            case()
        except Exception:  # pylint: disable=broad-except
            check(case.__name__ + " raises nothing", False, traceback.format_exc())
    sys.exit(failed)
