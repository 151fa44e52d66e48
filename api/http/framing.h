/* framing: whether the bytes of a request can be trusted.
 *
 * libmicrohttpd is lenient, and a proxy in front may read the same bytes as two
 * requests, or as another one (request smuggling, RFC 9112, 11.2). This refuses
 * what libmicrohttpd lets through and should not, before any other code reads
 * the request: lengths that contradict each other, blanks in header names,
 * folded lines, bytes of 0, which end a text for one reader and not for the
 * other, and missing or repeated Hosts.
 *
 * Three things go unseen, as libmicrohttpd leaves no trace of them: bytes of 0
 * in place of the CRs at line ends; lines before a request that begin with a
 * byte of 0, which it skips like empty ones; and a line of a colon alone, where
 * it or the line before ends in LF without CR, which ends the head for it.
 *
 * Loop thread, in libmicrohttpd's first call for a request. */
#ifndef RELAXD_API_HTTP_FRAMING_H
#define RELAXD_API_HTTP_FRAMING_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/form/problem.h"

/* A request's head as libmicrohttpd has it. */
struct request_head {
    struct MHD_Connection *mhd;
    const char *method;   /* the request's first byte */
    const char *url;      /* the target, in the connection's memory, with ... */
    const char *version;  /* ... "HTTP/1.1" behind it */
    size_t target_length; /* up to its first byte of 0, as it was sent */
    const char *target;   /* as it was sent, with or without its host */
};

/* What the headers say. */
struct framing {
    unsigned lengths;    /* Content-Length headers */
    unsigned encodings;  /* Transfer-Encoding headers */
    unsigned hosts;      /* Host headers */
    bool foreign;        /* an encoding is not "chunked" */
    uint64_t length;     /* the last one; 0 without, or where it is none */
    size_t head_bytes;   /* request line and headers */
    const char *garbled; /* what is wrong with a line, or NULL */
    const char *next;    /* where the next line has to begin */
};

void framing_read(struct framing *framing, const struct request_head *head);

/* -EINVAL: this connection is not to be trusted any more. */
int framing_check(const struct framing *framing,
                  const struct request_head *head, struct problem *problem);

bool framing_is_http_1_0(const struct request_head *head);

#endif
