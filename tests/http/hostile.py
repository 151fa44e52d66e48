"""hostile: clients that are slow, broken or mean. Checks, one a line, as in lib.sh.

hostile.py ADDRESS PID CASES...
"""

import json
import os
import select
import socket
import sys
import time

HOST, PORT = sys.argv[1].rsplit(":", 1)
PID = int(sys.argv[2])
DOCS = os.path.join(os.path.dirname(__file__), "../../docs/operate.md")
PATIENCE_S = 60
HEAD = b"GET /v1/path?from=1&to=2 HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /v1/path HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
failed = False


def check(words, good, got=""):
    global failed
    print(("ok - " if good else "not ok - ") + words)
    if not good:
        print("    got:", str(got)[:400])
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


def refused(words, text, status=400):
    """One answer, a problem in JSON, and the connection is closed."""
    found = answers(ask(text))
    good = (
        len(found) == 1
        and found[0][0] == status
        and found[0][1].get(b"content-type") == b"application/problem+json"
        and json.loads(found[0][2])["status"] == status
    )
    check(words, good, found)


def bytes_that_are_no_request():
    close = b"Connection: close\r\n"
    body = b'{"from":1,"to":2}'
    refused("two Content-Lengths", POST + b"Content-Length: 17\r\nContent-Length: 17\r\n\r\n" + body)
    refused(
        "Content-Length with Transfer-Encoding",
        POST + b"Content-Length: 17\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    )
    refused("Transfer-Encoding: gzip", POST + b"Transfer-Encoding: gzip\r\n\r\n")
    refused("Transfer-Encoding with a blank before the colon", POST + b"Transfer-Encoding : chunked\r\n\r\n")
    refused("Transfer-Encoding in HTTP/1.0", b"POST /v1/path HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    refused("no Host", b"GET /healthz HTTP/1.1\r\n\r\n")
    refused("no Host, but other headers", b"GET /healthz HTTP/1.1\r\nX: 1\r\n\r\n")
    refused("two Hosts", b"GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n")
    refused("a header in two lines", HEAD + b"X: a\r\n b\r\n\r\n")
    refused("a 0 in a header", HEAD + b"X: a\0b\r\nY: c\r\n\r\n")
    refused("a 0 in the last header", HEAD + b"X: a\0b\r\n\r\n")
    refused("a control character in a header", HEAD + b"X: a\x01b\r\n\r\n")
    refused("a 0 in the method", b"GET\0X /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    refused("two blanks behind the method", b"GET  /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    refused("a method that is none", b"G(T /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    refused("a 0 behind the method", b"GET\0 /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    refused("a 0 in the path", b"GET /healthz\0/x HTTP/1.1\r\nHost: x\r\n\r\n")
    refused("a 0 in the query", b"GET /v1/path?from=1\0&to=2 HTTP/1.1\r\nHost: x\r\n\r\n")
    refused("no UTF-8 in the path", b"GET /v1/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n")
    refused("no UTF-8 in the query", b"GET /v1/path?from=\xff HTTP/1.1\r\nHost: x\r\n\r\n")
    refused("a blank in the path", b"GET /v1/a b HTTP/1.1\r\nHost: x\r\n\r\n")
    refused("a URL over the limit", b"GET /v1/" + b"a" * 20000 + b" HTTP/1.1\r\nHost: x\r\n" + close + b"\r\n", 414)
    refused("headers over the limit", HEAD + b"X: " + b"a" * 20000 + b"\r\n" + close + b"\r\n", 431)
    check(
        "what is no UTF-8 in a header that nobody reads is let through",
        answers(ask(HEAD + b"Referer: \xff\xfe\r\nX:\r\n" + close + b"\r\n"))[0][0] == 200,
    )
    check(
        "line ends without CR are read",
        answers(ask(b"GET /healthz HTTP/1.1\nHost: x\nX: 1\nConnection: close\n\n"))[0][0] == 200,
    )
    found = answers(ask(b"POST /v1/path HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
                        b"Content-Type: application/json\r\nContent-Length: 17\r\n" + close + b"\r\n" + body))
    check("Expect: 100-continue", [x[0] for x in found] == [100, 200], found)
    for target, status in (
        (b"http://x/healthz", 200),
        (b"HTTP://u@[::1]:5/healthz", 200),
        (b"http://x", 400),
        (b"http://", 400),
        (b"http://x\0/healthz", 400),
        (b"http://x\xff/healthz", 200),
        (b"https://x/healthz", 400),
        (b"x:80", 400),
    ):
        found = answers(ask(b"GET " + target + b" HTTP/1.1\r\nHost: x\r\n" + close + b"\r\n"))
        check(f"the target {target!r}", [x[0] for x in found] == [status], found)
    check("HTTP/1.0 without a Host", answers(ask(b"GET /healthz HTTP/1.0\r\n\r\n"))[0][0] == 200)


def in_html():
    """What libmicrohttpd itself answers is what docs/operate.md lists, no more, no less."""
    name = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
    chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n"
    long = b"a" * (16384 + 8192)  # the limit here, and what is beside it

    def line(text):
        return text + b"\r\nHost: x\r\n\r\n"

    def length(text):
        return POST + b"Content-Length: " + text + b"\r\n\r\n"

    rows = {
        "a request line without URL, or that does not end in `HTTP/1.0` or `HTTP/1.N`": [
            (400, line(x)) for x in (b"GET  HTTP/1.1", b"GET /", b"GET / X", b"GET / http/1.1", b"GET / HTTP/1.10")
        ],
        "... but in another version": [(505, line(x)) for x in (b"GET / HTTP/2.0", b"GET / HTTP/0.9")],
        "... or that has no blank": [(0, line(x)) for x in (b"GARBAGE", b"\x16\x03\x01\0")],
        "a header, or trailer, without a colon": [(400, name + b"X\r\n\r\n"), (400, chunked + b"0\r\nX\r\n\r\n")],
        "a Content-Length that is no number, or over 64 bits": [
            *((400, length(x)) for x in (b"", b"x", b"-1", b"+1", b"1x")),
            (413, length(b"9" * 30)),
        ],
        "a chunk whose length is no hexadecimal number, or over 64 bits; that does not end with its line": [
            *((400, chunked + x + b"\r\n") for x in (b"", b"x", b"-1", b"0x1")),
            (413, chunked + b"f" * 17 + b"\r\n"),
            (400, chunked + b"3\r\nabcdef\r\n"),
        ],
        "a request line, or headers with some 70 bytes for each, over `http.header-max-bytes` and 8 KiB": [
            (414, line(b"GET /" + long + b" HTTP/1.1")),
            (431, name + b"X: " + long + b"\r\n\r\n"),
            (431, name + b"X:y\r\n" * 500 + b"\r\n"),
        ],
    }
    with open(DOCS, encoding="utf-8") as text:
        listed = text.read().partition("| sent | answer |\n")[2].partition("\n\n")[0].splitlines()[1:]
    statuses = [", ".join(dict.fromkeys(str(x) if x else "closed without a word" for x, _ in row)) for row in rows.values()]
    check("docs/operate.md lists it", listed == [f"| {x} | {y} |" for x, y in zip(rows, statuses)], listed)
    for words, row in rows.items():
        for status, text in row:
            got = ask(text)
            good = b"<html" in got and got.startswith(b"HTTP/1.1 %d " % status) if status else not got
            check(f"{words}: {text[:48]!r}", good, got)


def smuggling():
    """What one reader takes for a body and another for a request is not answered."""
    hidden = b"GET /v1/status HTTP/1.1\r\nHost: x\r\n\r\n"
    for words, header in (
        ("a Transfer-Encoding that is none", b"Transfer-Encoding : chunked\r\n"),
        ("a length and an encoding", b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"),
        ("an encoding after a 0", b"X: 1\0\r\nTransfer-Encoding: chunked\r\n"),
    ):
        found = answers(ask(POST + header + b"\r\n0\r\n\r\n" + hidden))
        check("nothing is smuggled by " + words, [x[0] for x in found] == [400], found)


def pipelining():
    def ends(to):
        return json.dumps({"from": 1, "to": to}).encode()

    def post(to, last=b""):
        return POST + last + b"Content-Length: %d\r\n\r\n" % len(ends(to)) + ends(to)

    tree = b"GET /v1/tree?from=1 HTTP/1.1\r\nHost: x\r\n\r\n"
    found = answers(ask(post(7) + HEAD + b"\r\n" + post(9, b"Connection: close\r\n")))
    last = [json.loads(x[2])["vertices"][-1] for x in found if x[0] == 200]
    check("three requests in a packet are answered in order", last == [7, 2, 9], found)
    data = ask(tree + post(9, b"Connection: close\r\n"))
    check("also after a long answer", data.count(b"HTTP/1.1 200 OK") == 2 and data.endswith(b"}"), data[-200:])


def shown():
    """What the log shows of what may be in no line."""
    close = b"Connection: close\r\n\r\n"
    ask(b"GET /v1/\xff\xfe?a=\xc3\xa9\xe2\x80\xae HTTP/1.1\r\nHost: x\r\nUser-Agent: a\xffb\x1b[1m\r\n" + close)
    ask(b"GET /healthz\0/forged HTTP/1.1\r\nHost: x\r\nUser-Agent: c\0d\r\n" + close)


def half_closed():
    with connect() as client:
        client.sendall(HEAD + b"\r\n")
        client.shutdown(socket.SHUT_WR)
        found = answers(read_all(client))
        check("who closes its sending side has its answer", [x[0] for x in found if x[0] != 100] == [200], found)
    with connect() as client:
        client.sendall(HEAD + b"X: ")
        client.shutdown(socket.SHUT_WR)
        check("half a request and no more is closed", read_all(client) == b"")
    with connect() as client:
        client.sendall(POST + b"Content-Length: 100\r\n\r\n{")
        client.shutdown(socket.SHUT_WR)
        check("half a body and no more is closed", read_all(client) == b"")


def drip(cases):
    """Feeds each client a byte now and then until it is closed; seconds that took."""
    began = time.monotonic()
    took = {}
    while len(took) < len(cases) and time.monotonic() - began < PATIENCE_S:
        for words, (client, bytes_) in cases.items():
            if words in took:
                continue
            try:
                if bytes_:
                    client.send(bytes_)
                if select.select([client], [], [], 0)[0] and not client.recv(4096):
                    took[words] = time.monotonic() - began
            except OSError:
                took[words] = time.monotonic() - began
        time.sleep(0.1)
    return took


def too_slow():
    """The limits are a second; a byte now and then would go on for ever."""
    cases = {
        "who says nothing": (connect(), b""),
        "a request line that drips": (connect(), b"G"),
        "headers that drip": (connect(), b"X: 1\r\n"),
        "a header that drips": (connect(), b"a"),
        "a body that stops": (connect(), b""),
        "a body that drips": (connect(), b"1"),
        "chunks that drip": (connect(), b"1\r\na\r\n"),
        "who is idle after an answer": (connect(), b""),
        "who drips after an answer": (connect(), b"G"),
    }
    cases["headers that drip"][0].sendall(b"GET /healthz HTTP/1.1\r\n")
    cases["a header that drips"][0].sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: ")
    cases["a body that stops"][0].sendall(POST + b"Content-Length: 90000\r\n\r\n{")
    cases["a body that drips"][0].sendall(POST + b"Content-Length: 90000\r\n\r\n{")
    cases["chunks that drip"][0].sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
    for words in ("who is idle after an answer", "who drips after an answer"):
        cases[words][0].sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        cases[words][0].recv(4096)
    took = drip(cases)
    for words in cases:
        check(words + " is cut", words in took and 0.8 < took[words], took)


def unread():
    """A whole answer that nobody reads."""
    client = connect(4096)
    client.sendall(b"GET /v1/tree?from=1&map=big HTTP/1.1\r\nHost: x\r\n\r\n")
    gone = select.poll()
    gone.register(client, 0)
    check("an answer that is not read is cut", gone.poll(PATIENCE_S * 1000))
    check("and what was not read is dropped", read_all(client) is None)


def asks_slowly():
    """The limit is a second for a request line, and a minute for none."""
    cases = {"who drips after an answer": (connect(), b"G"), "a line that stops": (connect(), b"")}
    idle = connect()
    began = time.monotonic()
    for client in (idle, *(client for client, _ in cases.values())):
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        client.recv(4096)
    time.sleep(0.2)
    cases["a line that stops"][0].sendall(b"GET /heal")
    took = drip(cases)
    for words in cases:
        check(words + " is cut long before who is idle", words in took and 0.8 < took[words] < 50, took)
    if time.monotonic() - began < 50:
        idle.sendall(HEAD + b"\r\n")
        check("who is idle is not", idle.recv(4096).startswith(b"HTTP/1.1 200"))


def descriptors_run_out():
    """Those without one wait, until those that say nothing are cut."""
    silent = [connect() for _ in range(100)]
    limit = 0
    end = time.monotonic() + PATIENCE_S
    while limit < 64 and time.monotonic() < end:
        limit = len(os.listdir(f"/proc/{PID}/fd"))
    check("who comes when all are taken is answered in the end", ask(HEAD + b"Connection: close\r\n\r\n"))
    check("all were taken", limit >= 64, limit)
    for client in silent:
        read_all(client)
    check("and others then", answers(ask(HEAD + b"Connection: close\r\n\r\n"))[0][0] == 200)


def resident_kb():
    with open(f"/proc/{PID}/status", encoding="ascii") as lines:
        return next(int(x.split()[1]) for x in lines if x.startswith("VmRSS:"))


def many_idle():
    """What a connection takes: its memory, which is cleared, and the books."""
    count, memory_kb = 1000, 16 + 8
    clients = [connect() for _ in range(count)]
    before = resident_kb()
    for client in clients:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    for client in clients:
        client.recv(4096)
    each = (resident_kb() - before) / count
    check("a thousand connections take what they may", each < memory_kb + 8, f"{each} kB each")
    check("and another one is answered", answers(ask(HEAD + b"Connection: close\r\n\r\n"))[0][0] == 200)
    for client in clients:
        client.close()


CASES = (
    bytes_that_are_no_request,
    in_html,
    smuggling,
    pipelining,
    shown,
    half_closed,
    too_slow,
    unread,
    asks_slowly,
    descriptors_run_out,
    many_idle,
)
for case in CASES:
    if case.__name__ in sys.argv[3:]:
        case()
sys.exit(failed)
