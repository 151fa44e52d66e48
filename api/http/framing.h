/* framing: whether the bytes of a request can be trusted.
 *
 * libmicrohttpd is lenient, and a proxy in front of relaxd may read the same
 * bytes as two requests, or as a different one (request smuggling, RFC 9112,
 * 11.2). Before any other code reads the request, framing refuses what
 * libmicrohttpd wrongly accepts: contradictory lengths, blanks in header names,
 * folded lines, NUL bytes, which end a text for one reader and not for another,
 * and missing or repeated Hosts.
 *
 * Three things go unnoticed, as libmicrohttpd leaves no trace of them: NUL
 * bytes in place of the CRs at line ends; lines before a request that begin
 * with a NUL byte, which it skips like empty ones; and a line that is just a
 * colon, where it or the line before ends in LF without CR, which ends the head
 * for libmicrohttpd.
 *
 * Loop thread, in libmicrohttpd's first call for a request. */
#ifndef RELAXD_API_HTTP_FRAMING_H
#define RELAXD_API_HTTP_FRAMING_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/form/problem.h"

/* A request's head. */
struct framing {
    /* In libmicrohttpd's memory; set by the caller. */
    struct MHD_Connection *mhd;
    const char *method;   /* the request's first byte */
    const char *url;      /* the target, in the connection's memory, with ... */
    const char *version;  /* ... "HTTP/1.1" behind it */
    size_t target_length; /* up to its first NUL byte, as sent */
    const char *target;   /* as sent, with or without its host */

    /* Set by framing_read(), from zeros. */
    unsigned lengths;    /* Content-Length headers */
    unsigned encodings;  /* Transfer-Encoding headers */
    unsigned hosts;      /* Host headers */
    bool foreign;        /* some encoding is not "chunked" */
    uint64_t length;     /* the last one; 0: absent or malformed */
    size_t head_bytes;   /* request line and headers */
    const char *garbled; /* what is wrong with a line, or NULL */
    const char *next;    /* where the next line must begin */
};

void framing_read(struct framing *framing);

/* -EINVAL: the connection cannot be trusted any more. */
int framing_check(const struct framing *framing, struct problem *problem);

bool framing_is_http_1_0(const struct framing *framing);

#endif
