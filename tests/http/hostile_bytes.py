"""hostile_bytes: what is no request, or hides one. hostile_bytes.py ADDRESS PID CASES..."""

import json
import os

from hostile_client import HEAD, POST, answers, ask, check, run

DOCS = os.path.join(os.path.dirname(__file__), "../../docs/operate.md")


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
        "a request line without a URL, or one that does not end in `HTTP/1.0` or `HTTP/1.N`": [
            (400, line(x)) for x in (b"GET  HTTP/1.1", b"GET /", b"GET / X", b"GET / http/1.1", b"GET / HTTP/1.10")
        ],
        "... in another version of HTTP": [(505, line(x)) for x in (b"GET / HTTP/2.0", b"GET / HTTP/0.9")],
        "... without a space": [(0, line(x)) for x in (b"GARBAGE", b"\x16\x03\x01\0")],
        "a header or trailer without a colon": [(400, name + b"X\r\n\r\n"), (400, chunked + b"0\r\nX\r\n\r\n")],
        "a Content-Length that is not a number, or over 64 bits": [
            *((400, length(x)) for x in (b"", b"x", b"-1", b"+1", b"1x")),
            (413, length(b"9" * 30)),
        ],
        "a chunk whose length is not a hexadecimal number, or over 64 bits, or is wrong": [
            *((400, chunked + x + b"\r\n") for x in (b"", b"x", b"-1", b"0x1")),
            (413, chunked + b"f" * 17 + b"\r\n"),
            (400, chunked + b"3\r\nabcdef\r\n"),
        ],
        "a request line, or headers with some 70 bytes for each, over `http.header-max-bytes` plus 8 KiB": [
            (414, line(b"GET /" + long + b" HTTP/1.1")),
            (431, name + b"X: " + long + b"\r\n\r\n"),
            (431, name + b"X:y\r\n" * 500 + b"\r\n"),
        ],
    }
    with open(DOCS, encoding="utf-8") as text:
        listed = text.read().partition("| sent | answer |\n")[2].partition("\n\n")[0].splitlines()[1:]
    statuses = [", ".join(dict.fromkeys(str(x) if x else "closed without an answer" for x, _ in row)) for row in rows.values()]
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


run(bytes_that_are_no_request, in_html, smuggling, pipelining, shown)
