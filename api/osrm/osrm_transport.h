/* osrm_transport: how requests to OSRM's API come in and answers go out, where
 * that differs from the rest of relaxd's: its headers, gzip, and errors. Loop
 * thread. */
#ifndef RELAXD_API_OSRM_OSRM_TRANSPORT_H
#define RELAXD_API_OSRM_OSRM_TRANSPORT_H

#include <stdbool.h>

struct exchange;

/* Whether the path is OSRM's: all but /v1/..., the probes, and the page's. "/"
 * is OSRM's where no Accept header asks for anything, as a browser's does. */
bool osrm_owns(const struct exchange *exchange);

/* Answers OPTIONS and methods that there are not; whether it did. */
bool osrm_reply_method(struct exchange *exchange);

/* Finds the endpoint of what osrm_owns(), or refuses. */
void osrm_route(struct exchange *exchange);

/* Compresses the answer in exchange->out where the client takes that, unless it
 * is compressed. */
void osrm_compress(struct exchange *exchange);

/* The same, then exchange_reply() with 200; a long answer is compressed on a
 * thread of the pool, so this is the last thing that a handler does. */
void osrm_send(struct exchange *exchange);

/* What every answer carries beside its Content-Type. */
void osrm_add_headers(struct exchange *exchange);

#endif
