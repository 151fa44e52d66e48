"""hostile_pace: clients that are slow, say half or come in crowds. hostile_pace.py ADDRESS PID CASES..."""

import os
import select
import signal
import socket
import time

from hostile_client import HEAD, PATIENCE_S, PID, POST, answers, ask, check, connect, read_all, run


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


def asks_early():
    """Some of the next request comes while the answer is still sent."""
    client = connect(4096)
    client.sendall(b"GET /v1/tree?from=1&map=big HTTP/1.1\r\nHost: x\r\n\r\n")
    check("a long answer begins", client.recv(1) == b"H")
    time.sleep(0.2)
    client.sendall(b"GET /heal")
    client.settimeout(50)
    try:
        cut = read_all(client) is not None
    except TimeoutError:
        cut = False
    check("who stops in the next request is cut long before who is idle", cut)


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


def crowd():
    """All knock while relaxd looks away, far more than may be open: all are answered."""
    text = {b"vital": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", b"other": HEAD + b"\r\n"}
    os.kill(PID, signal.SIGSTOP)
    clients = [(kind, connect()) for kind in [b"vital", b"other", b"other"] * 100]
    for kind, client in clients:
        client.sendall(text[kind])
    os.kill(PID, signal.SIGCONT)
    statuses = [(kind, client.recv(4096)[9:12]) for kind, client in clients]
    check("of a crowd all are answered", {x for _, x in statuses} == {b"200", b"503"}, statuses)
    check("and as many as may be open, and be vital", statuses.count((b"other", b"200")) <= 20
          and statuses.count((b"vital", b"200")) > 30, statuses)
    for _, client in clients:
        client.close()


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


run(half_closed, too_slow, unread, asks_slowly, asks_early, descriptors_run_out, crowd, many_idle)
